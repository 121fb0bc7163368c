"""What so many turns can lead to: positions from which the table cannot come to look as it does.

Nothing here says that it can: only where a car cannot have come, for want of turns of its own or of somebody to push
it, what no turn undoes, and what no turn changes by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from referee.frozen import cached_property
from referee.games.nestorgames_gp.board import FARTHEST, Board
from referee.games.nestorgames_gp.looks import DISCS, all_dice_seen, gone_and_come
from referee.games.nestorgames_gp.state import DICE, Box, CarSeen, Item, Observation, Position, nodes_seen

PUSHES_A_TURN = 2
"""So often at most; see `Outlook`."""
LAPS = 12
"""So often over the line and not more in the turns that are thought of."""
FACES = range(1, 7)

Place = tuple[int, int]
"""A node, and how often over the line a car has come on its way there."""


@lru_cache(maxsize=8192)
def ahead(
    board: Board, start: int, stride: int = FARTHEST, pushes: int = 0, most: float = math.inf
) -> Mapping[Place, int]:
    """Every place that a car on a node may come to, with the fewest spaces that its movements have, at most so many.

    Who is only pushed (no `stride`) goes straight on, but from a loop the way of the car that pushes. Who is driven as
    well takes any road that helps, and a teleport; that ends a movement, and so it does to be pushed off a loop.
    """
    fewest, edge = {(start, 0): 0}, [(0, start, 0)]
    while edge:
        far, node, laps = heappop(edge)
        if far > fewest[node, laps]:
            continue
        stopped = whole_movements(far, stride, pushes) if stride else far
        ways = [
            (on, board.crosses_line(one, on), 1 + (far if one == node else stopped))
            for one in board.nodes_of[board.ids[node]]
            for on in (board.following[one],)
        ]
        if stride:
            ways += [(first, branch.crosses_line, far + 1) for branch, first in board.turnings.get(node, ())]
            other_t = board.other_t(node)
            ways += [] if other_t is None else [(other_t, False, stopped)]
        for to, crosses, way in ways:
            there = to, laps + crosses
            if way <= most and there[1] <= LAPS and way < fewest.get(there, math.inf):
                fewest[there] = way
                heappush(edge, (way, *there))
    return fewest


def whole_movements(far: int, stride: int, pushes: int) -> int:
    """How many spaces the movements have by which, and so many pushes, a car comes so far and stops there.

    >>> whole_movements(20, 27, 0), whole_movements(30, 27, 2), whole_movements(29, 27, 2)
    (27, 54, 29)
    """
    return max(far, -((pushes - far) // stride) * stride)


@lru_cache(maxsize=32)
def _shortest_loop(board: Board) -> float:
    """After how few spaces the lap crosses a loop again."""
    crossed = [nodes for nodes in board.nodes_of.values() if len(nodes) > 1]
    ways = (min(two - one, len(board.track) - two + one) for one, two in crossed)
    return min(ways, default=math.inf)


@lru_cache(maxsize=32)
def _longest_slide(board: Board) -> int:
    """How far a car may slide on oil."""
    return max(len(board.slide(node)) - 1 for node in range(len(board.track)))


def seen_at(position: Position, toward: Observation, car: str) -> tuple[Place, ...] | None:
    """The places where a car that is seen on the board may be by its discs; any lap where they do not tell it.

    A disc may have been taken before the car was moved. None for a car that is not seen there.
    """
    look, box, due = dict(toward.cars).get(car), dict(toward.boxes).get(car), position.box(car)
    if look is None or not look.space:
        return None
    nodes = [node for node in nodes_seen(position.shape, look) if node is not None]
    if box is None or DISCS <= box.discs < due.discs:
        return tuple((node, laps) for node in nodes for laps in range(LAPS + 1))
    taken, begins = due.discs - box.discs, (0,) if car in position.started else (0, 1)
    return tuple(
        (node, taken + begun - early)
        for begun in begins
        for early in ((0, 1) if taken > 0 else (0,))
        for node in nodes
        if not begun or node < position.shape.pole
    )


@dataclass(frozen=True)
class Outlook:
    """So many turns that are still to come, held against a look.

    Attributes
    ----------
    order : whose turns they are.
    still : cars whose dice lie as they lay: they have not rolled, but for who is on turn, in this turn.
    left : a car that its driver leaves where it is not seen, for others to push or hit; "" for none.
    busted : cars whose dice show a repeat: they did not move in the turn in which they threw them.
    astray : a car whose driver has broken a rule in this turn, so that he may have moved it by any dice; "" for none.
    """

    position: Position
    toward: Observation
    order: Sequence[str]
    still: frozenset[str]
    left: str = ""
    busted: frozenset[str] = frozenset()
    astray: str = ""

    @cached_property
    def _looks(self) -> dict[str, CarSeen]:
        return dict(self.toward.cars)

    @cached_property
    def _boxes(self) -> dict[str, Box]:
        return dict(self.toward.boxes)

    @cached_property
    def _oil(self) -> bool:
        """Whether oil lies on the board or may be laid."""
        lying = any(item.kind == "oil" for item in (*self.position.items, *self.toward.items))
        return lying or any(self._may_use(car, "oil") for car in set(self.order))

    @cached_property
    def _slides(self) -> bool:
        """Whether a pushed car may slide on oil or meet a bomb, which lies there or may be laid."""
        position = self.position
        laid = any(item.kind in ("oil", "bomb") for item in (*position.items, *self.toward.items))
        held = any(self._may_use(car, kind) for car in self.order for kind in ("oil", "bomb"))
        return position.switches.pushed_items and (laid or held)

    def _may_use(self, car: str, kind: str) -> bool:
        """Whether a driver may use an item: he holds it, or may take it in one turn and use it in a later one."""
        position = self.position
        if position.may_hold(car, kind):
            return True
        lying = any(item.kind == kind and (kind != "oil" or not item.active) for item in position.items)
        tray = position.tray is not None and bool(position.tray.space)
        return self.order.count(car) > 1 and (tray or (lying and position.switches.items == "board"))

    def moves(self, car: str) -> int:
        """How many movements a driver may have made: turns that turn the car up or take a die back are none."""
        return self._moves.get(car, 0)

    @cached_property
    def _moves(self) -> dict[str, int]:
        return {car: self._moves_of(car) for car in set(self.order)}

    def _moves_of(self, car: str) -> int:
        turns = int(car == self.order[0]) if car in self.still else self.order.count(car)
        turns -= car in self.busted and not self._may_use(car, "rocket")  # whose die may be alike
        if turns <= 0 or car == self.astray or self._may_use(car, "wrench"):
            return turns
        box, due = self._boxes.get(car), self.position.box(car)
        taken_back = 0 if box is None or box.dice >= due.dice or self._on_card(car) else due.dice - box.dice
        return turns - taken_back - (not self.position.stand(car).up)

    def _on_card(self, car: str) -> bool:
        """Whether a lost die may lie among those thrown."""
        return not self.toward.dice_clear or all_dice_seen(self.toward, car, self._boxes[car])

    def may_come(self) -> bool:
        """Whether all of it may have come about."""
        others = (car for car in self.position.racing if not self._as_it_is(car))
        nobody_new = self._boxes.keys() <= dict(self.position.boxes).keys()
        return nobody_new and all(map(self._box, self._boxes)) and all(map(self._place, others)) and self._things()

    def _things(self) -> bool:
        """Whether somebody may have switched the gate, taken the tray, and laid and taken the items that differ."""
        position, toward = self.position, self.toward
        gate = position.shape.gate
        if gate and toward.gate_open not in (None, position.gate_open) and not self._somebody_stopped_on(gate.switches):
            return False
        tray, seen = position.tray, toward.tray
        if tray and seen and tray.space not in ("", seen.space) and not self._somebody_stopped_on((tray.space,)):
            return False
        if position.items == toward.items:
            return True
        gone, come = gone_and_come(position.items, toward)
        return all(map(self._may_be_taken, gone)) and all(map(self._may_be_laid, come))

    def _may_be_taken(self, item: Item) -> bool:
        """Whether an item may have left its space: oil stays, and others lie there until a car stops."""
        pushed = item.active and self.position.switches.pushed_items
        return item.kind != "oil" and (pushed or self._somebody_stopped_on((item.space,)))

    def _may_be_laid(self, item: Item) -> bool:
        """Whether somebody may have laid an item, on the space that he left or, once it was used, before the leader.

        Where nobody could see it may have lain there before.
        """
        if item.space in self.position.unseen:
            return True
        if not item.active:
            return self.position.switches.items == "board"
        return any(self._may_leave(car, item) for car in set(self.order))

    def _may_leave(self, car: str, item: Item) -> bool:
        node = self.position.stand(car).node
        here = node is not None and self.position.shape.ids[node] == item.space
        if self.position.may_hold(car, item.kind):
            return here or self._stopped_on(car, (item.space,))
        return self._may_take(car, item.kind) and self._stopped_on(car, (item.space,))

    def _may_take(self, car: str, kind: str) -> bool:
        """Whether a driver who does not hold an item may come by it in one turn and use it in a later one."""
        tray = self.position.tray
        from_tray = tray is not None and bool(tray.space) and self._somebody_stopped_on((tray.space,), done=True)
        lying = [one.space for one in self.position.items if one.kind == kind and not one.active]
        return self.order.count(car) > 1 and (from_tray or self._stopped_on(car, lying, done=True))

    def _somebody_stopped_on(self, spaces: Iterable[str], done: bool = False) -> bool:
        """Whether somebody may have ended a movement of his own on one of these spaces."""
        return any(self._stopped_on(car, spaces, done) for car in set(self.order))

    def _stopped_on(self, car: str, spaces: Iterable[str], done: bool = False) -> bool:
        """Whether a car may have stood on one of these spaces at the end of a movement of its own, on its way to where
        it is seen; the last driver may not have moved it there yet, if that was not to be `done` before."""
        board, node = self.position.shape, self.position.stand(car).node
        if self.moves(car) < 1 or node is None:
            return False
        most, way = self._most(car), self._ahead(car, node)
        ends = seen_at(self.position, self.toward, car) if done else None if car == self.order[-1] else self._ends(car)
        stops = [
            (stop, laps, whole_movements(way[stop, laps], self._stride(car), self._pushes(car)))
            for space in spaces
            for stop in board.nodes_of.get(space, ())
            for laps in range(LAPS + 1)
            if way.get((stop, laps), math.inf) <= most
        ]
        if ends is None:
            return bool(stops)
        return any(
            far + self._ahead(car, stop).get((end, over - laps), math.inf) <= most
            for stop, laps, far in stops
            for end, over in ends
        )

    def _as_it_is(self, car: str) -> bool:
        """Whether a car and its box look as they are, so that nothing need have happened to them."""
        position, look, box = self.position, self._looks.get(car), self._boxes.get(car)
        if box is not None and box != position.box(car):
            return False
        stand = position.stand(car)
        if look is None or stand.node is None:
            return look is None or not look.space
        return look.up == stand.up and look.space == position.shape.ids[stand.node] and not look.toward

    def _box(self, car: str) -> bool:
        """Whether a box may come to look so: laps and cylinders are not undone, a turn brings one die back."""
        box, due, turns = self._boxes.get(car), self.position.box(car), self.order.count(car)
        if box is None:
            return True
        if due.discs < box.discs or (due.cylinder and not box.cylinder):
            return False
        if box.cylinder and not due.cylinder and self.moves(car) < 1:
            return False
        if box.dice > due.dice and not self._may_crash(car):
            return False
        if turns and self._may_use(car, "wrench"):
            return True
        return box.dice >= due.dice - turns or self._on_card(car)

    def _may_crash(self, car: str) -> bool:
        """Whether a car may have crashed: if it has no turn any more where it is seen or is yet to be pushed, or by an
        item anywhere."""
        position, board, look = self.position, self.position.shape, self._looks.get(car)
        if position.stand(car).node is None and car not in self.order:
            return False  # nobody meets a car that is off the board
        if car in self.order or look is None or not look.space:
            return True
        if position.stand(car).node not in board.nodes_of[look.space]:
            return True
        if any(item.kind == "bomb" and item.space == look.space for item in position.items):
            return True
        if any(self._may_use(one, kind) for one in set(self.order) for kind in ("rocket", "bomb")):
            return True
        others = ((one, self._looks.get(one)) for one in position.racing if one != car)
        pushed = ahead(board, board.nodes_of[look.space][0], 0, 0, self._pushes_a_turn)
        return any(board.corner[node] for node, _ in pushed) and any(
            there is None or there.space in ("", look.space) or self.moves(one) > 0 for one, there in others
        )

    def _place(self, car: str) -> bool:
        look, stand = self._looks.get(car), self.position.stand(car)
        if look is None:
            return True
        if look.up and not stand.up and car not in self.order:
            return False
        if stand.node is None or not look.space:
            return True
        if car == self.left and self.order.count(car) < 2:
            return True  # somebody may have hit it
        way = self._ahead(car, stand.node)
        nearest = min((way.get(end, math.inf) for end in self._ends(car) or ()), default=math.inf)
        return nearest <= self._most(car) and (
            not nearest or self._is_driven(car) or self._is_pushed_to(car, look.space)
        )

    def _is_pushed_to(self, car: str, space: str) -> bool:
        """Whether somebody may have pushed a car onto a space: he stands behind, slid or drove on, is not seen, or is
        himself yet to be pushed there, the last car of a row first."""
        board = self.position.shape
        behind = {board.ids[node] for node, on in enumerate(board.following) if board.ids[on] == space}
        if any(item.kind == "oil" and item.space in behind for item in self.position.items):
            return True
        for other in self.position.racing:
            look = self._looks.get(other)
            if other == car:
                continue
            if look is None or not look.space or look.space in behind or self._stopped_on(other, behind):
                return True
            following = {board.ids[board.following[node]] for node in board.nodes_of[look.space]}
            if any(self._is_pushed_to(other, one) for one in behind & following):
                return True
        return False

    def _ends(self, car: str) -> tuple[Place, ...] | None:
        """Where a car may be when it is seen, also where a disc does not lie as it must: it has still to be taken in
        the last turn, by who drove or was pushed over the line, or the push takes none."""
        ends = seen_at(self.position, self.toward, car)
        if ends is None:
            return None
        anywhere = car == self.order[-1] or self._was_pushed_over(car, ends)
        return (*ends, *((node, laps + 1) for node, laps in ends if anywhere or node < PUSHES_A_TURN))

    def _was_pushed_over(self, car: str, ends: Sequence[Place]) -> bool:
        """Whether a car may have been pushed over the line by somebody behind it where that takes no disc, driven there
        and on from there but where it stands by the line."""
        position, lap = self.position, self.position.shape.track
        drives_to = position.stand(car).node not in range(len(lap) - PUSHES_A_TURN, len(lap))
        drives_on = all(node >= PUSHES_A_TURN for node, _ in ends)
        if position.switches.pushed_laps or drives_to + drives_on > self.moves(car):
            return False
        others = (other for other in position.racing if other != car)
        return any(self._stopped_on(other, lap[-PUSHES_A_TURN:], done=True) for other in others)

    def _is_driven(self, car: str) -> bool:
        """Whether a car may have gone on by more than pushes."""
        return self.moves(car) > 0 or self._slides

    def _ahead(self, car: str, node: int) -> Mapping[Place, int]:
        """Every place that a car on a node may come to; how its movements end matters at teleports and loops alone."""
        board = self.position.shape
        if not self._is_driven(car):
            return ahead(board, node, 0, 0, self._pushes(car))
        if not (board.teleport or board.loops):
            return ahead(board, node)
        return ahead(board, node, self._stride(car), self._pushes(car), self._most(car))

    def _most(self, car: str) -> int:
        """So many spaces a car comes on at most, driven and pushed."""
        slid = len(self.position.shape.track) if self._slides else 0
        return max(0, self.moves(car)) * self._stride(car) + self._pushes(car) + slid

    def _pushes(self, car: str) -> int:
        """How often others may have pushed a car."""
        if self._pushes_a_turn > 1:
            return self._pushes_a_turn * len(self.order)
        return sum(moves for other, moves in self._moves.items() if other != car and moves > 0)

    @property
    def _pushes_a_turn(self) -> int:
        """A turn pushes a car once, twice only where the cars may stand in a row all around a loop."""
        return PUSHES_A_TURN if len(self.position.racing) > _shortest_loop(self.position.shape) else 1

    def _stride(self, car: str) -> int:
        """How far one movement may bring a car, with the dice that its driver has or brings back."""
        dice = DICE if self._may_use(car, "wrench") else self.position.dice_left(car) + self.order.count(car) - 1
        rolled = sum(FACES[max(0, DICE - dice) :]) + DICE * self._may_use(car, "turbo")
        return (FARTHEST if car == self.astray else max(1, rolled)) + _longest_slide(self.position.shape) * self._oil
