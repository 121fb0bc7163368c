"""The judge on any game: what makes a verdict, asked of a small game of coins and of Racepack's open turns."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.base import Line, Status, Violation
from referee.games.racepack.game import Racepack
from referee.games.words_said import HERE, Spoken
from referee.judge import judge
from referee.judge.verdict import status_of

BROKEN = (Violation("racepack/forward", "No."),)
TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
BEFORE = f"{TRACK} cars=S:g2,M:h1,C:r4,A:q5 lap=3 die=n:0:0:0 turn=S,M,C,A"


def _line(violations: tuple[Violation, ...] = (), assumes: tuple[str, ...] = ()) -> Line:
    return Line("S:", violations, assumes, True, "")


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([_line()], Status.LEGAL),
        ([_line(BROKEN)], Status.ILLEGAL),
        ([_line(assumes=("a token",))], Status.UNDECIDED),
        ([_line(BROKEN), _line(assumes=("a token",))], Status.UNDECIDED),
        ([_line(assumes=("a token",)), _line()], Status.LEGAL),
    ],
)
def test_status(lines: Sequence[Line], status: Status) -> None:
    """A fault only without any legal line; a question only when every legal line takes something for granted."""
    assert status_of(lines) is status


def test_a_rule_broken_three_times_is_cited_once() -> None:
    """Three hazards turned too early are named one by one, with their rule and its section after the last of them."""
    law = Racepack()
    before = f"{TRACK} cars=S:g2,M:h1,C:r4,A:q5 hazards=a3-,a5-,b7-,k9- lap=3 die=n:0:0:0 turn=S,M,C,A"
    stops = [f"{TRACK} cars=S:{at},M:h1,C:r4,A:q5 hazards=a3-,a5-,b7-,k9- lap=3 die=n:0:0:0" for at in ("f2", "e2")]
    stops.append(stops[-1].replace("S:e2", "S:d2").replace("a3-,a5-,b7-", "a3+,a5+,b7+"))
    verdict = judge(law, before, [law.observe(stop) for stop in stops], ("token=no",), closed=True)
    assert len(verdict.violations) == 3
    assert all(fault.message in verdict.sentence for fault in verdict.violations)
    rule = law.rules["racepack/hazard-flip"]
    assert verdict.sentence.count(rule.title) == verdict.sentence.count("Rule: ") == 1
    assert verdict.sentence.endswith(f"({rule.section}).")


def test_what_is_taken_for_granted_twice_is_said_once() -> None:
    """Two rolls that nobody saw stand in the sentence in one clause."""
    law = Racepack()
    before = f"{TRACK} cars=S:b5,M:h1,C:r4,A:q5 lap=3 die=n:0:0:0 turn=S,M,C,A"
    stops = [f"{TRACK} cars=S:{at},M:h1,C:r4,A:q5 lap=3" for at in ("b7", "d7", "d8")]
    verdict = judge(law, before, [law.observe(stop) for stop in stops], ("token=no",), closed=True)
    assert verdict.status is Status.UNDECIDED
    assert verdict.sentence.count("which was not seen") == 1


def test_how_many_movements_a_single_look_hides_is_not_claimed() -> None:
    """Red is seen two spaces on and the turn is over: that was one movement or two, and too few either way."""
    law = Racepack()
    for end, words in (("e2", "Red made fewer than 3 movements."), ("f2", "only one movement though 3 were possible")):
        verdict = judge(law, BEFORE, [law.observe(BEFORE.replace("S:g2", f"S:{end}"))], ("token=no",), closed=True)
        assert [fault.rule for fault in verdict.violations] == ["racepack/three-movements"]
        assert words in verdict.sentence


def _judged(cars: Sequence[str], said: Sequence[str] = (), closed: bool = False, before: str = BEFORE, **more: str):  # type: ignore[no-untyped-def]
    game = Racepack()
    shown = dict(word.split("=", 1) for word in before.split()[1:])
    stops = []
    for moved in cars:
        places = dict(item.split(":", 1) for item in shown["cars"].split(","))
        places |= dict(item.split(":", 1) for item in moved.split(","))
        line = ",".join(f"{car}:{place}" for car, place in places.items())
        die = f" die={more.get('die', shown['die'])}" if "die" in shown else ""
        stops.append(game.observe(f"{TRACK} cars={line} lap=3{die}"))
    return judge(game, before, stops, said, closed)


def test_an_open_turn_is_provisional() -> None:
    """After the first of three movements the word is `legal so far`, and it is still red's turn."""
    found = _judged(["S:e2"])
    assert found.status is Status.LEGAL
    assert found.provisional
    assert "one of three movements used" in found.sentence
    assert "turn=S,M,C,A" in found.after


def test_an_open_turn_with_three_movements_is_over() -> None:
    """After three movements the verdict stands and black is next."""
    found = _judged(["S:e2", "S:d2", "S:c2"])
    assert not found.provisional
    assert "turn=M,C,A" in found.after


