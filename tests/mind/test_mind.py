"""The mind, on a made-up game: worlds, words with a time, missed turns, and who may be accused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.rulebook import Claim, Step
from referee.mind import search
from referee.mind.belief import Belief, after, belief_in
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.words.fact import Fact, fact, parse_word
from tests.mind.ladder import Ladder, Look, State

BOOK: Any = Ladder()
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED
START = State()


def ruling(
    *looks: Look,
    said: Sequence[str | Word] = (),
    closed: bool = True,
    before: State | Belief[State] = START,
    turns: int = 2,
) -> Ruling[State]:
    """The word on what was seen and said since a state."""
    belief = before if isinstance(before, Belief) else belief_in(before)
    words = tuple(one if isinstance(one, Word) else Word(parse_word(one)) for one in said)
    return rule(BOOK, belief, Evidence(looks, words, closed), turns)


def kinds(found: Sequence[Fact]) -> list[str]:
    """The kinds of facts."""
    return [one.kind for one in found]


def test_seen_whole() -> None:
    """A turn of which everything was seen is legal and takes nothing for granted."""
    found = ruling(Look(0, 0, (2, 1)), Look(2, 0, (2, 1)))
    assert found.status is LEGAL
    assert found.found.worlds[0].granted == ()
    assert found.over


def test_unseen_throw() -> None:
    """A throw that nobody saw is asked about."""
    found = ruling(Look(2, 0, None))
    assert found.status is UNDECIDED
    assert [one.kind for one in found.found.worlds[0].granted] == ["roll"]


def test_word_bears_out() -> None:
    """A word bears out what nobody saw."""
    assert ruling(Look(2, 0, None), said=["roll=2"]).status is LEGAL


def test_alone_and_done() -> None:
    """Who says that nobody else had a turn rules missed turns out; who says that he is done closes his turn."""
    missed = Look(2, 3, (3, 2))
    assert len(ruling(missed).found.worlds[0].turns) == 2
    alone = ruling(missed, said=["alone"]).found.worlds
    assert not alone or alone[0].broken
    moved = Look(2, 0, (2, 1))
    assert not ruling(Look(0, 0, (2, 1)), closed=False).over
    assert ruling(Look(0, 0, (2, 1)), moved, said=["done"], closed=False).status is LEGAL
    assert ruling(Look(0, 0, (2, 1)), said=["done", "alone"], closed=False).status is not LEGAL


def test_players_knowledge() -> None:
    """What only players know is asked about; said, it makes the turn legal, and denied for sure a fault."""
    looks = (Look(0, 0, (2, 1)), Look(3, 0, (2, 1)))
    asked = ruling(*looks)
    assert asked.status is UNDECIDED
    assert [one.kind for one in asked.found.worlds[0].granted] == ["rope"]
    assert ruling(*looks, said=["rope=yes"]).status is LEGAL
    assert ruling(*looks, said=[Word(fact("rope", value="no"), sure=True)]).status is ILLEGAL


def test_denied_in_time() -> None:
    """What people deny before the turn is seen to be over is not taken for granted; later it may be another turn's."""
    looks = (Look(0, 0, (2, 1)), Look(3, 0, (2, 1)))
    assert ruling(*looks, said=["rope=no"]).status is ILLEGAL
    assert ruling(*looks, said=[Word(fact("rope", value="no"), at=2)]).status is UNDECIDED


def test_what_lies_in_sight_is_not_denied() -> None:
    """Thrown twice, both seen: who says that nothing was thrown, as of the turn before, slips, and the fault stays."""

    class TwiceThrown(Ladder):
        def slips(self, state: State, toward: Look) -> Iterator[Step[State]]:
            if state.thrown and toward.die and toward.die != state.die:
                claim = Claim(fact("roll", by=state.turn, value=str(toward.die[0])), "die")
                broken = (fact("ladder/throw", who=state.turn),)
                yield Step("again", replace(state, die=toward.die), fact("rolled"), (claim,), broken)

    looks = Look(0, 0, (1, 1)), Look(0, 0, (2, 2))
    book: Any = TwiceThrown()
    found = rule(book, belief_in(START), Evidence(looks, (Word(fact("roll", value="no")),)), 1)
    assert (found.status, kinds(found.broken)) == (ILLEGAL, ["ladder/throw"])


def test_fault() -> None:
    """A fault is named when no world clears it."""
    found = ruling(Look(0, 0, (1, 1)), Look(3, 0, (1, 1)))
    assert found.status is ILLEGAL
    assert kinds(found.broken) == ["ladder/exact"]


