"""The Python door: what its page shows is so, and wrong input is refused in a sentence."""

from __future__ import annotations

import doctest
from itertools import islice
from pathlib import Path

import pytest

import race_referee as rr
from referee.games.registry import GAMES

TWO_CORNERS = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=S:b5,M:q3,C:r4,A:q5 hazards=none lap=3 die=n:0:0:0 "
    "turn=S,M,C,A"
)
PAGE = Path(__file__).parents[1] / "docs" / "python.md"


def test_the_pages_examples_are_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each example of docs/python.md gives what stands below it."""
    monkeypatch.chdir(PAGE.parents[1])
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert failed == 0


@pytest.mark.parametrize("name", GAMES)
def test_a_legal_turn_is_judged_legal_with_what_it_takes(name: str) -> None:
    """What comes with a turn may be said in its game as it stands there."""
    position = rr.start(name, players=2, seed=1)
    for turn in islice(rr.legal(name, position), 0, 12, 4):
        assert rr.judge(name, position, turn.after, said=turn.takes).status is rr.Status.LEGAL


def test_a_roll_that_falls_twice_is_said_twice() -> None:
    """Two corners are entered in one turn, and the penalty die shows a 4 each time."""
    twice = (one for one in rr.legal("racepack", TWO_CORNERS) if one.text.count("roll=4") == 2)
    assert next(twice).takes.count("roll=4") == 2


def test_a_recording_is_watched_to_its_end() -> None:
    """A race that never began is an error at the end; closing early ends it quietly."""
    folder = str(PAGE.parents[1] / "sample_images" / "racepack-broken-not-closed.jpg")
    with pytest.raises(rr.RefereeError, match="never began"), rr.Race(folder, "racepack") as race:
        list(race)
    rr.Race(folder, "racepack").close()


@pytest.mark.parametrize(
    "ask",
    [
        lambda: rr.start("chess"),
        lambda: rr.start("racepack", 99),
        lambda: rr.judge("racepack", "nonsense", "nonsense"),
        lambda: rr.judge("racepack", rr.start("racepack")),
        lambda: list(rr.legal("racepack", "nonsense")),
        lambda: rr.read("no-such-file.jpg", "racepack"),
        lambda: rr.Race("no-such-film.mp4", "racepack"),
        lambda: rr.Race("no-such-film.mp4", "racepack", colour="pink"),
    ],
)
def test_wrong_input_is_one_sentence(ask: object) -> None:
    """Nothing else than our own error comes out."""
    assert callable(ask)
    with pytest.raises(rr.RefereeError):
        ask()
