"""Which lines of play give just what was seen and said: a uniform-cost search over what hands and dice may do.

The cost of a line is (rules broken, things taken for granted, oddness), compared in that order. Lines that break no
rule are looked for over as many turns as may have been missed before a single slip is thought of (Dijkstra, 1959).
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Generic

from referee.games.fact import NO, Fact
from referee.games.rulebook import Claim, RuleBook, SeenT, StateT, Step

MOST_WORLDS = 48
"""So many worlds are kept; what is dropped beyond is told as a doubt."""

MOST_NODES = 2_000
"""So many states are looked into at most, the same on every machine; then nobody is accused."""

MOST_BROKEN = 3
"""More rules than these are not broken at once: then the table was set up anew, or much was missed."""


Cost = tuple[int, int, int, int]


@dataclass(frozen=True)
class Word:
    """Something said: `at` counts the looks that had been taken when it was said, `sure` words are about this turn."""

    said: Fact
    at: int = 0
    sure: bool = False


@dataclass(frozen=True)
class Evidence(Generic[SeenT]):
    """What is known of the time since a belief: settled looks, oldest first, words, and whether the turn is over."""

    looks: tuple[SeenT, ...]
    words: tuple[Word, ...] = ()
    closed: bool = False


@dataclass(frozen=True)
class Turn(Generic[StateT]):
    """One driver's turn as a world tells it."""

    driver: str
    before: StateT
    steps: tuple[Step[StateT], ...] = ()
    over: bool = False

    @property
    def broken(self) -> tuple[Fact, ...]:
        """The rules that its steps break, in their order."""
        return tuple(one for step in self.steps for one in step.broken)


@dataclass(frozen=True)
class World(Generic[StateT]):
    """One way in which all that was seen and said came about.

    Attributes
    ----------
    state : what lies there now, and what only players know.
    turns : the turns since the belief that was stepped from; the last one may still be under way.
    granted : what it takes for granted though nobody saw or said it.
    astray : words that it leaves about nothing.
    waiting : words that may still be about a turn to come.
    odd : how unlikely it is beside others.
    """

    state: StateT
    turns: tuple[Turn[StateT], ...] = ()
    granted: tuple[Fact, ...] = ()
    astray: tuple[Fact, ...] = ()
    waiting: tuple[Fact, ...] = ()
    odd: int = 0

    @property
    def broken(self) -> tuple[Fact, ...]:
        """The rules broken in it."""
        return tuple(one for turn in self.turns for one in turn.broken)

    @property
    def cost(self) -> Cost:
        """What it costs to believe it: rules broken, things taken for granted, oddness, and how long the story is."""
        steps = sum(len(turn.steps) for turn in self.turns)
        return len(self.broken), len(self.granted) + len(self.astray), self.odd, steps

    @property
    def over(self) -> bool:
        """Whether the turn that was under way is over."""
        return bool(self.turns) and self.turns[0].over


@dataclass(frozen=True)
class Found(Generic[StateT]):
    """The worlds that explain the evidence with the fewest broken rules, cheapest first.

    `whole` is False when the search ended at its bound or dropped worlds: then nobody may be accused.
    """

    worlds: tuple[World[StateT], ...]
    whole: bool = True


@dataclass(frozen=True)
class _Node(Generic[StateT]):
    state: StateT
    turns: tuple[Turn[StateT], ...]
    seen: int = 0
    spoken: tuple[int, ...] = ()
    unborne: tuple[Claim, ...] = ()
    granted: frozenset[Fact] = frozenset()
    claimed: tuple[tuple[int, Fact], ...] = ()
    broken: int = 0
    odd: int = 0
    steps: int = 0

    @property
    def key(self) -> Hashable:
        """What the future depends on: of two ways to it the cheaper one is followed, whatever they take for granted."""
        turn = len(self.turns), self.turns[-1].over
        shown = tuple(sorted(claim.shown_by for claim in self.unborne))
        return self.state, self.seen, turn, self.spoken, shown, self.broken

    @property
    def cost(self) -> Cost:
        return self.broken, len(self.granted) + sum(not claim.free for claim in self.unborne), self.odd, self.steps


