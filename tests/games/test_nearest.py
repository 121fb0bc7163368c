"""The nearest legal turns, told with where they end, so that a picture can show them."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from markers import kits
from referee.games.base import PlayedTurn, Status
from referee.games.registry import GAMES, game
from referee.judge.verdict import judge
from tests.by_lot import lot, so_many

TURNS = so_many(16, 90)


@cache
def faults_of(name: str) -> list[PlayedTurn]:
    """Faulty turns of a seeded race."""
    rules, dice = game(name), Random(lot(7))
    position, found = rules.start(max(rules.players_allowed[:3]), dice), list[PlayedTurn]()
    for _ in range(TURNS):
        played = rules.play(position, dice, dice.choice(rules.faults()))
        found += [played] if played.truth != "legal" else []
        position = played.after if rules.over(played.after) is None else rules.start(2, dice)
    return found


@pytest.mark.by_lot
@pytest.mark.parametrize("name", GAMES)
def test_an_alternative_is_told_with_the_position_it_leads_to(name: str) -> None:
    """The words are those of the verdict, and what is shown beside them is another table than before the turn."""
    rules, kit, shown = game(name), kits.manifest(name), 0
    for played in faults_of(name):
        look = rules.observe(played.stops[-1] if played.stops else rules.visible(played.before))
        nearest = rules.nearest(played.before, look)
        assert tuple(words for words, *_ in nearest) == rules.alternatives(played.before, look)
        for *_, after in nearest:
            if after:
                moved = set(rules.layout(after, kit)) - set(rules.layout(played.before, kit))
                shown += bool(moved)
    assert shown


@pytest.mark.by_lot
@pytest.mark.parametrize("name", GAMES)
def test_a_verdict_names_the_nearest_turns(name: str) -> None:
    """What is offered instead of a fault is what `nearest` tells."""
    rules = game(name)
    for played in faults_of(name)[:5]:
        seen = [rules.observe(text) for text in (rules.visible(played.before), *played.stops)]
        said = judge(rules, played.before, seen, played.declared, closed=True)
        if said.status is Status.ILLEGAL:
            assert said.alternatives == tuple(words for words, *_ in rules.nearest(played.before, seen[-1]))
