"""Reads single pictures whose truth lies beside them: pieces, dice, places, and whether the error promised holds.

    .venv/bin/python tools/told_pictures.py FOLDER [--game GAME]

Below the folder lies `GAME/NAME.jpg` with `NAME.truth.json`: `placed` tells every piece as it lies (mm, degrees). Each
picture is read by itself, the lens guessed, and laid onto the truth by its still pieces.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from markers import kits
from referee.cli.common import usual_wish
from referee.devices.stills import Stills
from referee.vision.eye import Eye
from referee.vision.kit_index import KitIndex
from referee.vision.pips import faces
from referee.vision.scene import Scene

Counts = tuple[int, int, int, int, int]


def told(
    name: str, scene: Scene, truth: Sequence[Mapping[str, Any]], index: KitIndex, promises_mm: Mapping[Any, float]
) -> tuple[Counts, list[tuple[float, float]]]:
    """Print what one picture shows; pieces seen, unseen, read as something else, within the promise, dice unread.

    And each piece's error with what was promised for it, mm.
    """
    shown = [s for s in scene.sightings if not s.remembered and not s.piece.startswith("dot:")]
    fixed = [s for s in shown if (s.piece, s.side) in index.faces and index.faces[s.piece, s.side].fixed]
    pairs = [(s, one) for s in fixed for one in truth if one["piece"] == s.piece]
    here = np.array([complex(s.x_mm, s.y_mm) for s, _ in pairs])
    there = np.array([complex(one["x_mm"], one["y_mm"]) for _, one in pairs])
    turn = np.vdot(here - here.mean(), there - there.mean())
    found, wrong, off, promised = set(), [], {}, {}
    for s in shown:
        at = (complex(s.x_mm, s.y_mm) - here.mean()) * turn / abs(turn) + there.mean()
        like = [one for one in truth if one["piece"] == s.piece or alike(one["piece"]) == alike(s.piece)]
        nearest = min(like, key=lambda one: abs(complex(one["x_mm"], one["y_mm"]) - at), default=None)
        if nearest is None or nearest["side"] != s.side or nearest["piece"] in found:
            wrong.append(f"{s.piece}/{s.side}")
        else:
            found.add(nearest["piece"])
            off[s.piece] = abs(complex(nearest["x_mm"], nearest["y_mm"]) - at)
            promised[s.piece] = promises_mm[s.piece, s.side]
    unseen = sorted({one["piece"] for one in truth} - found)
    unread = [die.doubt for die in scene.dice if die.value is None]
    within, worst = sum(mm <= promised[piece] for piece, mm in off.items()), max(off, key=lambda piece: off[piece])
    print(
        f"{name:32} {len(found)} of {len(truth)} pieces, off {np.median([*off.values()]):.1f} mm, "
        f"worst {off[worst]:.1f} ({worst}), promised {np.median([*promised.values()]):.1f} to "
        f"{scene.quality.expected_error_mm:.1f}, {within} within",
        *(
            f"{word}: {', '.join(those)}"
            for word, those in (("unseen", unseen), ("WRONG", wrong), ("dice", unread))
            if those
        ),
        *scene.problems,
        sep="; ",
        flush=True,
    )
    counts = len(found), len(unseen), len(wrong), within, len(unread)
    return counts, [(mm, promised[piece]) for piece, mm in off.items()]


def alike(piece: str) -> str:
    """A die's colour: which of those in one colour is which nobody can see. Any other piece is itself."""
    return piece.rstrip("123456789") if piece.startswith("die:") else piece


def main() -> None:
    """Read all of them and count."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--game", default="*", help="Of this game alone.")
    parser.add_argument(
        "--lower", type=float, default=0.0, help="so much less is needed to read a die: are wrong ones near?"
    )
    wished = parser.parse_args()
    faces.NEEDED -= wished.lower
    sums = np.zeros(5, dtype=np.int64)
    errors: list[tuple[float, float]] = []
    for path in sorted(wished.folder.glob(f"{wished.game}/*.truth.json")):
        manifest = kits.manifest(path.parent.name, wish=usual_wish(path.parent.name))
        truth = json.loads(path.read_text(encoding="utf-8"))["placed"]
        eye = Eye(manifest)
        scene = eye.look(next(Stills(path.with_name(path.name.replace(".truth.json", ".jpg"))).frames()), still=True)
        assert eye.newest is not None
        name = f"{path.parent.name}/{path.name.partition('.')[0]}"
        counts, off = told(name, scene, truth, eye.index, eye.newest.errors_mm)
        sums, errors = sums + counts, errors + off
    words = ("pieces seen", "unseen", "wrong", "within the promise", "dice without a number")
    print(", ".join(f"{word} {count}" for word, count in zip(words, sums.tolist(), strict=True)))
    off_mm, promised_mm = np.median(np.array(errors), axis=0)
    print(f"median error {off_mm:.2f} mm, median promise {promised_mm:.2f} mm")


if __name__ == "__main__":
    main()
