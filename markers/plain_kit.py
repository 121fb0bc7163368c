"""A kit of sheets that lie still and round pieces that move, from a few facts: enough for many a board game.

Who needs more writes a `KitDesign` of his own, as the kits of this tree do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from markers.design import KitDesign, Step, Wish, heights_of
from markers.dots import DOT_MM, WHITE_MM
from markers.geometry import ItemGeometry, disc, rectangle, square_marker
from markers.heights import Heights
from markers.kit import Manifest, Point
from markers.margins import FACE, draw_margins
from markers.outside import LOOSE_IDS, STILL_IDS
from markers.pen import Colour, Pen, grey
from markers.sheet import Section

PAPER_MM = 0.3
MAT, INK = grey(0.5), grey(0.12)
DISC_MM, DISC_MARKER_MM = 23.0, 15.0
NO_DICE: Mapping[str, tuple[str, ...]] = MappingProxyType({})


def _bare(pen: Pen) -> None:
    """Nothing but the ground."""


@dataclass(frozen=True)
class Sheet:
    """A sheet that lies still: the board, or a part of it.

    Attributes
    ----------
    piece : its name.
    box_mm : left, bottom, right and top edge from the point that `layout` places.
    markers_mm : the middles of its markers, at least 12 mm from the edges and from anything drawn.
    draw : draws it, the pen's origin at that point.
    mats_mm : grey fields on which ordinary dice are thrown.
    marker_mm : how large the markers are.
    dots_mm : places that lie bare when their printed dot is seen; 13 mm around each are kept white.
    """

    piece: str
    box_mm: tuple[float, float, float, float]
    markers_mm: tuple[Point, ...]
    draw: Callable[[Pen], None] = _bare
    mats_mm: tuple[tuple[Point, ...], ...] = ()
    marker_mm: float = 18.0
    dots_mm: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Discs:
    """Round pieces of one kind and colour, with one face or two.

    Attributes
    ----------
    pieces : their names, as in ``man:light1``.
    colour : of the rim around the marker.
    thick_mm : how high the face lies above the table.
    sides : the faces; their names stand below those of a piece with two.
    """

    pieces: tuple[str, ...]
    colour: Colour
    thick_mm: float
    sides: tuple[str, ...] = ("top",)


def plain_kit(
    name: str,
    title: str,
    sheets: Sequence[Sheet],
    discs: Sequence[Discs],
    steps: tuple[Step, ...],
    pip_dice: Mapping[str, tuple[str, ...]] = NO_DICE,
    version: str = "1",
) -> KitDesign:
    """The kit, with the numbers kept for games from outside.

    Parameters
    ----------
    name, title, version : as in `KitDesign`; the name is the game's.
    sheets, discs : what is printed.
    steps : the instructions, from the second on: a title and lines each.
    pip_dice : ordinary dice of 16 mm by their colour: their names.
    """
    colour_of = {piece: one.colour for one in discs for piece in one.pieces}
    sheet_of = {one.piece: one for one in sheets}
    thick = {one.pieces[0].partition(":")[0]: one.thick_mm for one in discs}

    def sections(wish: Wish) -> tuple[Section, ...]:
        loose, still = iter(LOOSE_IDS), iter(STILL_IDS)
        lying = [_sheet(one, still) for one in sheets]
        heights = heights_of(wish)
        faces = [(piece, side) for one in discs for piece in one.pieces for side in one.sides]
        rounds = [_disc(piece, side, next(loose), heights) for piece, side in faces]
        return (
            *(Section(f"Sheet {n}: {one.piece}", (one,), 0.0, new_page=n > 1) for n, one in enumerate(lying, 1)),
            Section("Pieces", tuple(rounds), 5.0, new_page=True),
        )

    def face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
        pen.shape([item.outline_mm], colour_of.get(item.piece, FACE))
        if item.piece in sheet_of:
            sheet_of[item.piece].draw(pen)
        for mat in item.mats_mm:
            pen.shape([mat], MAT)
        for x_mm, y_mm in item.dots_mm:
            pen.at(x_mm, y_mm).shape([disc(WHITE_MM)], FACE)
            pen.at(x_mm, y_mm).shape([disc(DOT_MM)], INK)
        draw_margins(pen, item)

    def caption(item: ItemGeometry) -> str:
        two = any(item.piece in one.pieces and len(one.sides) > 1 for one in discs)
        return f"{item.piece.replace(':', ' ')}: {item.side}" if two else ""

    def told(manifest: Manifest) -> tuple[Step, ...]:
        return steps

    return KitDesign(
        name=name,
        title=title,
        version=version,
        profiles={"cardboard": thick, "paper": dict.fromkeys(thick, PAPER_MM)},
        sections=sections,
        draw_face=face,
        caption=caption,
        steps=told,
        height_words={kind: kind for kind in thick},
        pip_dice=pip_dice,
        die_mm=16.0 if pip_dice else None,
        die_mm_range=(12.0, 20.0),
    )


def _sheet(one: Sheet, ids: Iterator[int]) -> ItemGeometry:
    markers = tuple(square_marker(next(ids), at, one.marker_mm) for at in one.markers_mm)
    box = rectangle(*one.box_mm)
    return ItemGeometry(one.piece, "top", box, markers, PAPER_MM, fixed=True, mats_mm=one.mats_mm, dots_mm=one.dots_mm)


def _disc(piece: str, side: str, number: int, heights: Heights) -> ItemGeometry:
    marker = square_marker(number, (0.0, 0.0), DISC_MARKER_MM)
    return ItemGeometry(piece, side, disc(DISC_MM), (marker,), heights[piece.partition(":")[0]])
