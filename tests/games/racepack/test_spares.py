"""Spare hazards: one is put where a car spun out, at most two a corner, none moved from a corner.

row 2   . a b | c d e f        corner 1 is the tile a1; red comes along row 1 and enters it on b1 or a1
row 1   . a b | c d e f
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from referee.games.base import Status, Verdict
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_position
from tests.games.racepack.asked_again import judge

Text = Callable[..., str]
FOUR = "d10-,k9-,m5-,q6-"
ALL = "a7+,b8-,c7+,c9+,d8+,k9+,q5-"
SPARE = {"packs": "2", "players": "4", "spare": "1", "laps": "S:2,M:2,C:2,A:2"}


@pytest.fixture
def verdict(game: Racepack, position: Text, look: Text) -> Callable[..., Verdict]:
    """Red drives d1, c1, a1, rolls a 5 and stands outside corner 1, with these hazards before and after."""

    def of(before: str, after: str, end: str = "out:a1", unseen: str = "", **more: str) -> Verdict:
        begun = position(cars="S:e1,M:a4,C:a5,A:a6", hazards=before, **(SPARE | more))
        stops = [look(begun, cars=f"S:{square}") for square in ("d1", "c1", "a1")]
        stops.append(look(begun, cars="S:a1", die="5:48:0:0"))
        stops.append(look(begun, cars=f"S:{end}", die="5:48:0:0", hazards=after or "none", unseen=unseen))
        return judge(game, begun, [game.observe(stop) for stop in stops], ("token=no",), closed=True)

    return of


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (FOUR, FOUR, "none was put down"),
        (FOUR, f"{FOUR},b1+", "it belongs on a1"),
        (f"{FOUR},a2+,b2+", f"{FOUR},a1+,a2+,b2+", "two at most"),
        (f"{ALL},m5-", f"{ALL[4:]},a1+,m5-", "lies on a corner stays"),
    ],
    ids=["forgotten", "on the wrong space", "a third on the corner", "moved from a corner"],
)
def test_broken(before: str, after: str, why: str, verdict: Callable[..., Verdict]) -> None:
    """No spare hazard, one on another space, a third one on a corner or one taken from a corner is named."""
    found = verdict(before, after)
    assert [fault.rule for fault in found.violations] == ["racepack/spare-hazards"], found.sentence
    assert "Other Variants" in found.sentence


@pytest.mark.parametrize(
    ("before", "after", "more"),
    [
        (FOUR, f"{FOUR},a1+", {}),
        (FOUR, f"{FOUR},a1-", {}),
        (f"{FOUR},a1-", f"{FOUR},a1-", {}),
        (f"{FOUR},a2+,b2+", f"{FOUR},a2+,b2+", {}),
        (f"{ALL},m5-", f"{ALL},a1+", {}),
        (f"{ALL},k10+", f"{ALL},k10+", {}),
        (FOUR, "a1+,d10-,k9-,q6-", {"packs": "1"}),
        (FOUR, FOUR, {"spare": ""}),
    ],
    ids=["put down", "blank side up", "one is there", "two are there", "one is moved", "none may be moved",
         "one piecepack", "not agreed on"],
)  # fmt: skip
def test_kept(before: str, after: str, more: dict[str, str], verdict: Callable[..., Verdict]) -> None:
    """One on the space where the roll was made, or none where none is due."""
    found = verdict(before, after, **more)
    assert found.status is Status.LEGAL, found.sentence


@pytest.mark.parametrize(("packs", "gone"), [("1", False), ("2", True)])
def test_a_covered_corner_excuses_a_hazard_that_is_gone_where_one_has_to_be_moved(
    packs: str, gone: bool, verdict: Callable[..., Verdict]
) -> None:
    """With two piecepacks there are spare tokens left, so none that lies elsewhere is moved."""
    found = verdict(FOUR, FOUR.replace("m5-,", ""), unseen="a1,a2,b1,b2", packs=packs)
    assert [fault.rule for fault in found.violations] == ["racepack/hazard-place"] * gone, found.sentence


@pytest.mark.parametrize(("before", "seen"), [(FOUR, FOUR), (f"{ALL},m5-", ALL)], ids=["a new one", "one is moved"])
def test_what_is_covered_is_owed_and_may_come_late(
    before: str, seen: str, game: Racepack, verdict: Callable[..., Verdict], look: Text
) -> None:
    """Under a hand the hazard may lie there or not; whatever is seen later, nobody is at fault."""
    covered = verdict(before, seen, unseen="a1,a2,b1,b2")
    assert covered.status is Status.LEGAL
    assert parse_position(covered.after).owed == ((1, 1),)
    for later in (seen, f"{seen},a1+"):
        clear = covered.after.replace("C:a5", "C:q1").replace("A:a6", "A:q2")
        stops = [game.observe(look(clear, cars=f"M:{square}", hazards=later)) for square in ("a5", "a6", "b7")]
        found = judge(game, clear, stops, ("speed:3=1", "token=no"), closed=True)
        assert found.status is Status.LEGAL, found.sentence
        assert bool(parse_position(found.after).owed) is (later == seen)


SIX = "racepack track=k1:WWWWWNNNNNNNEESSSEENNNEESSSEENNNEEESSSSSSSWWWWWW line=0 "
LYING = "hazards=a12+,a16+,b16+,e13+,e16+"


def test_another_space_of_its_corner_is_no_late_place(game: Racepack) -> None:
    """A spare hazard lies beside the space where the roll was made: no other driver's turn makes that right."""
    terms = "players=6 packs=2 timer=40 spare=1 under=f11-,i9+ race=3 round=10 turn=2S,M order=C,S,A,2M,2S,M"
    held = "laps=S:1,M:1,C:1,A:1,2S:1,2M:1 tokens=S:345,M:2345,C:345,A:345,2S:45,2M:35 owed=j10,m15"
    still = "lap=3 die=a:-16:-12:300"
    before = f"{SIX}cars=2M:j14,2S:i9,A:m16,C:m13,M:f11,S:m14 {LYING} {still} {terms} {held}"
    drove = [f"{SIX}cars=2M:j14,2S:{at},A:m16,C:m13,M:f11,S:m14 {LYING},i9+ {still}" for at in ("i13", "i15")]
    rolled = "lap=3 die=5:0:20:240 unseen=m12,m13,m14,n12,n13,n14"
    stands = f"{SIX}cars=2M:j14,2S:i15,A:m16,M:f11 missing=C,S {LYING},i9+ {rolled}"
    out = f"{SIX}cars=2M:j14,2S:out:i15,A:m16,M:f11 missing=C,S {LYING},i9+,j15+ {rolled}"
    stops = [game.observe(text) for text in (*drove, stands, out)]
    assert judge(game, before, stops, ("token=no", "speed:1=1"), closed=True).status is not Status.LEGAL


