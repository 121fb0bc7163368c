"""Command cards: held into the camera's picture by somebody whose hands are busy. One page for every game.

They are no pieces of a game: the eye tells that one is shown, never where it lies.
"""

from __future__ import annotations

from collections.abc import Mapping

from markers.design import KitDesign, Step, Wish
from markers.geometry import ItemGeometry, rectangle, square_marker
from markers.kit import Manifest
from markers.pen import BLACK, WHITE, Pen, grey
from markers.sheet import Section

NAME = "command-cards"
WIDTH_MM, HEIGHT_MM, MARKER_MM = 86.0, 54.0, 34.0
WORDS: Mapping[str, tuple[str, str]] = {
    "done": ("TURN DONE", "the turn is over"),
    "undo": ("UNDO", "takes the last turn back"),
    "pause": ("BREAK", "begins a break, or ends it"),
}
"""What stands on each card."""
CARD_OF: Mapping[int, str] = dict(zip((800, 803, 817), WORDS, strict=True))
"""By marker number, the command: of the reserved block, the three patterns that lie furthest apart (7 cells)."""

STEPS: tuple[Step, ...] = (
    (
        "How to use them.",
        "Cut them out, best glued on cardboard. Hold one flat into the picture for a second, away from the board;",
        "take it out again before you show the next one. Two cards at once are ignored.",
    ),
)


def faces() -> tuple[ItemGeometry, ...]:
    """The cards: the marker on the left, its words on the right."""
    outline = rectangle(-WIDTH_MM / 2, -HEIGHT_MM / 2, WIDTH_MM / 2, HEIGHT_MM / 2)
    return tuple(
        ItemGeometry(f"card:{name}", "face", outline, (square_marker(number, (-20.0, 0.0), MARKER_MM),), 0.0)
        for number, name in CARD_OF.items()
    )


def _sections(wish: Wish) -> tuple[Section, ...]:
    return (Section("Command cards: show one to the camera", faces(), 6.0),)


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    word, meaning = WORDS[item.piece.partition(":")[2]]
    pen.shape([item.outline_mm], WHITE)
    pen.text((20.0, 1.5), word, 4.2, BLACK, bold=True, most_mm=38.0)
    pen.text((20.0, -5.0), meaning, 2.2, grey(0.3), most_mm=38.0)


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    return STEPS


DESIGN = KitDesign(
    name=NAME,
    title="Command cards",
    version="1",
    profiles={"paper": {}},
    sections=_sections,
    draw_face=_face,
    caption=lambda item: "",
    steps=_steps,
    height_words={},
    lone=True,
)
