"""A position as a drawing: SVG that stands alone, scales, and reads without colour (each car has a sign and a letter).

One unit is one millimetre of the board; y runs down. Colours are those of the printed sheets; a page may set others as
CSS variables (``--racepack-road`` and so on).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import pairwise
from typing import Any

from markers.livery import INK
from referee.errors import NotationError
from referee.games.colours import BY_DAY, BY_NIGHT, badge, css, edge, style
from referee.games.handles import IN_MM, drawing, piece, space_handles, text, themes, titled
from referee.games.racepack.actions import parse_turn, speed_list
from referee.games.racepack.circuit import left_of
from referee.games.racepack.circuit import road as road_of
from referee.games.racepack.observation import (
    Circuit,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    square_name,
)
from referee.games.racepack.position import fields, parse_hazards, parse_observation, parse_place, spot_name
from referee.games.racepack.table import places
from referee.games.racepack.table.places import SQUARE_MM, TILE_MM, tile_centre
from referee.games.racepack.track_check import side_by_side
from referee.games.racepack.words import WORDS
from referee.games.rigid import Point, add
from referee.games.rulebook import JOINED

HAZARD = "hazard:"
"""Before the name of a hazard's space: hazards are all alike, so they are called by where they lie."""

LAP_DIE, PENALTY_DIE = "lap-die", "penalty-die"


# -- the signs --


STYLE = (
    themes("racepack", BY_DAY, BY_NIGHT)
    + style("racepack")
    + ".racepack .verge{stroke:var(--sand);stroke-width:9;stroke-linejoin:round}"
    ".racepack .road rect{fill:var(--road);stroke:var(--space);stroke-width:.6}"
    ".racepack .space{stroke:var(--edge);stroke-width:.8;stroke-dasharray:3 3;fill:none}"
    ".racepack .wall{stroke:var(--edge);stroke-width:4.5;stroke-linecap:square;fill:none}"
    ".racepack .pit{font-size:9px;letter-spacing:.5px}"
    ".racepack .roundel{fill:var(--edge);stroke:var(--kerb);stroke-width:2}"
    f".racepack .corner{{font-size:11px;font-weight:700;fill:{css(INK)}!important}}"
    ".racepack .name{font-size:9.5px}"
    ".racepack .caption{font-size:11px;text-anchor:start}"
    ".racepack .line{stroke:#fff;stroke-width:5;fill:none}"
    ".racepack .chequers{stroke:#111;stroke-width:5;stroke-dasharray:3.175 3.175;fill:none}"
    ".racepack .way{stroke:var(--edge);stroke-width:2;fill:none;stroke-linecap:round}"
    ".racepack .unseen{fill:var(--space);fill-opacity:.7;stroke:var(--ink);stroke-width:.8;stroke-dasharray:1.5 2}"
    ".racepack .end{fill:var(--end);fill-opacity:.28;stroke:var(--end);stroke-width:1.8;stroke-dasharray:5 2.5}"
    ".racepack .move{stroke:var(--move);stroke-width:3.2;fill:none;stroke-linejoin:round;opacity:.9}"
    ".racepack .origin{fill:var(--move);stroke:var(--edge);stroke-width:1}"
    ".racepack .target{stroke:var(--move);stroke-width:3;fill:none}"
    ".racepack .fault{stroke:var(--fault);stroke-dasharray:7 5}"
    ".racepack .cross{stroke:var(--fault);stroke-width:3.2;stroke-linecap:round}"
    ".racepack .token{fill:#e4e4e6;stroke:#333;stroke-width:1.2}.racepack .danger{fill:#ffc93d;stroke:#333}"
    ".racepack .sign{font-size:13px;font-weight:800;fill:#222!important}"
    ".racepack .step rect{fill:var(--paper);stroke:var(--move);stroke-width:1.2}.racepack .step text{font-size:9.5px}"
    ".racepack .die{fill:#fffdf5;stroke:#333;stroke-width:1.2}"
)


