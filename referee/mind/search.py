"""Which lines of play give just what was seen and said: a uniform-cost search over what hands and dice may do.

The cost of a line is (rules broken, things taken for granted, oddness), compared in that order. Lines that break no
rule are looked for over as many turns as may have been missed before a single slip is thought of (Dijkstra, 1959).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from functools import lru_cache
from itertools import chain, count, pairwise
from math import inf
from typing import Any, Generic

from referee.frozen import cached_property, dataclass, replace
from referee.games.rulebook import Claim, Narrowing, RuleBook, SeenT, StateT, Step
from referee.words.fact import DONE, NO, Fact

MOST_WORLDS = 48
"""So many worlds are kept; what is dropped beyond is told as a doubt."""

MOST_NODES = 2_000
"""So many states are looked into at most for so many slips, the same on every machine; then nobody is accused."""

MOST_BROKEN = 3
"""More rules than these are not broken at once: then the table was set up anew, or much was missed. So many are only
looked for in one turn."""

FAULTY_TURNS = 2
"""Over so many turns at most slips are looked for: of a fault and a turn that were seen at one look. So many may have
come and gone before a look."""

UNBEGUN = Fact("unbegun")
"""Taken for granted where a turn is said to be over and nothing was done in it: the word was meant for another."""

Cost = tuple[int, int, int, int]


@dataclass(frozen=True)
class Word:
    """Something said: `at` counts the looks that had been taken when it was said, `sure` words are about this turn.

    An `answer`, which is sure, is about something that was done and no look has shown. One said `late`, after the turn
    was said to be over, may as well be of one that had not begun then.
    """

    said: Fact
    at: int = 0
    sure: bool = False
    answer: bool = False
    late: bool = False


@dataclass(frozen=True)
class Evidence(Generic[SeenT]):
    """What is known of the time since a belief: settled looks, oldest first, words, and whether the turn is over.

    Before each look so many turns at most went by in which dice were thrown and nothing was seen, said or left, as many
    as there was time for; None, or no entry, where nobody knows how long nobody had looked.
    """

    looks: tuple[SeenT, ...]
    words: tuple[Word, ...] = ()
    closed: bool = False
    idle: tuple[int | None, ...] = ()


@dataclass(frozen=True)
class Turn(Generic[StateT]):
    """One driver's turn as a world tells it; when it began so many looks had been taken."""

    driver: str
    before: StateT
    steps: tuple[Step[StateT], ...] = ()
    over: bool = False
    looks: int = 0

    @cached_property
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
    idle : how many words nothing in it bears out, and that are not of a turn to come either.
    supposed : what the rules that it says were broken hang on, and no look shows.
    owed : how many rules were broken, and things taken for granted, before the turns that it tells.
    """

    state: StateT
    turns: tuple[Turn[StateT], ...] = ()
    granted: tuple[Fact, ...] = ()
    astray: tuple[Fact, ...] = ()
    waiting: tuple[Fact, ...] = ()
    odd: int = 0
    idle: int = 0
    supposed: tuple[Fact, ...] = ()
    owed: tuple[int, int] = (0, 0)

    @cached_property
    def broken(self) -> tuple[Fact, ...]:
        """The rules broken in it."""
        return tuple(one for turn in self.turns for one in turn.broken)

    @property
    def proven(self) -> tuple[Fact, ...]:
        """The rules broken by steps that hang on nothing out of sight."""
        steps = (step for turn in self.turns for step in turn.steps)
        sure = (step for step in steps if not any(claim.fact in self.supposed for claim in step.claims))
        return tuple(one for step in sure for one in step.broken)

    @cached_property
    def cost(self) -> tuple[int, int, int, int, int]:
        """What it costs to believe it: rules broken, things taken for granted, oddness, idle words, and its length."""
        steps = sum(len(turn.steps) for turn in self.turns)
        granted = len(self.granted) + len(self.supposed) + len(self.astray)
        return self.owed[0] + len(self.broken), self.owed[1] + granted, self.odd, self.idle, steps

    def until(self, turns: int) -> World[StateT]:
        """The world as it was after so many of its turns; what it takes for granted since bears them out as well."""
        return replace(self, state=self.turns[turns].before, turns=self.turns[:turns])

    @property
    def goes_on(self) -> bool:
        """Whether it tells of a next turn: who is to act then hangs on turns of which no look shows the end."""
        return len(self.turns) > 1

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


MARGIN = 1
"""Worlds that take for granted so many things more than the cheapest still live on; those that ask for more are not
believed in: what was seen and said tells a simpler story."""


class _Node(Generic[StateT]):
    """A point on the way: plain and with slots, because thousands are made for one word."""

    __slots__ = (
        "before", "begun", "broken", "claimed", "granted", "idle",
        "number", "odd", "owed", "passed", "seen", "shown", "sound", "spoken",
        "state", "steps", "supposed", "turns", "unborne", "used",
    )  # fmt: skip

    def __init__(self, state: StateT, number: int, turns: tuple[Turn[StateT], ...], odd: int) -> None:
        self.state = state
        self.number = number
        self.turns = turns
        self.before: _Node[StateT] | None = None
        self.seen = 0
        self.spoken: tuple[int, ...] = ()  # the words that are about something
        self.used: frozenset[int] = frozenset()  # those of them that a claim needs, which no other claim can need
        self.unborne: tuple[Claim, ...] = ()
        self.shown: tuple[Fact, ...] = ()
        self.granted: frozenset[Fact] = frozenset()
        self.supposed: frozenset[Fact] = frozenset()
        self.claimed: tuple[Claim, ...] = ()
        self.begun: tuple[tuple[int, int], ...] = ()
        self.owed = (0, 0)
        self.broken = 0
        self.idle = 0
        self.passed = 0
        self.odd = odd
        self.steps = 0
        self.sound = 0

    @property
    def cost(self) -> Cost:
        """What it costs at least: a claim that a look may still bear out costs nothing yet."""
        return self.broken, self.owed[1] + len(self.granted) + len(self.supposed), self.odd, self.steps


_Heap = list[tuple[Cost, int, int, bool, _Node[StateT]]]
"""Of ways that cost the same the one that kept the rules longest comes first: what was legal so far stays so."""
_Steps = tuple[tuple[Step[StateT], int], ...]
"""Steps, each with the number of the state that it leads to."""

MOST_KNOWN = 12_000
"""When so many states are known to a memory, the next word begins with an empty one."""


MOST_EXPLAINED = 200
"""So many explanations are kept for who asks again: a match does so within a turn or two, and stories are large."""


class _Known(Generic[StateT, SeenT]):
    """What a rule book has answered about states and looks, which go by numbers here.

    The same is asked by longer searches, by those that allow a slip, when turns are told again, and at the next look.
    """

    def __init__(self, book: RuleBook[StateT, SeenT]) -> None:
        self.book = book
        self.narrowing = book if isinstance(book, Narrowing) else None
        self._states: dict[StateT, int] = {}
        self._looks: dict[SeenT, int] = {}
        self._shown: dict[int, SeenT] = {}
        self._clashes: dict[tuple[int, int], int] = {}
        self._settled: dict[tuple[int, int], tuple[StateT, int]] = {}
        self._reached: dict[tuple[int, int, int], tuple[int, frozenset[int]]] = {}
        self._told: dict[Hashable, _Steps[StateT]] = {}
        self.explained: dict[Hashable, Found[StateT]] = {}

    @property
    def full(self) -> bool:
        """Whether no more should be asked of it."""
        return len(self._states) > MOST_KNOWN

    def number(self, state: StateT) -> int:
        """A state's number: large states are hashed once, not with every question and every way to them."""
        return self._states.setdefault(state, len(self._states))

    def look(self, seen: SeenT) -> int:
        """A look's number."""
        return self._looks.setdefault(seen, len(self._looks))

    def clash(self, state: StateT, number: int, seen: SeenT, look: int) -> int:
        """In how many things a state differs from a look."""
        known = self._clashes.get((number, look))
        if known is None:
            known = self._clashes[number, look] = self.book.clash(self.show(state, number), seen)
        return known

    def show(self, state: StateT, number: int) -> SeenT:
        """What a camera sees of a state."""
        shown = self._shown.get(number)
        if shown is None:
            shown = self._shown[number] = self.book.show(state)
        return shown

    def settle(self, state: StateT, number: int, seen: SeenT, look: int) -> tuple[StateT, int]:
        """A state with what a look shows that no rule decides."""
        known = self._settled.get((number, look))
        if known is None:
            after = self.book.settle(state, seen)
            known = self._settled[number, look] = after, self.number(after)
        return known

    def reaches(self, state: StateT, number: int, seen: SeenT, look: int, turns: int, slips: int) -> bool:
        """Whether so many turns with so many slips, or fewer turns, may lead from a state to a look.

        Where more turns lead nowhere, fewer do not either.
        """
        too_few, may_do = self._reached.get((number, look, slips), (-1, frozenset()))
        if turns <= too_few:
            return False
        if turns in may_do:
            return True
        if slips and self.narrowing is not None:
            reached = self.narrowing.near(state, seen, slips, turns)
        else:
            reached = self.book.reach(state, seen, turns)
        self._reached[number, look, slips] = (too_few, may_do | {turns}) if reached else (turns, may_do)
        return reached

    def _steps(self, asked: Hashable, ask: Callable[..., Iterable[Step[StateT]]], *about: Any) -> _Steps[StateT]:
        known = self._told.get(asked)
        if known is None:
            known = self._told[asked] = tuple((step, self.number(step.after)) for step in ask(*about))
        return known

    def actions(self, state: StateT, number: int, seen: SeenT, look: int) -> _Steps[StateT]:
        """What the rules allow next on the way to a look."""
        return self._steps((number, look, "actions"), self.book.actions, state, seen)

    def slips(self, state: StateT, number: int, seen: SeenT, look: int) -> _Steps[StateT]:
        """What hands do wrong on the way to a look."""
        return self._steps((number, look, "slips"), self.book.slips, state, seen)

    def heard(self, state: StateT, number: int, seen: SeenT, look: int, word: Fact) -> _Steps[StateT]:
        """What the rules allow that nobody would think of but for a word."""
        return self._steps((number, look, word), self.book.heard, state, seen, word)

    def misstated(self, state: StateT, number: int, word: Fact) -> _Steps[StateT]:
        """What a word says that nobody may have done."""
        return self._steps((number, word), self.book.misstated, state, word)


