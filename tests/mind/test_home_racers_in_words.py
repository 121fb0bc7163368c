"""Home Racers' book in words: what the page says today, in each language."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest
from golden import file_of
from golden_text import LEGAL, read

from referee.games.base import PlayedTurn, Verdict
from referee.games.home_racers import book, in_words
from referee.games.home_racers.actions import parse_turn
from referee.games.home_racers.position import Observation
from referee.games.registry import game
from referee.games.words_said import declared_in_words
from referee.judge import judge
from referee.mind.belief import Belief
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.words.catalogue import LANGUAGES, in_language
from referee.words.fact import Fact, fact, parse_word
from tests.by_lot import lot, so_many

BOOK: Any = book
GAME = game("home-racers")
LINE = "home-racers line=0:240:0:-240 "
PORTALS = " specials=blue:300:60:0,blue:0:680:180,green:340:-70:0,green:-300:680:180"
TURNS, FAULTS = so_many(12, 20), 0.4
HOUSE = {"danger": "ask", "reverse": "ask"}


def ruled(position: str, stops: Sequence[str], said: Sequence[str] = ()) -> Ruling[book.Play]:
    """The mind's word on a closed turn, seen from its beginning."""
    looks = tuple(book.parse_look(text) for text in (position, *stops))
    words = tuple(Word(parse_word(text, "RYGB"), at=1) for text in said)
    return rule(BOOK, Belief(tuple(World(state) for state in book.worlds(position))), Evidence(looks, words, True))


@cache
def turns(seed: int) -> list[PlayedTurn]:
    """Some turns of a random race, many of them faulty, with portals in every other race."""
    chance, found = random.Random(seed), list[PlayedTurn]()
    position = GAME.start(chance.choice((2, 3, 4)), chance, HOUSE if seed % 3 == 0 else {})
    if seed % 2:
        fields = position[position.index(" specials=") : position.index(" across=")]
        position = position.replace(fields, PORTALS) + " entrances=blue:1,green:2"
    while len(found) < TURNS and not GAME.over(position):
        found.append(GAME.play(position, chance, chance.choice(GAME.faults()) if chance.random() < FAULTS else None))
        position = found[-1].after
    return found


def worded(position: str, stops: Sequence[str], said: Sequence[str] = ()) -> Verdict:
    """The referee's word on a closed turn, seen from its beginning."""
    return judge(GAME, position, [GAME.observe(text) for text in (position, *stops)], said, closed=True)


def test_a_fault_is_told_with_its_rule_and_heading() -> None:
    """Who, what was seen, the rule and the book's own heading."""
    faulty = (one for one in read(file_of(GAME.name)) if one.truth != LEGAL and one.closed and one.shown == "all")
    frozen = ((one.before, one.looks[1:], [text for _, text in one.said]) for one in islice(faulty, 20))
    named = [verdict for one in frozen if (verdict := worded(*one)).violations]
    for verdict in named:
        for one in verdict.violations:
            heading = book.rules[one.rule]
            assert f"{one.message} Rule: {heading.title} ({heading.section})." in verdict.sentence
    assert len(named) > 10


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(2, 12))))
@pytest.mark.few(1)
def test_every_fact_of_the_book_has_words_in_every_language(seed: int) -> None:
    """Deeds, claims, broken rules, questions and their buttons, in whatever state a race comes to."""
    facts: set[Fact] = set()
    for played in turns(seed):
        state = book.worlds(played.before)[0]
        looks = [book.parse_look(text) for text in played.stops]
        facts.update(facts_on_the_way(state, looks, random.Random(seed)))
        facts.update(one.about.also(by=state.car, how="ask") for one in book.asks(state))
    assert [(told, one) for told in facts for one in LANGUAGES if not BOOK.words.knows(told, one)] == []
    assert len({(told.kind, told.get("how")) for told in facts}) > 15


SAID = tuple(parse_word(text) for text in ("finished", "touching=no", "touching=yes", "gear=3", "roll=2.4.5"))


