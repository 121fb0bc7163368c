"""The first sheet: what to print, cut and glue, in plain words."""

from __future__ import annotations

from markers.kit import Manifest, Page
from markers.pen import Pen, grey
from markers.rulers import draw_inch_ruler, draw_mm_ruler
from markers.sheet import HEAD_MM, SIDE_MM

INK = grey(0.15)
STEPS = (
    (
        "1. Check the print.",
        "Lay a real ruler on the two rulers below. If 100 mm is not 100 mm, print again at 100 %,",
        "with 'fit to page' switched off. Use plain matt paper: shiny paper mirrors the lamp.",
    ),
    (
        "2. Tiles.",
        "Cut out the 24 squares along the thin grey lines and glue one on the grid side of each tile. Suit and",
        "rank need not match. No wooden pieces? Play on the paper itself and print with  --heights paper",
    ),
    (
        "3. Pawn caps.",
        "Cut out the four discs and put one on the head of each pawn with a dab of glue or putty, flat and",
        "level. Any direction will do. The disc's edge has the colour of the suit.",
    ),
    (
        "4. Hazard coins.",
        "Each coin gets a grey-edged face on its blank side and the red-edged face of its suit on the other.",
        "Both faces of one coin carry the same suit in their captions.",
    ),
    (
        "5. Dice.",
        "Six faces on each die, in the usual order. Red (suns) is the lap die, black (moons) the penalty die; green",
        "(crowns) and blue (arms) are cars when three people play.",
    ),
    (
        "6. Tray and card.",
        "Lay the dice tray flat beside the road, where the camera sees it; roll the penalty die into its",
        "grey middle. The card's arrow touches the road at the start and finish line.",
    ),
    (
        "7. Camera.",
        "Hang it above the middle of the table, looking straight down, about 1 m up, with the whole road in the",
        "picture. The last sheet is a board for `referee calibrate`: better places, fewer questions.",
    ),
)


def draw_instructions(pen: Pen, page: Page, manifest: Manifest) -> None:
    """Write the instructions; `pen` has its origin at the page's top left corner."""
    y = -HEAD_MM - 6.0
    for title, *lines in STEPS:
        pen.text((SIDE_MM, y), title, 2.7, INK, "l", bold=True)
        for line in lines:
            y -= 5.4
            pen.text((SIDE_MM, y), line, 2.3, INK, "l")
        y -= 8.6
    y = _heights(pen, y, manifest)
    draw_mm_ruler(pen.at(SIDE_MM, y - 12.0), 100)
    draw_inch_ruler(pen.at(SIDE_MM, y - 30.0), 4)


def _heights(pen: Pen, y: float, manifest: Manifest) -> float:
    """The heights this kit was printed for; the referee needs those of the real pieces."""
    pen.text((SIDE_MM, y), "Heights this kit was made for", 2.7, INK, "l", bold=True)
    kinds = {item.piece.split(":")[0]: item.height_mm for item in manifest.items}
    names = {"tile": "tile", "coin": "coin on a tile", "pawn": "pawn's cap on a tile", "die": "die on the table"}
    words = ", ".join(f"{name} {kinds[kind]:g} mm" for kind, name in names.items() if kind in kinds)
    pen.text((SIDE_MM, y - 5.4), words + ".", 2.3, INK, "l")
    pen.text(
        (SIDE_MM, y - 10.8), "Are your pieces different? Print with  --height pawn=30 --height tile=6", 2.3, INK, "l"
    )
    return y - 10.8
