"""A position as a drawing: SVG that stands alone, scales, and reads without colour (each car has a sign and a letter).

One unit is one millimetre of the board; y runs down.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from referee.errors import NotationError
from referee.games.colours import BY_DAY, BY_NIGHT, DRIVERS, badge, css, edge, style
from referee.games.handles import IN_MM, drawing, piece_handle, space_handles, text, themes, titled
from referee.games.nestorgames_gp.actions import parse_turn
from referee.games.nestorgames_gp.board import Board, Point, way
from referee.games.nestorgames_gp.laying import FEW, board_with
from referee.games.nestorgames_gp.state import Observation, parse_observation
from referee.games.nestorgames_gp.words import WORDS
from referee.games.rulebook import JOINED

STRIP_MM, MARGIN_MM = 40.0, 14.0
_MANY = tuple((x, y) for y in (21.0, 0.0, -21.0) for x in (-21.0, 0.0, 21.0))
"""Where more than four cars are drawn on one space."""
_SIGNS = {"rocket": "R", "bomb": "B", "wrench": "W", "turbo": "T", "oil": "O"}
STYLE = (
    themes("gp", BY_DAY, BY_NIGHT)
    + style("gp")
    + ".gp .space{fill:var(--road)}.gp .row{stroke:var(--edge);stroke-width:.8;stroke-dasharray:3 3}"
    ".gp .name{font-size:8px}.gp .caption{font-size:12px}.gp .box{fill:var(--paper);stroke-width:2.5}"
    ".gp .line{stroke:var(--paper);stroke-width:5}.gp .chequers{stroke:var(--ink);stroke-width:5;stroke-dasharray:4 4}"
    ".gp .way{stroke:var(--edge);stroke-width:2.5;fill:none;stroke-dasharray:7 4}"
    ".gp .ahead{fill:none;stroke:var(--edge);stroke-width:2;stroke-linecap:round;stroke-linejoin:round}"
    ".gp .gate{stroke:var(--ink);stroke-width:7;stroke-linecap:round}"
    ".gp .unseen{fill:var(--space);fill-opacity:.8}"
    ".gp .end{fill:none;stroke:var(--end);stroke-width:2.4;stroke-dasharray:5 3}"
    ".gp .move{stroke:var(--move);stroke-width:3.5;fill:none;opacity:.9}.gp .fault{stroke:var(--fault)}"
    ".gp .sign{font-size:9px;font-weight:800;fill:#222!important}"
    ".gp .item{fill:#e4e4e6;stroke:#333;stroke-width:1}.gp .active{fill:#ffc93d}"
)


def diagram(position: str, marks: Mapping[str, Any]) -> str:
    """Draw a position or an observation; marks: ``from`` and ``to`` spaces with the ``turn``, ``ends``, ``fault``.

    Raises NotationError when the text cannot be read or names no board.
    """
    seen = parse_observation(position)
    if not seen.board:
        raise NotationError(WORDS.told("needs-its-board", how="draw"))
    board = board_with(seen)
    parts = [*_road(board), *_features(board, seen), *_marks(board, seen, marks), *_items(board, seen)]
    parts += [*_cars(board, seen), *_boxes(board, seen), *_dice(board, seen)]
    parts.append(space_handles((space, space, _at(board, space)) for space in board.middle))
    left, top = (-size / 2 - MARGIN_MM for size in board.size_mm)
    width, height = (size + 2 * MARGIN_MM for size in board.size_mm)
    ground = _box((left, top), (width, height + STRIP_MM), 'class="ground" rx="10"')
    box = f"{left:g} {top:g} {width:g} {height + STRIP_MM:g}"
    return drawing("gp", box, 11, _in_words(board, seen), STYLE, [ground, *parts], mm=IN_MM)


def _in_words(board: Board, seen: Observation) -> str:
    if not seen.cars:
        return WORDS.told("board-shows", how="empty", title=board.title)
    pieces = [
        WORDS.told(
            "car-is", how=("on" if look.space else "off") + ("" if look.up else "-over"), who=car, space=look.space
        )
        for car, look in seen.cars
    ]
    return WORDS.told("board-shows", title=board.title, pieces=pieces)


def _at(board: Board, space: str) -> Point:
    x, y = board.middle[space]
    return x, -y


def _square(board: Board, at: Point, kind: str, share: float = 1.0) -> str:
    half = board.pitch_mm / 2 * share
    return _box((at[0] - half, at[1] - half), (2 * half, 2 * half), f'class="{kind}" rx="4"')


def _box(corner: Point, size: Point, how: str) -> str:
    return f'<rect x="{corner[0]:g}" y="{corner[1]:g}" width="{size[0]:g}" height="{size[1]:g}" {how}/>'


def _line(one: Point, other: Point, kind: str) -> str:
    return f'<line class="{kind}" x1="{one[0]:g}" y1="{one[1]:g}" x2="{other[0]:g}" y2="{other[1]:g}"/>'


def _road(board: Board) -> Iterator[str]:
    """Spaces as road with sand beside them; where no other space lies a white line, or a kerb at a corner."""
    corners = {space.id for space in board.spaces if space.corner}
    middles, pitch = {space: _at(board, space) for space in board.middle}, board.pitch_mm
    yield from (_square(board, at, "verge", 1.2) for at in middles.values())
    for space, (x, y) in middles.items():
        yield _square(board, (x, y), "space")
        yield text((x - pitch * 0.33, y - pitch * 0.38), space, "name")
    for space, (x, y) in middles.items():
        for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            there = (x + pitch * right, y + pitch * down)
            if any(math.dist(there, other) < pitch / 2 for other in middles.values()):
                along = (down * pitch / 2, right * pitch / 2)
                middle = (x + pitch / 2 * right, y + pitch / 2 * down)
                ends = [(middle[0] + sign * along[0], middle[1] + sign * along[1]) for sign in (-1, 1)]
                yield _line(ends[0], ends[1], "row") if right + down > 0 else ""
            else:
                yield edge((x, y), (right, down), pitch / 2, space in corners, 1.0)
    for one, other in zip(board.track, (*board.track[1:], board.track[0]), strict=True):
        yield _ahead(middles[one], middles[other])


def _ahead(one: Point, other: Point) -> str:
    """An arrow where the road goes on from a space to the next."""
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    turn = math.degrees(math.atan2(other[1] - one[1], other[0] - one[0]))
    return f'<path class="ahead" d="M-3 -3L1 0L-3 3" transform="translate({x:g} {y:g}) rotate({turn:g})"/>'


def _features(board: Board, seen: Observation) -> Iterator[str]:
    first, last = _at(board, board.track[0]), _at(board, board.track[-1])
    middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
    across = ((last[1] - first[1]) / 2, (first[0] - last[0]) / 2)
    ends = [(middle[0] + sign * across[0], middle[1] + sign * across[1]) for sign in (-1, 1)]
    yield from (_line(ends[0], ends[1], look) for look in ("line", "chequers"))
    for branch in board.branches:
        spaces = (branch.start, *branch.through, branch.end)
        points = " ".join(f"{x:g},{y:g}" for x, y in (_at(board, space) for space in spaces))
        title = titled(WORDS.told("value-said", value=branch.kind))
        yield f'<polyline class="way" points="{points}">{title}</polyline>'
    for space in board.teleport:
        yield text(_at(board, space), "T", "caption")
    if board.gate:
        x, y = board.gate.at_mm[0], -board.gate.at_mm[1]
        shut = _line((x, y - 16), (x, y + 16), "gate") if seen.gate_open is False else ""
        yield f"<g{piece_handle('gate', WORDS.told('the-gate'), (x, y))}>{shut}</g>"
        for space in board.gate.switches:
            yield text(_at(board, space), WORDS.told("switch"), "name")


def _marks(board: Board, seen: Observation, marks: Mapping[str, Any]) -> Iterator[str]:
    for space in sorted(seen.unseen & set(board.middle)):
        yield _square(board, _at(board, space), "unseen", 0.96)
    for space in marks.get("ends", ()):
        if space in board.middle:
            yield _square(board, _at(board, space), "end", 0.86)
    start, end = str(marks.get("from")), str(marks.get("to"))
    if start in board.middle and end in board.middle:
        kind = "move fault" if marks.get("fault") else "move"
        stops = [_at(board, space) for space in _driven(board, start, end, str(marks.get("turn", "")))]
        yield f'<polyline class="{kind}" points="{" ".join(f"{x:g},{y:g}" for x, y in stops)}"/>'


def _driven(board: Board, start: str, end: str, turn: str) -> Sequence[str]:
    """The spaces that a turn leads over; only its ends where none is known to lead from there to there."""
    for text_of_one in turn.split(JOINED):
        with suppress(NotationError):  # told by another version
            played = parse_turn(text_of_one)
            path = way(board, board.ids.index(start), played.steps, played.via)
            if path is not None and board.ids[path.nodes[-1]] == end:
                return [board.ids[node] for node in path.nodes]
    return start, end


def _items(board: Board, seen: Observation) -> Iterator[str]:
    for item in seen.items:
        x, y = _at(board, item.space)
        handle = piece_handle(
            f"{item.kind}:{item.space}", WORDS.told("item-on", item=item.kind, space=item.space), (x, y + 13)
        )
        yield f"<g{handle}>{_item((x, y + 13), item.kind, item.active and item.kind == 'bomb')}</g>"
    if seen.tray is not None and seen.tray.space:
        x, y = _at(board, seen.tray.space)
        handle = piece_handle("tray", WORDS.told("the-tray"), (x, y + 11))
        yield f'<rect{handle} class="item" x="{x - 15:g}" y="{y + 2:g}" width="30" height="18" rx="3"/>'
        if seen.tray.item:
            yield _item((x, y + 11), seen.tray.item, False)


def _item(at: Point, kind: str, active: bool) -> str:
    look, title = "item active" if active else "item", titled(WORDS.told("value-said", value=kind))
    shape = f'<circle class="{look}" cx="{at[0]:g}" cy="{at[1]:g}" r="7">{title}</circle>'
    return shape + text(at, _SIGNS[kind], "sign")


def _cars(board: Board, seen: Observation) -> Iterator[str]:
    on: dict[str, list[str]] = {}
    for car, look in seen.cars:
        on.setdefault(look.space, []).append(car)
    looks = dict(seen.cars)
    for space, cars in on.items():
        places = FEW[:1] if len(cars) == 1 else FEW[1:] if len(cars) <= 4 else _MANY
        for number, car in enumerate(cars):
            if space:
                x, y = _at(board, space)
                at = (x + places[number][0], y - places[number][1])
            else:
                at = (-board.size_mm[0] / 2 + 20 + 26 * number, board.size_mm[1] / 2 + STRIP_MM / 2)
            handle = piece_handle(car, WORDS.told("called", who=car), at) if space else ""
            yield _car(at, car, looks[car].up, handle)


def _car(at: Point, car: str, up: bool, handle: str) -> str:
    x, y = at
    cross = "" if up else _line((x - 9, y - 9), (x + 9, y + 9), "move fault")
    title = titled(WORDS.told("called", who=car) if up else WORDS.told("called-over", who=car))
    return f"<g{handle}>{title}{badge(car, at, 9.0, 0.4 if up else 1.0)}{cross}</g>"


def _boxes(board: Board, seen: Observation) -> Iterator[str]:
    for (car, box), bay in zip(seen.boxes, board.bays, strict=False):
        x, y = bay.box_mm[0], -bay.box_mm[1]
        wide, high = board.box_size_mm
        yield _box((x - wide / 2, y - high / 2), (wide, high), f'rx="4" class="box" stroke="{css(DRIVERS[car])}"')
        yield badge(car, (x, y - high / 2 + 13), 8.0, 0.4)
        yield text((x, y - 10), WORDS.told("called", who=car), "caption")
        yield text((x, y + 5), WORDS.told("laps-left", n=box.discs), "name")
        yield text((x, y + 18), WORDS.told("dice-lost", n=box.dice), "name")
        if box.cylinder:
            yield text((x, y + 31), WORDS.told("shortcut-used"), "name")


def _dice(board: Board, seen: Observation) -> Iterator[str]:
    right = board.size_mm[0] / 2 - 20
    for number, die in enumerate(reversed(seen.dice)):
        x, y = right - 24 * number, board.size_mm[1] / 2 + STRIP_MM / 2
        shape = _box(
            (x - 9, y - 9), (18, 18), f'rx="3" fill="#fffdf5" stroke="{css(DRIVERS[die.car])}" stroke-width="3"'
        )
        handle = piece_handle(f"die:{die.car}{die.number}", WORDS.told("die-of", who=die.car, n=die.number), (x, y))
        yield f"<g{handle}>{shape}{text((x, y), str(die.face), 'sign')}</g>"
