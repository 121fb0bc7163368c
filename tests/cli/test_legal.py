"""`referee legal`: what may be done from a position, and how many courses that makes."""

from __future__ import annotations

import json
from random import Random

import pytest

from referee.games.registry import game
from tests.cli.in_process import exit_code

ROYAL = game("royal-racers")


def _position(seed: int) -> str:
    dice = Random(seed)
    position = ROYAL.start(2, dice)
    for _ in range(14):
        position = ROYAL.play(position, dice, None).after
    return position


def _legal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert exit_code(monkeypatch, ("legal", "--game", "royal-racers", *words)) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("seed", range(3))
def test_every_turn_that_is_listed_is_judged_legal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """Each comes with the position it leads to and with what is to be said, and the count is their number."""
    position = _position(seed)
    turns = json.loads(_legal(monkeypatch, capsys, "--position", position, "--json"))["turns"]
    counted = json.loads(_legal(monkeypatch, capsys, "--position", position, "--count", "1", "--json"))
    assert counted == {"depth": 1, "turns": len(turns)}
    for turn in Random(seed).sample(turns, 5):
        said = [part for word in turn["takes"] for part in ("--declare", word)]
        shown = ("--position", position, "--observed", turn["after"])
        assert exit_code(monkeypatch, ("judge", "--game", "royal-racers", *shown, *said)) == 0
        assert not capsys.readouterr().out.startswith("ILLEGAL")


def test_dice_and_words_narrow_the_list(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a roll given only turns with that roll are listed; the lists of all rolls make up the whole."""
    position = _position(1)
    everything = _legal(monkeypatch, capsys, "--position", position).splitlines()
    by_roll = [_legal(monkeypatch, capsys, "--position", position, "--dice", face).splitlines() for face in "na2345"]
    assert sorted(line for lines in by_roll for line in lines) == sorted(everything)
    said = _legal(monkeypatch, capsys, "--position", position, "--declare", "roll=n").splitlines()
    assert sorted(said) == sorted(by_roll[0])


def test_a_position_that_cannot_be_read_is_told_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, nothing on stdout."""
    assert exit_code(monkeypatch, ("legal", "--game", "royal-racers", "--position", "nonsense")) == 2
    found = capsys.readouterr()
    assert not found.out
    assert found.err
