"""The start of a race, and its outcome."""

from __future__ import annotations

from dataclasses import replace

from referee.games.base import Dice
from referee.games.fact import fact
from referee.games.nestorgames_gp.agreeing import terms
from referee.games.nestorgames_gp.board_file import board_named, board_text
from referee.games.nestorgames_gp.observation import CARS, Box, Item
from referee.games.nestorgames_gp.position import Position, Stand, Switches, race_order
from referee.games.nestorgames_gp.qualifying import on_the_grid
from referee.games.nestorgames_gp.scores import carried_over, result
from referee.games.nestorgames_gp.words import WORDS
from referee.games.options import Agreed


def start(board: str, seats: tuple[str, ...], switches: Switches, dice: Dice, teams: tuple[str, ...] = ()) -> Position:
    """A race about to be qualified for: the cars beside the board, the starting player and free choices by dice."""
    shape = board_named(board)
    position = Position(
        board=board_text(board),
        cars=tuple((car, Stand(None)) for car in seats),
        boxes=tuple((car, Box(switches.laps)) for car in seats),
        seats=seats,
        turn=seats[dice.randrange(len(seats))],
        switches=switches,
        gate_open=False if shape.gate else None,
        qualifying=True,
        teams=teams,
    )
    return with_items(position, dice)


def agreed_start(players: int, dice: Dice, agreed: Agreed) -> Position:
    """The grid on the recommended board, qualified for by dice, or about to be. Raises NotationError."""
    seats = CARS[:players]
    on = terms(agreed, seats)
    waiting = start(on.board, seats, on.switches, dice, on.teams)
    waiting = replace(waiting, championship=on.championship)
    return waiting if on.qualifying else on_a_grid_by_dice(waiting, dice)


def on_a_grid_by_dice(waiting: Position, dice: Dice) -> Position:
    """The cars in the pit lane after a qualifying round that dice decide; the winner picks an item by dice."""
    available = [kind for kind, count in waiting.stock.items() if count > 0]
    item = available[dice.randrange(len(available))] if available else ""
    return on_the_grid(waiting, waiting.seats[dice.randrange(len(waiting.seats))], item)


def next_race(finished: Position, dice: Dice) -> Position | None:
    """The next race of a championship: the same cars, board and rules, scores and wins carried over, about to qualify.

    None when this race is not over, when there is no championship, or when the champion is known. Cars that are level
    at the winning score have it parted by one more race for all.
    """
    champion = carried_over(finished)
    if champion is None:
        return None
    waiting = start(finished.board, finished.seats, finished.switches, dice, finished.teams)
    return replace(waiting, championship=champion)


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
