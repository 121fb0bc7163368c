"""A race, or one turn, judged from a table on which an earlier fault has left something wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.in_process import exit_code

STILL = Path(__file__).parents[2] / "sample_images" / "nestorgames-gp" / "still-1.jpg"


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit code and what was said on stdout and stderr."""
    code = exit_code(monkeypatch, words)
    out, err = capsys.readouterr()
    return code, out, err


def test_watch_begins_where_a_fault_stands_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Three bombs where two were agreed on: the race begins, and stderr says what is wrong a single time."""
    position = json.loads(STILL.with_suffix(".json").read_text())["position"].replace("held=Y:oil", "held=Y:bomb+bomb")
    words = ("watch", "--game", "nestorgames-gp", "--source", str(STILL), "--headless", "--position", position)
    code, out, err = run(monkeypatch, capsys, *words)
    assert (code, out) == (0, "")
    assert err.count("more of the item 'bomb'") == 1


def test_a_turn_is_judged_from_there_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Red and blue stand on one space; green, who has nothing to do with it, drives on."""
    before = (
        "nestorgames-gp board=harbour cars=R:s20,B:s20,G:s2 box=R:3/0,B:3/0,G:3/0 edition=tray seats=GRB turn=G "
        "started=RBG"
    )
    seen = before.split(" edition")[0].replace("G:s2", "G:s6") + " dice=G1:4@10/0/20"
    words = ("judge", "--game", "nestorgames-gp", "--position", before, "--observed", seen, "--json")
    code, out, err = run(monkeypatch, capsys, *words)
    assert (code, json.loads(out)["verdict"]) == (0, "LEGAL")
    assert err.count("2 cars stand on s20") == 1
