"""What so many turns can lead to: positions from which the table cannot come to look as it does.

Nothing here says that it can: only where a car cannot have come, for want of turns of its own or of somebody to push
it, what no turn undoes, and what no turn changes by itself.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from referee.frozen import cached_property
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.looks import DISCS, all_dice_seen, gone_and_come
from referee.games.nestorgames_gp.observation import DICE, Box, CarSeen, Item, Observation
from referee.games.nestorgames_gp.paths import FARTHEST, paths_from
from referee.games.nestorgames_gp.position import Position, nodes_seen, order_key

PUSHES_A_TURN = 2
"""One turn pushes a car once; twice at most where a chain of cars runs over a loop."""
LAPS = 12
FACES = range(1, 7)
EVERY_ROAD = frozenset({"gate", "shortcut"})


@lru_cache(maxsize=2048)
def pushed_onto(board: Board, nodes: frozenset[int], pushes: int) -> frozenset[int]:
    """Every node from which at most so many pushes lead onto one of these; a pushing car gives a loop's direction."""
    found = nodes
    for _ in range(pushes):
        spaces = {board.ids[node] for node in found}
        before = {board.ids[node] for node, ahead in enumerate(board.following) if board.ids[ahead] in spaces}
        found |= frozenset(node for node, space in enumerate(board.ids) if space in before)
    return found


@lru_cache(maxsize=32)
def along(board: Board) -> tuple[float, ...]:
    """How far along the lap each node is; a bay lies so many steps before the space that the pit lane leads to."""
    leave = board.progress[board.nodes_of[board.exit][0]]
    return tuple(way + leave if node >= board.pole else way for node, way in enumerate(board.progress))


@lru_cache(maxsize=1024)
def _ends(board: Board, node: int) -> frozenset[str]:
    """The spaces on which one movement from a node may end, by every road."""
    return frozenset(board.ids[path.end] for path in paths_from(board, node, EVERY_ROAD))


@lru_cache(maxsize=32)
def _gains(board: Board) -> tuple[float, float]:
    """How much farther than its dice a movement may bring a car: by the shortest roads, and on oil to a corner."""
    lap, gain = len(board.track), 0.0
    for start in {0, board.pole, *board.turnings, *(max(0, node - 1) for node in board.turnings)}:
        for path in paths_from(board, start, EVERY_ROAD):
            gained = path.crossings * lap + along(board)[path.end] - along(board)[start]
            gain = max(gain, gained - path.steps)
    return gain, max(len(board.slide(node)) - 1 for node in range(lap))


