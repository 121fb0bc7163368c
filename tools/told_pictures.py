"""Reads single pictures whose truth lies beside them: pieces, dice, places, and whether the error promised holds.

    .venv/bin/python tools/told_pictures.py FOLDER [--game GAME]

Below the folder lies `GAME/NAME.jpg` with `NAME.truth.json`: `placed` tells every piece as it lies (mm, degrees). Each
picture is read by itself, the lens guessed, and laid onto the truth by its still pieces.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from markers import kits
from referee.cli.common import usual_wish
from referee.devices.stills import Stills
from referee.vision.eye import Eye
from referee.vision.kit_index import KitIndex
from referee.vision.scene import Scene, Sighting


def told(name: str, scene: Scene, truth: Mapping[str, Any], index: KitIndex) -> tuple[int, ...]:
    """Print what one picture shows; pieces seen, unseen, read as something else, within the promise, dice unread."""
    seen = {s.piece: s for s in scene.sightings if not s.remembered and s.piece in truth}
    wrong = sorted(f"{s.piece}/{s.side}" for s in seen.values() if s.side != truth[s.piece]["side"])
    wrong += sorted(s.piece for s in scene.sightings if s.piece not in truth)
    unseen = sorted(truth.keys() - seen.keys())
    here, there = (np.array([place(one) for one in both]) for both in (seen.values(), (truth[name] for name in seen)))
    still = np.array(
        [index.faces[s.piece, s.side].fixed if (s.piece, s.side) in index.faces else False for s in seen.values()]
    )
    turn = np.vdot(here[still] - here[still].mean(), there[still] - there[still].mean())
    off = np.abs((here - here[still].mean()) * turn / abs(turn) + there[still].mean() - there)
    promised = scene.quality.expected_error_mm
    unread = [die.doubt for die in scene.dice if die.value is None]
    within = int((off <= promised).sum())
    print(
        f"{name:32} {len(seen)} of {len(truth)} pieces, off {np.median(off):.1f} mm, worst {off.max():.1f} "
        f"({list(seen)[int(off.argmax())]}), promised {promised:.1f}, {within} within"
        + "".join(
            f"; {word}: {', '.join(those)}"
            for word, those in (("unseen", unseen), ("WRONG", wrong), ("dice", unread))
            if those
        ),
        flush=True,
    )
    return len(seen), len(unseen), len(wrong), within, len(unread)


def place(one: Sighting | Mapping[str, Any]) -> complex:
    """Where a piece lies, x + iy mm."""
    return complex(one["x_mm"], one["y_mm"]) if isinstance(one, Mapping) else complex(one.x_mm, one.y_mm)


def main() -> None:
    """Read all of them and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="*", help="Of this game alone.")
    wished = parser.parse_args()
    sums = np.zeros(5, dtype=np.int64)
    for path in sorted(wished.folder.glob(f"{wished.game}/*.truth.json")):
        manifest = kits.manifest(path.parent.name, wish=usual_wish(path.parent.name))
        truth = {one["piece"]: one for one in json.loads(path.read_text(encoding="utf-8"))["placed"]}
        eye = Eye(manifest)
        scene = eye.look(next(Stills(path.with_name(path.name.replace(".truth.json", ".jpg"))).frames()), still=True)
        sums += told(f"{path.parent.name}/{path.name.partition('.')[0]}", scene, truth, eye.index)
    words = ("pieces seen", "unseen", "wrong", "within the promise", "dice without a number")
    print(", ".join(f"{word} {count}" for word, count in zip(words, sums.tolist(), strict=True)))


if __name__ == "__main__":
    main()
