"""LEGAL, ILLEGAL or UNDECIDED, from the worlds that are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from referee.games.base import Status
from referee.games.rulebook import RuleBook, SeenT, StateT
from referee.mind.belief import Belief, step
from referee.mind.search import MARGIN, MOST_BROKEN, Evidence, Found, World, each_state_first, explain, faulty
from referee.words.fact import Fact

MISSED = 4
"""So many turns may go by while hands are over the table, also when fewer play."""

LONG_UNSEEN = 30
"""After the time of so many turns more than a round may have been missed."""

ALONE, DONE = "alone", "done"
"""Words about no game: that nobody else has had a turn unseen, and that the turn is over."""


@dataclass(frozen=True)
class Ruling(Generic[StateT]):
    """The referee's word on one turn.

    Attributes
    ----------
    status : the word.
    driver : whom it is about.
    found : the worlds behind it, the best first; none when nothing explains what was seen.
    broken : the rules broken in the best one; empty unless ILLEGAL.
    over : whether the turn is over.
    """

    status: Status
    driver: str
    found: Found[StateT]
    broken: tuple[Fact, ...] = ()
    over: bool = False


def rule(
    book: RuleBook[StateT, SeenT],
    belief: Belief[StateT],
    evidence: Evidence[SeenT],
    most_turns: int = 0,
    most_broken: int = MOST_BROKEN,
) -> Ruling[StateT]:
    """Judge the turn under way.

    A fault is called only if no world is left that breaks no rule, the belief before it was sure, nothing that the
    fault hangs on was out of sight all the while, also in no other world that takes as little for granted, and it was
    this driver's turn in which it was done. So many turns as
    a round has may have been missed, and at least `MISSED`, unless `most_turns` says otherwise; twice as many where
    nobody had looked for the time of `LONG_UNSEEN` turns, or nobody knows for how long and a driver would be out of
    turn. Who has no use for a story that breaks more rules than `most_broken` is answered sooner.
    """
    driver = book.driver(belief.state)
    kinds = {word.said.kind for word in evidence.words}
    if kinds & {ALONE, DONE}:
        words = tuple(word for word in evidence.words if word.said.kind not in (ALONE, DONE))
        evidence = replace(evidence, words=words, closed=evidence.closed or DONE in kinds)
        most_turns = 1 if ALONE in kinds else most_turns
    may_be_more = not most_turns and (len(evidence.idle) < len(evidence.looks) or None in evidence.idle)
    long = any(idle is not None and idle >= LONG_UNSEEN for idle in evidence.idle)
    most_turns = most_turns or (max(book.round_length(belief.state), MISSED) + 1) * (1 + long)
    found = step(book, belief, evidence, most_turns, most_broken)
    if not found.worlds:
        return Ruling(Status.UNDECIDED, driver, found)
    fine = [world for world in found.worlds if not world.broken]
    best = fine[0] if fine else min(found.worlds, key=lambda world: _fault_first(book, world))
    driver = best.turns[0].driver
    if not fine:
        others = _drivers_out_of_turn(book, best)
        if others and may_be_more:
            return rule(book, belief, evidence, 2 * most_turns, most_broken)
        if len(others) > 1:
            return Ruling(Status.UNDECIDED, driver, Found((), found.whole))
        ahead = _ahead(best, found)
        sure = found.whole and belief.sure and best.proven and _by_the_same(found.worlds, driver)
        sure = sure and all(one.proven or one.cost[:2] > best.cost[:2] for one in found.worlds)
        if not sure or _told_otherwise(book, belief, evidence, best, most_turns):
            return Ruling(Status.UNDECIDED, driver, ahead, over=best.over)
        return Ruling(Status.ILLEGAL, driver, ahead, best.proven, over=best.over)
    told = min((world for world in fine if not world.granted), key=lambda world: world.cost, default=None)
    clear = told is not None and not told.astray
    late = told is not None and told.goes_on and bool(evidence.words)  # words said late may be of turns to come
    if evidence.closed and (late or not clear):  # what is asked about may have been a fault, and live on as one
        fine += _others(fine, faulty(book, belief.worlds, evidence, most_turns))
    found = Found(tuple(fine), found.whole)
    if told is None:
        return Ruling(Status.UNDECIDED, driver, found, over=best.over)
    return Ruling(Status.LEGAL if clear else Status.UNDECIDED, driver, _ahead(told, found), over=told.over)


def _fault_first(book: RuleBook[StateT, SeenT], world: World[StateT]) -> tuple[object, ...]:
    """Which of several faulty stories is told: of two that cost the same, who broke a rule in his own turn."""
    return len(world.supposed), world.cost[:2], bool(_drivers_out_of_turn(book, world)), world.cost


def _drivers_out_of_turn(book: RuleBook[StateT, SeenT], world: World[StateT]) -> set[Any]:
    """Who came in another's turn.

    Of two or more at one look nobody is accused: more than a round may have been missed, or the table was set up anew.
    """
    return {one.get("who") for one in world.broken if book.rules[one.kind].takes_turns}


def _by_the_same(worlds: Sequence[World[StateT]], driver: str) -> bool:
    """Whether all worlds tell of a fault in this driver's turns, or all of the same one or of the same driver's."""
    if all(any(turn.broken for turn in world.turns if turn.driver == driver) for world in worlds):
        return True
    told = [[(one, turn.driver) for turn in world.turns for one in turn.broken] for world in worlds]
    alike = set.intersection(*({fault for fault, _ in faults} for faults in told))
    return bool(alike or set.intersection(*({one.get("who", whose) for one, whose in faults} for faults in told)))


def _others(fine: Sequence[World[StateT]], wrong: Sequence[World[StateT]]) -> list[World[StateT]]:
    """The faulty worlds that lead elsewhere, take little more for granted and hang on nothing out of sight."""
    known, most = {world.state for world in fine}, min(world.cost[1] for world in fine) + MARGIN
    plain = (world for world in wrong if world.broken and not world.supposed and world.cost[1] <= most)
    return each_state_first(world for world in plain if world.state not in known)


def _ahead(best: World[StateT], found: Found[StateT]) -> Found[StateT]:
    return Found((best, *(world for world in found.worlds if world is not best)), found.whole)


def _told_otherwise(
    book: RuleBook[StateT, SeenT], belief: Belief[StateT], evidence: Evidence[SeenT], best: World[StateT], most: int
) -> bool:
    """Whether a world that was believed less tells the turn without the fault, or with another one."""
    others = [replace(world, owed=(0, 0)) for world in belief.worlds if world.owed > best.owed]
    called = {one.kind for one in best.proven}
    found = explain(book, others, evidence, most).worlds if others else ()
    return any(not called & {one.kind for one in world.broken} for world in found)
