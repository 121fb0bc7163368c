"""Reads random nestorgames GP tables from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_gp_tables.py --tables 500 --size 1920x1080

Tables are drawn by lot (referee/games/nestorgames_gp/shuffle.py) on every shipped board, laid as people lay things and
rendered from the printed sheets under changing light; the eye sees each for the first time.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

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
from referee.vision.settle import Settler

GAME = NestorgamesGP()
FRAMES = 4


@dataclass(frozen=True)
class Difference:
    """Something read otherwise than it lies: said wrongly, or (`unseen`) left open."""

    unseen: bool
    words: str


def differences(expected: Observation, found: Observation) -> Iterator[Difference]:
    """In what a reading differs from the table; a piece under a car need not be seen."""
    cars, seen = dict(expected.cars), dict(found.cars)
    for car in cars:
        if cars[car] != seen.get(car):
            yield Difference(car not in seen, f"car {car}: {cars[car]} read as {seen.get(car)}")
    boxes, boxes_seen = dict(expected.boxes), dict(found.boxes)
    for car in boxes:
        if boxes[car] != boxes_seen.get(car):
            yield Difference(car not in boxes_seen, f"box {car}: {boxes[car]} read as {boxes_seen.get(car)}")
    under = {stand.space for stand in cars.values()}
    for item in found.items:
        if item not in expected.items:
            yield Difference(False, f"not there: {item}")
    for item in expected.items:
        if item not in found.items and item.space not in under:
            yield Difference(item.space in found.unseen, f"missed: {item}")
    if expected.gate_open != found.gate_open:
        yield Difference(found.gate_open is None, f"gate open {expected.gate_open} read as {found.gate_open}")
    if expected.tray != found.tray:
        yield Difference(found.tray is None, f"tray {expected.tray} read as {found.tray}")
    thrown, thrown_seen = (Counter((die.car, die.face) for die in look.dice) for look in (expected, found))
    if thrown != thrown_seen:
        missing_only = not thrown_seen - thrown and not found.dice_clear
        yield Difference(missing_only, f"dice {sorted(thrown)} read as {sorted(thrown_seen)}")
    if found.unseen - under:
        yield Difference(True, f"unseen: {' '.join(sorted(found.unseen - under))}")


def read_tables(
    count: int, size: tuple[int, int], seed: int, dice: bool = True
) -> Iterator[tuple[str, tuple[Difference, ...], tuple[str, ...]]]:
    """Each table with what is wrong in its reading and the reading's problems; without `dice` none lie on it."""
    for number in range(seed, seed + count):
        board = SHIPPED[number // 8 % len(SHIPPED)]
        light = sorted(LOOKS)[number // 24 % len(LOOKS)]
        kit = kits.manifest(GAME.name, wish=Wish(boards=(shipped_board(board),)))
        text = random_table(board, random.Random(number))
        if not dice:
            bare = GAME.observe(text)
            boxes = tuple((car, replace(box, dice=0)) for car, box in bare.boxes)
            text = GAME.observation_notation(replace(bare, dice=(), boxes=boxes))
        rng = np.random.default_rng(number)
        pieces = Tabletop(kit, GAME.layout(text, kit), rng).pieces
        renderer, eye, settler = _renderer(board, light, size), Eye(kit), Settler(FRAMES)
        settled = None
        for index in range(FRAMES):
            picture = renderer.render(pieces, (), rng)
            settled = settler.feed(eye.look(Frame(picture, index * 100_000_000, "tables", index)))
        if settled is None:
            yield text, (Difference(True, "the table does not come to rest"),), ()
            continue
        reading = GAME.read(settled.scene, kit, text)
        if reading.observation is None:
            yield text, (Difference(True, "no board"),), reading.problems
            continue
        yield text, tuple(differences(GAME.observe(text), reading.observation)), reading.problems


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
    counts = Counter[str]()
    tables = read_tables(chosen.tables, (width, height), chosen.seed, not chosen.no_dice)
    for number, (text, found, problems) in enumerate(tables, chosen.seed):
        kind = (
            "as they lie" if not found else "with something unseen" if all(one.unseen for one in found) else "wrongly"
        )
        counts[kind] += 1
        if found:
            words = (*(one.words for one in found), *(f"problem: {problem}" for problem in problems))
            print(f"{number} {kind}: {'; '.join(words)}\n   {text}", flush=True)
    print(
        f"{chosen.tables} tables at {chosen.size}: {', '.join(f'{n} read {kind}' for kind, n in counts.most_common())}"
    )


if __name__ == "__main__":
    main()
