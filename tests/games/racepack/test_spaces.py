"""Spaces that a track does not have are refused, wherever a text names them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner

from markers.kits import manifest
from referee.cli.judge import command
from referee.errors import NotationError
from referee.games.racepack.game import Racepack

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
CASES = [
    ("cars=S:z99", "red's car cannot stand on z99: .* between a1 and r10"),
    ("cars=S:e5", "red's car cannot stand on e5"),
    ("cars=M:out:e1", "black's car cannot stand outside e1: the road does not bend"),
    ("cars=S:g2 hazards=c3-", "no hazard can lie on c3"),
    ("cars=S:g2 unseen=c1,d4", "d4 cannot be covered"),
]


@pytest.mark.parametrize(("said", "words"), CASES)
def test_an_observation_with_its_track_is_refused(said: str, words: str) -> None:
    """What stands where no road is is named with a sentence, to be seen or to be laid."""
    with pytest.raises(NotationError, match=words):
        Racepack().observe(f"{TRACK} {said}")
    with pytest.raises(NotationError, match=words):
        Racepack().layout(f"{TRACK} {said}", manifest("racepack"))


@pytest.mark.parametrize(("said", "words"), CASES)
def test_an_observation_without_track_is_held_against_that_of_the_race(
    said: str, words: str, position: Callable[..., str]
) -> None:
    """A look that leaves the track out is refused when it is to be explained."""
    game = Racepack()
    seen = game.observe(f"racepack {said}")
    with pytest.raises(NotationError, match=words):
        game.explain(position(), [seen], (), True)


def test_judge_answers_with_the_sentence(position: Callable[..., str]) -> None:
    """On the command line it is one sentence and no verdict."""
    options = ["--game", "racepack", "--position", position(), "--observed", "racepack cars=S:z99"]
    outcome = CliRunner().invoke(command, options)
    assert isinstance(outcome.exception, NotationError)
    assert "z99" in str(outcome.exception)
    assert outcome.output == ""
