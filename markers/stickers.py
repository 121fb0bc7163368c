"""Stickers for pieces that people own: the markers alone with their white margins, each with a tab naming its place.

The manifest is that of the full print: a marker must be stuck where the full print has it, upright like the piece. A
face that is hardly larger than its marker, such as a pawn's cap, is printed as it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from markers.design import KitDesign, Step, Wish
from markers.geometry import ItemGeometry, MarkerGeometry, rectangle, square_marker
from markers.kit import Manifest, Point
from markers.pen import Pen, grey
from markers.sheet import Section, lay_out, paper_size

MOST_MARKERS = 4
"""A face with more of them, such as a sheet of a board, cannot be stuck on by hand: it is left out."""
SMALL_FACE = 2.0
"""A face at most so many times as wide as its only marker is a sticker already."""
TAB_MM = 2.6
GAP_MM = 2.5
INK = grey(0.3)
TAB_LETTERS_MM = 1.1


def stickers(design: KitDesign, wish: Wish, paper: str) -> tuple[KitDesign, Manifest, tuple[str, ...]]:
    """The sheets of stickers as a kit of their own.

    Returns
    -------
    design : draws tabs instead of art.
    manifest : where each sticker is printed; `piece` and `side` tell whose it is. Only for drawing these sheets.
    left_out : the kinds of pieces that have no stickers because they must be printed whole.

    Raises
    ------
    KitError : unknown paper, or dice that do not fit.
    """
    faces = [face for section in design.sections(design.complete(wish)) for face in section.items]
    # mats and dots are read too: such faces are no piece that somebody owns
    fit = [face for face in faces if len(face.markers) <= MOST_MARKERS and not (face.mats_mm or face.dots_mm)]
    left_out = tuple(dict.fromkeys(_kind(face) for face in faces if face not in fit))
    cut = tuple(sticker for face in fit for sticker in _of_face(face))
    page = paper_size(paper)
    laid = lay_out([Section("Stickers: cut along the grey lines", cut, GAP_MM)], page, 1)
    manifest = Manifest(design.name, design.version, paper, (page,) * (laid.pages + 2), laid.items)
    steps = tuple(_steps(fit))
    whole = {(face.piece, face.side): face for face in fit if _is_small(face)}

    def draw(pen: Pen, item: ItemGeometry, _: Wish) -> None:
        if (item.piece, item.side) in whole:
            design.draw_face(pen, item, design.complete(wish))
        else:
            _draw_tab(pen, item)

    return replace(design, draw_face=draw, caption=_no_caption, steps=lambda _: steps), manifest, left_out


def _of_face(face: ItemGeometry) -> Iterator[ItemGeometry]:
    """A sticker for each marker of a face, its origin in the marker's middle."""
    if _is_small(face):
        yield face
        return
    for marker in face.markers:
        half = marker.side_mm * 2 / 3
        low = -half - TAB_MM if _middle(marker)[1] >= 0.0 else -half
        outline = rectangle(-half, low, half, low + 2 * half + TAB_MM)
        alone = square_marker(marker.marker_id, (0.0, 0.0), marker.side_mm)
        yield replace(face, outline_mm=outline, markers=(alone,), side=f"{face.side}{_where(face, marker)}")


def _is_small(face: ItemGeometry) -> bool:
    xs = [x for x, _ in face.outline_mm]
    return len(face.markers) == 1 and max(xs) - min(xs) <= SMALL_FACE * face.markers[0].side_mm


def _middle(marker: MarkerGeometry) -> Point:
    """The middle of a marker, mm from its face's origin."""
    return sum(x for x, _ in marker.corners_mm) / 4, sum(y for _, y in marker.corners_mm) / 4


def _where(face: ItemGeometry, marker: MarkerGeometry) -> str:
    """Which of a face's markers it is, in words; "" when it has but one."""
    if len(face.markers) == 1:
        return ""
    x, y = _middle(marker)
    up = "top" if y > 0.5 else "low" if y < -0.5 else ""
    across = "left" if x < -0.5 else "right" if x > 0.5 else ""
    return " " + " ".join(word for word in (up, across) if word)


def _draw_tab(pen: Pen, item: ItemGeometry) -> None:
    """The tab names piece, side and place; it points to the middle of the piece and may be cut off afterwards."""
    ys = [y for _, y in item.outline_mm]
    half = item.markers[0].side_mm * 2 / 3
    y = min(ys) + 0.8 if min(ys) < -half - 0.1 else max(ys) - TAB_MM + 0.8
    pen.text((0.0, y), f"{item.piece} {item.side}", TAB_LETTERS_MM, INK)


def _no_caption(item: ItemGeometry) -> str:
    return ""


def _kind(face: ItemGeometry) -> str:
    return face.piece.split(":")[0]


def _steps(faces: list[ItemGeometry]) -> Iterator[Step]:
    """Where the stickers go, kind by kind, in millimetres from the middle."""
    yield (
        "2. Cut and stick.",
        "Cut along the grey lines, tab and all. Each tab names the piece, the side and the place; it lies towards the",
        "piece's middle, and its words read upright. When the sticker sits, the tab may come off.",
    )
    places: dict[str, Step] = {}
    for face in faces:
        if _is_small(face) or (kind := f"{_kind(face)} {face.side}") in places:
            continue
        middles = [_middle(marker) for marker in face.markers]
        words = ", ".join(f"{_across(x)} and {_upward(y)}" for x, y in middles)
        places[kind] = (f"{kind}: middle of each sticker, from the middle of the face in mm", words)
    yield from list(places.values())[:MOST_PLACES]


MOST_PLACES = 8
"""So many kinds fit on the first sheet; the tabs tell the rest."""


def _across(x: float) -> str:
    return "0" if abs(x) < 0.05 else f"{abs(x):.1f} {'left' if x < 0 else 'right'}"


def _upward(y: float) -> str:
    return "0" if abs(y) < 0.05 else f"{abs(y):.1f} {'down' if y < 0 else 'up'}"