@lru_cache(maxsize=16)
def _memories(book: Any) -> list[_Known[Any, Any]]:
    return [_Known(book)]


def _known_of(book: RuleBook[StateT, SeenT]) -> _Known[StateT, SeenT]:
    """What is known of a game: a full memory is left to those who still search in it, as other races may."""
    law: Any = book  # a protocol counts as not hashable, the books are
    memory = _memories(law)
    if memory[0].full:
        memory[0] = _Known(book)
    return memory[0]


def explain(
    book: RuleBook[StateT, SeenT],
    starts: Sequence[World[StateT]],
    evidence: Evidence[SeenT],
    most_turns: int,
    most_broken: int = MOST_BROKEN,
) -> Found[StateT]:
    """The worlds that evidence leaves of those before it.

    Parameters
    ----------
    starts : the worlds at the beginning of the turn under way.
    most_turns : how many turns may have gone by since, the one under way included.
    most_broken : how many rules may have been broken; who asks for legal play only is answered much sooner.

    Returns
    -------
    Worlds without a broken rule when there are any, over as few missed turns as possible unless more of them make a
    likelier story; else those that break the fewest rules in the turn under way and the next; none when nothing
    explains what was seen.
    """
    found = _explained(book, starts, evidence, most_turns, most_broken)
    if not found.worlds and any(word.sure for word in evidence.words):
        # what people insist on and the table gainsays explains nothing: then the table decides, and answers are doubted
        doubted = (replace(word, sure=False) for word in evidence.words if word.answer or not word.sure)
        unsaid = replace(evidence, words=tuple(doubted))
        return _explained(book, starts, unsaid, most_turns, most_broken)
    return found


