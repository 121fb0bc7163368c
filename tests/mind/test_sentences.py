"""Verdicts in words: what the page says, in each language, and words that decide nothing."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from referee.games.base import PlayedTurn, Status, Verdict
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import game
from referee.games.royal_racers import book as law
from referee.games.royal_racers.position import UNSEEN, parse_observation, parse_position
from referee.judge import judge
from referee.mind.belief import belief_in
from referee.mind.search import Evidence, Word
from referee.mind.verdict import Ruling, rule
from referee.words.catalogue import COMMON, LANGUAGES, in_language
from referee.words.fact import Fact, fact, parse_word
from tests.by_lot import lot, so_many
from tests.garbled import garbling

BOOK: Any = law
GAME = game("royal-racers")


def ruled(position: str, stops: list[str], said: tuple[str, ...] = (), closed: bool = True) -> Ruling[law.Play]:
    """The mind's word on a turn, seen from its beginning."""
    start = parse_position(position)
    looks = tuple(parse_observation(text) for text in (GAME.visible(position), *stops))
    words = tuple(Word(parse_word(text, "SMCA")) for text in said)
    return rule(BOOK, belief_in(law.begin(start)), Evidence(looks, words, closed))


AGREED: Mapping[str, Agreed] = {
    "racepack": {"timer": "30", "main": "pit", "stop": "1", "spare": "yes", "defence": "yes"}
}
"""What is agreed on, so that its rules can be broken."""


def turns(seed: int, faults: float, name: str = "royal-racers") -> Iterator[PlayedTurn]:
    """Some turns of a random race."""
    chance, played_game = random.Random(seed), game(name)
    position = played_game.start(chance.choice((2, 3, 4)), chance, AGREED.get(name, NOTHING_AGREED))
    for _ in range(20):
        if played_game.over(position):
            return
        fault = chance.choice(played_game.faults()) if chance.random() < faults else None
        played = played_game.play(position, chance, fault)
        yield played
        position = played.after


def worded(played: PlayedTurn) -> Verdict:
    """The referee's word on a whole turn."""
    return judge(GAME, played.before, list(map(parse_observation, played.stops)), played.declared, closed=True)


def test_a_fault_is_told_with_its_rule_and_heading() -> None:
    """Who, what was seen, the rule and the book's own heading."""
    verdicts = [worded(played) for seed in range(20, 23) for played in turns(seed, faults=1.0)]
    for verdict in verdicts:
        for one in verdict.violations:
            heading = law.rules[one.rule]
            assert f"{one.message} Rule: {heading.title} ({heading.section})." in verdict.sentence
    assert sum(verdict.status is Status.ILLEGAL for verdict in verdicts) > 10


def test_a_question_has_its_text_and_buttons_in_every_language() -> None:
    """A card was turned over, no die in sight and nothing said: the answers say the same whatever they are called."""
    verdict = roll_unseen()
    (asked,) = verdict.questions
    words = GAME.words
    german, french = ([in_language(label, one, words) for label, _ in asked.answers] for one in ("de", "fr"))
    assert [said.partition("=")[2] for _, said in asked.answers] == [*"na2345", "no"]
    assert asked.text in {f"What did {who} roll?" for who in ("red", "black", "green", "blue")}
    assert [label for label, _ in asked.answers] == ["null", "ace", "2", "3", "4", "5", "the die was not rolled"]
    assert german[:2] == ["Null", "Ass"]
    assert french[-1] == "le dé n’a pas été lancé"
    assert str(in_language(asked.text, "de", words)).startswith("Was würfelte ")
    assert str(in_language(asked.text, "fr", words)).startswith("Qu’a lancé ")
    assert verdict.sentence.startswith("Cannot tell whether ")
    assert str(in_language(verdict.sentence, "de", words)).startswith("Noch unklar, ob ")
    assert str(in_language(verdict.sentence, "fr", words)).startswith("Pas encore clair ")


def roll_unseen() -> Verdict:
    """A card was turned over with no die in sight and nothing said."""
    for played in turns(3, faults=0.0):
        start, stop = (
            " ".join(part for part in text.split() if not part.startswith("dice="))
            for text in (played.before, played.stops[-1])
        )
        verdict = judge(GAME, start, [GAME.observe(stop)], (), closed=True)
        if any(said.startswith("roll=") for one in verdict.questions for _, said in one.answers):
            return verdict
    raise AssertionError("no such turn was played")


@pytest.mark.by_lot
@pytest.mark.parametrize("name", ["royal-racers", "racepack"])
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(1, 12))))
def test_every_fact_of_a_book_has_words_in_every_language(seed: int, name: str) -> None:
    """Deeds, claims, broken rules, questions and their buttons, in whatever state a race comes to."""
    book = book_of(name)
    facts: set[Fact] = set()
    for played in turns(seed, faults=0.3, name=name):
        looks = [book.parse_look(text) for text in played.stops]
        facts.update(facts_on_the_way(book, book.worlds(played.before)[0], looks, random.Random(seed)))
    assert [(told, one) for told in facts for one in LANGUAGES if not book.words.knows(told, one)] == []
    assert len({(told.kind, told.get("how")) for told in facts}) > 20


