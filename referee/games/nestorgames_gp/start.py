"""How a race starts: what is agreed on, a start by dice or from a survey, what a position must keep; the outcome."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from markers.nestorgames_gp.boards import SHIPPED
from referee.errors import NotationError
from referee.games.base import Dice, Rule, Violation, sound
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.board_file import board_from_json, board_named, board_text
from referee.games.nestorgames_gp.scores import carried_over, on_the_grid, result
from referee.games.nestorgames_gp.state import (
    CARS,
    SWITCHES,
    UNKNOWN,
    Box,
    Championship,
    Item,
    Observation,
    Position,
    Stand,
    Switches,
    nodes_seen,
    race_order,
    switches_of,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.games.options import NOTHING_AGREED, Agreed, Option, agreed, choice, number, switch
from referee.words.fact import Value, fact

PLAYERS = tuple(range(2, len(CARS) + 1))
RECOMMENDED_BOARD = "harbour"
DISCS = 3
"""So many a set has for each car."""
SCORE_PER_CAR = 3
"""The recommended winning score of a championship is so many times the number of cars (Championship Rules)."""

OPTIONS = (
    Option("board", "", tuple((name, "") for name in SHIPPED), RECOMMENDED_BOARD, own=True),
    choice("edition", ("tray", "open"), "tray"),
    choice("items", ("tray", "board", "none"), "tray"),
    number("sets", "How many sets of special items?", 1, 3, 1),
    number("laps", "How many laps?", 1, 9, 3),
    switch("pushed-laps", "Does a pushed car that crosses the finish line take a disc?", True),
    switch("pushed-items", "Does a pushed car set off bombs and slide on oil?"),
    switch("safety", "Advanced: with the safety car?"),
    switch("fastest", "Advanced: half a point for the fastest turn?"),
    switch("wet", "Advanced: a wet race?"),
    choice("teams", ("no", "neighbours", "opposite"), "no"),
    switch("championship", "Is it a race of a championship (three points a car win it)?"),
    switch("qualifying", "Is the qualifying round still to be rolled?"),
)


def terms(given: Agreed, cars: tuple[str, ...]) -> tuple[Position, Mapping[str, str]]:
    """A race as agreed on, for cars in the order of their seats that wait beside the board; and the options' values.

    Raises NotationError for wrong ones.
    """
    if given.get("edition") == "open" and "items" not in given:
        given = {**given, "items": "board"}
    values = agreed(OPTIONS, given)
    if values["board"] not in SHIPPED:
        bays = len(board_from_json(values["board"]).bays)
        if len(cars) > bays:
            raise NotationError(WORDS.told("bays-for-cars", n=bays, n2=len(cars)))
    switches = Switches(values["edition"], **switches_of({name: values[name] for name in SWITCHES}))
    champion = Championship(SCORE_PER_CAR * len(cars)) if values["championship"] == "yes" else None
    return waiting(values["board"], cars, switches, teams_of(values["teams"], cars), champion), values


def teams_of(how: str, cars: tuple[str, ...]) -> tuple[str, ...]:
    """Two cars each. Raises NotationError for an odd number of cars.

    >>> teams_of("neighbours", ("R", "B", "G", "Y")), teams_of("opposite", ("R", "B", "G", "Y"))
    (('RB', 'GY'), ('RG', 'BY'))
    """
    if how == "no":
        return ()
    if len(cars) % 2:
        raise NotationError(WORDS.told("teams-need-even", n=len(cars)))
    if how == "neighbours":
        return tuple(first + second for first, second in zip(cars[::2], cars[1::2], strict=True))
    half = len(cars) // 2
    return tuple(first + second for first, second in zip(cars[:half], cars[half:], strict=True))


def waiting(
    board: str,
    seats: tuple[str, ...],
    switches: Switches,
    teams: tuple[str, ...] = (),
    championship: Championship | None = None,
) -> Position:
    """A race about to be qualified for, the first driver to begin: the cars beside the board, no items yet."""
    return Position(
        board=board_text(board),
        cars=tuple((car, Stand(None)) for car in seats),
        boxes=tuple((car, Box(switches.laps)) for car in seats),
        seats=seats,
        turn=seats[0],
        switches=switches,
        gate_open=False if board_named(board).gate else None,
        qualifying=True,
        teams=teams,
        championship=championship,
    )


def by_dice(race: Position, dice: Dice) -> Position:
    """A race that waits, with the starting player and free choices by dice."""
    return with_items(replace(race, turn=race.seats[dice.randrange(len(race.seats))]), dice)


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """The grid on the recommended board, qualified for by dice, or about to be. Raises NotationError."""
    race, values = terms(agreed, CARS[:players])
    race = by_dice(race, dice)
    return race if values["qualifying"] == "yes" else on_a_grid_by_dice(race, dice)


def on_a_grid_by_dice(race: Position, dice: Dice) -> Position:
    """The cars in the pit lane after a qualifying round that dice decide; the winner picks an item by dice."""
    available = [kind for kind, count in race.stock.items() if count > 0]
    item = available[dice.randrange(len(available))] if available else ""
    return on_the_grid(race, race.seats[dice.randrange(len(race.seats))], item)


def next_race(finished: Position, dice: Dice) -> Position | None:
    """The next race of a championship: the same cars, board and rules, scores and wins carried over, about to qualify.

    None when this race is not over, when there is no championship, or when the champion is known. Cars that are level
    at the winning score have it parted by one more race for all.
    """
    champion = carried_over(finished)
    if champion is None:
        return None
    return by_dice(waiting(finished.board, finished.seats, finished.switches, finished.teams, champion), dice)


def with_items(position: Position, dice: Dice) -> Position:
    """The oil of a wet race, and in the variant with all items on the board every item on an empty space."""
    board, switches = position.shape, position.switches
    laid = [Item(space, "oil", True) for space in board.wet] if switches.wet else []
    if switches.items == "board":
        taken = {item.space for item in laid} | board.no_items
        free = [space for space in dict.fromkeys(board.track) if space not in taken]
        for kind, count in replace(position, items=tuple(laid)).stock.items():
            for _ in range(min(count, len(free))):
                laid.append(Item(free.pop(dice.randrange(len(free))), kind, kind == "oil"))
    return replace(position, items=tuple(sorted(laid)))


def over(position: Position) -> str | None:
    """The outcome once at most one car is still racing, else None."""
    if position.turn or position.qualifying:
        return None
    order = race_order(position)
    places = [WORDS.tell(fact("outcome", how="place", place=number, who=car)) for number, car in enumerate(order, 1)]
    ends = [WORDS.tell(fact("outcome", who=order[0]), places=places), *result(position)]
    return ends[0] if len(ends) == 1 else WORDS.tell(fact("outcome", how="whole"), sentences=ends)


FEWEST, MOST = 2, 8


def status(position: Position) -> frozenset[Violation]:
    """Everything that cannot be, each under its rule; empty when the position can be played from."""
    return frozenset(_lies_wrong(position)) | unplayable(position)


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on; the rest of `status` are pieces that a fault has left so."""
    return frozenset(_cannot_go_on(position))


