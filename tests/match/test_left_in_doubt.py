"""What follows a turn that was never cleared up: a question, never a fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.games.base import PlayedTurn, Status
from referee.games.believed import Believed, all_of, unknown_since
from referee.mind import reasoned
from referee.record.fold import fold
from referee.record.rejudge import rejudge
from referee.words.catalogue import messages_of
from referee.words.fact import fact

from .conftest import Table

Played = Callable[[str | None], PlayedTurn]
FAULT = "racepack/three-movements"


def ended(table: Table) -> int:
    """The turn is done, by the button if not by itself: the number of its verdict."""
    if table.match.state.provisional:
        table.match.close(table.time_ns)
    return table.match.state.turns[-1].id


@pytest.mark.parametrize(
    ("cleared_up", "status"), [("UNDECIDED", Status.UNDECIDED), ("LEGAL", Status.ILLEGAL), ("ILLEGAL", Status.ILLEGAL)]
)
def test_a_fault_after_a_doubtful_turn_is_asked_about(
    table: Table, played: Played, cleared_up: str, status: Status
) -> None:
    """Only while the turn before is undecided is what looks like a fault a question, which still says what it saw."""
    table.play(played(None))
    table.match.overrule(ended(table), cleared_up, "the table says so", table.time_ns)
    table.play(played(FAULT))
    ended(table)
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].status is status
    asked = status is Status.UNDECIDED
    assert newest[1].sentence.startswith("A turn before this one was left in doubt") == asked
    assert ([one.fact for one in messages_of(one.text for one in newest[1].questions)] == [fact("right")]) == asked
    assert bool(newest[1].violations) != asked
    assert "Rule:" in newest[1].sentence


def test_judged_again_the_doubt_is_remembered(table: Table, played: Played) -> None:
    """Today's rules give every verdict of such a record as it was given."""
    table.play(played(None))
    table.match.overrule(ended(table), "UNDECIDED", "nobody looked", table.time_ns)
    table.play(played(FAULT))
    ended(table)
    assert [one.differences for one in rejudge(table.game, table.match.entries)].count(()) == sum(
        entry.kind == "verdict" for entry in table.match.entries
    )


@pytest.mark.parametrize(("legal", "status"), [(1, Status.UNDECIDED), (2, Status.ILLEGAL)])
def test_two_drivers_legal_turns_clear_the_doubt(table: Table, played: Played, legal: int, status: Status) -> None:
    """Whose turn comes next may hang on the turn in doubt, so one legal turn after it is not enough."""
    table.play(played(None))
    table.match.overrule(ended(table), "UNDECIDED", "nobody looked", table.time_ns)
    for _ in range(legal):
        table.play(played(None))
        ended(table)
    table.play(played(FAULT))
    ended(table)
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].status is status


def test_a_fault_that_legal_play_excuses_leaves_no_doubt_about_the_next(
    table: Table, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both stories stand in the lines of the question and live on, so the turns after it are judged as any other."""
    table.play(played(None))
    ended(table)
    with monkeypatch.context() as told_again:
        told_again.setattr(reasoned, "legal_over", lambda book, starts, *every: tuple(starts))
        assert faulty_word(table, played) is Status.UNDECIDED
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].sentence.startswith("Told together with the turns before it this may be legal")
    lines = table.match.state.turns[-1].data["lines"]
    assert {bool(line["violations"]) for line in lines} == {True, False}
    believed = table.match.state.position
    assert isinstance(believed, Believed)
    assert not table.match.state.in_doubt
    piece = next(one for one in table.game.handled(believed) if any(deed.startswith("take") for deed in one.offered))
    table.match.place(piece.piece, next(iter(piece.offered)), table.time_ns)
    after = fold(table.match.entries).position
    assert len(all_of(after)) == len(all_of(believed)) > 1, "a token that is taken by hand settles nothing else"


def faulty_word(table: Table, played: Played) -> Status:
    """What is said of a fault at its turn's end."""
    table.play(played(FAULT))
    ended(table)
    newest = table.match.verdict()
    assert newest is not None
    return newest[1].status


def test_taking_the_table_as_it_stands_settles_nothing_unseen(table: Table, played: Played) -> None:
    """The turn before is in doubt, and the table is right: what nobody can see of it is no surer, so a fault is asked
    about; a position that is set by hand is believed."""
    table.play(played(None))
    table.match.overrule(ended(table), "UNDECIDED", "nobody looked", table.time_ns)
    taken = table.match.correct(table.time_ns)
    assert taken.before == taken.after
    doubts = [table.match.state.in_doubt]
    table.match.correct(table.time_ns, taken.after)
    doubts.append(table.match.state.in_doubt)
    table.match.undo(table.time_ns)
    assert doubts == [True, False]
    assert faulty_word(table, played) is Status.UNDECIDED


@pytest.mark.parametrize(("legal", "status"), [(4, Status.UNDECIDED), (5, Status.ILLEGAL)])
def test_a_turn_that_nothing_explains_is_doubted_longer(
    table: Table, played: Played, legal: int, status: Status
) -> None:
    """The table was taken as it stood in mid-turn: four legal turns are not enough until two drivers have had two."""
    table.show(played(None).stops[0])
    assert table.match.correct(table.time_ns).data["guessed"]
    for _ in range(legal):
        table.play(played(None))
        ended(table)
    assert faulty_word(table, played) is status


def test_what_unseen_turns_left_unknown_stays_so_when_a_token_is_given(table: Table, played: Played) -> None:
    """The table is taken as it stands in mid-turn, and then one thing is put right by hand: the rest is as unknown."""
    table.show(played(None).stops[0])
    table.match.correct(table.time_ns)
    position = table.match.state.position
    assert unknown_since(position)
    piece = next(one for one in table.game.handled(position) if any(deed.startswith("take") for deed in one.offered))
    table.match.place(piece.piece, next(iter(piece.offered)), table.time_ns)
    assert unknown_since(table.match.state.position) == unknown_since(position)
