"""Tables drawn by lot as a camera sees them: what the tools that read hundreds of them have in common."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from markers.kit import Manifest, PlacedPiece
from markers.prints import other_print
from referee.simulator.look import LOOKS, Look, look
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.scene import Frame, SettledScene
from referee.vision.settle import Settler

FRAMES = 4
"""Pictures of each table, with fresh noise: as many as the referee wants to agree."""
FRAME_NS = 100_000_000


@dataclass(frozen=True)
class Difference:
    """Something read otherwise than it lies: said wrongly, or (`unseen`) left open; `dice` where only dice are."""

    unseen: bool
    words: str
    dice: bool = False


@dataclass(frozen=True)
class TableRead:
    """One table: what lies on it in notation, in what its reading differs, and the problems that the reading names."""

    number: int
    text: str
    found: tuple[Difference, ...]
    problems: tuple[str, ...]

    @property
    def kind(self) -> str:
        """How it was read, in words."""
        return _kind(self.found)

    @property
    def but_for_dice(self) -> str:
        """How all but the dice was read, in words."""
        return _kind([one for one in self.found if not one.dice])


def _kind(found: Sequence[Difference]) -> str:
    if not found:
        return "as they lie"
    return "with something unseen" if all(one.unseen for one in found) else "wrongly"


def settled(
    kit: Manifest,
    renderer: Renderer,
    pieces: Sequence[PlacedPiece],
    rng: np.random.Generator,
    pictures: int = FRAMES,
) -> SettledScene | None:
    """What an eye that sees this table for the first time, its lens guessed, settles on; None when it does not.

    Of a kit with two prints it thinks at first that the other one lies there.
    Of more than four pictures the last settled scene counts, as for the referee.
    """
    eye, settler, last = Eye(other_print(kit) or kit), Settler(FRAMES), None
    for index in range(pictures):
        picture = renderer.render(pieces, (), rng)
        last = settler.feed(eye.look(Frame(picture, index * FRAME_NS, "tables", index))) or last
    return last


def some_light(number: int) -> Look:
    """One of the five places to play at, on another evening: lamp, shadow, softness and noise differ a little."""
    rng = np.random.default_rng([number, 7])
    base = look(sorted(LOOKS)[number % len(LOOKS)])
    lamp = rng.uniform(-150.0, 150.0, 3)
    return replace(
        base,
        lamp_mm=(base.lamp_mm[0] + lamp[0], base.lamp_mm[1] + lamp[1], base.lamp_mm[2] + lamp[2]),
        exposure=base.exposure * rng.uniform(0.9, 1.1),
        blur_px=base.blur_px * rng.uniform(0.8, 1.2),
        noise=base.noise * rng.uniform(0.8, 1.2),
        shadow=base.shadow * rng.uniform(0.8, 1.2),
        seed=number,
    )


def options(words: str) -> argparse.ArgumentParser:
    """The options that all of these tools have."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--size", type=_size, default="1920x1080", help="of the pictures, like 1280x720")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--small-markers", action="store_true", help="the kit is printed with small markers")
    return parser


def size_of(chosen: argparse.Namespace) -> tuple[int, int]:
    """Width and height of the pictures in px."""
    width, height = (int(part) for part in chosen.size.split("x"))
    return width, height


def _size(text: str) -> str:
    if re.fullmatch(r"[1-9]\d*x[1-9]\d*", text) is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no picture size; write it like 1280x720")
    return text


def told(tables: Iterable[TableRead], size: str) -> None:
    """Print each table that is not read as it lies, and how many there were."""
    counts, but_for_dice = Counter[str](), Counter[str]()
    for table in tables:
        counts[table.kind] += 1
        but_for_dice[table.but_for_dice] += 1
        if table.found:
            words = (*(one.words for one in table.found), *(f"problem: {problem}" for problem in table.problems))
            print(f"{table.number} {table.kind}: {'; '.join(words)}\n   {table.text}", flush=True)
    print(f"{counts.total()} tables at {size}: {_counted(counts)}")
    if but_for_dice != counts:
        print(f"but for the dice: {_counted(but_for_dice)}")


def _counted(kinds: Counter[str]) -> str:
    return ", ".join(f"{count} read {kind}" for kind, count in kinds.most_common())
