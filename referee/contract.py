"""What the mind and a rule book promise one another. Any game passes by naming itself, in this tree or outside.

In a game's own tests:

    from referee.contract import Case, Contract

    class TestMyGame(TableContract):
        case = Case(my_book, kit=DESIGN)

`Contract` is the law alone; `TableContract` also the printed pieces, the table and the drawing.

Only tests import this module: it needs pytest.
"""

from __future__ import annotations

import os
import random
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any, ClassVar

import pytest

from markers.design import KitDesign
from markers.dictionary import gate_for, minimum_distance
from markers.kit import Manifest
from markers.kits import manifest_of
from referee.errors import NotationError
from referee.games.base import PlayedTurn, Status
from referee.games.options import NOTHING_AGREED
from referee.games.rigid import Point, Transform
from referee.games.rulebook import Ask, Narrowing, RuleBook, Step
from referee.games.words_said import Spoken
from referee.judge.verdict import judge
from referee.match import Match
from referee.mind.belief import belief_in
from referee.mind.from_book import FromBook
from referee.mind.plant import LEGAL, Hands, by_chance, faulty_turns, slips_at
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.record.memory import MemoryStore
from referee.record.races import standing_turns
from referee.simulator.plain_view import settled
from referee.simulator.race import words_by_stop
from referee.words.catalogue import Drawing
from referee.words.fact import Fact, fact

Chance = random.Random
MOST_TURNS_BEFORE = 40
"""A race is looked at after so many turns at most."""
RACES = 30
"""So many races of each number of players are looked at."""
MOST_PLANTED = 400
"""In so many turns every rule is broken on purpose at least once."""
MOST_TURNS = 2_000
"""So many turns end every race that is played by chance."""
TURNS_REFEREED, FAULTS_REFEREED = 6, 0.25
"""A race on the table is refereed so far; a turn of it is faulty, the next one with this chance."""
MOST_TRIED = 25
"""From so many positions a fault is planted at most; short races are often nearly over."""
FAULTS_BOUNDED, MOST_BOUNDED = 0.7, 12
"""Such a share of the turns that are told with bounds and without is faulty, with one of so many slips."""
OFTEN_ENOUGH = 3
"""So many slips of one rule are judged in one turn at most."""
TIMES = "CONTRACT_TIMES"
"""The variable that says how many times as many cases are looked at as usual."""


@dataclass(frozen=True)
class Case:
    """A rule book, and races to look at.

    Attributes
    ----------
    book : the rule book.
    begun : gives the beginning of some turn of some race; None lets the book start one and plays on by chance.
    kit : what is printed for the game; needed for `TableContract`.
    rare : rules that chance meets too seldom to wait for; the game's own tests break each.
    hands : simulated players who get more wrong than looks of other positions lead to.
    """

    book: Any
    begun: Callable[[Chance], Any] | None = None
    rare: frozenset[str] = frozenset()
    kit: KitDesign | None = None
    hands: Hands[Any] | None = None

    @property
    def manifest(self) -> Manifest:
        """The printed kit."""
        assert self.kit is not None, "name the kit: Case(book, kit=DESIGN)"
        return manifest_of(self.kit)

    def begin(self, chance: Chance) -> Any:
        """The beginning of some turn of some race that is not over."""
        if self.begun is not None:
            return self.begun(chance)
        race = _race(self.book, chance.choice(self.book.players_allowed), chance.randrange(RACES))
        return race[chance.randrange(len(race))]

    def look_beside(self, state: Any, chance: Chance) -> Any:
        """What some turn of a race of as many players begins with: other players sit at no table."""
        others = (self.begin(chance) for _ in range(RACES))
        return self.book.show(
            next((one for one in others if self.book.round_length(one) == self.book.round_length(state)), state)
        )


@cache
def _race(book: Any, players: int, number: int) -> tuple[Any, ...]:
    """The beginnings of the turns of a race: every promise looks at the same races, played once."""
    chance = Chance(f"{players} {number}")
    begun = [book.start(players, chance, NOTHING_AGREED)]
    while len(begun) < MOST_TURNS_BEFORE:
        after = begun[-1]
        for step in turn(book, after, chance):
            after = step.after
        if not book.driver(after):
            break
        begun.append(after)
    return tuple(begun)


