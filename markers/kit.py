"""What a kit of printed pieces is: the words shared by the printer, the eye and the simulator.

A `Manifest` says of every printed item which piece and side it is, where on which page it lies, and the four
corners of every marker on it. Page coordinates are millimetres from the page's top left corner, y down.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True)
class PrintedMarker:
    """One fiducial as printed.

    Attributes
    ----------
    family : name of the OpenCV dictionary, here always ``DICT_4X4_1000``.
    marker_id : its number in that dictionary.
    corners_mm : four page points, from the marker's own top left corner clockwise as OpenCV orders them.
    """

    family: str
    marker_id: int
    corners_mm: tuple[Point, Point, Point, Point]


@dataclass(frozen=True)
class PrintedItem:
    """One printed face of one piece.

    Attributes
    ----------
    piece, side : which piece (``tile:Sa``, ``pawn:S``, ``coin:Sn``, ``die:S``, ``tray``, ``lap``) and which face of it.
    page : index of the page, counted from 0.
    outline_mm : page polygon to cut along.
    origin_mm : the page point that `layout` places; angle 0 on the table is the way up on the page.
    height_mm : height of the printed face above the table where the piece usually stands.
    markers : the fiducials on this face.
    fixed : whether the piece lies still during a race (a tile), so that it can carry the table plane.
    mats_mm : page polygons printed in plain grey, on which ordinary dice lie.
    dots_mm : page points of printed dots, black on white: a place is bare when its dot is seen.
    """

    piece: str
    side: str
    page: int
    outline_mm: tuple[Point, ...]
    origin_mm: Point
    height_mm: float
    markers: tuple[PrintedMarker, ...]
    fixed: bool = False
    mats_mm: tuple[tuple[Point, ...], ...] = ()
    dots_mm: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Page:
    """The size of one sheet of paper in mm."""

    width_mm: float
    height_mm: float


@dataclass(frozen=True)
class PipDice:
    """Ordinary dice of one colour that belong to a game; nothing is printed for them, they are read by their pips.

    Attributes
    ----------
    colour : ``white black red orange yellow green blue purple``.
    pieces : the names they get, in the order in which they come onto a mat.
    edge_mm : how large they are.
    """

    colour: str
    pieces: tuple[str, ...]
    edge_mm: float


@dataclass(frozen=True)
class Manifest:
    """Everything printed for one game on one paper size.

    `boards` are the texts of board files of the user's own, `dice` the ordinary dice that lie on the faces' mats.
    """

    kit: str
    version: str
    paper: str
    pages: tuple[Page, ...]
    items: tuple[PrintedItem, ...]
    boards: tuple[str, ...] = ()
    dice: tuple[PipDice, ...] = ()

    @property
    def rollable(self) -> frozenset[str]:
        """The pieces that may be rolled: ordinary dice, and printed ones with more faces than the two of a coin."""
        faces = Counter(one.piece for one in self.items)
        ordinary = (one for dice in self.dice for one in dice.pieces)
        return frozenset((*ordinary, *(piece for piece, many in faces.items() if many > 2)))

    def __hash__(self) -> int:
        return hash((self.kit, self.version, self.paper))


@dataclass(frozen=True)
class PlacedPiece:
    """One piece as it lies on the table: what `layout` returns and the simulator draws.

    Attributes
    ----------
    x_mm, y_mm : where the item's origin lies, table mm, x right and y up.
    z_mm : height of the printed face above the table.
    angle_deg : counter-clockwise turn from the way up on the page.
    """

    piece: str
    side: str
    x_mm: float
    y_mm: float
    z_mm: float
    angle_deg: float
