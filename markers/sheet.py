"""Puts printed faces on pages: rows from the top, a new page when a row no longer fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from markers.geometry import ItemGeometry, printed
from markers.kit import Page, Point, PrintedItem
from referee.errors import KitError

PAPERS = {"a4": Page(210.0, 297.0), "letter": Page(215.9, 279.4)}
SIDE_MM = 10.0
HEAD_MM = 30.0
"""Room at the top for the title and the code."""
FOOT_MM = 20.0
"""Room at the bottom for the ruler."""


@dataclass(frozen=True)
class Section:
    """Faces that are printed together under one heading.

    Attributes
    ----------
    heading : printed above the rows.
    items : the faces, in order.
    gap_mm : room between faces side by side for scissors.
    per_row : at most so many faces side by side; 0 means as many as fit.
    new_page : whether the section begins on a page of its own.
    mirrored : set from the right edge leftwards: the backs of a section without it, when printed on both sides.
    row_gap_mm : room between rows; below 0 it is as much as `gap_mm`.
    bare : one block in the middle of a page of its own, without the title, code and ruler of other sheets.
    upon : of a bare section, faces printed on its first one, each with its place from that one's origin.
    """

    heading: str
    items: tuple[ItemGeometry, ...]
    gap_mm: float
    per_row: int = 0
    new_page: bool = False
    mirrored: bool = False
    row_gap_mm: float = -1.0
    bare: bool = False
    upon: tuple[tuple[ItemGeometry, Point], ...] = ()


def two_sided(section: Section, backs: Sequence[ItemGeometry], a_sheet: int) -> Iterator[Section]:
    """So many of a section's faces a sheet, each sheet before one of their backs, for printing on both sides."""
    for first in range(0, len(section.items), a_sheet):
        there = slice(first, first + a_sheet)
        heading = f"{section.heading} {first + 1} to {min(first + a_sheet, len(section.items))}"
        sheet = replace(section, heading=heading, items=section.items[there])
        yield sheet
        yield replace(sheet, heading=f"{heading}: their backs", items=tuple(backs[there]), mirrored=True)


@dataclass(frozen=True)
class Heading:
    """A section's heading as set on a page; `y_mm` is the bottom of its text, `bare` as in `Section`.

    `continued`: above what did not fit on the page before.
    """

    text: str
    page: int
    y_mm: float
    bare: bool = False
    continued: bool = False


@dataclass(frozen=True)
class Sheets:
    """The outcome: every face and heading in its place, the number of pages used, and which of them are backs."""

    items: tuple[PrintedItem, ...]
    headings: tuple[Heading, ...]
    pages: int
    backs: frozenset[int] = frozenset()


HEADING_MM = 7.0
BARE_FOOT_MM = 4.5
"""The words on a bare page stand so far from its lower edge."""


def paper_size(paper: str) -> Page:
    """The sheet called `paper`. Raises KitError when there is none of that name."""
    if paper not in PAPERS:
        raise KitError(f"There is no paper called '{paper}'; choose {' or '.join(PAPERS)}.")
    return PAPERS[paper]


def lay_out(sections: Sequence[Section], paper: Page, first_page: int) -> Sheets:
    """Set the sections on pages from `first_page` on. Raises KitError when a face is larger than a page."""
    cursor = _Cursor(paper, first_page)
    items: list[PrintedItem] = []
    headings: list[Heading] = []
    upon: list[PrintedItem] = []
    backs: set[int] = set()
    for section in sections:
        if section.bare:
            page = cursor.whole_page()
            backs |= {page} if section.mirrored else set()
            block = _block(section, paper, page)
            items.extend(block)
            x0, y0 = block[0].origin_mm
            upon.extend(printed(item, page, (x0 + x, y0 - y)) for item, (x, y) in section.upon)
            headings.append(Heading(section.heading, page, paper.height_mm - BARE_FOOT_MM, bare=True))
            continue
        for number, row in enumerate(_rows(section, paper)):
            height = max(_size(item)[1] for item in row)
            first = number == 0
            cursor.make_room(height, HEADING_MM if first else 0.0, fresh=first and section.new_page)
            if first or cursor.y_mm == HEAD_MM:
                y_mm = cursor.y_mm + HEADING_MM - 1.6
                headings.append(Heading(section.heading, cursor.page, y_mm, continued=not first))
                cursor.y_mm += HEADING_MM
            items.extend(_set_row(row, section, paper, cursor.page, cursor.y_mm))
            backs |= {cursor.page} if section.mirrored else set()
            cursor.y_mm += height + (section.gap_mm if section.row_gap_mm < 0 else section.row_gap_mm)
    # drawn after what they are printed on, in the order of their numbers: so a game lays them
    upon.sort(key=lambda item: item.markers[0].marker_id)
    return Sheets((*items, *upon), tuple(headings), cursor.page - first_page + 1, frozenset(backs))