def _wrong(broken: Rule, how: str, **about: Value | Iterable[str]) -> Violation:
    return Violation(broken.id, WORDS.told(how, **about))


def _cannot_go_on(position: Position) -> Iterator[Violation]:
    yield from _header(position)
    for car in position.seats:
        box = position.box(car)
        if box.discs > position.switches.laps:
            yield _wrong(rule.LAP, "box-shows-more-discs-than", who=car)
        if (box.discs == 0) != (car in position.finished):
            yield _wrong(rule.LAP, "has-finished-exactly-when-its", who=car)
    if (position.gate_open is None) != (position.shape.gate is None):
        yield _wrong(rule.GATE, "gate-is-open-or-closed")
    if position.tray is not None and position.switches.items != "tray":
        yield _wrong(rule.TRAY, "tray-lies-on-table-but")
    if position.switches.wet and not position.shape.wet:
        yield _wrong(rule.WET_RACE, "this-board-says-nothing-where")


def _header(position: Position) -> Iterator[Violation]:
    if not FEWEST <= len(position.seats) <= MOST:
        yield _wrong(rule.TURN_ORDER, "game-is-for-cars-not", fewest=FEWEST, most=MOST, n=len(position.seats))
    if len(position.seats) > len(position.shape.bays):
        yield _wrong(rule.QUALIFYING, "there-are-more-cars-than")
    if position.switches.edition == "open" and position.switches.items == "tray":
        yield _wrong(rule.TRAY, "open-edition-has-no-tray")
    racing = len(position.racing) > 1 or position.qualifying
    if bool(position.turn) != racing:
        yield _wrong(rule.TURN_ORDER, "it-is-somebody-turn-exactly")
    if position.turn in position.finished:
        yield _wrong(rule.TURN_ORDER, "has-finished-and-cannot-be", who=position.turn)
    members = "".join(position.teams)
    if position.teams and (sorted(members) != sorted(position.seats) or any(len(team) != 2 for team in position.teams)):
        yield _wrong(rule.TEAMS, "teams-have-two-cars-each")
    champion = position.championship
    if champion and {car for car, _ in (*champion.scores, *champion.wins)} - set(position.seats):
        yield _wrong(rule.CHAMPIONSHIP, "championship-has-scores-car-is")