def facts_on_the_way(play: book.Play, looks: list[Observation], chance: random.Random) -> Iterator[Fact]:
    """What may be done, claimed or broken in the states of a random legal turn, on the way to some looks."""
    while book.driver(play):
        toward = chance.choice(looks)
        actions = list(book.actions(play, toward)) or list(book.actions(play))
        slips = [slip for look in looks for slip in book.slips(play, look)]
        said = [slip for word in SAID for slip in book.misstated(play, word)]
        for step in (*actions, *slips, *said):
            yield from (step.deed, *step.broken, *(claim.fact for claim in step.claims))
        if not actions:  # dice beside a path of which no look shows a tile
            return
        step = chance.choice(actions)
        play = step.after
        if step.over:
            return


def test_what_was_rolled_is_asked_by_its_fives_and_sixes() -> None:
    """A button says what a throw is worth, in every language, and declares dice that are worth as much."""
    start = LINE + "cars=R:-400:0:0 racers=R race=3 round=4 turn=R order=R gears=R:3 laps=R:1 danger=fault"
    verdict = worded(start, [LINE + "cars=R:-80:0:0"])
    assert verdict.sentence.startswith("Cannot tell: perhaps red drove 4 tiles in gear ")
    (asked,) = verdict.questions
    assert asked.text == "What did red's gear dice show?"
    assert asked.answers[:3] == (
        ("gear 2: no 5 or 6", "roll=1.1"),
        ("gear 2: one 5 or 6", "roll=1.5"),
        ("gear 2: 2 fives or sixes", "roll=5.5"),
    )
    assert in_language(asked.answers[0][0], "de", GAME.words) == "Gang 2: keine 5 oder 6"
    assert in_language(asked.text, "fr", GAME.words) == "Qu’ont montré les dés de rapport de Rouge ?"


def test_a_sentence_counts_no_tiles_that_nobody_saw() -> None:
    """Of a path that was not seen it is said where it leads; of one that was, how far the car moved on it."""
    start = LINE + "cars=R:-400:0:0 racers=R race=3 round=4 turn=R order=R gears=R:0 laps=R:1 danger=fault"
    dice, tiles = " tray=R1:0:0", " tiles=-320:0:0,-240:0:0"
    far = [LINE + "cars=R:-160:0:0" + dice]
    assert "Red stands where a path of 3 tiles leads in gear 1; the gear dice ask for 1." in told(start, far)
    laid = LINE + "cars=R:-400:0:0" + tiles
    assert "Red moved 2 tiles in gear 1; the gear dice ask for 1." in told(
        start, [laid, laid + dice, LINE + "cars=R:-240:0:0" + dice]
    )


def told(position: str, stops: list[str]) -> str:
    """What is said of one turn in gear 1."""
    return " ".join(map(BOOK.words.say, ruled(position, stops, ["gear=1", "alone"]).broken))


def test_what_is_taken_for_granted_is_told_by_number() -> None:
    """Dice that nobody saw: how many, and how many fives and sixes among them."""
    unseen = [
        fact("roll", how="unseen", by=car, gear=gear, good=good) for car, gear, good in (("R", 1, 1), ("G", 4, 2))
    ]
    assert [BOOK.words.say(one) for one in unseen] == [
        "red's gear die, which was not seen, showed one 5 or 6",
        "green's 4 gear dice, which were not seen, showed 2 fives or sixes",
    ]
    assert BOOK.words.say(unseen[1], "de").endswith("die nicht zu sehen waren, zeigten 2 Fünfen oder Sechsen")


def test_a_portal_is_asked_about_by_its_place() -> None:
    """Which of the two is the entrance: in whole millimetres, and the value is its number."""
    pad = GAME.declarations(LINE + "cars=R:0:0:0" + PORTALS + " turn=R gears=R:2")
    asked = next(one for one in pad if one.text == "The blue entrance is")
    assert asked.answers == (("the one at 300, 60 mm", "entrance:blue=1"), ("the one at 0, 680 mm", "entrance:blue=2"))


