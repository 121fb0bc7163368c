"""`referee play` and `referee judge` from the outside: JSON, exit codes, and sentences for bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from markers.nestorgames_gp.boards import shipped_board
from referee.cli import bench_explain
from referee.games.registry import game
from tests.cli.in_process import exit_code

SHORT = "racepack track=a1:NESW cars=S:a1,M:a2,C:b1,A:b2"


def _run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = exit_code(monkeypatch, words)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    """A short race with faults, as the command prints it."""
    words = ("play", "--game", "racepack", "--seed", "5", "--turns", "25", "--faults", "0.5", "--json")
    code, out, _ = _run(monkeypatch, capsys, *words)
    assert code == 0
    race = json.loads(out)
    assert race["game"] == "racepack"
    assert race["start"] == race["turns"][0]["before"]
    return list(race["turns"])


def test_play_and_judge_agree(
    turns: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every turn that play prints is judged to its own truth, with exit code 1 for a fault; whether a word was meant
    is asked about where the fault hangs on it."""
    assert len(turns) == 25
    named = 0
    for turn in turns:
        words = ["judge", "--position", turn["before"], "--observed", turn["stops"][-1], "--json"]
        words += [word for stop in turn["stops"][:-1] for word in ("--stops", stop)]
        words += [word for said in turn["declared"] for word in ("--declare", said)]
        code, out, _ = _run(monkeypatch, capsys, *words)
        verdict = json.loads(out)
        assert set(verdict) >= {"verdict", "violations", "lines", "questions"}
        if turn["truth"] == "legal":
            assert (code, verdict["verdict"]) == (0, "LEGAL")
        elif verdict["verdict"] == "UNDECIDED":
            assert "words=here" in [one["declare"] for one in verdict["questions"][0]["answers"]]
        else:
            assert (code, verdict["verdict"]) == (1, "ILLEGAL")
            assert turn["truth"] in [fault["rule"] for fault in verdict["violations"]]
            named += 1
    assert named > 5


def test_words_for_people(
    turns: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without --json there is a sentence; play tells its turns in words."""
    code, out, _ = _run(monkeypatch, capsys, "play", "--seed", "5", "--turns", "3")
    assert code == 0
    assert "drove 1 to" in out
    words = ("judge", "--position", turns[0]["before"], "--observed", turns[0]["after"])
    assert _run(monkeypatch, capsys, *words)[1].startswith(("LEGAL", "ILLEGAL", "UNDECIDED"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--game", "chess"), "no game called 'chess'"),
        (("play", "--players", "9"), "2 to 8 players, not 9"),
        (("play", "--faults", "2"), "--faults"),
        (("judge", "--position", "nonsense", "--observed", "nonsense"), "starts with the word racepack"),
        (
            ("judge", "--position", "racepack track=a1:NESW cars=S:a1,M:a2,C:b1,A:b2 turn=S", "--observed", "racepack"),
            "24",
        ),
    ],
)
def test_bad_input_ends_with_a_sentence(
    words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, one sentence on stderr, nothing on stdout."""
    code, out, err = _run(monkeypatch, capsys, *words)
    assert code == 2
    assert said in err
    assert out == ""


def test_a_race_that_ends_early_ends_the_list(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """More turns than the race has are not invented."""
    code, out, _ = _run(monkeypatch, capsys, "play", "--seed", "2", "--turns", "1000")
    assert code == 0
    assert "The race is over" in out


def test_a_campaign_goes_on_with_its_next_race(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """After the first race the second begins at its own start; after the last the list ends."""
    words = ("play", "--game", "royal-racers", "--players", "2", "--option", "flags=1", "--option", "races=2")
    code, out, _ = _run(monkeypatch, capsys, *words, "--turns", "200", "--json")
    assert code == 0
    told = json.loads(out)
    befores = [turn["before"] for turn in told["turns"]]
    assert [start in befores for start in told["starts"]] == [True, True]
    assert told["start"] == told["starts"][0] == befores[0]
    code, out, _ = _run(monkeypatch, capsys, *words, "--turns", "200")
    assert out.count("Race 2:") == 1
    assert "The campaign is over" in out


@pytest.mark.long
def test_bench_explain_counts_every_kind_of_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bench gives a count of words and their times for a game, by their kind, and how they grow."""
    monkeypatch.setattr(bench_explain, "MOST_MISSED", 3)
    found = bench_explain.run(quick=True, only="royal-racers")["games"]["royal-racers"]
    kinds = found["verdicts"]
    assert {"LEGAL", "ILLEGAL", "closing", "look"} <= set(kinds)
    assert found["turns"] > 100
    assert sum(kinds[kind]["turns"] for kind in kinds if kind.isupper()) == found["positions"]["seeded races"]["turns"]
    assert list(found["missed"]) == ["1", "2", "3", "a round of 4"]
    for one in (found, *kinds.values(), *found["players"].values(), *found["missed"].values()):
        assert 0 < one["median_ms"] <= one["p99_ms"] <= one["max_ms"]


def test_a_race_on_a_board_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--option board=FILE` plays on it, the position carries it, and judge reads it there."""
    data = json.loads(shipped_board("lockgate")) | {"name": "mine", "title": "My own board"}
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data, indent=1))
    words = ("play", "--game", "nestorgames-gp", "--option", f"board={file}", "--turns", "3", "--json")
    code, out, err = _run(monkeypatch, capsys, *words)
    assert (code, err) == (0, "")
    turn = json.loads(out)["turns"][0]
    assert '"name":"mine"' in turn["before"]
    stops = [word for stop in turn["stops"][:-1] for word in ("--stops", stop)]
    said = [word for text in turn["declared"] for word in ("--declare", text)]
    asked = ("judge", "--game", "nestorgames-gp", "--position", turn["before"], "--observed", turn["stops"][-1])
    assert _run(monkeypatch, capsys, *asked, *stops, *said)[1].startswith("LEGAL")


def test_a_board_that_cannot_be_raced_on_is_refused_by_its_entry(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A sentence with the entry of the file, or that there is no such file; exit code 2."""
    data = json.loads(shipped_board("lockgate")) | {"name": "mine"}
    data["pit"]["exit"] = "s3"
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(data))
    words = ("play", "--game", "nestorgames-gp", "--option")
    code, out, err = _run(monkeypatch, capsys, *words, f"board={file}")
    assert (code, out) == (2, "")
    assert "'pit.exit': 's3' lies behind the finish line" in err
    code, out, err = _run(monkeypatch, capsys, *words, f"board={tmp_path / 'none.json'}")
    assert (code, out) == (2, "")
    assert "harbour, crossover, lockgate or a file of your own" in err


def test_an_answer_that_is_offered_is_taken(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whether a word was meant for the turn is asked and may be answered; what nobody could take is not offered."""
    law, dice = game("home-racers"), Random(3)
    turn = law.play(law.start(2, dice), dice, None)
    seen = re.sub(" tray=[^ ]+", "", turn.after)
    words = ["judge", "--game", law.name, "--position", turn.before, "--observed", law.visible(seen), "--json"]
    words += ["--declare", "roll=4", "--declare", "roll=5"]
    asked = json.loads(_run(monkeypatch, capsys, *words)[1])["questions"]
    offered = [one["declare"] for question in asked for one in question["answers"]]
    assert [one for one in offered if one.startswith("words=")] == ["words=here"]
    code, out, _ = _run(monkeypatch, capsys, *words, "--declare", "words=here")
    assert code in (0, 1)
    assert json.loads(out)["questions"] != asked
