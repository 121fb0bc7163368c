"""Random races judged: no legal turn is ever faulted, every planted fault is, and missed rounds are followed."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import chain, pairwise
from random import Random

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.believed import all_of
from referee.games.looking import OF_THE_VIEW
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.position import UNSEEN, Observation, parse_position, position_text
from referee.games.royal_racers.rules import RULES
from referee.games.royal_racers.start import Terms, start
from referee.judge import judge
from tests.by_lot import lot, so_many
from tests.planted import planted

GAME = RoyalRacers()
FAULTS = GAME.faults()
VARIANTS: tuple[tuple[str, ...], ...] = ((), ("opponent-flag",), ("campaign",))
OF_EACH_RULE = so_many(1, 4)
"""So many of the faults of each rule are judged; `tools/long_play.py` plays and judges as many as one likes."""
SAID = {"royal-racers/campaign", "royal-racers/flag-order"}
"""Rules that are broken by what is said: the word is asked about, so they are not planted."""


@cache
def race(seed: int) -> tuple[PlayedTurn, ...]:
    """The turns of one seeded race."""
    dice, turns = Random(seed), list[PlayedTurn]()
    position = position_text(start(2 + seed % 3, dice, Terms(variants=VARIANTS[seed % 3])))
    while GAME.over(position) is None:
        turns.append(GAME.play(position, dice, None))
        position = turns[-1].after
    return tuple(turns)


def seen_through(look: Observation, dice: Random) -> Observation:
    """A look with the cards under pawns and some others covered, and some dice out of sight."""
    cells = list(look.cards)
    for square in [square for _, square in look.pawns if square is not None] + [dice.randrange(36) for _ in range(4)]:
        cells[square] = UNSEEN
    return replace(look, cards=tuple(cells), dice=tuple(item for item in look.dice if dice.random() < 0.7))


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(3))
def test_legal_turns_are_never_faulted(seed: int) -> None:
    """With all stops and words a legal turn is LEGAL and leads to the true position; from its end alone, or with things
    covered, it is never ILLEGAL."""
    dice = Random(lot(seed))
    for turn in race(lot(seed))[:: so_many(8, 1)]:
        stops = [GAME.observe(text) for text in turn.stops]
        full = judge(GAME, turn.before, stops, turn.declared, closed=True)
        assert (full.status, full.after) == (Status.LEGAL, turn.after), (turn, full)
        for look in (stops[-1], seen_through(stops[-1], dice)):
            verdict = judge(GAME, turn.before, [look], (), closed=True)
            assert verdict.status is not Status.ILLEGAL, (turn, verdict.sentence)
            assert bool(verdict.questions) == (verdict.status is Status.UNDECIDED)
        opened = judge(GAME, turn.before, stops[:1], turn.declared, closed=False)
        assert opened.status is not Status.ILLEGAL, (turn, opened.sentence)
        assert GAME.in_words(full.turn, True)


def half_seen(look: Observation, dice: Random) -> Observation:
    """A look under hands: cards, pawns, flags and dice each out of sight now and then."""
    covered = {square for square in range(36) if dice.random() < 0.15}
    away = tuple(suit for suit, _ in look.pawns if dice.random() < 0.15)
    covered |= {square for suit, square in look.pawns if suit in away and square is not None}
    return replace(
        look,
        cards=tuple(UNSEEN if square in covered else cell for square, cell in enumerate(look.cards)),
        flags=tuple(item for item in look.flags if item[1] not in covered),
        pawns=tuple(item for item in look.pawns if item[0] not in away),
        missing=away,
        dice=tuple(item for item in look.dice if dice.random() < 0.8),
        unseen=frozenset(covered),
    )


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(2))
def test_half_seen_turns_are_asked_about_never_faulted(seed: int) -> None:
    """However much of each look is covered, a legal turn under way or over is never ILLEGAL; what is open is asked, in
    words that can be answered."""
    dice = Random(lot(seed))
    for turn in race(lot(seed))[:: so_many(4, 1)]:
        stops = [half_seen(GAME.observe(text), dice) for text in turn.stops]
        for count in range(1, len(stops) + 1):
            verdict = judge(GAME, turn.before, stops[:count], turn.declared, closed=count == len(stops))
            assert verdict.status is not Status.ILLEGAL, (turn, stops, verdict.sentence)
            assert bool(verdict.questions) == (verdict.status is Status.UNDECIDED)
            answers = {text for question in verdict.questions for _, text in question.answers} - set(OF_THE_VIEW)
            for text in sorted(answers):
                assert GAME.check_declaration(turn.before, text) == text


@pytest.mark.by_lot
def test_planted_faults_are_named() -> None:
    """With stops and words every planted fault is ILLEGAL under its own rule, and every rule can be planted."""
    dice = Random(lot(1))
    positions = [turn.before for seed in range(3) for turn in race(seed)]
    found = planted(GAME, dice.sample(positions, len(positions)), dice, FAULTS, OF_EACH_RULE)
    for turn in chain.from_iterable(found.values()):
        stops = [GAME.observe(text) for text in turn.stops]
        verdict = judge(GAME, turn.before, stops, turn.declared, closed=True)
        assert [fault.rule for fault in verdict.violations] == [turn.truth], (turn, verdict.sentence)
        assert verdict.after == turn.after
        assert verdict.alternatives
    assert {rule for rule in found if found[rule]} == set(FAULTS) == set(RULES) - SAID


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(3))
def test_missed_rounds_are_followed(seed: int) -> None:
    """Up to a round of legal turns between two looks, with the dice in sight or not, is never ILLEGAL."""
    dice = Random(lot(seed))
    turns = race(lot(seed))
    players = len(GAME.observe(turns[0].before).pawns)
    for first in range(0, len(turns) - players, so_many(16, 2)):
        missed = turns[first : first + dice.randrange(2, players + 1)]
        look = GAME.observe(missed[-1].after)
        look = look if dice.randrange(2) else seen_through(look, dice)
        verdict = judge(GAME, missed[0].before, [look], (), closed=True)
        assert verdict.status is not Status.ILLEGAL, (missed, verdict.sentence)


def test_the_next_player_closes_the_turn() -> None:
    """A throw or a step of the next player shows that the turn before is over; nothing the player did himself does."""
    turns = [turn for turn in race(1) if turn.rolls]
    for one, other in pairwise(turns):
        stops = [GAME.observe(text) for text in (one.before, *one.stops)]
        then = GAME.observe(other.stops[0])
        if one.player != other.player:
            assert GAME.next_turn_began(one.before, stops, then)
        for index in range(1, len(stops)):
            assert not GAME.next_turn_began(one.before, stops[:index], stops[index])


def test_a_second_step_reopens_the_turn() -> None:
    """A pawn that moves once more after its turn reopens that turn, unless the next turn is its player's too."""
    for turn in race(2):
        stops = [GAME.observe(text) for text in turn.stops]
        suit = turn.turn[0]
        pawns = tuple((one, 0 if one == suit and place != 0 else place) for one, place in stops[-1].pawns)
        then = replace(stops[-1], pawns=pawns)
        moved = pawns != stops[-1].pawns
        assert GAME.went_on(turn.before, stops, then) == (moved and GAME.driver(turn.after) != turn.player)
        assert not GAME.went_on(turn.before, stops, stops[-1])


