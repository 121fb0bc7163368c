"""Board files: JSON text -> `Board`, with errors that a person who writes one can use (docs/boards-gp.md)."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations
from typing import Any

from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from referee.errors import NotationError
from referee.games.nestorgames_gp.board import Bay, Board, Branch, Gate, Point, Space
from referee.games.nestorgames_gp.words import WORDS
from referee.plain_json import read_json

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,31}")
SPACE_ID = re.compile(r"[A-Za-z0-9]{1,8}")
MOST_BAYS, FEWEST_SPACES = 8, 8
NEEDED = ("name", "spaces", "track", "pit")
KNOWN = {*NEEDED, "title", "size_mm", "pitch_mm", "box_size_mm", "line", "shortcut", "gate", "teleport", "wet"}
DEFAULT_PITCH_MM, DEFAULT_BOX_MM = 50.0, (60.0, 83.0)
TOUCHING_MM = 1.0
"""Places drawn side by side may overlap by so much."""


@lru_cache(maxsize=32)
def board_named(text: str) -> Board:
    """The board of a position: the name of a shipped one, or a whole board file on one line. Raises NotationError."""
    if text.startswith("{"):
        return _playable(text)
    if text not in SHIPPED:
        raise NotationError(WORDS.told("no-such-board", text=text, list=SHIPPED))
    return board_from_json(shipped_board(text))


@lru_cache(maxsize=32)
def board_text(text: str) -> str:
    """What a position says of its board: the name of a shipped one, else the file itself without spaces."""
    if text in SHIPPED:
        return text
    board = _playable(text)
    if board.name in SHIPPED and read_json(text) == read_json(shipped_board(board.name)):
        return board.name
    return json.dumps({**read_json(text), "title": board.title.replace(" ", "_")}, separators=(",", ":"))


def checked_board(text: str) -> str:
    """A board file that can be raced on, as `board_text`. Raises NotationError as `board_from_json` does."""
    board_from_json(text)
    return board_text(text)


def board_from_json(text: str) -> Board:
    """A board from the text of its file.

    Raises
    ------
    NotationError : with one sentence that names the place in the file and what belongs there.
    """
    board = _playable(text)
    _refuse(board, _drawing_problems(board))
    return board


def _playable(text: str) -> Board:
    """A board that the rules can be kept on, however it is drawn: records of races on it are always read."""
    try:
        data = read_json(text)
    except ValueError as error:
        raise NotationError(WORDS.told("board-no-json", text=str(error))) from None
    if not isinstance(data, dict):
        raise NotationError(WORDS.told("board-no-object"))
    missing = [key for key in NEEDED if key not in data]
    unknown = sorted(set(data) - KNOWN)
    if missing or unknown:
        how = "lacks" if missing else "unknown"
        raise NotationError(WORDS.told("board-entry", how=how, text=(missing or unknown)[0]))
    board = _board(data)
    _refuse(board, _problems(board))
    return board


def _refuse(board: Board, problems: Iterable[str]) -> None:
    points = tuple(problems)
    if points:
        raise NotationError(WORDS.told("board-not-raced", name=board.name, points=points))


def _board(data: Mapping[str, Any]) -> Board:
    spaces = tuple(
        Space(
            _id(one.get("id"), "spaces"),
            _point(one.get("at_mm"), WORDS.told("of-space", text=str(one.get("id")))),
            one.get("corner") is True,
        )
        for one in _objects(data["spaces"], "spaces")
    )
    pit = _object(data["pit"], "pit")
    bays = tuple(
        Bay(
            _id(one.get("id"), "pit"),
            _point(one.get("at_mm"), "pit.bays.at_mm"),
            _point(one.get("box_mm"), "pit.bays.box_mm"),
        )
        for one in _objects(pit.get("bays"), "pit.bays")
    )
    track = _ids(data["track"], "track")
    line = data.get("line", track[0] if track else "")
    if line in track:
        track = track[track.index(line) :] + track[: track.index(line)]
    gate = _object(data["gate"], "gate") if "gate" in data else None
    pitch_mm = _number(data.get("pitch_mm", DEFAULT_PITCH_MM), "pitch_mm")
    return Board(
        name=_name(data["name"]),
        title=str(data.get("title", data["name"])),
        size_mm=_point(data["size_mm"], "size_mm") if "size_mm" in data else _extent(spaces, bays, pitch_mm),
        pitch_mm=pitch_mm,
        box_size_mm=_point(data.get("box_size_mm", DEFAULT_BOX_MM), "box_size_mm"),
        spaces=spaces,
        track=track if line in track else (str(line), *track),
        bays=bays,
        exit=_id(pit.get("exit"), "pit.exit"),
        branches=tuple(_branch(kind, data[kind]) for kind in ("shortcut", "gate") if kind in data),
        gate=Gate(_point(gate.get("at_mm"), "gate"), _ids(gate.get("switches"), "gate.switches")) if gate else None,
        teleport=_ids(data.get("teleport", []), "teleport"),
        wet=_ids(data.get("wet", []), "wet"),
    )


def _branch(kind: str, value: Any) -> Branch:
    data = _object(value, kind)
    through = _ids(data.get("through", []), f"{kind}.through")
    start, end = _id(data.get("from"), f"{kind}.from"), _id(data.get("to"), f"{kind}.to")
    return Branch(kind, start, end, through, data.get("crosses_line") is True)


def _problems(board: Board) -> Iterator[str]:
    """What keeps a board from being raced on, in sentences without a full stop; nothing when all is well."""
    names = [space.id for space in board.spaces] + [bay.id for bay in board.bays]
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        yield WORDS.told("space-listed-twice", text=twice[0])
    known = {space.id for space in board.spaces}
    used = [*board.track, board.exit, *board.teleport, *board.wet, *(board.gate.switches if board.gate else ())]
    used += [space for branch in board.branches for space in (branch.start, branch.end, *branch.through)]
    strange = [space for space in used if space not in known]
    if strange:
        yield WORDS.told("not-among-spaces", text=strange[0])
        return
    yield from _track_problems(board)
    yield from _feature_problems(board)


def _track_problems(board: Board) -> Iterator[str]:
    crossings = Counter(board.track)
    if len(board.track) < FEWEST_SPACES:
        yield WORDS.told("lap-needs-spaces", n=FEWEST_SPACES)
    if not 2 <= len(board.bays) <= MOST_BAYS:
        yield WORDS.told("bays-out-of-range", n=len(board.bays), n2=MOST_BAYS)
    if not any(space.corner for space in board.spaces if space.id in crossings):
        yield WORDS.told("board-has-no-corner")
    if crossings[board.exit] != 1:
        yield WORDS.told("pit-leads-onto-lap")
    if crossings[board.track[0]] != 1:
        yield WORDS.told("line-before-single")
    for space, count in crossings.items():
        if count > 2:
            yield WORDS.told("crossed-too-often", space=space, n=count)
        elif count == 2 and next(one for one in board.spaces if one.id == space).corner:
            yield WORDS.told("loop-no-corner", space=space)
    through = {space for branch in board.branches for space in branch.through}
    lost = [space.id for space in board.spaces if space.id not in crossings and space.id not in through]
    if lost:
        yield WORDS.told("no-road-leads-to", space=lost[0])


def _feature_problems(board: Board) -> Iterator[str]:
    corners = {space.id for space in board.spaces if space.corner}
    single = {space for space, count in Counter(board.track).items() if count == 1}
    for branch in board.branches:
        if branch.start not in single or branch.end not in single or branch.start == branch.end:
            yield WORDS.told("branch-leaves-lap", text=branch.kind)
        if set(branch.through) & set(board.track):
            yield WORDS.told("branch-through-lap", text=branch.kind)
    special = [*board.teleport, *(board.gate.switches if board.gate else ())]
    for space in special:
        if space in corners or space not in single:
            yield WORDS.told("special-on-lap-once", space=space)
    if len(board.teleport) not in (0, 2) or len(set(special)) != len(special):
        yield WORDS.told("teleport-has-two")
    if board.gate and not board.gate.switches:
        yield WORDS.told("gate-has-no-switch")
    if board.wet and (len(set(board.wet)) != len(board.wet) or set(board.wet) & set(special)):
        yield WORDS.told("wet-oil-apart")


def _drawing_problems(board: Board) -> Iterator[str]:
    """What would keep the eye from telling places apart, or a lap from being counted."""
    for entry, size in (
        ("pitch_mm", board.pitch_mm),
        ("size_mm", min(board.size_mm)),
        ("box_size_mm", min(board.box_size_mm)),
    ):
        if size <= 0:
            yield WORDS.told("entry-needs-mm", text=entry)
            return
    for (one, at), (other, there) in combinations(board.middle.items(), 2):
        if max(abs(at[0] - there[0]), abs(at[1] - there[1])) < board.pitch_mm / 2:
            yield WORDS.told("on-one-spot", space=one, space2=other)
    for space in board.spaces:
        if _off(board, space.at_mm):
            yield WORDS.told("space-off-board", space=space.id)
    yield from _bay_problems(board)
    start = board.track.index(board.exit)
    if start < len(board.track) // 2:
        yield WORDS.told("pit-behind-line", space=board.exit, space2=board.track[0])
    for branch in board.branches:
        if board.track.index(branch.end) < board.track.index(branch.start) and not branch.crosses_line:
            yield WORDS.told("leads-backward", text=branch.kind, space=branch.start, space2=branch.end)


def _bay_problems(board: Board) -> Iterator[str]:
    wide_mm, high_mm = board.box_size_mm
    for bay in board.bays:
        if _off(board, bay.at_mm):
            yield WORDS.told("bay-off-board", space=bay.id)
        if _off(board, bay.box_mm):
            yield WORDS.told("box-off-board", space=bay.id)
    for one, other in combinations(board.bays, 2):
        apart = abs(one.box_mm[0] - other.box_mm[0]), abs(one.box_mm[1] - other.box_mm[1])
        if apart[0] < wide_mm - TOUCHING_MM and apart[1] < high_mm - TOUCHING_MM:
            yield WORDS.told("boxes-overlap", space=one.id, space2=other.id)


def _off(board: Board, at_mm: Point) -> bool:
    """Whether a place has its middle within half a space's width of the board's edge, or beyond it."""
    reach_mm = board.pitch_mm / 2 - TOUCHING_MM
    return any(abs(at) + reach_mm > size / 2 for at, size in zip(at_mm, board.size_mm, strict=True))


def _object(value: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise NotationError(WORDS.told("must-be-object", text=where))
    return value


def _objects(value: Any, where: str) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise NotationError(WORDS.told("must-be-objects", text=where))
    return value


def _ids(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise NotationError(WORDS.told("must-be-ids", text=where))
    return tuple(_id(one, where) for one in value)


def _id(value: Any, where: str) -> str:
    if not isinstance(value, str) or not SPACE_ID.fullmatch(value):
        raise NotationError(WORDS.told("needs-space-id", text=where, text2=repr(value)))
    return value


def _name(value: Any) -> str:
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise NotationError(WORDS.told("name-of-a-board"))
    return value


def _point(value: Any, where: str) -> Point:
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise NotationError(WORDS.told("needs-two-numbers", text=where))
    return _number(value[0], where), _number(value[1], where)


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e5:
        raise NotationError(WORDS.told("needs-a-number", text=where, text2=repr(value)))
    return float(value)


def _extent(spaces: tuple[Space, ...], bays: tuple[Bay, ...], pitch_mm: float) -> Point:
    points = [space.at_mm for space in spaces] + [point for bay in bays for point in (bay.at_mm, bay.box_mm)]
    reach = [
        2 * max((abs(point[axis]) for point in points), default=0.0) + max(DEFAULT_PITCH_MM, pitch_mm)
        for axis in (0, 1)
    ]
    return reach[0], reach[1]
