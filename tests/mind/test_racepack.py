"""Racepack on the mind: what must come out right by the mechanism, legal chains of turns, and planted faults."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.racepack import book as law
from referee.games.racepack.game import Racepack
from referee.games.racepack.variants import CARS
from referee.games.words_said import Spoken
from referee.judge import judge
from referee.mind.belief import Belief
from referee.mind.search import Evidence, Word, World
from referee.mind.verdict import Ruling, rule
from referee.words.fact import parse_word
from tests.by_lot import lot, so_many
from tests.planted import planted

BOOK: Any = law
GAME = Racepack()
LEGAL, ILLEGAL, UNDECIDED = Status.LEGAL, Status.ILLEGAL, Status.UNDECIDED
OTHERS = "M:m2,C:m1,A:n2"
NULL, THREE, FOUR, FIVE = "n:20:20:90", "3:20:20:90", "4:-20:-20:30", "5:20:20:90"


def at(car: str, turn: str = "S,M,C,A") -> str:
    """A position on the recommended track with the red car on a space; it is red's turn, or of who comes first."""
    return (
        f"racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=S:{car},{OTHERS} hazards=none lap=3 die=n:0:0:0 "
        f"players=4 race=3 round=3 turn={turn} order=S,M,C,A laps=S:1,M:1,C:1,A:1"
    )


def look(car: str, die: str = "n:0:0:0") -> str:
    """What the table shows with the red car on a space."""
    return f"racepack cars=S:{car},{OTHERS} hazards=none lap=3 die={die}"


def judged(before: str, looks: Sequence[str], words: Sequence[Word | str] = (), closed: bool = True) -> Ruling[Any]:
    """The word on what was seen and said since a position."""
    said = tuple(word_of(one) if isinstance(one, str) else one for one in words)
    seen = tuple(law.parse_look(text) for text in (GAME.visible(before), *looks))
    return rule(BOOK, Belief(tuple(map(World, law.worlds(before)))), Evidence(seen, said, closed))


def word_of(text: str) -> Word:
    """A word in notation; one with an exclamation mark behind it was confirmed."""
    return Word(parse_word(text.removesuffix("!"), CARS), sure=text.endswith("!"))


def rules_of(ruling: Ruling[Any]) -> set[str]:
    """The rules that a word names."""
    return {fact.kind.removeprefix("racepack/") for fact in ruling.broken}


# -- cases ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """What was seen and said from a position on, and what comes of it: an empty `rules` is no fault."""

    before: str
    looks: tuple[str, ...]
    words: tuple[Word | str, ...] = ()
    status: tuple[Status, ...] = (LEGAL,)
    rules: str = ""
    closed: bool = True


def fault(rules: str, before: str, *looks: str, words: tuple[str, ...] = (), closed: bool = True) -> Case:
    """What breaks just these rules."""
    return Case(before, looks, words, (ILLEGAL,), rules, closed)


WINDING = (
    "racepack track=m1:WWWWWWNNNENEEEESSEEESSWW line=0 cars=S:d7,M:e10,C:h9,A:f10 hazards=none lap=2 die=n:0:0:0 "
    "players=4 race=3 round=2 turn=S,M,C,A laps=S:2,M:2,C:2,A:2 tokens=S:a45,M:a345,C:a2,A:a35"
)
SEVEN = (
    "racepack track=k1:WWWWWNNNNNNNEESSSEENNNEESSSEENNNEEESSSSSSSWWWWWW line=0 "
    "cars=2C:a11,2M:b7,2S:b10,A:b8,C:b1,M:a15,S:b16 hazards=d16-,i11-,i13- lap=3 die=4:-8:-16:210 players=7 packs=2 "
    "race=3 round=4 turn=S,M,2C,2S,A,2M,C order=S,M,2C,2S,A,2M,C laps=S:1,M:1,C:1,A:1,2S:1,2M:1,2C:1 "
    "tokens=S:a345,M:345,C:a235,A:a2345,2S:2345,2M:a2345,2C:2345"
)


