"""A race set up as it was agreed on, by dice or from a survey; what is wrong with a position or a look; the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from referee.errors import NotationError
from referee.games.base import Dice, Violation, sound, violation
from referee.games.options import Agreed, agreed, choice, number, switch
from referee.games.racepack import rules
from referee.games.racepack.circuit import Road, recommended, road, tile_squares
from referee.games.racepack.observation import (
    Circuit,
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Place,
    Square,
    TrayDie,
    square_name,
)
from referee.games.racepack.position import Position, fields, parse_observation
from referee.games.racepack.track_check import TILES_OF_A_PIECEPACK, circuit_problems
from referee.games.racepack.variants import (
    BASE_GAME,
    CARS,
    MOST_WITH_ONE_PIECEPACK,
    Teams,
    Variants,
    parse_variants,
    teams_for,
)
from referee.games.racepack.words import WORDS
from referee.words.catalogue import told
from referee.words.fact import Fact, fact

PLAYERS = (2, 3, 4, 5, 6, 7, 8)
"""More than four need a second piecepack."""
OPTIONS = (
    number("laps", "How many laps?", 1, 5, 3),
    switch("defence", "May only one token be spent against one corner entry?"),
    choice("timer", ("0", "30", "40", "60"), "0"),
    switch("spare", "Is a spare hazard put where a car spins out?"),
    number("packs", "How many piecepacks? More than four players need two.", 1, 2, 1),
    choice("main", ("two", "four", "pit"), "two"),
    number("stop", "How many pit stops must every car make? They need a pit lane.", 0, 3, 0),
    switch("hairpins", "Does the track have a hairpin?"),
    switch("chicanes", "Does the track have a chicane?"),
)


def laps(given: Agreed) -> int:
    """How many laps were agreed on. Raises NotationError for options that there are not."""
    return int(agreed(OPTIONS, given)["laps"])


def piecepacks(given: Agreed, players: int) -> int:
    """How many piecepacks the race takes. Raises NotationError for options that there are not."""
    return 2 if players > MOST_WITH_ONE_PIECEPACK else int(agreed(OPTIONS, given)["packs"])


def variants(given: Agreed, players: int) -> Variants:
    """The variants agreed on; five players or more have two piecepacks. Raises NotationError for what cannot be."""
    values = agreed(OPTIONS, given)
    if values["stop"] != "0" and values["main"] != "pit":
        raise NotationError(WORDS.told("stops-need-pit-lane"))
    written = {key: {"two": "", "no": "0", "yes": "1"}.get(value, value) for key, value in values.items()}
    return parse_variants({**written, "packs": str(piecepacks(given, players))})


LAPS = 3
HAZARDS = 4
"""So many lie on the track; with spare ones twice as many at most."""


def start(
    players: int, dice: Dice, circuit: Circuit | None = None, laps: int = LAPS, variants: Variants = BASE_GAME
) -> Position:
    """The grid, by dice, on a track; four hazards placed by dice, blank side up (Setup)."""
    circuit = circuit or recommended(variants)
    teams = teams_for(players, variants.packs)
    order = grid_order(teams, dice)
    rows = [road(circuit).grid_row(index // 2)[index % 2] for index in range(len(order))]
    squares = dict(zip(order, rows, strict=True))
    return on_the_grid(circuit, squares, teams, laps, place_hazards(circuit, dice), order, variants)


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """The grid on the recommended track, for what was agreed on. Raises NotationError."""
    return start(players, dice, laps=laps(agreed), variants=variants(agreed, players))


def on_the_grid(
    circuit: Circuit,
    squares: dict[str, Square],
    teams: Teams,
    laps: int,
    hazards: tuple[tuple[Square, bool], ...],
    order: tuple[str, ...],
    variants: Variants = BASE_GAME,
) -> Position:
    """A position before the first turn."""
    return Position(
        circuit=circuit,
        cars=tuple(sorted((car, OnSquare(square)) for car, square in squares.items())),
        hazards=hazards,
        lap=laps,
        players=teams.players,
        race=laps,
        round=1,
        queue=order,
        order=order,
        crossings=tuple((car, 0) for car in sorted(teams.cars, key=CARS.index)),
        tokens=tuple((pool, teams.full_hand) for pool in teams.pools),
        tray=TrayDie("n", 0.0, 0.0, 0.0),
        grid=order,
        variants=variants,
    )


def grid_order(race: Teams, dice: Dice) -> tuple[str, ...]:
    """Who starts where: the highest of three dice has the pole; each player's second car in the opposite order."""
    teams = list(race.sets)
    teams.sort(key=lambda _: (sum(dice.randrange(6) for _ in range(3)), dice.random()), reverse=True)
    firsts = [team[0] for team in teams]
    seconds = [team[1] for team in reversed(teams) if len(team) > 1]
    return tuple(firsts + seconds)