def test_the_table_can_be_taken_as_it_stands() -> None:
    """Accepting what a legal turn left shows the same table and passes the turn on."""
    for turn in race(2):
        look = GAME.observe(turn.stops[-1])
        taken = GAME.accept(turn.before, look)
        assert not GAME.changed(GAME.observe(taken), look)
        assert not GAME.check_position(taken)
        assert GAME.moved(turn.before, turn.before) == {}


def test_after_turns_missed_it_may_be_anybodys_turn() -> None:
    """No look shows who began a round, nor how many have had their turn in it: three players make nine turns."""
    before = next(turn.before for turn in race(1) if "phase=race" in turn.before)
    may_be = [parse_position(one.position) for one in all_of(GAME.after_turns_missed(before, GAME.observe(before)))]
    seats = len(may_be[0].seats)
    assert len({(one.round % seats, one.queue) for one in may_be}) == len(may_be) == seats * seats
    assert {one.to_move for one in may_be} == set(may_be[0].seats)


def test_the_page_has_its_words() -> None:
    """Every position of a race has a sentence, standings and a pad whose every button is a proper declaration."""
    for turn in race(2):
        now = GAME.what_now(turn.before)
        assert now.player == turn.player
        assert len(now.standings) == len(GAME.observe(turn.before).pawns)
        for question in GAME.declarations(turn.before):
            for _, text in question.answers:
                assert GAME.check_declaration(turn.before, text) == text
    assert "King" in GAME.what_now(turn.after).sentence
