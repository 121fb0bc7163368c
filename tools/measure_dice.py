"""Throw thousands of rendered dice and count how the eye reads them: right, wrong, said to be unsure.

Run by hand: .venv/bin/python tools/measure_dice.py --throws 100
"""

from __future__ import annotations

import argparse
import json
import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from referee.simulator.dice_mat import KINDS, DiceMat, Thrown, half_cover, random_dice
from referee.vision.pips.reader import read_dice
from referee.vision.scene import DieSeen

COLOURS = ("white", "black", "red", "blue", "green", "yellow")
SETTINGS = (("living-room", 1.6), ("dusk", 1.6), ("window", 1.6), ("busy", 1.3), ("plain", 1.3), ("living-room", 1.07),
            ("window", 1.07), ("dusk", 1.3))  # fmt: skip
NEAR_MM = 5.0


def measure(throws: int, seed: int) -> dict[str, dict[str, int]]:
    """Counts by light and kind of throw."""
    counts: dict[str, Counter[str]] = {}
    for number, (look, px_per_mm) in enumerate(SETTINGS):
        for throw in range(throws):
            if throw % 10 == 0:
                mat = DiceMat(look, px_per_mm, seed + 1000 * number + throw)
            rng = np.random.default_rng([seed, number, throw])
            kind = KINDS[throw % len(KINDS)]
            thrown, sheet = random_dice(rng, int(rng.integers(1, 7)), kind, COLOURS), None
            if kind == "half covered":
                thrown, sheet = half_cover(rng, thrown)
            image = mat.picture([die.die for die in thrown], sheet)
            found = compare(thrown, read_dice(image, mat.plane, mat.area_mm, COLOURS))
            for key in (f"{look} {px_per_mm}", kind, "all"):
                counts.setdefault(key, Counter()).update(found)
    return {key: dict(sorted(count.items())) for key, count in counts.items()}


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
    chosen = parser.parse_args()
    print(json.dumps(measure(chosen.throws, chosen.seed), indent=1))


if __name__ == "__main__":
    main()