def _lies_wrong(position: Position) -> Iterator[Violation]:
    board = position.shape
    of_items = rule.ITEMS_ON_BOARD if position.switches.items == "board" else rule.TRAY
    spaces: Counter[str] = Counter()
    for car, stand in position.cars:
        if stand.node is None and not position.qualifying and car not in position.finished:
            yield _wrong(rule.QUALIFYING, "stands-beside-board", who=car)
        if stand.node is not None and not board.corner[stand.node]:
            spaces[board.ids[stand.node]] += 1
    for space, count in spaces.items():
        if count > 1:
            yield _wrong(rule.BUMP, "cars-stand-on-only-corner", count=count, space=space)
    for kind, left in position.stock.items():
        if left < 0:
            yield _wrong(of_items, "there-are-more-item-than", kind=kind, x=-left)
    for item in position.items:
        if item.space in board.no_items:
            yield _wrong(of_items, "item-lies-on-where-none", space=item.space)
    gone = [space for space in board.wet if space not in position.oiled] if position.switches.wet else []
    if gone:
        yield _wrong(rule.WET_RACE, "in-wet-race-oil-lies", list=board.wet, gone=gone[0])


def start_from(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Position:
    """The start that a survey shows: the race if the cars stand in the pit lane, else the qualifying round.

    What was agreed on is kept; of the rest the table speaks: the discs say how many laps, the tray and the items how
    they are played with, oil on the board's wet spaces that the race is wet. The drivers are taken to sit in the order
    of the bays. Raises NotationError with what is wrong.
    """
    cars = _cars_shown(seen, players)
    race, _ = terms({**_shown(seen), **given}, cars)
    position = _as_start(seen, cars, race)
    return sound(position, status(position))


def under_way(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Iterator[Position]:
    """A race on the lap: how the drivers sit is not known, nor what items they hold.

    Cars beside the board have finished. Raises NotationError with what is wrong.
    """
    cars = tuple(sorted((car for car, _ in seen.cars), key=CARS.index))
    if not seen.board:
        raise NotationError(WORDS.told("no-board-was-made-out"))
    if len(cars) != players or not FEWEST <= players <= MOST:
        raise NotationError(WORDS.told("put-one-car-for-each", players=players, n=len(cars)))
    owners = [car for car, _ in seen.boxes]
    seats = (*(car for car in owners if car in cars), *(car for car in cars if car not in owners))
    race, values = terms({**_shown(seen), **given}, seats)
    if race.switches.safety:
        raise NotationError(WORDS.told("safety-car-not-known"))
    laps, looks, board = max(race.switches.laps, int(agreed(OPTIONS, given)["laps"])), dict(seen.cars), race.shape
    position = _as_start(seen, seats, replace(race, switches=replace(race.switches, laps=laps)))
    finished = tuple(car for car in seats if not looks[car].space)
    leave = board.nodes_of[board.exit][0]
    begun = {car for car, stand in position.cars if stand.node is not None and stand.node < leave}
    begun |= {car for car, box in position.boxes if box.discs < min(laps, DISCS)}
    held = () if values["items"] == "none" else tuple((car, (UNKNOWN,)) for car in sorted({*seats} - {*finished}))
    position = replace(
        position,
        boxes=tuple((car, _box(position.box(car), laps, car in finished)) for car in seats),
        qualifying=False,
        started=frozenset(begun),
        held=held,
        finished=finished,
    )
    for car in position.racing:
        yield replace(position, turn=car)


def _box(seen: Box, laps: int, finished: bool) -> Box:
    """A box as it may be: of the discs no more lie there than a set has."""
    return replace(seen, discs=0 if finished else laps if seen.discs >= DISCS else seen.discs)


def _cars_shown(seen: Observation, players: int) -> tuple[str, ...]:
    if not seen.board:
        raise NotationError(WORDS.told("no-board-was-made-out"))
    cars = tuple(car for car, _ in seen.cars)
    if len(cars) != players or not FEWEST <= players <= MOST:
        raise NotationError(WORDS.told("put-one-car-for-each", players=players, n=len(cars)))
    return _seated(seen, cars)


def _shown(seen: Observation) -> dict[str, str]:
    """What the table itself says of the rules agreed on, as options."""
    board = board_named(seen.board)
    oil = {item.space for item in seen.items if item.kind == "oil"}
    kind = "tray" if seen.tray else "board" if any(item.kind != "oil" for item in seen.items) else "none"
    laps = max((box.discs for _, box in seen.boxes), default=3)
    wet = bool(board.wet) and oil == set(board.wet) and kind != "board"
    return {"items": kind, "laps": str(max(1, laps)), "wet": "yes" if wet else "no"}


def _seated(seen: Observation, cars: tuple[str, ...]) -> tuple[str, ...]:
    """The cars as their drivers sit: by the bays they stand in, or before qualifying by their colours."""
    looks = dict(seen.cars)
    bays = [bay.id for bay in board_named(seen.board).bays]
    waiting = [car for car in cars if not looks[car].space]
    if len(waiting) == len(cars):
        return tuple(sorted(cars, key=CARS.index))
    if waiting:
        raise NotationError(WORDS.told("stands-beside-board-and-others", who=waiting[0]))
    astray = [car for car in cars if looks[car].space not in bays]
    if astray:
        raise NotationError(WORDS.told("does-not-stand-in-pit", who=astray[0]))
    return tuple(sorted(cars, key=lambda car: bays.index(looks[car].space)))


def _as_start(seen: Observation, cars: tuple[str, ...], agreed_on: Position) -> Position:
    looks, boxes, board = dict(seen.cars), dict(seen.boxes), board_named(seen.board)
    race = waiting(seen.board, cars, agreed_on.switches, agreed_on.teams, agreed_on.championship)
    return replace(
        race,
        cars=tuple((car, Stand(nodes_seen(board, looks[car])[0], looks[car].up)) for car in cars),
        boxes=tuple((car, boxes.get(car, box)) for car, box in race.boxes),
        gate_open=seen.gate_open if board.gate and seen.gate_open is not None else race.gate_open,
        tray=seen.tray,
        items=seen.items,
        dice=seen.dice,
        qualifying=not looks[cars[0]].space,
    )


def next_from(seen: Observation, finished: Position) -> Position:
    """The start of a championship's next race as the table shows it, the scores and agreements carried over.

    Raises NotationError with what is wrong, also when there is no next race.
    """
    champion = carried_over(finished)
    if champion is None:
        raise NotationError(WORDS.told("there-is-no-next-race-this"))
    cars = _cars_shown(seen, len(finished.seats))
    if set(cars) != set(finished.seats):
        raise NotationError(WORDS.told("next-race-championship-has-same"))
    position = _as_start(seen, cars, replace(finished, championship=champion))
    return sound(position, status(position))
