"""What so many turns can lead to: a bound that is never too strict, and sharp where a search would go far."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from referee.games.nestorgames_gp import book
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.observation import Observation
from tests.games.nestorgames_gp.conftest import before_text

GAME = NestorgamesGP()
ROUND = 5
"""So many turns may be missed with two or three cars."""
DOWN = {"cars": "R:s2!,B:s15!,G:s20!"}
"""Cars of which none moves before each has had a turn."""
LOCKGATE = {"board": "lockgate", "gate": "open"}
TRAY = {"switches": "items:tray", "tray": "s36:wrench"}
BOARD = {"switches": "items:board", "items": "s3:oil,s30:rocket"}


@pytest.mark.parametrize(
    ("before", "seen"),
    [
        (LOCKGATE, {"gate": "closed"}),
        (TRAY, {"items": "s2:oil"}),
        (TRAY, {"items": "s2:rocket"}),
        ({**TRAY, "held": "R:oil"}, {"items": "s4:oil"}),
        (TRAY, {"tray": "s20:rocket"}),
        (BOARD, {"items": "s30:rocket"}),
        (BOARD, {"items": "s3:oil"}),
        ({**TRAY, "items": "s30:bomb!"}, {"items": ""}),
    ],
)
def test_things_that_nobody_came_by_are_out_of_reach(before: dict[str, str], seen: dict[str, str]) -> None:
    """No car can have moved: the gate stands, the tray lies and items stay, but for what a driver may leave behind."""
    (state,) = book.worlds(before_text({**before, **DOWN}))
    look = book.parse_look(before_text({**before, **DOWN, **seen}))
    assert not any(book.reach(state, look, turns) for turns in (1, 2, 3))


@pytest.mark.parametrize(
    ("before", "seen"),
    [
        ({**TRAY, "held": "R:oil"}, {"items": "s2:oil"}),
        ({**TRAY, "held": "R:any"}, {"items": "s2:bomb!"}),
        ({**TRAY, "tray": "s9:wrench"}, {"tray": "s20:rocket", "cars": "R:s9"}),
        (BOARD, {"items": "s3:oil", "cars": "R:s30"}),
        ({**TRAY, "items": "s9:bomb!"}, {"items": "", "cars": "R:s9!"}),
    ],
)
def test_things_that_a_driver_came_by_are_in_reach(before: dict[str, str], seen: dict[str, str]) -> None:
    """The driver may have laid what he holds where he stood, and taken what lay where he stopped."""
    position = before_text(before)
    (state,) = book.worlds(position)
    assert book.reach(state, book.parse_look(before_text({**before, **seen})), 1)


@pytest.mark.parametrize("seed", range(40))
def test_what_hands_have_half_done_is_in_reach(seed: int) -> None:
    """However many turns went before, and whatever of what follows from the last one is done: never out of reach."""
    chance = Random(seed)
    switches = {"items": chance.choice(("none", "tray", "board"))}
    switches |= {one: chance.choice(("yes", "no")) for one in ("safety", "pushed-items", "pushed-laps", "wet")}
    board = chance.choice(("harbour", "crossover", "lockgate"))
    position = GAME.start(chance.choice((2, 3, 5)), chance, {"board": board, "laps": "2", **switches})
    states = [book.worlds(position)[0]]
    while len(states) < 60 and not GAME.over(position):
        position = GAME.play(position, chance, None).after
        states.append(book.worlds(position)[0])
    for _ in range(30):
        turns = chance.randint(1, min(ROUND, len(states) - 1))
        last = chance.randrange(turns, len(states))
        first, before, after = states[last - turns], book.show(states[last - 1]), book.show(states[last])
        assert book.reach(first, after, turns), (book.text(first), after)
        half = _mixed(before, after, chance)
        steps = book.actions(states[last - 1], half)
        if any(not step.over and not book.clash(book.show(step.after), half) for step in steps):
            assert book.reach(first, half, turns), (book.text(first), half)


def _mixed(before: Observation, after: Observation, chance: Random) -> Observation:
    """Of each thing either how it was or how it is."""
    cars, boxes = dict(before.cars), dict(before.boxes)
    return replace(
        after,
        cars=tuple((car, chance.choice((cars.get(car, look), look))) for car, look in after.cars),
        boxes=tuple((car, chance.choice((boxes[car], box))) for car, box in after.boxes),
        gate_open=chance.choice((before.gate_open, after.gate_open)),
        tray=chance.choice((before.tray, after.tray)),
        items=chance.choice((before.items, after.items)),
    )
