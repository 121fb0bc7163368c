"""Random races before the referee: legal turns are never faulted, planted faults never pass."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.nestorgames_gp.book import begin
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.start import by_dice, waiting
from referee.games.nestorgames_gp.state import CARS, DICE, Observation, Switches, Thrown, parse_position, position_text
from referee.games.words_said import HERE, Spoken
from referee.judge.verdict import judge, status_of
from referee.mind.plant import slips_at
from tests.by_lot import lot, so_many
from tests.planted import planted

GAME = NestorgamesGP()
FAULTS = GAME.faults()
BOARDS = ("harbour", "crossover", "lockgate")
ITEMS = ("none", "tray", "board")
RACES, OF_EACH_RULE, TRIED = 9, so_many(1, 8), 1000
TURNS = so_many(30, 150)
"""So long are the legal races; `tools/long_play.py` plays and judges as many turns as one likes."""
FAULTY_TURNS = so_many(8, 120)
EACH = so_many(4, 1)
"""Every turn of the legal races that is judged."""


def race(seed: int, faulty: bool) -> Iterator[PlayedTurn]:
    """One seeded race, its header different for every seed."""
    dice = random.Random(seed)
    switches = Switches(
        items=ITEMS[seed // 3 % 3], safety=seed % 2 == 0, fastest=True, wet=seed % 5 == 0, laps=1 + seed % 2,
        pushed_items=seed % 7 == 0, pushed_laps=seed % 4 != 0,
    )  # fmt: skip
    cars = CARS[: (2, 4, 8, 3)[seed % 4]]
    text = position_text(by_dice(waiting(BOARDS[seed % 3], cars, switches), dice))
    for _ in range(TURNS):
        if GAME.over(text):
            return
        fault = FAULTS[dice.randrange(len(FAULTS))] if faulty and dice.random() < 0.6 else None
        played = GAME.play(text, dice, fault)
        yield played
        text = played.after


@cache
def legal_turns() -> tuple[PlayedTurn, ...]:
    """All turns of the legal races."""
    return tuple(played for seed in range(RACES) for played in race(seed, faulty=False))


@cache
def faulty_race(seed: int) -> tuple[PlayedTurn, ...]:
    """The first turns of a race with faults."""
    return tuple(islice(race(seed, faulty=True), FAULTY_TURNS))


@pytest.mark.by_lot
def test_a_legal_turn_with_all_its_stops_is_legal() -> None:
    """Every legal turn is LEGAL from its stops and words, and leads to the position it led to."""
    for played in legal_turns()[::EACH]:
        stops = [GAME.observe(stop) for stop in played.stops]
        found = judge(GAME, played.before, stops, played.declared, closed=True)
        assert found.status is Status.LEGAL, (played, found.lines)
        assert found.after == played.after


@pytest.mark.by_lot
def test_a_legal_turn_from_its_last_picture_is_never_illegal() -> None:
    """Nothing but the table after the turn: LEGAL or asked about."""
    for played in legal_turns()[::EACH]:
        lines = GAME.explain(played.before, [GAME.observe(played.stops[-1])], (), closed=True)
        assert status_of(lines) is not Status.ILLEGAL, (played, lines)


@pytest.mark.by_lot
def test_a_legal_turn_without_its_dice_is_never_illegal() -> None:
    """Dice picked up and boxes covered: then the turn is asked about, never faulted."""
    for played in legal_turns()[1::EACH]:
        seen = GAME.observe(
            " ".join(w for w in played.stops[-1].split() if not w.startswith(("dice=", "box="))) + " dice=?"
        )
        lines = GAME.explain(played.before, [seen], (), closed=True)
        assert status_of(lines) is not Status.ILLEGAL, (played, lines)


@pytest.mark.by_lot
def test_an_open_turn_is_never_faulted() -> None:
    """At every stop of a legal turn under way nothing is called a fault."""
    for played in legal_turns()[2::EACH]:
        stops = [GAME.observe(stop) for stop in played.stops]
        for count in range(1, len(stops) + 1):
            lines = GAME.explain(played.before, stops[:count], played.declared, False)
            assert status_of(lines) is not Status.ILLEGAL, (played, count, lines)


def test_the_table_shows_no_more_discs_than_a_set_has() -> None:
    """In a race of five laps three lie in each box (Material): a fault about the other two nobody could see."""
    played = GAME.play(GAME.start(2, random.Random(1), {"laps": "5", "items": "none"}), random.Random(1), None)
    assert parse_position(played.after).box("R").discs == 5
    assert [dict(GAME.observe(stop).boxes)["R"].discs for stop in played.stops] == [3] * len(played.stops)


def test_positions_and_observations_read_back() -> None:
    """The text of every position and observation of the races reads back unchanged."""
    for played in legal_turns():
        assert position_text(parse_position(played.after)) == played.after
        for stop in played.stops:
            assert GAME.observation_notation(GAME.observe(stop)) == stop
        assert GAME.visible(played.after) == played.stops[-1]


def qualifying_round() -> Iterator[str]:
    """The turns of a race from its qualifying round on."""
    dice = random.Random(1)
    position = GAME.start(3, dice, {"board": "harbour", "items": "tray", "qualifying": "yes"})
    for _ in range(32):
        yield position
        position = GAME.play(position, dice, None).after


@cache
def faulty_turns() -> dict[str, list[PlayedTurn]]:
    """Turns with each fault, from positions of the legal races."""
    dice, positions = random.Random(lot(1)), [*(played.before for played in legal_turns()), *qualifying_round()]
    return planted(GAME, (dice.choice(positions) for _ in range(TRIED)), dice, FAULTS, OF_EACH_RULE)


WORDS_ALONE = {"qualifying", "fastest-turn", *("rocket", "bomb", "wrench", "turbo", "oil")}
"""Rules that may be broken by nothing but what is said: asked about, and named once it was meant so."""


@pytest.mark.long  # each rule is planted and named once in tests/mind/test_contract.py
@pytest.mark.by_lot
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_never_legal(fault: str) -> None:
    """A turn with one broken rule is never LEGAL; the verdict names the rule when nobody else drove, or asks whether
    a word was meant so."""
    turns = faulty_turns()[fault]
    for played in turns:
        stops = [GAME.observe(stop) for stop in played.stops]
        named = judge(GAME, played.before, stops, played.declared, True)
        if any(answer == HERE for question in named.questions for _, answer in question.answers):
            assert fault.partition("/")[2] in WORDS_ALONE, (played, named)
            meant = [Spoken(word, sure=True) for word in played.declared]
            named = judge(GAME, played.before, stops, meant, True)
        assert named.status is Status.ILLEGAL, (played, named)
        assert fault in {one.rule for one in named.violations}, (played, named)
        unsure = judge(GAME, played.before, stops, [word for word in played.declared if word != "alone"], True)
        # in a qualifying round all others may have rolled and gone bust since
        assert unsure.status is not Status.LEGAL or parse_position(played.before).qualifying, (played, unsure)
    assert len(turns) == OF_EACH_RULE


def test_nobody_throws_a_seventh_die() -> None:
    """With all his dice on the card a driver's hands have none left to throw, in a slip either."""
    play = begin(by_dice(waiting("harbour", CARS[:2], Switches()), random.Random(1)))
    thrown = tuple(Thrown(play.car, number, number, 0, 0, 0.0) for number in range(1, DICE + 1))
    slips = slips_at(GAME.book, GAME.hands, replace(play, rolled=thrown), random.Random(1))
    assert max((len(slip.after.rolled) for slip in slips), default=0) <= DICE


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", [0])
def test_applying_a_turn_is_deterministic(seed: int) -> None:
    """The same seed gives the same race."""
    assert faulty_race(lot(seed)) == tuple(islice(race(lot(seed), faulty=True), FAULTY_TURNS))


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(2, 12))))
def test_the_order_in_which_a_look_lists_things_changes_no_word(seed: int) -> None:
    """Cars, boxes and dice are listed as the eye met them: whose doing a look is and the word on it are the same."""
    chance = random.Random(seed)
    for played in (turn for turn in faulty_race(seed) if len(turn.stops) > 1):
        looks = [GAME.observe(GAME.visible(played.before)), *map(GAME.observe, played.stops)]
        looks = chance.choice((looks, [looks[0], looks[-1]]))
        others = [_listed_anew(look, chance) for look in looks]
        told = [_words_on(played, those) for those in (looks, others)]
        assert told[0] == told[1], (played, others)


def _listed_anew(look: Observation, chance: random.Random) -> Observation:
    cars, boxes = chance.sample(look.cars, len(look.cars)), chance.sample(look.boxes, len(look.boxes))
    return replace(look, cars=tuple(cars), boxes=tuple(boxes), dice=tuple(chance.sample(look.dice, len(look.dice))))


def _words_on(played: PlayedTurn, looks: list[Observation]) -> object:
    """What is said of the looks of a turn, and of each whether it is the next driver's doing."""
    found = judge(GAME, played.before, looks, (), closed=True)
    began = [GAME.next_turn_began(played.before, looks[:at], looks[at]) for at in range(2, len(looks))]
    return found.status, found.turn, found.after, [one.rule for one in found.violations], began
