"""The Home Racers kit bound together: sections, art, instructions."""

from __future__ import annotations

from types import MappingProxyType

from markers import home_racers
from markers.design import KitDesign, Step, Wish, heights_of, of_kind
from markers.geometry import ItemGeometry
from markers.heights import Heights
from markers.home_racers_art import caption, draw_face, name_of
from markers.kit import Manifest
from markers.pen import Pen
from markers.sheet import Section, two_sided

TILES_A_SHEET = 4
DIE_MM = 16.0
DIE_MM_RANGE = (12.0, 20.0)

STEPS: tuple[Step, ...] = (
    (
        "2. Road tiles.",
        "Glue the 14 hexagons on cardboard about 2 mm thick and cut along the grey lines. The arrow is the car's way;",
        "the small arrows show where the next tile may lie. The car stands on the arrow, between the two squares.",
    ),
    (
        "3. Special tiles.",
        "Print the sheets of special tiles on both sides, turned over the long edge, or glue each back on its tile:",
        "the words below a tile say which. Lay down only those of your course; keep the rest out of the picture.",
    ),
    (
        "4. Cars.",
        "One sticker flat on the roof of each toy car (1:64), its arrow to the front.",
    ),
    (
        "5. Starting line.",
        "The two posts stand at the ends of the line, the left one on the left for those who drive over it; the short",
        "red stroke is the line's end. Leave them there during the race.",
    ),
    (
        "6. Dice.",
        "Ordinary dice of 16 mm[[ (others: print with --die-mm)]] in the drivers' colours. Throw on the grey of the",
        "tray, and keep those that show your gear on the grey of your gear area. Lay both beside the course, flat and",
        "still.",
    ),
    (
        "7. Camera.",
        "Hang it above the middle of the floor, looking straight down, with the whole course in the picture: at most",
        "2 m wide with 1920 x 1080. The last sheet measures the lens when the page asks for it.",
    ),
)


def _sections(wish: Wish) -> tuple[Section, ...]:
    faces = home_racers.designs(heights_of(wish))
    special = of_kind(faces, "twin")
    fronts = Section("Special tiles", special[::2], 0.0, 2, new_page=True, row_gap_mm=5.0)
    return (
        Section("Road tiles", of_kind(faces, "road"), 0.0, 2, True),
        *two_sided(fronts, special[1::2], TILES_A_SHEET),
        Section("Cars: one on each roof", of_kind(faces, "car"), 0.0, new_page=True, row_gap_mm=5.0),
        Section("Start posts: the red stroke is the end of the line", of_kind(faces, "line"), 0.0, row_gap_mm=6.0),
        Section("Dice tray: throw on the grey", of_kind(faces, "tray"), 5.0),
        Section("Gear areas: one for each driver", of_kind(faces, "gear"), 0.0, 1, True),
    )


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    draw_face(pen, item)


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    return STEPS


def _needs(manifest: Manifest) -> tuple[str, ...]:
    return (
        "For each driver a toy car of 1:64 and five dice of 16 mm in its colour; cardboard of 2 mm for the tiles,",
        "a knife and a ruler, glue.",
    )


DESIGN = KitDesign(
    glued=("road", "twin", "car"),
    needs=_needs,
    name=home_racers.KIT,
    title=home_racers.TITLE,
    version=home_racers.VERSION,
    profiles=MappingProxyType[str, Heights]({"cardboard": home_racers.CARDBOARD, "paper": home_racers.PAPER}),
    sections=_sections,
    draw_face=_face,
    caption=caption,
    steps=_steps,
    height_words={"road": "road tile", "twin": "special tile", "car": "car on its tile", "line": "start post"},
    name_of=name_of,
    kind_words={"road": "road tiles", "twin": "special tiles, both sides", "car": "car roofs"},
    die_mm=DIE_MM,
    die_mm_range=DIE_MM_RANGE,
    pip_dice={
        name: tuple(f"die:{car}{number}" for number in range(1, home_racers.GEAR_DICE + 1))
        for car, name in home_racers.CARS.items()
    },
)
