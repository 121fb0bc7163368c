"""The Royal Racers kit bound together: sections, art, instructions."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from markers import royal_racers
from markers.design import KitDesign, Step, Wish, die_mm_of, heights_of, of_kind
from markers.geometry import ItemGeometry
from markers.heights import Heights
from markers.kit import Manifest
from markers.pen import Pen
from markers.piecepack import DIE_MM, DIE_MM_RANGE
from markers.royal_racers_art import caption, draw_face, marker_ink, name_of
from markers.sheet import Section, two_sided

CARDS_A_SHEET = 9
CARDS_A_ROW = 3
PROFILES: Mapping[str, Heights] = MappingProxyType(
    {
        "wood": MappingProxyType({"card": 0.3, "tile": 6.35, "pawn": 28.6}),
        "paper": MappingProxyType({"card": 0.3, "tile": 0.3, "pawn": 0.6}),
    }
)

STEPS: tuple[Step, ...] = (
    (
        "2. Cards.",
        "Print sheets 2 to 9 on both sides, turned over the long edge, or glue each sheet of backs on its cards",
        "before you cut: nine cards lie edge to edge, so eight straight cuts along the marks free all nine.",
        "Card sleeves keep the cards flat. With cards of your own print stickers[[ (--stickers)]] and put them on.",
    ),
    (
        "3. Flags.",
        "24 squares for the tiles of a piecepack: glue one on each; only the flags you play with are needed. Lay a",
        "flag in the middle of its card, so that the squares at the card's top and bottom stay free.",
    ),
    (
        "4. Pawn caps.",
        "One on the head of each pawn, flat and level, with a dab of glue or putty. Any direction will do.",
    ),
    (
        "5. Dice.",
        "Six faces on each die, in the usual order; each player throws the die of his suit beside the board, where it",
        "lies flat on the table, not on the cards.",
    ),
    (
        "6. Board.",
        "Six rows of six cards, all upright, about 4 mm apart. Leave a hand's breadth beside the board for the dice.",
        "No wooden pieces? Play on the paper itself and print for bare paper[["
        " (--heights paper)| (Pieces: Bare paper)]]",
    ),
    (
        "7. Camera.",
        "Hang it about 1 m above the middle, looking straight down, with all cards and dice in the picture.",
        "The last sheet measures the lens when the page asks for it: fewer questions.",
    ),
)


def _sections(wish: Wish) -> tuple[Section, ...]:
    faces = royal_racers.designs(heights_of(wish), die_mm_of(wish))
    cards = of_kind(faces, "card")
    fronts = Section("Cards", tuple(card for card in cards if card.side == "face"), 0.0, CARDS_A_ROW, bare=True)
    return (
        *two_sided(fronts, [card for card in cards if card.side == "back"], CARDS_A_SHEET),
        Section("Flags: one on each tile", of_kind(faces, "tile"), 0.0, new_page=True),
        Section("Pawn caps: one on the head of each pawn", of_kind(faces, "pawn"), 5.0, new_page=True),
        Section("Dice: six faces on each die", of_kind(faces, "die"), 0.0, per_row=6),
    )


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    draw_face(pen, item)


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    return STEPS


def _needs(manifest: Manifest) -> tuple[str, ...]:
    return (
        "Four pawns, the tiles of a piecepack as flags, four dice of 20 mm[[ (others: --die-mm)]]; a knife and a",
        "ruler, a glue stick. The cards are best on heavy paper (160 g and more), printed on both sides.",
    )


DESIGN = KitDesign(
    glued=("tile", "pawn", "die"),
    needs=_needs,
    name=royal_racers.KIT,
    title=royal_racers.TITLE,
    version=royal_racers.VERSION,
    small_markers_mm={"": royal_racers.CARD_MARKER_MM},
    small_version=royal_racers.SMALL_VERSION,
    profiles=PROFILES,
    sections=_sections,
    draw_face=_face,
    marker_ink=marker_ink,
    caption=caption,
    steps=_steps,
    height_words={"card": "card", "tile": "flag on a card", "pawn": "pawn's cap on a card", "die": "die on the table"},
    name_of=name_of,
    kind_words={"card": "cards, face and back", "tile": "flags"},
    die_mm=DIE_MM,
    die_mm_range=DIE_MM_RANGE,
)
