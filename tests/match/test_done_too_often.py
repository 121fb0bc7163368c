"""The button pressed when nobody had a turn: whether it ended one is in doubt, and nobody is accused for it."""

from __future__ import annotations

from random import Random

import pytest

from referee.errors import IllegalAction
from referee.games.registry import GAMES
from tests.by_lot import lot, so_many

from .conftest import Table

TURNS = {"racepack": 10, "royal-racers": 20, "nestorgames-gp": 16, "home-racers": 10}


def accused(name: str, seed: int) -> list[str]:
    """The faults called in a legal race: after many turns the button is pressed, and the table taken as it stands."""
    table, dice = Table(name), Random(seed)
    players = dice.choice([count for count in table.game.players_allowed if count <= 4])
    position = table.game.start(players, dice)
    table.show(position)
    table.match.start(players, table.time_ns, position)
    for _ in range(TURNS[name]):
        if table.game.over(position) is not None:
            break
        turn = table.game.play(position, dice, None)
        for text in turn.declared if dice.random() < 0.5 else ():
            table.match.declare(text, table.time_ns)
        for stop in turn.stops:
            table.show(stop)
        for _ in range(dice.choice((0, 0, 1, 2))):
            try:
                table.match.close(table.time_ns)
            except IllegalAction:
                break
        if dice.random() < 0.3:
            table.match.correct(table.time_ns)  # which says nothing of whose turn it is
        position = turn.after
    verdicts = [entry.data for entry in table.match.entries if entry.kind == "verdict"]
    return [str(one["sentence"]) for one in verdicts if one["status"] == "ILLEGAL"]


def named_after_a_pass(seed: int) -> tuple[str, set[str]]:
    """A fault of Royal Racers right after the button ended a turn of which nothing was seen, and what is called."""
    table, dice = Table("royal-racers"), Random(seed)
    players = dice.choice((2, 3, 4))
    position = table.game.start(players, dice)
    table.show(position)
    table.match.start(players, table.time_ns, position)
    for _ in range(dice.choice((6, 10, 16, 24))):
        turn = table.game.play(position, dice, None)
        table.play(turn)
        position = turn.after
    if len(table.match.state.stops) > 1:
        table.match.close(table.time_ns)
    table.match.close(table.time_ns)
    turn = table.game.play(table.match.state.position, dice, dice.choice(table.game.faults()))
    first = len(table.match.entries)
    table.play(turn)
    table.match.finish(table.time_ns)
    ended = [one.data for one in table.match.entries[first:] if one.kind == "verdict" and not one.data["provisional"]]
    return turn.truth, {str(fault["rule"]) for one in ended for fault in one["violations"]}


@pytest.mark.parametrize("seed", [8, 13, 52, 55, 99, 146])
def test_a_fault_after_a_turn_that_nobody_saw_is_named_when_no_legal_play_explains_it(seed: int) -> None:
    """Whether the turn before was over or had not begun: either way somebody broke a rule."""
    truth, named = named_after_a_pass(seed)
    assert named == {truth}


CARDS = (
    "royal-racers cards=6d,6s,6h,7s,7d,9s/-2c,ah,9d,-5d,-4d,8d/6c,2h,9c,5c,5h,3d/8c,{}5s,-4h,7h,as,ad/"
    "8h,4s,2d,3c,-4c,7c/8s,-ac,3s,3h,9h,2s flags=Sa:a6,S2:d5,S3:f3,S4:b2,S5:c4,Ma:f4,M2:f2,M3:c1,M4:b4,M5:d4 "
    "pawns=S:{},M:f2 dice=S:{},M:5@88.2:77.2:153"
)


def test_what_is_said_once_a_turn_was_said_to_be_over_may_be_of_the_one_that_has_not_begun() -> None:
    """The button is pressed before red's turn; he says what he rolled, rolls, moves, and begins the next round."""
    table = Table("royal-racers")
    begun = CARDS.format("-", "b6", "a@63.4:133.3:194")
    start = f"{begun} seats=S,M ranks=a2345 phase=race round=6 turn=S touched=S:1,M:2 variants=opponent-flag"
    table.show(start)
    table.match.start(2, table.time_ns, start)
    table.match.close(table.time_ns)
    table.match.declare("roll=n", table.time_ns)
    for look in (
        ("-", "b6", "n@58.6:132.9:20"),
        ("-", "b5", "n@58.6:132.9:20"),
        ("-", "b5", "5@64.9:151.7:103"),
        ("", "b5", "5@64.9:151.7:103"),
        ("", "c5", "5@64.9:151.7:103"),
    ):
        table.show(CARDS.format(*look))
    assert table.match.state.position.endswith("turn=M touched=S:1,M:2 variants=opponent-flag")
    assert not [entry for entry in table.match.entries if entry.data.get("status") == "ILLEGAL"]


@pytest.mark.by_lot
@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_button_pressed_once_too_often_accuses_nobody(name: str) -> None:
    """Whoever's turn is next may have had it and done nothing, or has not begun: what is seen next says which."""
    assert {seed: found for seed in range(lot(0), lot(so_many(1, 30))) if (found := accused(name, seed))} == {}