def seeds(usual: int) -> pytest.MarkDecorator:
    """So many cases of a promise, or as many times more as `TIMES` says."""
    return pytest.mark.parametrize("seed", range(usual * int(os.environ.get(TIMES, "1"))))


def turn(book: Any, state: Any, chance: Chance) -> Iterator[Step[Any]]:
    """The steps of one random legal turn."""
    while book.driver(state):
        step: Step[Any] = chance.choice(list(book.actions(state)))
        yield step
        state = step.after
        if step.over:
            return


def told(book: Any, state: Any, evidence: Evidence[Any], turns: int | None = None) -> Ruling[Any]:
    """The word on evidence since a state."""
    return rule(book, belief_in(state), evidence, turns or book.round_length(state))


def _said(claimed: Fact, chance: Chance, now: int) -> Word:
    """A word about a claim: mostly right and in time."""
    at = max(0, now + chance.choice((-1, 0, 0, 0, 1)))
    wrong = fact(claimed.kind, value="3") if chance.random() < 0.1 else claimed
    return Word(wrong, at=at)


@dataclass(frozen=True)
class Planted:
    """A turn in which hands did one thing wrong, seen and said whole."""

    before: Any
    slip: Step[Any]
    evidence: Evidence[Any]


def planted(case: Case, chance: Chance) -> Iterator[Planted]:
    """Slips that break one rule, in the course of one random turn, on the way to looks of other positions."""
    book = case.book
    before = state = case.begin(chance)
    looks, words = [book.show(state)], list[Word]()
    steps = list(turn(book, state, chance) if case.hands is None else by_chance(book, case.hands, state, chance))
    for number in range(len(steps) + 1):
        for slip in _slips(case, state, chance):
            if len(slip.broken) == 1:
                said = [Word(claim.fact, at=len(looks), sure=True) for claim in slip.claims]
                shown = (*looks, book.show(slip.after))
                yield Planted(before, slip, Evidence(shown, (*words, *said), closed=slip.over))
        if number == len(steps) or steps[number].over:
            return
        state = steps[number].after
        looks.append(book.show(state))
        words += [Word(claim.fact, at=len(looks)) for claim in steps[number].claims]


def _slips(case: Case, state: Any, chance: Chance) -> Iterator[Step[Any]]:
    """What its players get wrong; without any, what may go wrong on the way to looks of another race, and of this one
    when others have moved as well, or be said to have been done."""
    book = case.book
    if case.hands is not None:
        yield from slips_at(book, case.hands, state, chance)
        return
    yield from book.slips(state, case.look_beside(state, chance))
    later = state
    for _ in range(book.round_length(state)):
        for step in turn(book, later, chance):
            later = step.after
    yield from book.slips(state, book.show(later))
    for ask in book.asks(state):
        for value in ask.values:
            yield from book.misstated(state, fact(ask.about.kind, **dict(ask.about.params), value=value))


class Unbounded:
    """A rule book that does not say what is out of reach."""

    def __init__(self, book: Any) -> None:
        self._book = book

    def __getattr__(self, name: str) -> Any:
        if name == "near":
            raise AttributeError(name)
        return getattr(self._book, name)

    def reach(self, state: Any, toward: Any, turns: int) -> bool:
        """Everything is in reach."""
        return True


def _seldom_seen(case: Case, chance: Chance) -> tuple[Any, Evidence[Any]]:
    """A turn, often with a slip, perhaps another after it: few looks, few words."""
    book = case.book
    faulty = chance.random() < FAULTS_BOUNDED
    slips = list(islice(planted(case, chance), MOST_BOUNDED)) if faulty else []
    if slips:
        one = chance.choice(slips)
        before, state, (first, *rest), words = one.before, one.slip.after, one.evidence.looks, one.evidence.words
        looks = [first, *(look for look in rest[:-1] if chance.random() < 0.3), rest[-1]]
    else:
        before = state = case.begin(chance)
        looks, words = [book.show(state)], ()
    for _ in range(chance.choice((0, 0, 1) if slips else (1, 2))):
        if slips and not any(True for _ in book.actions(state)):
            break  # it led where this turn has no legal end any more
        for step in turn(book, state, chance):
            state = step.after
        looks.append(book.show(state))
    said = tuple(Word(word.said, min(word.at, len(looks))) for word in words if chance.random() < 0.5)
    return before, Evidence(tuple(looks), said, chance.random() < 0.5)