_Heap = list[tuple[Cost, int, bool, _Node[StateT]]]


def explain(
    book: RuleBook[StateT, SeenT], starts: Sequence[World[StateT]], evidence: Evidence[SeenT], most_turns: int
) -> Found[StateT]:
    """The worlds that evidence leaves of those before it.

    Parameters
    ----------
    starts : the worlds at the beginning of the turn under way.
    most_turns : how many turns may have gone by since, the one under way included.

    Returns
    -------
    Worlds without a broken rule when there are any, over as few missed turns as possible; else those that break the
    fewest rules; none when nothing explains what was seen.
    """
    whole = True
    for slips in range(MOST_BROKEN + 1):
        for turns in range(1, most_turns + 1 if not slips else 2):
            search = _Search(book, evidence, turns, slips)
            worlds = sorted(search.run(starts), key=lambda world: world.cost)
            whole = whole and search.left > 0
            if worlds:
                kept = _different(worlds)
                return Found(kept[:MOST_WORLDS], whole and len(kept) <= MOST_WORLDS)
            if not whole and slips:
                return Found((), whole)
    return Found((), whole)


def _different(worlds: Iterable[World[StateT]]) -> tuple[World[StateT], ...]:
    """The cheapest world of each state, set of things taken for granted, and set of broken rules."""
    first: dict[Hashable, World[StateT]] = {}
    for world in worlds:
        first.setdefault((world.state, frozenset(world.granted), world.astray, world.broken), world)
    return tuple(first.values())


