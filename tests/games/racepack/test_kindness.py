"""Legal turns that look wrong at first sight: the referee finds the reading that clears them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from referee.games.base import Status
from referee.games.racepack.game import Racepack
from tests.games.racepack.asked_again import judge

TRACK = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0"
LATE = "players=4 race=3 round=5 turn=S,M,C,A order=S,M,C,A laps=S:2,M:2,C:2,A:2"
FIVE_IGNORED = [
    f"{TRACK} cars=S:a2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
    f"{TRACK} cars=S:a2,M:m2,C:l2,A:m1 lap=2 die=5:40:0:0",
    f"{TRACK} cars=S:a3,M:m2,C:l2,A:m1 lap=2 die=5:40:0:0",
]
CASES = {
    "a finished car that was lifted off blocks nobody": (
        f"{TRACK} cars=A:h2,S:k2,M:h1,C:i1 lap=0 die=n:0:0:0 players=4 race=3 round=9 turn=S,M,C order=A,S,M,C "
        "laps=S:3,M:2,C:2,A:4 finished=A tokens=S:,M:,C:",
        [f"{TRACK} cars=A:off,S:c2,M:h1,C:i1 lap=0 die=n:0:0:0"],
        ["token=no"],
        Status.LEGAL,
    ),
    "an overdue hazard turned before the driver moves stops him": (
        f"{TRACK} cars=S:b3,M:n2,C:l2,A:m1 hazards=b4-,d7-,k9-,m5- lap=2 die=n:0:0:0 players=4 race=3 round=5 "
        "turn=S,M,C,A order=S,M,C,A laps=S:2,M:2,C:1,A:1 tokens=S:,M:,C:,A:",
        [
            f"{TRACK} cars=S:b3,M:n2,C:l2,A:m1 hazards=b4+,d7-,k9-,m5- lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:b5,M:n2,C:l2,A:m1 hazards=b4+,d7-,k9-,m5- lap=2 die=n:0:0:0",
        ],
        ["token=no"],
        Status.LEGAL,
    ),
    "a 5 seen after two spaces into a corner may answer an entry at speed 2: it is asked about": (
        f"{TRACK} cars=S:c2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        FIVE_IGNORED,
        [],
        Status.UNDECIDED,
    ),
    "a 5 that no entry needed is no spin-out": (
        f"{TRACK} cars=S:c2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        FIVE_IGNORED,
        ["speed:1=1"],
        Status.LEGAL,
    ),
    "driving on after a 5 is a fault when the corner was entered at speed 2": (
        f"{TRACK} cars=S:c2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        FIVE_IGNORED,
        ["speed:1=2"],
        Status.ILLEGAL,
    ),
    "a lane change said to be too fast is not cleared by movements that the words contradict": (
        f"{TRACK} cars=S:h2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [
            f"{TRACK} cars=S:e2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:d1,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
        ],
        ["speed:2=7"],
        Status.ILLEGAL,
    ),
    "a wrong word about a forward movement that the table shows is no fault": (
        f"{TRACK} cars=S:j2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [
            f"{TRACK} cars=S:g2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:e2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:d1,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0",
        ],
        ["speed:1=5", "speed:3=2"],
        Status.LEGAL,
    ),
    "one movement into a corner may have been three, by the rare facing and back: it is asked about": (
        f"{TRACK} cars=S:c2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0"],
        [],
        Status.UNDECIDED,
    ),
    "going on within a corner by the rare facing and coming back is legal once it is said": (
        f"{TRACK} cars=S:c2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0"],
        ["facing:2=old"],
        Status.LEGAL,
    ),
    "a car that stands where it stood may have gone out by the rare facing and come back: it is asked about": (
        f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0"],
        [],
        Status.UNDECIDED,
    ),
    "such a round is legal once it is said": (
        f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0"],
        ["facing:1=old"],
        Status.LEGAL,
    ),
    "a car that stood still is at fault when the driver says so": (
        f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:e2,C:l2,A:m1 hazards=b2+ lap=2 die=n:0:0:0"],
        ["facing:1=out"],
        Status.ILLEGAL,
    ),
    "one movement into a corner is too few when the driver turned there at once": (
        f"{TRACK} cars=S:c2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b2,M:b1,C:l2,A:m1 lap=2 die=n:0:0:0"],
        ["facing:2=out"],
        Status.ILLEGAL,
    ),
    "a roll may have been made before the car was seen anywhere, the die as it lay: it is asked about": (
        f"{TRACK} cars=S:d2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b5,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0"],
        [],
        Status.UNDECIDED,
    ),
    "a roll that is told, of a car that was seen nowhere on its way, is believed": (
        f"{TRACK} cars=S:d2,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [f"{TRACK} cars=S:b5,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0"],
        ["roll=3"],
        Status.LEGAL,
    ),
    "a 3 that is seen beside a car set outside may be a second throw, against a token: it is asked about": (
        f"{TRACK} cars=S:d2,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0 {LATE} tokens=S:,M:2,C:,A:5",
        [
            f"{TRACK} cars=S:b2,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:b2,M:a4,C:a5,A:a6 lap=2 die=3:48:0:0",
            f"{TRACK} cars=S:out:a1,M:a4,C:a5,A:a6 lap=2 die=3:48:0:0",
        ],
        [],
        Status.UNDECIDED,
    ),
    "a 3 that is seen beside a car set outside met no token of 2 if there is none": (
        f"{TRACK} cars=S:d2,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0 {LATE} tokens=S:2,M:4,C:,A:5",
        [
            f"{TRACK} cars=S:b2,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:b2,M:a4,C:a5,A:a6 lap=2 die=3:48:0:0",
            f"{TRACK} cars=S:out:a1,M:a4,C:a5,A:a6 lap=2 die=3:48:0:0",
        ],
        [],
        Status.ILLEGAL,
    ),
    "words about a roll that the table gainsays are slips of the tongue": (
        f"{TRACK} cars=S:e1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0 {LATE} tokens=S:,M:2,C:3,A:a",
        [
            f"{TRACK} cars=S:d1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:c1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:a1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:a1,M:a4,C:a5,A:a6 lap=2 die=a:48:0:0",
            f"{TRACK} cars=S:out:a1,M:a4,C:a5,A:a6 lap=2 die=4:88:0:0",
        ],
        ["roll=3", "defence:M=2", "reroll=a"],
        Status.LEGAL,
    ),
    "a spun-out car may be set down far from its corner": (
        f"{TRACK} cars=S:e1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0 {LATE} tokens=S:",
        [
            f"{TRACK} cars=S:d1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:c1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0",
            f"{TRACK} cars=S:off,M:a4,C:a5,A:a6 lap=2 die=5:44:0:0",
        ],
        [],
        Status.LEGAL,
    ),
    "a movement may end where the car stood before": (
        f"{TRACK} cars=A:k7,C:e9,M:j9,S:l7,dA:f10,dC:n1 hazards=b7+,h10+,m6+ lap=1 die=4:0:-12:105 under=j9+ players=3 "
        "race=3 round=28 turn=M,dA,C order=dC,S,A,M,dA,C laps=S:3,M:3,C:3,A:3,dC:3,dA:3 tokens=S:5,C:,dC:",
        [
            f"{TRACK} cars=A:k7,C:e9,M:{square},S:l7,dA:f10,dC:n1 hazards=b7+,h10+,j9+,m6+ lap=1 die=4:0:-12:105"
            for square in ("k9", "l10", "k9")
        ],
        ["speed:2=2", "facing:2=old", "speed:3=3"],
        Status.LEGAL,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_nobody_is_accused(name: str) -> None:
    """Each of these was played by the book, and is not called a fault."""
    law = Racepack()
    before, stops, declared, wanted = CASES[name]
    seen = [law.observe(law.visible(before)), *(law.observe(stop) for stop in stops)]
    assert judge(law, before, seen, declared, closed=True).status is wanted


def test_a_roll_that_was_said_and_not_seen_is_no_spin_out() -> None:
    """What the die is seen to show counts: a 5 that was only said, and that the die gainsays, accuses nobody."""
    law = Racepack()
    before = CASES["words about a roll that the table gainsays are slips of the tongue"][0]
    stops = [f"{TRACK} cars=S:{square},M:a4,C:a5,A:a6 lap=2 die=n:0:0:0" for square in ("d1", "c1", "a1")]
    stops.append(f"{TRACK} cars=S:a1,M:a4,C:a5,A:a6 lap=2 die=a:48:0:0")
    seen = [law.observe(law.visible(before)), *(law.observe(stop) for stop in stops)]
    verdict = judge(law, before, seen, ["roll=5", "defence:M=2", "reroll=a"], closed=True)
    assert verdict.status is Status.LEGAL
    assert "rolled an ace" in verdict.sentence


SAID_AS_IT_WAS = {
    ("g2", "i2"): ("racepack/forward", "backwards, from g2 to i2"),
    ("g2", "h1"): ("racepack/forward", "backwards, from g2 to h1"),
    ("b4", "e2"): ("racepack/forward", "backwards, from b4 to e2"),
    ("g2", "g1"): ("racepack/lane-change", "sideways, from g2 to g1"),
}


@pytest.mark.parametrize(("start", "end"), SAID_AS_IT_WAS)
def test_an_impossible_move_seen_in_one_look_is_said_without_invented_stops(start: str, end: str) -> None:
    """The fault names the two places that were seen, and no third one."""
    law = Racepack()
    before = f"{TRACK} cars=S:{start},M:q3,C:r4,A:q5 lap=3 die=n:0:0:0 turn=S,M,C,A"
    verdict = judge(law, before, [law.observe(before.replace(f"S:{start}", f"S:{end}"))], (), closed=True)
    rule, words = SAID_AS_IT_WAS[(start, end)]
    assert [fault.rule for fault in verdict.violations] == [rule]
    assert words in verdict.sentence


def test_a_car_that_came_back_unseen_is_not_said_to_have_come_back_where_it_was_seen_first() -> None:
    """Red was outside corner 1, is seen on a5 and then on b6: it made three movements, one of them back on the road.

    Without a token the second was too fast; that it was set on a5 is told only where no other movement is left.
    """
    law = Racepack()
    before = f"{TRACK} cars=S:out:a1,M:m2,C:l2,A:m1 lap=2 die=n:0:0:0 {LATE} tokens=S:3"

    def named(*places: str, said: Sequence[str] = ("token=no",)) -> list[str]:
        seen = [law.observe(law.visible(before).replace("S:out:a1", f"S:{place}")) for place in places]
        return [fault.rule for fault in judge(law, before, seen, said, closed=True).violations]

    assert named("a5", "b6", said=()) == [], "it is asked about the token"
    assert named("a5", "b6") == ["racepack/speed-change"]
    assert named("a5", "b6", "b7") == ["racepack/re-entry"]


def test_who_could_not_move_has_not_moved_in_a_turn_to_come() -> None:
    """Red, shut in, is the last of this round and the first of the next: where it is set now is this turn's doing."""
    law = Racepack()
    hidden = "players=4 race=5 round=5 turn=S order=M,C,A,S laps=S:3,M:2,C:2,A:2"
    before = f"{TRACK} cars=S:o2,M:n2,C:n1,A:m1 lap=3 die=n:0:0:0 {hidden}"
    stays = law.observe(law.visible(before))
    assert judge(law, before, [stays], (), closed=True).status is Status.LEGAL
    elsewhere = law.observe(law.visible(before).replace("S:o2", "S:b3"))
    verdict = judge(law, before, [elsewhere], (), closed=True)
    assert [fault.rule for fault in verdict.violations] == ["racepack/forward", "racepack/lap-die"]


