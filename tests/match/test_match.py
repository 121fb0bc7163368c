"""The loop of a race: how turns close, and that people have the last word without anything being erased."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from referee.errors import IllegalAction, NotationError, RecordError
from referee.games.base import PlayedTurn
from referee.match import Match
from referee.record.entry import Entry
from referee.record.fold import Undoing, fold
from referee.record.memory import MemoryStore
from referee.snapshot import race_view

from .conftest import Table as TableOf

if TYPE_CHECKING:
    from .conftest import Table

Played = Callable[[str | None], PlayedTurn]


def final(table: Table) -> list[str]:
    """The status of every turn that is closed and stands."""
    return [str(e.data["status"]) for e in table.match.state.turns]


def test_before_the_start_it_is_told_what_is_missing(table: Table) -> None:
    """Without a board, and with a car for nobody, it is said why there is no start; nothing where there is one."""
    table.match = Match(table.game, table.manifest, MemoryStore({}))
    assert "no board has been read yet" in table.match.missing((2, 3))
    start = table.game.start(3, Random(1))
    table.show(start)
    assert "does not stand on the starting grid" in table.match.missing((2,))
    assert table.match.missing((2, 3)) == ""
    table.match.start(3, table.time_ns)
    assert table.match.missing((2,)) == ""


def test_a_legal_turn_that_is_used_up_closes_by_itself(table: Table, played: Played) -> None:
    """Three movements shown one by one are a turn; nobody needs to press a button."""
    turn = played(None)
    table.play(turn)
    assert final(table) == ["LEGAL"]
    assert table.game.visible(table.match.state.position) == table.game.visible(turn.after)


def test_a_turn_under_way_is_legal_so_far(table: Table, played: Played) -> None:
    """After one of three movements the verdict is provisional and the position has not moved on."""
    turn = played(None)
    before = table.match.state.position
    table.show(turn.stops[0])
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].provisional
    assert newest[1].sentence.startswith("Legal so far")
    assert table.match.state.position == before


def test_the_same_table_again_is_no_news(table: Table, played: Played) -> None:
    """A scene that shows nothing new adds nothing to the record."""
    turn = played(None)
    table.show(turn.stops[0])
    assert table.show(turn.stops[0]) == ()


def test_a_race_of_legal_turns_is_never_faulted(table: Table, played: Played) -> None:
    """Twenty turns of random legal play, every stop shown, give twenty closed turns and no accusation."""
    for number in range(1, 21):
        table.play(played(None))
        if len(final(table)) < number:
            table.match.close(table.time_ns)
    assert len(final(table)) == 20
    assert "ILLEGAL" not in final(table)


def test_the_next_drivers_move_closes_a_turn(table: Table, played: Played) -> None:
    """Shown only where it ended, a turn stays open until the next driver's car moves."""
    first = played(None)
    table.show(first.stops[-1])
    opened = len(final(table))
    second = table.game.play(first.after, Random(3), None)
    table.show(second.stops[-1])
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    assert opened <= 1
    assert final(table) == ["LEGAL", "LEGAL"]
    assert table.game.visible(table.match.state.position) == table.game.visible(second.after)


def test_the_button_pressed_twice_accuses_nobody(table: Table, played: Played) -> None:
    """Pressing "turn done" after the turn has closed by itself is refused, not held against the next driver."""
    table.play(played(None))
    with pytest.raises(IllegalAction, match="nothing has moved"):
        table.match.close(table.time_ns)
    assert final(table) == ["LEGAL"]


def test_a_fault_waits_and_then_stands(table: Table, played: Played) -> None:
    """An illegal turn is said at once, waits to be taken back, and is kept as illegal when the table lets it stand."""
    turn = played("racepack/start-speed")
    assert turn.truth == "racepack/start-speed"
    table.play(turn)
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].status.value == "ILLEGAL"
    assert final(table) == []
    table.match.stand(newest[0].id, "", table.time_ns)
    assert final(table) == ["ILLEGAL"]
    assert table.game.visible(table.match.state.position) == table.game.visible(turn.after)
    table.play(played(None))
    assert final(table) == ["ILLEGAL", "LEGAL"]


