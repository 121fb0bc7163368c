"""People take back what was over, press the button once too often, or take the table as it stands in mid-turn."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from referee.errors import IllegalAction, RefereeError
from referee.games.base import PlayedTurn, Status
from referee.words.catalogue import in_language
from tests.by_lot import lot, so_many

from .conftest import Table

TURNS, MANY = so_many(8, 12), so_many(12, 24)

Played = Callable[[str | None], PlayedTurn]


def home(seed: int) -> tuple[Table, str, Random]:
    """Home Racers, begun with three cars."""
    table, dice = Table("home-racers"), Random(seed)
    position = table.game.start(3, dice)
    table.show(position)
    table.match.start(3, table.time_ns, position)
    return table, position, dice


def statuses(table: Table) -> list[str]:
    """Every verdict's status."""
    return [str(entry.data["status"]) for entry in table.match.entries if entry.kind == "verdict"]


def test_a_turn_taken_back_after_it_was_over_is_open_again() -> None:
    """Yellow's turn closed by itself; everything is put back and another one played: only that one counts."""
    table, position, dice = home(1)
    first, other = table.game.play(position, dice, None), table.game.play(position, dice, None)
    assert first.turn != other.turn
    table.play(first)
    counts = [len(table.match.state.turns)]
    table.show(position)
    counts.append(len(table.match.state.turns))
    assert counts == [1, 0]
    table.play(other)
    assert [entry.data["turn"] for entry in table.match.state.turns] == [other.turn]
    assert "ILLEGAL" not in statuses(table)


@pytest.mark.by_lot
@pytest.mark.parametrize("name", ["home-racers", "racepack"])  # elsewhere a card turned down or a die put back is play
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(1, 12))))
def test_a_turn_put_back_before_the_next_one_is_held_against_nobody(name: str, seed: int) -> None:
    """Every other turn is begun in one way, all or half of it; then all lies as before, and it is played in another."""
    table, dice = Table(name), Random(seed)
    position = table.game.start(2, dice)
    table.show(position)
    table.match.start(2, table.time_ns, position)
    for _ in range(TURNS):
        turn, other = (table.game.play(position, dice, None) for _ in range(2))
        if dice.random() < 0.5:
            for stop in other.stops[: dice.randint(1, len(other.stops))]:
                table.show(stop)
            table.show(turn.before)
        table.play(turn)
        position = turn.after
    assert "ILLEGAL" not in statuses(table)


MOVES = {"home-racers": "cars", "nestorgames-gp": "cars", "racepack": "cars", "royal-racers": "pawns"}
THROWN = {"home-racers": "tray", "nestorgames-gp": "dice", "racepack": "die", "royal-racers": "dice"}


def _fields(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split()[1:])


def _moved(table: Table, turn: PlayedTurn) -> int | None:
    """The number of the stop that shows the driver's piece moved, when nothing was thrown after it."""
    game, thrown = table.game, THROWN[table.game.name]
    seen = [game.observe(game.visible(turn.before)), *map(game.observe, turn.stops)]
    moved = [at for at in range(1, len(seen)) if game.went_on(turn.before, seen[:at], seen[at])]
    if not moved:
        return None
    dice = [_fields(text).get(thrown) for text in (game.visible(turn.before), *turn.stops)]
    alike = dice[moved[0]] in (dice[moved[0] - 1], dice[-1] if game.name == "nestorgames-gp" else None)
    return moved[0] if alike else None


@pytest.mark.by_lot
@pytest.mark.parametrize("name", list(MOVES))
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(1, 9))))
def test_a_piece_put_back_before_done_was_not_moved_and_accuses_nobody(name: str, seed: int) -> None:
    """A driver moves his piece as another throw would have it, or as the rules have it, puts it back and plays on."""
    table, dice = Table(name), Random(seed)
    position, put_back = table.game.start(2, dice), 0
    table.show(position)
    table.match.start(2, table.time_ns, position)
    for _ in range(MANY):
        turn, other = (table.game.play(position, dice, None) for _ in range(2))
        moved, closed = _moved(table, turn), len(table.match.state.turns)
        if moved is None:
            table.play(turn)
        else:
            before = (table.game.visible(turn.before), *turn.stops)[moved - 1]
            now = _fields(turn.stops[moved - 1])
            if name == "nestorgames-gp":
                before = _with(before, **{THROWN[name]: now.get(THROWN[name], "")})
            wrong = _fields(dice.choice((other, turn)).stops[-1])[MOVES[name]]
            for text in (*turn.stops[: moved - 1], _with(before, **{MOVES[name]: wrong}), before):
                table.show(text)
            put_back += 1
            assert len(table.match.state.turns) == closed, "the turn is open"
            for text in turn.declared:
                table.match.declare(text, table.time_ns)
            for text in turn.stops[moved - 1 :]:
                table.show(text)
        assert "ILLEGAL" not in [entry.data["status"] for entry in table.match.state.turns]
        position = turn.after
        if table.game.over(position):
            break
        table.match.correct(table.time_ns, position)
    assert put_back


def _with(text: str, **changes: str) -> str:
    """A look with some of its fields otherwise."""
    fields = {**_fields(text), **changes}
    return " ".join((text.split()[0], *(f"{key}={value}" for key, value in fields.items() if value)))