def place_hazards(circuit: Circuit, dice: Dice) -> tuple[tuple[Square, bool], ...]:
    """Four hazards counted in tiles by die from corner 1 (a null is rolled again), on any quarter of the tile."""
    shape = road(circuit)
    tile = shape.corners[0]
    found = []
    for _ in range(4):
        tile = (tile + 1 + dice.randrange(5)) % shape.count
        found.append((tile_squares(circuit.tiles[tile])[dice.randrange(4)], False))
    return tuple(sorted(found))


def over(position: Position) -> str | None:
    """The outcome once the first three places are taken (or no car is left on the table), else None."""
    if not position.is_over:
        return None
    places = zip(("first", "second", "third"), position.finished, strict=False)
    told = [WORDS.tell(fact("outcome", how=place, who=car)) for place, car in places]
    return WORDS.tell(fact("outcome", how="places"), places=told) if told else WORDS.tell(fact("outcome"))


# -- spaces that a track does not have --


def observed(text: str) -> Observation:
    """Read an observation; its spaces must be there when it has its own track.

    Raises NotationError, also for what `parse_observation` refuses.
    """
    seen = parse_observation(text)
    if seen.circuit is not None:
        need_spaces(seen, seen.circuit)
    return seen


def need_spaces(seen: Observation, circuit: Circuit) -> None:
    """Refuse a piece or a covered square that is said to be where no road is. Raises NotationError naming the first."""
    shape = road(circuit)
    for car, place in seen.cars:
        if isinstance(place, OnSquare) and place.square not in shape.tile_at:
            raise _no_space("car-cannot-stand-on", place.square, circuit, who=car)
        if isinstance(place, OutsideCorner) and shape.tile_of(place) not in shape.corners:
            raise NotationError(WORDS.told("car-cannot-stand-outside-road", who=car, space=square_name(place.tile)))
    for square, _ in seen.hazards:
        if square not in shape.tile_at:
            raise _no_space("no-hazard-can-lie-on", square, circuit)
    for square in sorted(seen.unseen - shape.tile_at.keys()):
        raise _no_space("cannot-be-covered", square, circuit)


def _no_space(how: str, square: Square, circuit: Circuit, **about: str) -> NotationError:
    has_not = WORDS.told("this-track-has-no-such", space=square_name(circuit.extent))
    return NotationError(WORDS.told(how, space=square_name(square), no_space=has_not, **about))


# -- what is wrong with a position, and the start that a table shows --


