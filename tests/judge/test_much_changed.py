"""When too much changed at once nobody is accused."""

from __future__ import annotations

from random import Random

from referee.games.base import Status
from referee.games.registry import game
from referee.judge.verdict import judge


def test_a_table_set_up_anew_is_asked_about() -> None:
    """All cars elsewhere between two looks: more than a round may have been missed, so it is a question."""
    law = game("racepack")
    start = law.start(4, Random(1))
    position = start
    chance = Random(5)
    for _ in range(9):
        position = law.play(position, chance, None).after
    stops = [law.observe(law.visible(start)), law.observe(law.visible(position))]
    verdict = judge(law, start, stops, (), closed=True)
    assert verdict.status is Status.UNDECIDED
    assert "take the table as it stands" in verdict.questions[0].text
    assert verdict.violations == ()


def test_one_driver_out_of_turn_is_still_a_fault() -> None:
    """A single wrong car moved is named as before."""
    law = game("racepack")
    start = law.start(4, Random(1))
    seen = law.visible(start)
    wrong = seen.replace("M:k1", "M:i1")
    assert wrong != seen
    verdict = judge(law, start, [law.observe(seen), law.observe(wrong)], (), closed=True)
    assert [v.rule for v in verdict.violations] == ["racepack/turn-order"]