def car(name: str, at: Point, words: str) -> str:
    """A car: its suit's colour and sign, as on the pawn's cap, and its name; a die as a rounded square."""
    return piece(name, words, at, badge(name, at, 10.0, 0.45 if name[0] == "d" else 1.0))


def hazard(at: Point, suit_up: bool, square: str) -> str:
    """A hazard token: a grey disc with a dot while blank, a warning triangle when its suit is up."""
    x, y = at
    if suit_up:
        shape = f'<path class="token danger" d="M{x:g} {y - 11:g}l11 19h-22z" stroke-linejoin="round"/>'
        shape += text((x, y + 2.5), "!", "sign")
    else:
        shape = f'<circle class="token" cx="{x:g}" cy="{y:g}" r="9"/><circle cx="{x:g}" cy="{y:g}" r="2" fill="#555"/>'
    title = WORDS.told("hazard-on", how="danger" if suit_up else "blank", space=square)
    return piece(HAZARD + square, WORDS.told("hazard-on", space=square), at, shape, title)


def die(at: Point, face: str, words: str, name: str) -> str:
    """A die with its face in a letter or number; `name` is what `with_piece` calls it."""
    x, y = at
    shape = f'<rect class="die" x="{x - 9:g}" y="{y - 9:g}" width="18" height="18" rx="3"/>'
    return piece(name, words, at, shape + text((x, y + 0.5), face, "sign"))


def movements(turn: str) -> list[tuple[Place, str]]:
    """Where each movement of a turn ended, and what is written beside it; of several turns nothing is drawn.

    >>> [label for _, label in movements("A: f5@k9 x2@l8t2")]
    ['5', '2+2']
    """
    found: list[tuple[Place, str]] = []
    for action in parse_turn(turn)[1] if turn and JOINED not in turn else ():
        if action.place is not None and not isinstance(action.place, OffTrack) and action.kind != "up":
            known = speed_list(action.speeds)
            pace = str(known[0]) if len(known) == 1 else "?" if known else ""
            found.append((action.place, f"{pace}+{action.token.upper()}" if action.token else pace))
    return found


# -- the board --

MARGIN_MM = 48.0
STRIP_MM = 34.0
"""Below the board: the penalty die and cars off the track."""


def diagram(position: str, marks: Mapping[str, Any]) -> str:
    """Draw a position or an observation.

    Parameters
    ----------
    position : notation.
    marks : ``from`` and ``to`` (spaces: the last move), ``turn`` (its notation: the arrow then stops where each
        movement ended), ``ends`` (squares a legal turn can end on), ``fault`` (whether the last move was illegal). Any
        may be missing; spaces are written as in the notation, `c3` or `out:e5`.

    Raises
    ------
    NotationError : the text cannot be read or names no track.
    """
    seen = parse_observation(position)
    if seen.circuit is None:
        raise NotationError(WORDS.told("draw-needs-track"))
    road = seen.circuit
    hazards = (*seen.hazards, *parse_hazards(fields(position).get("under", "")))
    parts = [
        *_road(road),
        *_sides(road),
        *_walls(road),
        *(_pit_lane(road) if fields(position).get("main") == "pit" else ()),
        *_corner_numbers(road),
        *_line(road, seen.lap),
        *_edge_names(road),
        *(_rect(road, square, "unseen", "covered-space") for square in sorted(seen.unseen)),
        *(_end(road, name) for name in marks.get("ends", ())),
        *(hazard(_down(places.square_centre(road, square)), up, square_name(square)) for square, up in hazards),
        *_arrow(road, marks),
        *_cars(road, seen),
        *_badges(road, marks),
        *_strip(road, seen),
        space_handles(_spaces(road)),
    ]
    width, height = places.size_mm(road)
    left, top = -width / 2 - MARGIN_MM, -height / 2 - MARGIN_MM
    size = (width + 2 * MARGIN_MM, height + 2 * MARGIN_MM + STRIP_MM)
    ground = f'<rect class="ground" x="{left:g}" y="{top:g}" width="{size[0]:g}" height="{size[1]:g}" rx="10"/>'
    box = f"{left:g} {top:g} {size[0]:g} {size[1]:g}"
    return drawing("racepack", box, 11, _in_words(seen), STYLE, [ground, *parts], mm=IN_MM)


