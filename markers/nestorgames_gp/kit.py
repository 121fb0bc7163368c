"""The nestorgames GP kit bound together: boards, pieces, art, instructions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType

from markers.design import KitDesign, Step, Wish, heights_of, of_kind
from markers.geometry import ItemGeometry
from markers.heights import Heights
from markers.kit import Manifest
from markers.nestorgames_gp.board_art import draw_sheet
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from markers.nestorgames_gp.drawn import board_of_way
from markers.nestorgames_gp.numbers import board_numbers
from markers.nestorgames_gp.pieces import CARS, OWNED, PAPER, SMALL_MARKER_MM, loose_pieces
from markers.nestorgames_gp.pieces_art import caption, draw_piece, marker_ink
from markers.nestorgames_gp.plan import BoardPlan, plan_of, shipped_plans
from markers.nestorgames_gp.poster import sheets_of
from markers.pen import Pen
from markers.sheet import Section
from referee.errors import KitError

KIT = "nestorgames-gp"
STEPS: tuple[Step, ...] = (
    (
        "2. Board.",
        "Cut the sheets of one board along their outer lines and lay them edge to edge, sheet 1 top left, then row",
        "by row: the half diamonds must meet. Tape them from behind; a millimetre out of joint does no harm.",
    ),
    (
        "3. Cars.",
        "Each car has two faces: glue the full one on its roof, the striped one on its belly, both arrows to the nose.",
        "No cars? Glue the two faces back to back on cardboard and print for bare paper[["
        " (--heights paper)| (Pieces: Bare paper)]]",
    ),
    (
        "4. Discs and cylinders.",
        "One face on each of your three lap discs and on the cylinder; any direction will do. They lie on their",
        "rings in your box. Box 1 belongs to the pole, box 2 to the second bay, and so on.",
    ),
    (
        "5. Items, tray, gate.",
        "One face on each item; a bomb has one on either side. An item in the tray lies in the tray's frame. Lay items",
        "and tray at the outer edge of their space, an item's marker outward, and set cars beside them, never on them.",
    ),
    (
        "6. Throwing card.",
        "Lay it flat to the right of the board. Throw your dice, ordinary ones of 16 mm, one by one onto the grey",
        "mat and leave them there until your turn is over. Lost dice lie on the squares of your box, one on each.",
    ),
    (
        "7. Camera.",
        "Hang it above the middle of the table, looking straight down, about 1 m up, with board and throwing card",
        "in the picture; 1920 x 1080 is best. The last sheet measures the lens when the page asks.",
    ),
)


def boards_of(wish: Wish) -> tuple[tuple[BoardPlan, int | None], ...]:
    """The boards to print, each with its index among the shipped ones (None for the user's own).

    Raises KitError for two boards of the user's own: their markers could not be told apart.
    """
    plans = tuple(plan_of(text) for text in wish.boards) or shipped_plans()
    shipped = {plan: index for index, plan in enumerate(shipped_plans())}
    found = tuple((plan, shipped.get(plan)) for plan in dict.fromkeys(plans))
    own = [plan for plan, index in found if index is None]
    if own and len(found) > 1:
        raise KitError("A board of your own is printed alone: its markers may be those of the other boards.")
    if own and own[0].name in SHIPPED:
        raise KitError(f"'{own[0].name}' is the name of a board that comes with the game; give yours another name.")
    return found


def _own(text: str) -> Wish:
    """A board of somebody's own: a board file, or the way that was drawn."""
    return Wish(boards=(text if text.startswith("{") else board_of_way(text),))


def _sections(wish: Wish) -> tuple[Section, ...]:
    heights = heights_of(wish)
    loose = loose_pieces(heights)
    items = tuple(face for kind in ("rocket", "wrench", "turbo", "bomb", "oil") for face in of_kind(loose, kind))
    boards = tuple(
        section
        for plan, index in boards_of(wish)
        for section in _sheets(plan, sheets_of(plan, board_numbers(index), heights["card"]))
    )
    return (
        Section(
            "Cars: the full face on the roof, the striped one on the belly",
            of_kind(loose, "car"),
            0.0,
            8,
            True,
            row_gap_mm=5.0,
        ),
        Section("Lap discs: three for each car", of_kind(loose, "disc"), 4.0, per_row=6),
        Section("Cylinders: one for each car", of_kind(loose, "cylinder"), 3.0, per_row=8),
        Section("Items: a bomb has two sides", items, 0.0, new_page=True, row_gap_mm=4.0),
        Section("Tray and gate", (*of_kind(loose, "tray"), *of_kind(loose, "gate")), 5.0),
        Section("Throwing card: lay it flat to the right of the board", of_kind(loose, "throw"), 5.0),
        *boards,
    )


def _sheets(plan: BoardPlan, sheets: Sequence[ItemGeometry]) -> Iterator[Section]:
    """A page for each sheet of a board, its heading saying where it lies."""
    tops = sorted({sheet.outline_mm[0][1] for sheet in sheets}, reverse=True)
    for number, sheet in enumerate(sheets, 1):
        left, top = sheet.outline_mm[0]
        row = tops.index(top)
        place = 1 + sum(other.outline_mm[0][1] == top and other.outline_mm[0][0] < left for other in sheets)
        where = f"row {row + 1} from the top, number {place} from the left"
        yield Section(f"Board: {plan.title}, sheet {number} of {len(sheets)}: {where}", (sheet,), 2.0, 1, new_page=True)


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    if not item.piece.startswith("board:"):
        draw_piece(pen, item)
        return
    name = item.piece.split(":")[1].rpartition("/")[0]
    plan, index = next(found for found in boards_of(wish) if found[0].name == name)
    draw_sheet(pen, plan, item, sheets_of(plan, board_numbers(index), 0.0))


def _caption(item: ItemGeometry) -> str:
    return "" if item.piece.startswith("board:") else caption(item)


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    return STEPS


def _needs(manifest: Manifest) -> tuple[str, ...]:
    return (
        "For each driver six dice of 16 mm in one colour; a car, three discs and a cylinder each, and twelve items, of",
        "the game or of thin cardboard; a knife and a ruler, a glue stick, sticky tape. One board is enough[[ (--board",
        "harbour)]].",
    )


DIE_MM, SMALL_BOARD_MARKER_MM = 16.0, 11.0
DICE = 6
PROFILES = MappingProxyType[str, Heights]({"wood": OWNED, "paper": PAPER})

DESIGN = KitDesign(
    glued=("car", "disc", "cylinder", "rocket", "wrench", "turbo", "bomb", "oil", "tray", "gate"),
    needs=_needs,
    name=KIT,
    title="nestorgames GP",
    version="1",
    small_markers_mm={"": SMALL_MARKER_MM, "board": SMALL_BOARD_MARKER_MM},
    small_version="2",
    profiles=PROFILES,
    sections=_sections,
    draw_face=_face,
    marker_ink=marker_ink,
    own=_own,
    caption=_caption,
    steps=_steps,
    die_mm=DIE_MM,
    die_mm_range=(12.0, 20.0),
    ready={name: (plan_of(shipped_board(name)).title, Wish(boards=(shipped_board(name),))) for name in SHIPPED},
    pip_dice={name: tuple(f"die:{car}{number}" for number in range(1, DICE + 1)) for car, name in CARS.items()},
    height_words={
        "car": "car",
        "disc": "disc",
        "cylinder": "cylinder",
        "rocket": "item",
        "tray": "tray",
        "gate": "gate",
    },
)