def status(position: Position) -> frozenset[Violation]:
    """Everything that is wrong with a position, each under its rule; empty when it can be played."""
    return frozenset(violation(WORDS, fault) for fault in _faults(position))


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on: all that is wrong but two cars on one space, which a fault may leave."""
    return frozenset(fault for fault in status(position) if fault.rule != rules.NO_BUMPING.id)


def _faults(position: Position) -> Sequence[Fact]:
    wrong = rules.track(position.circuit, len(position.cars), position.variants)
    if wrong:
        return wrong
    found = [*_car_problems(position), *_hazard_problems(position)]
    if not position.queue and not position.finished:
        found.append(fact(rules.TURN_ORDER.id, how="nobody"))
    return found


def _hazard_problems(position: Position) -> list[Fact]:
    """Hazards must lie on the road; how they were placed is looked at before the race.

    One that was moved later was named then, and the table let it stand: the race goes on with it.
    """
    shape = position.shape
    squares = [square for square, _ in position.hazards]
    strays = [square for square in squares if square not in shape.tile_at]
    if squares and (strays or set(position.grid) == set(position.teams.cars)):
        fault = rules.hazard_place(shape, squares, position.variants.spare_hazards)
        return [fault] if fault else []
    return []


def _car_problems(position: Position) -> list[Fact]:
    shape = position.shape
    wrong: list[Fact] = []
    taken: dict[Square, str] = {}
    for car, place in position.cars:
        if isinstance(place, OutsideCorner) and shape.tile_of(place) not in shape.corners:
            wrong.append(fact(rules.SPIN_OUT.id, how="no-corner", who=car, square=square_name(place.tile)))
        if isinstance(place, OnSquare):
            name = square_name(place.square)
            if place.square not in shape.tile_at:
                wrong.append(fact(rules.TRACK.id, how="off-road", who=car, square=name))
            elif place.square in taken:
                wrong.append(fact(rules.NO_BUMPING.id, how="both", who=taken[place.square], who2=car, square=name))
            taken[place.square] = car
    return wrong


def start_from(seen: Observation, players: int, variants: Variants = BASE_GAME) -> Position:
    """The start position that a survey of the table shows. Raises NotationError with what is wrong.

    A second piecepack shows by its pawns or by the number of tiles; with it, the pawns on the grid are the race's.
    """
    circuit, teams, variants = _race_shown(seen, players, variants)
    cars = teams.cars
    shape, squares = road(circuit), _grid_squares(seen, circuit, cars)
    order = sorted(cars, key=lambda car: (-shape.advance(squares[car]), not shape.is_inside(squares[car])))
    position = on_the_grid(circuit, squares, teams, seen.lap or LAPS, seen.hazards, tuple(order), variants)
    position = replace(position, tray=seen.tray, hazards=tuple((square, False) for square, _ in seen.hazards))
    return sound(position, status(position))


def _race_shown(seen: Observation, players: int, variants: Variants) -> tuple[Circuit, Teams, Variants]:
    """The track that a survey shows, and who races on it. Raises NotationError with what is wrong."""
    if seen.circuit is None:
        raise NotationError(WORDS.told("no-closed-track-is-seen"))
    if _second_piecepack(seen, players):
        variants = replace(variants, packs=2)
    teams = _teams(seen, players, variants.packs)
    wrong = circuit_problems(seen.circuit, (len(teams.cars) + 1) // 2, variants)
    if wrong:
        raise NotationError(told("said", sentences=list(map(WORDS.tell, wrong))))
    return seen.circuit, teams, variants


def under_way(seen: Observation, players: int, given: Agreed) -> Iterator[Position]:
    """A race that is no start any more, all tokens in hand and every car in the newest lap that it may be in.

    The lap die tells how often the leader has crossed the line; he is the one with the longest stretch before him on
    which nobody drives. Once it shows the null, cars beside the track have finished. Raises NotationError.
    """
    circuit, teams, agreed_on = _race_shown(seen, players, variants(given, players))
    finished = tuple(car for car in teams.cars if isinstance(seen.places.get(car, OffTrack()), OffTrack))
    nowhere = [car for car in finished if car not in seen.places or seen.lap != 0]
    if nowhere:
        raise NotationError(WORDS.told("car-is-nowhere", who=nowhere[0]))
    places = {car: seen.places[car] for car in teams.cars}
    lap = laps(given) if seen.lap is None else seen.lap
    race = max(lap, laps(given))
    crossings = _crossings(road(circuit), places, min(race, race - lap + 1))
    waiting = tuple(car for car, count in crossings.items() if count == 0)
    start = on_the_grid(circuit, {}, teams, race, seen.hazards, teams.cars, agreed_on)
    position = replace(
        start,
        cars=tuple(sorted(places.items())),
        crossings=tuple((car, crossings.get(car, race + 1)) for car, _ in start.crossings),
        lap=lap,
        round=1 if waiting else 2,
        grid=waiting,
        finished=finished,
        tray=seen.tray,
    )
    order = rules.order_of_cars(position)
    yield replace(position, queue=order, order=order)


def _crossings(shape: Road, places: Mapping[str, Place], leaders: int) -> Mapping[str, int]:
    """How often each car on the road has likely crossed the line: nobody is a lap behind the leader."""
    rows = {car: shape.rows_to(place) for car, place in places.items()}
    ahead = sorted((row, car) for car, row in rows.items() if row is not None)
    if not ahead:
        return {}
    gaps = [((after - before) % shape.rows or shape.rows, before)
            for (before, _), (after, _) in zip(ahead, (*ahead[1:], ahead[0]), strict=True)
            if after != before or len(ahead) == 1]  # fmt: skip
    first = max(gaps)[1] if gaps else ahead[0][0]
    return {car: max(0, leaders - (row > first)) for row, car in ahead}


def piecepacks_of(text: str) -> int:
    """How many piecepacks a position or an observation takes. Raises NotationError when it cannot be read."""
    seen, packs = parse_observation(text), parse_variants(fields(text)).packs
    return 2 if _second_piecepack(seen, 0) else packs


def _second_piecepack(seen: Observation, players: int) -> bool:
    tiles = len(seen.circuit.all_tiles) if seen.circuit else 0
    return (
        players > MOST_WITH_ONE_PIECEPACK
        or tiles > TILES_OF_A_PIECEPACK
        or any(car.startswith("2") for car, _ in seen.cars)
    )


def _teams(seen: Observation, players: int, packs: int) -> Teams:
    """Who drives what: with two piecepacks by the pawns on the road, if they go round."""
    on_road = tuple(car for car, place in seen.cars if isinstance(place, OnSquare))
    if packs == 2 and len(on_road) in (players, 2 * players):
        return teams_for(players, packs, on_road)
    return teams_for(players, packs)


def _grid_squares(seen: Observation, circuit: Circuit, cars: Sequence[str]) -> dict[str, Square]:
    """The grid square of each car. Raises NotationError for one that is missing or elsewhere."""
    grid = {square for back in range((len(cars) + 1) // 2) for square in road(circuit).grid_row(back)}
    found: dict[str, Square] = {}
    for car in cars:
        place = seen.places.get(car)
        if place is None:
            raise NotationError(WORDS.told("car-is-not-seen-all", who=car))
        if place.square not in grid:
            raise NotationError(WORDS.told("car-does-not-stand-on", who=car))
        found[car] = place.square
    return found
