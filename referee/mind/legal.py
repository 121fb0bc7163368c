"""Every legal turn from a state, and how many there are: what a program asks that plays, tests or counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Generic

from referee.errors import NotationError
from referee.frozen import cached_property, dataclass
from referee.games.rulebook import RuleBook, SeenT, StateT, Step
from referee.words.fact import Fact, parse_word, word_text

ROLL = "roll"


@dataclass(frozen=True)
class LegalTurn(Generic[StateT]):
    """One turn that the rules allow.

    Attributes
    ----------
    book : whose law it is.
    driver, before : whose turn it is, and the state at its beginning.
    steps : what hands and dice do, in order.
    after : the state it leads to.
    """

    book: RuleBook[StateT, Any]
    driver: str
    before: StateT
    steps: tuple[Step[StateT], ...]
    after: StateT

    @cached_property
    def text(self) -> str:
        """The turn in the game's notation."""
        return self.book.turn_text(self.driver, self.steps)

    @property
    def takes(self) -> Iterator[Fact]:
        """What may be said of what it takes to have happened: the rolls, and what only people know."""
        here, told = self.before, set[Fact]()
        for step in self.steps:
            asks = (*self.book.asks(here), *self.book.asks(step.after))
            for claim in step.claims:
                said = parse_word(word_text(claim.fact), (str(claim.fact.get("by")),))
                if said.get("value") and any(ask.offers(said) for ask in asks) and (step.chance or said not in told):
                    told.add(said)
                    yield claim.fact
            here = step.after


def only_world(book: RuleBook[StateT, SeenT], position: str) -> StateT:
    """The state that a position tells. Raises NotationError when it leaves open what only players know."""
    first, *others = book.worlds(position)
    if others:
        raise NotationError("this position leaves open what only players know; say it in the position.")
    return first


def legal_turns(
    book: RuleBook[StateT, SeenT],
    state: StateT,
    dice: Sequence[str] = (),
    words: Sequence[Fact] = (),
    lying: SeenT | None = None,
) -> Iterator[LegalTurn[StateT]]:
    """Every legal turn of the driver to act.

    Parameters
    ----------
    dice : the values of the first rolls of the turn, in order; later rolls are free.
    words : what was said; turns that say otherwise are left out, everything unsaid is free.
    lying : a look that shows how the dice lie: rolls that fit it less than others are left out.
    """
    driver = book.driver(state)

    @cache  # the same is often done in several orders
    def actions(here: StateT) -> tuple[Step[StateT], ...]:
        steps = tuple(book.actions(here))
        return steps if lying is None else tuple(_as_rolled(book, steps, lying))

    todo: list[tuple[StateT, tuple[Step[StateT], ...], int]] = [(state, (), 0)] if driver else []
    while todo:
        here, steps, rolled = todo.pop()
        for step in actions(here):
            rolls = [str(claim.fact.get("value")) for claim in step.claims if claim.fact.kind == ROLL]
            given = dice[rolled : rolled + len(rolls)]
            if rolls[: len(given)] != list(given):
                continue
            if any(word.gainsays(claim.fact) for word in words for claim in step.claims):
                continue
            done = (*steps, step)
            if step.over:
                yield LegalTurn(book, driver, state, done, step.after)
            else:
                todo.append((step.after, done, rolled + len(rolls)))


def _as_rolled(book: RuleBook[StateT, SeenT], steps: Sequence[Step[StateT]], lying: SeenT) -> Iterator[Step[StateT]]:
    """Of rolls of one kind those that fit a look best, and all that is no roll."""
    far = {step: book.clash(book.show(step.after), lying) for step in steps if step.chance}
    least: dict[tuple[Fact, ...], int] = {}
    for step, apart in far.items():
        least[_rolled(step)] = min(apart, least.get(_rolled(step), apart))
    return (step for step in steps if step not in far or far[step] == least[_rolled(step)])


def _rolled(step: Step[Any]) -> tuple[Fact, ...]:
    """What was rolled, whatever it showed."""
    return tuple(claim.fact.also(value="") for claim in step.claims if claim.fact.kind == ROLL)


def perft(book: RuleBook[StateT, SeenT], state: StateT, depth: int) -> int:
    """How many different courses the next turns may take, so many turns deep; a race that is over has one course.

    The counts say whether two readings of a rule book agree, as in chess programs (a count for each depth).
    """
    counted: dict[tuple[StateT, int], int] = {}

    def count(here: StateT, left: int) -> int:
        if left == 0 or not book.driver(here):
            return 1
        known = counted.get((here, left))
        if known is None:
            known = counted[here, left] = sum(count(turn.after, left - 1) for turn in legal_turns(book, here))
        return known

    return count(state, depth)
