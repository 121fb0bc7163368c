"""A position: everything the rules need to know between two turns, frozen."""

from __future__ import annotations

from functools import lru_cache

from referee.frozen import cached_property, dataclass, replace
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.observation import (
    DICE,
    UNKNOWN,
    Box,
    CarSeen,
    Item,
    Observation,
    Thrown,
    Tray,
)

STOCK = {"rocket": 2, "bomb": 2, "wrench": 2, "turbo": 2, "oil": 4}
SAFETY_ROUNDS = 3


@dataclass(frozen=True)
class Switches:
    """The rules agreed on before the race; they are part of every position.

    Attributes
    ----------
    edition : ``tray``, or ``open`` for the later edition, which has no tray.
    items : ``none``, ``tray`` or ``board`` (all items lie on the board from the start).
    sets : how many sets of special items are used.
    laps : discs of each car at the start.
    pushed_laps : a pushed car that crosses the finish line takes a disc.
    pushed_items : a pushed car sets off bombs and slides on oil.
    """

    edition: str = "tray"
    items: str = "none"
    sets: int = 1
    laps: int = 3
    pushed_laps: bool = True
    pushed_items: bool = False
    safety: bool = False
    wet: bool = False
    fastest: bool = False


@dataclass(frozen=True)
class Stand:
    """Where a car stands: its node on the board (None = off the board), and whether it is on its wheels."""

    node: int | None
    up: bool = True


@dataclass(frozen=True)
class SafetyCar:
    """A safety car on the track: at whose turn it was deployed, and how many rounds are left."""

    seat: str
    rounds: int = SAFETY_ROUNDS