def test_a_flag_placed_and_then_put_elsewhere_was_placed_there() -> None:
    """Royal Racers: the player who placed it thought again before the next flag."""
    table, dice = Table("royal-racers"), Random(5)
    position = table.game.start(3, dice)
    table.show(position)
    table.match.start(3, table.time_ns, position)
    first, other = table.game.play(position, dice, None), table.game.play(position, dice, None)
    assert first.turn != other.turn
    table.play(first)
    table.play(other)
    assert [entry.data["turn"] for entry in table.match.state.turns] == [other.turn]


def test_the_button_pressed_once_too_often_is_no_pass() -> None:
    """Home Racers: a turn had closed by itself, so "done" passed the next driver's; he drives, and it was his turn."""
    table, position, dice = home(1)
    first = table.game.play(position, dice, None)
    table.play(first)
    second = table.game.play(first.after, dice, None)
    while len(second.stops) < 3:
        second = table.game.play(first.after, dice, None)
    table.match.close(table.time_ns)
    assert len(table.match.state.turns) == 2
    table.play(second)
    assert [entry.data["turn"] for entry in table.match.state.turns] == [first.turn, second.turn]
    assert "ILLEGAL" not in statuses(table)


def test_a_table_taken_as_it_stands_in_mid_turn_is_in_doubt(table: Table, played: Played) -> None:
    """What led to it was not said, so what looks like a fault right after it is asked about; set in full it is not."""
    turn = played(None)
    table.show(turn.stops[0])
    table.match.correct(table.time_ns)
    table.play(played("racepack/three-movements"))
    if table.match.state.provisional:
        table.match.close(table.time_ns)
    newest = table.match.verdict()
    assert newest is not None
    assert newest[1].status is Status.UNDECIDED
    assert newest[1].sentence.startswith("A turn before this one was left in doubt")
    table.match.undo(table.time_ns)
    table.match.correct(table.time_ns, turn.before)
    assert not table.match.state.in_doubt


def test_who_overrules_a_question_does_not_say_what_happened(table: Table, played: Played) -> None:
    """The turn is legal by a person's word; where it led is as doubtful as before, so what follows is asked about."""
    chance, asked = Random(3), None
    position = table.match.state.position
    while asked is None or asked[1].status is not Status.UNDECIDED:
        if asked is not None:
            position = table.match.state.position
        table.show(table.game.play(position, chance, None).stops[-1])
        if table.match.state.provisional:
            table.match.close(table.time_ns)
        asked = table.match.verdict()
    table.match.overrule(asked[0].id, "LEGAL", "they agreed", table.time_ns)
    assert table.match.state.in_doubt


def test_a_fault_that_is_put_back_stands_and_nobody_else_is_accused(table: Table, played: Played) -> None:
    """A fault was called at the end of its turn; that it is put back is not held against the next driver."""
    position, faulty = table.match.state.position, played("racepack/speed-change")
    assert faulty.truth == "racepack/speed-change"
    table.play(faulty)
    table.match.close(table.time_ns)
    table.show(position)
    assert [entry.data["status"] for entry in table.match.state.turns] == ["ILLEGAL"]
    assert statuses(table)[-1] == "UNDECIDED"
    newest = table.match.verdict()
    assert newest is not None
    words = ("The fault before was put back", "Der Fehler davor wurde zurückgenommen", "La faute d’avant a été défaite")
    for language, reason in zip(("en", "de", "fr"), words, strict=True):
        assert str(in_language(newest[1].sentence, language, table.game.words)).startswith(reason)


@pytest.mark.by_lot
@pytest.mark.parametrize("name", ["home-racers", "nestorgames-gp", "royal-racers"])
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(1, 9))))
def test_words_and_the_button_that_come_after_their_turn_end_nobodys_turn(name: str, seed: int) -> None:
    """A turn closed by itself; what was said of it and its button come later, and then the next driver just plays."""
    table, dice = Table(name), Random(seed)
    position = table.game.start(2, dice)
    table.show(position)
    table.match.start(2, table.time_ns, position)
    late: tuple[str, ...] = ()
    for _ in range(MANY):
        for text in (*late, None, *late):
            with suppress(RefereeError):
                if text is None:
                    table.match.close(table.time_ns)
                else:
                    table.match.declare(text, table.time_ns)
        turn = table.game.play(position, dice, None)
        for stop in turn.stops:
            table.show(stop)
        assert "ILLEGAL" not in statuses(table)
        position, late = turn.after, turn.declared
        table.match.correct(table.time_ns, position)


def test_a_turn_that_an_answer_ended_before_anything_moved_was_not_over() -> None:
    """Royal Racers: the button comes too soon and its question is answered too; the driver just plays his turn."""
    table, dice = Table("royal-racers"), Random(0)
    position, answered = table.game.start(2, dice), 0
    table.show(position)
    table.match.start(2, table.time_ns, position)
    for _ in range(3 * TURNS):
        turn, newest = table.game.play(position, dice, None), None
        with suppress(IllegalAction):
            newest = table.match.close(table.time_ns)
        if newest is not None and newest.data["status"] == "UNDECIDED":
            table.match.declare("roll=n", table.time_ns)
            answered += 1
        table.play(turn)
        assert "ILLEGAL" not in statuses(table)
        position = turn.after
        table.match.correct(table.time_ns, position)
    assert answered
