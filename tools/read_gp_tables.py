"""Reads random nestorgames GP tables from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_gp_tables.py --tables 500 --size 1920x1080

Tables are drawn by lot (tools/gp_tables_by_lot.py) on every shipped board, laid as people lay things and
rendered from the printed sheets under changing light, by cameras hung by lot; the eye sees each for the first time, its
lens guessed, in four pictures, and what it settles on is read.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np
from drawn_tables import Difference, TableRead, options, settled, size_of, some_light, told
from gp_tables_by_lot import random_table

from markers import kits
from markers.design import Wish
from markers.kit import Manifest
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.state import Observation
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop

GAME = NestorgamesGP()
A_CAMERA = 8
"""So many tables are looked at through one camera in one light: setting it up takes longer than a picture."""


def differences(expected: Observation, found: Observation) -> Iterator[Difference]:
    """In what a reading differs from the table."""
    cars, seen = dict(expected.cars), dict(found.cars)
    for car in cars:
        if cars[car] != seen.get(car):
            yield Difference(car not in seen, f"car {car}: {cars[car]} read as {seen.get(car)}")
    boxes, boxes_seen = dict(expected.boxes), dict(found.boxes)
    for car in boxes:
        if boxes[car] != boxes_seen.get(car):
            yield Difference(car not in boxes_seen, f"box {car}: {boxes[car]} read as {boxes_seen.get(car)}")
    for item in found.items:
        if item not in expected.items:
            yield Difference(False, f"not there: {item}")
    for item in expected.items:
        if item not in found.items:
            yield Difference(item.space in found.unseen, f"missed: {item}")
    if expected.gate_open != found.gate_open:
        yield Difference(found.gate_open is None, f"gate open {expected.gate_open} read as {found.gate_open}")
    if expected.tray != found.tray:
        yield Difference(found.tray is None, f"tray {expected.tray} read as {found.tray}")
    thrown, thrown_seen = (Counter((die.car, die.face) for die in look.dice) for look in (expected, found))
    if thrown != thrown_seen:
        missing_only = not thrown_seen - thrown and not found.dice_clear
        yield Difference(missing_only, f"dice {sorted(thrown)} read as {sorted(thrown_seen)}")
    if found.unseen:
        yield Difference(True, f"unseen: {' '.join(sorted(found.unseen))}")


def read_tables(
    count: int, size: tuple[int, int], seed: int, dice: bool = True, small: bool = False
) -> Iterator[TableRead]:
    """Each table with what is wrong in its settled reading; without `dice` none lie on it."""
    shown: tuple[int, Renderer] | None = None
    for number in range(seed, seed + count):
        board = SHIPPED[number // A_CAMERA % len(SHIPPED)]
        kit, _ = _printed(board, small)
        if shown is None or shown[0] != number // A_CAMERA:
            shown = number // A_CAMERA, _renderer(board, number // A_CAMERA, size, small)
        text = _drawn(board, number, dice)
        rng = np.random.default_rng(number)
        scene = settled(kit, shown[1], Tabletop(kit, GAME.layout(text, kit), rng).pieces, rng)
        if scene is None:
            yield TableRead(number, text, (Difference(True, "the table does not come to rest"),), ())
            continue
        reading = GAME.read(scene.scene, kit, text)
        if reading.observation is None:
            yield TableRead(number, text, (Difference(True, "no board"),), reading.problems)
            continue
        found = tuple(differences(GAME.observe(text), reading.observation))
        yield TableRead(number, text, found, reading.problems)


def _drawn(board: str, number: int, dice: bool) -> str:
    """A table by lot in visible notation, with or without thrown dice."""
    text = random_table(board, random.Random(number))
    if dice:
        return text
    bare = GAME.observe(text)
    boxes = tuple((car, replace(box, dice=0)) for car, box in bare.boxes)
    return GAME.observation_notation(replace(bare, dice=(), boxes=boxes))


@cache
def _printed(board: str, small: bool) -> tuple[Manifest, bytes]:
    """The kit with this board, with small markers or not, and its sheets."""
    wish = Wish(boards=(shipped_board(board),), small_markers=small)
    return kits.manifest(GAME.name, wish=wish), kits.pdf(GAME.name, wish=wish)


def _renderer(board: str, camera: int, size: tuple[int, int], small: bool) -> Renderer:
    """A camera over this board, hung by lot, in one light after another."""
    kit, sheets = _printed(board, small)
    start = GAME.start(2, random.Random(1)).replace("board=harbour", f"board={board}")
    empty = GAME.layout(GAME.visible(start), kit)
    light = some_light(camera // len(SHIPPED))
    return Renderer(kit, sheets, race_camera(empty, size, camera, kit), light)


def main() -> None:
    """Reads the tables, prints each that is not read right, and how many there were."""
    parser = options(__doc__.splitlines()[0])
    parser.add_argument("--no-dice", action="store_true")
    chosen = parser.parse_args()
    told(
        read_tables(chosen.tables, size_of(chosen), chosen.seed, not chosen.no_dice, chosen.small_markers), chosen.size
    )


if __name__ == "__main__":
    main()
