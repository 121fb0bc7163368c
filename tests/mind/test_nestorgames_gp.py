"""nestorgames GP on the mind: the book's cases, turns that nobody watched, and every rule broken on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.nestorgames_gp import book as law
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.state import CARS, parse_position
from referee.judge.verdict import judge
from referee.mind.belief import Belief, after
from referee.mind.plant import by_chance, slips_at
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.words.catalogue import LANGUAGES, in_language
from referee.words.fact import Fact, parse_word
from tests.by_lot import lot, so_many
from tests.games.nestorgames_gp.conftest import BASE, VISIBLE, _merge, before_text, write
from tests.games.nestorgames_gp.test_hidden import HIDDEN, SAID, shown

BOOK: Any = law
GAME = NestorgamesGP()
NAME = "nestorgames-gp/"
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED
GRID = {"board": "lockgate", "box": "R:3/0,B:3/0", "gate": "open", "edition": "tray", "seats": "RB", "turn": "R"}


def belief_of(position: str) -> Belief[law.Play]:
    """What is believed at a position."""
    return Belief(tuple(World(state) for state in law.worlds(position)))


def told(
    belief: str | Belief[law.Play], stops: Sequence[str], declared: Sequence[str] = (), closed: bool = True
) -> Ruling[law.Play]:
    """The word on stops and words; what was meant of a word that nothing bears out is taken as asked and answered."""
    believed = belief_of(belief) if isinstance(belief, str) else belief
    looks = tuple(law.parse_look(stop) for stop in (law.text(believed.state), *stops))
    words = tuple(Word(parse_word(text, CARS)) for text in declared)
    return rule(BOOK, believed, Evidence(looks, words, closed))


def rules(found: Ruling[law.Play]) -> set[str]:
    """The rules named, without the game's name."""
    return {one.kind.removeprefix(NAME) for one in found.broken}


def line(changes: dict[str, str], dice: str = "") -> str:
    """A position or a look of two cars on a board with a gate and a shortcut."""
    return write({**GRID, "started": "R", **changes, "dice": dice})


@pytest.mark.parametrize("word", ["path=gate", "path=shortcut", "path=gate+shortcut", ""])
def test_one_of_two_turnings_may_be_named(word: str) -> None:
    """Through the gate and by the shortcut in one turn, of which the driver names one: legal."""
    before = line({"cars": "R:s8,B:p1"})
    seen = line({"cars": "R:s29,B:p1", "box": "R:3/0/c,B:3/0"}, "R1:6@-30/0/10,R2:4@10/0/20")
    found = told(before, [seen], [word] if word else [])
    assert (found.status, found.found.worlds[0].granted) == (LEGAL, ())


def test_who_rolled_and_stays_has_not_taken_a_die_back() -> None:
    """With a die in the box, a roll without a repeat and no movement: the car must move; nobody speaks of fixing."""
    before = line({"cars": "R:s8,B:p1", "box": "R:3/2,B:3/0"})
    seen = line({"cars": "R:s8,B:p1", "box": "R:3/2,B:3/0"}, "R1:6@-30/0/10,R2:4@10/0/20")
    assert rules(told(before, [seen], ["alone"])) == {"exact-move"}
    hidden = line({"cars": "R:s8,B:p1", "box": "B:3/0"}, "R1:6@-30/0/10,R2:4@10/0/20")
    assert rules(told(before, [hidden], ["alone"])) == {"exact-move"}


@pytest.mark.parametrize("seed", range(4))
def test_a_doubt_that_nobody_answers_ends_with_the_turn(seed: int) -> None:
    """A roll that nobody saw or said is asked about; the four turns after it, seen and said, are not."""
    chance = Random(seed)
    position = GAME.start(3, chance, {"board": "harbour"})
    for _ in range(6):
        position = GAME.play(position, chance, None).after
    played = GAME.play(position, chance, None)
    while "move=" not in played.turn:
        played = GAME.play(played.after, chance, None)
    unseen = " ".join(part for part in played.stops[-1].split() if not part.startswith("dice="))
    belief = belief_of(played.before)
    found = told(belief, [unseen])
    assert found.status is UNDECIDED
    for _ in range(4):
        belief = after(found.found, belief)
        if GAME.over(played.after):
            return
        played = GAME.play(played.after, chance, None)
        found = told(belief, played.stops, [*played.declared, "done"])
        assert found.status is LEGAL, (played.turn, found.found.worlds[:1])


