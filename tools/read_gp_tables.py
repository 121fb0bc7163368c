"""Reads random nestorgames GP tables from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_gp_tables.py --tables 500 --size 1920x1080

Tables are drawn by lot (referee/games/nestorgames_gp/shuffle.py) on every shipped board, laid as people lay things and
rendered from the printed sheets under changing light; the eye sees each for the first time.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from markers import kits
from markers.design import Wish
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.observation import Observation
from referee.games.nestorgames_gp.shuffle import random_table
from referee.simulator.look import LOOKS, look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.eye import Eye
from referee.vision.scene import Frame

GAME = NestorgamesGP()


def differences(expected: Observation, found: Observation) -> Iterator[str]:
    """In what a reading differs from the table; a piece under a car need not be seen, nothing else may be missed."""
    cars, seen = dict(expected.cars), dict(found.cars)
    yield from (f"car {car}: {cars[car]} read as {seen.get(car)}" for car in cars if cars[car] != seen.get(car))
    boxes, boxes_seen = dict(expected.boxes), dict(found.boxes)
    yield from (
        f"box {car}: {boxes[car]} read as {boxes_seen.get(car)}" for car in boxes if boxes[car] != boxes_seen.get(car)
    )
    under = {stand.space for stand in cars.values()}
    yield from (f"not there: {item}" for item in found.items if item not in expected.items)
    yield from (f"missed: {item}" for item in expected.items if item not in found.items and item.space not in under)
    if expected.gate_open != found.gate_open:
        yield f"gate open {expected.gate_open} read as {found.gate_open}"
    if expected.tray != found.tray and (expected.tray is None or expected.tray.space not in under):
        yield f"tray {expected.tray} read as {found.tray}"
    thrown, thrown_seen = ([(die.car, die.face) for die in look.dice] for look in (expected, found))
    if sorted(thrown) != sorted(thrown_seen):
        yield f"dice {sorted(thrown)} read as {sorted(thrown_seen)}{'' if found.dice_clear else ', not all seen'}"
    if found.unseen - under:
        yield f"unseen: {' '.join(sorted(found.unseen - under))}"


def read_tables(
    count: int, size: tuple[int, int], seed: int, dice: bool = True
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each table with what is wrong in its reading; without `dice` none lie on it."""
    for number in range(seed, seed + count):
        chance = random.Random(number)
        board = SHIPPED[number // 8 % len(SHIPPED)]
        light = sorted(LOOKS)[number // 24 % len(LOOKS)]
        wish = Wish(boards=(shipped_board(board),))
        kit = kits.manifest(GAME.name, wish=wish)
        text = random_table(board, chance)
        if not dice:
            bare = GAME.observe(text)
            boxes = tuple((car, replace(box, dice=0)) for car, box in bare.boxes)
            text = GAME.observation_notation(replace(bare, dice=(), boxes=boxes))
        pieces = GAME.layout(text, kit)
        renderer = _renderer(board, light, size)
        rng = np.random.default_rng(number)
        picture = renderer.render(Tabletop(kit, pieces, rng).pieces, (), rng)
        scene = Eye(kit).look(Frame(picture, 0, "tables", 0))
        reading = GAME.read(scene, kit, text)
        wrong = [*differences(GAME.observe(text), reading.observation)] if reading.observation else ["no board"]
        yield text, (*wrong, *(f"problem: {problem}" for problem in reading.problems))


_RENDERERS: dict[tuple[str, str, tuple[int, int]], Renderer] = {}


def _renderer(board: str, light: str, size: tuple[int, int]) -> Renderer:
    """One renderer a board and light: setting it up takes longer than a picture."""
    key = (board, light, size)
    if key not in _RENDERERS:
        _RENDERERS.clear()
        wish = Wish(boards=(shipped_board(board),))
        kit, sheets = kits.manifest(GAME.name, wish=wish), kits.pdf(GAME.name, wish=wish)
        empty = GAME.layout(
            GAME.visible(GAME.start(2, random.Random(1)).replace("board=harbour", f"board={board}")), kit
        )
        _RENDERERS[key] = Renderer(kit, sheets, race_camera(empty, size, len(board), kit), look(light))
    return _RENDERERS[key]


def main() -> None:
    """Reads the tables, prints each that is not read right, and how many there were."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--size", default="1920x1080")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--no-dice", action="store_true")
    chosen = options.parse_args()
    width, height = (int(part) for part in chosen.size.split("x"))
    bad = 0
    for number, (text, wrong) in enumerate(
        read_tables(chosen.tables, (width, height), chosen.seed, not chosen.no_dice)
    ):
        if wrong:
            bad += 1
            print(f"{chosen.seed + number}: {'; '.join(wrong)}\n   {text}", flush=True)
    print(f"{chosen.tables} tables at {chosen.size}: {chosen.tables - bad} read as they lie, {bad} not")


if __name__ == "__main__":
    main()
