"""Random races: pieces are kept, and every legal turn is found legal, however little was seen and said of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import Observation
from referee.games.racepack.position import parse_position
from referee.games.racepack.variants import teams_for
from tests.by_lot import lot, so_many
from tests.games.racepack.asked_again import judge


@cache
def _race(game: Racepack, seed: int, players: int, share: float = 0.0, turns: int = 400) -> list[PlayedTurn]:
    dice = Random(seed)
    position, played = game.start(players, dice), list[PlayedTurn]()
    while game.over(position) is None and len(played) < turns:
        fault = dice.choice(game.faults()) if dice.random() < share else None
        played.append(game.play(position, dice, fault))
        position = played[-1].after
    return played


@pytest.mark.by_lot
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (3, 4)])
def test_a_legal_race(seed: int, players: int, game: Racepack) -> None:
    """From stops and words each turn is LEGAL with the same outcome; from its end alone it is never ILLEGAL."""
    for turn in _race(game, lot(seed), players)[:: so_many(8, 1)]:
        seen = [game.observe(text) for text in turn.stops]
        verdict = judge(game, turn.before, seen, turn.declared, closed=True)
        assert verdict.status is Status.LEGAL, f"{turn.turn} {turn.declared} {verdict.sentence}"
        assert verdict.after == turn.after
        assert turn.stops[-1] == game.visible(turn.after)
        blind = judge(game, turn.before, seen[-1:], (), closed=True)
        assert blind.status is not Status.ILLEGAL, f"{turn.turn} from {turn.before}: {blind.sentence}"


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4)])
def test_pieces_are_conserved(seed: int, players: int, game: Racepack) -> None:
    """Cars and hazards stay the same in number, tokens only grow fewer, and every position can be played from."""
    tokens = 10**6
    for turn in _race(game, seed, players):
        after = parse_position(turn.after)
        assert sorted(car for car, _ in after.cars) == sorted(teams_for(players).cars)
        assert len(after.hazards) == 4
        left = sum(len(hand) for _, hand in after.tokens)
        assert left <= tokens
        tokens = left
        assert game.check_position(turn.after) == ()


def test_the_same_seed_plays_the_same_race(game: Racepack) -> None:
    """Chance comes only from the dice that are handed in."""
    again = _race.__wrapped__
    assert again(game, 12, 4, share=0.3, turns=12) == again(game, 12, 4, share=0.3, turns=12)


def _hidden(seen: Observation, dice: Random) -> Observation:
    """The same look with the die, the lap, a token or a car out of sight."""
    if dice.random() < 0.3:
        seen = replace(seen, tray=None)
    if dice.random() < 0.3:
        seen = replace(seen, lap=None)
    if dice.random() < 0.3 and seen.hazards:
        gone = dice.choice(seen.hazards)
        left = tuple(hazard for hazard in seen.hazards if hazard != gone)
        seen = replace(seen, hazards=left, unseen=frozenset([gone[0]]))
    if dice.random() < 0.2:
        car = dice.choice(seen.cars)
        seen = replace(seen, cars=tuple(one for one in seen.cars if one != car), unseen_cars=(car[0],))
    return seen


@pytest.mark.by_lot
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 3), (3, 4)])
def test_nobody_is_accused_for_what_was_not_seen_or_not_said(seed: int, players: int, game: Racepack) -> None:
    """A legal turn is never ILLEGAL, whatever stops, words and things are left out."""
    dice = Random(lot(seed))
    for turn in _race(game, lot(seed), players)[:: so_many(8, 1)]:
        seen = [game.observe(text) for text in turn.stops]
        some = [_hidden(look, dice) for look in seen[:-1] if dice.random() < 0.5] + [_hidden(seen[-1], dice)]
        said = [word for word in turn.declared if dice.random() < 0.6]
        verdict = judge(game, turn.before, some, said, closed=dice.random() < 0.5)
        assert verdict.status is not Status.ILLEGAL, f"{turn.turn} from {turn.before} with {said}: {verdict.sentence}"


@pytest.mark.by_lot
@pytest.mark.parametrize(("seed", "players"), [(1, 2), (3, 4)])
def test_a_turn_under_way_is_neither_accused_nor_closed(seed: int, players: int, game: Racepack) -> None:
    """After each stop but the last a legal turn is legal so far and stays open, with the words said and without."""
    for turn in _race(game, lot(seed), players)[:: so_many(8, 1)]:
        seen = [game.observe(text) for text in turn.stops]
        last = len(seen) - turn.turn.endswith(" off")
        for count in range(1, last):
            for said in (turn.declared, ()):
                verdict = judge(game, turn.before, seen[:count], said, closed=False)
                assert verdict.status is not Status.ILLEGAL, f"{turn.turn}: {verdict.sentence}"
                assert verdict.provisional, f"{turn.turn} was closed after {verdict.turn}"