def test_out_of_turn() -> None:
    """A pawn moved out of turn is named so."""
    found = ruling(Look(0, 2, (1, 0)), closed=False, turns=1)
    assert found.status is ILLEGAL
    assert kinds(found.broken) == ["ladder/turn-order"]


def test_slip_of_the_tongue() -> None:
    """A word that the table gainsays counts for nothing; one about what nobody saw is asked about."""
    assert ruling(Look(0, 0, (2, 1)), Look(2, 0, (2, 1)), said=["roll=3"]).status is LEGAL
    asked = ruling(Look(0, 0, None), Look(2, 0, None), said=["roll=1"])
    assert asked.status is UNDECIDED


def test_early_word() -> None:
    """A word said too early waits for the next turn and bears out what happens there."""
    looks = (Look(0, 0, (2, 1)), Look(2, 0, (2, 1)))
    first = ruling(*looks, said=[Word(fact("roll", value="3"), at=2)])
    assert first.status is LEGAL
    then = ruling(Look(2, 3, None), before=after(first.found, belief_in(START)))
    assert then.status is LEGAL
    assert then.driver == "blue"


def test_what_needs_no_word_uses_none_up() -> None:
    """A word bears out the throw that needs it, also behind one of the same sort that needs nothing to bear it out."""

    class NobodyAsksRed(Ladder):
        def actions(self, state: State, toward: Look | None = None) -> Iterator[Step[State]]:
            for step in super().actions(state, toward):
                free = step.chance and state.turn == "red"
                yield replace(step, claims=tuple(replace(one, free=free) for one in step.claims))

    book: Any = NobodyAsksRed()
    found = rule(book, belief_in(START), Evidence((Look(2, 2, None),), (Word(fact("roll", value="2")),), True), 2)
    assert (found.status, [turn.driver for turn in found.found.worlds[0].turns]) == (LEGAL, ["red", "blue"])
    assert ruling(Look(2, 2, None), said=["roll=2"]).status is UNDECIDED


def test_missed_turn() -> None:
    """A turn that nobody saw is bridged when the next driver has moved."""
    found = ruling(Look(2, 3, (3, 2)), said=[Word(fact("roll", by="red", value="2"))])
    assert found.status is LEGAL
    assert [turn.driver for turn in found.found.worlds[0].turns] == ["red", "blue"]


def test_long_unseen() -> None:
    """Where nobody had looked for long, more than a round may have been missed: nobody is accused."""
    much = Look(0, 0, (1, 0)), Look(9, 8, None)
    assert not any(not world.broken for world in rule(BOOK, belief_in(START), Evidence(much)).found.worlds)
    assert rule(BOOK, belief_in(START), Evidence(much, idle=(None, 40))).status is UNDECIDED


def test_throw_counts_once() -> None:
    """Two climbs and one throw in sight: the other throw is taken for granted."""
    found = ruling(Look(2, 2, (2, 1)), closed=False)
    assert found.status is not LEGAL


def test_unsure_belief() -> None:
    """Nobody is accused while the belief before was not sure."""
    doubtful = Belief(belief_in(START).worlds, sure=False)
    assert ruling(Look(0, 0, (1, 1)), Look(3, 0, (1, 1)), before=doubtful).status is UNDECIDED


def test_kept_world_clears() -> None:
    """Whether red has used his rope is not known: both states live on, and using it later is no fault."""
    without = replace(START, ropes=("blue",))
    both = Belief((belief_in(without).worlds[0], belief_in(START).worlds[0]))
    found = ruling(Look(0, 0, (2, 1)), Look(3, 0, (2, 1)), said=["rope=yes"], before=both)
    assert found.status is LEGAL
    assert ruling(Look(0, 0, (2, 1)), Look(3, 0, (2, 1)), said=["rope=yes"], before=without).status is ILLEGAL


