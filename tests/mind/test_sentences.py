"""A ruling of the mind in words: what the page says today, in each language, and words that decide nothing."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import game
from referee.games.royal_racers import book as law
from referee.games.royal_racers.position import UNSEEN, parse_observation, parse_position
from referee.games.rulebook import Ask, Claim, Step
from referee.judge import judge
from referee.mind.belief import belief_in
from referee.mind.search import Evidence, Found, Turn, Word, World
from referee.mind.sentence import asking, sentence
from referee.mind.verdict import WHETHER_SAID, WHETHER_SO, Ruling, rule
from referee.words.catalogue import COMMON, LANGUAGES, messages_of
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


def turns(seed: int, faults: float, name: str = "royal-racers") -> Iterator[Any]:
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


@pytest.mark.parametrize("seed", range(3))
def test_a_legal_turn_is_worded_as_the_judge_words_it(seed: int) -> None:
    """Seen whole and told alike, the mind says the very sentence of today's page."""
    alike = 0
    for played in turns(seed, faults=0.0):
        ruling = ruled(played.before, list(played.stops), played.declared)
        stops = [parse_observation(text) for text in played.stops]
        verdict = judge(GAME, played.before, stops, played.declared, closed=True)
        if ruling.status is verdict.status is Status.LEGAL:
            assert sentence(BOOK, ruling) == verdict.sentence
            alike += 1
    assert alike > 10


def test_a_fault_is_worded_as_the_judge_words_it() -> None:
    """Who, what was seen, the rule and the book's own heading: the very sentence where both find the same fault."""
    alike = 0
    for played in (played for seed in range(20, 23) for played in turns(seed, faults=1.0)):
        ruling = ruled(played.before, list(played.stops), played.declared)
        if ruling.status is not Status.ILLEGAL:
            continue
        for one in ruling.broken:
            heading = law.rules[one.kind]
            assert f"Rule: {heading.title} ({heading.section})." in sentence(BOOK, ruling)
        stops = [parse_observation(text) for text in played.stops]
        verdict = judge(GAME, played.before, stops, played.declared, closed=True)
        if ruling.broken == tuple(message.fact for message in messages_of(one.message for one in verdict.violations)):
            assert sentence(BOOK, ruling) == verdict.sentence
            alike += 1
    assert alike > 10


def roll_unseen() -> Ruling[law.Play]:
    """A card was turned over with no die in sight and nothing said."""
    for played in turns(3, faults=0.0):
        start, stop = (
            " ".join(part for part in text.split() if not part.startswith("dice="))
            for text in (played.before, played.stops[-1])
        )
        ruling = ruled(start, [stop])
        if ruling.asked is not None and ruling.asked.about.kind == "roll":
            return ruling
    raise AssertionError("no such turn was played")


def test_a_question_has_its_text_and_buttons_in_every_language() -> None:
    """What was rolled: the answers' values are the same whatever they are called."""
    ruling = roll_unseen()
    english, german, french = (one for language in LANGUAGES if (one := asking(BOOK, ruling, language)))
    for one in (english, german, french):
        assert [value for _, value in one.buttons] == [*"na2345", "no"]
    assert english.text in {f"What did {who} roll?" for who in ("red", "black", "green", "blue")}
    assert [label for label, _ in english.buttons] == ["null", "ace", "2", "3", "4", "5", "the die was not rolled"]
    assert [label for label, _ in german.buttons][:2] == ["Null", "Ass"]
    assert french.buttons[-1] == ("le dé n’a pas été lancé", "no")
    assert german.text.startswith("Was würfelte ")
    assert french.text.startswith("Qu’a lancé ")
    assert re.match(r"Cannot tell: (\w+) .*; legal only if \1 rolled ", sentence(BOOK, ruling))
    assert sentence(BOOK, ruling, "de").startswith("Noch unklar: ")
    assert sentence(BOOK, ruling, "fr").startswith("Pas encore clair : ")