def test_a_move_taken_back_leaves_no_fault(table: Table, played: Played) -> None:
    """When the pawn goes back to where it stood the accusation is void, and a legal turn can follow."""
    start = table.match.state.position
    faulty = (played("racepack/start-speed") for _ in range(60))
    table.play(next(turn for turn in faulty if turn.declared == ("token=no",)))
    table.show(start)
    assert table.match.verdict() is None or not table.match.state.last_verdicts
    table.play(table.game.play(start, Random(5), None))
    assert final(table) == ["LEGAL"]


@pytest.mark.parametrize("only_ends", [True, False])
def test_two_turns_running_of_one_driver_are_two_turns(table: Table, only_ends: bool) -> None:
    """Last of one round and first of the next, shown only where its turns ended or with every stop: no accusation."""
    position = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:l10,C:c9,M:d9,S:k10 hazards=b4+,d7+,k9-,m5- lap=3 "
        "die=a:8:-8:330 players=4 race=3 round=6 turn=M,C order=A,S,M,C laps=S:1,M:1,C:1,A:1 "
        "tokens=S:345,M:45,C:2345,A:345 turned=M"
    )
    table.match.correct(table.time_ns, position)
    table.show(position)
    found, chance = 0, Random(4)  # green is the last of this round and the first of the next
    for _ in range(5):
        turn = table.game.play(position, chance, None)
        position = turn.after
        if table.game.over(position) is not None:
            break
        found += table.game.driver(position) == turn.player
        for text in () if only_ends else turn.declared:
            table.match.declare(text, table.time_ns)
        for stop in turn.stops[-1:] if only_ends else turn.stops:
            table.show(stop)
    assert found > 0
    assert "ILLEGAL" not in final(table)


def test_a_car_out_of_sight_is_not_accused(table: Table) -> None:
    """A car that should have spun out and is seen no more when the turn ends leads to a question, not to a fault."""
    before = (
        "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:o5,C:k8,M:o6,S:e10 hazards=b4+,d7+,k9-,m5- lap=2 "
        "die=4:16:16:285 players=4 race=3 round=7 turn=S order=M,A,C,S laps=S:1,M:1,C:1,A:1 "
        "tokens=S:35,M:345,C:345,A:345"
    )
    start = table.game.visible(before)
    table.match.correct(table.time_ns, before)
    table.show(start)
    for text in ("speed:2=4", "speed:3=2"):
        table.match.declare(text, table.time_ns)
    for place in ("i10", "j9", "k10"):
        table.show(start.replace("S:e10", f"S:{place}"))
    rolled = start.replace("S:e10", "S:k10").replace("die=4:16:16:285", "die=5:-20:16:330")
    table.show(rolled)
    assert table.show(rolled.replace(",S:k10", "")) == ()
    table.match.close(table.time_ns)
    assert final(table) == ["UNDECIDED"]


def test_a_fourth_movement_is_its_own_drivers_fault(table: Table) -> None:
    """When a car goes on after its turn has closed by itself, that turn is opened again and found too long."""
    chance, position = Random(2), table.match.state.position
    turn = next(
        t
        for t in (table.game.play(position, chance, "racepack/three-movements") for _ in range(60))
        if len(t.stops) == 4
    )
    table.play(turn)
    newest = table.match.verdict()
    assert newest is not None
    assert (newest[1].player, newest[1].status.value) == (turn.player, "ILLEGAL")
    assert [v.rule for v in newest[1].violations] == ["racepack/three-movements"]
    table.match.close(table.time_ns)
    assert final(table) == ["ILLEGAL"]


def test_evidence_shows_before_and_after(table: Table, played: Played) -> None:
    """A closing verdict keeps the picture from before the turn and the one at its end."""
    before = str(table.time_ns).encode()
    table.play(played(None))
    entry = next(e for e in table.match.entries if e.kind == "verdict" and not e.data["provisional"])
    assert table.match.store.picture(entry.id, "before") == before
    assert table.match.store.picture(entry.id, "after") == str(table.time_ns).encode()


def test_undo_takes_the_turn_back_by_adding(table: Table, played: Played) -> None:
    """Undo restores the position before the turn; the turn stays in the record, marked."""
    start = table.match.state.position
    table.play(played(None))
    count, player = len(table.match.entries), str(table.match.entries[-1].data["player"])
    assert table.match.undo(table.time_ns).cause.startswith(f"{player}'s turn was taken back")
    assert table.match.state.position == start
    assert len(table.match.entries) == count + 1
    assert table.match.state.undone