def _explained(
    book: RuleBook[StateT, SeenT],
    starts: Sequence[World[StateT]],
    evidence: Evidence[SeenT],
    most_turns: int,
    most_broken: int,
) -> Found[StateT]:
    """The same, worked out once: a match asks the same more than once, and over more turns or fewer."""
    known, asked = _known_of(book), (tuple(starts), evidence)
    found = known.explained.get(asked) or known.explained.get((*asked, most_turns, most_broken))
    if found is None:
        found, at_once = _worked_out(known, starts, evidence, most_turns, most_broken)
        if len(known.explained) >= MOST_EXPLAINED:
            known.explained.clear()
        known.explained[asked if at_once else (*asked, most_turns, most_broken)] = found
    return found


def _worked_out(
    known: _Known[StateT, SeenT],
    starts: Sequence[World[StateT]],
    evidence: Evidence[SeenT],
    most_turns: int,
    most_broken: int,
) -> tuple[Found[StateT], bool]:
    """The worlds, and whether they were found in the first search, over one turn: then more turns add nothing."""
    whole, searches = True, 0
    owed = min((world.owed[0] for world in starts), default=0)
    for slips, patient in sorted([*((slips, False) for slips in range(most_broken + 1)), (owed, True)]):
        worlds: list[World[StateT]] = []
        turns, left = 1, MOST_NODES
        most = min(most_turns, FAULTY_TURNS - (slips == MOST_BROKEN)) if slips or patient else most_turns
        while turns <= most and left > 0:
            search = _Search(known, evidence, turns, slips, most, left, patient=patient, least=slips)
            worlds = sorted([*worlds, *filter(_by_whose_turn_it_was, search.run(starts))], key=lambda world: world.cost)
            whole, searches = whole and (search.left > 0 or bool(slips and turns > 1)), searches + 1
            if worlds and worlds[0].odd <= turns:
                break
            turns, left = search.more_turns, search.left
        if worlds:
            granted, at_once = worlds[0].cost[:2], searches == 1 and worlds[0].odd <= 1
            if evidence.closed and not granted[0]:
                worlds += _Search(known, evidence, 1, 0, 1, MOST_NODES).unbegun(starts, worlds[0])
            kept = different(world for world in worlds if world.cost[:2] <= (granted[0], granted[1] + MARGIN))
            return Found(kept[:MOST_WORLDS], whole and len(kept) <= MOST_WORLDS), at_once
        if not whole and slips:
            break
    return Found((), whole), False