def _on_the_way(book: Any, world: World[Any], looks: Sequence[Any]) -> list[tuple[Any, Any, int, int]]:
    """Each state of a story with the look that comes next, and the slips and turns, this one included, until the end.

    Empty where a look was not taken as soon as it shows, or something was taken back.
    """
    found, state, seen, slips = list[tuple[Any, Any, int, int]](), world.turns[0].before, 0, len(world.broken)
    for number, turn in enumerate(world.turns):
        for step in (None, *turn.steps):
            if step is not None:
                state, slips = step.after, slips - len(step.broken)
            while seen < len(looks) and not book.clash(book.show(state), looks[seen]):
                state, seen = book.settle(state, looks[seen]), seen + 1
            if seen == len(looks):
                return found
            turns = len(world.turns) - number - (step is not None and step.over)
            found.append((state, looks[seen], slips, turns))
    return []


class Contract:
    """The promises, each a test; a subclass names its case."""

    case: ClassVar[Case]

    def test_players_act_in_turn_by_one_rule(self) -> None:
        """One rule is marked as that of taking turns: who breaks it may be early only because a round was missed."""
        assert sum(rule.takes_turns for rule in self.case.book.rules.values()) == 1

    @seeds(6)
    def test_steps(self, seed: int) -> None:
        """What the rules allow breaks none; a slip breaks one and comes nearer to the look, or cannot be seen."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        for step in turn(book, state, chance):
            toward = self.case.look_beside(state, chance)
            for slip in book.slips(state, toward):
                assert slip.broken, slip
                away = book.clash(book.show(slip.after), toward) - book.clash(book.show(state), toward)
                assert away <= 1, (slip, toward)
            assert not step.broken, step
            assert book.clash(book.show(state), book.show(state)) == 0, state
            state = step.after

    @seeds(6)
    def test_a_look_prunes_only_what_cannot_lead_there(self, seed: int) -> None:
        """With the look that a legal step gives, it is still among the actions, or is once its claims are said."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        for step in turn(book, state, chance):
            toward = book.show(step.after)
            heard = [one for claim in step.claims for one in book.heard(state, toward, claim.fact)]
            every = [*book.actions(state, toward), *heard]
            ways = [one for one in every if not book.clash(book.show(one.after), toward)]
            assert any(one.text == step.text and one.over == step.over for one in ways), (state, step)
            state = step.after

    @seeds(6)
    def test_reach_is_admissible(self, seed: int) -> None:
        """What legal turns lead to, whole or not, is always said to be in reach of so many turns or more, also where
        some players have had two."""
        chance, book = Chance(seed), self.case.book
        for more in (1, 2, 3, None):
            state = self.case.begin(chance)
            turns = more or book.round_length(state) + 2
            on_the_way = []
            for left in range(turns, 0, -1):
                for step in turn(book, state, chance):
                    on_the_way.append((state, left))
                    state = step.after
                    look = book.show(state)
                    for before, enough in on_the_way if left == 1 else ():
                        assert book.reach(before, look, enough), (before, state, enough)
                        assert book.reach(before, look, enough + 1), (before, state, enough + 1)

    @seeds(4)
    def test_bounds_change_no_word(self, seed: int) -> None:
        """With `reach` and `near` and without, the same is said of turns of which little was seen, faulty or not; what
        is told without them is in their bounds at every step."""
        chance, book = Chance(seed), self.case.book
        before, evidence = _seldom_seen(self.case, chance)
        turns = chance.choice((1, 2))
        bounded, found = told(book, before, evidence, turns), told(Unbounded(book), before, evidence, turns)
        # not whole: too much was to be looked into without them; of several faults bounds may tell fewer stories
        if found.found.whole and len(found.broken) < 2:
            said = [(one.status, one.driver, {rule.kind for rule in one.broken}) for one in (bounded, found)]
            assert said[0] == said[1], (before, evidence, turns)
        near = book.near if isinstance(book, Narrowing) else None
        for world in found.found.worlds:
            for state, look, slips, left in _on_the_way(book, world, evidence.looks):
                assert book.reach(state, look, left) if not slips else near is None or near(state, look, slips, left), (
                    book.text(state),
                    look,
                    slips,
                    left,
                    world.turns,
                )

    @seeds(6)
    def test_what_was_seen_and_said_whole_is_legal(self, seed: int) -> None:
        """A legal turn with every look and every word is legal and takes nothing for granted."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        steps = list(turn(book, state, chance))
        words = tuple(Word(claim.fact, at=number) for number, step in enumerate(steps) for claim in step.claims)
        looks = (book.show(state), *(book.show(step.after) for step in steps))
        found = told(book, state, Evidence(looks, words, closed=True))
        assert found.status is Status.LEGAL, (
            state,
            [step.text for step in steps],
            found.found.worlds[:1],
            found.broken,
        )

    @seeds(8)
    def test_legal_play_is_never_illegal(self, seed: int) -> None:
        """However little is seen, and whatever is said early, late, wrongly or not at all, over one turn or two."""
        chance, book = Chance(seed), self.case.book
        state = before = self.case.begin(chance)
        looks, words = [book.show(state)], list[Word]()
        for _ in range(chance.choice((1, 1, 2))):
            for step in turn(book, state, chance):
                state = step.after
                if step.over or chance.random() < 0.5:
                    looks.append(book.show(state))
                words += [_said(claim.fact, chance, len(looks)) for claim in step.claims if chance.random() < 0.4]
        found = told(book, before, Evidence(tuple(looks), tuple(words), closed=True))
        assert found.status is not Status.ILLEGAL, (before, state, found.broken)

    @seeds(10)
    def test_a_slip_that_was_seen_whole_is_named(self, seed: int) -> None:
        """With every look and word there is no way round it: a rule is named, or nothing wrong can be seen."""
        chance, book = Chance(seed), self.case.book
        for one in planted(self.case, chance):
            if book.clash(one.evidence.looks[-1], one.evidence.looks[-2]):
                found = told(book, one.before, one.evidence, turns=1)
                assert found.status is Status.ILLEGAL or not found.found.worlds[0].broken, one
                return

    def test_every_rule_is_planted_and_named(self) -> None:
        """Each rule of the book is broken by some slip that, seen and said whole, is called by this rule's name."""
        book = self.case.book
        lacking = set(book.rules) - self.case.rare
        for seed in range(MOST_PLANTED):
            tried: Counter[str] = Counter()
            for one in planted(self.case, Chance(seed)):
                kind = one.slip.broken[0].kind
                tried[kind] += 1
                if kind in lacking and tried[kind] <= OFTEN_ENOUGH:
                    found = told(book, one.before, one.evidence, turns=1)
                    if found.status is Status.ILLEGAL and {broken.kind for broken in found.broken} == {kind}:
                        lacking.remove(kind)
            if not lacking:
                return
        pytest.fail(f"never planted and named: {sorted(lacking)}")

    @seeds(6)
    def test_notation_round_trips(self, seed: int) -> None:
        """A state that begins a turn reads back as itself, a look as itself; a state's line shows what it shows."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        (again,) = book.worlds(book.text(state))
        assert book.text(again) == book.text(state)
        assert book.driver(again) == book.driver(state)
        assert book.clash(book.show(again), book.show(state)) == 0
        assert book.clash(book.parse_look(book.text(state)), book.show(state)) == 0
        for step in turn(book, state, chance):
            look = book.show(step.after)
            line = book.look_text(look)
            assert book.look_text(book.parse_look(line)) == line
            assert book.clash(book.parse_look(line), look) == 0, line

    @seeds(6)
    def test_bad_notation_is_told_as_such(self, seed: int) -> None:
        """A line with something cut, doubled or changed is read, or refused with a NotationError."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        for line, read in ((book.text(state), book.worlds), (book.look_text(book.show(state)), book.parse_look)):
            for _ in range(60):
                at, much = chance.randrange(len(line)), chance.randrange(1, 5)
                put = chance.choice(("", line[at : at + much] * 2, "=", ",", "99", "-1", "x", "?", " "))
                bad = line[:at] + put + line[at + much :]
                with suppress(NotationError):
                    read(bad)

    @seeds(6)
    def test_what_nobody_can_see_can_be_asked(self, seed: int) -> None:
        """A claim that no look bears out is among the things that may be said, with its value."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        for step in turn(book, state, chance):
            offered = {one.about.slot: one.values for one in book.asks(state)}
            for claim in step.claims:
                if not claim.shown_by and not claim.free:
                    assert claim.fact.get("value") in offered.get(claim.fact.slot, ()), (claim, offered)
            state = step.after


@dataclass(frozen=True)
class Lying:
    """A piece as the eye would see it."""

    piece: str
    side: str
    x_mm: float
    y_mm: float
    angle_deg: float
    confidence: float = 0.9
    remembered: bool = False


@dataclass(frozen=True)
class SeenTable:
    """A scene without a picture: pieces as they lie, and what is covered."""

    sightings: tuple[Lying, ...]
    covered: tuple[tuple[Point, ...], ...] = ()
    clear_mm: tuple[Point, ...] = ()
    hidden_mm: tuple[Point, ...] = ()
    standpoint: None = None


def seen_table(case: Case, state: Any, camera: Transform) -> SeenTable:
    """All pieces of a state's layout, the table turned and shifted under the camera."""
    lying = []
    for placed in case.book.layout(state, case.manifest):
        x_mm, y_mm = camera.of((placed.x_mm, placed.y_mm))
        lying.append(Lying(placed.piece, placed.side, x_mm, y_mm, placed.angle_deg + camera.turn_deg))
    return SeenTable(tuple(lying))