@pytest.mark.parametrize(("rule_id", "before", "right", "wrong", "hidden"), HIDDEN, ids=[case[0] for case in HIDDEN])
def test_a_hidden_fact_is_asked_about_until_it_is_seen(
    rule_id: str, before: dict[str, str], right: dict[str, str], wrong: dict[str, str], hidden: dict[str, str]
) -> None:
    """Hidden it is UNDECIDED, seen right it is LEGAL, seen wrong ILLEGAL by its rule."""
    start = write(_merge(BASE, before))
    look = GAME.visible(write(_merge(BASE, {**before, "dice": right.get("dice", "")})))
    said = (*SAID.get(rule_id, ()), "alone")
    assert told(start, [shown(look, right, hidden)], said).status is UNDECIDED
    assert told(start, [shown(look, right)], said).status is LEGAL
    found = told(start, [shown(look, right, wrong)], said)
    assert found.status is ILLEGAL
    assert rule_id in rules(found)


OPTIONS: tuple[dict[str, str], ...] = (
    {"board": "harbour"},
    {"board": "harbour", "items": "tray", "safety": "yes"},
    {"board": "crossover", "items": "board", "pushed-items": "yes"},
    {"board": "lockgate", "items": "tray", "pushed-laps": "no"},
    {"board": "harbour", "items": "tray", "wet": "yes", "fastest": "yes"},
)


TURNS = so_many(14, 40)
"""So many turns of a race are judged in each way."""


def begun(chance: Random, agreed: dict[str, str], turns: int, players: int = 0) -> str:
    """A race some turns after its start, never over."""
    position = GAME.start(players or chance.choice((2, 3, 4, 6)), chance, agreed)
    for _ in range(turns):
        following = GAME.play(position, chance, None).after
        position = position if GAME.over(following) else following
    return position


@cache
def race(number: int, players: int) -> tuple[str, ...]:
    """The turns of a race with some options, played once."""
    chance = Random(f"{number} {players}")
    turns = [GAME.start(players, chance, OPTIONS[number])]
    while len(turns) < 40 and not GAME.over(following := GAME.play(turns[-1], chance, None).after):
        turns.append(following)
    return tuple(turns)


@pytest.mark.by_lot
@pytest.mark.parametrize("whose", ["last", "first", "every", "none"])
@pytest.mark.parametrize("agreed", OPTIONS, ids=range(len(OPTIONS)))
@pytest.mark.few(8)
def test_missed_turns_are_nobodys_fault(agreed: dict[str, str], whose: str) -> None:
    """Two to four legal turns of which only the end was seen, with some drivers' words, are never called illegal."""
    chance = Random(f"{agreed} {whose} {lot(0)}")
    for _ in range(so_many(1, 40)):
        position = before = chance.choice(race(OPTIONS.index(agreed), chance.choice((2, 3, 4, 6))))
        turns = []
        for _ in range(chance.choice((2, 2, 3, 3, 4))):
            turns.append(GAME.play(position, chance, None))
            position = turns[-1].after
            if GAME.over(position):
                break
        spoken = {"last": turns[-1:], "first": turns[:1], "every": turns, "none": []}[whose]
        words = [text for one in spoken for text in one.declared]
        found = told(before, turns[-1].stops[-1:], words)
        assert found.status is not ILLEGAL, (before, [one.turn for one in turns], words, found.broken)


@pytest.mark.by_lot
@pytest.mark.parametrize("agreed", OPTIONS, ids=range(len(OPTIONS)))
def test_legal_turns_seen_whole_are_legal(agreed: dict[str, str]) -> None:
    """Turns of which every stop is seen take nothing for granted, spoken of or not."""
    chance = Random(f"{agreed} {lot(0)}")
    position = begun(chance, agreed, 3)
    for _ in range(TURNS):
        played = GAME.play(position, chance, None)
        assert told(position, played.stops, played.declared).status is LEGAL, (position, played.turn)
        if GAME.over(played.after):
            return
        position = played.after


