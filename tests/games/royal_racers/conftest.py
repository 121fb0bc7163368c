"""A plain board on which the columns a to e hold the ranks ace to five, and a builder of positions on it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

ROWS = (
    "6s,7s,8s,9s,6h,7h",
    "as,2s,3s,4s,5s,8h",
    "ah,2h,3h,4h,5h,9h",
    "ad,2d,3d,4d,5d,6d",
    "ac,2c,3c,4c,5c,7d",
    "6c,7c,8c,9c,8d,9d",
)
FLAGS = "Sa:a1,S2:a6,S3:f6,S4:f1,S5:c3,Ma:e6,M2:e1,M3:b1,M4:b6,M5:d4"
DICE = {"S": "n@60:140:0", "M": "n@60:50:0", "C": "n@60:-50:0", "A": "n@60:-140:0"}


def cards(down: str = "", unseen: str = "", up: str = "") -> str:
    """The board's text with some squares face down and some unseen."""
    rows = []
    for number, row in zip("654321", ROWS, strict=True):
        cells = []
        for column, card in zip("abcdef", row.split(","), strict=True):
            square = column + number
            hidden = square in unseen.split(",")
            cells.append("?" if hidden else "-" + card if square in down.split(",") else card)
        rows.append(",".join(cells))
    return "/".join(rows)


def dice_text(rolled: str, seats: str) -> str:
    """Every die in its place, those of `rolled` (as in `S4 Ma`) thrown anew."""
    thrown = {word[0]: word[1] for word in rolled.split()}
    return ",".join(f"{suit}:{thrown[suit]}@80:10:45" if suit in thrown else f"{suit}:{DICE[suit]}" for suit in seats)


def table(
    down: str = "",
    pawns: str = "S:c3,M:d4",
    flags: str = FLAGS,
    rolled: str = "",
    unseen: str = "",
    dice: bool = True,
    **hidden: str,
) -> str:
    """A position, or what a table shows: name hidden fields (turn="M") for a position."""
    suits = [item[0] for item in pawns.split(",")]
    shown = dice_text(rolled, "".join(suits)) if dice else ""
    pairs = {"cards": cards(down, unseen), "flags": flags, "pawns": pawns, "dice": shown, **hidden}
    return " ".join(["royal-racers", *(f"{key}={value}" for key, value in pairs.items() if value)])


@pytest.fixture(name="table")
def table_fixture() -> Callable[..., str]:
    """The builder of positions."""
    return table
