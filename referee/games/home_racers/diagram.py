"""A floor as a drawing: SVG that stands alone, scales, and reads without colour (each car has a sign and a letter).

One unit is one millimetre of the floor; y runs down. Colours are those of the printed sheets; a page may set others
as CSS variables (``--home-racers-road`` and so on).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.games.colours import BY_DAY, BY_NIGHT, badge, style
from referee.games.handles import IN_MM, drawing, piece_handle, themes, titled
from referee.games.home_racers.geometry import Point, Pose, ahead, hexagon
from referee.games.home_racers.position import (
    HAZARDS,
    HIDDEN,
    NOTATION,
    TILE,
    Observation,
    Special,
    name_of,
    parse_observation,
    parse_pose,
)
from referee.games.home_racers.words import WORDS

MARGIN_MM = 90.0
NEAR_MM = 260.0
"""Around the cars so much is shown: the longest move of a gear or two."""
ZOOMED_SHARE = 0.6
"""Of the whole floor; where the cars' part is larger than that, the whole is shown."""
INSET_SHARE, DOT_MM = 0.34, 45.0
Box = tuple[float, float, float, float]
"""Left, top, width and height in drawing units."""
SIGNS = {"caltrops": "✶", "leak": "●", "tires": "⟳", "booster": "»"}
STYLE = (
    themes("home-racers", {**BY_DAY, "floor": "#f1ead9"}, {**BY_NIGHT, "floor": "#24262a"})
    + style("home-racers")
    + ".home-racers .floor{fill:var(--floor)}.home-racers .tile{fill:var(--grass);stroke:var(--ink);stroke-width:2}"
    ".home-racers .road{fill:var(--road)}.home-racers .side{stroke-width:5}"
    ".home-racers .kerb{stroke-width:5;stroke-dasharray:9 9}.home-racers .free{fill-opacity:.55}"
    ".home-racers .arrow{fill:var(--sunny)}.home-racers .special{fill:var(--road);stroke:var(--ink);stroke-width:3}"
    ".home-racers .portal{stroke-dasharray:10 6;stroke-width:6}.home-racers .sign{font-size:34px;font-weight:700}"
    ".home-racers .course{fill:none;stroke:var(--ink);stroke-opacity:.35;stroke-width:6;stroke-dasharray:24 18}"
    ".home-racers .line{stroke:var(--ink);stroke-width:10;stroke-dasharray:16 10}"
    ".home-racers .end{fill:var(--end);fill-opacity:.6}.home-racers .move{fill:none;stroke:var(--move);stroke-width:8}"
    ".home-racers :is(.laid,.taken){fill:none;stroke:var(--end);stroke-width:8}"
    ".home-racers .taken{stroke:var(--fault);stroke-dasharray:14 9}"
    ".home-racers .inset .frame{fill:none;stroke:var(--ink)}"
    ".home-racers .fault{stroke:var(--fault)}.home-racers .covered{fill:var(--space);fill-opacity:.5}"
)


def diagram(position: str, marks: Mapping[str, Any]) -> str:
    """Draw a position or an observation.

    Parameters
    ----------
    position : notation.
    marks : ``from`` and ``to`` (poses as `x:y:angle`: the last move), ``ends`` (poses on which a legal turn can end),
        ``fault`` (whether the last move was illegal), ``laid`` and ``taken`` (poses of free tiles that came and went).
        Any may be missing.

    Raises
    ------
    NotationError : the text or a mark cannot be read.
    """
    seen, found = parse_observation(position), NOTATION.fields(position)
    across, course = (HIDDEN[key][1].read(found.get(key, "")) for key in ("across", "course"))
    road = WORDS.told("road-tile")
    parts = [
        _polygon(course, "course") if course else "",
        _line(seen),
        *(_special(special, across) for special in seen.specials),
        *(_tile(tile, across, "tile free", road, _handle(TILE, road, tile)) for tile in seen.tiles),
        *(_end(str(end)) for end in marks.get("ends", ())),
        *(_car(car, stand.pose, across) for car, stand in seen.cars),
        *(_polygon(area, "covered") for area in seen.covered),
        *(_outlined(str(tile), across, name) for name in ("laid", "taken") for tile in marks.get(name, ())),
        _arrow(marks),
    ]
    whole = _whole(seen, course)
    near = _near(seen, marks) if seen.cars else whole
    more = ' data-free="mm"'
    if near[2] * near[3] < ZOOMED_SHARE * whole[2] * whole[3]:
        more += f' data-whole="{_view_box(whole)}"'
        parts.append(_inset(whole, near, seen, course))
    else:
        near = whole
    words = _in_words(seen)
    return drawing("home-racers", _view_box(near), 36, words, STYLE, [_floor(whole), _floor(near), *parts], more, IN_MM)


