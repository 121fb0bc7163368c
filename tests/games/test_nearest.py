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
from referee.games.royal_racers.position import THROWN, how_it_lies
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
@pytest.mark.few(1)
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


@pytest.mark.by_lot
def test_the_nearest_turns_have_the_die_that_lies_there() -> None:
    """Where a look shows what was rolled, no turn is offered that another roll would have allowed."""
    rules, rolled = game("royal-racers"), 0
    for played in faults_of("royal-racers"):
        look, before = rules.observe(played.looks[-1]), rules.observe(rules.visible(played.before))
        for _, turn, _ in rules.nearest(played.before, look):
            who, roll, *_ = turn.split()
            lay, lies = dict(before.dice).get(who), dict(look.dice).get(who)
            if roll.startswith("r") and lay and lies and how_it_lies(lay, lies) == THROWN:
                assert roll == f"r{lies.face}", (played.before, turn)
                rolled += 1
    assert rolled
