"""A Racepack position: everything the rules need to know between two turns, frozen, and its one-line notation.

The whole notation is described in docs/notation.md. An observation holds the visible fields only; a position is the
same line with the hidden fields behind them, so any position also reads as an observation.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, itemgetter
from typing import Any

from referee.errors import NotationError
from referee.frozen import cached_property, dataclass, hashed_by, with_one
from referee.games.line_of_fields import (
    Notation,
    Table,
    Values,
    in_order,
    items,
    listed,
    pair_text,
    told_of,
)
from referee.games.racepack.circuit import Road, road
from referee.games.racepack.observation import (
    Circuit,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
    circuit_text,
    parse_circuit,
    parse_square,
    square_name,
    squares_text,
    wide_text,
)
from referee.games.racepack.variants import (
    BASE_GAME,
    CARS,
    Teams,
    Variants,
    most_likely_players,
    number,
    parse_number,
    parse_variants,
    teams_for,
)
from referee.games.racepack.variants import FIELDS as VARIANT_FIELDS
from referee.games.racepack.words import WORDS

FACES = ("n", "a", "2", "3", "4", "5")
"""The faces of a piecepack die in rising order: null counts 0 and the ace 1."""

PLACES_RACED_FOR = 3

NONE_THERE = "none"
"""What `hazards` says when the road was looked over and no token lies there; left out, nobody looked."""


def place_text(place: Place) -> str:
    """Where a car stands: `c3`, `out:e5` (outside the corner tile e5) or `off`."""
    match place:
        case OnSquare(square):
            return square_name(square)
        case OutsideCorner(tile):
            return f"out:{square_name(tile)}"
        case OffTrack():
            return "off"


def place_kind(place: Place) -> str:
    """Where a car stands, as a fact tells it: `on` a square, `outside` a corner or `off` the track."""
    return {OnSquare: "on", OutsideCorner: "outside", OffTrack: "off"}[type(place)]


def spot_name(place: Place) -> str:
    """The square or the corner tile of a place, `off` where there is none."""
    return place_text(place).removeprefix("out:")


def parse_place(text: str) -> Place:
    """Read a place. Raises NotationError."""
    if text == "off":
        return OffTrack()
    if text.startswith("out:"):
        return OutsideCorner(parse_square(text[4:]))
    return OnSquare(parse_square(text))


def hazards_text(hazards: Iterable[tuple[Square, bool]]) -> str:
    """Hazard tokens: `c4-` lies blank side up, `e9+` suit side up."""
    return ",".join(square_name(square) + ("+" if suit_up else "-") for square, suit_up in sorted(hazards))


def parse_car(text: str) -> str:
    """Read the name of a car. Raises NotationError."""
    if text not in CARS:
        raise NotationError(WORDS.told("is-no-car", text=text, list=CARS))
    return text


def _parse_hazard(text: str) -> tuple[Square, bool]:
    if text[-1] not in "+-":
        raise NotationError(WORDS.told("hazard-needs-side", text=text))
    return parse_square(text[:-1]), text[-1] == "+"


def parse_hazards(text: str) -> tuple[tuple[Square, bool], ...]:
    """Read hazard tokens. Raises NotationError."""
    return tuple(sorted(map(_parse_hazard, items("" if text == NONE_THERE else text))))


def _parse_cars(text: str) -> tuple[tuple[str, Place], ...]:
    places: dict[str, Place] = {}
    for car, _, place in (item.partition(":") for item in items(text)):
        if parse_car(car) in places:
            raise NotationError(WORDS.told("in-two-places", text=car))
        places[car] = parse_place(place)
    return tuple(sorted(places.items(), key=itemgetter(0)))


def _die_text(die: TrayDie) -> str:
    # repr is the shortest text that reads back to the same number
    pose = (repr(float(value) + 0.0).removesuffix(".0") for value in (die.x_mm, die.y_mm, die.angle_deg))
    return ":".join([die.face, *pose])


def _parse_die(text: str) -> TrayDie:
    face, *numbers = text.split(":")
    try:
        x_mm, y_mm, angle_deg = (float(number) for number in numbers)
    except ValueError as problem:
        raise NotationError(WORDS.told("die-needs-pose", text=text)) from problem
    if face not in FACES or not all(math.isfinite(value) for value in (x_mm, y_mm, angle_deg)):
        raise NotationError(WORDS.told("die-needs-face", text=text, list=FACES))
    return TrayDie(face, x_mm, y_mm, angle_deg)


def _sorted(one: Callable[[str], Any]) -> Callable[[str], tuple[Any, ...]]:
    return lambda text: tuple(sorted(map(one, items(text))))


NAMES = listed(parse_car, lambda text: WORDS.told("names-twice", text=text))
SQUARES = Values(lambda squares: squares_text(sorted(squares)), _sorted(parse_square))
PAIRS = Values(
    lambda pairs: ",".join(map(pair_text, pairs)), lambda text: [item.partition(":")[::2] for item in items(text)]
)


def _of_circuit(write: Callable[[Circuit], str]) -> Callable[[Observation], str]:
    return lambda seen: write(seen.circuit) if seen.circuit else ""


VISIBLE: Table = {
    "track": (_of_circuit(circuit_text), Values(str, str)),
    "line": (_of_circuit(lambda circuit: str(circuit.line_row)), Values(str, str)),
    "wide": (_of_circuit(wide_text), Values(str, str)),
    "cars": (
        "cars",
        Values(
            lambda cars: ",".join(f"{car}:{place_text(at)}" for car, at in sorted(cars, key=itemgetter(0))), _parse_cars
        ),
    ),
    "missing": ("unseen_cars", Values(lambda cars: ",".join(sorted(cars)), _sorted(parse_car))),
    "hazards": (
        lambda seen: hazards_text(seen.hazards) or (NONE_THERE if seen.hazards_seen else ""),
        Values(str, parse_hazards),
    ),
    "lap": ("lap", number("lap", 5)),
    "die": ("tray", Values(lambda die: _die_text(die) if die else "", _parse_die)),
    "unseen": ("unseen", Values(SQUARES.write, lambda text: frozenset(SQUARES.read(text)))),
}

HIDDEN: Table = {
    "players": ("players", number("players", 8)),
    **{key: (attrgetter(f"variants.{part}"), values) for key, (part, values) in VARIANT_FIELDS.items()},
    "under": (lambda position: position.under_cars, Values(hazards_text, parse_hazards)),
    "race": ("race", number("race", 5)),
    "round": ("round", number("round", 9999)),
    "turn": ("queue", NAMES),
    "order": ("order", NAMES),
    "laps": ("crossings", PAIRS),
    "grid": ("grid", NAMES),
    "tokens": ("tokens", PAIRS),
    "turned": ("turned", in_order(NAMES)),
    "finished": ("finished", NAMES),
    "pitted": ("pitted", Values(",".join, _sorted(parse_car))),
    "owed": ("owed", SQUARES),
}

OF_OLD = "perhaps"
"""A field of old records: the cars that may have made a pit stop that nobody saw. Each did or did not."""

NOTATION = Notation("racepack", "Racepack", VISIBLE, HIDDEN, of_old=(OF_OLD,))
fields, observation_text = NOTATION.fields, NOTATION.text
"""A line as its fields, and an observation in one line: the inverse of `parse_observation`."""


def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    found = fields(text)
    told = {"cars": (), **told_of(found, VISIBLE, usual=False), "hazards_seen": "hazards" in found}
    way = {key: told.pop(key) for key in ("track", "line", "wide") if key in told}
    return Observation(circuit=parse_circuit(**way) if "track" in way else None, **told)


# -- positions --

DRIVERS: Mapping[str, str] = {
    "S": "red", "M": "black", "C": "green", "A": "blue", "dC": "green die", "dA": "blue die",
    "2S": "second red", "2M": "second black", "2C": "second green", "2A": "second blue",
}  # fmt: skip
"""What each car's driver is called at the table."""