def facts_on_the_way(book: Any, play: Any, looks: list[Any], chance: random.Random) -> Iterator[Fact]:
    """What may be said, done, claimed or broken in the states of a random legal turn, on the way to some looks."""
    while book.driver(play):
        for one in book.asks(play):
            about = one.about.also(by=book.driver(play))
            yield about.also(how="ask")
            yield about.also(how="pad")
            for value in one.values:
                yield about.also(value=value, how=value if value in ("no", "stay") else "answer")
        actions = list(book.actions(play))
        toward = [step for look in looks for step in (*book.actions(play, look), *book.slips(play, look))]
        words = [about.also(value=value) for about, values in WORDS_SAID for value in values]
        said = [slip for word in words for slip in book.misstated(play, word)]
        said += [step for look in looks for word in words for step in book.heard(play, look, word)]
        for step in (*actions, *toward, *said):
            claims = (claim.fact for claim in step.claims if claim.fact.kind != "covered")
            yield from (*([step.deed] if step.deed.params else []), *step.broken, *claims)
        step = chance.choice(actions)
        play = step.after
        if step.over:
            return


WORDS_SAID = (
    (fact("touch"), "a2345n"),
    (fact("coin", at="S"), "na2345"),
    *((fact("speed", at=number), "17") for number in "123"),
    *((fact("token", at=number), "a5") for number in "123"),
    *((fact("defence", at=pool), "a5") for pool in "SMCA"),
    *((fact("time", at=number), ("up",)) for number in "012"),
)


def test_where_a_car_stands_that_nobody_sees_is_said_in_every_language() -> None:
    """On a space, outside a corner or off the track: each place has its own sentence."""
    words = book_of("racepack").words
    found = [
        [words.say(fact("car", by="S", value=value, **how), language) for language in LANGUAGES]
        for value, how in (("e7", {}), ("a1", {"how": "outside"}), ("off", {}))
    ]
    assert [english for english, _, _ in found] == [
        "red's car, which is not seen, stands on e7",
        "red's car, which is not seen, stands outside corner a1",
        "red's car, which is not seen, stands off the track",
    ]
    assert len({text for texts in found for text in texts}) == 9


def book_of(name: str) -> Any:
    """The rule book of a game."""
    return import_module(f"referee.games.{name.replace('-', '_')}.book")


@pytest.fixture
def words_mean_nothing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Garbles the English catalogues from the moment on that this is called."""
    yield from garbling(monkeypatch, (COMMON, law.words))


@pytest.mark.long
def test_no_verdict_and_no_question_hangs_on_an_english_word(words_mean_nothing: Callable[[], None]) -> None:
    """Judge and mind say the same about turns of every kind when all English words are others."""
    races = [played for seed in (30, 31) for played in turns(seed, faults=0.4)]
    before, sentences = everything_decided(races)
    words_mean_nothing()
    after, garble = everything_decided(races)
    assert after == before
    assert {"LEGAL", "ILLEGAL", "UNDECIDED"} <= {one[0] for one in before}
    assert sum(bool(one[3]) for one in before) > 5, "questions were asked"
    changed = [one for one, other in zip(sentences, garble, strict=True) if one != other]
    assert len(changed) == len(sentences) > 60


def everything_decided(races: list[PlayedTurn]) -> tuple[list[Any], list[str]]:
    """What is said as data of turns seen whole, half and with covered cards, and the sentences for it."""
    found: list[Any] = []
    said: list[str] = []
    for played in races:
        stops = [parse_observation(text) for text in played.stops]
        hidden = replace(
            stops[-1], dice=(), cards=tuple(UNSEEN if at < 9 else one for at, one in enumerate(stops[-1].cards))
        )
        for looks, words, closed in ((stops, played.declared, True), (stops[:1], (), False), ([hidden], (), True)):
            verdict = judge(GAME, played.before, looks, words, closed)
            answers = [[value for _, value in one.answers] for one in verdict.questions]
            lines = [(line.turn, [one.rule for one in line.violations], line.after) for line in verdict.lines]
            rules = [one.rule for one in verdict.violations]
            found.append((verdict.status.value, verdict.turn, rules, answers, lines, len(verdict.alternatives)))
            said.append(verdict.sentence)
        ruling = ruled(played.before, list(played.stops), played.declared)
        found.append((ruling.status.value, ruling.broken, ruling.over, [one.granted for one in ruling.found.worlds]))
    return found, said
