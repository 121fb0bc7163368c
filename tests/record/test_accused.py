"""A fault is held against whoever broke the rule, on the podium, in the report and in the tournament alike."""

from __future__ import annotations

import random

import pytest

from referee.games.base import Status, Verdict
from referee.games.registry import GAMES, game
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.record.podium import podium
from referee.record.story import tell
from referee.record.verdict_json import verdict_to_json

TRIES, TURNS = 10, 25


def out_of_turn(law: Game) -> tuple[str, Verdict]:
    """A position and the verdict on a turn in which another driver moved."""
    rule = next(one.id for one in law.rules.values() if one.takes_turns)
    for seed in range(TRIES):
        dice = random.Random(seed)
        position = law.start(3, dice)
        for _ in range(TURNS):
            turn = law.play(position, dice, rule)
            if turn.truth == rule:
                seen = [law.observe(text) for text in (law.visible(position), *turn.stops)]
                told = judge(law, position, seen, turn.declared, closed=True)
                if told.status is Status.ILLEGAL:
                    return position, told
            position = law.play(position, dice, None).after
    raise AssertionError("nobody came out of turn")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_who_comes_in_anothers_turn_has_the_fault(name: str) -> None:
    """Nobody is counted as a rule breaker because somebody else moved while it was his turn."""
    law = game(name)
    position, verdict = out_of_turn(law)
    data = verdict_to_json(verdict)
    (culprit,) = accused(law, data)
    assert culprit != verdict.player == law.driver(position)
    assert verdict.violations[0].message.lower().startswith(culprit)
    store = MemoryStore({"game": name})
    store.append(Entry(0, "camera", "start", "start", "", position, {"players": 3}), {})
    store.append(Entry(0, "camera", "verdict", "seen", position, verdict.after, data), {})
    standings = law.what_now(position).standings
    faults = {row["player"]: row["faults"] for row in podium(law, fold(store.entries()), standings, 0)["rows"]}
    assert {player for player, count in faults.items() if count} == {culprit}
    story = tell(law, {"game": name}, store.entries())
    assert {sheet.player for sheet in story.sheets.values() if sheet.faults} == {culprit}


def test_a_fault_without_facts_is_held_against_whose_turn_it_was() -> None:
    """As in records of before, and where people decided that a turn broke a rule."""
    law = game("racepack")
    assert accused(law, {"player": "red", "turn": "S: f1@a1", "violations": []}) == {"red"}
    old = [{"rule": "racepack/turn-order", "message": "Blue moved."}]
    assert accused(law, {"player": "red", "turn": "S: f1@a1", "violations": old}) == {"red"}