def _in_words(seen: Observation) -> str:
    """The position as a sentence for those who cannot see the drawing."""
    pieces = [_car_words(name, place) for name, place in seen.cars]
    if seen.lap is not None:
        pieces.append(WORDS.told("lap-die-shows", how="listed", n=seen.lap))
    return WORDS.told("board-shows", pieces=pieces) if pieces else WORDS.told("board-shows", how="empty")


def _car_words(name: str, place: Place) -> str:
    """Where a car stands."""
    how = {OnSquare: "on", OutsideCorner: "outside"}.get(type(place), "off-track")
    return WORDS.told("car-stands", how=how, who=name, space=spot_name(place))


def _down(point: Point) -> Point:
    """Board mm (y up) to drawing units (y down)."""
    return (round(point[0], 2) + 0.0, round(-point[1], 2) + 0.0)


def _road(road: Circuit) -> list[str]:
    """The tiles over a broader shape that shows as sand beside the road, then the spaces on them."""
    half = TILE_MM / 2
    edges, tiles, spaces = [], [], []
    for tile in road.all_tiles:
        x, y = _down(tile_centre(road, tile))
        edges.append(f"M{x - half:g} {y - half:g}h{TILE_MM}v{TILE_MM}h-{TILE_MM}z")
        tiles.append(f'<rect x="{x - half:g}" y="{y - half:g}" width="{TILE_MM}" height="{TILE_MM}" rx="1.5"/>')
        spaces.append(f"M{x - half:g} {y:g}h{TILE_MM}M{x:g} {y - half:g}v{TILE_MM}")
    return [
        f'<path class="verge" d="{"".join(edges)}"/>',
        f'<g class="road">{"".join(tiles)}</g>',
        f'<path class="space" d="{"".join(spaces)}"/>',
    ]


def _sides(road: Circuit) -> Iterator[str]:
    """Where no tile lies beside a tile: kerbs at a corner, else a white line."""
    for tile in road.all_tiles:
        for right, up in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            ahead = (tile[0] + 2 * right, tile[1] + 2 * up)
            # the tile of a chicane lies one space aside
            beyond = {ahead, (ahead[0] + up, ahead[1] + right), (ahead[0] - up, ahead[1] - right)}
            if not beyond & set(road.all_tiles):
                yield edge(_down(tile_centre(road, tile)), (right, -up), TILE_MM / 2, tile in places.corners(road), 1.0)


def _walls(road: Circuit) -> list[str]:
    """What keeps the two roads of a hairpin apart, where tiles touch without connecting."""
    parts = []
    for one, other in sorted(side_by_side(road)):
        here, there = tile_centre(road, road.tiles[one]), tile_centre(road, road.tiles[other])
        middle, across = ((here[0] + there[0]) / 2, (here[1] + there[1]) / 2), add(there, here, -1.0)
        along = (-across[1] / 2, across[0] / 2)
        parts.append(_stroke(add(middle, along), add(middle, along, -1.0), "wall"))
    return parts


def _pit_lane(road: Circuit) -> list[str]:
    """A word on every second space of the pit lane."""
    lane = sorted(road_of(road).pit_lane, key=road_of(road).advance)
    return [text(_down(places.square_centre(road, square)), WORDS.told("pit"), "pit") for square in lane[::2]]


def _corner_numbers(road: Circuit) -> list[str]:
    found = []
    for number, tile in enumerate(places.corners(road), 1):
        x, y = _down(tile_centre(road, tile))
        found += [f'<circle class="roundel" cx="{x:g}" cy="{y:g}" r="8"/>', text((x, y), str(number), "corner")]
    return found


