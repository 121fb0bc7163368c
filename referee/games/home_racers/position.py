"""What lies on the floor of Home Racers: a look, a position, and the one line that each is written as.

`home-racers line=0:160:0:-160 cars=R:-50:40:0 tiles=30:40:0 tray=R5:1:2` is a look, its visible fields only; a position
is the same line with the hidden fields behind them, so it also reads as a look. The whole notation is described in
docs/notation-home-racers.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from referee.errors import NotationError
from referee.frozen import dataclass, replace
from referee.games.home_racers.geometry import Point, Pose, apart, pose
from referee.games.home_racers.words import WORDS
from referee.games.line_of_fields import (
    Notation,
    Table,
    Values,
    at_most_one,
    count,
    in_order,
    listed,
    numbered,
    one_of,
    pair_text,
    several,
    told_of,
)
from referee.games.polygon import inside

CARS = ("R", "Y", "G", "B")
"""Red, yellow, green and blue: the colours of the gear dice."""

DRIVERS = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}

PORTALS = ("blue", "yellow", "green", "orange", "violet")
"""Five pairs; the sample shows four colours, the fifth is this program's choice."""

HAZARDS = ("caltrops", "leak", "tires", "booster")
"""The tiles whose effect is not in the rules held."""

KINDS = (*HAZARDS, *PORTALS)


@dataclass(frozen=True)
class CarSeen:
    """A car on the floor.

    Attributes
    ----------
    pose : of the road tile under it, or of the car itself when that tile is not seen.
    askew_deg : how far the car is turned from the tile's arrow, in whole degrees; 0 when it stands along it.
    loose : whether no tile was seen under it.
    """

    pose: Pose
    askew_deg: int = 0
    loose: bool = False


@dataclass(frozen=True)
class Special:
    """A portal or another special tile."""

    kind: str
    pose: Pose


@dataclass(frozen=True)
class TrayDie:
    """A gear die in the tray: whose, its face and where it lies in the tray, to tell a new roll from an old one."""

    car: str
    face: int
    x_mm: float
    y_mm: float


SAME_MM = 12.0
"""A tile or a car so near to where a tile lay is that tile, or stands on it."""
SAME_DIE_MM = 3.0
"""A die that lies so near to where it lay, with the same face, was not thrown again."""


