"""Turns taken while hands covered the table: the driver's, then the next ones', up to a full round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from referee.games.base import Line
from referee.games.fact import fact
from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, turn_text
from referee.games.nestorgames_gp.between import as_it_lies, changed
from referee.games.nestorgames_gp.candidates import Scene, candidates
from referee.games.nestorgames_gp.compare import Pair, as_seen, differences
from referee.games.nestorgames_gp.declarations import Said
from referee.games.nestorgames_gp.effects import Outcome, next_seat, resolve
from referee.games.nestorgames_gp.evidence import DiceKnown, dice_known, fresh_dice
from referee.games.nestorgames_gp.explain import choices, readings, weigh
from referee.games.nestorgames_gp.horizon import Horizon
from referee.games.nestorgames_gp.notation import position_text
from referee.games.nestorgames_gp.observation import UNKNOWN, CarSeen, Observation, thrown_anew
from referee.games.nestorgames_gp.position import Position, Stand, car_seen, visible
from referee.games.nestorgames_gp.words import WORDS

MOST_TRIED = 500
"""So many turns are tried before the search gives up and asks."""


@dataclass
class Search:
    """One search for missed turns: what was seen and said, and how many more turns may be tried.

    Attributes
    ----------
    hopeless : positions from which so many turns do not lead to what is seen.
    """

    start: Position
    stops: Sequence[Observation]
    said: Said
    horizon: Horizon
    left: int = MOST_TRIED
    hopeless: set[tuple[Position, int]] = field(default_factory=set)

    @property
    def final(self) -> Observation:
        """What is seen in the end."""
        return self.stops[-1]


@dataclass(frozen=True)
class Step:
    """One missed turn: what was done, what it takes for granted, the position before, and what it leads to."""

    turn: Turn
    assumes: tuple[str, ...]
    before: Position
    outcome: Outcome

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.outcome.after


def missed_turns(position: Position, stops: Sequence[Observation], said: Said) -> tuple[Line, ...]:
    """Lines of several turns in seat order that lead to the table as it is, none breaking a rule; () when none does.

    A turn without its dice on the card is assumed, not known. When too many turns are possible to try them all, one
    line says so: then nothing is called a fault.
    """
    if not stops or said.alone:
        return ()
    if position.qualifying:
        return (_too_many(position, stops[-1]),) if _race_began(position, stops[-1]) else ()
    search = Search(position, stops, said, Horizon(position.shape, stops[-1], position.switches))
    for turns in range(2, len(position.racing) + 1):
        found = _search(search, position, (), turns)
        if found:
            return (_line(found, search.final),)
        if search.left <= 0:
            return (_too_many(position, search.final),)
    if len(position.racing) == 2 and not _is_this_turn(search) and _more_than_a_round(search):
        return (_too_many(position, search.final),)
    return ()


def _is_this_turn(search: Search) -> bool:
    """Whether the driver's dice were seen before anything else had changed and lie there still, and no others do."""
    position, car, final = search.start, search.start.turn, search.final
    if any(fresh_dice(position, other, final) for other in position.racing if other != car):
        return False
    lying = fresh_dice(position, car, final)
    for look in search.stops[:-1]:
        rolled = fresh_dice(position, car, look)
        kept = all(number in lying and not thrown_anew(die, lying[number]) for number, die in rolled.items())
        if rolled and kept and not changed(visible(position), replace(look, dice=position.dice)):
            return True
    return False


def _more_than_a_round(search: Search) -> bool:
    """Whether two drivers may have had more than a round unseen: a round of two is over quickly.

    The other one has surely played when his pieces show what this driver's turn does not do to them.
    """
    position, final = search.start, search.final
    if search.horizon.rules_out(position, 2 * len(position.racing)):
        return False
    car = position.turn
    other = next(one for one in position.racing if one != car)
    if not _differs(visible(position), final, car) and not _may_leave_no_trace(position, car):
        return False
    likeliest = readings(position, search.stops, search.said, True)[0].turn
    outcome = resolve(position, likeliest) if likeliest.car == car else Outcome(position, {})
    due = visible(outcome.after)
    if _differs(due, final, other) or fresh_dice(position, other, final):
        return True
    alike = likeliest.kind == actions.PUT or _lost_a_die(search, due)
    turned_up = not position.stand(other).up and ("up", other) in outcome.causes  # and crashed into at once
    return (turned_up or _may_leave_no_trace(position, other)) and (alike or _twice(search))


def _differs(due: Observation, final: Observation, car: str) -> bool:
    """Whether a driver's car or box is seen otherwise than it is due."""
    look, box = dict(final.cars).get(car), dict(final.boxes).get(car)
    return (look is not None and look != dict(due.cars)[car]) or (box is not None and box != dict(due.boxes)[car])


def _may_leave_no_trace(position: Position, car: str) -> bool:
    """Whether a driver may have a turn that nobody sees afterwards: a repeat, and not on a corner."""
    return position.stand(car).up and not position.on_corner(car) and position.dice_left(car) > 1


def _lost_a_die(search: Search, due: Observation) -> bool:
    """Whether the driver has lost a die that his turn does not cost: he may have crashed and been turned up again."""
    car = search.start.turn
    box = dict(search.final.boxes).get(car)
    return box is not None and box.dice > dict(due.boxes)[car].dice


def _twice(search: Search) -> bool:
    """Whether two turns of the driver, with nothing of the other's between, may lead to what is seen.

    To turn the car up before them is one more.
    """
    position, car = search.start, search.start.turn
    if position.stand(car).up:
        return _twice_from(search, position)
    turned = replace(resolve(position, Turn(car, actions.UP)).after, turn=car)
    return _twice_from(search, position) or _twice_from(search, turned)