@pytest.mark.by_lot
@pytest.mark.parametrize("agreed", OPTIONS, ids=range(len(OPTIONS)))
def test_what_is_half_done_is_no_fault(agreed: dict[str, str]) -> None:
    """Of what follows from a legal turn hands have done a part, in any order, when the table is seen: never illegal."""
    chance = Random(f"half {agreed} {lot(0)}")
    position = begun(chance, agreed, 3)
    for _ in range(TURNS):
        played = GAME.play(position, chance, None)
        look, was = law.parse_look(played.stops[-1]), law.parse_look(position)
        cars, boxes = dict(was.cars), dict(was.boxes)
        half = replace(
            look,
            cars=tuple((car, chance.choice((seen, cars[car]))) for car, seen in look.cars),
            boxes=tuple((car, chance.choice((seen, boxes[car]))) for car, seen in look.boxes),
            gate_open=chance.choice((look.gate_open, was.gate_open)),
            tray=chance.choice((look.tray, was.tray)),
        )
        found = told(position, [*played.stops[:-1], law.look_text(half)], played.declared, closed=False)
        assert found.status is not ILLEGAL, (position, played.turn, law.look_text(half), found.broken)
        if GAME.over(played.after):
            return
        position = played.after


@cache
def positions(number: int) -> tuple[str, ...]:
    """The turns of two races with the same options, one of them from its qualifying round on."""
    chance, found = Random(number), list[str]()
    for qualifying in ("yes", "no"):
        position = GAME.start(chance.choice((2, 3, 4, 6)), chance, {**OPTIONS[number], "qualifying": qualifying})
        for _ in range(32):
            if not GAME.over(position):
                found.append(position)
                position = GAME.play(position, chance, None).after
    return tuple(found)


@pytest.mark.by_lot
@pytest.mark.parametrize("number", range(len(OPTIONS)))
@pytest.mark.few(2)
def test_every_fact_of_the_book_has_words_in_every_language(number: int) -> None:
    """Deeds, claims, broken rules, questions and their buttons, in turns of every kind."""
    chance = Random(f"words {number} {lot(0)}")
    facts: set[Fact] = set()
    for position in chance.sample(positions(number), so_many(6, 40)):
        play = law.worlds(position)[0]
        begun = [play, *(step.after for step in by_chance(BOOK, GAME.hands, play, chance) if not step.over)]
        slips = [slip.after for slip in slips_at(GAME.book, GAME.hands, chance.choice(begun), chance)]
        facts.update(facts_on_the_way(play, law.show(chance.choice(slips or begun)), chance))
    assert [(told, one) for told in facts for one in LANGUAGES if not law.words.knows(told, one)] == []
    assert len({(told.kind, told.get("how")) for told in facts}) > 40


def facts_on_the_way(play: law.Play, look: Any, chance: Random) -> Iterator[Fact]:
    """What may be said, done, claimed or broken in the states of a turn, legal or not, on the way to a look."""
    for _ in range(6):
        for one in law.asks(play):
            about = one.about.also(by=law.driver(play))
            yield about.also(how="ask")
            for value in one.values:
                own = about.also(value=value, how=value)
                yield own if law.words.knows(own) else own.also(how="answer")
        said = (parse_word(text, CARS) for text in SPOKEN)
        steps = [
            *law.actions(play, look),
            *law.slips(play, look),
            *(one for word in said for one in law.misstated(play, word)),
        ]
        for step in steps:
            yield from (step.deed, *step.broken, *(claim.fact for claim in step.claims))
        if not steps:
            return
        play = chance.choice(steps).after


SPOKEN = ("value=9", "fastest=R:12", "score:R=3.5", "use=rocket", "use=oil", "roll=2+2+3", "sum=12", "bust")


def test_what_is_said_has_a_heading_and_an_answer_in_every_language() -> None:
    """Every word that may be said can be asked about: whether it was meant for this turn."""
    for text in (
        *SPOKEN,
        "roll=6+6",
        "aim=4",
        "path=gate",
        "leader=R",
        "refill=bomb",
        "team:RB=7",
        "stop",
        "done",
        "alone",
    ):
        word = parse_word(text, CARS).also(by="R")
        for language in LANGUAGES:
            assert law.words.knows(word.also(how="pad"), language), (word, language)
            assert law.words.knows(word.also(how="answer"), language), (word, language)