def lies_in(die: TrayDie, known: Sequence[TrayDie], within_mm: float = SAME_DIE_MM) -> bool:
    """Whether a die lies as one of these did."""
    alike = [one for one in known if (one.car, one.face) == (die.car, die.face)]
    return any(max(abs(die.x_mm - one.x_mm), abs(die.y_mm - one.y_mm)) <= within_mm for one in alike)


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled floor.

    Attributes
    ----------
    line : the ends of the starting line, left one first for those who drive over it; None when not seen.
    cars : each car seen, sorted by car.
    missing : cars that should be there and were not seen.
    tiles : road tiles without a car, sorted.
    specials : portals and other special tiles, in a fixed order.
    tray : the gear dice in the tray.
    beside : how many gear dice lie beside each car (they show its gear), sorted.
    covered : areas in which anything may lie unseen. Never to be read as empty.
    """

    line: tuple[Point, Point] | None = None
    cars: tuple[tuple[str, CarSeen], ...] = ()
    missing: tuple[str, ...] = ()
    tiles: tuple[Pose, ...] = ()
    specials: tuple[Special, ...] = ()
    tray: tuple[TrayDie, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
    covered: tuple[tuple[Point, ...], ...] = ()

    def car(self, name: str) -> CarSeen | None:
        """A car as seen, or None."""
        return dict(self.cars).get(name)

    def hides(self, tile: Pose) -> bool:
        """Whether a tile there would not be seen: something covers it, or a car stands on it."""
        stood_on = any(apart(tile, stand.pose) <= SAME_MM for _, stand in self.cars)
        return stood_on or any(inside(tile.at, area) for area in self.covered)


NUMBER = r"-?[0-9]{1,6}(?:\.[0-9]+)?"
POINT, POSE, CAR = f"{NUMBER}:{NUMBER}", f"({NUMBER}):({NUMBER}):({NUMBER})", f"([{''.join(CARS)}])"
POINTS = f"({POINT}(?:/{POINT})*)"


def number_text(value: float) -> str:
    """A number as short as it can be written; at most two decimals.

    >>> number_text(3.0), number_text(-0.5)
    ('3', '-0.5')
    """
    text = f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def parse_numbers(text: str, count: int, what: str) -> list[float]:
    """Numbers joined by colons, rounded to what is kept. Raises NotationError."""
    parts = text.split(":")
    try:
        values = [float(part) for part in parts]
    except ValueError:
        values = []
    if len(values) != count or not all(math.isfinite(value) and abs(value) < 1e6 for value in values):
        raise NotationError(WORDS.told("needs-numbers", field=what, text=text, n=count))
    return [round(value, 2) + 0.0 for value in values]


def _number(text: str) -> float:
    return round(float(text), 2) + 0.0


def pose_text(where: Pose) -> str:
    """A pose as `x:y:angle`.

    >>> pose_text(Pose(1.5, -2.0, 60.0))
    '1.5:-2:60'
    """
    return _numbers_text(where.x_mm, where.y_mm, where.angle_deg)


def _numbers_text(*values: float) -> str:
    return ":".join(map(number_text, values))


def parse_pose(text: str, what: str = "pose") -> Pose:
    """Read `x:y:angle`. Raises NotationError."""
    return pose(*parse_numbers(text, 3, what))


def parse_car(text: str) -> str:
    """Read the name of a car. Raises NotationError."""
    if text not in CARS:
        raise NotationError(WORDS.told("is-no-car", text=text, list=CARS))
    return text


def die_key(die: TrayDie) -> tuple[str, int, float, float]:
    """The order in which dice are written."""
    return die.car, die.face, die.x_mm, die.y_mm


def _points_text(points: Iterable[Point]) -> str:
    return "/".join(_numbers_text(*point) for point in points)


def _points(text: str) -> tuple[Point, ...]:
    found = [parse_numbers(part, 2, "points") for part in text.split("/")] if text else []
    return tuple((x, y) for x, y in found)


def _area(text: str) -> tuple[Point, ...]:
    if text.count("/") < 2:
        raise NotationError(WORDS.told("area-needs-corners", text=text))
    return _points(text)


def _at(x_mm: str, y_mm: str, angle_deg: str) -> Pose:
    return pose(_number(x_mm), _number(y_mm), _number(angle_deg))


def _line(*numbers: str) -> tuple[Point, Point]:
    left_x, left_y, right_x, right_y = map(_number, numbers)
    if math.dist((left_x, left_y), (right_x, right_y)) < 1.0:
        raise NotationError(WORDS.told("line-is-a-point"))
    return (left_x, left_y), (right_x, right_y)


def _stand(car: str, x_mm: str, y_mm: str, angle_deg: str, askew: str | None, loose: str | None) -> tuple[str, CarSeen]:
    return car, CarSeen(_at(x_mm, y_mm, angle_deg), int(askew or 0), loose is not None)


def _stand_text(one: tuple[str, CarSeen]) -> str:
    car, stand = one
    more = f":{stand.askew_deg}" if stand.askew_deg else ""
    return f"{car}:{pose_text(stand.pose)}{more}{':loose' if stand.loose else ''}"


def _special(kind: str, *where: str) -> Special:
    return Special(kind, _at(*where))


def _die(car: str, face: str, x_mm: str, y_mm: str) -> TrayDie:
    return TrayDie(car, int(face), _number(x_mm), _number(y_mm))


def _die_text(die: TrayDie) -> str:
    return f"{die.car}{die.face}:{_numbers_text(die.x_mm, die.y_mm)}"


def _lost(car: str, *where: str) -> tuple[str, Pose]:
    return car, Pose(*map(_number, where))


def _gears(car: str, gears: str) -> tuple[str, tuple[int, ...]]:
    return car, tuple(sorted({int(gear) for gear in gears.split("|")}))


def _size(least: float, most: float, usual: float) -> Values:
    def read(text: str) -> float:
        value = parse_numbers(text, 1, "size")[0] if text else usual
        if not least <= value <= most:
            raise NotationError(WORDS.told("number-between", text=text[:40], min=f"{least:g}", max=f"{most:g}"))
        return value

    return Values(number_text, read)


LISTED = listed(parse_car, lambda text: WORDS.told("names-twice", text=text))
STANDS = several(
    f"{CAR}:{POSE}(?::(-?(?:[0-9]{{1,2}}|1[0-7][0-9]|180)))?(:loose)?", "R:10:-4:60", _stand, _stand_text, True
)
TILES = several(POSE, "30:40:0", _at, pose_text)
SPECIALS = several(
    f"({'|'.join(KINDS)}):{POSE}", "leak:30:40:0", _special, lambda one: f"{one.kind}:{pose_text(one.pose)}"
)
DICE = several(f"{CAR}([1-6]):({NUMBER}):({NUMBER})", "R5:10:-4", _die, _die_text)
ENDS = several(
    ":".join([f"({NUMBER})"] * 4), "line=0:150:0:-150", _line, lambda ends: _numbers_text(*ends[0], *ends[1])
)

VISIBLE: Table = {
    "line": ("line", at_most_one(ENDS)),
    "cars": ("cars", in_order(STANDS)),
    "missing": ("missing", in_order(LISTED)),
    "tiles": ("tiles", in_order(TILES)),
    "specials": ("specials", SPECIALS),
    "tray": ("tray", in_order(DICE, die_key)),
    "beside": ("beside", in_order(numbered(CAR, "[0-5]", "R:3"))),
    "covered": ("covered", several(POINTS, "0:0/10:0/0:10", _area, _points_text)),
}

TILE, DIE = "tile", "die:"


def name_of(kind: str, where: Pose) -> str:
    """A tile's name: tiles of a kind are alike, so they are called by where they lie, in whole mm.

    >>> name_of(TILE, Pose(-0.2, 40.6, 0.0))
    'tile:0:41'
    """
    return f"{kind}:{round(where.x_mm)}:{round(where.y_mm)}"


ACROSS_MM = 80.0
GAP_MM = 5.0
SKEW_DEG = 4.0
HIGHEST_GEAR = 5

HOUSE_KINDS = (*HAZARDS, "collision", "reverse")
ALONG_DEG = 15.0
"""A car turned by no more than this stands along its tile's arrow."""


