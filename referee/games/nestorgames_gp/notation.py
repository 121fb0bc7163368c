"""Positions and observations as one line of text, and back (docs/notation-nestorgames-gp.md).

An observation holds the visible fields only; a position is the same line with the hidden fields behind them, so any
position also reads as an observation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from referee.errors import NotationError
from referee.games.line_of_fields import join_fields, split_fields
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.observation import (
    CARS,
    DICE,
    KINDS,
    UNKNOWN,
    Box,
    CarSeen,
    Item,
    Observation,
    Thrown,
    Tray,
)
from referee.games.nestorgames_gp.position import (
    Championship,
    Position,
    SafetyCar,
    Stand,
    Switches,
    nodes_seen,
    visible,
)

T = TypeVar("T")

HEAD = "nestorgames-gp"
VISIBLE = ("board", "cars", "missing", "box", "gate", "tray", "items", "dice", "unseen")
HIDDEN = (
    "edition", "switches", "seats", "turn", "qualifying", "duel", "started", "held", "safety", "record", "finished",
    "championship", "wins", "teams",
)  # fmt: skip

_CAR = re.compile(r"([A-Z]):(off|[A-Za-z0-9]{1,8})(?:>([A-Za-z0-9]{1,8}))?(!)?")
_BOX = re.compile(r"([A-Z]):([0-9])/([0-6])(/c)?")
_ITEM = re.compile(rf"([A-Za-z0-9]{{1,8}}):({'|'.join(KINDS)})(!)?")
_TRAY = re.compile(rf"(off|[A-Za-z0-9]{{1,8}})(?::({'|'.join(KINDS)}))?")
_DIE = re.compile(r"([A-Z])([1-9]):([1-6])@(-?\d{1,4})/(-?\d{1,4})/(\d{1,3})")
_SWITCHES = {"items", "sets", "laps", "pushed-laps", "pushed-items", "safety", "wet", "fastest"}


def fields(text: str) -> dict[str, str]:
    """The `key=value` fields of a line. Raises NotationError."""
    return split_fields(text, HEAD, "nestorgames GP", VISIBLE + HIDDEN)


def join(pairs: Iterable[tuple[str, str]]) -> str:
    """Fields with a value, as one line."""
    return join_fields(HEAD, pairs)


def observation_text(seen: Observation) -> str:
    """An observation as text."""
    return join(_visible_pairs(seen))


def _visible_pairs(seen: Observation) -> list[tuple[str, str]]:
    dice = [_die_text(die) for die in seen.dice] + ([] if seen.dice_clear else ["?"])
    return [
        ("board", board_text(seen.board) if seen.board else ""),
        ("cars", ",".join(f"{car}:{_car_text(stand)}" for car, stand in seen.cars)),
        ("missing", "".join(seen.missing)),
        ("box", ",".join(f"{car}:{box.discs}/{box.dice}{'/c' if box.cylinder else ''}" for car, box in seen.boxes)),
        ("gate", "" if seen.gate_open is None else "open" if seen.gate_open else "closed"),
        ("tray", _tray_text(seen.tray)),
        ("items", ",".join(_item_text(item) for item in seen.items)),
        ("dice", ",".join(dice)),
        ("unseen", ",".join(sorted(seen.unseen))),
    ]


def _car_text(seen: CarSeen) -> str:
    toward = f">{seen.toward}" if seen.toward else ""
    return f"{seen.space or 'off'}{toward}{'' if seen.up else '!'}"


def _tray_text(tray: Tray | None) -> str:
    if tray is None:
        return ""
    return (tray.space or "off") + (f":{tray.item}" if tray.item else "")


def _item_text(item: Item) -> str:
    return f"{item.space}:{item.kind}{'!' if item.active and item.kind == 'bomb' else ''}"


def _die_text(die: Thrown) -> str:
    pose = f"{round(die.x_mm)}/{round(die.y_mm)}/{round(die.angle_deg) % 360}"
    return f"{die.car}{die.number}:{die.face}@{pose}"


def parse_observation(text: str) -> Observation:
    """Visible notation, or the visible part of a position. Raises NotationError."""
    return _observation(fields(text))


def _observation(given: Mapping[str, str]) -> Observation:
    board = given.get("board", "")
    if board:
        board_named(board)
    dice = _parts(given, "dice")
    return Observation(
        board=board,
        cars=_once(_parse_car(part) for part in _parts(given, "cars")),
        missing=parse_cars(given.get("missing", "")),
        boxes=_once(_parse_box(part) for part in _parts(given, "box")),
        gate_open=_parse_gate(given.get("gate")),
        tray=_parse_tray(given.get("tray")),
        items=tuple(sorted(_parse_item(part) for part in _parts(given, "items"))),
        dice=tuple(_parse_die(part) for part in dice if part != "?"),
        dice_clear="?" not in dice,
        unseen=frozenset(_parts(given, "unseen")),
    )


def _parts(given: Mapping[str, str], key: str) -> list[str]:
    return [part for part in given.get(key, "").split(",") if part]


def _once(pairs: Iterable[tuple[str, T]]) -> tuple[tuple[str, T], ...]:
    found: dict[str, T] = {}
    for car, value in pairs:
        if car in found:
            raise NotationError(f"the car {car} is there twice.")
        found[car] = value
    return tuple(found.items())


def parse_cars(text: str) -> tuple[str, ...]:
    """Cars by their letters. Raises NotationError.

    >>> parse_cars("RB")
    ('R', 'B')
    """
    strange = [letter for letter in text if letter not in CARS]
    if strange or len(set(text)) != len(text):
        raise NotationError(f"'{text}' names no cars: the letters are {' '.join(CARS)}, each once.")
    return tuple(text)


def _parse_car(part: str) -> tuple[str, CarSeen]:
    match = _CAR.fullmatch(part)
    if match is None or match[1] not in CARS:
        raise NotationError(f"'{part}' is not a car with its place; write R:s12, B:s5! (belly-up), G:x>s13 or Y:off.")
    return match[1], CarSeen("" if match[2] == "off" else match[2], match[4] is None, match[3] or "")


def _parse_box(part: str) -> tuple[str, Box]:
    match = _BOX.fullmatch(part)
    if match is None or match[1] not in CARS:
        raise NotationError(f"'{part}' is not a box; write R:3/0 (discs, lost dice), with /c behind for the cylinder.")
    return match[1], Box(int(match[2]), int(match[3]), match[4] is not None)


def _parse_gate(text: str | None) -> bool | None:
    if text not in (None, "open", "closed"):
        raise NotationError(f"the gate is open or closed, not '{text}'.")
    return None if text is None else text == "open"


def _parse_tray(text: str | None) -> Tray | None:
    if text is None:
        return None
    match = _TRAY.fullmatch(text)
    if match is None:
        raise NotationError(f"'{text}' is no place of the tray; write tray=s5:rocket or tray=off.")
    return Tray("" if match[1] == "off" else match[1], match[2] or "")


def _parse_item(part: str) -> Item:
    match = _ITEM.fullmatch(part)
    if match is None or (match[3] and match[2] != "bomb"):
        raise NotationError(f"'{part}' is no item on a space; write s3:oil, s9:bomb or s7:bomb! (an active one).")
    return Item(match[1], match[2], match[2] == "oil" or match[3] is not None)


def _parse_die(part: str) -> Thrown:
    match = _DIE.fullmatch(part)
    if match is None or match[1] not in CARS or int(match[2]) > DICE:
        raise NotationError(f"'{part}' is no die on the card; write R1:5@10/-4/33 (face, mm right, mm up, degrees).")
    return Thrown(match[1], int(match[2]), int(match[3]), float(match[4]), float(match[5]), float(int(match[6]) % 360))


def position_text(position: Position) -> str:
    """A position as text."""
    return join([*_visible_pairs(visible(position)), *_hidden_pairs(position)])


def _hidden_pairs(position: Position) -> list[tuple[str, str]]:
    champion = position.championship
    return [
        ("edition", position.switches.edition),
        ("switches", _switches_text(position.switches)),
        ("seats", "".join(position.seats)),
        ("turn", position.turn),
        ("qualifying", _qualifying_text(position)),
        ("duel", "".join(position.duel)),
        ("started", "".join(car for car in position.seats if car in position.started)),
        ("held", ",".join(f"{car}:{'+'.join(held)}" for car, held in position.held if held)),
        ("safety", f"{position.safety.seat}:{position.safety.rounds}" if position.safety else ""),
        ("record", f"{position.record[0]}:{position.record[1]}" if position.record else ""),
        ("finished", "".join(position.finished)),
        ("championship", _scores_text(champion) if champion else ""),
        ("wins", ",".join(f"{car}:{wins}" for car, wins in champion.wins) if champion else ""),
        ("teams", "+".join(position.teams)),
    ]


def _qualifying_text(position: Position) -> str:
    if not position.qualifying:
        return ""
    return ",".join(f"{car}:{value}" for car, value in position.rolled) or "begins"


def _scores_text(champion: Championship) -> str:
    return ",".join((str(champion.target), *(f"{car}:{score:g}" for car, score in champion.scores)))


def _switches_text(switches: Switches) -> str:
    normal = Switches()
    told = [f"items:{switches.items}"] if switches.items != normal.items else []
    told += [f"sets:{switches.sets}"] if switches.sets != normal.sets else []
    told += [f"laps:{switches.laps}"] if switches.laps != normal.laps else []
    for name in ("pushed_laps", "pushed_items", "safety", "wet", "fastest"):
        value = getattr(switches, name)
        if value != getattr(normal, name):
            told.append(f"{name.replace('_', '-')}:{'yes' if value else 'no'}")
    return ",".join(told)


def parse_switches(edition: str, text: str) -> Switches:
    """The rules agreed on: `items:tray,safety:yes,...`. Raises NotationError."""
    told = dict(part.partition(":")[::2] for part in text.split(",") if part)
    strange = sorted(set(told) - _SWITCHES)
    if strange:
        raise NotationError(f"there is no switch '{strange[0]}'; the switches are {', '.join(sorted(_SWITCHES))}.")
    if edition not in ("tray", "open"):
        raise NotationError(f"the edition is tray or open, not '{edition}'.")
    normal = Switches()
    items = told.get("items", normal.items)
    if items not in ("none", "tray", "board"):
        raise NotationError(f"the special items are none, tray or board, not '{items}'.")
    return Switches(
        edition=edition,
        items=items,
        sets=_number(told.get("sets", "1"), "sets", 1, 3),
        laps=_number(told.get("laps", "3"), "laps", 1, 9),
        pushed_laps=_yes(told, "pushed-laps", normal.pushed_laps),
        pushed_items=_yes(told, "pushed-items", normal.pushed_items),
        safety=_yes(told, "safety", normal.safety),
        wet=_yes(told, "wet", normal.wet),
        fastest=_yes(told, "fastest", normal.fastest),
    )


def _yes(told: Mapping[str, str], key: str, normal: bool) -> bool:
    value = told.get(key, "yes" if normal else "no")
    if value not in ("yes", "no"):
        raise NotationError(f"the switch {key} is yes or no, not '{value}'.")
    return value == "yes"


def _number(text: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"\d{1,4}", text) or not least <= int(text) <= most:
        raise NotationError(f"'{text}' is not a number for {what}; it is {least} to {most}.")
    return int(text)


def parse_position(text: str) -> Position:
    """A whole position. Raises NotationError with a sentence that says what is wrong."""
    given = fields(text)
    missing = [key for key in ("board", "cars", "box", "edition", "seats") if key not in given]
    if missing:
        raise NotationError(f"the position lacks its field '{missing[0]}'.")
    seen = _observation(given)
    board = board_named(seen.board)
    seats = parse_cars(given["seats"])
    cars = []
    for car, stand in seen.cars:
        if stand.space and stand.space not in board.nodes_of:
            raise NotationError(f"the board {board.name} has no space '{stand.space}'.")
        cars.append((car, Stand(nodes_seen(board, stand)[0], stand.up)))
    if sorted(seats) != sorted(dict(cars)) or sorted(seats) != sorted(dict(seen.boxes)):
        raise NotationError("every car of the seats needs one place in 'cars' and one box in 'box', and no other car.")
    return Position(
        board=board_text(seen.board),
        cars=tuple((car, dict(cars)[car]) for car in seats),
        boxes=tuple((car, dict(seen.boxes)[car]) for car in seats),
        seats=seats,
        turn=_seat(given.get("turn", ""), seats),
        switches=parse_switches(given["edition"], given.get("switches", "")),
        gate_open=seen.gate_open,
        tray=seen.tray,
        items=_on_board(seen.items, board.nodes_of),
        dice=seen.dice,
        qualifying="qualifying" in given,
        rolled=_values(given.get("qualifying", ""), 0, 21),
        duel=parse_cars(given.get("duel", "")),
        started=frozenset(parse_cars(given.get("started", ""))),
        held=_held(given.get("held", "")),
        safety=_safety(given.get("safety", ""), seats),
        record=next(iter(_values(given.get("record", ""), 1, 99)), None),
        finished=parse_cars(given.get("finished", "")),
        championship=_championship(given.get("championship", ""), given.get("wins", "")),
        teams=tuple(part for part in given.get("teams", "").split("+") if part and parse_cars(part)),
    )


def _on_board(items: tuple[Item, ...], known: Mapping[str, object]) -> tuple[Item, ...]:
    for item in items:
        if item.space not in known:
            raise NotationError(f"the board has no space '{item.space}'.")
    return items


def _seat(text: str, seats: tuple[str, ...]) -> str:
    if text and text not in seats:
        raise NotationError(f"the car to move, '{text}', is not among the seats.")
    return text


def _values(text: str, least: int, most: int) -> tuple[tuple[str, int], ...]:
    if text in ("", "begins"):
        return ()
    found = []
    for part in text.split(","):
        car, _, value = part.partition(":")
        found.append((parse_cars(car)[0] if car else _no_car(part), _number(value, part, least, most)))
    return tuple(found)


def _no_car(part: str) -> str:
    raise NotationError(f"'{part}' names no car.")


def _held(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    found = []
    for part in (part for part in text.split(",") if part):
        car, _, kinds = part.partition(":")
        held = tuple(sorted(kinds.split("+")))
        if car not in CARS or any(kind not in (*KINDS, UNKNOWN) for kind in held):
            raise NotationError(f"'{part}' is not what a driver holds; write held=R:rocket+bomb.")
        found.append((car, held))
    return tuple(sorted(found))


def _safety(text: str, seats: tuple[str, ...]) -> SafetyCar | None:
    if not text:
        return None
    seat, _, rounds = text.partition(":")
    return SafetyCar(_seat(seat, seats), _number(rounds, "safety", 1, 3))


def _championship(text: str, wins: str) -> Championship | None:
    if not text:
        return None
    target, *scores = text.split(",")
    found = []
    for part in scores:
        match = re.fullmatch(r"([A-Z]):(\d{1,3}(?:\.5)?)", part)
        if match is None or match[1] not in CARS:
            raise NotationError(f"'{part}' is no score; write championship=12,R:7,B:4.5.")
        found.append((match[1], float(match[2])))
    return Championship(_number(target, "championship", 1, 999), tuple(found), _values(wins, 0, 99))
