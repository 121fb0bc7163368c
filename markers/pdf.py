"""The kit's sheets as PDF at exact scale: instructions, the faces with their markers, the calibration board.

The same kit gives the same bytes. Each page carries a ruler and the kit's label as a code.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import cache

import segno
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from markers import charuco
from markers.board_page import draw_board
from markers.design import KitDesign, Wish
from markers.dictionary import bits, with_border
from markers.effort import Effort
from markers.geometry import ItemGeometry, relative
from markers.instructions import draw_instructions, draw_steps
from markers.kit import Manifest, Page, PrintedItem
from markers.label import RULER_MM, KitLabel
from markers.pen import BLACK, MM, Colour, Pen, cells, grey, pale
from markers.rulers import draw_mm_ruler
from markers.scenery import ring_of
from markers.sheet import FOOT_MM, HEAD_MM, SIDE_MM, Heading
from markers.words import told

rl_config.useA85 = 0  # as text the sheets are a quarter larger and take a quarter longer

INK = grey(0.15)
FAINT, PALE = grey(0.72), grey(0.93)
CAPTION_MM = 1.7
CAPTION_INK = grey(0.3)
CODE_MM, LARGE_CODE_MM = 25.0, 66.0
"""The sheets' code, and the first sheet's, which a camera a metre away can read."""
QUIET_MODULES = 4
MARK_FROM_MM, MARK_TO_MM = 0.8, 3.0
"""Where a mark for the knife begins and ends beside the block that is cut."""
STEPS_BELOW_MM = 14.0
"""Below the faces of a lone sheet."""


PageDone = Callable[[int, int], None]
"""Told how many pages are drawn, of how many."""


def draw(
    design: KitDesign,
    manifest: Manifest,
    headings: Sequence[Heading],
    wish: Wish,
    effort: Effort | None = None,
    page_done: PageDone = lambda done, pages: None,
) -> bytes:
    """The whole PDF.

    Parameters
    ----------
    design : the kit, for its art and instructions.
    manifest : what to print; its first page is for the instructions, its last for the calibration board, unless the
        design is a lone sheet.
    headings : the sections' headings.
    wish : completed by the design.
    effort : what the whole kit costs, for the first sheet.
    page_done : told after each page.
    """
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1)
    origin = Pen(canvas, 0.0, 0.0, wish.language)
    canvas.setTitle(f"{design.title}: printed kit {manifest.version}, {manifest.paper}")
    label = KitLabel(manifest.kit, manifest.version, manifest.paper)
    bare = {heading.page for heading in headings if heading.bare}
    for number, page in enumerate(manifest.pages):
        canvas.setPageSize((page.width_mm * MM, page.height_mm * MM))
        if number not in bare:
            _frame(origin.at(0.0, 0.0), page, label, design.title, number, len(manifest.pages))
        if design.lone:
            below = -_lowest_mm(manifest, number) - STEPS_BELOW_MM
            draw_steps(origin.at(0.0, page.height_mm), below, design, manifest, wish.typed)
        elif number == 0:
            draw_instructions(origin.at(0.0, page.height_mm), design, manifest, wish.typed)
            if effort is not None:
                _effort(origin.at(page.width_mm - SIDE_MM - CODE_MM - 6.0, page.height_mm - SIDE_MM - 8.0), effort)
            _large_code(origin.at(page.width_mm - SIDE_MM - LARGE_CODE_MM, FOOT_MM + 4.0 + LARGE_CODE_MM), label)
        elif number == len(manifest.pages) - 1:
            left, top = charuco.top_left_mm(page, HEAD_MM, FOOT_MM)
            draw_board(origin.at(left, page.height_mm - top))
        if number in bare:
            _cutting_marks(origin.at(0.0, page.height_mm), manifest, number)
        _items(origin, page, design, manifest, number, wish)
        for heading in headings:
            if heading.page == number:
                pen = origin.at(SIDE_MM, page.height_mm - heading.y_mm)
                parts = (heading.text, "(continued)") if heading.continued else (heading.text,)
                words = " ".join(told(part, wish.language) for part in parts)
                pen.text((0.0, 0.0), words, 1.7 if heading.bare else 2.4, INK, "l", bold=True)
        canvas.showPage()
        page_done(number + 1, len(manifest.pages))
    canvas.save()
    return buffer.getvalue()


def _lowest_mm(manifest: Manifest, number: int) -> float:
    """How far down a page its faces reach."""
    return max(y for item in manifest.items if item.page == number for _, y in item.outline_mm)


def _cutting_marks(pen: Pen, manifest: Manifest, number: int) -> None:
    """Where to lay the knife, at both ends of each cut through a block of faces."""
    faces = [item for item in manifest.items if item.page == number]
    cut = [item for item in faces if not item.markers] or faces  # a poster is cut, not the tiles on it
    points = [point for item in cut for point in item.outline_mm]
    xs, ys = (sorted({round(point[axis], 3) for point in points}) for axis in (0, 1))
    for x in xs:
        for y, out in ((ys[0], -1.0), (ys[-1], 1.0)):
            pen.line(((x, -y - MARK_FROM_MM * out), (x, -y - MARK_TO_MM * out)), 0.2, INK)
    for y in ys:
        for x, out in ((xs[0], -1.0), (xs[-1], 1.0)):
            pen.line(((x + MARK_FROM_MM * out, -y), (x + MARK_TO_MM * out, -y)), 0.2, INK)


def _items(origin: Pen, page: Page, design: KitDesign, manifest: Manifest, number: int, wish: Wish) -> None:
    for item in manifest.items:
        if item.page == number:
            pen = origin.at(item.origin_mm[0], page.height_mm - item.origin_mm[1])
            geometry = relative(item)
            _face(pen, design, geometry, wish)
            pen.line(geometry.outline_mm, 0.1, FAINT, closed=True)
            lowest = min(y for _, y in geometry.outline_mm)
            pen.text((0.0, lowest - 2.8), design.caption(geometry), CAPTION_MM, CAPTION_INK)


def _face(pen: Pen, design: KitDesign, geometry: ItemGeometry, wish: Wish) -> None:
    design.draw_face(pale(pen) if wish.low_ink else pen, geometry, wish)
    draw_markers(pen, geometry, design.marker_ink(geometry))


def draw_alone(design: KitDesign, item: PrintedItem, wish: Wish) -> bytes:
    """One face on a page that ends at its edges."""
    geometry, buffer = relative(item), io.BytesIO()
    xs, ys = zip(*geometry.outline_mm, strict=True)
    canvas = Canvas(buffer, pagesize=((max(xs) - min(xs)) * MM, (max(ys) - min(ys)) * MM), invariant=1)
    _face(Pen(canvas, -min(xs), -min(ys), wish.language), design, geometry, wish)
    canvas.save()
    return buffer.getvalue()


def draw_markers(pen: Pen, item: ItemGeometry, ink: Colour = BLACK) -> None:
    """Print a face's markers: the dark cells of each as one shape."""
    for marker in item.markers:
        pattern = 1 - with_border(bits(marker.marker_id))
        left, top = marker.corners_mm[0]
        pen.shape(cells(pattern.tolist(), left, top, marker.side_mm / len(pattern)), ink)