class Counted(Ladder):
    """The ladder, noting what is asked of it."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, object, object]] = []

    def actions(self, state: State, toward: Look | None = None) -> Iterator[Step[State]]:
        """What the ladder allows."""
        self.asked.append(("actions", state, toward))
        return super().actions(state, toward)

    def slips(self, state: State, toward: Look) -> Iterator[Step[State]]:
        """What goes wrong on it."""
        self.asked.append(("slips", state, toward))
        return super().slips(state, toward)


def test_a_world_after_a_fault_may_tell_a_turn_whole() -> None:
    """Nobody answered: a fault, or a turn that nobody saw. Where only the fault leaves nothing open, it tells."""
    missed, faulty = START, replace(START, turn="blue", die=(1, 1))
    belief = Belief((World(missed, owed=(0, 1)), World(faulty, owed=(0, 1))))
    found = rule(BOOK, belief, Evidence((Look(None, 2, (2, 2)),), closed=True), 2)
    best = found.found.worlds[0]
    assert (found.status, [turn.driver for turn in best.turns], best.granted) == (LEGAL, ["blue"], ())


def test_nothing_is_asked_twice() -> None:
    """A book says once what follows from a state on the way to a look, however often and long a word is searched."""
    book: Any = Counted()
    looks = (Look(0, 0, (1, 1)), Look(3, 0, (1, 1)))
    first = rule(book, belief_in(START), Evidence(looks, closed=True), 2)
    assert first.status is ILLEGAL
    asked = list(book.asked)
    assert len(asked) == len(set(asked))
    assert rule(book, belief_in(START), Evidence(looks, closed=True), 2) == first
    rule(book, belief_in(START), Evidence(looks, closed=True), 3)
    assert book.asked[: len(asked)] == asked
    assert len(book.asked) == len(set(book.asked))


def test_nothing_is_searched_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again is answered at once, also over more turns where one turn tells what was seen."""
    searched: list[int] = []
    run = search._Search.run

    def counted(self: Any, starts: Any) -> Any:
        searched.append(self.turns)
        return run(self, starts)

    monkeypatch.setattr(search._Search, "run", counted)
    for last, more in ((Look(2, 0, (2, 1)), False), (Look(2, 3, (3, 2)), True)):
        book: Any = Counted()
        evidence = Evidence((Look(0, 0, (2, 1)), last), closed=True)
        words = [rule(book, belief_in(START), evidence, 2)]
        assert searched
        searched.clear()
        words.append(rule(book, belief_in(START), evidence, 2))
        assert not searched
        words.append(rule(book, belief_in(START), evidence, 4))
        assert bool(searched) == more
        assert words[0] == words[1]
        assert words[0].status is LEGAL
        searched.clear()


def test_few_explanations_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """However much is asked, no more explanations are kept than a match asks for again."""
    monkeypatch.setattr(search, "MOST_EXPLAINED", 3)
    book: Any = Counted()
    for turns in range(2, 12):
        rule(book, belief_in(START), Evidence((Look(0, 0, (2, 1)), Look(2, 3, (3, 2))), closed=True), turns)
        assert 0 < len(search._known_of(book).explained) <= 3


def test_fewer_turns_are_not_asked_about_where_more_lead_nowhere() -> None:
    """A look that two turns cannot bring about one cannot either."""

    in_vain: dict[object, int] = {}

    class Asked(Ladder):
        """The ladder, noting what does not come about in how many turns."""

        def reach(self, state: State, toward: Look, turns: int) -> bool:
            """Whether so many turns lead there."""
            assert turns > in_vain.get((state, toward), -1)
            may = super().reach(state, toward, turns)
            if not may:
                in_vain[state, toward] = turns
            return may

    book: Any = Asked()
    for turns in (2, 4, 3, 1):
        rule(book, belief_in(START), Evidence((Look(0, 0, (1, 1)), Look(9, 9, (1, 1))), closed=True), turns)
    assert in_vain


def test_turns_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turns told again are legal play or not; at its bound a search knows neither."""

    def legal(*looks: Look) -> bool | None:
        found = search.legal_over(BOOK, belief_in(START).worlds, Evidence(looks, closed=True), 2)
        return None if found is None else bool(found)

    climbed = (Look(0, 0, (2, 1)), Look(2, 0, (2, 1)), Look(2, 0, (3, 2)), Look(2, 3, (3, 2)))
    other_way = (*climbed[:-1], Look(2, 1, (3, 2)))
    assert (legal(*climbed), legal(*other_way)) == (True, False)
    monkeypatch.setattr(search, "MOST_NODES", 1)
    assert (legal(*climbed), legal(*other_way)) == (None, None)


def test_a_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a book said long ago is forgotten, and asked again with the same word."""
    monkeypatch.setattr(search, "MOST_KNOWN", 3)
    book: Any = Counted()
    evidence = Evidence((Look(0, 0, (1, 1)), Look(3, 0, (1, 1))), closed=True)
    words = [rule(book, belief_in(START), evidence, 2) for _ in range(2)]
    assert words[0] == words[1]
    half = len(book.asked) // 2
    assert book.asked[:half] == book.asked[half:]