@pytest.mark.parametrize(
    ("word", "heading"),
    [
        ("gear=4", "Red's gear – 4"),
        ("roll=2.4.5", "Rolled – 2, 4 and 5"),
        ("touching=no", "The path – they do not"),
        ("lap=2", "Red has crossed the line – 2"),
        ("entrance:blue=2", "The blue entrance is – 2"),
        ("first=G", "Next in race order – green"),
    ],
)
def test_a_word_is_told_as_the_pad_words_it(word: str, heading: str) -> None:
    """Also one that no pad offers now; one that is about nothing is asked about so."""
    start = LINE + "cars=R:0:0:0,G:0:90:0 turn=R,G gears=R:2,G:2"
    assert declared_in_words(GAME, start, word) == heading
    driven = LINE + "cars=R:160:0:0,G:0:90:0 tray=R1:0:0,R2:24:0"
    for asked in worded(start, [driven], [word]).questions:
        assert asked.text == f"Was this said for red's turn: {heading}?"


def test_a_word_about_nothing_is_asked_about_in_every_language() -> None:
    """With the driver whose turn it may have been, and whose turn else."""
    start = LINE + "cars=R:0:0:0,G:0:90:0 turn=R,G gears=R:2,G:2"
    (asked,) = worded(start, [LINE + "cars=R:160:0:0,G:0:90:0 tray=R1:0:0,R2:24:0"], ["first=G"]).questions
    assert [in_language(asked.text, one, GAME.words) for one in LANGUAGES] == [
        "Was this said for red's turn: Next in race order – green?",
        "Galt das dem Zug von Rot: Als Nächster an der Reihe – Grün?",
        "Était-ce dit pour le tour de Rouge : Le suivant dans l’ordre de la course – Vert ?",
    ]
    assert [in_language(asked.answers[0][0], one, GAME.words) for one in LANGUAGES] == [
        "for red's turn",
        "dem Zug von Rot",
        "pour le tour de Rouge",
    ]


def test_who_drives_twice_in_a_round_is_told_so() -> None:
    """And who drives too early is told that."""
    table = LINE + "cars=R:160:0:0,G:0:900:0 tray=R1:0:0,R2:24:0"
    start = LINE + "cars=R:0:0:0,G:0:900:0 racers=R,G gears=R:2,G:2 round=2 order=G,R laps=R:1,G:1 turn="
    twice, early = (worded(start + queue, [table]).sentence for queue in ("G", "G,R"))
    assert twice.startswith("Red drove twice in one round; it was green's turn.")
    assert early.startswith("Red drove though it was green's turn.")


def test_a_turn_is_told_of_the_car_that_drove() -> None:
    """Also where another one is first in the order, and as far as the turn has come."""
    start = LINE + "cars=R:0:0:0,G:0:90:0 racers=R,G gears=R:2,G:2 round=2 laps=R:1,G:1 turn=R,G"
    looks = [LINE + "cars=R:0:0:0,G:160:90:0 tray=G1:0:0,G2:24:0"]
    ruling = ruled(start, looks, ["first=G"])
    assert worded(start, looks, ["first=G"]).sentence == "Legal: green drove 2 tiles in gear 2 (rolled 1 and 2)."
    (turn,) = ruling.found.worlds[0].turns
    assert book.turn_text(turn.driver, turn.steps) == "G: gear=2 path=st-st roll=1.2 move=2"


def test_a_turn_under_way_is_written_as_far_as_it_has_come() -> None:
    """The path that lies there, and the dice once they were thrown; nothing before."""
    start = LINE + "cars=R:0:0:0 racers=R gears=R:1 round=2 laps=R:1 turn=R"
    table = LINE + "cars=R:0:0:0 tiles=80:0:0,160:0:0"
    written = []
    for looks in ([start], [table], [table, table + " tray=R4:0:0"]):
        seen = tuple(book.parse_look(look) for look in (start, *looks))
        ruling = rule(BOOK, Belief(tuple(World(state) for state in book.worlds(start))), Evidence(seen))
        (turn,) = ruling.found.worlds[0].turns
        written.append(book.turn_text(turn.driver, turn.steps))
    assert written == ["R:", "R: path=st-st", "R: gear=1 path=st-st roll=4"]
    told = [BOOK.words.say(in_words.deed(parse_turn(text))) for text in written]
    assert told == ["has not moved", "has laid 2 tiles", "has laid 2 tiles in gear 1 and rolled 4"]
