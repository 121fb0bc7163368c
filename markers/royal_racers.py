"""The Royal Racers kit: 36 playing cards marked on both sides, flags, pawn caps and dice of a piecepack.

A card is as large as a poker card. A flag, a tile of 50.8 mm, lies in its middle and leaves a strip of 18.6 mm at the
top and one at the bottom: each bears a marker of 13 mm, so that one at least is seen however crooked the flag lies. The
backs bear other numbers at the same places: the referee knows a card that lies face down, people see one and the same
back everywhere but for the black squares.
"""

from __future__ import annotations

from collections.abc import Iterator

from markers.geometry import ItemGeometry, rectangle, square_marker
from markers.heights import Heights
from markers.piecepack import RANKS, SUITS, TILE_MM, dice, round_face

KIT = "royal-racers"
TITLE = "Royal Racers"
VERSION, SMALL_VERSION = "2", "3"

CARD_RANKS = "a23456789"
CARD_SUITS = "shdc"
CARD_SUIT_NAMES = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
CARD_MM = (63.0, 88.0)
CARD_MARKER_MM = 13.0
"""Larger ones come too near to a flag that lies askew: its edge and shadow hide them more often than size helps."""
CARD_EDGE_MM = 0.5
"""From a marker's white margin to the card's edge: what scissors may be off."""
CARD_MARKER_Y_MM = CARD_MM[1] / 2 - CARD_EDGE_MM - CARD_MARKER_MM * 2 / 3
FLAG_MARKER_MM = 16.0
FLAG_EDGE_MM = 1.0
FLAG_MARKER_AWAY_MM = TILE_MM / 2 - FLAG_EDGE_MM - FLAG_MARKER_MM * 2 / 3
"""A flag's marker stands in its upper left corner: so far left of and above the middle."""

LOOSE_IDS = (
    144, 146, 149, 156, 160, 163, 167, 168, 170, 171, 172, 181, 182, 186, 191, 192, 197, 350, 353, 355, 358, 361, 364,
    370, 371, 374, 377, 379, 382, 390, 391, 393, 399, 409, 416, 417, 419, 421, 423, 429, 430, 431, 439, 449, 450, 452,
    453, 455, 458, 459, 461, 465,
)  # fmt: skip
"""Of pawns, dice and flags: any two differ in at least 4 cells."""
FACE_IDS = (
    415, 357, 485, 514, 194, 499, 378, 489, 433, 483, 444, 473, 467, 372, 497, 369, 524, 360, 366, 356, 411, 352, 412,
    199, 435, 198, 185, 178, 375, 536, 408, 527, 426, 513, 463, 488, 500, 487, 501, 481, 503, 478, 508, 387, 518, 386,
    148, 385, 154, 383, 187, 381, 189, 380, 196, 164, 376, 162, 389, 153, 420, 547, 443, 546, 468, 535, 484, 531, 493,
    528, 494, 526,
)  # fmt: skip
"""Two for each card, one of few changes of colour and one of many: few are easier to read when they are small."""
BACK_IDS = (
    150, 434, 151, 424, 155, 521, 158, 398, 175, 507, 176, 538, 177, 532, 179, 490, 183, 510, 184, 516, 188, 495, 195,
    410, 351, 491, 354, 451, 359, 440, 362, 464, 365, 460, 367, 492, 368, 522, 373, 427, 384, 479, 388, 548, 392, 428,
    396, 470, 397, 401, 402, 448, 406, 442, 413, 414, 445, 462, 446, 454, 474, 509, 475, 482, 517, 512, 529, 502, 533,
    542, 540, 476,
)  # fmt: skip
"""Two for each card; the two on one side of a card differ in at least 2 cells, any others of the kit in at least 3."""


def designs(heights: Heights, die_mm: float) -> tuple[ItemGeometry, ...]:
    """Every face of the kit."""
    loose = iter(LOOSE_IDS)
    pawns = tuple(
        round_face(f"pawn:{suit}", "cap", next(loose), round(heights["card"] + heights["pawn"], 4)) for suit in SUITS
    )
    small = (*pawns, *dice(loose, die_mm), *_flags(loose, heights))
    cards = (*_cards(iter(FACE_IDS), "face", heights), *_cards(iter(BACK_IDS), "back", heights))
    return (*cards, *small)


def _cards(ids: Iterator[int], side: str, heights: Heights) -> tuple[ItemGeometry, ...]:
    width, height = CARD_MM
    outline = rectangle(-width / 2, -height / 2, width / 2, height / 2)
    ends = ((0.0, CARD_MARKER_Y_MM), (0.0, -CARD_MARKER_Y_MM))
    return tuple(
        ItemGeometry(
            piece=f"card:{rank}{suit}",
            side=side,
            outline_mm=outline,
            markers=tuple(square_marker(next(ids), end, CARD_MARKER_MM) for end in ends),
            height_mm=heights["card"],
            fixed=True,
        )
        for suit in CARD_SUITS
        for rank in CARD_RANKS
    )


def _flags(ids: Iterator[int], heights: Heights) -> tuple[ItemGeometry, ...]:
    half, away = TILE_MM / 2, FLAG_MARKER_AWAY_MM
    height_mm = round(heights["card"] + heights["tile"], 4)
    return tuple(
        ItemGeometry(
            piece=f"tile:{suit}{rank}",
            side="face",
            outline_mm=rectangle(-half, -half, half, half),
            markers=(square_marker(next(ids), (-away, away), FLAG_MARKER_MM),),
            height_mm=height_mm,
        )
        for suit in SUITS
        for rank in RANKS
    )
