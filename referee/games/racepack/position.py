"""A Racepack position: everything the rules need to know between two turns, frozen, with its one-line notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from referee.errors import NotationError
from referee.games.racepack.notation import (
    CARS,
    fields,
    hazards_text,
    items,
    join,
    parse_car,
    parse_hazards,
    parse_number,
    parse_observation,
    parse_square,
    square_name,
    visible_pairs,
)
from referee.games.racepack.observation import (
    Circuit,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
)
from referee.games.racepack.teams import Teams, most_likely_players, teams_for
from referee.games.racepack.variants import BASE_GAME, Variants, parse_variants, variants_pairs

DRIVERS: Mapping[str, str] = {
    "S": "red", "M": "black", "C": "green", "A": "blue", "dC": "green die", "dA": "blue die",
    "2S": "second red", "2M": "second black", "2C": "second green", "2A": "second blue",
}  # fmt: skip
"""What each car's driver is called at the table."""


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
    perhaps : cars that may have made one more that nobody saw.
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
    perhaps: tuple[str, ...] = ()
    owed: tuple[Square, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # worked out once: a search asks for it thousands of times
        return hash((self.cars, self.hazards, self.lap, self.queue, self.tokens, self.turned, self.tray, self.grid))

    @cached_property
    def teams(self) -> Teams:
        """Who drives what."""
        return teams_for(self.players, self.variants.packs, tuple(car for car, _ in self.cars))

    @property
    def to_move(self) -> str:
        """The car whose turn it is."""
        return self.queue[0]

    def place(self, car: str) -> Place:
        """Where a car stands."""
        return dict(self.cars)[car]

    def occupied(self, but: str = "") -> dict[Square, str]:
        """Which car stands on which square, leaving out the car `but`."""
        return {place.square: car for car, place in self.cars if isinstance(place, OnSquare) and car != but}

    def crossed(self, car: str) -> int:
        """How often a car has crossed the line."""
        return dict(self.crossings)[car]

    def hand(self, car: str) -> str:
        """The tokens a car's driver still has."""
        return dict(self.tokens).get(self.teams.pool(car), "")


def rows_of_the_grid(position: Position) -> int:
    """How many rows behind the line the grid takes: a row for every two cars."""
    return (len(position.cars) + 1) // 2


def visible(position: Position) -> Observation:
    """The part of a position that a camera sees: a token under a car is hidden."""
    under = position.occupied()
    return Observation(
        circuit=position.circuit,
        cars=tuple(sorted(position.cars, key=lambda item: item[0])),
        hazards=tuple(sorted(hazard for hazard in position.hazards if hazard[0] not in under)),
        lap=position.lap,
        tray=position.tray,
    )


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    under = position.occupied()
    hidden = [
        ("players", str(position.players)),
        *variants_pairs(position.variants),
        ("under", hazards_text(hazard for hazard in position.hazards if hazard[0] in under)),
        ("race", str(position.race)),
        ("round", str(position.round)),
        ("turn", ",".join(position.queue)),
        ("order", ",".join(position.order)),
        ("laps", ",".join(f"{car}:{count}" for car, count in position.crossings)),
        ("grid", ",".join(position.grid)),
        ("tokens", ",".join(f"{pool}:{hand}" for pool, hand in position.tokens)),
        ("turned", ",".join(position.turned)),
        ("finished", ",".join(position.finished)),
        ("pitted", ",".join(position.pitted)),
        ("perhaps", ",".join(position.perhaps)),
        ("owed", ",".join(square_name(square) for square in position.owed)),
    ]
    return join(visible_pairs(visible(position)) + hidden)


def parse_position(text: str) -> Position:
    """Read a position. Of the hidden fields only `turn` must be there; docs/notation.md has the defaults of the others.

    Raises NotationError.
    """
    found = fields(text)
    seen = parse_observation(text)
    if seen.circuit is None:
        raise NotationError("a position needs its track, as in track=i1:WWNNEESS.")
    if "turn" not in found and "finished" not in found:
        raise NotationError("a position must say whose turn it is, as in turn=S,M,C,A (the cars still to move).")
    queue = _cars(found.get("turn", ""))
    crossings = _crossings(found.get("laps", ""), [car for car, _ in seen.cars])
    lap = seen.lap if seen.lap is not None else 3
    variants = parse_variants(found)
    cars = tuple(car for car, _ in seen.cars)
    players = _players(found, cars, variants.packs)
    teams = teams_for(players, variants.packs, cars)
    everyone = teams.cars
    _need_all(everyone, cars, queue)
    return Position(
        circuit=seen.circuit,
        cars=seen.cars,
        hazards=tuple(sorted(seen.hazards + parse_hazards(found.get("under", "")))),
        lap=lap,
        players=players,
        race=parse_number(found["race"], "race", 5) if "race" in found else max(1, lap),
        round=parse_number(found.get("round", "2"), "round", 9999),
        queue=queue,
        order=_cars(found["order"]) if "order" in found else queue + tuple(car for car in everyone if car not in queue),
        crossings=crossings,
        tokens=_tokens(found.get("tokens"), teams),
        tray=seen.tray,
        grid=_cars(found.get("grid", "")),
        turned=tuple(sorted(_cars(found.get("turned", "")))),
        finished=_cars(found.get("finished", "")),
        variants=variants,
        pitted=tuple(sorted(parse_car(car) for car in items(found.get("pitted", "")))),
        perhaps=tuple(sorted(_cars(found.get("perhaps", "")))),
        owed=tuple(sorted(parse_square(square) for square in items(found.get("owed", "")))),
    )


def place_words(place: Place) -> str:
    """Where a car stands, inside a sentence: ``on c3``."""
    match place:
        case OnSquare(square):
            return f"on {square_name(square)}"
        case OutsideCorner(tile):
            return f"outside corner {square_name(tile)}"
        case OffTrack():
            return "off the track"


def _players(found: Mapping[str, str], cars: Sequence[str], packs: int) -> int:
    return parse_number(found["players"], "players", 8) if "players" in found else most_likely_players(cars, packs)


def _need_all(everyone: Sequence[str], cars: Sequence[str], queue: Sequence[str]) -> None:
    if set(cars) != set(everyone):
        raise NotationError(f"this race has the cars {', '.join(everyone)}; write `off` for one off the track.")
    if set(queue) - set(everyone):
        raise NotationError("turn= names a car that is not in this race.")


def _cars(text: str) -> tuple[str, ...]:
    found = tuple(parse_car(car) for car in items(text))
    if len(set(found)) != len(found):
        raise NotationError(f"'{text}' names a car twice.")
    return found


def _crossings(text: str, cars: Sequence[str]) -> tuple[tuple[str, int], ...]:
    counts = dict.fromkeys(cars, 1)
    for item in items(text):
        car, _, count = item.partition(":")
        counts[parse_car(car)] = parse_number(count, f"laps={car}", 99)
    return tuple((car, counts[car]) for car in CARS if car in counts)


def _tokens(text: str | None, teams: Teams) -> tuple[tuple[str, str], ...]:
    hands = dict.fromkeys(teams.pools, teams.full_hand if text is None else "")
    for item in items(text or ""):
        pool, _, hand = item.partition(":")
        if parse_car(pool) not in hands or set(hand) - set(teams.full_hand):
            raise NotationError(f"'{item}' is not a set of tokens: write a pool and its tokens, as in S:a235.")
        hands[pool] = "".join(sorted(hand, key="a2345o".index))
    return tuple(hands.items())


def is_racing(position: Position, car: str) -> bool:
    """Whether a car is still in the race and on the table."""
    return car not in position.finished and not isinstance(position.place(car), OffTrack)