@hashed_by("cars", "hazards", "lap", "queue", "tokens", "turned", "tray", "grid")
@dataclass(frozen=True)
class Position:
    """What is on the table and what only the players know.

    Attributes
    ----------
    circuit, cars, hazards, lap, tray : as in an `Observation`, but complete; hazards under cars are included.
    players : 2, 3 or 4; up to 8 with two piecepacks.
    race : number of laps of the whole race.
    round : 1 in the round of first turns.
    queue : cars still to move in this round; the first one is to move now.
    order : order of the cars frozen for this round, first to last.
    crossings : how often each car has crossed the line, the start crossing included.
    grid : cars that have not made their first turn.
    tokens : strategy tokens left, by pool (a car, or the first car of a team of three players): `a2345`, `o` = 2 or 4.
    turned : cars on a corner tile that can only be facing out of it (they already moved that way).
    finished : cars that have ended the race, in order.
    variants : the variants in force.
    pitted : cars that have made a pit stop, once for each stop.
    owed : squares of corner tiles where a spare hazard is due that nobody has seen lying there.
    """

    circuit: Circuit
    cars: tuple[tuple[str, Place], ...]
    hazards: tuple[tuple[Square, bool], ...]
    lap: int
    players: int
    race: int
    round: int
    queue: tuple[str, ...]
    order: tuple[str, ...]
    crossings: tuple[tuple[str, int], ...]
    tokens: tuple[tuple[str, str], ...]
    tray: TrayDie | None = None
    grid: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    variants: Variants = BASE_GAME
    pitted: tuple[str, ...] = ()
    owed: tuple[Square, ...] = ()

    @cached_property
    def teams(self) -> Teams:
        """Who drives what."""
        return teams_for(self.players, self.variants.packs, tuple(car for car, _ in self.cars))

    @cached_property
    def shape(self) -> Road:
        """The road."""
        return road(self.circuit)

    @property
    def to_move(self) -> str:
        """The car whose turn it is."""
        return self.queue[0]

    @cached_property
    def places(self) -> Mapping[str, Place]:
        """Where the cars stand."""
        return dict(self.cars)

    def place(self, car: str) -> Place:
        """Where a car stands."""
        return self.places[car]

    def occupied(self, but: str = "") -> dict[Square, str]:
        """Which car stands on which square, leaving out the car `but`."""
        return {place.square: car for car, place in self.cars if place.square and car != but}

    @property
    def under_cars(self) -> tuple[tuple[Square, bool], ...]:
        """The hazards that no camera sees."""
        under = self.occupied()
        return tuple(hazard for hazard in self.hazards if hazard[0] in under)

    def crossed(self, car: str) -> int:
        """How often a car has crossed the line."""
        return dict(self.crossings)[car]

    def hand(self, car: str) -> str:
        """The tokens a car's driver still has."""
        return dict(self.tokens).get(self.teams.pool(car), "")

    def with_hand(self, car: str, hand: str) -> Position:
        """The position with these tokens left to a car's driver."""
        return self if self.hand(car) == hand else with_one(self, "tokens", self.teams.pool(car), hand)

    def others_tokens(self, car: str) -> list[tuple[str, str]]:
        """The tokens of the other players, by pool."""
        own = self.teams.of(car)
        return [(pool, hand) for pool, hand in self.tokens if pool not in own]

    @cached_property
    def in_the_way(self) -> Mapping[Square, str]:
        """Which car stands on which square, but the one to move."""
        return self.occupied(but=self.queue[0])

    @property
    def grid_rows(self) -> int:
        """How many rows behind the line the grid takes: a row for every two cars."""
        return (len(self.cars) + 1) // 2

    def is_racing(self, car: str) -> bool:
        """Whether a car is still in the race and on the table."""
        return car not in self.finished and not isinstance(self.place(car), OffTrack)

    def has_finished(self, car: str, crossings: int, more: int = 0) -> bool:
        """Whether a car that has crossed the line so often has ended its race.

        Without its pit stops, with `more` made in this turn, it drives on.
        """
        return crossings > self.race and self.pitted.count(car) + more >= self.variants.stops

    @cached_property
    def is_over(self) -> bool:
        """Whether the first three places are taken, or no car is left on the table."""
        return len(self.finished) >= PLACES_RACED_FOR or not any(self.is_racing(car) for car, _ in self.cars)