@dataclass
class _Search(Generic[StateT, SeenT]):
    book: RuleBook[StateT, SeenT]
    evidence: Evidence[SeenT]
    turns: int
    slips: int
    left: int = MOST_NODES
    number: Iterator[int] = field(default_factory=count)

    def run(self, starts: Sequence[World[StateT]]) -> list[World[StateT]]:
        """All worlds with the fewest broken rules, at most `slips` of them."""
        found: list[World[StateT]] = []
        heap: _Heap[StateT] = []
        known: set[Hashable] = set()
        for world in starts:
            begun = (Turn(self.book.driver(world.state), world.state),)
            self._push(heap, self._looked(_Node(world.state, begun, odd=world.odd)))
        while heap and self.left > 0:
            cost, _, wild, node = heapq.heappop(heap)
            if found and cost[0] > len(found[0].broken):
                break
            if wild:
                self._spread(heap, node, self.book.slips(node.state, self._toward(node)))
                continue
            if node.key in known:
                continue
            known.add(node.key)
            self.left -= 1
            ended = self._worlds(node) if self._is_end(node) else []
            if ended:
                found += ended
                continue
            if node.broken < self.slips and not self._may_not_go_on(node):
                worse = (node.broken + 1, *node.cost[1:])
                heapq.heappush(heap, (worse, next(self.number), True, node))
            if not self._may_not_go_on(node):
                self._spread(heap, node, self.book.actions(node.state, self._toward(node)))
        return found

    def _in_reach(self, node: _Node[StateT]) -> bool:
        """Whether the turns that are left may lead to the next look; with a slip to come anything may."""
        left = self.turns - len(node.turns) + (not node.turns[-1].over)
        return node.broken < self.slips or self.book.reach(node.state, self._toward(node), left)

    def _toward(self, node: _Node[StateT]) -> SeenT:
        looks = self.evidence.looks
        return looks[min(node.seen, len(looks) - 1)] if looks else self.book.show(node.state)

    def _all_seen(self, node: _Node[StateT]) -> bool:
        return node.seen == len(self.evidence.looks)

    def _is_end(self, node: _Node[StateT]) -> bool:
        """Whether everything seen came about, in just so many turns."""
        if not self._all_seen(node) or len(node.turns) < self.turns:
            return False
        if self.evidence.looks and self.book.clash(self.book.show(node.state), self.evidence.looks[-1]):
            return False
        return node.turns[-1].over if self.evidence.closed and self.turns == 1 else True

    def _may_not_go_on(self, node: _Node[StateT]) -> bool:
        return not self.book.driver(node.state) or (node.turns[-1].over and len(node.turns) == self.turns)

    def _spread(
        self,
        heap: _Heap[StateT],
        node: _Node[StateT],
        steps: Iterable[Step[StateT]],
    ) -> None:
        for step in steps:
            if node.broken + len(step.broken) <= self.slips:
                self._push(heap, self._looked(self._after(node, step)))

    def _push(self, heap: _Heap[StateT], node: _Node[StateT]) -> None:
        if self._in_reach(node):
            heapq.heappush(heap, (node.cost, next(self.number), False, node))

    def _after(self, node: _Node[StateT], step: Step[StateT]) -> _Node[StateT]:
        """The node after one step: a new turn begins with the first step after one that was over."""
        *before, turn = node.turns
        if turn.over:
            before, turn = [*before, turn], Turn(self.book.driver(node.state), node.state)
        turn = replace(turn, steps=(*turn.steps, step), over=step.over)
        number = len(before)
        unborne, granted, spoken = node.unborne, node.granted, node.spoken
        for claim in step.claims:
            index = self._word_for(claim.fact, spoken)
            if index is not None:
                spoken = (*spoken, index)
                continue
            overtaken = [one for one in unborne if one.shown_by and one.shown_by == claim.shown_by and not one.free]
            granted |= {one.fact for one in overtaken}
            unborne = (*(one for one in unborne if one not in overtaken), *(() if claim.free else (claim,)))
        return _Node(
            step.after,
            (*before, turn),
            node.seen,
            spoken,
            unborne,
            granted,
            (*node.claimed, *((number, claim.fact) for claim in step.claims)),
            node.broken + len(step.broken),
            node.odd + step.odd,
            node.steps + 1,
        )

    def _word_for(self, claimed: Fact, spoken: Sequence[int]) -> int | None:
        """The first word not yet used that says what a step claims."""
        for index, word in enumerate(self.evidence.words):
            if index not in spoken and word.said.says(claimed):
                return index
        return None

    def _looked(self, node: _Node[StateT]) -> _Node[StateT]:
        """The node with every look that it shows behind it."""
        looks, seen, unborne = self.evidence.looks, node.seen, node.unborne
        shown = self.book.show(node.state)
        while seen < len(looks) and not self.book.clash(shown, looks[seen]):
            unborne = self._not_shown(unborne, seen)
            seen += 1
        return replace(node, seen=seen, unborne=unborne)

    def _not_shown(self, claims: tuple[Claim, ...], number: int) -> tuple[Claim, ...]:
        """The claims that a look does not bear out."""
        if number < 0:
            return claims
        look = self.evidence.looks[number]
        return tuple(one for one in claims if not (one.shown_by and self.book.shows(look, one.shown_by)))

    def _worlds(self, node: _Node[StateT]) -> list[World[StateT]]:
        """The end of a search as a world, with what became of every word; none when a sure one is about nothing."""
        told = {self.evidence.words[index].said for index in node.spoken}
        astray: list[Fact] = []
        waiting: list[Fact] = []
        for word in self.evidence.words:
            if word.said in told:
                continue
            denied = [claim for number, claim in node.claimed if word.said.denies(claim)]
            if word.said.get("value") == NO and not denied:
                continue
            if word.sure and node.turns[0].over:
                return []
            may_come = word.at >= len(self.evidence.looks) or not node.turns[-1].over
            (waiting if may_come and not denied else astray).append(word.said)
        granted = node.granted | {claim.fact for claim in self._not_shown(node.unborne, len(self.evidence.looks) - 1)}
        odd = node.odd + self.turns - 1
        return [World(node.state, node.turns, tuple(sorted(granted)), tuple(astray), tuple(waiting), odd)]
