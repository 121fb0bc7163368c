"""Words said at the edge of two turns: they may be about either, and make no legal turn a fault."""

from __future__ import annotations

import re
from random import Random

import pytest

from referee.errors import IllegalAction
from referee.games.base import PlayedTurn, Status, Verdict
from referee.games.registry import GAMES
from referee.games.words_said import AFTER, BEFORE, HERE, NOWHERE
from referee.record.rejudge import rejudge
from referee.snapshot import Surroundings, snapshot

from .conftest import Table

TURNS = {"racepack": 5, "royal-racers": 6, "nestorgames-gp": 8, "home-racers": 5}


def begun(name: str, players: int, seed: int) -> tuple[Table, str, Random]:
    """A race that has begun, where it stands, and its chance."""
    table, dice = Table(name), Random(seed)
    position = table.game.start(players, dice)
    table.show(position)
    table.match.start(players, table.time_ns, position)
    return table, position, dice


def newest(table: Table) -> Verdict:
    """The last word."""
    found = table.match.verdict()
    assert found is not None
    return found[1]


def statuses(table: Table) -> list[str]:
    """Every verdict's status."""
    return [str(entry.data["status"]) for entry in table.match.entries if entry.kind == "verdict"]


@pytest.mark.parametrize("early", [True, False])
@pytest.mark.parametrize("name", sorted(GAMES))
def test_words_said_too_early_or_too_late_accuse_nobody(name: str, early: bool) -> None:
    """Everything is said before the first move of its turn, the turn before being open or not; or after its last."""
    table, position, dice = begun(name, 3, 2)
    for _ in range(TURNS[name]):
        turn = table.game.play(position, dice, None)
        for stop in turn.stops if not early else ():
            table.show(stop)
        for text in turn.declared:
            table.match.declare(text, table.time_ns)
        for stop in turn.stops if early else ():
            table.show(stop)
        position = turn.after
    said = statuses(table)
    assert said.count("ILLEGAL") == 0
    assert said.count("LEGAL") > len(said) / 2


def spoken_too_late() -> tuple[Table, PlayedTurn]:
    """Home Racers: yellow says what he rolled when his turn is closed; then red drives, and nobody sees his dice."""
    table, position, _ = begun("home-racers", 3, 0)
    dice = Random(1)
    first = table.game.play(position, dice, None)
    for stop in first.stops:
        table.show(stop)
    second = table.game.play(first.after, dice, None)
    for text in ("roll=4", "roll=5"):
        table.match.declare(text, table.time_ns)
    for stop in second.stops:
        table.show(unseen_dice(stop))
    return table, second


def unseen_dice(table: str) -> str:
    """The floor with its tray covered."""
    return re.sub(" tray=[^ ]+", "", table)


def test_a_word_that_fits_the_turn_before_is_asked_about() -> None:
    """Red's turn would be a fault with yellow's roll: whose it was is asked, and nothing is anybody's fault."""
    table, _ = spoken_too_late()
    asked = newest(table)
    assert asked.status is Status.UNDECIDED
    assert asked.questions[0].text == "Was this said for red's turn: Rolled – 4?"
    assert [said for _, said in asked.questions[0].answers] == [HERE, BEFORE, AFTER, NOWHERE]
    assert "ILLEGAL" not in statuses(table)


@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize(
    ("answer", "status"), [(BEFORE, Status.LEGAL), (NOWHERE, Status.LEGAL), (HERE, Status.UNDECIDED)]
)
def test_the_answer_settles_it(answer: str, status: Status, closed: bool) -> None:
    """For the turn before or for none: the turn is legal and stands; for this one: more may have gone by unseen."""
    table, played = spoken_too_late()
    if closed:
        table.match.close(table.time_ns)
    table.match.declare(answer, table.time_ns)
    if table.match.state.provisional:
        table.match.close(table.time_ns)
    assert newest(table).status is status
    assert len(table.match.state.turns) == 2
    if answer == BEFORE:
        assert table.match.state.position == unseen_dice(played.after)
        assert "roll=4" in [entry.data["text"] for entry in table.match.state.closers[0].said]
    assert all(one.differences == () for one in rejudge(table.game, table.match.entries))