def faulty(
    book: RuleBook[StateT, SeenT], starts: Sequence[World[StateT]], evidence: Evidence[SeenT], most_turns: int
) -> tuple[World[StateT], ...]:
    """The worlds in which just one rule was broken, beside those that `explain` found without: what else may be so."""
    known, asked = _known_of(book), (tuple(starts), evidence, most_turns, "faulty")
    if asked not in known.explained:
        least, most = min(world.owed[0] for world in starts) + 1, min(most_turns, FAULTY_TURNS)
        search = _Search(known, evidence, 1, least, most, MOST_NODES, least=least)
        known.explained[asked] = Found(different(sorted(search.run(starts), key=lambda world: world.cost)))
    return known.explained[asked].worlds


def _by_whose_turn_it_was(world: World[StateT]) -> bool:
    """Whether all that was done wrong after the first turn was done by whose turn it was then.

    Nor does anybody put off what he does wrong to another turn of his own, behind one in which he did nothing.
    """
    for before, turn in pairwise(world.turns):
        if turn.broken and turn.driver == before.driver and not any(step.text for step in before.steps):
            return False
    return all(one.get("who", turn.driver) == turn.driver for turn in world.turns[1:] for one in turn.broken)


def legal_over(
    book: RuleBook[StateT, SeenT],
    starts: Sequence[World[StateT]],
    evidence: Evidence[SeenT],
    turns: int,
    trust: bool = True,
    least: int = 0,
) -> tuple[World[StateT], ...] | None:
    """The legal play over so many turns, or one more, that gives the evidence; its last turn is over if it is closed.

    Where one turn ends and the next begins, and which of them a word is about, is open. Without `trust` only play
    counts that takes nothing for granted and leaves no word about nothing. None when a search came to its bound and
    found none: then nobody knows.
    """
    known, whole = _known_of(book), True
    least = least or turns
    for most in range(least, turns + 2):
        search = _Search(known, evidence, most, 0, turns + 1, 2 * MOST_NODES, min(most, turns), trust=trust)
        found = [world for world in search.run(starts) if trust or not world.cost[1]]
        if found:
            return different(sorted(found, key=lambda world: world.cost))[:MOST_WORLDS]
        whole = whole and search.left > 0
        if search.more_turns > turns + 1:
            break
    return () if whole else None


def different(worlds: Iterable[World[StateT]]) -> tuple[World[StateT], ...]:
    """The cheapest world of each state, set of things taken for granted or supposed, and set of broken rules."""
    first: dict[Hashable, World[StateT]] = {}
    for world in worlds:
        told = world.granted, world.supposed, world.astray, world.broken, bool(world.owed[0])
        first.setdefault((world.state, *told), world)
    return tuple(first.values())


def each_state_first(worlds: Iterable[World[StateT]]) -> list[World[StateT]]:
    """The cheapest world of each state before the others that lead to the same: where few are kept, most may be so."""
    first: dict[StateT, World[StateT]] = {}
    others = [world for world in worlds if first.setdefault(world.state, world) is not world]
    return [*first.values(), *others]