def _somewhere(chance: Chance) -> Transform:
    return Transform(chance.uniform(-300, 300), chance.uniform(-200, 200), chance.uniform(-180, 180))


def _spoken(ask: Ask, driver: str) -> Iterator[Fact]:
    """A question, its heading and its buttons, as they are said."""
    about = ask.about if ask.about.get("by") else ask.about.also(by=driver)
    yield from (about.also(how=how, value=ask.values[0]) for how in ("ask", "pad"))
    yield from (about.also(how="answer", value=value) for value in ask.values)


class TableContract(Contract):
    """The promises of a game that can be played on a table: those of its law, and of its pieces."""

    def test_every_member_is_there(self) -> None:
        """The rule book has all that a rule book has."""
        wanted = [name for name in vars(RuleBook) if not name.startswith("_")]
        assert [name for name in wanted if not hasattr(self.case.book, name)] == []

    def test_every_fact_has_words(self) -> None:
        """What is done, claimed, asked and broken can be said in English; a rule's own words are its title."""
        book, said = self.case.book, self.case.book.words
        assert {name: said.say(Fact(name)) for name in book.rules} == {one.id: one.title for one in book.rules.values()}
        found: dict[Fact, None] = {}
        for seed in range(12):
            chance = Chance(seed)
            state = self.case.begin(chance)
            for step in turn(book, state, chance):
                facts = [step.deed, *(claim.fact for claim in step.claims)]
                facts += [about for ask in book.asks(state) for about in _spoken(ask, book.driver(state))]
                for slip in _slips(self.case, state, chance):
                    facts += [slip.deed, *slip.broken]
                    assert all(said.say(one) != book.rules[one.kind].title for one in slip.broken), slip
                found.update(dict.fromkeys(facts))
                state = step.after
        assert [one for one in found if not said.knows(one)] == []

    def test_starts(self) -> None:
        """Every number of players and every choice starts a race; others are refused in a sentence."""
        book, chance = self.case.book, Chance(1)
        for players in book.players_allowed:
            for option in (None, *book.options):
                for value in option.values if option else ("",):
                    state = book.start(players, chance, {option.name: value} if option else NOTHING_AGREED)
                    assert book.driver(state)
                    assert book.outcome(state) is None
        for players, agreed in ((max(book.players_allowed) + 1, {}), (book.players_allowed[0], {"colour": "red"})):
            with pytest.raises(NotationError):
                book.start(players, chance, agreed)

    def test_a_race_comes_to_its_end(self) -> None:
        """Played on by chance, a race is over some day: nobody is to act, nothing can be done, it has an outcome."""
        book, chance = self.case.book, Chance(2)
        state = book.start(book.players_allowed[0], chance, NOTHING_AGREED)
        for _ in range(MOST_TURNS):
            for step in turn(book, state, chance):
                assert book.outcome(state) is None
                state = step.after
        assert book.driver(state) == ""
        assert book.outcome(state) is not None
        assert list(book.actions(state)) == []
        assert book.reach(state, book.show(state), 1)
        before = book.show(book.start(book.players_allowed[0], chance, NOTHING_AGREED))
        assert all(slip.broken for slip in book.slips(state, before))

    def test_the_markers_lie_far_apart(self) -> None:
        """Each printed marker has a number of its own; any two differ in at least 3 of 16 cells."""
        numbers = [marker.marker_id for item in self.case.manifest.items for marker in item.markers]
        assert len(numbers) == len(set(numbers))
        assert minimum_distance(gate_for(self.case.manifest)) >= 3

    @seeds(6)
    def test_the_table_reads_as_it_lies(self, seed: int) -> None:
        """Wherever the camera hangs, what `layout` lays is read as what `show` says; every piece is one of the kit."""
        chance, case = Chance(seed), self.case
        state = case.begin(chance)
        printed = {(item.piece, item.side) for item in case.manifest.items}
        dice = {piece for kind in case.manifest.dice for piece in kind.pieces}
        laid = case.book.layout(state, case.manifest)
        assert all((one.piece, one.side) in printed or one.piece in dice for one in laid)
        assert len({one.piece for one in laid}) == len(laid)
        reading = case.book.read(seen_table(case, state, _somewhere(chance)), case.manifest, None)
        assert reading.problems == ()
        assert case.book.clash(case.book.show(state), reading.observation) == 0
        assert case.book.look_text(reading.observation) == reading.notation

    @seeds(6)
    def test_what_is_not_seen_is_never_read_as_empty(self, seed: int) -> None:
        """With pieces not read, and a hand over some, the look is still one that the state may give."""
        chance, case = Chance(seed), self.case
        state, camera = case.begin(chance), _somewhere(chance)
        scene = seen_table(case, state, camera)
        left, low = chance.uniform(-250, 150), chance.uniform(-150, 100)
        hand = ((left, low), (left + 90, low), (left + 90, low + 60), (left, low + 60))
        fixed = {item.piece for item in case.manifest.items if item.fixed}
        backward = camera.inverse
        kept = []
        for one in scene.sightings:
            x_mm, y_mm = backward.of((one.x_mm, one.y_mm))
            under = left - 15 < x_mm < left + 105 and low - 15 < y_mm < low + 75
            if one.piece in fixed or not (under or chance.random() < 0.1):
                kept.append(one)
        scene = replace(scene, sightings=tuple(kept), covered=(tuple(camera.of(point) for point in hand),))
        for expected in (None, state):
            reading = case.book.read(scene, case.manifest, expected)
            assert case.book.clash(case.book.show(state), reading.observation) == 0, reading.notation

    def _whole(self) -> FromBook:
        return FromBook(self.case.book)

    def _position(self, chance: Chance) -> str:
        return str(self.case.book.text(self.case.begin(chance)))

    @seeds(4)
    def test_a_turn_that_is_played_by_chance_is_judged_by_its_truth(self, seed: int) -> None:
        """Seen and heard whole, a legal turn is legal and a planted fault is called by its rule; each told in words."""
        chance, law = Chance(seed), self._whole()
        for fault in (None, *chance.sample(law.faults(), min(3, len(law.faults())))):
            played = law.play(self._position(chance), chance, fault)
            looks = [law.observe(text) for text in (played.before, *played.stops)]
            said = [Spoken(text, text.at + 1) for text in played.declared if isinstance(text, Spoken)]
            found = judge(law, played.before, looks, said, closed=True)
            rules = [one.rule for one in found.violations]
            truth = (Status.LEGAL, []) if played.truth == LEGAL else (Status.ILLEGAL, [played.truth])
            assert (found.status, rules) == truth, (played, found.sentence)
            assert found.player == played.player
            assert law.over(found.after) or law.driver(found.after)
            assert found.lines[0].told, found.lines[0]
            assert found.lines[0].turn not in found.sentence, found.sentence

    def test_most_rules_can_be_planted(self) -> None:
        """What hands may do wrong is met in play: of the rules that chance meets, half or more in a few races."""
        chance, law = Chance(6), self._whole()
        wanted = set(law.faults()) - self.case.rare
        lacking = set(wanted)
        for _ in range(MOST_TRIED):
            for played in faulty_turns(law, self._position(chance), chance, lacking):
                lacking.discard(played.truth)
            if 2 * len(lacking) <= len(wanted):
                return
        pytest.fail(f"planted too seldom: {sorted(lacking)}")

    @seeds(3)
    def test_a_position_reads_back_in_the_middle_of_a_turn_and_after_a_slip(self, seed: int) -> None:
        """Its line is read again and shows the same, whatever hands have done; whoever is to act there can go on."""
        chance, book = Chance(seed), self.case.book
        state = self.case.begin(chance)
        for step in turn(book, state, chance):
            for one in (step, *_slips(self.case, state, chance)):
                (again,) = book.worlds(book.text(one.after))
                assert book.clash(book.show(again), book.show(one.after)) == 0, one
                assert book.driver(again) == book.driver(one.after), one
                assert any(True for _ in book.actions(again)) == bool(book.driver(again)), one
            state = step.after

    @seeds(1)
    def test_a_race_on_the_table_is_refereed_as_its_truth_says(self, seed: int) -> None:
        """Laid, read, started from what is seen, spoken of and judged: every turn gets the word that it deserves."""
        table, faulty = _Table(self._whole(), self.case.manifest, Chance(seed)), 0
        for _ in range(TURNS_REFEREED):
            if table.match.phase == "over":
                break
            played = table.play(0.0 if faulty else FAULTS_REFEREED)
            faulty += played.truth != LEGAL
            entry = standing_turns(table.match.entries)[-1]
            rules = [one["rule"] for one in entry.data["violations"]]
            truth = (LEGAL.upper(), []) if played.truth == LEGAL else ("ILLEGAL", [played.truth])
            assert (entry.data["status"], rules) == truth, (played, entry.data["sentence"])
            assert table.law.visible(entry.after) == table.law.visible(played.after), played

    def test_what_a_page_asks_of_a_whole_game_is_there(self) -> None:
        """Who is to act in words, a pad whose every button is understood, a drawing, and the outcome in the end."""
        chance, law = Chance(4), self._whole()
        position = self._position(chance)
        now = law.what_now(position)
        assert now.player == law.driver(position)
        assert now.player in now.sentence
        for question in law.declarations(position):
            assert question.text
            for label, said in question.answers:
                assert label
                assert law.check_declaration(position, said) == said
        with pytest.raises(NotationError):
            law.check_declaration(position, "nobody-says-this=1")
        assert law.diagram(position, law.moved(position, position)) == Drawing(
            law.book.drawing(law.book.worlds(position)[0], {}), law.words
        )
        assert law.accept(position, law.observe(position)) == position
        with pytest.raises(NotationError):
            law.start_from(law.observe(_far_from_start(self.case, law)), law.players_allowed[0])

    def test_an_empty_table_has_no_board(self) -> None:
        """Without the board nothing is read, and a sentence says so."""
        reading = self.case.book.read(SeenTable(()), self.case.manifest, None)
        assert reading.observation is None
        assert reading.problems

    def test_the_drawing_can_be_taken_hold_of(self) -> None:
        """It is SVG, with names for its spaces."""
        state = self.case.begin(Chance(3))
        drawn = ElementTree.fromstring(self.case.book.drawing(state, {}))
        assert drawn.tag.endswith("svg")
        assert any("data-space" in one.attrib for one in drawn.iter())