def _twice_from(search: Search, position: Position) -> bool:
    car, final = position.turn, search.final
    known = dice_known(search.start, car, search.stops, Said(), finished=True)
    unseen = Scene(position, car, _nothing_seen(final), DiceKnown(), search.said, True)
    led_to: set[Position] = set()
    search.left = MOST_TRIED
    for turn, outcome in _turns(unseen, None, final, 1):
        search.left -= 1
        if search.left <= 0:
            return True
        if outcome.after in led_to or outcome.after.turn == "" or choices(unseen, turn, outcome)[0]:
            continue
        led_to.add(outcome.after)
        again = Scene(replace(outcome.after, turn=car), car, final, known, Said(), True)
        if any(not weigh(again, second).faults for second in candidates(again)):
            return True
    return False


def _race_began(position: Position, final: Observation) -> bool:
    """Whether cars are out of the pit lane while the grid was still being rolled for: more was missed than a turn."""
    bays = {bay.id for bay in position.shape.bays}
    return any(look.space and look.space not in bays for _, look in final.cars)


def _search(search: Search, position: Position, steps: tuple[Step, ...], turns: int) -> tuple[Step, ...]:
    if not position.turn or (steps and position.turn == search.start.turn):
        return ()
    if (position, turns) in search.hopeless or search.horizon.rules_out(position, turns):
        return ()
    for step in _steps(search, position, turns - 1):
        taken = (*steps, step)
        found = _search(search, step.after, taken, turns - 1) if turns > 1 else _fits(search, taken)
        if found:
            return found
    if search.left > 0:
        search.hopeless.add((position, turns))
    return ()


def _fits(search: Search, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps, when they lead to the table as it is seen."""
    last = steps[-1]
    found = differences(Pair(last.before, last.turn, last.outcome, search.final, closed=True))
    return () if found.faults else (*steps[:-1], replace(last, assumes=(*last.assumes, *found.assumes)))


def _steps(search: Search, position: Position, later: int) -> Iterator[Step]:
    """The turns the driver to move may have taken, one for each position that it leads to."""
    car = position.turn
    said = search.said if position is search.start else Said()
    known = dice_known(search.start, car, search.stops, said, finished=True)
    scene = Scene(position, car, _nothing_seen(search.final), known, said, True)
    led_to: set[Position] = set()
    for nodes in search.horizon.stood_before(car, later):
        for turn, outcome in _turns(scene, nodes, search.final, later):
            search.left -= 1
            if search.left <= 0:
                return
            if outcome.after in led_to or search.horizon.rules_out(outcome.after, later):
                continue
            faults, (rolled, others) = choices(scene, turn, outcome)
            if faults:
                continue
            led_to.add(outcome.after)
            assumes = (*rolled, *others)
            if not assumes and not known.whole and said == Said():
                assumes = (WORDS.tell(fact("missed", how="turn", by=car)),)
            yield Step(turn, assumes, position, outcome)


def _turns(
    scene: Scene, nodes: frozenset[int] | None, final: Observation, later: int
) -> Iterator[tuple[Turn, Outcome]]:
    """Turns that leave the car on one of these nodes (anywhere when it is not seen; with none, off the board)."""
    position, car, board = scene.position, scene.car, scene.position.shape
    looks: list[tuple[tuple[str, CarSeen], ...]] = [()]
    if nodes is not None:
        looks = [((car, car_seen(board, Stand(node))),) for node in sorted(nodes)] or [((car, CarSeen("")),)]
    refill = scene.said.refill or (final.tray.item if final.tray else "")
    told = replace(scene.said, refill=refill)
    for look in looks:
        shown = replace(scene.final, cars=look)
        for turn in candidates(Scene(position, car, shown, scene.dice, told, True, thorough=True)):
            turn, outcome = _refilled_unseen(scene, turn, resolve(position, turn), later)
            end = outcome.after.stand(car).node
            if nodes is None or end in nodes or (end is None and not nodes):
                yield turn, outcome


def _refilled_unseen(scene: Scene, turn: Turn, outcome: Outcome, later: int) -> tuple[Turn, Outcome]:
    """The same turn, when it refilled the tray before anybody looked: somebody may have taken that item out again."""
    tray = outcome.after.tray
    if not later or scene.said.refill or tray is None or tray == scene.position.tray or not tray.space:
        return turn, outcome
    turn = replace(turn, refill=UNKNOWN)
    return turn, resolve(scene.position, turn)


def _nothing_seen(final: Observation) -> Observation:
    """A look at the table that shows nothing: what stands there may be later drivers' doing."""
    return Observation("", (), dice_clear=False, unseen=final.unseen, tray=None)


def _line(steps: tuple[Step, ...], final: Observation) -> Line:
    after = as_seen(steps[-1].after, final)
    assumes = tuple(dict.fromkeys(one for step in steps for one in step.assumes))
    return Line(" / ".join(turn_text(step.turn) for step in steps), (), assumes, True, position_text(after))


def _too_many(position: Position, final: Observation) -> Line:
    after = as_it_lies(position, as_seen(position, final))
    rolled = [car for car in after.racing if fresh_dice(position, car, final)]
    if len(rolled) == 1 and after.turn and not position.qualifying:  # whose dice lie there has played last
        after = replace(after, turn=next_seat(after, rolled[0]))
    words = WORDS.tell(fact("missed"))
    return Line(turn_text(Turn(position.turn, actions.ROLLING)), (), (words,), False, position_text(after))