def test_after_undo_it_is_told_what_to_put_back(table: Table, played: Played) -> None:
    """Each piece of the turn is named with its space, until the table lies as it did; another move ends it."""
    start = table.match.state.position
    turn = played(None)
    table.play(turn)
    table.match.undo(table.time_ns)
    car = turn.turn[0]
    space = start.split(f"{car}:")[1].partition(",")[0]
    told = table.match.moment().put_back
    assert told == (f"{table.game.called(car).capitalize()}: back to {space}",)
    table.show(start)
    assert table.match.moment().put_back == ()
    table.play(turn)
    table.match.undo(table.time_ns)
    assert table.match.moment().put_back == told
    table.play(played(None))
    assert table.match.moment().put_back == ()


def test_after_undo_the_drawn_board_shows_what_goes_where() -> None:
    """Home Racers: a car drove and left two tiles lying, which no name tells apart: they are counted and drawn."""
    table = TableOf("home-racers")
    start = (
        "home-racers line=0:150:0:-150 cars=R:-50:-50:0,Y:-50:60:0 specials=leak:560:150:0 across=80 gap=5 skew=4 "
        "racers=R,Y race=1 places=1 round=1 turn=R,Y order=R,Y gears=R:0,Y:0 laps=R:0,Y:0 danger=fault"
    )
    table.show(start)
    table.match.start(2, table.time_ns, start)
    look = table.game.visible(start)
    laid = look.replace("specials=", "tiles=30:-50:0,110:-50:0,190:-50:0 specials=")
    table.show(laid)
    left = look.replace("R:-50:-50:0", "R:30:-50:0").replace("specials=", "tiles=110:-50:0,190:-50:0 specials=")
    table.show(left)
    table.match.close(table.time_ns)
    table.match.undo(table.time_ns)
    moment = table.match.moment()
    assert [one for one in moment.put_back if "tile" in one] == ["Road tile (2): take it away again"]
    drawn = race_view(moment)["diagram"]
    assert drawn.count('class="taken"') == 2
    assert "M30 50L-50 50" in drawn
    table.show(start)
    assert 'class="taken"' not in race_view(table.match.moment())["diagram"]


def test_the_table_can_be_taken_as_it_stands(table: Table, played: Played) -> None:
    """Whatever happened, one tap makes what is on the table the position, and says so in the record."""
    turn = played("racepack/start-speed")
    table.play(turn)
    entry = table.match.correct(table.time_ns)
    assert entry.kind == "correct"
    assert table.game.visible(entry.after) == table.game.visible(turn.after)


def test_overruling_keeps_the_verdict(table: Table, played: Played) -> None:
    """A person's word changes the standing of a verdict, not the verdict."""
    table.play(played("racepack/start-speed"))
    verdict = table.match.close(table.time_ns)
    table.match.overrule(verdict.id, "LEGAL", "we agreed", table.time_ns)
    assert table.match.state.status(verdict) == "LEGAL"
    assert verdict.data["status"] == "ILLEGAL"


def undoing(table: Table) -> Undoing | None:
    """What an undo would take back now."""
    return table.match.state.undoing


def test_undo_says_what_it_takes_back_and_takes_back_the_newest(table: Table, played: Played) -> None:
    """After words over a verdict undo takes back one word after the other, then the turn, as it says beforehand."""
    assert undoing(table) is None
    start = table.match.state.position
    table.play(played("racepack/start-speed"))
    verdict = table.match.close(table.time_ns)
    words = [table.match.overrule(verdict.id, status, "", table.time_ns) for status in ("LEGAL", "UNDECIDED")]
    player = str(verdict.data["player"])
    taken = []
    for standing in ("LEGAL", "ILLEGAL", None):
        said = undoing(table)
        assert said is not None
        taken.append((said.what, said.entry, said.player))
        undo = table.match.undo(table.time_ns)
        assert undo.data["entry"] == said.entry
        assert not any(map(str.isdigit, undo.cause)), "people know no numbers of entries"
        assert standing is None or table.match.state.status(verdict) == standing
    assert taken == [
        ("overrule", words[1].id, player), ("overrule", words[0].id, player), ("turn", verdict.id, player)
    ]  # fmt: skip
    assert (table.match.state.position, undoing(table)) == (start, None)


