"""What the mind and a rule book promise one another, for every book: one suite, any game passes it by naming itself."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.fact import Fact, fact
from referee.games.registry import game
from referee.games.royal_racers import book as royal_racers
from referee.games.royal_racers.position import parse_position
from referee.games.rulebook import Step
from referee.mind.belief import belief_in
from referee.mind.search import Evidence, Word
from referee.mind.verdict import Ruling, rule
from tests.mind import ladder, ur

Chance = random.Random


@dataclass(frozen=True)
class Case:
    """A rule book with races to play: `begin` gives some state of a race, the seats say how many turns are a round."""

    book: Any
    begin: Callable[[Chance], Any]
    seats: int


def _royal(chance: Chance) -> Any:
    royal = game("royal-racers")
    position = royal.start(2, chance)
    for _ in range(chance.randrange(30)):
        played = royal.play(position, chance, None)
        position = position if royal.over(played.after) else played.after
    return royal_racers.begin(parse_position(position))


def _ladder(chance: Chance) -> Any:
    return ladder.State(red=chance.randrange(6), blue=chance.randrange(6), die=(chance.choice(ladder.FACES), 7))


def _ur(chance: Chance) -> Any:
    state = ur.State()
    for _ in range(chance.randrange(40)):
        after = chance.choice(list(ur.actions(state))).after
        state = after if after.turn else state
    while state.due:
        state = chance.choice(list(ur.actions(state))).after
    return state


CASES = {
    "ladder": Case(ladder.Ladder(), _ladder, 2),
    "ur": Case(ur, _ur, 2),
    "royal-racers": Case(royal_racers, _royal, 2),
}
SEEDS = range(12)

pytestmark = pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))


def turn(case: Case, state: Any, chance: Chance) -> Iterator[Step[Any]]:
    """The steps of one random legal turn."""
    while case.book.driver(state):
        step: Step[Any] = chance.choice(list(case.book.actions(state)))
        yield step
        state = step.after
        if step.over:
            return


def told(case: Case, state: Any, evidence: Evidence[Any], turns: int | None = None) -> Ruling[Any]:
    """The word on evidence since a state."""
    return rule(case.book, belief_in(state), evidence, turns or case.seats)


@pytest.mark.parametrize("seed", SEEDS)
def test_steps(case: Case, seed: int) -> None:
    """What the rules allow breaks none; a slip breaks one and comes nearer to the look, or cannot be seen."""
    chance, book = Chance(seed), case.book
    state = case.begin(chance)
    for step in turn(case, state, chance):
        toward = book.show(case.begin(chance))
        for slip in book.slips(state, toward):
            assert slip.broken
            assert book.clash(book.show(slip.after), toward) <= book.clash(book.show(state), toward) + 1
        assert not step.broken
        assert book.clash(book.show(state), book.show(state)) == 0
        state = step.after


@pytest.mark.parametrize("seed", SEEDS)
def test_reach_is_admissible(case: Case, seed: int) -> None:
    """What legal turns lead to is always said to be in reach of so many turns or more, from every step on the way."""
    chance, book = Chance(seed), case.book
    for turns in (1, 2, 3):
        state = case.begin(chance)
        on_the_way = []
        for number in range(turns):
            for step in turn(case, state, chance):
                on_the_way.append((state, turns - number))
                state = step.after
        end = book.show(state)
        for before, left in on_the_way:
            assert book.reach(before, end, left)
            assert book.reach(before, end, left + 1)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_was_seen_and_said_whole_is_legal(case: Case, seed: int) -> None:
    """A legal turn with every look and every word is legal and takes nothing for granted."""
    chance, book = Chance(seed), case.book
    state = case.begin(chance)
    steps = list(turn(case, state, chance))
    words = tuple(Word(claim.fact, at=number) for number, step in enumerate(steps) for claim in step.claims)
    looks = (book.show(state), *(book.show(step.after) for step in steps))
    assert told(case, state, Evidence(looks, words, closed=True)).status is Status.LEGAL


@pytest.mark.parametrize("seed", range(30))
def test_legal_play_is_never_illegal(case: Case, seed: int) -> None:
    """However little is seen, and whatever is said early, late, wrongly or not at all, over one turn or two."""
    chance, book = Chance(seed), case.book
    state = before = case.begin(chance)
    looks, words = [book.show(state)], []
    for _ in range(chance.choice((1, 1, 2))):
        for step in turn(case, state, chance):
            state = step.after
            if step.over or chance.random() < 0.5:
                looks.append(book.show(state))
            words += [_said(claim.fact, chance, len(looks)) for claim in step.claims if chance.random() < 0.4]
    found = told(case, before, Evidence(tuple(looks), tuple(words), closed=True))
    assert found.status is not Status.ILLEGAL, found.broken


def _said(claimed: Fact, chance: Chance, now: int) -> Word:
    """A word about a claim: mostly right and in time."""
    at = max(0, now + chance.choice((-1, 0, 0, 0, 1)))
    wrong = fact(claimed.kind, value="3") if chance.random() < 0.1 else claimed
    return Word(wrong, at=at)


@pytest.mark.parametrize("seed", range(20))
def test_a_slip_that_was_seen_whole_is_named(case: Case, seed: int) -> None:
    """With every look and word there is no way round it: the rule is named, or another that explains all as well."""
    chance, book = Chance(seed), case.book
    before = state = case.begin(chance)
    looks, words = [book.show(state)], []
    for step in turn(case, state, chance):
        slips = [
            slip
            for slip in book.slips(step.after, book.show(case.begin(chance)))
            if len(slip.broken) == 1 and book.clash(book.show(slip.after), book.show(step.after)) and not step.over
        ]
        state = step.after
        looks.append(book.show(state))
        words += [Word(claim.fact, at=len(looks)) for claim in step.claims]
        if slips:
            slip = chance.choice(slips)
            looks.append(book.show(slip.after))
            found = told(case, before, Evidence(tuple(looks), tuple(words), closed=False), turns=1)
            assert found.status is Status.ILLEGAL or not found.found.worlds[0].broken
            return
