"""Reads random Home Racers floors from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_home_floors.py --tables 500 --size 1920x1080

Floors are those of random races, with paths, dice in the tray and on the gear areas, rendered from the printed sheets,
by cameras over the whole floor and in lights by lot; the eye sees each for the first time, its lens guessed.
`--pictures` says in how many pictures, noise apart the same: what it settles on is read. Pieces further off than the
eye says that they may be are wrong, those further off than people lay them unseen; the last line leaves the dice out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace

import numpy as np
from drawn_tables import Difference, TableRead, options, settled, size_of, some_light, told

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Pose, ahead, apart, pose, skewed
from referee.games.home_racers.position import Observation, observation_text
from referee.games.polygon import inside
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.scene import DieSeen, Scene

GAME = HomeRacers()
LONGEST_RACE = 60
A_CAMERA = 10
"""So many floors are looked at through one camera in one light: setting it up takes longer than a picture."""
PICTURES = 10
"""A second of a camera that delivers ten a second: on the last scene that settled meanwhile the referee relies."""
TILE_MM, TILE_DEG = 5.0, 3.0
"""People put a tile down up to 1.1 mm off; the rest is what a guessed lens may do."""
CAR_DEG = 8.0
"""A car stands on its tile a little askew."""
GEAR_AREA = "gear:"
DIE_MM = 9.0
"""Dice are laid where the tray should be, the tray itself up to 2 mm and 4 degrees off."""


def differences(
    true: Observation, seen: Observation, hidden: Set[str] = frozenset(), promised_mm: float = 0.0
) -> Iterator[Difference]:
    """In what a reading differs from the floor; the gears of cars whose area is `hidden` stay as they were.

    What lies within `promised_mm` of where it is read, and beyond what people and lenses do, is told as unsure.
    """
    wrong = list(_differences(true, seen, hidden, max(TILE_MM, promised_mm)))
    yield from wrong
    strict = (one for one in _differences(true, seen, hidden, TILE_MM) if one not in wrong)
    yield from (replace(one, unseen=True) for one in strict)


def _differences(true: Observation, seen: Observation, hidden: Set[str], most_mm: float) -> Iterator[Difference]:
    yield from _cars(true, seen, most_mm)
    missed = [one for one in true.tiles if not any(_lies(one, two, most_mm) for two in seen.tiles)]
    lying = [*true.tiles, *(stand.pose for car, stand in true.cars if car not in dict(seen.cars))]
    made_up = [two for two in seen.tiles if not any(_lies(one, two, most_mm) for one in lying)]
    yield from (Difference(not made_up, f"missed: tile {tile}") for tile in missed)
    yield from (Difference(False, f"not there: tile {tile}") for tile in made_up)
    for one in true.specials:
        if not any(
            one.kind == two.kind and apart(one.pose, two.pose) < max(2.0 * TILE_MM, most_mm) for two in seen.specials
        ):
            yield Difference(False, f"special {one} is not among {seen.specials}")
    if len(true.specials) != len(seen.specials):
        yield Difference(False, f"specials {true.specials} read as {seen.specials}")
    if true.beside != seen.beside:
        other = {car for car, _ in set(true.beside) ^ set(seen.beside)}
        yield Difference(other <= hidden, f"gears {true.beside} read as {seen.beside}", dice=True)
    if len(true.tray) != len(seen.tray) or not all(
        any(
            (one.car, one.face) == (two.car, two.face)
            and max(abs(one.x_mm - two.x_mm), abs(one.y_mm - two.y_mm)) < DIE_MM
            for two in seen.tray
        )
        for one in true.tray
    ):
        yield Difference(False, f"tray {true.tray} read as {seen.tray}", dice=True)


def wrong_dice(
    laid: Sequence[PlacedPiece], seen: Sequence[DieSeen], board: tuple[float, float, float], kit: Manifest
) -> Iterator[Difference]:
    """The dice read with another number or colour than lies there, and those read where none lies; `board` is the way
    from the table's frame to the floor's.
    """
    colours = {name: kind.colour for kind in kit.dice for name in kind.pieces}
    dice = [piece for piece in laid if piece.piece in colours]
    for one in seen:
        if one.value is None:
            continue
        at = ahead(Pose(0.0, 0.0, board[2]), one.x_mm, one.y_mm, 0.0)
        here = pose(at.x_mm + board[0], at.y_mm + board[1], 0.0)
        there = min(dice, key=lambda die: apart(here, pose(die.x_mm, die.y_mm, 0.0)), default=None)
        if there is None or apart(here, pose(there.x_mm, there.y_mm, 0.0)) > DIE_MM:
            yield Difference(False, f"not there: die {one}", dice=True)
        elif (one.colour, str(one.value)) != (colours[there.piece], there.side):
            yield Difference(False, f"die {there.piece} showing {there.side} read as {one}", dice=True)


def _cars(true: Observation, seen: Observation, most_mm: float) -> Iterator[Difference]:
    cars, there = dict(seen.cars), dict(true.cars)
    for car, stand in true.cars:
        found = cars.get(car)
        if found is None:
            yield Difference(True, f"missed: car {car} {stand}")
        elif found.loose and apart(stand.pose, found.pose) <= most_mm and skewed(stand.pose, found.pose) <= CAR_DEG:
            yield Difference(True, f"the tile under car {car} is not seen")
        elif not _lies(stand.pose, found.pose, most_mm) or found.loose or found.askew_deg:
            yield Difference(False, f"car {car}: {stand} read as {found}")
    yield from (Difference(False, f"not there: car {car}") for car in cars if car not in there)


def _lies(one: Pose, other: Pose, most_mm: float) -> bool:
    return apart(one, other) <= most_mm and skewed(one, other) <= TILE_DEG


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


def without_dice(visible: str) -> str:
    """The same floor before anybody threw or set a gear."""
    return observation_text(replace(GAME.observe(visible), tray=(), beside=()))


def read_floors(
    count: int, size: tuple[int, int], seed: int, pictures: int = PICTURES, dice: bool = True
) -> Iterator[TableRead]:
    """Each floor with what is wrong in its reading; without `dice` none lie on it, which takes a third of the time."""
    kit, sheets = kits.manifest(GAME.name), kits.pdf(GAME.name)
    for first in range(seed, seed + count, A_CAMERA):
        numbers = range(first, min(first + A_CAMERA, seed + count))
        lots = {number: np.random.default_rng(number) for number in numbers}
        texts = {number: random_floor(number) for number in numbers}
        if not dice:
            texts = {number: (position, without_dice(visible)) for number, (position, visible) in texts.items()}
        floors = {n: Tabletop(kit, GAME.layout(texts[n][1], kit), lots[n]).pieces for n in numbers}
        every = [piece for pieces in floors.values() for piece in pieces]
        renderer = Renderer(kit, sheets, race_camera(every, size, first, kit), some_light(first // A_CAMERA))
        for n in numbers:
            scene = settled(kit, renderer, floors[n], lots[n], pictures)
            if scene is None:
                yield TableRead(n, texts[n][1], (Difference(True, "the floor does not come to rest"),), ())
            else:
                yield _read(n, *texts[n], floors[n], kit, scene.scene)


def _read(
    number: int, position: str, visible: str, laid: Sequence[PlacedPiece], kit: Manifest, scene: Scene
) -> TableRead:
    """What is wrong in the reading of one floor: dice that are said to be unreadable are unseen, no tray is wrong. What
    is read of the others must be right all the same.
    """
    reading = GAME.read(scene, kit, position)
    problems = tuple(dict.fromkeys((*scene.problems, *reading.problems)))
    if reading.observation is None:
        return TableRead(number, visible, (Difference(True, "no floor"),), problems)
    areas = {
        sighting.piece.removeprefix(GEAR_AREA)
        for sighting in scene.sightings
        if not any(inside((sighting.x_mm, sighting.y_mm), area) for area in scene.covered)
    }
    true = GAME.observe(visible)
    hidden, promised_mm = dict(true.cars).keys() - areas, scene.quality.expected_error_mm
    found = list(differences(true, reading.observation, hidden, promised_mm))
    if any(die.value is None for die in scene.dice):  # then tray and gears stay as they were, which is right
        found = [one for one in found if not one.dice]
        unread = any(problem.startswith("A die") for problem in scene.problems)
        words = "a die is said to be unreadable" if unread else "a tile is said to lie on a mat"
        found.append(Difference(True, words, dice=unread))
    found += wrong_dice(laid, scene.dice, reading.board_from_table, kit)
    return TableRead(number, visible, tuple(found), problems)


def main() -> None:
    """Reads the floors, prints each that is not read right, and how many there were."""
    parser = options(__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--no-dice", action="store_true")
    chosen = parser.parse_args()
    floors = read_floors(chosen.tables, size_of(chosen), chosen.seed, chosen.pictures, not chosen.no_dice)
    told(floors, chosen.size)


if __name__ == "__main__":
    main()