def test_a_declaration_can_be_taken_back(table: Table) -> None:
    """What was said by mistake is undone with one entry."""
    table.match.declare("token=no", table.time_ns)
    assert table.match.state.declared
    table.match.undeclare(table.time_ns)
    assert table.match.state.declared == ()
    with pytest.raises(IllegalAction, match="nothing was declared"):
        table.match.undeclare(table.time_ns)


def test_resuming_stands_where_it_stood(table: Table, played: Played) -> None:
    """A match opened on the same entries has the same state, in mid-turn too, and goes on."""
    table.play(played(None))
    turn = played(None)
    table.show(turn.stops[0])
    again = Match(table.game, table.manifest, table.match.store)
    assert again.state == table.match.state == fold(table.match.entries)
    table.match = again
    for stop in turn.stops[1:]:
        table.show(stop)
    assert len(final(table)) == 2 or table.match.state.provisional is not None


@pytest.mark.parametrize(
    "wrong",
    [
        lambda match: match.start(4, 0, ""),
        lambda match: match.declare("hello", 0),
        lambda match: match.correct(0, "nonsense"),
        lambda match: match.overrule(99, "LEGAL", "", 0),
        lambda match: match.overrule(1, "MAYBE", "", 0),
        lambda match: match.stand(99, "", 0),
        lambda match: match.undo(0),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(table: Table, wrong: Callable[[Match], object]) -> None:
    """A command that cannot be done is answered with a sentence, and no entry is written."""
    entries = table.match.entries
    with pytest.raises((IllegalAction, NotationError)):
        wrong(table.match)
    assert table.match.entries == entries


def test_a_full_disk_claims_nothing(table: Table, played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """When an entry cannot be stored the state stays as the record has it, and the next try goes on from there."""
    turn = played(None)

    def full(*_: object) -> None:
        raise RecordError("the disk is full")

    entries, state = table.match.entries, table.match.state
    with monkeypatch.context() as patch:
        patch.setattr(table.match.store, "append", full)
        with pytest.raises(RecordError):
            table.show(turn.stops[0])
    assert (table.match.entries, table.match.state) == (entries, state)
    table.play(turn)
    assert final(table) == ["LEGAL"]


def test_a_verdict_that_did_not_fit_on_the_disk_comes_when_there_is_space(
    table: Table, played: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stop was saved and its verdict was not: the next look at the same table judges it, once."""
    turn = played(None)
    store = table.match.store
    append = store.append

    def full_for_verdicts(entry: Entry, pictures: Mapping[str, bytes]) -> Entry:
        if entry.kind == "verdict":
            raise RecordError("the disk is full")
        return append(entry, pictures)

    for text in turn.declared:
        table.match.declare(text, table.time_ns)
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", full_for_verdicts)
        with pytest.raises(RecordError):
            table.show(turn.stops[0])
    assert table.match.entries[-1].kind == "stop"
    assert [entry.kind for entry in table.show(turn.stops[0])] == ["verdict"]
    assert table.show(turn.stops[0]) == ()
    for stop in turn.stops[1:]:
        table.show(stop)
    assert final(table) == ["LEGAL"]


@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_stop_left_unjudged_is_judged_before_what_came_later(
    table: Table, played: Played, turns: int, noted: bool
) -> None:
    """Killed between a turn's last stop and its verdict, and the next car stands elsewhere at the next look.

    The turn ends as it would have, and the next driver's move is in the next turn.
    """
    for _ in range(turns):
        table.play(played(None))
    undisturbed = table.match.state.turns
    later = played(None).stops[0]
    *left, verdict = table.match.entries
    assert (left[-1].kind, verdict.kind) == ("stop", "verdict")
    store = MemoryStore({"game": "racepack"})
    for entry in left:
        store.append(replace(entry, pictures=()), {})
    table.match = Match(table.game, table.manifest, store)
    if noted:
        table.match.go_on(table.time_ns)
    table.show(later)
    assert [(e.data, e.after) for e in table.match.state.turns] == [(e.data, e.after) for e in undisturbed]
    assert table.match.state.stops[-1] == table.game.observation_notation(table.game.observe(later))
