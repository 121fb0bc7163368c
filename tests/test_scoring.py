"""The referee's own mistakes, counted against the truth of the players."""

from __future__ import annotations

import pytest

from referee.games.base import PlayedTurn
from referee.record.entry import Entry
from referee.record.races import standing_turns
from referee.scoring import Score


def played(truth: str) -> PlayedTurn:
    """A turn of which only the truth matters here."""
    return PlayedTurn("red", "1", "p", "q", (), (), truth)


def verdict(status: str, *rules: str, provisional: bool = False) -> Entry:
    """A verdict entry with these rules broken."""
    data = {
        "status": status,
        "sentence": "",
        "provisional": provisional,
        "violations": [{"rule": rule, "message": ""} for rule in rules],
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
    summary = Score([played(truth)]).summary([entry])
    mistakes = {name: summary[name] for name in ("false_accusations", "missed_faults", "wrong_rule")}
    assert mistakes == {name: int(name == counted) for name in mistakes}


def test_a_provisional_verdict_closes_no_turn() -> None:
    """Only the verdict that closes a turn is compared with the truth."""
    assert standing_turns([verdict("ILLEGAL", provisional=True), verdict("LEGAL")]) == (verdict("LEGAL"),)


def test_a_turn_without_a_verdict_counts_as_undecided() -> None:
    """A turn that was never judged is not passed over in silence."""
    assert Score([played("legal")]).summary([])["undecided"] == 1


def test_a_turn_of_which_nothing_was_seen_is_counted() -> None:
    """A legal turn nobody saw is undecided; a fault nobody saw is missed as well, and both are named."""
    score = Score([played("legal")], unseen=[played("legal"), played("a/b")])
    summary = score.summary([verdict("LEGAL")])
    assert (summary["turns"], summary["legal"], summary["undecided"], summary["missed_faults"]) == (3, 1, 2, 1)
    assert len([line for line in score.surprises if line.endswith("nothing of it was seen")]) == 2
