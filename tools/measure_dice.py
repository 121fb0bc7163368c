"""Throw thousands of rendered dice and count how the eye reads them: right, wrong, said to be unsure.

Run by hand: .venv/bin/python tools/measure_dice.py --throws 100
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.simulator.dice_mat import KINDS, DiceMat, Thrown, half_cover, random_dice
from referee.simulator.pip_dice import flat_die, leaning
from referee.vision.pips import faces
from referee.vision.pips.reader import read_dice
from referee.vision.scene import DieSeen, Image

COLOURS = ("white", "black", "red", "blue", "green", "yellow")
SETTINGS = (("living-room", 1.6), ("dusk", 1.6), ("window", 1.6), ("busy", 1.3), ("plain", 1.3), ("living-room", 1.07),
            ("window", 1.07), ("dusk", 1.3))  # fmt: skip
SMALL = (("living-room", 0.62), ("dusk", 0.75), ("window", 0.65), ("busy", 0.7), ("plain", 0.62), ("window", 0.75),
         ("living-room", 0.9), ("dusk", 0.9))  # fmt: skip
"""10 to 12 px a die, a floor of 2 m in 720 lines, and 14 px, one of 1.5 m in 1080 lines."""
LEANS_DEG = (0.0, 5.0, 8.0, 12.0, 15.0, 20.0, 25.0, 30.0, 40.0)
NEAR_MM = 5.0
LEANING_NEAR_MM = 7.0


def measure(throws: int, seed: int, pictures: int, small: bool) -> dict[str, dict[str, int]]:
    """Counts by light and kind of throw."""
    counts: dict[str, Counter[str]] = {}
    for number, (look, px_per_mm) in enumerate(SMALL if small else SETTINGS):
        for throw in range(throws):
            if throw % 10 == 0:
                mat = DiceMat(look, px_per_mm, seed + 1000 * number + throw)
            rng = np.random.default_rng([seed, number, throw])
            kind = KINDS[throw % len(KINDS)]
            thrown, sheet = random_dice(rng, int(rng.integers(1, 7)), kind, COLOURS), None
            if kind == "half covered":
                thrown, sheet = half_cover(rng, thrown)
            image = mean(mat.pictures([die.die for die in thrown], sheet, pictures))
            found = compare(thrown, read_dice(image, mat.plane, mat.area_mm, COLOURS))
            for key in (f"{look} {px_per_mm}", kind, "all"):
                counts.setdefault(key, Counter()).update(found)
    return {key: dict(sorted(count.items())) for key, count in counts.items()}


def mean(pictures: Sequence[Image]) -> Image:
    """What the eye reads of a mat at rest: all its pictures since it changed together."""
    return np.asarray(np.mean(np.stack(pictures), axis=0, dtype=np.float32) + np.float32(0.5), np.uint8)


def measure_leaning(rounds: int, seed: int, pictures: int, small: bool) -> dict[str, dict[str, str]]:
    """By colour (white by few and many pips) and of all, how many of the dice leaning so far have a value, and how many
    of these another one than the face that is up, or another colour.
    """
    read: Counter[tuple[str, float]] = Counter()
    wrong: Counter[tuple[str, float]] = Counter()
    dice: Counter[tuple[str, float]] = Counter()
    for number, (look, px_per_mm) in enumerate(SMALL if small else SETTINGS):
        mat = DiceMat(look, px_per_mm, seed + 1000 * number)
        for turn in range(rounds * len(LEANS_DEG)):
            rng = np.random.default_rng([seed, number, turn])
            lean_deg = LEANS_DEG[turn % len(LEANS_DEG)]
            laid = six_leaning(rng, lean_deg, turn // len(LEANS_DEG))
            image = mean(mat.pictures([one.die for one in laid], None, pictures))
            seen = [die for die in read_dice(image, mat.plane, mat.area_mm, COLOURS) if die.value is not None]
            for one in laid:
                x, y = one.die.middle_mm[:2]
                kind = one.die.colour
                if kind == "white":
                    kind = "white 1 to 3" if (one.face or 0) <= 3 else "white 4 to 6"
                here = [s for s in seen if math.dist((s.x_mm, s.y_mm), (x, y)) < LEANING_NEAR_MM]
                for key in ((kind, lean_deg), ("all", lean_deg)):
                    dice[key] += 1
                    read[key] += bool(here)
                    wrong[key] += any((s.value, s.colour) != (one.face, one.die.colour) for s in here)
    kinds = sorted({kind for kind, _ in dice})
    return {
        kind: {f"{deg:.0f}": f"{read[kind, deg]} of {dice[kind, deg]}, {wrong[kind, deg]} wrong" for deg in LEANS_DEG}
        for kind in kinds
    }


def six_leaning(rng: np.random.Generator, lean_deg: float, first: int) -> list[Thrown]:
    """Six dice apart, one of each colour, leaning as far each in its own direction."""
    pips, offset, rounding, gloss = (
        rng.uniform(*span) for span in ((0.085, 0.115), (0.22, 0.28), (0.06, 0.2), (0, 0.6))
    )
    laid = []
    for number in range(6):
        x, y = np.array([-38.0 + 38.0 * (number % 3), -20.0 + 40.0 * (number // 3)]) + rng.uniform(-4.0, 4.0, 2)
        face = int(rng.integers(1, 7))
        flat = flat_die(COLOURS[(number + first) % 6], face, (float(x), float(y)), float(rng.uniform(0.0, 360.0)))
        die = replace(flat, pip_share=pips, offset_share=offset, round_share=rounding, gloss=gloss)
        laid.append(Thrown(leaning(die, lean_deg, float(rng.uniform(0.0, 360.0))) if lean_deg else die, face))
    return laid


def compare(thrown: Sequence[Thrown], seen: Sequence[DieSeen]) -> Counter[str]:
    """What became of each die of one throw, and what was seen that was not there."""
    count: Counter[str] = Counter()
    left = list(seen)
    for die in thrown:
        x, y = die.die.middle_mm[:2]
        hit = min(left, key=lambda one: math.dist((one.x_mm, one.y_mm), (x, y)), default=None)
        if hit is not None and math.dist((hit.x_mm, hit.y_mm), (x, y)) <= NEAR_MM:
            left.remove(hit)
        else:
            hit = None
        value = None if hit is None else hit.value
        if die.free:
            count["wrong"] += value not in (None, die.face)
        elif die.face is None:
            count["hidden or leaning"] += 1
            count["read though hidden or leaning"] += value is not None
        else:
            count["dice"] += 1
            count["right"] += hit is not None and (value, hit.colour) == (die.face, die.die.colour)
            count["wrong"] += (
                hit is not None and value is not None and (value, hit.colour) != (die.face, die.die.colour)
            )
            count["unsure"] += value is None
            # a die that is not read must leave a doubt somewhere on the mat
            count["missed in silence"] += value is None and not any(one.doubt for one in seen)
    count["invented"] += sum(one.value is not None for one in left)
    return count


def main() -> None:
    """Print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--throws", type=int, default=40, help="throws in each light")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", type=int, default=3, help="pictures of each throw that are read together")
    parser.add_argument("--small", action="store_true", help="dice of 10 to 14 px")
    parser.add_argument("--leaning", type=int, metavar="ROUNDS", help="six dice at every lean instead, in each light")
    parser.add_argument(
        "--lower", type=float, default=0.0, help="so much less is needed to read a die: are wrong ones near?"
    )
    chosen = parser.parse_args()
    faces.NEEDED -= chosen.lower
    if chosen.leaning:
        print(json.dumps(measure_leaning(chosen.leaning, chosen.seed, chosen.pictures, chosen.small), indent=1))
    else:
        print(json.dumps(measure(chosen.throws, chosen.seed, chosen.pictures, chosen.small), indent=1))


if __name__ == "__main__":
    main()
