"""What lies on the table and what only players know, and one line of text that tells it, read and written.

A look (`Observation`) holds no more than a camera can see, a `Position` everything that the rules need between two
turns. A look's line holds the visible fields; a position's is the same line with the hidden fields behind them, so any
position also reads as a look (docs/notation-nestorgames-gp.md). Each field stands once in a table, which writes it and
reads it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import astuple
from functools import lru_cache
from typing import Any

from referee.errors import NotationError
from referee.frozen import cached_property, dataclass, replace
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
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.words import WORDS

CARS = ("R", "B", "G", "Y", "K", "W", "O", "P")
NAMES = {
    "R": "red", "B": "blue", "G": "green", "Y": "yellow", "K": "black", "W": "white", "O": "orange", "P": "purple",
}  # fmt: skip
KINDS = ("rocket", "bomb", "wrench", "turbo", "oil")
UNKNOWN = "any"
"""An item that a driver took out of the tray when nobody saw what lay in it."""
DICE = 6


@dataclass(frozen=True)
class CarSeen:
    """A car as seen.

    Attributes
    ----------
    space : its space, "" when it stands beside the board.
    up : on its wheels; False when belly-up.
    toward : on a loop space the next space in the direction it points, "" when that cannot be told or does not matter.
    """

    space: str
    up: bool = True
    toward: str = ""


@dataclass(frozen=True)
class Box:
    """What lies in a driver's box: lap discs, lost dice, and the cylinder once the shortcut was taken."""

    discs: int
    dice: int = 0
    cylinder: bool = False


@dataclass(frozen=True, order=True)
class Item:
    """A special item lying on a space; `active` is true of a bomb face up and of oil."""

    space: str
    kind: str
    active: bool = False


@dataclass(frozen=True)
class Tray:
    """The small tray: where it lies ("" = beside the board) and what is in it.

    No item means that it is empty; on a space, that nobody knows what is in it.
    """

    space: str
    item: str = ""


@dataclass(frozen=True, order=True)
class Thrown:
    """A die on the throwing card: whose, which one, its face, and its pose to tell a new throw from an old one."""

    car: str
    number: int
    face: int
    x_mm: float
    y_mm: float
    angle_deg: float


SAME_MM, SAME_DEG = 4.0, 12.0