def _line(road: Circuit, lap: int | None) -> list[str]:
    """The chequered line, arrows that show the way, and the lap die outside."""
    line = places.start_line(road)
    left = left_of(line.travel)
    parts = [_stroke(line.end(False), line.end(True), "line"), _stroke(line.end(False), line.end(True), "chequers")]
    for lane_mm in range(round(SQUARE_MM / 2 - line.right_mm), round(line.left_mm), round(SQUARE_MM)):
        tip = add(add(line.middle, left, lane_mm), line.travel, 8.0)
        wings = [add(add(tip, line.travel, -4.0), left, side_mm) for side_mm in (-3.5, 3.5)]
        points = " ".join(f"{x:g},{y:g}" for x, y in map(_down, (wings[0], tip, wings[1])))
        parts.append(f'<polyline class="way" points="{points}"/>')
    if lap is not None:
        beside = add(line.end(places.goes_clockwise(road)), left, 30.5 if places.goes_clockwise(road) else -30.5)
        parts.append(die(_down(beside), str(lap), WORDS.told("lap-die-shows", n=lap), LAP_DIE))
    return parts


def _stroke(start: Point, end: Point, kind: str) -> str:
    (x1, y1), (x2, y2) = _down(start), _down(end)
    return f'<path class="{kind}" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'


def _edge_names(road: Circuit) -> list[str]:
    """Column letters below and above, row numbers on both sides, so that people can say `c3`."""
    columns, rows = road.extent
    width, height = places.size_mm(road)
    parts = []
    for column in range(1, columns + 1):
        x = places.square_centre(road, (column, 1))[0]
        name = square_name((column, 1))[:-1]
        parts += [text(_down((x, side * (height / 2 + 9.0))), name, "name") for side in (-1, 1)]
    for row in range(1, rows + 1):
        y = places.square_centre(road, (1, row))[1]
        parts += [text(_down((side * (width / 2 + 10.0), y)), str(row), "name") for side in (-1, 1)]
    return parts


def _rect(road: Circuit, square: Square, kind: str, called: str) -> str:
    x, y = _down(places.square_centre(road, square))
    side = SQUARE_MM - 3.0
    place = f'x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" rx="3"'
    return f'<rect class="{kind}" {place}>{titled(WORDS.told(called, space=square_name(square)))}</rect>'


def _end(road: Circuit, name: str) -> str:
    """A space on which a legal turn can end."""
    place = _space(name)
    return _rect(road, place.square, "end", "turn-can-end") if isinstance(place, OnSquare) else ""


def _space(name: object) -> Place | None:
    """A mark's place; None when the mark is missing."""
    return parse_place(str(name).replace("outside ", "out:")) if name else None


def _point(road: Circuit, place: Place | None) -> Point | None:
    match place:
        case OnSquare(square):
            return places.square_centre(road, square)
        case OutsideCorner(tile):
            return _outside(road, tile, 0)
    return None


