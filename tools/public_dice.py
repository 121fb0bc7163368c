"""How photographs of dice that nobody here took are read, shrunk to the sizes that a table camera sees them in.

Run by hand: .venv/bin/python tools/public_dice.py dice.jsonl
The list has a line a photograph, its path beside the list's: {"picture": "four.jpg", "edge_px": 385, "shows": [4]}
where `edge_px` is how long an edge of the upper faces is in it. The camera is taken to hang straight above.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np

from calibration.camera_model import CameraModel
from calibration.table_plane import TablePlane
from referee.vision.pips.reader import read_dice
from referee.vision.scene import DieSeen, Image

COLOURS = ("white", "black", "red", "blue", "green", "yellow")
EDGE_MM = 16.0
IN_VIEW = 0.93
"""So much of the picture, each way, is taken for the mat."""


def read(image: Image, edge_px: float) -> tuple[DieSeen, ...]:
    """The dice of a picture (H, W, 3) taken from straight above, whose upper faces have edges of so many px."""
    height, width = image.shape[:2]
    focal_px, px_per_mm = float(max(height, width)), edge_px / EDGE_MM
    matrix = np.array([[focal_px, 0.0, (width - 1) / 2], [0.0, focal_px, (height - 1) / 2], [0.0, 0.0, 1.0]])
    lens = CameraModel(width, height, matrix, np.zeros(5), origin="straight above")
    plane = TablePlane(lens, np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, focal_px / px_per_mm + EDGE_MM]))
    x, y = IN_VIEW * width / 2 / px_per_mm, IN_VIEW * height / 2 / px_per_mm
    return read_dice(image, plane, ((-x, -y), (x, -y), (x, y), (-x, y)), COLOURS, EDGE_MM)


def main() -> None:
    """Print what was read of each photograph, then the counts by size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("list", type=Path)
    parser.add_argument("--sizes", default="30,22,16", help="edges of the dice in px, as 30,22,16")
    chosen = parser.parse_args()
    photographs = [json.loads(line) for line in chosen.list.read_text(encoding="utf-8").splitlines() if line]
    for size_px in map(float, chosen.sizes.split(",")):
        count: Counter[str] = Counter()
        for one in photographs:
            whole = cv2.imread(str(chosen.list.parent / one["picture"]))
            if whole is None:
                raise SystemExit(f"{one['picture']} is no picture that can be read")
            scale = size_px / one["edge_px"]
            seen = read(np.asarray(cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)), size_px)
            values = Counter(die.value for die in seen if die.value is not None)
            right = (values & Counter(one["shows"])).total()
            count.update(dice=len(one["shows"]), right=right, wrong=values.total() - right)
            print(
                f"{one['picture']} at {size_px:g} px: shows {one['shows']},", *(die.value or die.doubt for die in seen)
            )
        print(json.dumps({"edge_px": size_px, **count}))


if __name__ == "__main__":
    main()