def thrown_anew(before: Thrown, now: Thrown) -> bool:
    """Whether a die was thrown between two looks: another face, or it came to lie elsewhere.

    Its pips do not tell which of its edges is which, so its turn is known up to quarters.
    """
    if before.face != now.face or abs(before.x_mm - now.x_mm) > SAME_MM or abs(before.y_mm - now.y_mm) > SAME_MM:
        return True
    return abs((before.angle_deg - now.angle_deg + 45.0) % 90.0 - 45.0) > SAME_DEG


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled table.

    Attributes
    ----------
    board : its name or its file on one line; "" when it is the one already known.
    cars : each car seen; `missing` are cars that should be there and were not seen.
    boxes : the boxes that were seen.
    gate_open : None when the board has no gate or its place is covered.
    tray : None when it is not in use or was not seen.
    items : items seen on spaces, sorted.
    dice : dice on the throwing card; `dice_clear` says that the whole card was seen.
    unseen : spaces that are covered: anything may be on them. Never to be read as empty.
    """

    board: str
    cars: tuple[tuple[str, CarSeen], ...]
    missing: tuple[str, ...] = ()
    boxes: tuple[tuple[str, Box], ...] = ()
    gate_open: bool | None = None
    tray: Tray | None = None
    items: tuple[Item, ...] = ()
    dice: tuple[Thrown, ...] = ()
    dice_clear: bool = True
    unseen: frozenset[str] = frozenset()


# -- a position -----------------------------------------------------------------------------------------------------

STOCK = {"rocket": 2, "bomb": 2, "wrench": 2, "turbo": 2, "oil": 4}
SAFETY_ROUNDS = 3


@dataclass(frozen=True)
class Switches:
    """The rules agreed on before the race; they are part of every position.

    Attributes
    ----------
    edition : ``tray``, or ``open`` for the later edition, which has no tray.
    items : ``none``, ``tray`` or ``board`` (all items lie on the board from the start).
    sets : how many sets of special items are used.
    laps : discs of each car at the start.
    pushed_laps : a pushed car that crosses the finish line takes a disc.
    pushed_items : a pushed car sets off bombs and slides on oil.
    """

    edition: str = "tray"
    items: str = "none"
    sets: int = 1
    laps: int = 3
    pushed_laps: bool = True
    pushed_items: bool = False
    safety: bool = False
    wet: bool = False
    fastest: bool = False


@dataclass(frozen=True)
class Stand:
    """Where a car stands: its node on the board (None = off the board), and whether it is on its wheels."""

    node: int | None
    up: bool = True


@dataclass(frozen=True)
class SafetyCar:
    """A safety car on the track: at whose turn it was deployed, and how many rounds are left."""

    seat: str
    rounds: int = SAFETY_ROUNDS


@dataclass(frozen=True)
class Championship:
    """A championship: the winning score, and before this race each car's score and number of wins."""

    target: int
    scores: tuple[tuple[str, float], ...] = ()
    wins: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Position:
    """What is on the table and what only the players know.

    Attributes
    ----------
    board : name of a shipped board, or a board file on one line.
    cars, boxes : by car, in seat order.
    gate_open : None when the board has no gate.
    tray : None when no tray is used.
    dice : dice still lying on the throwing card from earlier turns.
    dice_clear : whether the last look showed the whole card; else more may lie there than were seen.
    unseen : spaces that the last look did not show: items may lie there that nobody has seen.
    seats : the cars as their drivers sit, counter-clockwise; once qualified, the best qualifier comes first.
    turn : the car to move; "" when the race is over.
    qualifying : whether the qualifying round is still going on.
    rolled : qualifying values so far.
    duel : cars that still roll for a tie.
    started : cars that have crossed the line for the first time.
    held : items in the drivers' possession.
    record : the fastest turn so far.
    finished : cars that have ended the race, in order.
    teams : two cars each.
    """

    board: str
    cars: tuple[tuple[str, Stand], ...]
    boxes: tuple[tuple[str, Box], ...]
    seats: tuple[str, ...]
    turn: str
    switches: Switches = Switches()
    gate_open: bool | None = None
    tray: Tray | None = None
    items: tuple[Item, ...] = ()
    dice: tuple[Thrown, ...] = ()
    dice_clear: bool = True
    unseen: frozenset[str] = frozenset()
    qualifying: bool = False
    rolled: tuple[tuple[str, int], ...] = ()
    duel: tuple[str, ...] = ()
    started: frozenset[str] = frozenset()
    held: tuple[tuple[str, tuple[str, ...]], ...] = ()
    safety: SafetyCar | None = None
    record: tuple[str, int] | None = None
    finished: tuple[str, ...] = ()
    championship: Championship | None = None
    teams: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, of what differs between the positions of one race: a search looks them up by thousands."""
        stands, boxes = (tuple((one.node, one.up) for _, one in self.cars), tuple(one.dice for _, one in self.boxes))
        return hash((stands, boxes, self.turn, self.gate_open, self.held, self.rolled, self.board, len(self.items)))

    @cached_property
    def shape(self) -> Board:
        """The board itself."""
        return board_named(self.board)

    @cached_property
    def _stands(self) -> dict[str, Stand]:
        return dict(self.cars)

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return dict(self.boxes)

    @cached_property
    def leading(self) -> tuple[str, ...]:
        """The car that leads among those still racing; several when they are level."""
        keys = {car: order_key(self, car) for car in self.racing}
        best = max(keys.values(), default=None)
        return tuple(car for car, key in keys.items() if key == best)

    def stand(self, car: str) -> Stand:
        """Where a car stands."""
        return self._stands[car]

    def box(self, car: str) -> Box:
        """What lies in a car's box."""
        return self._boxes[car]

    def hand(self, car: str) -> tuple[str, ...]:
        """The items a driver holds."""
        return dict(self.held).get(car, ())

    def may_hold(self, car: str, kind: str) -> bool:
        """Whether a driver holds an item, or one that nobody saw and that may be it."""
        hand = self.hand(car)
        return kind in hand or UNKNOWN in hand

    def dice_left(self, car: str) -> int:
        """How many dice a driver can still roll."""
        return DICE - self.box(car).dice

    def on_corner(self, car: str) -> bool:
        """Whether a car stands on a corner."""
        node = self.stand(car).node
        return node is not None and self.shape.corner[node]

    @cached_property
    def racing(self) -> tuple[str, ...]:
        """Cars that have not finished, in seat order."""
        return tuple(car for car in self.seats if car not in self.finished)

    @cached_property
    def seen(self) -> Observation:
        """What a camera can see."""
        cars = tuple((car, car_seen(self.shape, stand)) for car, stand in self.cars)
        table = cars, (), self.boxes, self.gate_open, self.tray, self.items, self.dice, self.dice_clear, self.unseen
        return Observation(self.board, *table)

    @cached_property
    def in_race(self) -> Observation:
        """What of it matters: where a car that has finished lies is nobody's business, and the dice are seen apart."""
        cars = tuple(one for one in self.seen.cars if one[0] not in self.finished)
        return replace(self.seen, cars=cars, dice=(), dice_clear=True, unseen=frozenset())

    @cached_property
    def oiled(self) -> frozenset[str]:
        """The spaces on which oil lies."""
        return frozenset(item.space for item in self.items if item.kind == "oil")

    @property
    def stock(self) -> dict[str, int]:
        """Items that are available: neither held, nor on the board, nor in the tray."""
        left = {kind: count * self.switches.sets for kind, count in STOCK.items()}
        taken = [kind for _, held in self.held for kind in held] + [item.kind for item in self.items]
        for kind in (*taken, *((self.tray.item,) if self.tray and self.tray.item else ())):
            if kind != UNKNOWN:
                left[kind] -= 1
        return left


