"""Stickers for pieces that people own: the markers alone with their white margins, each with a tab naming its place.

The manifest is that of the full print: a marker must be stuck where the full print has it, upright like the piece. For
each kind of piece there is a template to lay it in. A face that is hardly larger than its marker, such as a pawn's cap,
is printed as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from markers.design import KitDesign, Step, Wish
from markers.geometry import ItemGeometry, MarkerGeometry, rectangle, square_marker
from markers.kit import Manifest, Point
from markers.pen import Pen, grey
from markers.sheet import Heading, Section, lay_out, paper_size

MOST_MARKERS = 4
"""A face with more of them, such as a sheet of a board, cannot be stuck on by hand: it is left out."""
SMALL_FACE = 2.0
"""A face at most so many times as wide as its only marker is a sticker already."""
TAB_MM = 2.6
GAP_MM = 2.5
INK = grey(0.3)
TAB_LETTERS_MM, TIGHT_LETTERS_MM = 1.5, 1.2
"""Of a tab with few words, and with many."""
FEW_LETTERS = 17
FRAME_MM, WORDS_MM = 7.0, 4.0
"""Around a template's outline for its strokes, and below it for words."""
NAMED_GAP_MM, CAPTION_GAP_MM = 4.0, 5.0
"""Between faces with words below them: side by side, and row by row."""


@dataclass(frozen=True)
class Stickers:
    """The sheets of stickers as a kit of their own.

    Attributes
    ----------
    design : draws tabs instead of art.
    manifest : where each sticker is printed; `piece` and `side` tell whose it is. Only for drawing these sheets.
    headings : above the stickers.
    left_out : the kinds of pieces that have no stickers because they must be printed whole.
    """

    design: KitDesign
    manifest: Manifest
    headings: tuple[Heading, ...]
    left_out: tuple[str, ...]


def stickers(design: KitDesign, wish: Wish, paper: str) -> Stickers:
    """The markers of a kit alone.

    Raises
    ------
    KitError : unknown paper, or dice that do not fit.
    """
    faces = [face for section in design.laid_out(design.complete(wish)) for face in section.items]
    # mats and dots are read too: such faces are no piece that somebody owns
    fit = [face for face in faces if len(face.markers) <= MOST_MARKERS and not (face.mats_mm or face.dots_mm)]
    left_out = tuple(dict.fromkeys(_kind(face) for face in faces if face not in fit))
    tabs = tuple(sticker for face in fit if not _is_small(face) for sticker in _of_face(face))
    whole = tuple(face for face in fit if _is_small(face))
    named = tuple(face for face in whole if design.caption(face))
    templates = _templates(face for face in fit if not _is_small(face))
    parts = (
        Section("Stickers: cut along the grey lines, tab and all", tabs, GAP_MM),
        Section("Stickers that have their piece's shape", named, NAMED_GAP_MM, row_gap_mm=CAPTION_GAP_MM),
        Section(
            "Stickers that have their piece's shape and name it",
            tuple(face for face in whole if face not in named),
            GAP_MM,
        ),
        Section(
            "Templates: lay a piece in its outline; the strokes show the edges of its stickers",
            tuple(templates),
            GAP_MM,
        ),
    )
    page = paper_size(paper)
    laid = lay_out([part for part in parts if part.items], page, 1)
    manifest = Manifest(design.name, design.version_of(wish), paper, (page,) * (laid.pages + 2), laid.items)
    steps = tuple(_steps(design, fit))
    sides = Counter(piece for piece, _ in {(face.piece, face.side) for face in fit})
    as_they_are = {(face.piece, face.side) for face in whole}

    shown = {(frame.piece, frame.side): face for frame, face in templates.items()}

    def draw(pen: Pen, item: ItemGeometry, given: Wish) -> None:
        if (item.piece, item.side) in shown:
            _draw_template(pen, design.kind_words.get(_kind(item), _kind(item)), shown[item.piece, item.side])
            return
        if (item.piece, item.side) in as_they_are:
            design.draw_face(pen, item, design.complete(wish))
            return
        side, *place = item.side.split()
        words = (design.name_of(item), side if sides[item.piece] > 1 else "", *place)
        _draw_tab(pen, item, " ".join(filter(None, words)))

    def caption(item: ItemGeometry) -> str:
        return design.caption(item) if (item.piece, item.side) in as_they_are else ""

    drawn = replace(design, draw_face=draw, caption=caption, steps=lambda _: steps)
    return Stickers(drawn, manifest, laid.headings, left_out)


def _of_face(face: ItemGeometry) -> Iterator[ItemGeometry]:
    """A sticker for each marker of a face, its origin in the marker's middle."""
    for marker in face.markers:
        half = marker.side_mm * 2 / 3
        low = -half - TAB_MM if marker.middle_mm[1] >= 0.0 else -half
        outline = rectangle(-half, low, half, low + 2 * half + TAB_MM)
        alone = square_marker(marker.marker_id, (0.0, 0.0), marker.side_mm)
        yield replace(face, outline_mm=outline, markers=(alone,), side=f"{face.side}{_where(face, marker)}")