@dataclass(frozen=True)
class Championship:
    """A championship: the winning score, and before this race each car's score and number of wins."""

    target: int
    scores: tuple[tuple[str, float], ...] = ()
    wins: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Position:
    """What is on the table and what only the players know.

    Attributes
    ----------
    board : name of a shipped board, or a board file on one line.
    cars, boxes : by car, in seat order.
    gate_open : None when the board has no gate.
    tray : None when no tray is used.
    dice : dice still lying on the throwing card from earlier turns.
    dice_clear : whether the last look showed the whole card; else more may lie there than were seen.
    unseen : spaces that the last look did not show: items may lie there that nobody has seen.
    seats : the cars as their drivers sit, counter-clockwise; once qualified, the best qualifier comes first.
    turn : the car to move; "" when the race is over.
    qualifying : whether the qualifying round is still going on.
    rolled : qualifying values so far.
    duel : cars that still roll for a tie.
    started : cars that have crossed the line for the first time.
    held : items in the drivers' possession.
    record : the fastest turn so far.
    finished : cars that have ended the race, in order.
    teams : two cars each.
    """

    board: str
    cars: tuple[tuple[str, Stand], ...]
    boxes: tuple[tuple[str, Box], ...]
    seats: tuple[str, ...]
    turn: str
    switches: Switches = Switches()
    gate_open: bool | None = None
    tray: Tray | None = None
    items: tuple[Item, ...] = ()
    dice: tuple[Thrown, ...] = ()
    dice_clear: bool = True
    unseen: frozenset[str] = frozenset()
    qualifying: bool = False
    rolled: tuple[tuple[str, int], ...] = ()
    duel: tuple[str, ...] = ()
    started: frozenset[str] = frozenset()
    held: tuple[tuple[str, tuple[str, ...]], ...] = ()
    safety: SafetyCar | None = None
    record: tuple[str, int] | None = None
    finished: tuple[str, ...] = ()
    championship: Championship | None = None
    teams: tuple[str, ...] = ()

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        """Worked out once, of what differs between the positions of one race: a search looks them up by thousands."""
        stands, boxes = (tuple((one.node, one.up) for _, one in self.cars), tuple(one.dice for _, one in self.boxes))
        return hash((stands, boxes, self.turn, self.gate_open, self.held, self.rolled, self.board, len(self.items)))

    @cached_property
    def shape(self) -> Board:
        """The board itself."""
        return board_named(self.board)

    @cached_property
    def _stands(self) -> dict[str, Stand]:
        return dict(self.cars)

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return dict(self.boxes)

    @cached_property
    def leading(self) -> tuple[str, ...]:
        """The car that leads among those still racing; several when they are level."""
        keys = {car: order_key(self, car) for car in self.racing}
        best = max(keys.values(), default=None)
        return tuple(car for car, key in keys.items() if key == best)

    def stand(self, car: str) -> Stand:
        """Where a car stands."""
        return self._stands[car]

    def box(self, car: str) -> Box:
        """What lies in a car's box."""
        return self._boxes[car]

    def hand(self, car: str) -> tuple[str, ...]:
        """The items a driver holds."""
        return dict(self.held).get(car, ())

    def may_hold(self, car: str, kind: str) -> bool:
        """Whether a driver holds an item, or one that nobody saw and that may be it."""
        hand = self.hand(car)
        return kind in hand or UNKNOWN in hand

    def dice_left(self, car: str) -> int:
        """How many dice a driver can still roll."""
        return DICE - self.box(car).dice

    def on_corner(self, car: str) -> bool:
        """Whether a car stands on a corner."""
        node = self.stand(car).node
        return node is not None and self.shape.corner[node]

    @cached_property
    def racing(self) -> tuple[str, ...]:
        """Cars that have not finished, in seat order."""
        return tuple(car for car in self.seats if car not in self.finished)

    @cached_property
    def seen(self) -> Observation:
        """What a camera can see."""
        cars = tuple((car, car_seen(self.shape, stand)) for car, stand in self.cars)
        table = cars, (), self.boxes, self.gate_open, self.tray, self.items, self.dice, self.dice_clear, self.unseen
        return Observation(self.board, *table)

    @cached_property
    def in_race(self) -> Observation:
        """What of it matters: where a car that has finished lies is nobody's business, and the dice are seen apart."""
        cars = tuple(one for one in self.seen.cars if one[0] not in self.finished)
        return replace(self.seen, cars=cars, dice=(), dice_clear=True, unseen=frozenset())

    @cached_property
    def oiled(self) -> frozenset[str]:
        """The spaces on which oil lies."""
        return frozenset(item.space for item in self.items if item.kind == "oil")

    @property
    def stock(self) -> dict[str, int]:
        """Items that are available: neither held, nor on the board, nor in the tray."""
        left = {kind: count * self.switches.sets for kind, count in STOCK.items()}
        taken = [kind for _, held in self.held for kind in held] + [item.kind for item in self.items]
        for kind in (*taken, *((self.tray.item,) if self.tray and self.tray.item else ())):
            if kind != UNKNOWN:
                left[kind] -= 1
        return left


def order_key(position: Position, car: str) -> tuple[int, float]:
    """How far a car has come: line crossings, then the way along the lap."""
    node = position.stand(car).node
    crossings = position.switches.laps - position.box(car).discs + (car in position.started)
    return crossings, position.shape.progress[node] if node is not None else -99.0


def race_order(position: Position) -> tuple[str, ...]:
    """The cars from first to last; finished cars lead in the order they finished."""
    rest = sorted(position.racing, key=lambda car: order_key(position, car), reverse=True)
    return (*position.finished, *rest)


def car_seen(board: Board, stand: Stand) -> CarSeen:
    """A car as it looks when it stands so."""
    return _seen_on(board, stand.node, stand.up)


@lru_cache(maxsize=4096)
def _seen_on(board: Board, node: int | None, up: bool) -> CarSeen:
    if node is None:
        return CarSeen("", up)
    space = board.ids[node]
    return CarSeen(space, up, board.ids[board.following[node]] if space in board.loops else "")


def nodes_seen(board: Board, seen: CarSeen) -> tuple[int | None, ...]:
    """The nodes a car may be on when it looks so: several only on a loop space when its nose cannot be read."""
    if not seen.space:
        return (None,)
    nodes = board.nodes_of.get(seen.space, ())
    pointing = tuple(node for node in nodes if board.ids[board.following[node]] == seen.toward)
    return pointing or nodes