def test_an_open_turn_waits_for_its_roll_and_for_defence_tokens() -> None:
    """Entering at 2 by the third movement: the roll is due, and then another player may still spend a token."""
    before = BEFORE.replace("S:g2", "S:h2")
    due = _judged(["S:f2", "S:d2", "S:b2"], before=before)
    assert (due.status, due.provisional) == (Status.LEGAL, True)
    safe = _judged(["S:f2", "S:d2", "S:b2"], before=before, die="3:9:9:9")
    assert safe.status is Status.LEGAL
    assert safe.provisional
    done = _judged(["S:f2", "S:d2", "S:b2"], said=("defence=no",), before=before, die="3:9:9:9")
    assert not done.provisional or done.status is Status.LEGAL


def test_an_open_fault_is_said_at_once() -> None:
    """An illegal movement is named as soon as it is seen, and stays open so that it can be taken back."""
    before = BEFORE.replace("S:g2", "S:j2")
    found = _judged(["S:i2", "S:h2", "S:e2"], said=("token=no",), before=before)
    assert found.status is Status.ILLEGAL
    assert [fault.rule for fault in found.violations] == ["racepack/speed-change"]
    assert found.alternatives
    back = _judged(["S:i2", "S:h2", "S:e2", "S:h2", "S:f2"], said=("token=no",), before=before)
    assert back.status is Status.LEGAL


def test_a_movement_that_may_be_two_leaves_the_turn_open() -> None:
    """From f2 to c2 may be two movements, or one with a token nobody mentioned: the turn is not taken to be over."""
    found = _judged(["S:f2", "S:c2"])
    assert found.status is Status.LEGAL
    assert found.provisional


def test_a_question_settles_the_turn_either_way() -> None:
    """Speed 3 after 1 is legal only with a token: asked, and answered by declarations."""
    asked = _judged(["S:f2", "S:c2", "S:b2"], closed=True)
    assert asked.status is Status.UNDECIDED
    words = dict(asked.questions[0].answers)
    assert words == {"3": "token:2=3", "no token was used": "token=no"}
    assert _judged(["S:f2", "S:c2", "S:b2"], ["token:2=3"], True).status is Status.LEGAL
    assert _judged(["S:f2", "S:c2", "S:b2"], ["token=no"], True).status is Status.ILLEGAL


def test_an_unseen_roll_is_asked_for() -> None:
    """With the tray out of sight nobody is accused: the roll is asked for, and each answer settles the turn."""
    before = BEFORE.replace(" die=n:0:0:0", "").replace("S:g2", "S:d2")
    stops = ["S:b2", "S:b4", "S:b5"]
    asked = _judged(stops, closed=True, before=before)
    assert asked.status is Status.UNDECIDED
    assert ("5", "roll=5") in asked.questions[0].answers
    assert _judged(stops, ["roll=3"], True, before).status is Status.LEGAL
    assert [f.rule for f in _judged(stops, ["roll=no"], True, before).violations] == ["racepack/penalty-roll"]
    five = _judged(stops, ["roll=5", "defence=no"], True, before)
    assert (five.status, five.questions[0].answers[0][1]) == (Status.UNDECIDED, HERE)
    insisted = _judged(stops, [Spoken("roll=5", sure=True), "defence=no"], True, before)
    assert [fault.rule for fault in insisted.violations] == ["racepack/spin-out"]


def test_a_hidden_car_is_asked_for() -> None:
    """When the driver's own car is not seen at the end, the verdict is a question."""
    game = Racepack()
    begun = game.observe(game.visible(BEFORE).replace("S:g2", "S:f2"))
    seen = game.observe("racepack cars=M:h1,C:r4,A:q5 missing=S lap=3 die=n:0:0:0 unseen=f1,f2")
    found = judge(game, BEFORE, [begun, seen], (), closed=True)
    assert found.status is Status.UNDECIDED
    assert "red's car" in found.questions[0].text


def test_two_turns_between_two_looks() -> None:
    """Red and then black moved while hands were over the table: both turns are found, and green is next."""
    found = _judged(["S:c2,M:d1"], closed=True)
    assert found.status is Status.LEGAL
    assert " / M:" in found.turn
    assert "turn=C,A" in found.after
    assert "then black" in found.sentence


def test_out_of_turn_is_still_a_fault() -> None:
    """Black alone moved though red could: that is out of turn, and it stays red's turn."""
    found = _judged(["M:d1"], closed=True)
    assert [fault.rule for fault in found.violations] == ["racepack/turn-order"]
    assert "turn=S,C,A" in found.after


def test_an_illegal_turn_stands_as_it_lies() -> None:
    """After a fault the position is what is on the table, and play goes on."""
    found = _judged(["S:f2", "S:e2", "S:f1"], closed=True)
    assert found.status is Status.ILLEGAL
    assert "S:f1" in found.after
    assert "turn=M,C,A" in found.after
