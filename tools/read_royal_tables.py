"""Reads random Royal Racers tables from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_royal_tables.py --tables 500 --size 1280x720

Positions come from random races and are rendered from the printed sheets under changing light; the eye sees each for
the first time. `--off-mm` and `--off-deg` lay the cards more crookedly than people do, `--gap-mm` closer or wider.
"""

from __future__ import annotations

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from markers import kits
from markers.kit import Manifest, PlacedPiece
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.observation import Observation
from referee.simulator.look import LOOKS, look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Scene

GAME = RoyalRacers()
LONGEST_RACE = 120
A_CAMERA = 20
"""So many tables are looked at through one camera in one light: setting it up takes longer than a picture."""
CARD_MM = (63.0, 88.0)
USUAL_GAP_MM = 4.0
DIE_MM = 10.0
"""A die lies by lot a little off the place that the position tells, and its height is seen through a guessed lens."""


@dataclass(frozen=True)
class Crooked:
    """How the cards lie: up to `off_mm` beside their places and `off_deg` askew, with gaps of `gap_mm` between them."""

    off_mm: float = 0.0
    off_deg: float = 0.0
    gap_mm: float = USUAL_GAP_MM


def differences(true: Observation, seen: Observation) -> Iterator[str]:
    """In what a reading differs from the table; a flag under a pawn need not be seen, nothing else may be missed."""
    if seen.cards != true.cards:
        yield f"cards {[pair for pair in zip(true.cards, seen.cards, strict=True) if pair[0] != pair[1]]}"
    if seen.pawns != true.pawns or seen.missing:
        yield f"pawns {true.pawns} read as {seen.pawns}"
    under = {square for _, square in true.pawns}
    yield from (f"not there: flag {flag}" for flag in seen.flags if flag not in true.flags)
    yield from (f"missed: flag {flag}" for flag in true.flags if flag not in seen.flags and flag[1] not in under)
    if seen.unseen - under:
        yield f"unseen: {sorted(seen.unseen - under)}"
    dice = dict(seen.dice)
    for suit, die in true.dice:
        found = dice.get(suit)
        if found is None or found.face != die.face:
            yield f"die {suit}: {die} read as {found}"
        elif math.dist((die.x_mm, die.y_mm), (found.x_mm, found.y_mm)) > DIE_MM:
            yield f"die {suit}: {die} seen at {found}"


def random_position(number: int) -> str:
    """A position of a random race."""
    dice = random.Random(number)
    position = GAME.start(2 + number % 3, dice)
    for _ in range(dice.randrange(LONGEST_RACE)):
        if GAME.over(position) is not None:
            break
        position = GAME.play(position, dice, None).after
    return position


def laid(pieces: Sequence[PlacedPiece], how: Crooked, rng: np.random.Generator) -> list[PlacedPiece]:
    """The pieces with the cards as crooked as asked for; what stands on a card goes along with the gaps only."""
    wide = [(size + how.gap_mm) / (size + USUAL_GAP_MM) for size in CARD_MM]
    out = []
    for piece in pieces:
        if piece.piece.startswith("die:"):
            edge = 3 * (CARD_MM[0] + USUAL_GAP_MM)
            out.append(replace(piece, x_mm=piece.x_mm + edge * (wide[0] - 1.0)))
            continue
        there = replace(piece, x_mm=piece.x_mm * wide[0], y_mm=piece.y_mm * wide[1])
        if piece.piece.startswith("card:"):
            dx, dy = rng.uniform(-how.off_mm, how.off_mm, 2)
            turn = float(rng.uniform(-how.off_deg, how.off_deg))
            there = replace(there, x_mm=there.x_mm + dx, y_mm=there.y_mm + dy, angle_deg=there.angle_deg + turn)
        out.append(there)
    return out


def read_tables(
    count: int, size: tuple[int, int], seed: int, how: Crooked | None = None
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each position with what is wrong in its reading, as a known table and as one never seen before."""
    kit, sheets = kits.manifest(GAME.name), kits.pdf(GAME.name)
    renderer: Renderer | None = None
    for number in range(seed, seed + count):
        position = random_position(number)
        rng = np.random.default_rng(number)
        pieces = laid(Tabletop(kit, GAME.layout(position, kit), rng).pieces, how or Crooked(), rng)
        if renderer is None or (number - seed) % A_CAMERA == 0:
            light = sorted(LOOKS)[number // A_CAMERA % len(LOOKS)]
            renderer = Renderer(kit, sheets, race_camera(pieces, size, number), look(light))
        picture = renderer.render(pieces, (), rng)
        scene = Eye(kit).look(Frame(picture, 0, "tables", 0))
        yield position, (*scene.problems, *_wrong(position, kit, scene))


def _wrong(position: str, kit: Manifest, scene: Scene) -> Iterator[str]:
    true = GAME.observe(position)
    for expected in (position, None):
        reading = GAME.read(scene, kit, expected)
        yield from reading.problems
        if reading.observation is None:
            yield "no board"
        else:
            yield from differences(true, reading.observation)


def main() -> None:
    """Reads the tables, prints each that is not read right, and how many there were."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--size", default="1280x720")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--off-mm", type=float, default=0.0)
    options.add_argument("--off-deg", type=float, default=0.0)
    options.add_argument("--gap-mm", type=float, default=USUAL_GAP_MM)
    chosen = options.parse_args()
    width, height = (int(part) for part in chosen.size.split("x"))
    how = Crooked(chosen.off_mm, chosen.off_deg, chosen.gap_mm)
    bad = 0
    for number, (position, wrong) in enumerate(read_tables(chosen.tables, (width, height), chosen.seed, how)):
        if wrong:
            bad += 1
            print(f"{chosen.seed + number}: {'; '.join(wrong)}\n   {position}", flush=True)
    print(f"{chosen.tables} tables at {chosen.size}: {chosen.tables - bad} read as they lie, {bad} not")


if __name__ == "__main__":
    main()