def _view_box(box: Box) -> str:
    return " ".join(f"{one:g}" for one in box)


def _floor(box: Box) -> str:
    left, top, width, height = box
    return f'<rect class="floor" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}"/>'


def _whole(seen: Observation, course: Sequence[Point]) -> Box:
    """The box around all there is."""
    points = [*course, *(seen.line or ()), *(stand.pose.at for _, stand in seen.cars)]
    points += [tile.at for tile in seen.tiles] + [special.pose.at for special in seen.specials]
    return _around(points or [(0.0, 0.0)], MARGIN_MM)


def _near(seen: Observation, marks: Mapping[str, Any]) -> Box:
    """The box around the cars and the last move, with the tiles that may be laid next."""
    moved = [parse_pose(str(marks[name]), name).at for name in ("from", "to") if marks.get(name)]
    moved += [parse_pose(str(tile), name).at for name in ("laid", "taken") for tile in marks.get(name, ())]
    points = [*moved, *(stand.pose.at for _, stand in seen.cars)]
    return _around(points, NEAR_MM)


def _around(points: Sequence[Point], margin_mm: float) -> Box:
    left, right = min(x for x, _ in points) - margin_mm, max(x for x, _ in points) + margin_mm
    top, bottom = -max(y for _, y in points) - margin_mm, -min(y for _, y in points) + margin_mm
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def _inset(whole: Box, near: Box, seen: Observation, course: Sequence[Point]) -> str:
    """The whole course, small, in the corner that is farthest from the cars, with the part that is shown large."""
    scale = min(INSET_SHARE * near[2] / whole[2], INSET_SHARE * near[3] / whole[3])
    width, height = scale * whole[2], scale * whole[3]
    corners = [(near[0] + x * (near[2] - width), near[1] + y * (near[3] - height)) for x in (1, 0) for y in (0, 1)]

    def free(corner: Point) -> float:
        middle = (corner[0] + width / 2, -corner[1] - height / 2)
        return min((math.dist(middle, stand.pose.at) for _, stand in seen.cars), default=0.0)

    left, top = max(corners, key=free)
    stroke = 2.0 / scale
    specials = "".join(
        f'<circle class="special" cx="{one.pose.x_mm:g}" cy="{-one.pose.y_mm:g}" r="{DOT_MM:g}"/>'
        for one in seen.specials
    )
    cars = "".join(badge(car, (stand.pose.x_mm, -stand.pose.y_mm), DOT_MM * 1.3, 0.5) for car, stand in seen.cars)
    return (
        f'<svg class="inset" x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" '
        f'viewBox="{_view_box(whole)}" aria-hidden="true">{_floor(whole)}'
        f"{_polygon(course, 'course') if course else ''}{_line(seen)}{specials}{cars}"
        + "".join(
            f'<rect class="frame" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" stroke-width="{stroke:g}"/>'
            for x, y, wide, high in (whole, near)
        )
        + "</svg>"
    )


def _in_words(seen: Observation) -> str:
    """The floor as a sentence for those who cannot see the drawing."""
    pieces = [WORDS.told("lies-at", how="car", who=car, **_place(stand.pose)) for car, stand in seen.cars]
    pieces += [WORDS.told("lies-at", kind=special.kind, **_place(special.pose)) for special in seen.specials]
    return WORDS.told("floor-shows", pieces=pieces) if pieces else WORDS.told("floor-shows", how="empty")