def seven(car: str, die: str, hazards: str = "d16-,i11-,i13-") -> str:
    """What the table shows of a race of seven, with the red car on a space."""
    return f"racepack cars=2C:a11,2M:b7,2S:b10,A:b8,C:b1,M:a15,S:{car} hazards={hazards} lap=3 die={die}"


CASES = {
    "a hazard is moved in a turn that may be told in many ways": fault(
        "hazard-place",
        SEVEN,
        seven("c15", "4:-8:-16:210"),
        seven("d16", "4:-8:-16:210", "i11-,i13-"),
        seven("f16", "4:-8:-16:210"),
        seven("f16", "a:12:-12:255"),
        seven("f16", "4:12:-20:165"),
        seven("out:e15", "4:12:-20:165", "a9-,d16-,i11-"),
        words=("speed:1=6", "speed:2=4", "roll=a", "defence:C=2", "reroll=4", "token=no"),
    ),
    "a word that the table gainsays": Case(
        at("j2"), (look("g2"), look("f2")), ("speed:3=2", "token=no"), (LEGAL, UNDECIDED)
    ),
    "a throw is denied as the die lies elsewhere": Case(
        at("c2"),
        (look("a2"), look("a2", NULL), look("a4", NULL), look("a5", NULL)),
        (Word(parse_word("roll=no", CARS), at=3),),
        (UNDECIDED,),
    ),
    "out of a corner by the rare facing and back with a token": Case(
        WINDING,
        ("racepack cars=S:d9,M:e10,C:h9,A:f10 hazards=none lap=2 die=2:20:20:90",),
        ("speed:2=4", "facing:2=old", "token:3=a", "roll=2"),
    ),
    "three movements": Case(at("j2"), (look("i2"), look("g2"), look("d2"))),
    "too few movements": fault("three-movements", at("j2"), look("i2")),
    "four movements": fault("three-movements", at("j2"), *map(look, ("i2", "h2", "g2", "f2"))),
    "a movement taken back": Case(at("j2"), tuple(map(look, ("g2", "j2", "h2", "f2", "e2")))),
    "the third movement taken back": Case(at("j2"), tuple(map(look, ("h2", "g2", "f2", "g2", "e2")))),
    "a roll in time": Case(at("c2"), (look("a2"), look("a2", THREE), look("a4", THREE), look("a5", THREE))),
    "no roll": fault("penalty-roll", at("c2"), look("a2"), look("a4"), look("a5")),
    "a roll that nobody can have seen": Case(
        at("c2"), tuple(look(car).partition(" die")[0] for car in ("a2", "a4", "a5")), status=(UNDECIDED,)
    ),
    "a roll too late": fault("penalty-roll", at("c2"), look("a2"), look("a4"), look("a4", THREE), look("a5", THREE)),
    "a die a little further on that shows the same face": Case(
        at("c2"), (look("a2"), *(look(car, "n:8:0:0") for car in ("a2", "a4", "a5"))), status=(UNDECIDED,)
    ),
    "one throw does not serve two entries": fault(
        "penalty-roll", at("a5"), look("a7"), look("a7", THREE), look("c7", THREE), look("c8", THREE)
    ),
    "each of two entries has its throw": Case(
        at("a5"), (look("a7"), look("a7", THREE), look("c7", THREE), look("c7", FOUR), look("c8", FOUR))
    ),
    "a five": Case(at("c2"), (look("a2"), look("a2", FIVE), look("out:a1", FIVE))),
    "a five that is not heeded": fault(
        "spin-out", at("c2"), look("a2"), look("a2", FIVE), look("a4", FIVE), look("a5", FIVE)
    ),
    "a five thrown again until it suits": fault(
        "spin-out", at("c2"), look("a2"), look("a2", FIVE), look("a2", FOUR), look("a4", FOUR), look("a5", FOUR)
    ),
    "a token makes a safe roll a spin-out": Case(
        at("c2"),
        (look("a2"), look("a2", THREE), look("a2", FOUR), look("out:a1", FOUR)),
        ("roll=3", "defence:M=4", "reroll=4"),
    ),
    "a spin-out by a token that nobody named": Case(
        at("c2"), (look("a2"), look("a2", THREE), look("a2", FOUR), look("out:a1", FOUR)), status=(UNDECIDED,)
    ),
    "a spin-out for which nobody spent a token": fault(
        "spin-out",
        at("c2"),
        look("a2"),
        look("a2", THREE),
        look("a2", FOUR),
        look("out:a1", FOUR),
        words=("defence=no!",),
    ),
    "speeding up too much": fault("speed-change", at("j2"), look("i2"), look("f2"), look("d2"), words=("token=no",)),
    "a token that nobody named": Case(at("j2"), (look("h2"), look("d2"), look("c2")), status=(UNDECIDED,)),
    "a token that was named": Case(at("j2"), (look("h2"), look("d2"), look("c2")), ("token:2=4", "token:3=a")),
    "too fast into a corner": fault("corner-speed", at("e2"), look("a2"), look("a4"), look("a5")),
    "a car that goes on after its own finished turn": fault(
        "turn-order", at("j2", turn="M,C,A"), look("h2"), look("g2"), look("e2"), closed=False
    ),
    "backwards": fault("forward", at("j2"), look("h2"), look("f2"), look("i2")),
    "sideways": fault("lane-change", at("j2"), look("h2"), look("f2"), look("f1")),
    "taken off": fault("finish", at("j2"), look("h2"), look("f2"), look("off")),
    "out of sight at the end": Case(
        at("j2"),
        (look("h2"), look("f2"), f"racepack cars={OTHERS} missing=S hazards=none lap=3"),
        status=(UNDECIDED,),
    ),
}


