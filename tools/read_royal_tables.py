"""Reads random Royal Racers tables from rendered pictures and counts those that are not read as they lie.

    .venv/bin/python tools/read_royal_tables.py --tables 500 --size 1280x720

Positions come from random races and are rendered from the printed sheets, by cameras and in lights by lot; the eye sees
each for the first time, its lens guessed. `--pictures` says in how many pictures, noise apart the same: what it settles
on is read. `--off-mm` and `--off-deg` lay the cards more crookedly than people do, `--gap-mm` closer or wider.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from drawn_tables import Difference, TableRead, options, settled, size_of, some_light, told

from markers import kits
from markers.design import USUAL, Wish
from markers.kit import Manifest, PlacedPiece
from referee.games.royal_racers.board import SUITS
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.position import UNSEEN, Observation
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.simulator.tabletop import Tabletop
from referee.vision.scene import Scene

GAME = RoyalRacers()
LONGEST_RACE = 120
A_CAMERA = 10
"""So many tables are looked at through one camera in one light: setting it up takes longer than a picture."""
PICTURES = 10
"""A second of a camera that delivers ten a second: on the last scene that settled meanwhile the referee relies."""
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


def differences(true: Observation, seen: Observation) -> Iterator[Difference]:
    """In what a reading differs from the table; a flag under a pawn need not be seen, nothing else may be missed."""
    for lies, read in zip(true.cards, seen.cards, strict=True):
        if lies != read:
            yield Difference(read == UNSEEN, f"card {lies} read as {read}")
    yield from _pawns(true, seen)
    under = {square for _, square in true.pawns}
    yield from (Difference(False, f"not there: flag {flag}") for flag in seen.flags if flag not in true.flags)
    for flag in true.flags:
        if flag not in seen.flags and flag[1] not in under:
            yield Difference(flag[1] in seen.unseen, f"missed: flag {flag}")
    if seen.unseen - under:
        yield Difference(True, f"unseen: {sorted(seen.unseen - under)}")
    dice = dict(seen.dice)
    for suit, die in true.dice:
        found = dice.get(suit)
        if found is None or found.face != die.face:
            yield Difference(found is None, f"die {suit}: {die} read as {found}")
        elif math.dist((die.x_mm, die.y_mm), (found.x_mm, found.y_mm)) > DIE_MM:
            yield Difference(False, f"die {suit}: {die} seen at {found}")


def _pawns(true: Observation, seen: Observation) -> Iterator[Difference]:
    stands = dict(seen.pawns)
    for suit in SUITS:
        if dict(true.pawns).get(suit) != stands.get(suit):
            yield Difference(
                suit not in stands, f"pawn {suit}: {dict(true.pawns).get(suit)} read as {stands.get(suit)}"
            )


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
    count: int,
    size: tuple[int, int],
    seed: int,
    how: Crooked | None = None,
    pictures: int = PICTURES,
    wish: Wish = USUAL,
) -> Iterator[TableRead]:
    """Each position with what is wrong in its reading, as a known table and as one never seen before."""
    kit, sheets = kits.manifest(GAME.name, wish=wish), kits.pdf(GAME.name, wish=wish)
    for first in range(seed, seed + count, A_CAMERA):
        numbers = range(first, min(first + A_CAMERA, seed + count))
        lots = {number: np.random.default_rng(number) for number in numbers}
        texts = {number: random_position(number) for number in numbers}
        tables = {n: _laid(texts[n], kit, how or Crooked(), lots[n]) for n in numbers}
        every = [piece for pieces in tables.values() for piece in pieces]
        renderer = Renderer(kit, sheets, race_camera(every, size, first), some_light(first // A_CAMERA))
        for n in numbers:
            scene = settled(kit, renderer, tables[n], lots[n], pictures)
            if scene is None:
                yield TableRead(n, texts[n], (Difference(True, "the table does not come to rest"),), ())
            else:
                yield _read(n, texts[n], kit, scene.scene)


def _laid(position: str, kit: Manifest, how: Crooked, rng: np.random.Generator) -> list[PlacedPiece]:
    return laid(Tabletop(kit, GAME.layout(position, kit), rng).pieces, how, rng)


def _read(number: int, position: str, kit: Manifest, scene: Scene) -> TableRead:
    true, found, problems = GAME.observe(position), [], [*scene.problems]
    for expected in (position, None):
        reading = GAME.read(scene, kit, expected)
        problems += reading.problems
        if reading.observation is None:
            found.append(Difference(True, "no board"))
        else:
            found += differences(true, reading.observation)
    wrong = tuple(dict.fromkeys((*found, *(Difference(True, f"problem: {text}") for text in problems))))
    return TableRead(number, position, wrong, ())


def main() -> None:
    """Reads the tables, prints each that is not read right, and how many there were."""
    parser = options(__doc__.splitlines()[0])
    parser.set_defaults(size="1280x720")
    parser.add_argument("--pictures", type=int, default=PICTURES)
    parser.add_argument("--off-mm", type=float, default=0.0)
    parser.add_argument("--off-deg", type=float, default=0.0)
    parser.add_argument("--gap-mm", type=float, default=USUAL_GAP_MM)
    chosen = parser.parse_args()
    how = Crooked(chosen.off_mm, chosen.off_deg, chosen.gap_mm)
    wish = Wish(small_markers=chosen.small_markers)
    told(read_tables(chosen.tables, size_of(chosen), chosen.seed, how, chosen.pictures, wish), chosen.size)


if __name__ == "__main__":
    main()
