"""Royal Racers on the mind, beside the judge: the same turns, seen in different ways, must not fare worse."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.registry import game
from referee.games.royal_racers import book as law
from referee.games.royal_racers.position import Observation, parse_observation, parse_position
from referee.judge import judge
from referee.mind.belief import belief_in
from referee.mind.search import Evidence, Word
from referee.mind.verdict import WHETHER_SAID, Ruling, rule
from referee.words.fact import parse_word

BOOK: Any = law
GAME = game("royal-racers")
ALL, LAST, NO_DICE = "all", "last", "no dice"


SAID = ("royal-racers/campaign", "royal-racers/flag-order")
"""Rules that are broken by what is said."""


@dataclass(frozen=True)
class Judged:
    """One turn, the planted truth, both words on it, and the mind's once it was said that a strange word was meant."""

    turn: str
    truth: str
    old: Status
    old_rules: frozenset[str]
    new: Ruling[law.Play]
    sure: Ruling[law.Play]


def race(seed: int, way: str, turns: int, faults: float) -> list[Judged]:
    """Some turns of a random race, each judged by both."""
    chance = random.Random(seed)
    position = GAME.start(chance.choice((2, 3, 4)), chance)
    found = []
    for _ in range(turns):
        if GAME.over(position):
            break
        played = GAME.play(position, chance, chance.choice(GAME.faults()) if chance.random() < faults else None)
        looks = seen(way, [parse_observation(text) for text in (GAME.visible(position), *played.stops)])
        words = tuple(Word(word) for word in (parse_word(text, "SMCA") for text in played.declared))
        start = parse_position(position)
        new = rule(BOOK, belief_in(law.begin(start)), Evidence(looks, words, closed=True), len(start.seats))
        if new.asked is not None and new.asked.values == WHETHER_SAID:
            meant = tuple(replace(word, sure=word.said == new.asked.about) for word in words)
            sure = rule(BOOK, belief_in(law.begin(start)), Evidence(looks, meant, closed=True), len(start.seats))
        else:
            sure = new
        old = judge(GAME, position, looks, played.declared, closed=True)
        rules = frozenset(fault.rule for fault in old.violations)
        found.append(Judged(f"{position} {played.turn} {played.declared}", played.truth, old.status, rules, new, sure))
        position = played.after
    return found


def seen(way: str, looks: list[Observation]) -> tuple[Observation, ...]:
    """The looks as they are, the first and the last alone, or without any die."""
    if way == LAST:
        return (looks[0], looks[-1])
    return tuple(replace(look, dice=()) for look in looks) if way == NO_DICE else tuple(looks)


@pytest.mark.parametrize("way", [ALL, LAST, NO_DICE])
@pytest.mark.parametrize("seed", range(4))
def test_legal_turns(seed: int, way: str) -> None:
    """A legal turn is never illegal, and is legal where the judge finds it so."""
    for one in race(seed, way, 25, faults=0.0):
        assert one.new.status is one.old, one.turn


@pytest.mark.parametrize("seed", range(10, 16))
def test_faulty_turns_seen_whole(seed: int) -> None:
    """A planted fault that was seen whole is named; one that hangs on a word alone is asked about first."""
    for one in race(seed, ALL, 12, faults=1.0):
        if one.truth != "legal" and one.old is Status.ILLEGAL:
            assert one.sure.status is Status.ILLEGAL, one.turn
            assert one.new.status is Status.ILLEGAL or one.truth in SAID, one.turn