@pytest.mark.parametrize(("when", "excused"), [(1, True), (3, False), (5, True)])
def test_what_is_denied_in_mid_turn_is_about_that_turn_when_turns_are_told_again(when: int, excused: bool) -> None:
    """Said between two turns it may be about either, and a token that nobody named makes red's second speed legal."""
    track, dice = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0", ("n:0:0:0", "a:20:20:90")
    start = f"{track} cars=A:c8,C:d8,M:d9,S:c9 hazards=none lap=3 die={dice[0]} players=4 race=3 round=5"
    start += " turn=M,S,C,A order=M,S,C,A laps=S:1,M:1,C:1,A:1 tokens=S:a2345,M:a234,C:2345,A:345"
    places = [("d9", "c9", 0), ("j9", "c9", 0), ("k9", "c9", 0), ("k7", "c9", 0)]
    places += [("k7", "i9", 0), ("k7", "k9", 0), ("k7", "k9", 1), ("k7", "k8", 1)]
    seen = [f"racepack cars=A:c8,C:d8,M:{m},S:{s} hazards=none lap=3 die={dice[n]}" for m, s, n in places]
    looks = [law.parse_look(text) for text in seen]
    turns = [(looks[:4], [Spoken("token:2=a", 2)]), (looks[3:], [Spoken("token=no", when)])]
    assert bool(GAME.legal_together(start, turns, True)) is excused


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_cases(case: Case) -> None:
    """What was seen and said comes to the word that the rules ask for."""
    found = judged(case.before, case.looks, case.words, case.closed)
    assert found.status in case.status, found
    assert rules_of(found) == set(case.rules.split()), found.broken


def test_a_car_last_seen_beside_a_corner_may_stand_on_a_hazard_when_it_is_out_of_sight() -> None:
    """A driver's legal turn is followed while another car is not seen and a hazard with it: where it is, is asked."""
    before = at("j2").replace("M:m2", "M:out:a1").replace("hazards=none", "hazards=a3+")
    seen = [look(car).replace("M:m2,", "").replace("hazards", "missing=M hazards") for car in ("j2", "i2", "g2", "d2")]
    found = judged(before, seen)
    assert found.status is UNDECIDED
    assert [one.kind for one in found.found.worlds[0].granted] == ["elsewhere"]


