"""The self-test says how far off a car is seen to stand: by geometry alone, and through the simulated camera."""

from __future__ import annotations

import math
from pathlib import Path
from random import Random

import pytest

from markers import kits
from markers.kit import PlacedPiece
from referee.errors import IllegalAction
from referee.games.registry import game
from referee.hosting import Host
from referee.hosting.accuracy import REACH_MM, is_car, marks, off_the_mark
from referee.hosting.choices import SIMULATED
from tests.hosting.conftest import guide, make_host, until

WITH_MARKS = ("racepack", "royal-racers", "nestorgames-gp", "home-racers")
LONG = pytest.mark.long
FIRST_ON_A_MARK = [
    ("racepack", "A"),
    pytest.param("nestorgames-gp", "B", marks=LONG),
    pytest.param("royal-racers", "A", marks=LONG),
    pytest.param("home-racers", "B", marks=LONG),
]


@pytest.mark.parametrize("name", WITH_MARKS)
def test_a_car_put_aside_is_so_far_off_its_mark(name: str) -> None:
    """Wherever the table lies and however it is turned: by just as much as it was put aside, or not at all beyond
    reach. What the marks are is printed, not read."""
    law, kit, dice = game(name), kits.manifest(name), Random(3)
    laid = law.layout(law.start(2, dice, {}), kit)
    still = [one for one in laid if not is_car(one.piece)]
    car = next(one for one in laid if is_car(one.piece))
    for _ in range(40):
        turn, aside = dice.uniform(0, 360), dice.uniform(0.0, REACH_MM + 4)
        mark, way = dice.choice(list(marks(kit, still))), dice.uniform(0, 2 * math.pi)
        put = _moved(car, mark[0] + aside * math.cos(way), mark[1] + aside * math.sin(way))
        table = [_turned(one, turn) for one in (*still, put)]
        found = off_the_mark(kit, table)
        nearest = min(math.dist((put.x_mm, put.y_mm), one) for one in marks(kit, still))
        if nearest > REACH_MM:
            assert found is None
        else:
            assert found is not None
            assert found.mm == pytest.approx(nearest, abs=1e-6)
            assert found.car == car.piece.partition(":")[2]
    assert off_the_mark(kit, still) is None


def _moved(one: PlacedPiece, x_mm: float, y_mm: float) -> PlacedPiece:
    return PlacedPiece(one.piece, one.side, x_mm, y_mm, one.z_mm, one.angle_deg)


def _turned(one: PlacedPiece, by_deg: float) -> PlacedPiece:
    turn = math.radians(by_deg)
    x, y = one.x_mm * math.cos(turn) - one.y_mm * math.sin(turn), one.x_mm * math.sin(turn) + one.y_mm * math.cos(turn)
    return PlacedPiece(one.piece, one.side, x + 50.0, y - 20.0, one.z_mm, one.angle_deg + by_deg)


@pytest.mark.parametrize(("name", "first"), FIRST_ON_A_MARK)
@pytest.mark.few(1)
def test_a_simulated_player_puts_a_car_on_a_mark_and_the_eye_says_how_far_off_it_is(
    tmp_path: Path, name: str, first: str
) -> None:
    """The first car stands exactly there, so what is told of it is the error of the guessed lens alone."""
    host = make_host(tmp_path)
    try:
        for what, value in (("game", name), ("source", SIMULATED), ("go", "lens")):
            guide(host, what, value)
        before = host._looking.state().off
        assert before is None or before.car != first
        guide(host, "lens", "mark")
        state = until(host, lambda state: (state["guide"]["lens"]["off"] or {"car": ""})["car"] == first)
        assert float(state["guide"]["lens"]["off"]["mm"]) < 3.0
    finally:
        host.stop()


def test_nobody_puts_a_real_car_but_people(host: Host) -> None:
    """Before a real camera the button's command is refused in a sentence."""
    guide(host, "source", "0")
    with pytest.raises(IllegalAction, match="yourselves"):
        guide(host, "lens", "mark")
