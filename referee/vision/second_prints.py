"""What is said about second and mirrored prints on the table: which piece, and where in the picture."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import numpy as np

from calibration.table_plane import TablePlane
from referee.vision.kit_index import KitIndex
from referee.vision.place import lies_flat
from referee.vision.scene import MarkerDetection

PLACES = (
    ("at the upper left of the picture", "at the top of the picture", "at the upper right of the picture"),
    ("at the left of the picture", "in the middle of the picture", "at the right of the picture"),
    ("at the lower left of the picture", "at the bottom of the picture", "at the lower right of the picture"),
)

MOST_NAMED = 3
MORE = "There are more second prints on the table: take them all away."


def second_prints(
    copies: Iterable[MarkerDetection],
    twins: Container[int],
    seen: Container[int],
    index: KitIndex,
    shape: tuple[int, ...],
    plane: TablePlane | None,
) -> list[str]:
    """A sentence for each second print of a piece; of a whole second set only some are named.

    What is left of a half covered marker may look like another number; it does not look square on the table.

    Parameters
    ----------
    copies : markers of second prints.
    twins : the numbers none of whose prints counts.
    seen : the numbers that count as the pieces themselves in this picture.
    shape : of the picture, (H, W).
    plane : the table, None when it is not known yet.
    """
    flat = [copy for copy in copies if _lies_flat(copy, index, plane)]
    said: dict[tuple[str, str, str], str] = {}
    for copy in sorted(flat, key=lambda copy: copy.marker_id):
        number, face, where = copy.marker_id, index.face_of[copy.marker_id], _where(copy, shape)
        if number in twins and number not in seen:
            elsewhere = [_where(other, shape) for other in flat if other.marker_id == number and other is not copy]
            if elsewhere:
                said.setdefault(
                    (face.piece, face.side, ""), _neither(number, face.piece, face.side, where, elsewhere[0])
                )
                continue
        told = _both if number in seen else _alone
        said.setdefault((face.piece, face.side, where), told(number, face.piece, face.side, where))
    sentences = list(said.values())
    return sentences if len(sentences) <= MOST_NAMED else [*sentences[:MOST_NAMED], MORE]


def mirrored_sheet(mirrored: Sequence[MarkerDetection], shape: tuple[int, ...]) -> str:
    """What is said of markers that are read only in the mirror, in a picture (H, W)."""
    middle = MarkerDetection(-1, np.mean([marker.corners_px for marker in mirrored], axis=0), 0.0)
    return (
        f"What lies {_where(middle, shape)} seems to be printed in the mirror, so it counts for nothing: "
        "take it away, and print it again without mirroring."
    )


def _lies_flat(copy: MarkerDetection, index: KitIndex, plane: TablePlane | None) -> bool:
    face = index.face_of.get(copy.marker_id)
    return face is not None and (plane is None or lies_flat(face, copy, plane))


def _neither(number: int, piece: str, side: str, one: str, other: str) -> str:
    if one == other:
        return (
            f"There are two copies of marker {number} ({piece}, {side}) on the table, both {one}: "
            "neither counts until one of them is taken away."
        )
    return (
        f"There are two copies of marker {number} ({piece}, {side}) on the table, {one} and {other}: "
        "neither counts until one of them is taken away."
    )


def _both(number: int, piece: str, side: str, where: str) -> str:
    return (
        f"There are two copies of marker {number} ({piece}, {side}) on the table, one of them {where}: take one away."
    )


def _alone(number: int, piece: str, side: str, where: str) -> str:
    return (
        f"A second print of {piece} lies {where}: it does not count as the piece itself. Take it away; "
        "if it is to count, lift it and lay it down somewhere else."
    )


def _where(marker: MarkerDetection, shape: tuple[int, ...]) -> str:
    """In which ninth of the picture a marker lies."""
    x, y = marker.corners_px.mean(axis=0).tolist()
    row, column = (min(max(int(3.0 * at / whole), 0), 2) for at, whole in ((y, shape[0]), (x, shape[1])))
    return PLACES[row][column]
