"""Positions and observations as one line of text, and back (docs/notation-nestorgames-gp.md).

An observation holds the visible fields only; a position is the same line with the hidden fields behind them, so any
position also reads as an observation. Each field stands once in a table, which writes it and reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import astuple, replace
from typing import Any

from referee.errors import NotationError
from referee.games.line_of_fields import (
    Notation,
    Table,
    Values,
    at_most_one,
    in_order,
    items,
    numbered,
    one_of,
    several,
    told_of,
)
from referee.games.nestorgames_gp import observation as table
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.observation import CARS, DICE, KINDS, UNKNOWN, Observation
from referee.games.nestorgames_gp.position import (
    Championship,
    Position,
    SafetyCar,
    Stand,
    Switches,
    nodes_seen,
)
from referee.games.nestorgames_gp.words import WORDS

OFF, COVERED, BEGINS = "off", "?", "begins"
NEEDED = ("board", "cars", "box", "edition", "seats")

CAR, SPACE, KIND = f"([{''.join(CARS)}])", "([A-Za-z0-9]{1,8})", "|".join(KINDS)
HELD = f"(?:{KIND}|{UNKNOWN})"


def _read_letters(text: str) -> tuple[str, ...]:
    if not set(text) <= set(CARS) or len(set(text)) != len(text):
        raise NotationError(WORDS.told("names-no-cars", text=text[:40], text2=" ".join(CARS)))
    return tuple(text)


def _read_board(text: str) -> str:
    if text:
        board_named(text)
    return text


LETTERS = Values("".join, _read_letters)


# -- what is seen -----------------------------------------------------------------------------------------------------


def _look(car: str, space: str, toward: str | None, down: str | None) -> tuple[str, table.CarSeen]:
    return car, table.CarSeen("" if space == OFF else space, down is None, toward or "")


def _look_text(one: tuple[str, table.CarSeen]) -> str:
    car, look = one
    return f"{car}:{look.space or OFF}{f'>{look.toward}' if look.toward else ''}{'' if look.up else '!'}"


def _box(car: str, discs: str, dice: str, cylinder: str | None) -> tuple[str, table.Box]:
    return car, table.Box(int(discs), int(dice), cylinder is not None)


def _box_text(one: tuple[str, table.Box]) -> str:
    car, box = one
    return f"{car}:{box.discs}/{box.dice}{'/c' if box.cylinder else ''}"


def _tray(space: str, kind: str | None) -> table.Tray:
    return table.Tray("" if space == OFF else space, kind or "")


def _tray_text(tray: table.Tray) -> str:
    return (tray.space or OFF) + (f":{tray.item}" if tray.item else "")


def _item(space: str, kind: str) -> table.Item:
    return table.Item(space, kind.rstrip("!"), kind in ("oil", "bomb!"))


def _item_text(item: table.Item) -> str:
    return f"{item.space}:{item.kind}{'!' if item.active and item.kind == 'bomb' else ''}"


def _read_gate(text: str) -> bool | None:
    return one_of("open", "closed").read(text) == "open" if text else None


def _die(car: str, number: str, face: str, x_mm: str, y_mm: str, angle_deg: str) -> table.Thrown:
    return table.Thrown(car, int(number), int(face), float(x_mm), float(y_mm), float(int(angle_deg) % 360))


def _die_text(die: table.Thrown) -> str:
    pose = f"{round(die.x_mm)}/{round(die.y_mm)}/{round(die.angle_deg) % 360}"
    return f"{die.car}{die.number}:{die.face}@{pose}"


LOOKS = several(rf"{CAR}:{SPACE}(?:>{SPACE})?(!)?", "R:s12, B:s5!, G:x>s13 or Y:off", _look, _look_text, once=True)
BOXES = several(rf"{CAR}:(\d)/([0-{DICE}])(/c)?", "R:3/0 or R:3/0/c", _box, _box_text, once=True)
TRAY = several(rf"{SPACE}(?::({KIND}))?", "tray=s5:rocket or tray=off", _tray, _tray_text)
ITEMS = several(rf"{SPACE}:({KIND}|bomb!)", "s3:oil, s9:bomb or s7:bomb!", _item, _item_text)
DIE_FORM = rf"{CAR}([1-{DICE}]):([1-6])@(-?\d{{1,4}})/(-?\d{{1,4}})/(\d{{1,3}})"
THROWN = several(DIE_FORM, "R1:5@10/-4/33", _die, _die_text)


def _thrown(dice: Iterable[table.Thrown], clear: bool) -> str:
    """What lies on the throwing card; and that more may lie there, where not the whole card was seen."""
    return ",".join(filter(None, (THROWN.write(dice), "" if clear else COVERED)))


def _read_thrown(text: str) -> tuple[tuple[table.Thrown, ...], bool]:
    parts = items(text)
    return THROWN.read(",".join(part for part in parts if part != COVERED)), COVERED not in parts


VISIBLE: Table = {
    "board": ("board", Values(lambda board: board_text(board) if board else "", _read_board)),
    "cars": ("cars", LOOKS),
    "missing": ("missing", LETTERS),
    "box": ("boxes", BOXES),
    "gate": ("gate_open", Values({None: "", True: "open", False: "closed"}.__getitem__, _read_gate)),
    "tray": ("tray", at_most_one(TRAY)),
    "items": ("items", in_order(ITEMS)),
    "dice": (lambda seen: (seen.dice, seen.dice_clear), Values(lambda card: _thrown(*card), _read_thrown)),
    "unseen": ("unseen", Values(lambda spaces: ",".join(sorted(spaces)), lambda text: frozenset(items(text)))),
}


# -- what only players know -------------------------------------------------------------------------------------------

YES_NO = ("pushed-laps", "pushed-items", "safety", "wet", "fastest")
SWITCHES = {"items": "none|tray|board", "sets": "[1-3]", "laps": "[1-9]", **dict.fromkeys(YES_NO, "yes|no")}


def _switch(switches: Switches, name: str) -> str:
    value = getattr(switches, name.replace("-", "_"))
    return str(value) if name not in YES_NO else "yes" if value else "no"


def _switches_text(switches: Switches) -> str:
    told = {name: _switch(switches, name) for name in SWITCHES}
    return ",".join(f"{name}:{value}" for name, value in told.items() if value != _switch(Switches(), name))


def _read_switches(text: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in items(text):
        name, _, value = part.partition(":")
        if not re.fullmatch(SWITCHES.get(name, "(?!)"), value, re.ASCII):
            known = ", ".join(f"{one}:{form}" for one, form in SWITCHES.items())
            raise NotationError(WORDS.told("no-such-switch", text=part[:40], text2=known))
        found |= switches_of({name: value})
    return found


def switches_of(values: Mapping[str, str]) -> dict[str, Any]:
    """What was agreed on as `Switches` keep it, from how it is written.

    >>> switches_of({"items": "tray", "laps": "5", "pushed-laps": "no"})
    {'items': 'tray', 'laps': 5, 'pushed_laps': False}
    """
    return {
        name.replace("-", "_"): value == "yes" if name in YES_NO else value if name == "items" else int(value)
        for name, value in values.items()
    }


def _held(car: str, kinds: str) -> tuple[str, tuple[str, ...]]:
    return car, tuple(sorted(kinds.split("+")))


def _held_text(one: tuple[str, tuple[str, ...]]) -> str:
    return f"{one[0]}:{'+'.join(one[1])}"


def _teams(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("+") if part and _read_letters(part))


def _score(car: str, score: str) -> tuple[str, float]:
    return car, float(score)


ROLLED = numbered(CAR, r"1?\d|2[01]", "qualifying=R:12,B:0")
EXAMPLE = "championship=12,R:7,B:4.5"
SCORES = several(rf"{CAR}:(\d{{1,3}}(?:\.5)?)", EXAMPLE, _score, lambda one: f"{one[0]}:{one[1]:g}")


def _championship_text(champion: Championship | None) -> str:
    return ",".join(filter(None, (str(champion.target), SCORES.write(champion.scores)))) if champion else ""


def _read_championship(text: str) -> Championship | None:
    target, _, scores = text.partition(",")
    if not text:
        return None
    (aim,) = several(r"([1-9]\d{0,2})", EXAMPLE, int, str).read(target)
    return Championship(aim, SCORES.read(scores))


def _qualifying(position: Position) -> str:
    return (ROLLED.write(position.rolled) or BEGINS) if position.qualifying else ""


HIDDEN: Table = {
    "edition": (lambda one: one.switches.edition, one_of("tray", "open")),
    "switches": ("switches", Values(_switches_text, _read_switches)),
    "seats": ("seats", LETTERS),
    "turn": ("turn", one_of(*CARS)),
    "qualifying": (_qualifying, Values(str, lambda text: () if text == BEGINS else ROLLED.read(text))),
    "duel": ("duel", LETTERS),
    "started": (lambda one: [car for car in one.seats if car in one.started], LETTERS),
    "held": ("held", several(rf"{CAR}:({HELD}(?:\+{HELD})*)", "held=R:rocket+bomb", _held, _held_text)),
    "safety": (lambda one: one.safety and astuple(one.safety), at_most_one(numbered(CAR, "[1-3]", "safety=R:2"))),
    "record": ("record", at_most_one(numbered(CAR, r"[1-9]\d?", "record=R:21"))),
    "finished": ("finished", LETTERS),
    "championship": ("championship", Values(_championship_text, _read_championship)),
    "wins": (lambda one: one.championship.wins if one.championship else (), numbered(CAR, r"\d{1,2}", "wins=R:1")),
    "teams": ("teams", Values("+".join, _teams)),
}


# -- lines ------------------------------------------------------------------------------------------------------------


NOTATION = Notation("nestorgames-gp", "nestorgames GP", VISIBLE, HIDDEN)
observation_text = NOTATION.text
"""An observation as text."""


def position_text(position: Position) -> str:
    """A position as text."""
    return NOTATION.text(position.seen, position)


def parse_observation(text: str) -> Observation:
    """Visible notation, or the visible part of a position. Raises NotationError."""
    told = told_of(NOTATION.fields(text), VISIBLE)
    told["dice"], told["dice_clear"] = told["dice"]
    return Observation(**told)


def parse_position(text: str) -> Position:
    """A whole position. Raises NotationError with a sentence that says what is wrong."""
    given = NOTATION.fields(text)
    missing = [key for key in NEEDED if not given.get(key)]
    if missing:
        raise NotationError(WORDS.told("lacks-field", field=missing[0]))
    seen, told = parse_observation(text), told_of(given, HIDDEN)
    board, looks, boxes, seats = board_named(seen.board), dict(seen.cars), dict(seen.boxes), told["seats"]
    used = {*(look.space for look in looks.values()), *(item.space for item in seen.items)}
    used |= {seen.tray.space} if seen.tray else set()
    strange = used - {"", *board.nodes_of}
    if strange:
        raise NotationError(WORDS.told("board-has-no-space", title=board.name, text=min(strange)))
    if not sorted(seats) == sorted(looks) == sorted(boxes):
        raise NotationError(WORDS.told("seats-cars-boxes"))
    if {told["turn"], *(told["safety"] or ())[:1]} - {"", *seats}:
        raise NotationError(WORDS.told("to-move-not-seated"))
    return Position(
        board=board_text(seen.board),
        cars=tuple((car, Stand(nodes_seen(board, looks[car])[0], looks[car].up)) for car in seats),
        boxes=tuple((car, boxes[car]) for car in seats),
        switches=Switches(told["edition"], **told["switches"]),
        qualifying="qualifying" in given,
        rolled=told["qualifying"],
        started=frozenset(told["started"]),
        held=tuple(sorted(told["held"])),
        safety=SafetyCar(*told["safety"]) if told["safety"] else None,
        championship=replace(told["championship"], wins=told["wins"]) if told["championship"] else None,
        **{name: getattr(seen, name) for name in ("gate_open", "tray", "items", "dice", "dice_clear", "unseen")},
        **{name: told[name] for name in ("seats", "turn", "duel", "record", "finished", "teams")},
    )
