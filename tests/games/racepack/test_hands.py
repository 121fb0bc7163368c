"""What simulated drivers do: moves of every kind, and faults that people can be asked about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from referee.games.base import PlayedTurn
from referee.games.racepack import book
from referee.games.racepack.game import Racepack
from referee.games.racepack.state import Play, tokens_in
from referee.games.rulebook import Step
from referee.mind.plant import by_chance
from referee.mind.reasoned import OTHERWISE
from referee.words.fact import fact
from tests.by_lot import lot, so_many

EVERYTHING = {"main": "pit", "stop": "1", "timer": "30", "spare": "yes"}
BOOK: Any = book
MOST_FAULTY = so_many(1, 12)


@cache
def _race(game: Racepack, seed: int, turns: int) -> list[PlayedTurn]:
    dice = Random(seed)
    position, played = game.start(4, dice, EVERYTHING), list[PlayedTurn]()
    while len(played) < turns and not game.over(position):
        played.append(game.play(position, dice, None))
        position = played[-1].after
    return played


def _states(game: Racepack) -> Iterator[Play]:
    """States in the midst of turns."""
    dice = Random(4)
    for played in _race(game, 3, 24):
        state = book.worlds(played.before)[0]
        yield state
        yield from (step.after for step in by_chance(BOOK, game.hands, state, dice) if not step.over)


def _misstated(play: Play) -> Iterator[Step[Play]]:
    """Everything that somebody may say of the next movement and that need not be so."""
    full, at = tokens_in(play.position.teams.full_hand), {"by": play.car, "at": str(play.used + 1)}
    words = [fact("speed", **at, value=str(speed)) for speed in range(1, 8)]
    words += [fact("token", **at, value=token) for token in full]
    words += [fact("defence", by=play.car, at=pool, value=token) for pool, _ in play.position.tokens for token in full]
    words.append(fact("time", by=play.car, at=str(play.used), value="up"))
    for word in words:
        yield from book.misstated(play, word)


def test_whatever_a_fault_hangs_on_can_be_asked_about(game: Racepack) -> None:
    """The question whether it was otherwise has words for every kind of thing that somebody may have said wrongly."""
    claims = {claim.fact for state in _states(game) for slip in _misstated(state) for claim in slip.claims}
    assert {one.kind for one in claims} >= {"speed", "token", "defence", "time", "facing"}
    unknown = {one.kind for one in claims if not game.words.knows(one.also(how=OTHERWISE))}
    assert not unknown


def test_drivers_do_everything_that_the_rules_allow(game: Racepack) -> None:
    """A long race has lane changes, tokens for and against, spin-outs, pit stops, lost time."""
    played = _race(game, 7, 160)
    turns = " ".join(turn.turn for turn in played)
    said = {str(word).partition(":")[0].partition("=")[0] for turn in played for word in turn.declared}
    assert said >= {"speed", "token", "defence", "time"}
    for action in ("up@", "f7@", "x7@", " roll=", "reroll=", "out@", "in@"):
        assert action in turns, action
    assert "pitted=" in played[-1].after


@pytest.mark.by_lot
@pytest.mark.parametrize("rule_id", ["racepack/speed-change", "racepack/hazard-flip", "racepack/turn-order"])
@pytest.mark.few(1)
def test_a_fault_is_part_of_the_turn_that_it_is_planted_in(rule_id: str, game: Racepack) -> None:
    """No look before the last shows a legal turn that is over: who broke a rule afterwards would be the next driver."""
    dice = Random(f"{rule_id} {lot(0)}")
    tried = (game.play(one.before, dice, rule_id) for one in _race(game, lot(9), 20))
    faulty = list(islice((turn for turn in tried if turn.truth == rule_id), MOST_FAULTY))
    assert faulty
    for turn in faulty:
        for count in range(1, len(turn.stops)):
            said = [word for word in turn.declared if getattr(word, "at", 0) < count]
            best = game.explain(turn.before, [game.observe(stop) for stop in turn.stops[:count]], said, False)[0]
            assert not best.complete or best.violations or best.assumes, turn
