"""What is wrong with a position, as sentences; and the start position that a survey of the table shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.errors import NotationError
from referee.games.nestorgames_gp.observation import CARS, NAMES, Box, Observation
from referee.games.nestorgames_gp.position import Position, Stand, Switches, called, nodes_seen

FEWEST, MOST = 2, 8


def position_problems(position: Position) -> tuple[str, ...]:
    """Everything that cannot be, in sentences; empty when all is well."""
    return (*_header(position), *_cars(position), *_board(position))


def _header(position: Position) -> Iterator[str]:
    if not FEWEST <= len(position.seats) <= MOST:
        yield f"There are {len(position.seats)} cars; the game is for {FEWEST} to {MOST}."
    if len(position.seats) > len(position.shape.bays):
        yield "There are more cars than bays in the pit lane."
    if position.switches.edition == "open" and position.switches.items == "tray":
        yield "The open edition has no tray; its special items are none or board."
    racing = len(position.racing) > 1 or position.qualifying
    if bool(position.turn) != racing:
        yield "It is somebody's turn exactly while at least two cars are racing."
    if position.turn in position.finished:
        yield f"{called(position.turn)} has finished and cannot be to move."
    members = "".join(position.teams)
    if position.teams and (sorted(members) != sorted(position.seats) or any(len(team) != 2 for team in position.teams)):
        yield "Teams have two cars each, and every car is in one team: the number of cars is even."


def _cars(position: Position) -> Iterator[str]:
    board = position.shape
    spaces: Counter[str] = Counter()
    for car, stand in position.cars:
        box = position.box(car)
        if box.discs > position.switches.laps:
            yield f"{called(car)}'s box shows more discs than the race has laps."
        if (box.discs == 0) != (car in position.finished):
            yield f"{called(car)} has finished exactly when its last disc is taken."
        if stand.node is None and not position.qualifying and car not in position.finished:
            yield f"{called(car)} stands beside the board."
        if stand.node is not None and not board.corner[stand.node]:
            spaces[board.ids[stand.node]] += 1
    for space, count in spaces.items():
        if count > 1:
            yield f"{count} cars stand on {space}; only a corner holds more than one."


def _board(position: Position) -> Iterator[str]:
    board, switches = position.shape, position.switches
    if (position.gate_open is None) != (board.gate is None):
        yield "The gate is open or closed exactly on a board that has one."
    if position.tray is not None and switches.items != "tray":
        yield "A tray lies on the table, but the special items are not played with the tray."
    for kind, left in position.stock.items():
        if left < 0:
            yield f"There are {-left} more of the item '{kind}' than were agreed on."
    for item in position.items:
        if item.space in board.no_items:
            yield f"An item lies on {item.space}, where none may lie."
    if switches.wet:
        oil = {item.space for item in position.items if item.kind == "oil"}
        gone = [space for space in board.wet if space not in oil]
        if gone:
            yield f"In a wet race oil lies on {', '.join(board.wet)}; {gone[0]} has none."
        if not board.wet:
            yield "This board says nothing of where the oil of a wet race lies."


def start_from(seen: Observation, players: int) -> Position:
    """The start that a survey shows: the race if the cars stand in the pit lane, else the qualifying round.

    Raises NotationError with what is wrong. The drivers are taken to sit in the order of the bays.
    """
    if not seen.board:
        raise NotationError("no board was made out; lay the board and its cars so that they are seen.")
    cars = tuple(car for car, _ in seen.cars)
    if len(cars) != players or not FEWEST <= players <= MOST:
        raise NotationError(f"{len(cars)} cars are seen for {players} players; put one car for each on the table.")
    position = _as_start(seen, cars)
    problems = position_problems(position)
    if problems:
        raise NotationError(" ".join(problems))
    return position


def _as_start(seen: Observation, cars: tuple[str, ...]) -> Position:
    looks, boxes = dict(seen.cars), dict(seen.boxes)
    bare = Position(board=seen.board, cars=(), boxes=(), seats=cars, turn=cars[0])
    board = bare.shape
    bays = [bay.id for bay in board.bays]
    waiting = [car for car in cars if not looks[car].space]
    if waiting and len(waiting) < len(cars):
        raise NotationError(f"{called(waiting[0])} stands beside the board and others do not; place all or none.")
    if not waiting:
        astray = [car for car in cars if looks[car].space not in bays]
        if astray:
            raise NotationError(
                f"{NAMES[astray[0]].capitalize()} does not stand in the pit lane; the race starts there."
            )
        cars = tuple(sorted(cars, key=lambda car: bays.index(looks[car].space)))
    else:
        cars = tuple(sorted(cars, key=CARS.index))
    laps = max((box.discs for box in boxes.values()), default=3)
    oil = {item.space for item in seen.items if item.kind == "oil"}
    items = "tray" if seen.tray else "board" if any(item.kind != "oil" for item in seen.items) else "none"
    return Position(
        board=seen.board,
        cars=tuple((car, Stand(nodes_seen(board, looks[car])[0], looks[car].up)) for car in cars),
        boxes=tuple((car, boxes.get(car, Box(laps))) for car in cars),
        seats=cars,
        turn=cars[0],
        switches=Switches(items=items, laps=laps, wet=bool(board.wet) and oil == set(board.wet) and items != "board"),
        gate_open=(False if seen.gate_open is None else seen.gate_open) if board.gate else None,
        tray=seen.tray,
        items=seen.items,
        dice=seen.dice,
        qualifying=bool(waiting),
    )
