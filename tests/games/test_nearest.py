"""The nearest legal turns, told with where they end, so that a picture can show them."""

from __future__ import annotations

from functools import cache
from itertools import islice

import pytest
from golden import FOLDER
from golden_text import LEGAL, Judged, read

from markers import kits
from referee.errors import KitError
from referee.games.base import Status
from referee.games.registry import GAMES, game
from referee.judge.verdict import judge
from tests.by_lot import lot, so_many

TURNS = so_many(16, 90)


@cache
def faults_of(name: str) -> list[Judged]:
    """Faulty turns of frozen races, whole and all in view, with the usual kit."""
    turns = islice(read(FOLDER / f"{name}.txt"), lot(0), None)
    faulty = (turn for turn in turns if turn.truth != LEGAL and turn.closed and turn.shown == "all")
    return list(islice((turn for turn in faulty if _can_be_laid(name, turn)), TURNS))


def _can_be_laid(name: str, turn: Judged) -> bool:
    try:
        return bool(game(name).layout(turn.before, kits.manifest(name)))
    except KitError:
        return False


@pytest.mark.by_lot
@pytest.mark.parametrize("name", GAMES)
def test_an_alternative_is_told_with_the_position_it_leads_to(name: str) -> None:
    """The words are those of the verdict, and what is shown beside them is another table than before the turn."""
    rules, kit, shown = game(name), kits.manifest(name), 0
    for played in faults_of(name):
        look = rules.observe(played.looks[-1])
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
        seen = [rules.observe(text) for text in played.looks]
        said = judge(rules, played.before, seen, [text for _, text in played.said], closed=True)
        if said.status is Status.ILLEGAL:
            assert said.alternatives == tuple(words for words, *_ in rules.nearest(played.before, seen[-1]))