def visible(position: Position) -> Observation:
    """The part of a position that a camera sees: a token under a car is hidden."""
    return Observation(
        circuit=position.circuit,
        cars=tuple(sorted(position.cars, key=lambda item: item[0])),
        hazards=tuple(sorted(set(position.hazards).difference(position.under_cars))),
        lap=position.lap,
        tray=position.tray,
    )


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    return NOTATION.text(visible(position), position)


def parse_position(text: str) -> Position:
    """Read a position. Of the hidden fields only `turn` must be there; docs/notation.md has the defaults of the others.

    Raises NotationError.
    """
    found, seen = fields(text), parse_observation(text)
    if seen.circuit is None:
        raise NotationError(WORDS.told("needs-track"))
    if "turn" not in found and "finished" not in found:
        raise NotationError(WORDS.told("needs-a-turn", text="turn=S,M,C,A"))
    told, variants, cars = told_of(found, HIDDEN, usual=False), parse_variants(found), tuple(dict(seen.cars))
    told = {part: value for part, value in told.items() if part not in VARIANT_FIELDS}
    players, under = told.pop("players", most_likely_players(cars, variants.packs)), told.pop("under", ())
    teams, queue = teams_for(players, variants.packs, cars), told.pop("queue", ())
    if set(cars) != set(teams.cars):
        raise NotationError(WORDS.told("race-has-cars", list=teams.cars))
    if set(queue) - set(teams.cars):
        raise NotationError(WORDS.told("turn-names-stranger"))
    lap = seen.lap if seen.lap is not None else 3
    usual = {"race": max(1, lap), "round": 2, "order": queue + tuple(car for car in teams.cars if car not in queue)}
    counts = {parse_car(car): parse_number(count, f"laps={car}", 99) for car, count in told.pop("crossings", ())}
    return Position(
        circuit=seen.circuit,
        cars=seen.cars,
        hazards=tuple(sorted(seen.hazards + under)),
        lap=lap,
        players=players,
        queue=queue,
        crossings=tuple((car, counts.get(car, 1)) for car in CARS if car in cars),
        tokens=_hands(told.pop("tokens", None), teams),
        tray=seen.tray,
        variants=variants,
        **{**usual, **told},
    )


def _hands(told: Sequence[tuple[str, str]] | None, teams: Teams) -> tuple[tuple[str, str], ...]:
    hands = dict.fromkeys(teams.pools, teams.full_hand if told is None else "")
    for pool, hand in told or ():
        if parse_car(pool) not in hands or set(hand) - set(teams.full_hand):
            raise NotationError(WORDS.told("is-no-set-of-tokens", text=f"{pool}:{hand}"))
        hands[pool] = sorted_hand(hand)
    return tuple(hands.items())


def sorted_hand(tokens: Iterable[str]) -> str:
    """Tokens as they are written."""
    return "".join(sorted(tokens, key="a2345o".index))
