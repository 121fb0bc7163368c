"""A fault is held against whoever broke the rule, on the podium, in the report and in the tournament alike."""

from __future__ import annotations

import csv
import io
import random

import pytest

from referee.games.base import Status, Verdict
from referee.games.registry import GAMES, game
from referee.judge.verdict import judge
from referee.match import Moment
from referee.mind.reasoned import Game
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.export_csv import export_csv
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.record.podium import podium
from referee.record.report import report
from referee.record.story import tell
from referee.record.timeline import turn_rows
from referee.record.verdict_json import verdict_to_json
from referee.snapshot import race_view

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


@pytest.mark.parametrize("name", sorted(GAMES))
def test_whatever_shows_a_fault_shows_who_broke_the_rule_beside_it(name: str) -> None:
    """Banner and list of the page, rows of a replay and a spreadsheet, headings of report and film; whose turn it was
    stays `player`, for programs."""
    law = game(name)
    position, verdict = out_of_turn(law)
    (culprit,) = accused(law, verdict_to_json(verdict))
    store = MemoryStore({"game": name})
    store.append(Entry(0, "camera", "start", "start", "", position, {"players": 3}), {})
    store.append(Entry(0, "camera", "verdict", "seen", position, verdict.after, verdict_to_json(verdict)), {})
    entries = tuple(store.entries())
    shown = race_view(Moment(law, fold(entries), entries))
    (row,) = turn_rows(entries, law)
    for one in (shown["verdict"], shown["entries"][0], row):
        assert (one["player"], one["about"]) == (verdict.player, [culprit])
    assert culprit in shown["called"]
    assert shown["undoing"] == {"what": "turn", "player": culprit}, "the page says whose turn would be taken back"
    (line,) = csv.DictReader(io.StringIO(export_csv(entries, game=law)))
    assert (line["player"], line["about"]) == (verdict.player, culprit)
    story = tell(law, store.header, entries)
    assert story.chapters[0].about == (culprit,)
    assert f"1. {culprit} <span" in report(story, law, None).lower()


def test_a_fault_without_facts_is_held_against_whose_turn_it_was() -> None:
    """As in records of before, and where people decided that a turn broke a rule."""
    law = game("racepack")
    assert accused(law, {"player": "red", "turn": "S: f1@a1", "violations": []}) == {"red"}
    old = [{"rule": "racepack/turn-order", "message": "Blue moved."}]
    assert accused(law, {"player": "red", "turn": "S: f1@a1", "violations": old}) == {"red"}
