"""How faces lie on the pages: nothing overlaps, nothing leaves the paper, margins stay white by construction."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markers import kits
from markers.design import Wish
from markers.geometry import ItemGeometry, rectangle, relative
from markers.heights import PAPER, WOOD, Heights
from markers.kit import Manifest, Page, Point, PrintedItem
from markers.sheet import FOOT_MM, HEAD_MM, SIDE_MM, Section, lay_out
from referee.errors import KitError

Box = tuple[float, float, float, float]


CAPTION_ROOM_MM = 3.8
"""Words below a face end 3.7 mm below it."""


def _box(points: tuple[Point, ...]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


BARE_MM = 7.0
"""A page without title and ruler may be filled so far to its edge: nearer to it few printers print."""


def _check(kit: Manifest, bare: frozenset[int] = frozenset()) -> None:
    for item in kit.items:
        left, top, right, bottom = _box(item.outline_mm)
        page = kit.pages[item.page]
        assert left >= SIDE_MM - 1e-6
        assert right <= page.width_mm - SIDE_MM + 1e-6
        head, foot = (BARE_MM, BARE_MM) if item.page in bare else (HEAD_MM, FOOT_MM)
        assert top >= head - 1e-6
        assert bottom <= page.height_mm - foot + 1e-6
    by_page = itertools.groupby(sorted(kit.items, key=lambda item: item.page), key=lambda item: item.page)
    for _, group in by_page:
        for one, other in itertools.combinations([_box(item.outline_mm) for item in group], 2):
            assert not _overlap(one, other)


@given(st.sampled_from(["a4", "letter"]), st.floats(14.0, 30.0), st.sampled_from([WOOD, PAPER]))
@settings(max_examples=25, deadline=None)
def test_nothing_overlaps_or_leaves_the_page(paper: str, die_mm: float, heights: Heights) -> None:
    """Whatever the paper and the dice, every face lies whole and alone inside the printable part of its page."""
    _check(kits.manifest("racepack", paper, Wish(heights, die_mm)))


def test_the_sheets_of_two_piecepacks_are_whole() -> None:
    """A second piecepack's faces lie whole and alone on their pages; more there are not."""
    _check(kits.manifest("racepack", wish=Wish(packs=2)))
    with pytest.raises(KitError, match="1 to 2 piecepacks, not 3"):
        kits.manifest("racepack", wish=Wish(packs=3))
    with pytest.raises(KitError, match="one piecepack, not 2"):
        kits.manifest("royal-racers", wish=Wish(packs=2))


def _quiet(item: PrintedItem) -> list[Box]:
    """The square of each marker with its white margin of one cell."""
    out = []
    for marker in item.markers:
        left, top, right, bottom = _box(marker.corners_mm)
        cell = (right - left) / 6
        out.append((left - cell, top - cell, right + cell, bottom + cell))
    return out


@pytest.mark.parametrize("die_mm", [14.0, 16.0, 20.0, 30.0])
def test_white_margins_fit_the_faces(die_mm: float) -> None:
    """Each marker's margin lies on its own face (a disc's corners aside) and touches no other marker's."""
    for item in kits.manifest("racepack", wish=Wish(die_mm=die_mm)).items:
        left, top, right, bottom = _box(item.outline_mm)
        for quiet in _quiet(item):
            assert quiet[0] >= left - 1e-3
            assert quiet[1] >= top - 1e-3
            assert quiet[2] <= right + 1e-3
            assert quiet[3] <= bottom + 1e-3
        assert not any(_overlap(one, other) for one, other in itertools.combinations(_quiet(item), 2))


def test_sizes_are_those_of_the_real_pieces() -> None:
    """Tiles are two inches square, caps and coins 23 mm across, dice as large as asked for."""
    sizes = {
        item.piece.split(":")[0]: _box(item.outline_mm)
        for item in kits.manifest("racepack", wish=Wish(die_mm=16.0)).items
    }
    measured = {kind: (round(box[2] - box[0], 2), round(box[3] - box[1], 2)) for kind, box in sizes.items()}
    assert measured == {
        "tile": (50.8, 50.8),
        "pawn": (23.0, 23.0),
        "coin": (23.0, 23.0),
        "die": (16.0, 16.0),
        "lap": (50.0, 30.0),
        "tray": (100.0, 100.0),
    }


def test_a_face_larger_than_the_page_is_refused() -> None:
    """A kit that cannot be printed says so."""
    giant = ItemGeometry("tile:x", "grid", rectangle(0.0, 0.0, 100.0, 280.0), (), 0.0)
    with pytest.raises(KitError, match="larger than the paper"):
        lay_out([Section("giant", (giant,), 5.0)], Page(210.0, 297.0), 0)


@pytest.mark.parametrize(
    ("game", "paper", "die_mm", "word"),
    [("chess", "a4", 20.0, "racepack"), ("racepack", "a3", 20.0, "letter"), ("racepack", "a4", 99.0, "30 mm")],
)
def test_unknown_wishes_are_refused(game: str, paper: str, die_mm: float, word: str) -> None:
    """An unknown game or paper, or impossible dice, gives a sentence that lists what there is."""
    with pytest.raises(KitError, match=word):
        kits.manifest(game, paper, Wish(die_mm=die_mm))


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("name", [*kits.GAMES_WITH_KITS, "command-cards"])
def test_every_kits_sheets_are_whole(name: str, paper: str) -> None:
    """In every kit each face lies whole and alone inside the printable part of its page; words below it have room."""
    kit, design = kits.manifest(name, paper), kits.design_of(name)
    heads = kits.sheets(name, paper).headings
    _check(kit, frozenset(head.page for head in heads if head.bare))
    for item in kit.items:
        left, _, right, bottom = _box(item.outline_mm)
        others = [_box(one.outline_mm) for one in kit.items if one.page == item.page]
        below = [top for start, top, end, _ in others if top > bottom and start < right and left < end]
        below += [head.y_mm - 3.0 for head in heads if head.page == item.page and head.y_mm > bottom]
        if design.caption(relative(item)) and below:
            assert min(below) - bottom >= CAPTION_ROOM_MM