def _place(pose: Pose) -> dict[str, int]:
    return {"x": round(pose.x_mm), "y": round(pose.y_mm), "degrees": round(pose.angle_deg)}


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{-y:.1f}" for x, y in points)


def _polygon(points: Sequence[Point], kind: str) -> str:
    return f'<polygon class="{kind}" points="{_points(points)}"/>'


def _handle(kind: str, words: str, where: Pose) -> str:
    return piece_handle(name_of(kind, where), words, (where.x_mm, -where.y_mm))


def _tile(tile: Pose, across: float, kind: str, words: str, handle: str = "") -> str:
    def at(forward: float, left: float) -> Point:
        return ahead(tile, across * forward, across * left, 0.0).at

    road = _points((at(-0.5, -0.21), at(0.5, -0.21), at(0.5, 0.21), at(-0.5, 0.21)))
    edges = "".join(
        f'<polyline class="{look}" points="{_points((at(-0.5, left), at(0.5, left)))}"/>'
        for left in (-0.21, 0.21)
        for look in ("side", "kerb")
    )
    return (
        f'<g{handle}>{titled(words)}<polygon class="{kind}" points="{_points(hexagon(tile, across))}"/>'
        f'<polygon class="road" points="{road}"/>{edges}'
        f'<polygon class="arrow" points="{_points((at(0.42, 0.0), at(0.256, 0.157), at(0.256, -0.157)))}"/></g>'
    )


def _car(car: str, where: Pose, across: float) -> str:
    at, name = (where.x_mm, -where.y_mm), WORDS.told("called", who=car)
    return (
        f"<g{piece_handle(car, name, at)}>{_tile(where, across, 'tile', name)}{badge(car, at, across * 0.2, 0.5)}</g>"
    )


def _special(special: Special, across: float) -> str:
    kind = "special" if special.kind in HAZARDS else "special portal"
    sign = SIGNS.get(special.kind, special.kind[0].upper())
    x, y = special.pose.x_mm, -special.pose.y_mm
    words = WORDS.told("special-tile", kind=special.kind)
    return (
        f"<g{_handle(special.kind, words, special.pose)}>"
        f'{titled(words)}<polygon class="{kind}" points="{_points(hexagon(special.pose, across))}"/>'
        f'<text class="sign" x="{x:g}" y="{y:g}">{sign}</text></g>'
    )


def _line(seen: Observation) -> str:
    if seen.line is None:
        return ""
    (x1, y1), (x2, y2) = seen.line
    return f'<path class="line" d="M{x1:g} {-y1:g}L{x2:g} {-y2:g}"/>'


def _end(text: str) -> str:
    where = parse_pose(text, "ends")
    return f'<circle class="end" cx="{where.x_mm:g}" cy="{-where.y_mm:g}" r="6"/>'


def _outlined(text: str, across: float, name: str) -> str:
    """A tile that was laid, or one that was taken away, crossed out where it lay."""
    tile = parse_pose(text, name)
    x, y, half = tile.x_mm, -tile.y_mm, across * 0.25
    cross = (
        f'<path d="M{x - half:g} {y - half:g}l{2 * half:g} {2 * half:g}m0 {-2 * half:g}l{-2 * half:g} {2 * half:g}"/>'
    )
    return f'<g class="{name}">{_polygon(hexagon(tile, across), "")}{cross if name == "taken" else ""}</g>'


def _arrow(marks: Mapping[str, Any]) -> str:
    """The last move as a straight stroke, with a cross when it was illegal."""
    if not marks.get("from") or not marks.get("to"):
        return ""
    start, end = parse_pose(str(marks["from"]), "from"), parse_pose(str(marks["to"]), "to")
    fault = " fault" if marks.get("fault") else ""
    x, y = end.x_mm, -end.y_mm
    cross = f'<path class="move fault" d="M{x - 40:g} {y - 40:g}l80 80m0 -80l-80 80"/>' if fault else ""
    return f'<path class="move{fault}" d="M{start.x_mm:g} {-start.y_mm:g}L{x:g} {y:g}"/>{cross}'