def test_words_about_nothing_are_asked_about() -> None:
    """As the pad words them, with the player whose turn it may have been."""
    state = law.begin(parse_position(GAME.start(2, random.Random(1))))
    world = World(state, astray=(fact("roll", value="4"),))
    asked = Ask(fact("roll", value="4"), WHETHER_SAID)
    ruling = Ruling(Status.UNDECIDED, "S", Found((world,)), asked=asked)
    found = [asking(BOOK, ruling, language) for language in LANGUAGES]
    assert [one.text for one in found if one] == [
        "Was this said for red's turn: Red rolled – 4?",
        "Galt dies dem Zug von Rot: Rot würfelte – 4?",
        "Était-ce dit pour le tour de Rouge : Rouge a lancé – 4 ?",
    ]
    assert [one.buttons[0] for one in found if one] == [
        ("for red's turn", "here"),
        ("dem Zug von Rot", "here"),
        ("pour le tour de Rouge", "here"),
    ]
    assert sentence(BOOK, ruling).startswith("It is not clear whose turn was meant")


def test_a_fault_that_hangs_on_what_nobody_saw_is_a_question_in_words() -> None:
    """It tells what was done and what would make it a fault."""
    state = law.begin(parse_position(GAME.start(2, random.Random(1))))
    hidden = fact("pawn", by="M", value="c3")
    step = Step(">c3", state, fact("deed", how="went", square="c3"), (Claim(hidden),), (fact("royal-racers/occupied"),))
    world = World(state, (Turn("S", state, (step,), over=True),), supposed=(hidden,))
    ruling = Ruling(Status.UNDECIDED, "S", Found((world,)), asked=Ask(hidden, WHETHER_SO), over=True)
    assert sentence(BOOK, ruling) == (
        "Cannot tell: red went to c3; a fault only if black's pawn, which is not seen, stands on c3."
    )
    asked = asking(BOOK, ruling, "de")
    assert asked is not None
    assert asked.text == "Stimmt das: die Figur von Schwarz, die nicht zu sehen ist, steht auf c3?"
    assert asked.buttons == (("ja", "yes"), ("nein", "no"))
    unsure = Ruling(Status.UNDECIDED, "S", Found((World(state, (Turn("S", state, (in_doubt(state),)),)),)))
    assert sentence(BOOK, unsure) == (
        "A turn before this one was left in doubt, so this is a question and no fault. Red left the board. "
        "Rule: At most one space, not diagonally (Gameplay, 2-Movement)."
    )
    assert sentence(BOOK, Ruling(Status.UNDECIDED, "S", Found(()))).startswith("Several pieces changed place at once")


def in_doubt(state: law.Play) -> Step[law.Play]:
    """A fault in sight."""
    broken = (fact("royal-racers/step", how="left", who="S"),)
    return Step("!off", state, fact("deed", how="left"), broken=broken)


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


def test_no_verdict_and_no_question_hangs_on_an_english_word(words_mean_nothing: Callable[[], None]) -> None:
    """Judge and mind say the same about turns of every kind when all English words are others."""
    before, sentences = everything_decided()
    words_mean_nothing()
    after, garble = everything_decided()
    assert after == before
    assert {"LEGAL", "ILLEGAL", "UNDECIDED"} <= {one[0] for one in before}
    assert sum(bool(one[3]) for one in before) > 5, "questions were asked"
    changed = [one for one, other in zip(sentences, garble, strict=True) if one != other]
    assert len(changed) == len(sentences) > 60


def everything_decided() -> tuple[list[Any], list[str]]:
    """What is said as data of turns seen whole, half and with covered cards, and the sentences for it."""
    found: list[Any] = []
    said: list[str] = []
    for played in (played for seed in (30, 31) for played in turns(seed, faults=0.4)):
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
        asked = asking(BOOK, ruling)
        values = [value for _, value in asked.buttons] if asked else []
        found.append((ruling.status.value, ruling.broken, ruling.over, values, repr(ruling.asked)))
        said.append(sentence(BOOK, ruling))
    return found, said
