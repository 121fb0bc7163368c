"""The kits there are: the manifest of one and its sheets as PDF, both built in memory and always the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from markers import command_cards, home_racers_kit, racepack_kit, royal_racers_kit
from markers.design import USUAL, KitDesign, Wish, dice_of
from markers.effort import Effort, effort_of
from markers.kit import Manifest, PrintedItem
from markers.nestorgames_gp import kit as nestorgames_gp_kit
from markers.sheet import Sheets, lay_out, paper_size
from referee import installed
from referee.errors import KitError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markers.pdf import PageDone

DESIGNS: Mapping[str, KitDesign] = {
    design.name: design
    for design in (racepack_kit.DESIGN, royal_racers_kit.DESIGN, nestorgames_gp_kit.DESIGN, home_racers_kit.DESIGN)
}
"""Every kit of this tree by its game's name; other packages may bring more (`referee.installed`)."""
GAMES_WITH_KITS = tuple(DESIGNS)


def games_with_kits() -> tuple[str, ...]:
    """The games of this tree that have a kit, then those of other packages."""
    return (*GAMES_WITH_KITS, *(name for name in installed.names(installed.KITS) if name not in GAMES_WITH_KITS))


FIRST_ITEM_PAGE = 1
"""Page 0 holds the instructions, unless the faces are all there is."""


def design_of(game: str) -> KitDesign:
    """A game's kit, or the command cards. Raises KitError, listing the games with kits, when there is none."""
    if game == command_cards.NAME:
        return command_cards.DESIGN
    if game in DESIGNS:
        return DESIGNS[game]
    if game not in installed.names(installed.KITS):
        raise KitError(f"There is no kit for '{game}'; games with a kit: {', '.join(games_with_kits())}.")
    design = installed.load(installed.KITS, game)
    if not isinstance(design, KitDesign) or design.name != game:
        raise KitError(f"What is installed as the kit of '{game}' is no KitDesign of that name.")
    return design


def manifest(game: str, paper: str = "a4", wish: Wish = USUAL) -> Manifest:
    """What is printed for a game and where.

    Parameters
    ----------
    game : one of `GAMES_WITH_KITS`.
    paper : ``a4`` or ``letter``.
    wish : how thick the pieces are, how large the dice, and what else a kit may be asked for.

    Raises
    ------
    KitError : an unknown game or paper, or dice out of range.

    >>> len(manifest("racepack").items)
    62
    """
    return manifest_of(design_of(game), paper, wish)


@lru_cache(maxsize=16)
def manifest_of(design: KitDesign, paper: str = "a4", wish: Wish = USUAL) -> Manifest:
    """The manifest of a design; same parameters and errors as `manifest`."""
    page = paper_size(paper)
    laid = _laid(design, paper, wish)
    # the last page holds the calibration board, which is no piece
    pages = (page,) * (laid.pages if design.lone else FIRST_ITEM_PAGE + laid.pages + 1)
    dice = dice_of(design, design.complete(wish))
    return Manifest(design.name, design.version_of(wish), paper, pages, laid.items, wish.boards, dice)


def sheets(game: str, paper: str, wish: Wish = USUAL) -> Sheets:
    """The kit's faces and headings set on pages; same parameters and errors as `manifest`."""
    return _laid(design_of(game), paper, wish)


# every race, page and command asks for the manifest of its print, many of them more than once
@lru_cache(maxsize=32)
def _laid(design: KitDesign, paper: str, wish: Wish) -> Sheets:
    first = 0 if design.lone else FIRST_ITEM_PAGE
    return lay_out(design.laid_out(design.complete(wish)), paper_size(paper), first)


# the simulated table cuts its pieces from these sheets each time that it is laid
@lru_cache(maxsize=8)
def pdf(game: str, paper: str = "a4", wish: Wish = USUAL) -> bytes:
    """The sheets of `manifest`, with its parameters and errors, as PDF; the same bytes every time."""
    return drawn(game, paper, wish)


def drawn(game: str, paper: str, wish: Wish, page_done: PageDone = lambda done, pages: None) -> bytes:
    """`pdf`, drawn anew for somebody who waits: `page_done` is told after each page."""
    # drawing needs OpenCV and reportlab; the manifest alone needs neither
    from markers.pdf import draw

    design, kit = design_of(game), manifest(game, paper, wish)
    work = None if design.lone else effort(game, paper, wish)
    return draw(design, kit, sheets(game, paper, wish).headings, design.complete(wish), work, page_done)


@lru_cache(maxsize=8)
def face(game: str, item: PrintedItem, px_per_mm: float) -> NDArray[np.uint8]:
    """The picture (H, W, 3), BGR, of one printed face, upright. Raises KitError for a game without a kit."""
    from markers import raster
    from markers.pdf import draw_alone

    design = design_of(game)
    return raster.OpenedSheets(draw_alone(design, item, design.complete(design.usual))).picture(0, px_per_mm)


def file_name(game: str, paper: str, wish: Wish, boards: Sequence[str] = ()) -> str:
    """What the files of a print are called, without language and ending; `boards` by name."""
    sets = (f"{wish.packs}-piecepacks",) if wish.packs > 1 else ()
    large = ("large-markers",) if design_of(game).small_markers_mm and not wish.small_markers else ()
    return "-".join((game, paper, *sets, *filter(None, (wish.track,)), *boards, *large))


def effort(game: str, paper: str = "a4", wish: Wish = USUAL) -> Effort:
    """How much work the kit is; same parameters and errors as `manifest`."""
    design = design_of(game)
    return effort_of(design, sheets(game, paper, wish), len(manifest(game, paper, wish).pages))


def sticker_pdf(
    game: str, paper: str = "a4", wish: Wish = USUAL, page_done: PageDone = lambda done, pages: None
) -> tuple[bytes, int, tuple[str, ...]]:
    """The markers alone, to stick on pieces of one's own; parameters and errors as of `drawn`.

    Returns
    -------
    The PDF, its number of pages, and the kinds of pieces that have no stickers because they must be printed whole. The
    manifest is that of the full print.
    """
    from markers.pdf import draw
    from markers.stickers import stickers

    sheet = stickers(design_of(game), wish, paper)
    wished = design_of(game).complete(wish)
    content = draw(sheet.design, sheet.manifest, sheet.headings, wished, page_done=page_done)
    return content, len(sheet.manifest.pages), sheet.left_out