def test_a_declared_roll_is_not_called_unseen() -> None:
    """A token named before the roll that it answers belongs to that roll."""
    law = Racepack()
    before = f"{TRACK} cars=S:e1,M:a4,C:a5,A:a6 lap=2 die=n:0:0:0 {LATE}"
    stops = [f"{TRACK} cars=S:{square},M:a4,C:a5,A:a6 lap=2 die=n:0:0:0" for square in ("d1", "c1", "a1")]
    stops.append(f"{TRACK} cars=S:a1,M:a4,C:a5,A:a6 lap=2 die=a:48:0:0")
    said = ["token=no", "defence:M=2", "reroll=a", "roll=3"]
    verdict = judge(law, before, [law.observe(stop) for stop in stops], said, closed=True)
    assert verdict.status is Status.LEGAL
    assert "rolled 3, met black's 2 token and rolled again an ace" in verdict.sentence


def test_who_spun_out_and_came_back_between_two_looks_came_twice() -> None:
    """Blue, last in this round, would have spun out and, first in the next, have driven on: nobody saw any of it."""
    law = Racepack()
    hidden = "players=4 race=5 round=15 turn=A order=M,C,S,A laps=S:2,M:2,C:2,A:2 tokens=S:35,M:a,C:a245,A:a245"
    before = f"{TRACK} cars=S:h9,M:out:q5,C:c8,A:p5 hazards=g9+ lap=4 die=n:0:0:0 {hidden}"
    end = law.observe(f"{TRACK} cars=S:h9,M:out:q5,C:c8,A:l2 hazards=g9+ lap=4 die=a:8:-12:75")
    assert judge(law, before, [end], ("token:2=4", "roll=5"), closed=True).status is Status.UNDECIDED


def test_a_driver_who_came_twice_unseen_is_asked_about() -> None:
    """Green, red and green again moved while nobody looked; nobody is accused."""
    law = Racepack()
    hidden = "players=4 race=3 round=1 order=M,A,C,S laps=S:0,M:1,C:0,A:1 grid=C,S"
    before = f"{TRACK} cars=A:h1,C:l2,M:g1,S:l1 lap=3 die=n:0:0:0 turn=C,S {hidden}"
    end = law.observe(f"{TRACK} cars=A:h1,C:b3,M:g1,S:g2 lap=3 die=n:0:0:0")
    verdict = judge(law, before, [end], (), closed=True)
    assert verdict.status is Status.UNDECIDED
    assert "green had two turns" in verdict.sentence
    assert verdict.questions
    for one in ("S:l1", "C:l2"):
        first_only = before.replace("turn=C,S", "turn=C,S" if one == "S:l1" else "turn=S,C")
        moved = law.observe(law.visible(first_only).replace(one, one[0] + ":b8"))
        assert judge(law, first_only, [moved], (), closed=True).status is Status.ILLEGAL, "a real fault stays one"