# -- races ------------------------------------------------------------------------------------------------------------

AGREED: tuple[tuple[int, dict[str, str], int], ...] = (
    (4, {}, 50),
    (2, {"timer": "30"}, 40),
    (3, {"spare": "yes"}, 40),
    (8, {}, 40),
    (4, {"main": "pit", "stop": "2", "laps": "1"}, 90),
)
"""Players, what is agreed on, and how many turns are played."""


@cache
def race(number: int) -> tuple[PlayedTurn, ...]:
    """The turns of a race."""
    players, agreed, turns = AGREED[number]
    chance = random.Random(number)
    position, played = GAME.start(players, chance, agreed), list[PlayedTurn]()
    while len(played) < turns and not GAME.over(position):
        played.append(GAME.play(position, chance, None))
        position = played[-1].after
    return tuple(played)


RACES = range(len(AGREED))


@pytest.mark.by_lot
@pytest.mark.parametrize("said", ["nobody", "first", "last", "all"])
@pytest.mark.parametrize("number", RACES)
@pytest.mark.few(7)
def test_missed_turns_are_never_a_fault(number: int, said: str) -> None:
    """Two to four legal turns of which only the end is seen are never illegal, whoever's words are said."""
    chance = random.Random(f"{number} {said} {lot(0)}")
    for _ in range(so_many(1, 20)):
        turns = race(number)
        first = chance.randrange(len(turns) - 1)
        chain = turns[first : first + chance.choice((2, 3, 4))]
        whose = {"nobody": (), "first": chain[:1], "last": chain[-1:], "all": chain}[said]
        words = [text for turn in whose for text in turn.declared]
        found = judged(chain[0].before, chain[-1].stops[-1:], words, closed=chance.random() < 0.5)
        assert found.status is not ILLEGAL, (chain, found.broken)


@pytest.mark.parametrize("number", RACES)
def test_a_turn_seen_whole_and_said_is_legal(number: int) -> None:
    """Legal turns with every look and every word are legal and take nothing for granted."""
    for turn in race(number)[::5]:
        found = judged(turn.before, turn.stops, turn.declared)
        assert found.status is LEGAL, (turn, found)


# -- planted faults ---------------------------------------------------------------------------------------------------


IN_THE_PIT_LANE = "racepack/pit-lane-speed"
"""Few turns begin there: it is planted in tests/games/racepack/test_pits.py."""


FAULTS = tuple(name for name in GAME.faults() if name != IN_THE_PIT_LANE)


@cache
def faulty_turns() -> dict[str, list[PlayedTurn]]:
    """Turns with each fault, from positions of all races."""
    chance = random.Random(lot(22))
    begun = [turn.before for number in RACES for turn in race(number)]
    chance.shuffle(begun)
    return planted(GAME, begun, chance, FAULTS, so_many(1, 4))


@pytest.mark.by_lot
@pytest.mark.parametrize("rule_id", FAULTS)
@pytest.mark.few(7)
def test_a_planted_fault_is_named(rule_id: str) -> None:
    """A fault that was seen whole and said is named, one that hangs on a word alone once people confirm their words."""
    faulty = faulty_turns()[rule_id]
    assert faulty, "no position allows this fault"
    for turn in faulty:
        found = judged(turn.before, turn.stops, turn.declared)
        if found.status is not ILLEGAL:
            found = judged(turn.before, turn.stops, [f"{text}!" for text in turn.declared])
        assert found.status is ILLEGAL, (turn, found)
        assert rule_id in {fact.kind for fact in found.broken}, (turn, found.broken)