def _far_from_start(case: Case, law: FromBook) -> str:
    """A position of a race that is well under way."""
    for seed in range(100):
        state = case.begin(Chance(seed))
        start = case.book.start(law.players_allowed[0], Chance(0), NOTHING_AGREED)
        if case.book.clash(case.book.show(state), case.book.show(start)) > 2:
            return str(case.book.text(state))
    raise AssertionError("every position looks like the start")


class _Table:
    """A match, and the table before it, on which a race is played by chance."""

    def __init__(self, law: FromBook, manifest: Manifest, chance: Chance) -> None:
        self.law, self._manifest, self._chance, self._time_ns = law, manifest, chance, 0
        self.match = Match(law, manifest, MemoryStore({"game": law.name}))
        players = law.players_allowed[0]
        self._show(law.start(players, chance))
        self.match.start(players, self._time_ns)

    def _show(self, text: str) -> None:
        self._time_ns += 1_000_000_000
        self.match.feed(settled(self.law.layout(text, self._manifest), self._time_ns), lambda: b"")

    def play(self, share: float) -> PlayedTurn:
        """One turn as people play it: words where they are said, each stop seen, "turn done" if it is still open."""
        fault = self._chance.choice(self.law.faults()) if self._chance.random() < share else None
        played = self.law.play(self.match.state.position, self._chance, fault)
        closed = len(standing_turns(self.match.entries))
        for words, stop in zip(words_by_stop(played), played.stops, strict=True):
            for word in words:
                self.match.declare(word, self._time_ns)
            self._show(stop)
        if len(standing_turns(self.match.entries)) == closed:
            self.match.close(self._time_ns)
        return played
