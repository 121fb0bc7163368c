"""What the referee believes: the worlds that are left, and how a turn's evidence changes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Generic

from referee.games.rulebook import RuleBook, SeenT, StateT
from referee.mind.search import Evidence, Found, Word, World, explain
from referee.words.fact import Fact


@dataclass(frozen=True)
class Belief(Generic[StateT]):
    """The worlds at the beginning of a turn, cheapest first.

    `sure` is False while something that may matter was dropped or never explained: then nobody is accused.
    """

    worlds: tuple[World[StateT], ...]
    sure: bool = True

    @property
    def state(self) -> StateT:
        """The state of the cheapest world: what is shown to people."""
        return self.worlds[0].state


def worlds_of(book: RuleBook[StateT, SeenT], position: str) -> tuple[StateT, ...]:
    """The states that a line of notation leaves possible; a line is asked about many times. Raises NotationError."""
    law: Any = book  # a protocol counts as not hashable, the books are
    return _worlds(law, position)


@lru_cache(maxsize=64)
def _worlds(book: Any, position: str) -> tuple[Any, ...]:
    worlds: tuple[Any, ...] = book.worlds(position)
    return worlds


def belief_in(state: StateT) -> Belief[StateT]:
    """The belief that a state is so, as at the start of a race."""
    return Belief((World(state),))


def step(
    book: RuleBook[StateT, SeenT], belief: Belief[StateT], evidence: Evidence[SeenT], most_turns: int, most_broken: int
) -> Found[StateT]:
    """The worlds that a turn's evidence leaves; words that waited for this turn are part of it."""
    waited = tuple(dict.fromkeys(word for world in belief.worlds for word in world.waiting))
    words = (*(Word(said) for said in waited if said not in _said(evidence.words)), *evidence.words)
    return explain(book, belief.worlds, replace(evidence, words=words), most_turns, most_broken)


def _said(words: Sequence[Word]) -> set[Fact]:
    return {word.said for word in words}


def after(found: Found[StateT], before: Belief[StateT]) -> Belief[StateT]:
    """The belief once a turn is closed: the worlds of the verdict, each as the beginning of the next turn."""
    if not found.worlds:
        return Belief(before.worlds, sure=False)
    fresh: dict[object, World[StateT]] = {}
    for world in found.worlds:
        fresh.setdefault((world.state, world.waiting), World(world.state, waiting=world.waiting, owed=world.cost[:2]))
    return Belief(tuple(fresh.values()), found.whole and (before.sure or _agree(found)))


def _agree(found: Found[StateT]) -> bool:
    """Whether the worlds that are left differ in nothing and break no rule: what was in doubt before is over."""
    return len({world.state for world in found.worlds}) == 1 and not found.worlds[0].broken
