"""Turns taken while hands covered the table: the driver's, then the next ones', up to a full round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from referee.games.base import Line
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, turn_text
from referee.games.nestorgames_gp.board import Board
from referee.games.nestorgames_gp.candidates import Scene, candidates
from referee.games.nestorgames_gp.compare import Pair, as_seen, differences
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.effects import resolve
from referee.games.nestorgames_gp.evidence import DiceKnown, dice_known
from referee.games.nestorgames_gp.explain import weigh
from referee.games.nestorgames_gp.notation import position_text
from referee.games.nestorgames_gp.observation import NAMES, CarSeen, Observation
from referee.games.nestorgames_gp.position import Position, Stand, car_seen, nodes_seen

MOST_TRIED = 1500
"""So many turns are tried before the search gives up."""


@dataclass
class Search:
    """One search for missed turns: what was seen and said, and how many more turns may be tried."""

    start: Position
    stops: Sequence[Observation]
    said: Said
    left: int = MOST_TRIED

    @property
    def final(self) -> Observation:
        """What is seen in the end."""
        return self.stops[-1]


@dataclass(frozen=True)
class Step:
    """One missed turn: what was done, what it takes for granted, and the position before and after."""

    turn: Turn
    assumes: tuple[str, ...]
    before: Position
    after: Position


def missed_turns(position: Position, stops: Sequence[Observation], said: Said) -> tuple[Line, ...]:
    """Lines of several turns in seat order that lead to the table as it is, none breaking a rule; () when none does.

    A turn without its dice on the card is assumed, not known. When too many turns are possible to try them all, one
    line says so: then nothing is called a fault.
    """
    if position.qualifying or not stops or said.alone:
        return ()
    search = Search(position, stops, said)
    for turns in range(2, len(position.racing) + 1):
        found = _search(search, position, (), turns)
        if found:
            return (_line(found, search.final),)
        if search.left <= 0:
            return (_too_many(position, search.final),)
    return ()


def _search(search: Search, position: Position, steps: tuple[Step, ...], turns: int) -> tuple[Step, ...]:
    if not position.turn or (steps and position.turn == search.start.turn):
        return ()
    for step in _steps(search, position, turns - 1):
        taken = (*steps, step)
        found = _search(search, step.after, taken, turns - 1) if turns > 1 else _fits(search, taken)
        if found:
            return found
    return ()


def _fits(search: Search, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps, when they lead to the table as it is seen."""
    last = steps[-1]
    found = differences(Pair(last.before, last.turn, resolve(last.before, last.turn), search.final, closed=True))
    return () if found.faults else (*steps[:-1], replace(last, assumes=(*last.assumes, *found.assumes)))


def _steps(search: Search, position: Position, later: int) -> Iterator[Step]:
    """The turns the driver to move may have taken; what `later` turns may have changed after them stays open."""
    car = position.turn
    said = search.said if position is search.start else Said()
    known = dice_known(search.start, car, search.stops, said, finished=True)
    board, looks = position.shape, dict(search.final.cars)
    targets = _may_have_ended(board, nodes_seen(board, looks[car]), later) if car in looks else None
    for pushed in range(later + 1 if targets is not None else 1):
        look = None if targets is None else targets[pushed]
        for turn in _turns(search, position, said, known, look):
            search.left -= 1
            if search.left <= 0:
                return
            reading = weigh(Scene(position, car, _nothing_seen(search.final), known, said, True), turn)
            if reading.faults:
                continue
            assumes = tuple(one for one in reading.assumes if "not seen" not in one)
            if not assumes and not known.whole and said == Said():
                assumes = (f"{NAMES[car]} took a turn that was not seen",)
            after = resolve(position, turn).after
            if not _too_far(after, search.final):
                yield Step(turn, assumes, position, after)


def _too_far(after: Position, final: Observation) -> bool:
    """Whether more laps or shortcuts were driven than the boxes show: that is never undone."""
    return any(
        after.box(car).discs < box.discs or (after.box(car).cylinder and not box.cylinder) for car, box in final.boxes
    )


def _turns(
    search: Search, position: Position, said: Said, known: DiceKnown, nodes: frozenset[int] | None
) -> Iterator[Turn]:
    """Turns that leave the car on one of these nodes (anywhere when it is not seen; with none, off the board)."""
    car, board = position.turn, position.shape
    looks: list[tuple[tuple[str, CarSeen], ...]] = [()]
    if nodes is not None:
        looks = [((car, car_seen(board, Stand(node))),) for node in sorted(nodes)] or [((car, CarSeen("")),)]
    for look in looks:
        final = replace(_nothing_seen(search.final), cars=look)
        tray = search.final.tray
        told = replace(said, refill=said.refill or (tray.item if tray else ""))
        for turn in candidates(Scene(position, car, final, known, told, True, thorough=True)):
            end = resolve(position, turn).after.stand(car).node
            if nodes is None or end in nodes or (end is None and not nodes):
                yield turn


def _may_have_ended(board: Board, nodes: tuple[int | None, ...], pushes: int) -> list[frozenset[int]]:
    """Where a car may have stood before 0, 1, 2, ... pushes brought it where it is seen."""
    found = [frozenset(node for node in nodes if node is not None)]
    for _ in range(pushes):
        spaces = {board.ids[node] for node in found[-1]}
        found.append(frozenset(node for node, ahead in enumerate(board.following) if board.ids[ahead] in spaces))
    return found


def _nothing_seen(final: Observation) -> Observation:
    """A look at the table that shows nothing: what stands there may be later drivers' doing."""
    return Observation("", (), dice_clear=False, unseen=final.unseen, tray=None)


def _line(steps: tuple[Step, ...], final: Observation) -> Line:
    after = as_seen(steps[-1].after, final)
    assumes = tuple(dict.fromkeys(one for step in steps for one in step.assumes))
    return Line(" / ".join(turn_text(step.turn) for step in steps), (), assumes, True, position_text(after))


def _too_many(position: Position, final: Observation) -> Line:
    after = as_seen(position, final)
    words = "several turns were taken that were not seen, too many to follow"
    return Line(turn_text(Turn(position.turn, actions.ROLLING)), (), (words,), False, position_text(after))