@pytest.mark.by_lot
@pytest.mark.parametrize("agreed", OPTIONS, ids=range(len(OPTIONS)))
def test_a_ruling_is_told_as_the_turn_is(agreed: dict[str, str]) -> None:
    """A legal turn that was seen and said is told in the words of its notation, and once."""
    chance = Random(f"told {agreed} {lot(0)}")
    position, alike = begun(chance, agreed, 3), 0
    for _ in range(TURNS):
        played = GAME.play(position, chance, None)
        stops = [GAME.observe(text) for text in (played.before, *played.stops)]
        said = judge(GAME, position, stops, [*played.declared, "done"], closed=True).sentence
        assert said == f"Legal: {GAME.in_words(played.turn, True)}."
        assert str(in_language(said, "de", GAME.words)).startswith("Erlaubt: ")
        alike += 1
        if GAME.over(played.after):
            break
        position = played.after
    assert alike > 5


def test_a_position_reads_back() -> None:
    """The beginning of a turn reads as it was written; a car that may point two ways on a loop makes two."""
    chance = Random(5)
    for agreed in OPTIONS:
        position = begun(chance, agreed, 12)
        (state,) = law.worlds(position)
        assert law.text(state) == position
        assert parse_position(law.text(state)) == replace(parse_position(position))
    crossing = write({**BASE, "board": "crossover", "cars": "R:x,B:s15,G:s20"})
    assert len(law.worlds(crossing)) == 2


def test_visible_fields_stand_in_the_fixture() -> None:
    """The fields that a look may have are those of the notation."""
    assert set(VISIBLE) == {"board", "cars", "missing", "box", "gate", "tray", "items", "dice", "unseen"}


@pytest.mark.parametrize("seed", [0, 3])
def test_nobody_is_accused_when_the_qualifying_round_ended_unseen(seed: int) -> None:
    """Some drivers qualify and the first of the grid drives before the next look: his dice lie there for the second
    time, and what he rolled to qualify was seen by nobody. Only the last turn's words are said."""
    dice = Random(seed)
    position = GAME.start(5, dice, {"qualifying": "yes"})
    turns: list[PlayedTurn] = []
    while not turns or "qualifying=" in turns[-1].before:
        turns.append(GAME.play(position, dice, None))
        position = turns[-1].after
    for played in turns[-4:]:
        looks = [GAME.observe(GAME.visible(played.before)), GAME.observe(turns[-1].stops[-1])]
        found = judge(GAME, played.before, looks, turns[-1].declared, closed=True)
        assert found.status is not ILLEGAL, (played.before, found.sentence)


def test_an_item_is_taken_to_be_used_before_the_movement_where_the_table_shows_it() -> None:
    """Red holds a bomb and drives on: it lies on the space that red left, or it is still in red's hand."""
    before = {"switches": "items:tray", "held": "R:bomb"}
    (state,) = law.worlds(before_text(before))
    moved = {"switches": "items:tray", "cars": "R:s4", "dice": "R2"}
    looks = [law.parse_look(before_text({**moved, "items": items})) for items in ("", "s2:bomb!")]
    used = [[step.text for step in law.actions(state, look)] for look in looks]
    assert ["use=bomb" in texts for texts in used] == [False, True]


def test_the_rest_of_a_turn_is_done_bit_by_bit_and_only_where_something_is() -> None:
    """Red crashed into blue, and both cars lie belly-up: nothing more is done, or a die lies in red's box as well."""
    crash = {"cars": "R:s5!,B:s5!", "dice": "R3"}
    looks = [law.parse_look(before_text({**crash, **box})) for box in ({}, {"box": "R:3/1"})]
    (state,) = law.worlds(before_text({"cars": "B:s5"}))
    for how in ("threw", "move"):
        state = next(
            step.after for step in law.actions(state, looks[0]) if step.deed.get("how") == how and not step.over
        )
    done = [[step.deed.get("how") for step in law.actions(state, look)] for look in looks]
    assert ["rest" in one for one in done] == [False, True]


def test_a_roll_that_was_called_otherwise_is_told_as_it_was_called() -> None:
    """Of dice that nobody saw: their sum, or that there was a repeat."""
    (state,) = law.worlds(before_text({}))
    said = [Fact("sum", (("by", "R"), ("value", "3"))), Fact("bust", (("by", "R"),))]
    called = [{one.get("called") for step in law.misstated(state, word) for one in step.broken} for word in said]
    assert called == [{"3"}, {"bust"}]