@dataclass(frozen=True)
class Position:
    """What is on the floor and what only the players know.

    Attributes
    ----------
    line, tiles, specials, tray, beside : as in an `Observation`, but complete.
    cars : the pose of the road tile under each car; a car that is still to be placed on the start has none.
    across_mm, gap_mm, skew_deg : a tile across its flats; the gap and the angle between two tiles that still touch.
    racers : the cars in the race.
    race, places : laps to drive and places to race for.
    queue : cars still to move in this round; the first one is to move now.
    order : the race order frozen for this round; empty when it is not known.
    gears : the gears each car may be in (several when nobody said).
    crossings : how often each car has crossed the starting line.
    course : points along the race course from the line on, and back to it; empty when it was not declared.
    entrances : for a portal colour the number (1, 2) of its entrance among the two, as `specials` lists them.
    danger : ``fault``: more turns or lane changes than the table allows are a fault; ``ask``: they are asked about.
    house : house rules for special tiles, as (kind, effect).
    marks : cars that drove over caltrops since their last tire station.
    lost : cars whose place is not known because they were not seen at the end of a turn.
    finished : cars that have ended the race, in order.
    """

    cars: tuple[tuple[str, Pose], ...]
    racers: tuple[str, ...]
    queue: tuple[str, ...]
    gears: tuple[tuple[str, tuple[int, ...]], ...]
    crossings: tuple[tuple[str, int], ...]
    line: tuple[Point, Point] | None = None
    tiles: tuple[Pose, ...] = ()
    specials: tuple[Special, ...] = ()
    tray: tuple[TrayDie, ...] = ()
    beside: tuple[tuple[str, int], ...] = ()
    across_mm: float = ACROSS_MM
    gap_mm: float = GAP_MM
    skew_deg: float = SKEW_DEG
    race: int = 1
    places: int = 1
    round: int = 1
    order: tuple[str, ...] = ()
    course: tuple[Point, ...] = ()
    entrances: tuple[tuple[str, int], ...] = ()
    danger: str = "fault"
    house: tuple[tuple[str, str], ...] = ()
    marks: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()

    @property
    def to_move(self) -> str:
        """The car whose turn it is."""
        return self.queue[0]

    def place(self, car: str) -> Pose | None:
        """Where a car's tile lies; None before it is placed."""
        return dict(self.cars).get(car)

    def gear(self, car: str) -> tuple[int, ...]:
        """The gears a car may be in."""
        return dict(self.gears).get(car, (0,))

    def crossed(self, car: str) -> int:
        """How often a car has crossed the line."""
        return dict(self.crossings).get(car, 0)

    def effect(self, kind: str) -> str:
        """What the house rules say of a special tile; without one its effect is asked about (the rear gear: none)."""
        return dict(self.house).get(kind, "none" if kind == "reverse" else "ask")

    def portals(self, colour: str) -> tuple[Special, ...]:
        """The portal tiles of one colour, in the order of their numbers."""
        return tuple(special for special in self.specials if special.kind == colour)


