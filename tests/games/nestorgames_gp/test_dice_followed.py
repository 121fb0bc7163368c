"""A camera cannot tell a driver's dice apart: whatever numbers they are read under, the verdict is the same."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.games.base import Status
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.start import by_dice, waiting
from referee.games.nestorgames_gp.state import CARS, Observation, Switches, Thrown, parse_position, position_text
from referee.judge.verdict import judge

GAME = NestorgamesGP()


def read_anew(seen: Observation, chance: random.Random) -> Observation:
    """The look as a camera reads it: dice numbered as it happens, turned by any quarter, half a millimetre off."""
    numbers = chance.sample(range(1, 7), 6)
    dice = tuple(
        replace(
            die,
            number=numbers[die.number - 1],
            x_mm=die.x_mm + chance.uniform(-0.5, 0.5),
            angle_deg=(die.angle_deg + 90.0 * chance.randrange(4)) % 360.0,
        )
        for die in seen.dice
    )
    return replace(seen, dice=tuple(sorted(dice, key=lambda die: (die.car, die.number))))


@pytest.mark.parametrize("seed", range(4))
def test_numbers_that_change_from_look_to_look_change_no_verdict(seed: int) -> None:
    """Turns of random races whose dice are numbered anew at every look are judged like those with lasting numbers."""
    chance = random.Random(seed)
    table = by_dice(waiting("harbour", CARS[:3], Switches(items="tray")), chance)
    for _ in range(12):
        played = GAME.play(position_text(table), chance, None)
        stops = [GAME.observe(stop) for stop in played.stops]
        as_known = judge(GAME, played.before, stops, played.declared, True)
        as_read = judge(GAME, played.before, [read_anew(stop, chance) for stop in stops], played.declared, True)
        assert (as_read.status, as_read.sentence) == (as_known.status, as_known.sentence), played
        table = parse_position(played.after)


def test_a_die_out_of_sight_for_a_look_is_known_again(position: Callable[..., str]) -> None:
    """A die that a hand hides at one look is no second roll of that number when it is seen again."""
    first, second = Thrown("R", 1, 4, 0.0, 0.0, 20.0), Thrown("R", 1, 2, 40.0, 0.0, 0.0)
    table, end = GAME.observe(GAME.visible(position())), GAME.observe(GAME.visible(position(cars="R:s8,B:s15,G:s20")))
    both = (second, replace(first, number=2))
    hidden = replace(table, dice=(second,), dice_clear=False)
    looks = [replace(table, dice=(first,)), hidden, replace(table, dice=both), replace(end, dice=both)]
    assert judge(GAME, position(), looks, (), True).status is Status.LEGAL
