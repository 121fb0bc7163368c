"""Ur before the simulated camera: drawn, seen, read, spoken of and judged."""

from __future__ import annotations

import json

from markers import kits
from referee.assemble import Referee
from referee.cli.demo_events import take
from referee.games.registry import game
from referee.record.memory import MemoryStore
from referee.scoring import Score
from referee.simulator.race import SimulatedRace


def test_a_race_before_the_camera_is_refereed_as_its_truth_says() -> None:
    """The printed kit under a camera: each turn gets a word, and none that its truth gainsays."""
    law, kit = game("ur"), kits.manifest("ur")
    race = SimulatedRace(
        law, kit, kits.pdf("ur"), seed=3, turns=4, players=2, fault_share=0.5, size=(960, 720), frames_a_stop=4
    )
    referee, score = Referee(law, kit, MemoryStore({"game": "ur"})), Score()
    before = referee.snapshot()
    assert (before["phase"], before["diagram"]) == ("survey", "")
    referee.start_by_itself(2, race.start)
    referee.attend(race.name)
    for event in race.events():
        take(event, referee, score)
    referee.finish()
    summary = score.summary(referee.match.entries)
    assert summary["turns"] == 4
    assert (summary["false_accusations"], summary["missed_faults"]) == (0, 0), score.surprises
    assert summary["legal"] + summary["illegal"] >= 3, score.surprises
    assert any(turn.truth != "legal" for turn in score.played)
    shown = json.loads(json.dumps(referee.snapshot()))
    assert shown["diagram"].startswith("<svg")
    assert shown["now"]["sentence"] == f"It is {shown['now']['player']}'s turn."
    assert [question["text"] for question in shown["pad"]] == [f"{shown['now']['player'].capitalize()} threw"]
    assert not shown["problems"]