@lru_cache(maxsize=32)
def _ends_of_teleport(board: Board) -> tuple[float, float] | None:
    """How far along the lap the two ends of a teleport lie, the nearer one first."""
    ends = sorted(board.progress[board.nodes_of[space][0]] for space in board.teleport)
    return (ends[0], ends[1]) if ends else None


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
        others = (car for car in self.position.racing if car == self.left or not self._as_it_is(car))
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
        from_tray = tray is not None and bool(tray.space) and self._somebody_stopped_on((tray.space,))
        lying = [one.space for one in self.position.items if one.kind == kind and not one.active]
        return self.order.count(car) > 1 and (from_tray or self._stopped_on(car, lying))

    def _somebody_stopped_on(self, spaces: Iterable[str]) -> bool:
        """Whether somebody may have ended a movement of his own on one of these spaces."""
        return any(self._stopped_on(car, spaces) for car in set(self.order))

    def _stopped_on(self, car: str, spaces: Iterable[str]) -> bool:
        board, node, look = self.position.shape, self.position.stand(car).node, self._looks.get(car)
        if self.moves(car) < 1:
            return False
        # the last driver may not have moved his car there yet
        if car == self.order[0] and self.order.count(car) == 1 and node is not None:
            spaces = [space for space in spaces if space in _ends(board, node)]
            if look is None or look.space == board.ids[node]:
                return bool(spaces)
        return self._may_stop_on(car, spaces)

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
        """Whether a car may have crashed: where it is seen if it has no turn any more, or by an item anywhere."""
        position, board, look = self.position, self.position.shape, self._looks.get(car)
        if car in self.order or look is None or not look.space:
            return True
        if position.stand(car).node not in board.nodes_of[look.space]:
            return True
        if any(item.kind == "bomb" and item.space == look.space for item in position.items):
            return True
        if any(self._may_use(one, kind) for one in set(self.order) for kind in ("rocket", "bomb")):
            return True
        others = ((one, self._looks.get(one)) for one in position.racing if one != car)
        return board.corner[board.nodes_of[look.space][0]] and any(
            there is None or there.space in ("", look.space) or self.moves(one) > 0 for one, there in others
        )

    def _place(self, car: str) -> bool:
        look, stand, moves = self._looks.get(car), self.position.stand(car), self.moves(car)
        if look is None:
            return True
        if look.up and not stand.up and car not in self.order:
            return False
        if stand.node is None or not look.space:
            return True
        if car == self.left and self.order.count(car) < 2:
            return True  # somebody may have hit it
        if not self._is_driven(car, moves):
            return False
        if moves > 0 or self._slides:
            return True
        board = self.position.shape
        nodes = frozenset(node for node in nodes_seen(board, look) if node is not None)
        if stand.node in nodes:
            return True
        return stand.node in pushed_onto(board, nodes, self._pushes(car)) and self._is_pushed_to(car, look.space)

    def _is_pushed_to(self, car: str, space: str) -> bool:
        """Whether somebody may have pushed a car onto a space: he stands behind, slid or drove on, or is not seen."""
        board = self.position.shape
        behind = {board.ids[node] for node, ahead in enumerate(board.following) if board.ids[ahead] == space}
        if any(item.kind == "oil" and item.space in behind for item in self.position.items):
            return True
        for other in self.position.racing:
            look = self._looks.get(other)
            if other != car and (look is None or not look.space or look.space in behind):
                return True
            if other != car and self.moves(other) > 1 and self._may_stop_on(other, behind):
                return True
        return self.order[-1] != car and len(self.order) == 1 and self._may_stop_on(self.order[-1], behind)

    def _may_stop_on(self, car: str, spaces: Iterable[str], whole_laps: bool = False) -> bool:
        """Whether a car may have stood on one of these spaces on its way to where it is seen."""
        board = self.position.shape
        if self.order == (car,) and not whole_laps:
            return True  # the last movement may not be done yet
        ways = self._told(car) if whole_laps else self.ways(car)
        if ways is None:
            return True
        lap, low, high = len(board.track), self._way(car), max(ways, default=-1.0)
        if board.teleport and self.moves(car) > 0:
            low, high = self._thrown_back(low), self._thrown_from(high)
        places = [along(board)[node] for space in spaces for node in board.nodes_of.get(space, ())]
        return any(low <= number * lap + place <= high for place in places for number in range(LAPS))

    def _way(self, car: str) -> float:
        """How far a car has come, in spaces along all its laps."""
        board, node = self.position.shape, self.position.stand(car).node
        crossings, _ = order_key(self.position, car)
        return crossings * len(board.track) + (along(board)[node] if node is not None else 0.0)

    def _told(self, car: str) -> tuple[float, ...] | None:
        """How far it has come by its discs when it is seen; None when that cannot be told."""
        position, board = self.position, self.position.shape
        look, box, due = self._looks.get(car), self._boxes.get(car), position.box(car)
        if look is None or not look.space or box is None or DISCS <= box.discs < due.discs:
            return None
        driven = position.switches.laps - box.discs
        started = (True,) if car in position.started else (False, True)
        nodes = [node for node in nodes_seen(board, look) if node is not None]
        return tuple(
            (driven + begun) * len(board.track) + along(board)[node]
            for begun in started
            for node in nodes
            if not begun or node < board.pole
        )

    def ways(self, car: str) -> tuple[float, ...] | None:
        """The same, and a lap more or less if a disc may not lie where it must: it is still to be taken, or was taken
        before the car was moved, or the car was pushed over the line and that takes none."""
        ways, board = self._told(car), self.position.shape
        if ways is None:
            return ways
        lap, box = len(board.track), self._boxes[car]
        if box.discs < self.position.box(car).discs:
            ways = (*ways, *(way - lap for way in ways))
        if self.order.count(car) == 1 and self.order[-1] == car:
            return (*ways, *(way + lap for way in ways))
        if self.position.switches.pushed_laps:
            return ways
        before_line = board.track[-PUSHES_A_TURN:]
        if not ways:
            return ways
        to_the_line = int(self._way(car) % lap < lap - PUSHES_A_TURN)
        from_the_line = int(min(way % lap for way in ways) >= PUSHES_A_TURN)
        if to_the_line + from_the_line > self.moves(car):
            return ways
        if any(
            self._may_stop_on(other, before_line, whole_laps=True) for other in self.position.racing if other != car
        ):
            return (*ways, *(way + lap for way in ways))
        return ways

    def _is_driven(self, car: str, moves: int) -> bool:
        """Whether so many movements and everybody's pushes may have brought a car so far."""
        ways = self.ways(car)
        if ways is None:
            return True
        board, low, stride = self.position.shape, self._way(car), self._stride(car)
        pushed = self._pushes(car) + (len(board.track) if self._slides else 0)
        most = low + max(0, moves) * stride + pushed
        if any(low <= way <= most for way in ways):
            return True
        if not board.teleport or moves < 1:
            return False
        near, far = _ends_of_teleport(board) or (0.0, 0.0)
        back, far_ahead = self._thrown_back(low), low + (far - low) % len(board.track)
        left = moves - max(1, math.ceil((far_ahead - low - pushed) / stride))  # once it has come to the teleport
        again = back + left * (stride + far - near) + pushed
        return any(low <= way <= most + moves * (far - near) or (back <= way <= again and left >= 0) for way in ways)

    def _pushes(self, car: str) -> int:
        """How often others may have pushed a car; twice in a turn only where a chain of cars runs over a loop."""
        if self.position.shape.loops and len(self.position.racing) > 2:
            return PUSHES_A_TURN * len(self.order)
        return sum(moves for other, moves in self._moves.items() if other != car and moves > 0)

    def _stride(self, car: str) -> float:
        """How far along the lap one movement may bring a car, with the dice that its driver has or brings back."""
        shorter, slide = _gains(self.position.shape)
        dice = DICE if self._may_use(car, "wrench") else self.position.dice_left(car) + self.order.count(car) - 1
        rolled = sum(FACES[max(0, DICE - dice) :]) + DICE * self._may_use(car, "turbo")
        return (FARTHEST if car == self.astray else max(1, rolled)) + shorter + slide * self._oil

    def _thrown_back(self, way: float) -> float:
        """The nearest that a car may be after a teleport, if that is nearer than now."""
        near, far = _ends_of_teleport(self.position.shape) or (0.0, 0.0)
        lap = len(self.position.shape.track)
        laps = way // lap + (way % lap > far)
        return min(way, laps * lap + near)

    def _thrown_from(self, way: float) -> float:
        """The farthest that a car may have come before a teleport, if that is farther than in the end."""
        near, far = _ends_of_teleport(self.position.shape) or (0.0, 0.0)
        lap = len(self.position.shape.track)
        laps = way // lap - (way % lap < near)
        return max(way, laps * lap + far)