def visible(position: Position) -> Observation:
    """The part of a position that a camera sees."""
    return Observation(
        line=position.line,
        cars=tuple(sorted((car, CarSeen(where)) for car, where in position.cars if car not in position.lost)),
        missing=tuple(sorted(position.lost)),
        tiles=position.tiles,
        specials=position.specials,
        tray=position.tray,
        beside=position.beside,
    )


HOUSE_RULE = f"({'|'.join(HOUSE_KINDS)}):(ask|none|stop|(?:move|gear)[+-][1-9])"
HIDDEN: Table = {
    "across": ("across_mm", _size(20.0, 500.0, ACROSS_MM)),
    "gap": ("gap_mm", _size(0.0, 100.0, GAP_MM)),
    "skew": ("skew_deg", _size(0.0, 25.0, SKEW_DEG)),
    "racers": ("racers", LISTED),
    "race": ("race", count(1, 99, 1)),
    "places": ("places", count(1, 4, 1)),
    "round": ("round", count(0, 99999, 1)),
    "turn": ("queue", LISTED),
    "order": ("order", LISTED),
    "gears": (
        "gears",
        several(
            f"{CAR}:([0-5](?:[|][0-5])*)", "R:3 or R:2|3", _gears, lambda one: f"{one[0]}:{'|'.join(map(str, one[1]))}"
        ),
    ),
    "laps": ("crossings", numbered(CAR, "[0-9]{1,3}", "R:1")),
    "course": ("course", Values(_points_text, _points)),
    "entrances": ("entrances", in_order(numbered(f"({'|'.join(PORTALS)})", "[12]", "blue:1"))),
    "danger": ("danger", one_of("fault", "ask")),
    "house": ("house", in_order(several(HOUSE_RULE, "leak:move+1", lambda *one: one, pair_text))),
    "marks": ("marks", in_order(LISTED)),
    "lost": (
        lambda one: [(car, where) for car, where in one.cars if car in one.lost],
        several(f"{CAR}:{POSE}", "R:10:-4:60", _lost, lambda one: f"{one[0]}:{pose_text(one[1])}", True),
    ),
    "finished": ("finished", LISTED),
}
NOTATION = Notation("home-racers", "Home Racers", VISIBLE, HIDDEN, of_old=("close",))
"""What was near its car the floor tells itself today."""
observation_text = NOTATION.text
"""An observation in one line: the inverse of `parse_observation`."""


@lru_cache(maxsize=256)
def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    return Observation(**told_of(NOTATION.fields(text), VISIBLE))


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    return NOTATION.text(replace(visible(position), missing=()), position)


@lru_cache(maxsize=256)
def parse_position(text: str) -> Position:
    """Read a position; what is left out of the hidden fields has its usual value. Raises NotationError."""
    found, seen = NOTATION.fields(text), parse_observation(text)
    if "turn" not in found and "finished" not in found:
        raise NotationError(WORDS.told("needs-a-turn", text="turn=R,B"))
    told = told_of(found, HIDDEN)
    lost = dict(told["lost"])
    stands = {**{car: stand.pose for car, stand in seen.cars}, **lost}
    racers = told["racers"] or tuple(sorted({*stands, *told["queue"]}, key=CARS.index))
    gears, laps = dict(told["gears"]), dict(told["crossings"])
    if {*stands, *told["queue"], *gears, *laps} - set(racers):
        raise NotationError(WORDS.told("names-a-stranger"))
    if seen.missing or seen.covered:
        raise NotationError(WORDS.told("position-knows-all"))
    told |= {
        "racers": racers,
        "gears": tuple((car, gears.get(car, (0,))) for car in racers),
        "crossings": tuple((car, laps.get(car, 0)) for car in racers),
        "danger": told["danger"] or "fault",
        "lost": tuple(sorted(lost)),
    }
    return Position(
        cars=tuple(sorted(stands.items())),
        line=seen.line,
        tiles=seen.tiles,
        specials=seen.specials,
        tray=seen.tray,
        beside=seen.beside,
        **told,
    )
