"""What a kit costs is counted from its sheets, and every first sheet and the page about markers say it."""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest

from markers import kits
from markers.design import Wish
from markers.effort import effort_of
from markers.geometry import ItemGeometry, disc, rectangle, square_marker
from markers.kit import Page
from markers.nestorgames_gp.boards import shipped_board
from markers.sheet import Section, lay_out

A4 = Page(210.0, 297.0)
PAGE = Path(__file__).parents[2] / "docs" / "markers.md"
WISHES = {
    ("racepack", "tiles to cut out"): Wish(),
    ("racepack", "`--track oval`"): Wish(track="oval"),
    ("royal-racers", ""): Wish(),
    ("nestorgames-gp", "three boards"): Wish(),
    ("nestorgames-gp", "`--board harbour`"): Wish(boards=(shipped_board("harbour"),)),
    ("home-racers", ""): Wish(),
}
MOST_CUTS = {"racepack": 70, "royal-racers": 70, "nestorgames-gp": 160, "home-racers": 144}
"""With scissors around each piece they were 212, 340, 236 and 188."""


def _face(number: int, outline: tuple[tuple[float, float], ...]) -> ItemGeometry:
    return ItemGeometry(f"pawn:{number}", "face", outline, (square_marker(number, (0.0, 0.0), 13.0),), 0.0)


def test_cuts_are_counted_as_one_makes_them() -> None:
    """Nine squares edge to edge need eight cuts, nine squares apart 36, a disc one; backs are cut with their fronts."""
    square, design = rectangle(-10.0, -10.0, 10.0, 10.0), kits.design_of("royal-racers")
    nine = tuple(_face(number, square) for number in range(9))

    def counted(*sections: Section) -> tuple[int, int]:
        effort = effort_of(design, lay_out(sections, A4, 0), 1)
        return effort.straight, effort.round

    together = Section("", nine, 0.0, 3, bare=True)
    assert counted(together) == (8, 0)
    assert counted(together, Section("", nine, 0.0, 3, mirrored=True, bare=True)) == (8, 0)
    assert counted(Section("", nine, 5.0, 3)) == (36, 0)
    assert counted(Section("", (_face(1, disc(23.0)),), 5.0)) == (0, 1)


@pytest.mark.parametrize(("game", "words"), WISHES)
@pytest.mark.few(2)
def test_every_first_sheet_says_what_the_kit_costs(game: str, words: str) -> None:
    """Sheets, cuts and minutes as counted, and what one needs; the page about markers has the same numbers."""
    wish = WISHES[game, words]
    effort = kits.effort(game, "a4", wish)
    document = pypdfium2.PdfDocument(kits.pdf(game, "a4", wish))
    first = document[0].get_textpage().get_text_range().split()
    assert effort.sheets == len(document)
    assert {str(effort.sheets), str(effort.cuts), str(effort.minutes), "You"} <= set(first)
    row = f"| {game} | {words} | {effort.sheets} | {effort.cuts} | {effort.minutes} |"
    assert row in PAGE.read_text(), row
    assert effort.cuts <= MOST_CUTS[game]
