"""What lies on the floor of Home Racers: a look, a position, and the one line that each is written as.

`home-racers line=0:160:0:-160 cars=R:-50:40:0 tiles=30:40:0 tray=R5:1:2` is a look, its visible fields only; a position
is the same line with the hidden fields behind them, so it also reads as a look. The whole notation is described in
docs/notation-home-racers.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from referee.errors import NotationError
from referee.games.home_racers.geometry import Point, Pose, pose
from referee.games.line_of_fields import items, join_fields, split_fields

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


SAME_DIE_MM = 3.0
"""A die that lies so near to where it lay, with the same face, was not thrown again."""


def lies_in(die: TrayDie, known: Sequence[TrayDie]) -> bool:
    """Whether a die lies as one of these did."""
    return any(
        (die.car, die.face) == (other.car, other.face)
        and abs(die.x_mm - other.x_mm) <= SAME_DIE_MM
        and abs(die.y_mm - other.y_mm) <= SAME_DIE_MM
        for other in known
    )


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


NAME = "home-racers"
VISIBLE = ("line", "cars", "missing", "tiles", "specials", "tray", "beside", "covered")
HIDDEN = (
    "across", "gap", "skew", "racers", "race", "places", "round", "turn", "order", "close", "gears", "laps", "course",
    "entrances", "danger", "house", "marks", "lost", "finished",
)  # fmt: skip


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
        raise NotationError(f"{what}={text} must be {count} numbers joined by colons.")
    return [round(value, 2) + 0.0 for value in values]


def pose_text(where: Pose) -> str:
    """A pose as `x:y:angle`.

    >>> pose_text(Pose(1.5, -2.0, 60.0))
    '1.5:-2:60'
    """
    return ":".join(number_text(value) for value in (where.x_mm, where.y_mm, where.angle_deg))


def parse_pose(text: str, what: str = "pose") -> Pose:
    """Read `x:y:angle`. Raises NotationError."""
    x_mm, y_mm, angle_deg = parse_numbers(text, 3, what)
    return pose(x_mm, y_mm, angle_deg)


def points_text(points: Iterable[Point]) -> str:
    """Points as `x:y/x:y`."""
    return "/".join(f"{number_text(x)}:{number_text(y)}" for x, y in points)


def parse_points(text: str, what: str) -> tuple[Point, ...]:
    """Read `x:y/x:y`. Raises NotationError."""
    found = [parse_numbers(part, 2, what) for part in text.split("/")] if text else []
    return tuple((x, y) for x, y in found)


def line_text(line: tuple[Point, Point] | None) -> str:
    """The starting line as `left x:left y:right x:right y`."""
    return ":".join(number_text(value) for point in line or () for value in point)


def parse_line(text: str) -> tuple[Point, Point]:
    """Read the starting line. Raises NotationError."""
    x1, y1, x2, y2 = parse_numbers(text, 4, "line")
    if math.dist((x1, y1), (x2, y2)) < 1.0:
        raise NotationError(f"line={text} has both ends at one point: write left and right end, as in 0:150:0:-150.")
    return (x1, y1), (x2, y2)


def parse_car(text: str) -> str:
    """Read the name of a car. Raises NotationError."""
    if text not in CARS:
        raise NotationError(f"'{text}' is not a car: the cars are {', '.join(CARS)}.")
    return text


def parse_cars(text: str) -> tuple[str, ...]:
    """Read a list of different cars. Raises NotationError."""
    found = tuple(parse_car(car) for car in items(text))
    if len(set(found)) != len(found):
        raise NotationError(f"'{text}' names a car twice.")
    return found


def whole(text: str, what: str, most: int) -> int:
    """Read a whole number from 0 to `most`. Raises NotationError."""
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{what}={text} must be a whole number from 0 to {most}.")
    return int(text)


def fields(text: str) -> dict[str, str]:
    """Split a line of notation into its fields. Raises NotationError on an unknown, doubled or malformed one."""
    return split_fields(text, NAME, "Home Racers", VISIBLE + HIDDEN)


def join(pairs: Iterable[tuple[str, str]]) -> str:
    """One line from fields; those with an empty value are left out."""
    return join_fields(NAME, pairs)


def visible_pairs(seen: Observation) -> list[tuple[str, str]]:
    """The visible fields of an observation, in their fixed order."""
    return [
        ("line", line_text(seen.line)),
        ("cars", ",".join(_car_text(car, stand) for car, stand in seen.cars)),
        ("missing", ",".join(seen.missing)),
        ("tiles", ",".join(pose_text(tile) for tile in seen.tiles)),
        ("specials", ",".join(f"{special.kind}:{pose_text(special.pose)}" for special in seen.specials)),
        ("tray", ",".join(_die_text(die) for die in seen.tray)),
        ("beside", ",".join(f"{car}:{count}" for car, count in seen.beside)),
        ("covered", ",".join(points_text(area) for area in seen.covered)),
    ]


def observation_text(seen: Observation) -> str:
    """An observation in one line: the inverse of `parse_observation`."""
    return join(visible_pairs(seen))


def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    found = fields(text)
    return Observation(
        line=parse_line(found["line"]) if "line" in found else None,
        cars=_parse_cars_seen(found.get("cars", "")),
        missing=tuple(sorted(parse_cars(found.get("missing", "")))),
        tiles=tuple(sorted(parse_pose(tile, "tiles") for tile in items(found.get("tiles", "")))),
        specials=tuple(_parse_special(item) for item in items(found.get("specials", ""))),
        tray=tuple(sorted((_parse_die(item) for item in items(found.get("tray", ""))), key=die_key)),
        beside=tuple(sorted(_parse_beside(item) for item in items(found.get("beside", "")))),
        covered=tuple(_parse_area(area) for area in items(found.get("covered", ""))),
    )


def die_key(die: TrayDie) -> tuple[str, int, float, float]:
    """The order in which dice are written."""
    return die.car, die.face, die.x_mm, die.y_mm


def _car_text(car: str, stand: CarSeen) -> str:
    more = "" if not stand.askew_deg else f":{stand.askew_deg}"
    return f"{car}:{pose_text(stand.pose)}{more}{':loose' if stand.loose else ''}"


def _parse_cars_seen(text: str) -> tuple[tuple[str, CarSeen], ...]:
    found: dict[str, CarSeen] = {}
    for item in items(text):
        car, _, rest = item.partition(":")
        if parse_car(car) in found:
            raise NotationError(f"the car {car} stands in two places at once.")
        parts = rest.split(":")
        loose = parts[-1] == "loose"
        parts = parts[:-1] if loose else parts
        askew = _askew(parts[3]) if len(parts) == 4 else 0
        found[car] = CarSeen(parse_pose(":".join(parts[:3] if len(parts) == 4 else parts), f"cars={car}"), askew, loose)
    return tuple(sorted(found.items()))


def _askew(text: str) -> int:
    digits = text.removeprefix("-")
    value = whole(digits, "askew", 180)
    return -value if text.startswith("-") else value


def _parse_special(text: str) -> Special:
    kind, _, where = text.partition(":")
    if kind not in KINDS:
        raise NotationError(f"'{kind}' is not a special tile: they are {', '.join(KINDS)}.")
    return Special(kind, parse_pose(where, "specials"))


def _die_text(die: TrayDie) -> str:
    return f"{die.car}{die.face}:{number_text(die.x_mm)}:{number_text(die.y_mm)}"


def _parse_die(text: str) -> TrayDie:
    head, _, where = text.partition(":")
    if len(head) != 2 or head[1] not in "123456":
        raise NotationError(f"'{text}' must be a gear die, its face and its place in the tray, as in R5:10:-4.")
    x_mm, y_mm = parse_numbers(where, 2, "tray")
    return TrayDie(parse_car(head[0]), int(head[1]), x_mm, y_mm)


def _parse_beside(text: str) -> tuple[str, int]:
    car, _, count = text.partition(":")
    return parse_car(car), whole(count, f"beside={car}", 5)


def _parse_area(text: str) -> tuple[Point, ...]:
    area = parse_points(text, "covered")
    if len(area) < 3:
        raise NotationError(f"covered={text} must have at least three corners joined by slashes.")
    return area


def either(words: Sequence[str]) -> str:
    """`1, 2 or 3`."""
    return " or ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part) or "none"


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


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    unseen = dict(position.cars)
    lost = ",".join(
        f"{car}:{':'.join(number_text(value) for value in (where.x_mm, where.y_mm, where.angle_deg))}"
        for car in position.lost
        for where in [unseen[car]]
    )
    hidden = [
        ("across", number_text(position.across_mm)),
        ("gap", number_text(position.gap_mm)),
        ("skew", number_text(position.skew_deg)),
        ("racers", ",".join(position.racers)),
        ("race", str(position.race)),
        ("places", str(position.places)),
        ("round", str(position.round)),
        ("turn", ",".join(position.queue)),
        ("order", ",".join(position.order)),
        ("gears", ",".join(f"{car}:{'|'.join(map(str, gears))}" for car, gears in position.gears)),
        ("laps", ",".join(f"{car}:{count}" for car, count in position.crossings)),
        ("course", points_text(position.course)),
        ("entrances", ",".join(f"{colour}:{number}" for colour, number in position.entrances)),
        ("danger", position.danger),
        ("house", ",".join(f"{kind}:{effect}" for kind, effect in position.house)),
        ("marks", ",".join(position.marks)),
        ("lost", lost),
        ("finished", ",".join(position.finished)),
    ]
    pairs = [pair for pair in visible_pairs(visible(position)) if pair[0] != "missing"]
    return join([*pairs, *hidden])


def parse_position(text: str) -> Position:
    """Read a position; what is left out of the hidden fields has its usual value. Raises NotationError."""
    found, seen = fields(text), parse_observation(text)
    if "turn" not in found and "finished" not in found:
        raise NotationError("a position must say whose turn it is, as in turn=R,B (the cars still to move).")
    queue = parse_cars(found.get("turn", ""))
    lost = {
        parse_car(item.partition(":")[0]): CarSeen(_pose(item.partition(":")[2]))
        for item in items(found.get("lost", ""))
    }
    stands = {**dict(seen.cars), **lost}
    racers = parse_cars(found["racers"]) if "racers" in found else tuple(sorted({*stands, *queue}, key=CARS.index))
    if (set(stands) | set(queue)) - set(racers):
        raise NotationError("the position names a car that is not among its racers.")
    if seen.missing or seen.covered:
        raise NotationError("a position knows where everything is: leave out missing= and covered= (write lost=).")
    across_mm, gap_mm, skew_deg = (_size(found, *one) for one in _SIZES)
    return Position(
        cars=tuple(sorted((car, stand.pose) for car, stand in stands.items())),
        racers=racers,
        queue=queue,
        gears=_gears(found.get("gears", ""), racers),
        crossings=_crossings(found.get("laps", ""), racers),
        line=seen.line,
        tiles=seen.tiles,
        specials=seen.specials,
        tray=seen.tray,
        beside=seen.beside,
        across_mm=across_mm,
        gap_mm=gap_mm,
        skew_deg=skew_deg,
        race=max(1, whole(found.get("race", "1"), "race", 99)),
        places=max(1, whole(found.get("places", "1"), "places", 4)),
        round=whole(found.get("round", "1"), "round", 99999),
        order=parse_cars(found.get("order", "")),
        course=parse_points(found.get("course", ""), "course"),
        entrances=_entrances(found.get("entrances", "")),
        danger=_one_of(found.get("danger", "fault"), "danger", ("fault", "ask")),
        house=_house(found.get("house", "")),
        marks=tuple(sorted(parse_cars(found.get("marks", "")))),
        lost=tuple(sorted(lost)),
        finished=parse_cars(found.get("finished", "")),
    )


_SIZES = (("across", ACROSS_MM, 20.0, 500.0), ("gap", GAP_MM, 0.0, 100.0), ("skew", SKEW_DEG, 0.0, 25.0))


def _pose(text: str) -> Pose:
    x_mm, y_mm, angle_deg = parse_numbers(text, 3, "lost")
    return Pose(x_mm, y_mm, angle_deg)


def _size(found: Mapping[str, str], key: str, usual: float, least: float, most: float) -> float:
    value = parse_numbers(found[key], 1, key)[0] if key in found else usual
    if not least <= value <= most:
        raise NotationError(f"{key}={number_text(value)} must be from {least:g} to {most:g}.")
    return value


def _gears(text: str, racers: tuple[str, ...]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    known: dict[str, tuple[int, ...]] = dict.fromkeys(racers, (0,))
    for item in items(text):
        car, _, gears = item.partition(":")
        if parse_car(car) not in known:
            raise NotationError(f"gears= names {car}, which is not in this race.")
        known[car] = tuple(sorted({whole(gear, f"gears={car}", HIGHEST_GEAR) for gear in gears.split("|")}))
    return tuple(known.items())


def _crossings(text: str, racers: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    known = dict.fromkeys(racers, 0)
    for item in items(text):
        car, _, count = item.partition(":")
        if parse_car(car) not in known:
            raise NotationError(f"laps= names {car}, which is not in this race.")
        known[car] = whole(count, f"laps={car}", 999)
    return tuple(known.items())


def _entrances(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for item in items(text):
        colour, _, number = item.partition(":")
        found.append((_one_of(colour, "entrances", PORTALS), int(_one_of(number, "entrances", ("1", "2")))))
    return tuple(sorted(found))


def _house(text: str) -> tuple[tuple[str, str], ...]:
    found = []
    for item in items(text):
        kind, _, effect = item.partition(":")
        _one_of(kind, "house", HOUSE_KINDS)
        head = effect.rstrip("0123456789").rstrip("+-")
        signed = effect[len(head) :]
        plain = head in ("ask", "none", "stop") and not signed
        counted = head in ("move", "gear") and len(signed) == 2 and signed[0] in "+-" and signed[1] in "123456789"
        if not plain and not counted:
            raise NotationError(f"house={item} is not known: write ask, none, stop, or as in move+1 or gear-1.")
        found.append((kind, effect))
    return tuple(sorted(found))


def _one_of(text: str, what: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise NotationError(f"{what}={text} is not known: it is one of {', '.join(known)}.")
    return text
