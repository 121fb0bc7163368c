"""What lies on a printed dot that is hidden: a loose piece whose marker touches a die or another dark thing.

There the border of the marker makes one dark shape with its neighbour, and no quadrangle is found. But a dot that is
hidden, with no piece seen on it, says where to look: squares of the right size, in all turns, are laid around it at the
height of each piece that might lie there, and read like any other quadrangle, with the same care.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from calibration.table_plane import TablePlane
from referee.vision.blocks import BLOCK_PX, Mask
from referee.vision.finder import Finder
from referee.vision.kit_index import Face, KitIndex
from referee.vision.numbers import FEWEST, SURE_MARGIN
from referee.vision.place import place
from referee.vision.scene import Image, MarkerDetection, Sighting
from referee.vision.sight import to_picture

Floats = NDArray[np.float64]

ON_IT_MM = 9.0
"""A piece whose middle is this near to a dot lies on it."""
CENTRED_MM = 0.5
"""Only faces with their marker in the middle are looked for: of others nobody knows which way they lie."""
ASIDE_MM = (-2.5, 0.0, 2.5)
TURNS_DEG = tuple(range(0, 90, 15))
_SQUARE = np.array([(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]) / 2.0


class OnDots:
    """Looks for pieces on hidden dots.

    Parameters
    ----------
    index : the kit.
    finder : reads the proposed squares.
    """

    def __init__(self, index: KitIndex, finder: Finder) -> None:
        self._finder = finder
        self._index = index
        self._faces = [face for face in index.faces.values() if not face.fixed and _centred(face)]
        self.reset()

    def reset(self) -> None:
        """Forget what was tried."""
        self._tried: dict[str, int] = {}
        self._done: tuple[Sequence[Sighting], Sequence[Sighting]] | None = None

    def look(
        self,
        grey: Image,
        plane: TablePlane,
        dots: Sequence[Sighting],
        pieces: Sequence[Sighting],
        stirred: Mask,
    ) -> dict[int, MarkerDetection]:
        """The markers found on hidden dots on which no piece is seen.

        Parameters
        ----------
        dots : what the printed dots show, see `dots.places_seen`.
        pieces : what is seen on the table.
        stirred : blocks of the picture where something changed: what lies there is looked at when it rests.
        """
        if (dots, pieces) == self._done and not stirred.any():
            return {}
        hidden = [dot for dot in dots if dot.side == "covered"]
        self._tried = {dot.piece: self._tried.get(dot.piece, 0) for dot in hidden}
        if not hidden or not self._faces:
            return {}
        found: dict[int, MarkerDetection] = {}
        unexplained = _unexplained(hidden, pieces)
        for dot, moves in zip(unexplained, _stirred(unexplained, plane, stirred), strict=True):
            if moves:
                self._tried[dot.piece] = 0
            elif self._tried[dot.piece] < FEWEST:
                self._tried[dot.piece] += 1
                found.update(self._on(dot, grey, plane, {piece.piece for piece in pieces}))
        self._done = (dots, pieces) if all(self._tried[dot.piece] == FEWEST for dot in unexplained) else None
        return found

    def _on(
        self, dot: Sighting, grey: Image, plane: TablePlane, elsewhere: set[str]
    ) -> Iterator[tuple[int, MarkerDetection]]:
        """The marker of a piece that lies on a dot, by its number; the surest if several can be read."""
        faces = {next(iter(face.corners_mm)): face for face in self._faces if face.piece not in elsewhere}
        if not faces:
            return
        sizes = {(face.height_mm, _side_mm(face)) for face in faces.values()}
        squares = np.concatenate([_squares(dot, height, side) for height, side in sorted(sizes)])
        px = to_picture(plane, squares.reshape(-1, 3)).reshape(-1, 4, 2)
        height_px, width_px = grey.shape
        inside = ((px > 1.0) & (px < np.array([width_px - 2.0, height_px - 2.0]))).all(axis=(1, 2))
        for marker in sorted(self._finder.read_quads(grey, px[inside]).detections, key=lambda m: -m.margin):
            face = faces.get(marker.marker_id) if marker.margin >= SURE_MARGIN else None
            placed = place(face, {marker.marker_id: marker}, plane) if face else None
            if placed is not None and math.dist((placed[0].x_mm, placed[0].y_mm), (dot.x_mm, dot.y_mm)) <= ON_IT_MM:
                yield marker.marker_id, marker
                return


def _centred(face: Face) -> bool:
    """Whether a face has one marker, and that in its middle."""
    quads = list(face.corners_mm.values())
    return len(quads) == 1 and bool(np.abs(quads[0].mean(axis=0)).max() <= CENTRED_MM)


def _side_mm(face: Face) -> float:
    corners = next(iter(face.corners_mm.values()))
    return float(np.linalg.norm(corners[1] - corners[0]))


def _unexplained(dots: Sequence[Sighting], pieces: Sequence[Sighting]) -> list[Sighting]:
    """The dots on which no piece is seen."""
    at = np.array([(dot.x_mm, dot.y_mm) for dot in dots])
    there = np.array([(piece.x_mm, piece.y_mm) for piece in pieces]).reshape(-1, 2)
    near = (np.hypot(*(at[:, None] - there[None]).transpose(2, 0, 1)) <= ON_IT_MM).any(axis=1)
    return [dot for dot, explained in zip(dots, near.tolist(), strict=True) if not explained]


def _stirred(dots: Sequence[Sighting], plane: TablePlane, stirred: Mask) -> list[bool]:
    """Whether something changed in the picture where each dot is."""
    if not dots or not stirred.any():
        return [False] * len(dots)
    blocks = to_picture(plane, np.array([(dot.x_mm, dot.y_mm, 0.0) for dot in dots])) // BLOCK_PX
    rows, columns = stirred.shape
    return [
        bool(0 <= row < rows and 0 <= column < columns and stirred[int(row), int(column)])
        for column, row in blocks.tolist()
    ]


def _squares(dot: Sighting, height_mm: float, side_mm: float) -> Floats:
    """Squares (N, 4, 3) on the table around a dot, clockwise as the camera sees them."""
    found = []
    for turn_deg in TURNS_DEG:
        turn = math.radians(turn_deg)
        rotated = _SQUARE @ np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]]) * side_mm
        for dx in ASIDE_MM:
            for dy in ASIDE_MM:
                flat = rotated + np.array([dot.x_mm + dx, dot.y_mm + dy])
                found.append(np.column_stack([flat, np.full(4, height_mm)]))
    return np.array(found)