def _outside(road: Circuit, tile: Square, count: int) -> Point:
    """Where the car number `count` stands outside a corner. Raises NotationError when the road does not bend there."""
    return places.beyond_corner(road, tile, TILE_MM * 0.85, 17.0 * ((count + 1) // 2) * (1 if count % 2 else -1))


def _arrow(road: Circuit, marks: Mapping[str, Any]) -> list[str]:
    """The last move: along the road when it went forward, else straight."""
    start, end = _space(marks.get("from")), _space(marks.get("to"))
    first, last = _point(road, start), _point(road, end)
    if first is None or last is None or first == last:
        return []
    stops = [start, *(place for place, _ in movements(str(marks.get("turn", "")))), end]
    points = [first]
    for one, other in pairwise(stops):
        there = _point(road, other)
        points += [*_between(road, one, other), *([there] if there else [])]
    fault = " fault" if marks.get("fault") else ""
    way = " ".join(f"{x:g},{y:g}" for x, y in map(_down, points))
    (x, y), (x1, y1) = _down(last), _down(first)
    return [
        f'<polyline class="move{fault}" points="{way}"/><circle class="origin" cx="{x1:g}" cy="{y1:g}" r="4"/>',
        f'<circle class="target{fault}" cx="{x:g}" cy="{y:g}" r="13"/>',
        f'<path class="cross" d="M{x - 17:g} {y - 17:g}l34 34m0 -34l-34 34"/>' if fault else "",
    ]


def _badges(road: Circuit, marks: Mapping[str, Any]) -> Iterator[str]:
    """The speeds of the turn's movements, where each one ended; where the arrow ends it stands beside the car."""
    last = _point(road, _space(marks.get("to")))
    for place, label in movements(str(marks.get("turn", ""))):
        at = _point(road, place)
        if at is not None and label:
            x, y = _down(at)
            x, y = (x + 12.0, y - 12.0) if at == last else (x, y)
            half = 3.5 + 3.2 * len(label)
            yield (
                f'<g class="step"><rect x="{x - half:g}" y="{y - 6.5:g}" width="{2 * half:g}" height="13" rx="6.5"/>'
                f'<text x="{x:g}" y="{y + 0.4:g}">{escape(label)}</text></g>'
            )


def _between(road: Circuit, start: Place | None, end: Place | None) -> list[Point]:
    """The middles of the tiles that a forward move passed."""
    here, there = map(road_of(road).tile_of, (start, end))
    steps = 0 if here is None or there is None else (there - here) % len(road.tiles)
    passed = range(1, steps) if steps <= len(road.tiles) // 2 else ()
    return [tile_centre(road, road.tiles[((here or 0) + step) % len(road.tiles)]) for step in passed]


def _cars(road: Circuit, seen: Observation) -> list[str]:
    parts = []
    outside: dict[Square, int] = {}
    for name, place in seen.cars:
        words = _car_words(name, place)
        match place:
            case OnSquare(square):
                parts.append(car(name, _down(places.square_centre(road, square)), words))
            case OutsideCorner(tile):
                parts.append(car(name, _down(_outside(road, tile, outside.get(tile, 0))), words))
                outside[tile] = outside.get(tile, 0) + 1
    return parts


def _spaces(road: Circuit) -> Iterator[tuple[str, str, Point]]:
    """Where a piece can be put by hand: every square, outside every corner, and off the track."""
    for square in sorted(road_of(road).tile_at):
        yield square_name(square), square_name(square), _down(places.square_centre(road, square))
    for tile in places.corners(road):
        name = square_name(tile)
        yield f"out:{name}", WORDS.told("outside-corner", space=name), _down(_outside(road, tile, 0))
    width, height = places.size_mm(road)
    yield "off", WORDS.told("off-track"), (-width / 2, height / 2 + MARGIN_MM + STRIP_MM / 2 - 8.0)


def _strip(road: Circuit, seen: Observation) -> list[str]:
    """Below the board: cars off the track, unseen cars, the penalty die."""
    width, height = places.size_mm(road)
    x, y = -width / 2, height / 2 + MARGIN_MM + STRIP_MM / 2 - 8.0
    parts = []
    off = [name for name, place in seen.cars if isinstance(place, OffTrack)]
    for caption, names in (("off-track", off), ("not-seen", list(seen.unseen_cars))):
        if names:
            parts.append(text((x, y), WORDS.told(caption), "caption"))
            x += 88.0
            for name in names:
                parts.append(car(name, (x, y), WORDS.told("car-stands", how=caption, who=name)))
                x += 28.0
            x += 14.0
    if seen.tray is not None:
        place, words = width / 2 - 12.0, WORDS.told("hand-penalty-die")
        parts += [text((place - 100.0, y), words, "caption"), die((place, y), seen.tray.face, words, PENALTY_DIE)]
    return parts