def test_nobody_answers_what_was_not_asked() -> None:
    """The answer to such a question means nothing without it."""
    table, _, _ = begun("racepack", 4, 1)
    with pytest.raises(IllegalAction):
        table.match.declare(AFTER, table.time_ns)


def test_what_a_driver_says_before_he_moves_is_his() -> None:
    """A token that red does not hold, said by red before he moves: nobody else can have meant it."""
    table, position, dice = begun("racepack", 4, 1)
    for _ in range(200):
        turn = table.game.play(position, dice, "racepack/strategy-token")
        if turn.truth == "racepack/strategy-token":
            break
        table.play(table.game.play(position, dice, None))
        position = table.match.state.position
    table.play(turn)
    if table.match.state.provisional:
        table.match.close(table.time_ns)
    if newest(table).questions:
        table.match.declare(HERE, table.time_ns)
    assert [fault.rule for fault in newest(table).violations] == ["racepack/strategy-token"]


LANE_CHANGE_AT_THE_END = re.compile(r" x\d*2\d*@\w+$")
"""The last movement may have had speed 2."""


def test_two_words_about_one_movement_are_a_question() -> None:
    """Green's third movement is said to have its speed, and an ace token that green has just used up: who says that
    may mean another car, so nobody is accused. No turn before this one is known that it could be about."""
    table, position, dice = begun("racepack", 4, 21)
    start, turn = position, table.game.play(position, dice, None)
    while not ("token:2=a" in turn.declared and LANE_CHANGE_AT_THE_END.search(turn.turn)):
        position = start if table.game.over(turn.after) else turn.after
        turn = table.game.play(position, dice, None)
    table.match.correct(table.time_ns, position)
    for text in (*turn.declared, "speed:3=2"):
        table.match.declare(text, table.time_ns)
    table.show(turn.stops[0])
    table.match.declare("token:3=a", table.time_ns)
    for stop in turn.stops[1:]:
        table.show(stop)
    assert newest(table).status is Status.UNDECIDED
    assert "Token for the third movement – ace" in newest(table).questions[0].text


def test_a_word_that_was_said_in_time_as_well_is_not_kept_for_the_next_turn() -> None:
    """Red's lane change is said to have speed 1, then speed 7, and once it is made 7 again: one of them is a slip."""
    table = Table()
    shown = "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=S:{},M:{},C:h2,A:i2 hazards=k10- lap=4 die=n:0:0:0"
    begun = shown.format("f2", "j1") + (
        " players=4 race=3 round=2 turn=S,M,C,A order=S,M,C,A laps=S:1,M:1,C:1,A:1 tokens=S:a345,M:a345,C:a345,A:a345"
    )
    table.show(begun)
    table.match.start(4, table.time_ns, begun)
    for text in ("speed:1=6", "speed:2=1", "speed:2=7"):
        table.match.declare(text, table.time_ns)
    for square in ("e1", "d2", "c1"):
        table.show(shown.format(square, "j1"))
    table.match.declare("speed:2=7", table.time_ns)
    table.show(shown.format("c1", "h1"))
    closed = [entry.data for entry in table.match.state.turns]
    assert [(word["player"], word["status"]) for word in closed] == [("red", "UNDECIDED")]


def test_in_the_first_turn_there_is_no_turn_before() -> None:
    """Nor is it offered as an answer; what is said twice stands once among what was said."""
    table, position, dice = begun("home-racers", 2, 3)
    turn = table.game.play(position, dice, None)
    for text in ("roll=4", "roll=5", "roll=5"):
        table.match.declare(text, table.time_ns)
    for stop in turn.stops:
        table.show(unseen_dice(stop))
    asked = [said for question in newest(table).questions for _, said in question.answers]
    assert HERE in asked
    assert BEFORE not in asked
    shown = snapshot(table.match.moment(), Surroundings(1, "", True, "", 0.0, (), ""))
    assert len(shown["said"]) == 2 < len(shown["declared"])