class _Cursor:
    """Where the next row goes: a page and a height on it."""

    def __init__(self, paper: Page, page: int) -> None:
        self.bottom_mm = paper.height_mm - FOOT_MM
        self.page = page
        self.y_mm = HEAD_MM

    def whole_page(self) -> int:
        """A page of its own: the next row begins another one."""
        self.page += self.y_mm > HEAD_MM
        self.y_mm = self.bottom_mm
        return self.page

    def make_room(self, height_mm: float, heading_mm: float, fresh: bool) -> None:
        """Turn the page when row and heading do not fit, or when a fresh page is asked for."""
        if height_mm + HEADING_MM > self.bottom_mm - HEAD_MM:
            raise KitError("A piece of the kit is larger than the paper; choose smaller dice or larger paper.")
        used = self.y_mm > HEAD_MM
        if used and (fresh or self.y_mm + heading_mm + height_mm > self.bottom_mm):
            self.page += 1
            self.y_mm = HEAD_MM


def _size(item: ItemGeometry) -> tuple[float, float]:
    xs = [x for x, _ in item.outline_mm]
    ys = [y for _, y in item.outline_mm]
    return max(xs) - min(xs), max(ys) - min(ys)


def _rows(section: Section, paper: Page) -> list[list[ItemGeometry]]:
    """Break the faces into rows that fit the paper's width."""
    room = paper.width_mm - 2 * SIDE_MM
    rows: list[list[ItemGeometry]] = []
    right = room + 1.0
    for item in section.items:
        width = _size(item)[0]
        full = section.per_row and rows and len(rows[-1]) == section.per_row
        if full or right + section.gap_mm + width > room + 1e-6:
            rows.append([])
            right = -section.gap_mm
        rows[-1].append(item)
        right += section.gap_mm + width
    return rows


def _block(section: Section, paper: Page, page: int) -> list[PrintedItem]:
    """All rows of a bare section, in the middle of the page. Raises KitError when they do not fit."""
    rows = _rows(section, paper)
    gap = section.gap_mm if section.row_gap_mm < 0 else section.row_gap_mm
    high = sum(max(_size(item)[1] for item in row) for row in rows) + gap * (len(rows) - 1)
    wide = max(sum(_size(item)[0] for item in row) + section.gap_mm * (len(row) - 1) for row in rows)
    if high > paper.height_mm - 2 * BARE_FOOT_MM:
        raise KitError("A block of pieces is larger than the paper.")
    top, out = (paper.height_mm - high) / 2, list[PrintedItem]()
    for row in rows:
        out.extend(_set_row(row, section, paper, page, top, (paper.width_mm - wide) / 2))
        top += max(_size(item)[1] for item in row) + gap
    return out


def _set_row(
    row: Sequence[ItemGeometry], section: Section, paper: Page, page: int, top_mm: float, left: float = SIDE_MM
) -> list[PrintedItem]:
    """Set one row from the left margin, or mirrored from the right one."""
    out: list[PrintedItem] = []
    for item in row:
        width = _size(item)[0]
        edge = paper.width_mm - left - width if section.mirrored else left
        origin = (edge - min(x for x, _ in item.outline_mm), top_mm + max(y for _, y in item.outline_mm))
        out.append(printed(item, page, origin))
        left += section.gap_mm + width
    return out
