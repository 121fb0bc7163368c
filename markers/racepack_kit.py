"""The Racepack kit bound together: sections, art, instructions."""

from __future__ import annotations

from collections.abc import Iterator

from markers import racepack
from markers.design import KitDesign, Step, Wish, die_mm_of, heights_of, of_kind
from markers.geometry import ItemGeometry
from markers.heights import PROFILES
from markers.kit import Manifest
from markers.pen import Pen
from markers.piecepack import DIE_MM, DIE_MM_RANGE
from markers.racepack_art import caption, draw_face, marker_ink, name_of
from markers.racepack_tracks import OWN, TRACK_MARKER_MM, TRACKS, poster, track_named
from markers.sheet import Section

STEPS: tuple[Step, ...] = (
    (
        "2. Tiles.",
        "Cut out the squares along the thin grey lines and glue one on the grid side of each tile. Suit and",
        "rank need not match. No wooden pieces? Play on the paper itself and print for bare",
        "paper[[ (--heights paper)| (Pieces: Bare paper)]]",
    ),
    (
        "3. Pawn caps.",
        "Cut out the discs and put one on the head of each pawn with a dab of glue or putty, flat and",
        "level. Any direction will do. The disc's edge has the colour of the suit.",
    ),
    (
        "4. Hazard coins.",
        "Each coin gets a grey-edged face on its blank side and the yellow one with cones on the other.",
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

TRACK: Step = (
    "2. Track.",
    "Cut the sheets along the marks and lay them edge to edge, row by row from the top left; tape them from behind.",
    "The chequered line is the start and finish; the numbers on the road are those of the corners.",
)

SECOND_PIECEPACK: Step = (
    "8. Second piecepack.",
    "Faces with a 2 before the suit go on the second set: its caps show white at two sides, so that the two cars",
    "of a colour are told apart. The second set's dice only mark pit stopping places.",
)


def _sections(wish: Wish) -> tuple[Section, ...]:
    heights = heights_of(wish)
    marker_mm = TRACK_MARKER_MM if wish.track else racepack.TILE_MARKER_MM
    faces = racepack.designs(heights, die_mm_of(wish), wish.packs, marker_mm)
    tiles = of_kind(faces, "tile")
    road = tuple(_poster(wish.track, tiles, heights["tile"])) if wish.track else ()
    return (
        *(road or (Section("Tiles: glue one on the grid side of each tile", tiles, 0.0),)),
        Section("Pawn caps: one on the head of each pawn", of_kind(faces, "pawn"), 5.0, new_page=True),
        Section(
            "Hazard coins: one grey-edged face and one yellow one with cones on each coin",
            of_kind(faces, "coin"),
            5.0,
            4,
        ),
        Section("Dice: six faces on each die", of_kind(faces, "die"), 0.0, per_row=6),
        Section("Dice tray: lay it flat beside the road", of_kind(faces, "tray"), 5.0, new_page=True),
        Section("Start and finish card: the arrow's tip touches the road at the line", of_kind(faces, "lap"), 5.0),
    )


def _poster(name: str, tiles: tuple[ItemGeometry, ...], height_mm: float) -> Iterator[Section]:
    sheets = poster(name, tiles, height_mm)
    for number, (sheet, upon) in enumerate(sheets, 1):
        title = track_named(name).title
        where = "row by row from the top left" if title == OWN else "from the left"
        heading = f"Racepack, {title}: sheet {number} of {len(sheets)}, {where}"
        yield Section(heading, (sheet,), 0.0, bare=True, upon=upon)


def _face(pen: Pen, item: ItemGeometry, wish: Wish) -> None:
    draw_face(pen, item, bool(wish.track))


def _steps(manifest: Manifest) -> tuple[Step, ...]:
    if any(item.piece.startswith("poster:") for item in manifest.items):
        return (TRACK, *STEPS[1:])
    second = any(item.piece.startswith(f"pawn:{racepack.SECOND}") for item in manifest.items)
    return (*STEPS, SECOND_PIECEPACK) if second else STEPS


def _needs(manifest: Manifest) -> tuple[str, ...]:
    if any(item.piece.startswith("poster:") for item in manifest.items):
        return (
            "Four pawns about 29 mm high[[ (or toy cars: print with  --height pawn=MM)]], four flat coins of 23 mm,",
            "four dice of 20 mm[[ (others: --die-mm)]]; a knife and a ruler or scissors, a glue stick, sticky tape.",
        )
    return (
        "A piecepack: 24 tiles, 4 pawns, 4 coins; four dice of 20 mm[[ (others: --die-mm)]]; scissors, a glue stick.",
        "No piecepack? Print a ready track, a few sheets to lay edge to edge"
        "[[ (--track oval)| (choose it under “Track”)]].",
    )


DESIGN = KitDesign(
    glued=("tile", "pawn", "coin", "die"),
    needs=_needs,
    most_packs=2,
    name=racepack.KIT,
    title=racepack.TITLE,
    version=racepack.VERSION,
    track_version=racepack.TRACK_VERSION,
    small_markers_mm={"": racepack.SMALL_MARKER_MM},
    small_version=racepack.SMALL_VERSION,
    ready={name: (track.title, Wish(track=name)) for name, track in TRACKS.items()},
    profiles=PROFILES,
    sections=_sections,
    draw_face=_face,
    marker_ink=marker_ink,
    caption=caption,
    steps=_steps,
    height_words={"tile": "tile", "coin": "coin on a tile", "pawn": "pawn's cap on a tile", "die": "die on the table"},
    name_of=name_of,
    kind_words={"tile": "tiles", "tray": "tray", "lap": "start card"},
    die_mm=DIE_MM,
    die_mm_range=DIE_MM_RANGE,
)