class _Search(Generic[StateT, SeenT]):
    """One search: over just so many turns, with at most so many broken rules; `over` of them are, if it is closed.

    A look is taken as soon as the table shows it; a `patient` search also thinks of turns that came and went before it.
    Where it is known that no fewer than `least` rules were broken, those that a way has yet to break count as broken.
    Without `trust` it follows nothing that takes something for granted, unless that may be taken back.
    """

    def __init__(
        self,
        known: _Known[StateT, SeenT],
        evidence: Evidence[SeenT],
        turns: int,
        slips: int,
        most: int,
        left: int,
        over: int = 1,
        patient: bool = False,
        least: int = 0,
        trust: bool = True,
    ) -> None:
        self.known, self.evidence, self.turns, self.slips, self.over = known, evidence, turns, slips, over
        self.patient, self.least, self.trust = patient, least, trust
        self.book = known.book
        self.looks = tuple((seen, known.look(seen)) for seen in evidence.looks)
        self.left = left
        self.more_turns = most + 1
        """With so many turns, the next number that is worth a search, some state may be looked into that was not."""
        self._number = count()
        self._heap: _Heap[StateT] = []

    def run(self, starts: Sequence[World[StateT]]) -> list[World[StateT]]:
        """All worlds with the fewest broken rules, at most `slips` of them, that take little more for granted than the
        cheapest."""
        found: list[World[StateT]] = []
        known: dict[Hashable, tuple[int, int]] = {}
        most: tuple[int, int] | None = None
        for node in self._begun(starts):
            self._push(node)
        while self._heap and self.left > 0:
            cost, _, _, wild, node = heapq.heappop(self._heap)
            if most is not None and cost[:2] > most:
                break
            if wild:
                self._spread(node, self._slips(node))
                continue
            key = self._key(node)
            if key in known and known[key] <= cost[:2]:
                continue  # who takes a fault back comes late, and cheaper
            known[key] = cost[:2]
            self.left -= 1
            ended = self._worlds(node) if self._is_end(node) else []
            if ended:
                found += ended
                broken, granted = min(world.cost[:2] for world in found)
                most = max(broken, self.least), granted + (0 if broken else MARGIN)
                continue
            if self._may_not_go_on(node):
                if self.book.driver(node.state):
                    self.more_turns = min(self.more_turns, self.turns + 1)
                self._take_back(node)
                continue
            if node.broken < self.slips:
                self._put(node, wild=True)
            self._spread(node, self._actions(node))
            self._take_back(node)
        return found

    def _begun(self, starts: Sequence[World[StateT]]) -> Iterator[_Node[StateT]]:
        """The beginnings that owe no more broken rules than may be."""
        for world in starts:
            begun = (Turn(self.book.driver(world.state), world.state),)
            node = self._looked(_Node(world.state, self.known.number(world.state), begun, world.odd))
            node.begun = ((node.number, node.seen),)
            node.owed, node.broken = world.owed, world.owed[0]
            if node.broken <= self.slips:
                yield node

    def unbegun(self, starts: Sequence[World[StateT]], best: World[StateT]) -> Iterator[World[StateT]]:
        """The worlds in which the turn that is said to be over has not begun: nothing seen was done in it.

        They are believed as much as the best in which it is over: what was said may wait for it. Who had told by then
        what he did in that best one has had his turn.
        """
        free = not (best.granted or best.astray)
        claims = [claim for turn in best.turns for step in turn.steps for claim in step.claims]
        told = (word.said for word in self.evidence.words if not word.late)
        if free and any(claim.told_by(said) for said in told for claim in claims):
            return
        for node in self._begun(starts):
            if node.seen == len(self.looks):
                node.granted, node.odd = frozenset(() if free else (UNBEGUN,)), best.odd + 1
                yield from self._worlds(node)

    def _key(self, node: _Node[StateT]) -> Hashable:
        """What the future depends on: of two ways to it the cheaper one is followed, whatever they take for granted."""
        shown = tuple(sorted(claim.shown_by for claim in node.unborne)) if node.unborne else ()
        turn = len(node.turns), node.turns[-1].over, node.passed == len(node.turns)
        broken = frozenset(one.kind for part in node.turns for one in part.broken) if node.broken else ()
        spoken = frozenset(node.spoken), node.used
        return node.number, node.seen, turn, spoken, shown, node.broken, broken, node.idle

    def _clash(self, node: _Node[StateT], look: int) -> int:
        return self.known.clash(node.state, node.number, *self.looks[look])

    def _in_reach(self, node: _Node[StateT]) -> bool:
        """Whether the turns that are left may lead to the looks to come, with the slips to come if there are any."""
        turn = node.turns[-1]
        return (node.broken < self.slips and self._was_seen_to_be_reversible(node)) or self._may_lead_on(
            node.state, node.number, node.seen, len(node.turns) - (not turn.over), node.broken
        )

    def _may_lead_on(self, state: StateT, number: int, seen: int, had: int, broken: int) -> bool:
        """The same of a state after so many turns that are over, looks that were taken, and broken rules."""
        slips, last = self.slips - broken, len(self.looks) - 1
        if last < 0 or (slips and self.known.narrowing is None):
            return True
        # those between are asked about when they are next: in what leads to the last one few of them go wrong
        reaches, soon = self.known.reaches, self.looks[min(seen, last)]
        late = soon if slips else self.looks[last]

        def leads_on(turns: int) -> bool:
            return reaches(state, number, *soon, turns - had, slips) and (
                soon is late or reaches(state, number, *late, turns - had, slips)
            )

        if leads_on(self.turns):
            return True
        if leads_on(self.more_turns - 1):
            self.more_turns = next(filter(leads_on, range(self.turns + 1, self.more_turns)), self.more_turns)
        return False

    def _toward(self, node: _Node[StateT]) -> tuple[SeenT, int]:
        """The next look; without any, what lies there."""
        if self.looks:
            return self.looks[min(node.seen, len(self.looks) - 1)]
        shown = self.book.show(node.state)
        return shown, self.known.look(shown)

    def _is_end(self, node: _Node[StateT]) -> bool:
        """Whether everything seen came about in just so many turns, those over that are said to be."""
        looks = len(self.evidence.looks)
        if node.seen < looks or len(node.turns) < self.turns:
            return False
        if looks and self._clash(node, looks - 1):
            return False
        return node.turns[self.over - 1].over or not self.evidence.closed

    def _may_not_go_on(self, node: _Node[StateT]) -> bool:
        return not self.book.driver(node.state) or (node.turns[-1].over and len(node.turns) == self.turns)

    def _spread(self, node: _Node[StateT], steps: Iterable[tuple[Step[StateT], int]]) -> None:
        """The nodes after some steps, those made at all that may lead on."""
        begins, seen = node.turns[-1].over, node.seen
        turns, waits = len(node.turns) + begins, node.passed == len(node.turns) + begins
        begun = (*node.begun, (node.number, seen)) if begins else node.begun
        idle = node.idle + (begins and self._left_nothing(node, node.turns[-1]))
        if idle > self._most_idle(node):
            return
        for step, number in steps:
            broken = node.broken + len(step.broken)
            if broken > self.slips:
                continue
            if not waits and seen < len(self.looks) and not self.known.clash(step.after, number, *self.looks[seen]):
                if self.patient:
                    passing = self._after(node, step, number, begun, idle)
                    passing.passed = turns  # the look was taken in a later turn than this one
                    self._push(passing)
                self._push(self._looked(self._after(node, step, number, begun, idle)))
            elif not (step.over and (number, seen) in begun) and self._may_lead_on(
                step.after, number, seen, turns - (not step.over), broken
            ):
                self._put(self._after(node, step, number, begun, idle))

    def _actions(self, node: _Node[StateT]) -> Iterable[tuple[Step[StateT], int]]:
        """What the rules allow next, and what was said that they allow."""
        toward = self._toward(node)
        said = (self.known.heard(node.state, node.number, *toward, word) for word in self._unspoken(node))
        return chain(self.known.actions(node.state, node.number, *toward), *said)

    def _slips(self, node: _Node[StateT]) -> Iterable[tuple[Step[StateT], int]]:
        """What hands do wrong on the way to the next look, and what was said that nobody may have done.

        An answer tells which of several ways it was; what else it would mean, nobody has asked.
        """
        said = (self.known.misstated(node.state, node.number, word) for word in self._unspoken(node, answers=False))
        return chain(self.known.slips(node.state, node.number, *self._toward(node)), *said)

    def _unspoken(self, node: _Node[StateT], answers: bool = True) -> Iterator[Fact]:
        """The words that are still about nothing."""
        words = enumerate(self.evidence.words)
        return (word.said for at, word in words if at not in node.spoken and (answers or not word.answer))

    def _take_back(self, node: _Node[StateT]) -> None:
        """What was done last and seen may have been taken back, if the next look is as near to the table before it."""
        before, look = node.before, node.seen
        if before is None or not self._was_seen_to_be_reversible(node):
            return
        if self._clash(before, look) > self._clash(node, look):
            return
        nearer = not self._clash(before, look) or self._clash(before, look) < self._clash(node, look)
        if node.turns[-1].steps[-1].broken and not (
            nearer and before.seen and not self._clash(before, before.seen - 1)
        ):
            return  # a fault is taken back only where what it moved is seen as it was seen before it
        again = _Node(before.state, before.number, before.turns, node.odd + 1)
        again.before, again.seen, again.spoken, again.unborne = before.before, node.seen, node.spoken, before.unborne
        again.used = node.used
        again.shown, again.granted, again.supposed = node.shown, before.granted, before.supposed
        again.claimed, again.begun = node.claimed, before.begun
        again.owed, again.broken, again.steps = before.owed, before.broken, node.steps + 1
        again.sound = before.sound
        self._push(self._looked(again))

    def _was_seen_to_be_reversible(self, node: _Node[StateT]) -> bool:
        """Whether what was done last and seen may have been taken back before the next look."""
        before, turn, look = node.before, node.turns[-1], node.seen
        if before is None or before.seen == look or look == len(self.looks):
            return False
        return bool(turn.steps) and turn.steps[-1].reversible

    def _push(self, node: _Node[StateT]) -> None:
        if self._in_reach(node) and not self._came_round(node):
            self._put(node)

    def _put(self, node: _Node[StateT], wild: bool = False) -> None:
        broken, granted, odd, steps = node.cost
        if granted and not (wild or self.trust or any(step.reversible for step in node.turns[-1].steps[-1:])):
            return
        cost = max(broken + wild, self.least), granted, odd, steps
        heapq.heappush(self._heap, (cost, -node.sound, next(self._number), wild, node))

    def _came_round(self, node: _Node[StateT]) -> bool:
        """Whether turns have left everything as it was with no look between: without them the story is the same."""
        return node.turns[-1].over and (node.number, node.seen) in node.begun

    def _after(
        self, node: _Node[StateT], step: Step[StateT], number: int, begun: tuple[tuple[int, int], ...], idle: int
    ) -> _Node[StateT]:
        """The node after one step: a new turn begins with the first step after one that was over."""
        turn, before, odd = node.turns[-1], node.turns[:-1], node.odd + step.odd
        if turn.over:
            fresh = Turn(self.book.driver(node.state), node.state, looks=node.seen)
            turn, before, odd = fresh, node.turns, odd + 1
        turns = (*before, Turn(turn.driver, turn.before, (*turn.steps, step), step.over, turn.looks))
        after = _Node(step.after, number, turns, odd)
        unborne, granted, spoken, used = node.unborne, node.granted, node.spoken, node.used
        supposed = node.supposed
        traceless = bool(step.broken and step.claims) and self._undoes(node, step.after, number)
        for claim in step.claims:
            overtaken = [one for one in unborne if one.shown_by == claim.shown_by] if claim.shown_by else []
            if overtaken:
                granted |= {one.fact for one in overtaken}
                unborne = tuple(one for one in unborne if one not in overtaken)
            index = self._word_for(claim, spoken, used, len(before))
            if index is not None:
                spoken = spoken if index in spoken else (*spoken, index)
                used |= set() if claim.free else {index}
                continue
            if claim.fact.kind == DONE and self.evidence.closed and self.turns == 1:
                continue
            if step.broken:
                if not claim.free and (traceless or not self._was_shown(claim, node.seen)):
                    supposed |= {claim.fact}
                continue
            if not claim.free:
                if claim.shown_by:
                    unborne = (*unborne, claim)
                else:
                    granted |= {claim.fact}
        after.before, after.seen, after.spoken, after.unborne, after.granted = node, node.seen, spoken, unborne, granted
        after.used = used
        after.shown, after.supposed, after.begun = node.shown, supposed, begun
        after.claimed = (*node.claimed, *step.claims)
        after.owed, after.broken = node.owed, node.broken + len(step.broken)
        after.idle, after.passed = idle, node.passed
        after.steps, after.sound = node.steps + 1, node.sound + (not after.broken)
        return after

    def _undoes(self, node: _Node[StateT], state: StateT, number: int) -> bool:
        """Whether all lies again as it lay before something else was done, and no look was taken in between."""
        shown, here = self.known.show(state, number), node.before
        while here is not None and here.seen == node.seen:
            if self.known.show(here.state, here.number) == shown:
                return True
            here = here.before
        return False

    def _most_idle(self, node: _Node[StateT]) -> float:
        """How many turns there was time for that left nothing before the next look."""
        known = self.evidence.idle[node.seen] if node.seen < len(self.evidence.idle) else None
        return inf if known is None else known

    def _left_nothing(self, node: _Node[StateT], turn: Turn[StateT]) -> bool:
        """Whether a turn ended unwatched, or dice were thrown in it that nobody saw or spoke of, and the next look is
        no nearer by it."""
        if self._most_idle(node) == inf:
            return False
        if turn.steps[-1].unwatched:
            return True
        if node.begun[-1][1] != node.seen:
            return False
        thrown = (claim for step in turn.steps if step.chance for claim in step.claims)
        if not any(claim.fact in node.granted or claim in node.unborne for claim in thrown):
            return False
        before = self.known.clash(turn.before, self.known.number(turn.before), *self.looks[node.seen])
        return before <= self._clash(node, node.seen)

    def _word_for(self, claim: Claim, spoken: Sequence[int], used: Set[int], turn: int) -> int | None:
        """The first word that says what a step claims; one that was confirmed is about the first turn.

        It is one that is about nothing yet, or else, for a claim that needs it, one that no other claim needs.
        """
        saying = [
            index
            for index, word in enumerate(self.evidence.words)
            if index not in used and claim.told_by(word.said) and (word.answer or not (word.sure and turn))
        ]
        fresh = [index for index in saying if index not in spoken]
        return next(iter(fresh or (() if claim.free else saying)), None)

    def _looked(self, node: _Node[StateT]) -> _Node[StateT]:
        """The node with every look that it shows behind it."""
        while node.seen < len(self.evidence.looks) and not self._clash(node, node.seen):
            unborne = self._not_shown(node.unborne, node.seen)
            if len(unborne) < len(node.unborne):
                node.shown = (*node.shown, *(claim.fact for claim in node.unborne if claim not in unborne))
                node.unborne = unborne
            node.state, node.number = self.known.settle(node.state, node.number, *self.looks[node.seen])
            node.seen, node.idle = node.seen + 1, 0
        return node

    def _was_shown(self, claim: Claim, seen: int) -> bool:
        """Whether some look bears a claim out: what a fault hangs on and nobody saw may be otherwise."""
        looks = self.evidence.looks[: max(1, seen)] if claim.before else self.evidence.looks
        return bool(claim.shown_by) and any(self.book.shows(look, claim.shown_by) for look in looks)

    def _shown_since(self, node: _Node[StateT]) -> Iterator[Fact]:
        """What a look bears out that was taken after it was done: a die that lay there before was not thrown yet."""
        here: _Node[StateT] | None = node
        while here is not None and here.before is not None:
            for claim in here.claimed[len(here.before.claimed) :]:
                looks = self.evidence.looks[0 if claim.before else here.before.seen :]
                if claim.shown_by and any(self.book.shows(look, claim.shown_by) for look in looks):
                    yield claim.fact
            here = here.before

    def _not_shown(self, claims: tuple[Claim, ...], number: int) -> tuple[Claim, ...]:
        """The claims that a look does not bear out."""
        if number < 0 or not claims:
            return claims
        look = self.evidence.looks[number]
        return tuple(one for one in claims if not self.book.shows(look, one.shown_by))

    def _denied_in_time(self, node: _Node[StateT], word: Word, denied: Sequence[Claim]) -> list[Claim]:
        """What a word denies of the turn in which it was said: one that looks were taken of, before its last.

        Said between two turns it may be about either.
        """
        first, *others = node.turns
        turns = [first, *(turn for turn in others if any(step.text for step in turn.steps))]
        ends = [*(turn.looks for turn in turns[1:]), len(self.evidence.looks)]
        for turn, end in zip(turns, ends, strict=True):
            if (turn.looks < word.at or len(turns) == 1) and word.at < end:
                return [claim for step in turn.steps for claim in step.claims if claim in denied]
        return []

    def _seen_as_denied(self, node: _Node[StateT], word: Word) -> bool:
        """Whether what a word denies was done on the way to the look after which it was said: one of both is wrong."""
        here: _Node[StateT] | None = node
        while here is not None and here.before is not None:
            made = here.claimed[len(here.before.claimed) :]
            if here.before.seen == word.at - 1 and any(word.said.denies(claim.fact) for claim in made):
                return True
            here = here.before
        return False

    def _unborne(self, node: _Node[StateT], claims: Sequence[Claim], shown: Set[Fact]) -> bool:
        """Whether some of these are neither said nor of what is shown to have been done: what people deny in time is
        not taken for granted.

        What no look can show, as the order of dice, is done where something else of the same step is shown.
        """
        if not claims:
            return False
        done = {one.slot for one in shown}
        said = [self.evidence.words[index].said for index in node.spoken]
        steps = [step.claims for turn in node.turns for step in turn.steps]
        seen = {one for step in steps for one in step if any(other.fact in shown for other in step)}
        return any(
            not (one.fact.slot in done and (one.shown_by or one in seen)) and not any(map(one.told_by, said))
            for one in claims
        )

    def _worlds(self, node: _Node[StateT]) -> list[World[StateT]]:
        """The end of a search as a world, with what became of every word; none when a sure one is about nothing."""
        told = {self.evidence.words[index].said for index in node.spoken}
        astray: list[Fact] = []
        waiting: list[Fact] = []
        idle = 0
        granted = node.granted | {claim.fact for claim in self._not_shown(node.unborne, len(self.evidence.looks) - 1)}
        shown = {*self._shown_since(node), *node.shown} - granted
        for word in self.evidence.words:
            # a word that was confirmed is about the first turn, and what others did tells nothing of it
            claims = [one for step in node.turns[0].steps for one in step.claims] if word.sure else node.claimed
            if word.answer:  # about what nobody saw, and with no name in it about who was on turn
                asked = [turn for turn in node.turns[: self.over] if turn.looks < word.at] or node.turns[:1]
                his = [turn for turn in node.turns if word.said.get("by") or turn.driver == asked[-1].driver]
                done = [one for turn in his for step in turn.steps for one in step.claims]
                claims = [one for one in claims if one in done and one.fact not in shown]
            elif word.said in told:
                continue
            if any(claim.told_by(word.said) for claim in claims):
                continue
            idle += 1
            denied = [claim for claim in node.claimed if word.said.denies(claim.fact)]
            if word.said.get("value") == NO and not denied:
                continue
            if word.sure and node.turns[0].over:
                return []
            if self._unborne(node, self._denied_in_time(node, word, denied), shown):
                return []
            late = word.at >= len(self.evidence.looks) or not node.turns[-1].over
            may_come = late and not denied and not word.answer
            may_come = may_come and any(one.offers(word.said) for one in self.book.asks(node.state))
            if may_come:
                waiting.append(word.said)
            elif (
                word.sure or word.answer or self._seen_as_denied(node, word) or not any(map(word.said.gainsays, shown))
            ):
                astray.append(word.said)
        return [
            World(
                node.state,
                node.turns,
                tuple(sorted(granted)),
                tuple(astray),
                tuple(waiting),
                node.odd,
                idle - len(waiting),
                tuple(sorted(node.supposed)),
                node.owed,
            )
        ]
