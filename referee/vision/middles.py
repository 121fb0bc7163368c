"""Whether the middle of a loose piece is bare that has its markers around it, as a road tile under a toy car has.

Such a piece is read though something stands on it whose own marker is not. So its paper is looked at as well, between
its middle and its markers: bare it is as white as their margins, or printed in a light grey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.kit_index import Face, KitIndex
from referee.vision.place import on_table
from referee.vision.sampling import CELLS, RIM, brightness, homographies, warp
from referee.vision.scene import Frame, MarkerDetection, Point, Sighting
from referee.vision.sight import to_picture

Floats = NDArray[np.float64]

OUT = (0.25, 0.33, 0.42)
"""So far from the middle to a marker it is looked, as shares of the way, ..."""
ASIDE_MM = (-9.0, -3.0, 3.0, 9.0)
"""... and so far to the sides of that way: a toy car on it is 60 mm long, those beside it reach nearly as far."""
LIGHT, LIGHTEST = 0.6, 1.3
"""Paper, printed in 80 % grey at the darkest, is so light beside a marker's margin, in a light shadow too."""
COLOURLESS = 0.25
"""And its colours differ by less, as shares of the margin's."""
ALL_BUT = 0.85
"""So much of it must look like paper."""


class Middles:
    """Looks at the middles of the pieces that have several markers and may be moved."""

    def __init__(self, index: KitIndex) -> None:
        self._faces = {key: face for key, face in index.faces.items() if not face.fixed and len(face.corners_mm) > 1}
        self._places = {key: _between(face) for key, face in self._faces.items()}
        self._told: dict[Sighting, bool] = {}

    def look(
        self,
        frame: Frame,
        plane: TablePlane,
        seen: Sequence[Sighting],
        known: Mapping[int, MarkerDetection],
        changed: bool,
    ) -> tuple[tuple[Point, ...], tuple[Point, ...]]:
        """The table points of middles that are bare, and of those on which something may stand.

        Parameters
        ----------
        seen : the pieces seen.
        known : the markers seen, by number.
        changed : whether anything in the picture did since the last one.
        """
        asked = [one for one in seen if (one.piece, one.side) in self._faces]
        before = {} if changed else self._told
        self._told = {one: before[one] if one in before else self._is_bare(frame, plane, one, known) for one in asked}
        bare, hidden = (
            tuple((one.x_mm, one.y_mm) for one, is_bare in self._told.items() if is_bare is wanted)
            for wanted in (True, False)
        )
        return bare, hidden

    def _is_bare(
        self, frame: Frame, plane: TablePlane, sighting: Sighting, known: Mapping[int, MarkerDetection]
    ) -> bool:
        key, image = (sighting.piece, sighting.side), frame.colour
        face = self._faces[key]
        markers = np.array([known[n].corners_px for n in face.corners_mm if n in known])
        margin = warp(homographies(markers), _MARGIN)
        paper = to_picture(plane, on_table(face, sighting, self._places[key]))
        every = np.concatenate([margin.reshape(-1, 2), paper])
        corner = np.clip(np.floor(every.min(axis=0)), 0, (image.shape[1] - 2, image.shape[0] - 2)).astype(int)
        part = image[corner[1] : int(every[:, 1].max()) + 2, corner[0] : int(every[:, 0].max()) + 2]
        light = []
        for colour in part.reshape(*part.shape[:2], -1).transpose(2, 0, 1):
            white = float(np.median(brightness(colour, margin - corner)))
            light.append(brightness(colour, paper[None] - corner)[0] / max(white, 1.0))
        least, most = np.min(light, axis=0), np.max(light, axis=0)
        like = (least > LIGHT) & (most < LIGHTEST) & (most - least < COLOURLESS)
        return bool(like.mean() >= ALL_BUT)


def _between(face: Face) -> Floats:
    """Places (N, 2) on a face between its middle and its markers."""
    places = []
    for corners in face.corners_mm.values():
        out = corners.mean(axis=0)
        across = np.array([-out[1], out[0]]) / np.hypot(*out)
        places += [share * out + aside * across for share in OUT for aside in ASIDE_MM]
    return np.array(places)


def _margin() -> Floats:
    """Five places along each side of the unit square, in a marker's white margin."""
    along, out = 0.1 + 0.2 * np.arange(5), RIM / CELLS
    rows = [np.column_stack([along, np.full(5, off)]) for off in (-out, 1.0 + out)]
    return np.concatenate([*rows, *(row[:, ::-1] for row in rows)])


_MARGIN = _margin()
