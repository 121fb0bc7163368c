"""The Racepack kit bound together: sections, art, instructions."""

from __future__ import annotations

from markers import racepack
from markers.design import KitDesign, Step, Wish, die_mm_of, heights_of, of_kind
from markers.geometry import ItemGeometry
from markers.heights import PROFILES
from markers.kit import Manifest
from markers.pen import Pen, pale
from markers.piecepack import DIE_MM, DIE_MM_RANGE
from markers.racepack_art import caption, draw_face, name_of
from markers.sheet import Section

STEPS: tuple[Step, ...] = (
    (
        "2. Tiles.",
        "Cut out the squares along the thin grey lines and glue one on the grid side of each tile. Suit and",
        "rank need not match. No wooden pieces? Play on the paper itself and print with  --heights paper",
    ),
    (
        "3. Pawn caps.",
        "Cut out the discs and put one on the head of each pawn with a dab of glue or putty, flat and",
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
        "(crowns) and blue (arms) are cars when three people play. n is null, a the ace.",
    ),
    (
        "6. Tray and card.",
        "Lay the dice tray flat beside the road, where the camera sees it; roll the penalty die into its",
        "grey middle. The card's arrow touches the road at the start and finish line; beside it lies the lap die.",
    ),
    (
        "7. Camera.",
        "Hang it above the middle of the table, looking straight down, about 1 m up, with the whole road in the",
        "picture. The last sheet measures the lens when the page asks for it: fewer questions.",
    ),
)

SECOND_PIECEPACK: Step = (
    "8. Second piecepack.",
    "Faces with a 2 before the suit go on the second set: its caps show white at two sides, so that the two cars",
    "of a colour are told apart. The second set's dice only mark pit stopping places.",
)


def _sections(wish: Wish) -> tuple[Section, ...]:
    faces = racepack.designs(heights_of(wish), die_mm_of(wish), wish.packs)
    return (
        Section("Tiles: glue one on the grid side of each tile", of_kind(faces, "tile"), 5.0),
        Section("Pawn caps: one on the head of each pawn", of_kind(faces, "pawn"), 5.0, new_page=True),
        Section(
            "Hazard coins: one grey-edged face and one red-edged face on each coin", of_kind(faces, "coin"), 5.0, 4
        ),
        Section("Dice: six faces on each die", of_kind(faces, "die"), 4.0, per_row=6),
        Section("Dice tray: lay it flat beside the road", of_kind(faces, "tray"), 5.0, new_page=True),
        Section("Start and finish card: the arrow's tip touches the road at the line", of_kind(faces, "lap"), 5.0),
    )


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    draw_face(pale(pen) if wish.low_ink else pen, item)


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    second = any(item.piece.startswith(f"pawn:{racepack.SECOND}") for item in manifest.items)
    return (*STEPS, SECOND_PIECEPACK) if second else STEPS


DESIGN = KitDesign(
    most_packs=2,
    name=racepack.KIT,
    title=racepack.TITLE,
    version=racepack.VERSION,
    profiles=PROFILES,
    sections=_sections,
    draw_face=_face,
    caption=caption,
    steps=_steps,
    height_words={"tile": "tile", "coin": "coin on a tile", "pawn": "pawn's cap on a tile", "die": "die on the table"},
    name_of=name_of,
    kind_words={"tile": "tiles", "tray": "tray", "lap": "start card"},
    die_mm=DIE_MM,
    die_mm_range=DIE_MM_RANGE,
)
