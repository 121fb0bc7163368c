"""A floor as one line of text, and back: `home-racers line=0:160:0:-160 cars=R:-50:40:0 tiles=30:40:0 tray=R5:1:2`.

The whole notation is described in docs/notation-home-racers.md. An observation holds the visible fields only; a
position (position.py) is the same line with the hidden fields behind them: it also reads as an observation.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from referee.errors import NotationError
from referee.games.home_racers.geometry import Point, Pose, pose
from referee.games.home_racers.observation import CARS, KINDS, CarSeen, Observation, Special, TrayDie
from referee.games.line_of_fields import items, join_fields, split_fields

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
