"""The referee's own mistakes, counted against the truth of the players."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn
from referee.games.registry import game
from referee.record.entry import Entry
from referee.record.races import standing_turns
from referee.scoring import Score

LAW = game("home-racers")
ORDER = "home-racers/player-order"


def played(truth: str, who: str = "red", culprit: str = "") -> PlayedTurn:
    """A turn of which only the truth matters here, whose it was, and who came in it."""
    return PlayedTurn(who, "1", "p", "q", (), (), truth, culprit=culprit)


def verdict(status: str, *rules: str, provisional: bool = False, who: str = "red", **more: Any) -> Entry:
    """A verdict entry with these rules broken."""
    data = {
        "status": status,
        "player": who,
        "sentence": "",
        "provisional": provisional,
        "violations": [{"rule": rule, "message": ""} for rule in rules],
        **more,
    }
    return Entry(0, "camera", "verdict", "", "p", "q", data, id=1)


@pytest.mark.parametrize(
    ("truth", "entry", "counted"),
    [
        ("legal", verdict("LEGAL"), None),
        ("legal", verdict("ILLEGAL", "a/b"), "false_accusations"),
        ("legal", verdict("UNDECIDED"), None),
        ("a/b", verdict("ILLEGAL", "a/b"), None),
        ("a/b", verdict("ILLEGAL", "a/c"), "wrong_rule"),
        ("a/b", verdict("LEGAL"), "missed_faults"),
        ("a/b", verdict("UNDECIDED"), None),
    ],
)
def test_every_kind_of_mistake_has_its_own_count(truth: str, entry: Entry, counted: str | None) -> None:
    """A mistake adds to just one of the three counts, a right word or a question to none."""
    summary = Score([played(truth)]).summary(LAW, [entry])
    mistakes = {name: summary[name] for name in ("false_accusations", "missed_faults", "wrong_rule")}
    assert mistakes == {name: int(name == counted) for name in mistakes}


def test_a_provisional_verdict_closes_no_turn() -> None:
    """Only the verdict that closes a turn is compared with the truth."""
    assert standing_turns([verdict("ILLEGAL", provisional=True), verdict("LEGAL")]) == (verdict("LEGAL"),)


def test_a_turn_without_a_verdict_counts_as_undecided() -> None:
    """A turn that was never judged is not passed over in silence."""
    assert Score([played("legal")]).summary(LAW, [])["undecided"] == 1


def test_a_turn_of_which_nothing_was_seen_is_counted() -> None:
    """A legal turn nobody saw is undecided; a fault nobody saw is missed as well, and both are named."""
    score = Score([played("legal")], unseen=[played("legal"), played("a/b")])
    summary = score.summary(LAW, [verdict("LEGAL")])
    assert (summary["turns"], summary["legal"], summary["undecided"], summary["missed_faults"]) == (3, 1, 2, 1)
    assert len([line for line in score.surprises if line.endswith("nothing of it was seen")]) == 2


def test_a_turn_that_was_told_with_the_one_before_shifts_none_of_those_after_it() -> None:
    """Each verdict is held against a turn of the driver whom it names."""
    drivers = ("red", "blue", "green") * 2
    score = Score([played("a/b" if number == 4 else "legal", who) for number, who in enumerate(drivers)])
    verdicts = [
        verdict("ILLEGAL" if number == 4 else "LEGAL", *(("a/b",) if number == 4 else ()), who=who)
        for number, who in enumerate(drivers)
        if number != 1
    ]
    summary = score.summary(LAW, verdicts)
    mistakes = {name: summary[name] for name in ("undecided", "false_accusations", "missed_faults", "wrong_rule")}
    assert mistakes == {"undecided": 1, "false_accusations": 0, "missed_faults": 0, "wrong_rule": 0}


@pytest.mark.parametrize(("stops", "mistakes"), [(2, {}), (0, {"false_accusations": 1, "missed_faults": 1})])
def test_a_turn_whose_end_is_refused_is_judged_by_the_later_verdict_if_anything_of_it_was_seen(
    stops: int, mistakes: dict[str, int]
) -> None:
    """Blue's button is refused, for green's turn was still open; one verdict tells both when red has begun."""

    def refused() -> None:
        raise IllegalAction("that turn is not over yet")

    entries = [Entry(0, "camera", "stop", "", "p", "p", {"observation": "o"}, id=one) for one in range(1, 1 + stops)]
    score = Score([PlayedTurn("green", "G: gear=0", "p", "q", (), (), "legal")])
    score.over(PlayedTurn("blue", "B: gear=5", "p", "q", (), (), "a/b"), lambda: entries, refused)
    facts = [{"kind": "a/b", "text": "", "params": {"who": "B"}}]
    summary = score.summary(LAW, [verdict("ILLEGAL", "a/b", who="green", turn="G: gear=0 / B: gear=5", facts=facts)])
    counted = ("false_accusations", "missed_faults", "wrong_rule")
    assert {name: summary[name] for name in counted if summary[name]} == mistakes


def test_a_turn_without_a_verdict_and_one_with_two_shift_none_between_them_by_a_round() -> None:
    """Drivers come round and round, so that one round looks like the next: what is left over decides."""
    drivers = ("red", "blue", "green", "yellow") * 6
    score = Score([played("a/b" if number % 5 == 0 else "legal", who) for number, who in enumerate(drivers)])
    verdicts = [
        verdict("ILLEGAL" if number % 5 == 0 else "LEGAL", *(("a/b",) if number % 5 == 0 else ()), who=who)
        for number, who in enumerate(drivers)
    ]
    summary = score.summary(LAW, [*verdicts[:7], *verdicts[8:10], verdict("LEGAL", who="blue"), *verdicts[10:]])
    counted = ("undecided", "false_accusations", "missed_faults", "wrong_rule")
    assert {name: summary[name] for name in counted if summary[name]} == {"undecided": 1}


def test_an_accusation_of_a_turn_that_nobody_had_is_a_false_one() -> None:
    """A verdict too many is not passed over."""
    summary = Score([played("legal")]).summary(LAW, [verdict("LEGAL"), verdict("ILLEGAL", "a/b", who="blue")])
    assert (summary["false_accusations"], summary["turns"]) == (1, 1)


@pytest.mark.parametrize(
    ("guilty", "truths", "mistakes"),
    [
        ("B", ("legal", "a/b"), {}),
        ("G", ("legal", "a/b"), {"false_accusations": 1, "missed_faults": 1}),
        ("G", ("a/b", "legal"), {}),
        ("", ("a/b", "legal"), {}),
    ],
    ids=["the second is guilty", "the wrong one is named", "the first is guilty", "nobody is named"],
)
def test_a_verdict_on_two_turns_accuses_whom_it_names(
    guilty: str, truths: tuple[str, str], mistakes: dict[str, int]
) -> None:
    """Green's turn ended unseen and is told with blue's (Royal Racers, demo seed 103): one verdict for two drivers."""
    turns = zip(("green", "blue"), ("G", "B"), truths, strict=True)
    score = Score([*(PlayedTurn(who, f"{car} r4 >f5", "p", "q", (), (), truth) for who, car, truth in turns)])
    score.played.append(played("legal"))
    facts = [{"kind": "a/b", "text": "", "params": {"who": guilty} if guilty else {}}]
    both = verdict("ILLEGAL", "a/b", who="green", turn="G r4 >f5 / B r4 >f5", facts=facts)
    summary = score.summary(LAW, [both, verdict("LEGAL")])
    counted = ("legal", "illegal", "undecided", "false_accusations", "missed_faults", "wrong_rule")
    assert {name: summary[name] for name in counted if summary[name]} == {"legal": 2, "illegal": 1, **mistakes}


def test_a_turn_that_is_only_begun_in_a_verdict_is_judged_by_its_own() -> None:
    """Green's verdict tells how blue's turn began; blue's own tells the fault."""
    turns = [PlayedTurn("green", "G", "p", "q", (), (), "legal"), PlayedTurn("blue", "B", "p", "q", (), (), "a/b")]
    first = verdict("LEGAL", who="green", turn="G r4 / B r4")
    summary = Score(turns).summary(LAW, [first, verdict("ILLEGAL", "a/b", who="blue")])
    assert (summary["legal"], summary["illegal"], summary["missed_faults"]) == (1, 1, 0)


@pytest.mark.parametrize(
    ("named", "whose", "mistakes"),
    [("R", "blue", {}), ("R", "green", {}), ("Y", "green", {"false_accusations": 1, "missed_faults": 1})],
    ids=["who came, seen in the next turn", "who came", "another"],
)
def test_who_came_in_anothers_turn_is_held_against_whom_the_verdict_names(
    named: str, whose: str, mistakes: dict[str, int]
) -> None:
    """Red comes in the turn of green, who cannot move and may have passed before (Racepack, 501)."""
    turns = [played(ORDER, "green", "red"), played("legal", "green"), played("legal", "blue")]
    facts = [{"kind": ORDER, "text": "", "params": {"who": named}}]
    fault = verdict("ILLEGAL", ORDER, who=whose, turn="B: odd" if whose == "blue" else "G: odd", facts=facts)
    passed = [verdict("LEGAL", who="green")] * (whose == "blue")
    after = [verdict("LEGAL", who=one) for one in (whose, "blue")]
    summary = Score(turns).summary(LAW, [*passed, fault, *after])
    counted = ("false_accusations", "missed_faults", "wrong_rule", "undecided")
    assert {name: summary[name] for name in counted if summary[name]} == mistakes