def order_key(position: Position, car: str) -> tuple[int, float]:
    """How far a car has come: line crossings, then the way along the lap."""
    node = position.stand(car).node
    crossings = position.switches.laps - position.box(car).discs + (car in position.started)
    return crossings, position.shape.progress[node] if node is not None else -99.0


def race_order(position: Position) -> tuple[str, ...]:
    """The cars from first to last; finished cars lead in the order they finished."""
    rest = sorted(position.racing, key=lambda car: order_key(position, car), reverse=True)
    return (*position.finished, *rest)


def car_seen(board: Board, stand: Stand) -> CarSeen:
    """A car as it looks when it stands so."""
    return _seen_on(board, stand.node, stand.up)


@lru_cache(maxsize=4096)
def _seen_on(board: Board, node: int | None, up: bool) -> CarSeen:
    if node is None:
        return CarSeen("", up)
    space = board.ids[node]
    return CarSeen(space, up, board.ids[board.following[node]] if space in board.loops else "")


def nodes_seen(board: Board, seen: CarSeen) -> tuple[int | None, ...]:
    """The nodes a car may be on when it looks so: several only on a loop space when its nose cannot be read."""
    if not seen.space:
        return (None,)
    nodes = board.nodes_of.get(seen.space, ())
    pointing = tuple(node for node in nodes if board.ids[board.following[node]] == seen.toward)
    return pointing or nodes


# -- one line of text -----------------------------------------------------------------------------------------------

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


def _look(car: str, space: str, toward: str | None, down: str | None) -> tuple[str, CarSeen]:
    return car, CarSeen("" if space == OFF else space, down is None, toward or "")


def _look_text(one: tuple[str, CarSeen]) -> str:
    car, look = one
    return f"{car}:{look.space or OFF}{f'>{look.toward}' if look.toward else ''}{'' if look.up else '!'}"


def _box(car: str, discs: str, dice: str, cylinder: str | None) -> tuple[str, Box]:
    return car, Box(int(discs), int(dice), cylinder is not None)


def _box_text(one: tuple[str, Box]) -> str:
    car, box = one
    return f"{car}:{box.discs}/{box.dice}{'/c' if box.cylinder else ''}"


def _tray(space: str, kind: str | None) -> Tray:
    return Tray("" if space == OFF else space, kind or "")


def _tray_text(tray: Tray) -> str:
    return (tray.space or OFF) + (f":{tray.item}" if tray.item else "")


def _item(space: str, kind: str) -> Item:
    return Item(space, kind.rstrip("!"), kind in ("oil", "bomb!"))


def _item_text(item: Item) -> str:
    return f"{item.space}:{item.kind}{'!' if item.active and item.kind == 'bomb' else ''}"


def _read_gate(text: str) -> bool | None:
    return one_of("open", "closed").read(text) == "open" if text else None


def _die(car: str, number: str, face: str, x_mm: str, y_mm: str, angle_deg: str) -> Thrown:
    return Thrown(car, int(number), int(face), float(x_mm), float(y_mm), float(int(angle_deg) % 360))


def _die_text(die: Thrown) -> str:
    pose = f"{round(die.x_mm)}/{round(die.y_mm)}/{round(die.angle_deg) % 360}"
    return f"{die.car}{die.number}:{die.face}@{pose}"


LOOKS = several(rf"{CAR}:{SPACE}(?:>{SPACE})?(!)?", "R:s12, B:s5!, G:x>s13 or Y:off", _look, _look_text, once=True)
BOXES = several(rf"{CAR}:(\d)/([0-{DICE}])(/c)?", "R:3/0 or R:3/0/c", _box, _box_text, once=True)
TRAY = several(rf"{SPACE}(?::({KIND}))?", "tray=s5:rocket or tray=off", _tray, _tray_text)
ITEMS = several(rf"{SPACE}:({KIND}|bomb!)", "s3:oil, s9:bomb or s7:bomb!", _item, _item_text)
DIE_FORM = rf"{CAR}([1-{DICE}]):([1-6])@(-?\d{{1,4}})/(-?\d{{1,4}})/(\d{{1,3}})"
THROWN = several(DIE_FORM, "R1:5@10/-4/33", _die, _die_text)


def _thrown(dice: Iterable[Thrown], clear: bool) -> str:
    """What lies on the throwing card; and that more may lie there, where not the whole card was seen."""
    return ",".join(filter(None, (THROWN.write(dice), "" if clear else COVERED)))


def _read_thrown(text: str) -> tuple[tuple[Thrown, ...], bool]:
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
