"""A Home Racers position: all that the rules need to know between two turns, frozen, with its one-line notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.errors import NotationError
from referee.games.home_racers.geometry import Point, Pose
from referee.games.home_racers.notation import (
    fields,
    join,
    number_text,
    parse_car,
    parse_cars,
    parse_numbers,
    parse_observation,
    parse_points,
    points_text,
    visible_pairs,
    whole,
)
from referee.games.home_racers.observation import (
    CARS,
    HAZARDS,
    PORTALS,
    CarSeen,
    Observation,
    Special,
    TrayDie,
)
from referee.games.line_of_fields import items

ACROSS_MM = 80.0
GAP_MM = 5.0
SKEW_DEG = 4.0
HIGHEST_GEAR = 5

HOUSE_KINDS = (*HAZARDS, "collision", "reverse")


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