@pytest.mark.parametrize(
    ("shown", "changed", "hidden", "rule"),
    [("lap=3", "lap=2", "", "lap-die"), ("hazards=a7+", "hazards=a7-", "hazards=none unseen=a7", "hazard-flip")],
    ids=["lap die", "hazard"],
)
def test_what_was_changed_under_a_cover_is_not_held_against_the_next_driver(
    shown: str, changed: str, hidden: str, rule: str
) -> None:
    """Seen to lie there as red's turn began, only red's turn can have changed it; covered then, it is asked about."""
    before = at("f2").replace("hazards=none", "hazards=a7+")
    turn = GAME.play(before, random.Random(3), None)
    looks = [GAME.visible(before), *turn.stops[:-1]]

    def word(until_then: str) -> tuple[Status, bool, set[str]]:
        texts = [*(one.replace(shown, until_then) for one in looks), turn.stops[-1].replace(shown, changed)]
        seen = [GAME.observe(text) for text in texts]
        found = judge(GAME, before, seen, turn.declared, closed=True)
        broken = {one.rule.removeprefix("racepack/") for one in found.violations}
        return found.status, any("covered" in one.text for one in found.questions), broken

    assert word(hidden) == (UNDECIDED, True, set())
    assert word(shown) == (ILLEGAL, False, {rule})


def test_of_more_worlds_than_are_told_one_of_each_state_is_told_first() -> None:
    """Four turns seen at one look may have gone in ten ways that lead to three states: the next begins from each."""
    track = "track=k1:WWWWWNNNNNNNEESSSEENNNEESSSEENNNEEESSSSSSSWWWWWW line=0"
    before = (
        f"racepack {track} cars=2S:k15,A:out:i15,C:i13,M:j12,S:n11 hazards=c15+,f13+,h1+,i12- lap=3 die=5:16:-4:15 "
        "players=5 packs=2 race=3 round=10 turn=S,2S,A,C,M order=S,2S,A,C,M laps=S:1,M:1,C:1,A:1,2S:1 "
        "tokens=S:345,M:34,C:345,A:35,2S:35"
    )
    last = f"racepack {track} cars=2S:n14,A:l15,C:j15,M:j12,S:p10 hazards=c15+,f13+,h1+,i12- lap=3 die=4:-16:-20:255"
    said = ((1, "speed:2=2"), (1, "speed:1=4"), (1, "speed:1=3"), (1, "speed:2=1"), (2, "speed:3=2"), (2, "roll=4"))
    looks = [GAME.observe(text) for text in (GAME.visible(before), last)]
    lines = GAME.explain(before, looks, tuple(Spoken(text, at) for at, text in said), closed=True)
    assert len({line.after for line in lines}) == 3


def test_what_is_put_back_is_planted_in_no_turn() -> None:
    """Red may be set backwards from b2 to c2; who comes back to b2 then has taken that back, whatever follows."""
    before = at("b2", "S,M,C").replace(OTHERS, "M:d2,C:d1,A:b7").replace(" laps=", " turned=S laps=")
    turns = [GAME.play(before, random.Random(seed), "racepack/forward") for seed in range(20)]
    assert any(turn.truth == "racepack/forward" for turn in turns)
    for turn in turns:
        looks = [GAME.observe(text) for text in (before, *turn.stops)]
        assert all(GAME.put_back(looks[:n], looks[n]) is None for n in range(1, len(looks)))


def test_who_is_next_is_not_out_of_turn_where_whose_turn_it_is_cannot_move() -> None:
    """Blue, the last of the round, is off the road: nothing shows whether his turn is over, so what black does wrong
    then he may have done in his own."""
    before = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:off,C:out:k9,M:p2,S:off hazards=a5+,f10-,i10-,l10- "
        "lap=1 die=a:0:16:345 players=4 race=3 round=8 turn=A order=M,C,S,A laps=S:1,M:1,C:1,A:1"
    )
    turns = [GAME.play(before, random.Random(seed), "racepack/turn-order") for seed in range(6)]
    assert all(turn.culprit != "black" for turn in turns)
