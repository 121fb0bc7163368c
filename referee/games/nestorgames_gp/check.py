"""What is wrong with a position, as sentences; and the start position that a survey of the table shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.errors import NotationError
from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp import rules as rule
from referee.games.nestorgames_gp.agreeing import Terms, terms
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.observation import CARS, NAMES, Box, Observation
from referee.games.nestorgames_gp.play import carried_over
from referee.games.nestorgames_gp.position import Position, Stand, called, nodes_seen
from referee.games.options import NOTHING_AGREED, Agreed

FEWEST, MOST = 2, 8


Wrong = tuple[Rule, str]
"""One thing that cannot be: the rule it belongs to, and the sentence."""


def status(position: Position) -> frozenset[Violation]:
    """Everything that cannot be, each under its rule; empty when the position can be played from."""
    found = (*_lies_wrong(position), *_cannot_go_on(position))
    return frozenset(Violation(rule.id, words) for rule, words in found)


def unplayable(position: Position) -> frozenset[Violation]:
    """What keeps a race from going on; the rest of `status` are pieces that a fault has left so."""
    return frozenset(Violation(rule.id, words) for rule, words in _cannot_go_on(position))


def _cannot_go_on(position: Position) -> Iterator[Wrong]:
    yield from _header(position)
    for car in position.seats:
        box = position.box(car)
        if box.discs > position.switches.laps:
            yield rule.LAP, f"{called(car)}'s box shows more discs than the race has laps."
        if (box.discs == 0) != (car in position.finished):
            yield rule.LAP, f"{called(car)} has finished exactly when its last disc is taken."
    if (position.gate_open is None) != (position.shape.gate is None):
        yield rule.GATE, "The gate is open or closed exactly on a board that has one."
    if position.tray is not None and position.switches.items != "tray":
        yield rule.TRAY, "A tray lies on the table, but the special items are not played with the tray."
    if position.switches.wet and not position.shape.wet:
        yield rule.WET_RACE, "This board says nothing of where the oil of a wet race lies."


def _header(position: Position) -> Iterator[Wrong]:
    if not FEWEST <= len(position.seats) <= MOST:
        yield rule.TURN_ORDER, f"The game is for {FEWEST} to {MOST} cars, not {len(position.seats)}."
    if len(position.seats) > len(position.shape.bays):
        yield rule.QUALIFYING, "There are more cars than bays in the pit lane."
    if position.switches.edition == "open" and position.switches.items == "tray":
        yield rule.TRAY, "The open edition has no tray; its special items are none or board."
    racing = len(position.racing) > 1 or position.qualifying
    if bool(position.turn) != racing:
        yield rule.TURN_ORDER, "It is somebody's turn exactly while at least two cars are racing."
    if position.turn in position.finished:
        yield rule.TURN_ORDER, f"{called(position.turn)} has finished and cannot be to move."
    members = "".join(position.teams)
    if position.teams and (sorted(members) != sorted(position.seats) or any(len(team) != 2 for team in position.teams)):
        yield rule.TEAMS, "Teams have two cars each, and every car is in one team: the number of cars is even."
    champion = position.championship
    if champion and {car for car, _ in (*champion.scores, *champion.wins)} - set(position.seats):
        yield rule.CHAMPIONSHIP, "The championship has scores of a car that is not in the race."


def _lies_wrong(position: Position) -> Iterator[Wrong]:
    board = position.shape
    spaces: Counter[str] = Counter()
    for car, stand in position.cars:
        if stand.node is None and not position.qualifying and car not in position.finished:
            yield rule.QUALIFYING, f"{called(car)} stands beside the board."
        if stand.node is not None and not board.corner[stand.node]:
            spaces[board.ids[stand.node]] += 1
    for space, count in spaces.items():
        if count > 1:
            yield rule.BUMP, f"{count} cars stand on {space}; only a corner holds more than one."
    for kind, left in position.stock.items():
        if left < 0:
            words = f"There are more of the item '{kind}' than were agreed on: {-left} too many."
            yield _rule_of_items(position), words
    for item in position.items:
        if item.space in board.no_items:
            yield _rule_of_items(position), f"An item lies on {item.space}, where none may lie."
    if position.switches.wet:
        yield from _wet(position)


def _rule_of_items(position: Position) -> Rule:
    return rule.ITEMS_ON_BOARD if position.switches.items == "board" else rule.TRAY


def _wet(position: Position) -> Iterator[Wrong]:
    wet = position.shape.wet
    oil = {item.space for item in position.items if item.kind == "oil"}
    gone = [space for space in wet if space not in oil]
    if gone:
        yield rule.WET_RACE, f"In a wet race oil lies on {', '.join(wet)}; {gone[0]} has none."


def start_from(seen: Observation, players: int, given: Agreed = NOTHING_AGREED) -> Position:
    """The start that a survey shows: the race if the cars stand in the pit lane, else the qualifying round.

    What was agreed on is kept; of the rest the table speaks: the discs say how many laps, the tray and the items how
    they are played with, oil on the board's wet spaces that the race is wet. The drivers are taken to sit in the order
    of the bays. Raises NotationError with what is wrong.
    """
    cars = _cars_shown(seen, players)
    on = terms({**_shown(seen), **given}, cars)
    return _checked(_as_start(seen, cars, on))


def _cars_shown(seen: Observation, players: int) -> tuple[str, ...]:
    if not seen.board:
        raise NotationError("no board was made out; lay the board and its cars so that they are seen.")
    cars = tuple(car for car, _ in seen.cars)
    if len(cars) != players or not FEWEST <= players <= MOST:
        raise NotationError(f"Put one car for each of the {players} players on the table; seen: {len(cars)}.")
    return _seated(seen, cars)


def _checked(position: Position) -> Position:
    problems = sorted(fault.message for fault in status(position))
    if problems:
        raise NotationError(" ".join(problems))
    return position


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
        raise NotationError(f"{called(waiting[0])} stands beside the board and others do not; place all or none.")
    astray = [car for car in cars if looks[car].space not in bays]
    if astray:
        raise NotationError(f"{NAMES[astray[0]].capitalize()} does not stand in the pit lane; the race starts there.")
    return tuple(sorted(cars, key=lambda car: bays.index(looks[car].space)))


def _as_start(seen: Observation, cars: tuple[str, ...], on: Terms) -> Position:
    looks, boxes = dict(seen.cars), dict(seen.boxes)
    board = board_named(seen.board)
    return Position(
        board=seen.board,
        cars=tuple((car, Stand(nodes_seen(board, looks[car])[0], looks[car].up)) for car in cars),
        boxes=tuple((car, boxes.get(car, Box(on.switches.laps))) for car in cars),
        seats=cars,
        turn=cars[0],
        switches=on.switches,
        gate_open=(False if seen.gate_open is None else seen.gate_open) if board.gate else None,
        tray=seen.tray,
        items=seen.items,
        dice=seen.dice,
        qualifying=not looks[cars[0]].space,
        teams=on.teams,
        championship=on.championship,
    )


def next_from(seen: Observation, finished: Position) -> Position:
    """The start of a championship's next race as the table shows it, the scores and agreements carried over.

    Raises NotationError with what is wrong, also when there is no next race.
    """
    champion = carried_over(finished)
    if champion is None:
        raise NotationError("there is no next race: this one is not over, or the championship is decided.")
    cars = _cars_shown(seen, len(finished.seats))
    if set(cars) != set(finished.seats):
        raise NotationError("the next race of a championship has the same cars; put them on the table.")
    on = Terms(finished.switches, finished.teams, champion)
    return _checked(_as_start(seen, cars, on))
