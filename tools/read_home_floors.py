"""Reads random Home Racers floors from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_home_floors.py --floors 500 --size 1920x1080

Floors are those of random races, with paths, dice in the tray and on the gear areas, rendered from the printed sheets
under changing light; the eye sees each for the first time. A die that is said to be unreadable is counted by itself.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import numpy as np

from markers import kits
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Pose, apart, skewed
from referee.games.home_racers.observation import Observation
from referee.simulator.look import LOOKS, look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.eye import Eye
from referee.vision.scene import Frame

GAME = HomeRacers()
LONGEST_RACE = 60
A_CAMERA = 20
"""So many floors are looked at through one camera in one light: setting it up takes longer than a picture."""
TILE_MM, TILE_DEG = 5.0, 3.0
"""People put a tile down up to 1.1 mm off; the rest is what a guessed lens may do."""
DIE_MM = 9.0
"""Dice are laid where the tray should be, the tray itself up to 2 mm and 4 degrees off."""


def differences(true: Observation, seen: Observation) -> Iterator[str]:
    """In what a reading differs from the floor."""
    cars = dict(seen.cars)
    for car, stand in true.cars:
        if car not in cars or not _lies(stand.pose, cars[car].pose) or cars[car].loose or cars[car].askew_deg:
            yield f"car {car}: {stand} read as {cars.get(car)}"
    yield from (f"not there: car {car}" for car in cars if car not in dict(true.cars))
    if len(true.tiles) != len(seen.tiles) or not all(any(_lies(one, two) for two in seen.tiles) for one in true.tiles):
        yield f"tiles {true.tiles} read as {seen.tiles}"
    if not all(
        any(one.kind == two.kind and apart(one.pose, two.pose) < 2.0 * TILE_MM for two in seen.specials)
        for one in true.specials
    ) or len(true.specials) != len(seen.specials):
        yield f"specials {true.specials} read as {seen.specials}"
    if len(true.tray) != len(seen.tray) or not all(
        any(
            (one.car, one.face) == (two.car, two.face)
            and max(abs(one.x_mm - two.x_mm), abs(one.y_mm - two.y_mm)) < DIE_MM
            for two in seen.tray
        )
        for one in true.tray
    ):
        yield f"tray {true.tray} read as {seen.tray}"
    if true.beside != seen.beside:
        yield f"gears {true.beside} read as {seen.beside}"


def _lies(one: Pose, other: Pose) -> bool:
    return apart(one, other) <= TILE_MM and skewed(one, other) <= TILE_DEG


def random_floor(number: int) -> tuple[str, str]:
    """A position of a random race, and what the floor shows at one of the stops of its next turn."""
    dice = random.Random(number)
    position = GAME.start(2 + number % 3, dice)
    for _ in range(dice.randrange(LONGEST_RACE)):
        if GAME.over(position) is not None:
            break
        position = GAME.play(position, dice, None).after
    if GAME.over(position) is not None:
        return position, GAME.visible(position)
    stops = GAME.play(position, dice, None).stops
    return position, stops[dice.randrange(len(stops))] if stops else GAME.visible(position)


def read_floors(count: int, size: tuple[int, int], seed: int) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Each floor with what is wrong in its reading, and how many of its dice are said to be unreadable."""
    kit, sheets = kits.manifest(GAME.name), kits.pdf(GAME.name)
    renderer: Renderer | None = None
    for number in range(seed, seed + count):
        position, visible = random_floor(number)
        rng = np.random.default_rng(number)
        pieces = Tabletop(kit, GAME.layout(visible, kit), rng).pieces
        if renderer is None or (number - seed) % A_CAMERA == 0:
            light = sorted(LOOKS)[number // A_CAMERA % len(LOOKS)]
            renderer = Renderer(kit, sheets, race_camera(pieces, size, 1 + number // A_CAMERA, kit), look(light))
        scene = Eye(kit).look(Frame(renderer.render(pieces, (), rng), 0, "floors", 0))
        unread = sum(die.value is None for die in scene.dice)
        reading = GAME.read(scene, kit, position)
        if reading.observation is None:
            yield visible, ("no floor", *reading.problems), unread
            continue
        wrong = [*reading.problems, *differences(GAME.observe(visible), reading.observation)]
        if unread:  # then tray and gears stay as they were, which is right
            wrong = [text for text in wrong if not text.startswith(("tray", "gears"))]
        yield visible, tuple(wrong), unread


def main() -> None:
    """Reads the floors, prints each that is not read right, and how many there were."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--floors", type=int, default=500)
    options.add_argument("--size", default="1920x1080")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    width, height = (int(part) for part in chosen.size.split("x"))
    bad = unsure = 0
    for number, (visible, wrong, unread) in enumerate(read_floors(chosen.floors, (width, height), chosen.seed)):
        unsure += bool(unread)
        if wrong:
            bad += 1
            print(f"{chosen.seed + number}: {'; '.join(wrong)}\n   {visible}", flush=True)
    print(
        f"{chosen.floors} floors at {chosen.size}: {chosen.floors - bad} read as they lie, {bad} not; "
        f"{unsure} with a die that is said to be unreadable"
    )


if __name__ == "__main__":
    main()