def test_an_unseen_roll_is_asked_before_a_hazard_is_missed(game: Racepack, position: Text, look: Text) -> None:
    """The car stands outside the corner and nobody saw the die: the roll is asked for, the hazard is fine."""
    begun = position(cars="S:e1,M:a4,C:a5,A:a6", hazards=FOUR, **SPARE)
    end = look(begun, cars="S:out:a1", hazards=f"{FOUR},a1+")
    blind = game.observe(end.replace(" die=n:0:0:0", ""))
    asked = judge(game, begun, [blind], ("token=no",), closed=True)
    assert asked.status is Status.UNDECIDED
    assert judge(game, begun, [blind], ("token=no", "roll=5"), closed=True).status is Status.LEGAL


def test_planted_and_played(game: Racepack) -> None:
    """Random play puts spare hazards down and moves them; a planted fault is named."""
    dice, truths, most = Random(1), set[str](), 0
    before = game.start(4, dice, {"spare": "yes"})
    for number in range(20):
        turn = game.play(before, dice, "racepack/spare-hazards" if number % 4 == 3 else None)
        seen = [game.observe(text) for text in turn.stops]
        found = judge(game, turn.before, seen, turn.declared, closed=True)
        assert [one.rule for one in found.violations] == [turn.truth] * (turn.truth != "legal"), found.sentence
        truths.add(turn.truth)
        before, most = turn.after, max(most, len(parse_position(turn.after).hazards))
    assert truths == {"legal", "racepack/spare-hazards"}
    assert most >= 4