def _frame(pen: Pen, page: Page, label: KitLabel, title: str, number: int, count: int) -> None:
    """Title and code at the top, ruler and page number at the bottom."""
    top = page.height_mm - SIDE_MM
    pen.text((SIDE_MM, top - 8.0), title, 6.0, INK, "l", bold=True)
    pen.text((SIDE_MM, top - 14.0), "Print at 100 % (no scaling) on white matt paper.", 2.3, INK, "l", most_mm=80.0)
    _code(pen.at(page.width_mm - SIDE_MM - CODE_MM, top + 2.0), label, CODE_MM)
    draw_mm_ruler(pen.at(SIDE_MM, 11.5), round(RULER_MM))
    page_words = told(f"page {number + 1} of {count}", pen.language)
    words = f"kit {label.kit} {label.version} · {label.paper} · {page_words}"
    pen.text((page.width_mm - SIDE_MM, 11.5), words, 2.0, INK, "r")


def _effort(pen: Pen, effort: Effort) -> None:
    """What lies before the owner, in three large numbers left of the pen's origin."""
    facts = ((effort.sheets, "sheets"), (effort.cuts, "cuts"), (effort.minutes, "minutes, about"))
    for place, (number, words) in enumerate(reversed(facts)):
        here = pen.at(-11.0 - 25.0 * place, 0.0)
        here.shape([ring_of((-11.0, -8.6, 11.0, 8.4))], PALE)
        here.text((0.0, -0.6), str(number), 6.0, INK, bold=True)
        here.text((0.0, -6.2), words, 2.0, INK)


def _large_code(pen: Pen, label: KitLabel) -> None:
    """For the camera: which game the page should offer."""
    _code(pen, label, LARGE_CODE_MM)
    words = "Lay this under the camera: the page then knows the game."
    pen.text((LARGE_CODE_MM, -LARGE_CODE_MM), words, 2.0, INK, "r")


@cache
def _modules(text: str) -> list[list[int]]:
    """A text's QR code, which stands on every sheet."""
    return [list(row) for row in segno.make(text, error="l", micro=False).matrix]


def _code(pen: Pen, label: KitLabel, side_mm: float) -> None:
    """The label as a QR code with its quiet zone, its top left corner at the pen's origin."""
    matrix = _modules(label.text)
    module_mm = side_mm / (len(matrix) + 2 * QUIET_MODULES)
    margin = QUIET_MODULES * module_mm
    pen.shape(cells(matrix, margin, -margin, module_mm), BLACK)
