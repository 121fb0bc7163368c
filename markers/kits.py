"""The kits there are: the manifest of one and its sheets as PDF, both built in memory and always the same."""

from __future__ import annotations

from markers import racepack
from markers.geometry import ItemGeometry
from markers.heights import WOOD, Heights
from markers.kit import Manifest
from markers.sheet import Section, Sheets, lay_out, paper_size
from referee.errors import KitError

GAMES_WITH_KITS = (racepack.KIT,)
DIE_MM = 20.0
DIE_MM_RANGE = (14.0, 30.0)
FIRST_ITEM_PAGE = 1
"""Page 0 holds the instructions."""


def manifest(game: str, paper: str = "a4", heights: Heights = WOOD, die_mm: float = DIE_MM) -> Manifest:
    """What is printed for a game and where.

    Parameters
    ----------
    game : one of `GAMES_WITH_KITS`.
    paper : ``a4`` or ``letter``.
    heights : thickness of the pieces the faces are glued on.
    die_mm : edge of the dice, 14 to 30 mm.

    Raises
    ------
    KitError : an unknown game or paper, or dice out of range.

    >>> len(manifest("racepack").items)
    62
    """
    page = paper_size(paper)
    laid = sheets(game, paper, heights, die_mm)
    # the last page holds the calibration board, which is no piece
    pages = (page,) * (FIRST_ITEM_PAGE + laid.pages + 1)
    return Manifest(racepack.KIT, racepack.VERSION, paper, pages, laid.items)


def sheets(game: str, paper: str, heights: Heights, die_mm: float) -> Sheets:
    """The kit's faces and headings set on pages; same parameters and errors as `manifest`."""
    check_game(game)
    if not DIE_MM_RANGE[0] <= die_mm <= DIE_MM_RANGE[1]:
        raise KitError(f"Dice of {die_mm:g} mm do not fit; give {DIE_MM_RANGE[0]:g} to {DIE_MM_RANGE[1]:g} mm.")
    return lay_out(_racepack_sections(racepack.designs(heights, die_mm)), paper_size(paper), FIRST_ITEM_PAGE)


def pdf(game: str, paper: str = "a4", heights: Heights = WOOD, die_mm: float = DIE_MM) -> bytes:
    """The sheets of `manifest`, with its parameters and errors, as PDF; the same bytes every time."""
    # drawing needs OpenCV and reportlab; the manifest alone needs neither
    from markers.pdf import draw

    headings = sheets(game, paper, heights, die_mm).headings
    return draw(manifest(game, paper, heights, die_mm), headings, racepack.TITLE)


def check_game(game: str) -> None:
    """Raises KitError, listing the games with kits, when there is none for this one."""
    if game not in GAMES_WITH_KITS:
        raise KitError(f"There is no kit for '{game}'; games with a kit: {', '.join(GAMES_WITH_KITS)}.")


def _racepack_sections(designs: tuple[ItemGeometry, ...]) -> tuple[Section, ...]:
    def of(kind: str) -> tuple[ItemGeometry, ...]:
        return tuple(item for item in designs if item.piece.split(":")[0] == kind)

    return (
        Section("Tiles: glue one on the grid side of each tile", of("tile"), 5.0),
        Section("Pawn caps: one on the head of each pawn", of("pawn"), 5.0, new_page=True),
        Section("Hazard coins: one grey-edged face and one red-edged face on each coin", of("coin"), 5.0, per_row=4),
        Section("Dice: six faces on each die", of("die"), 4.0, per_row=6),
        Section("Dice tray: lay it flat beside the road", of("tray"), 5.0, new_page=True),
        Section("Start and finish card: the arrow's tip touches the road at the line", of("lap"), 5.0),
    )