def _templates(faces: Iterable[ItemGeometry]) -> dict[ItemGeometry, ItemGeometry]:
    """For each kind and shape of piece a frame to print, and the face that it is drawn for."""
    found: dict[ItemGeometry, ItemGeometry] = {}
    for face in faces:
        places = [(marker.middle_mm, marker.side_mm) for marker in face.markers]
        alike = [one for one in found.values() if (_kind(one), one.outline_mm) == (_kind(face), face.outline_mm)]
        if not any(places == [(marker.middle_mm, marker.side_mm) for marker in one.markers] for one in alike):
            (left, bottom), (right, top) = _box(face.outline_mm)
            frame = rectangle(left - FRAME_MM, bottom - FRAME_MM - WORDS_MM, right + FRAME_MM, top + FRAME_MM)
            found[ItemGeometry(face.piece, f"template of {face.side}", frame, (), 0.0)] = face
    return found


def _draw_template(pen: Pen, words: str, face: ItemGeometry) -> None:
    """The piece's outline to lay it in, where its stickers sit, and strokes around it that go on with their edges."""
    pen.line(face.outline_mm, 0.3, INK, closed=True)
    (left, bottom), (right, top) = _box(face.outline_mm)
    edges: tuple[set[float], set[float]] = (set(), set())
    for marker in face.markers:
        (x, y), half = marker.middle_mm, marker.side_mm * 2 / 3
        pen.line(rectangle(x - half, y - half, x + half, y + half), 0.1, grey(0.6), closed=True)
        edges[0].update((x - half, x + half))
        edges[1].update((y - half, y + half))
    start, end = 1.0, FRAME_MM - 1.0
    for x in edges[0]:
        pen.line(((x, top + start), (x, top + end)), 0.2, INK)
        pen.line(((x, bottom - start), (x, bottom - end)), 0.2, INK)
    for y in edges[1]:
        pen.line(((left - start, y), (left - end, y)), 0.2, INK)
        pen.line(((right + start, y), (right + end, y)), 0.2, INK)
    pen.text(((left + right) / 2, bottom - FRAME_MM - WORDS_MM + 1.2), words, TAB_LETTERS_MM, INK)


def _box(ring: Iterable[Point]) -> tuple[Point, Point]:
    """The lower left and the upper right corner of the box around some points."""
    xs, ys = zip(*ring, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _is_small(face: ItemGeometry) -> bool:
    xs = [x for x, _ in face.outline_mm]
    return len(face.markers) == 1 and max(xs) - min(xs) <= SMALL_FACE * face.markers[0].side_mm


def _where(face: ItemGeometry, marker: MarkerGeometry) -> str:
    """Which of a face's markers it is, in words; "" when it has but one."""
    if len(face.markers) == 1:
        return ""
    x, y = marker.middle_mm
    up = "top" if y > 0.5 else "low" if y < -0.5 else ""
    across = "left" if x < -0.5 else "right" if x > 0.5 else ""
    return " " + " ".join(word for word in (up, across) if word)


def _draw_tab(pen: Pen, item: ItemGeometry, words: str) -> None:
    """The tab names piece, side and place; it points to the middle of the piece and may be cut off afterwards."""
    ys = [y for _, y in item.outline_mm]
    half = item.markers[0].side_mm * 2 / 3
    y = (min(ys) if min(ys) < -half - 0.1 else max(ys) - TAB_MM) + (TAB_MM - TAB_LETTERS_MM) / 2
    pen.text((0.0, y), words, TAB_LETTERS_MM if len(words) <= FEW_LETTERS else TIGHT_LETTERS_MM, INK)


def _kind(face: ItemGeometry) -> str:
    return face.piece.split(":")[0]


def _steps(design: KitDesign, faces: list[ItemGeometry]) -> Iterator[Step]:
    """Where the stickers go, kind by kind, in millimetres from the middle."""
    yield (
        "2. Cut and stick.",
        "Cut along the grey lines, tab and all. Each tab names the piece, the side and the place; it lies towards the",
        "piece's middle, and its words read upright. When the sticker sits, the tab may come off. The templates on the",
        "last sheet show the places: lay a piece in its outline; the strokes around it go on with its stickers' edges.",
    )
    kinds: dict[str, list[str]] = {}
    for face in faces:
        if _is_small(face):
            continue
        middles = [marker.middle_mm for marker in face.markers]
        places = ", ".join(f"{_across(x)} and {_upward(y)}" for x, y in middles)
        kind = design.kind_words.get(_kind(face), _kind(face))
        if kind not in kinds.setdefault(places, []):
            kinds[places].append(kind)
    for places, named in kinds.items():
        in_the_middle = places == "0 and 0"
        words = "in the middle of the face" if in_the_middle else f"{places} (mm, from the middle of the face)"
        yield (f"Where they go: {', '.join(named)}", f"{words}.".capitalize())


def _across(x: float) -> str:
    return "0" if abs(x) < 0.05 else f"{abs(x):.1f} {'left' if x < 0 else 'right'}"


def _upward(y: float) -> str:
    return "0" if abs(y) < 0.05 else f"{abs(y):.1f} {'down' if y < 0 else 'up'}"
