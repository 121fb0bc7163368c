"""A piece set by hand in the middle of a turn: the driver's turn goes on, and nobody is accused for it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from referee.errors import NotationError
from referee.games.registry import GAMES
from referee.record.entry import Entry

from .conftest import Table

TRIES, CASES = 60, 4


def under_way(name: str) -> Iterator[tuple[Table, tuple[str, ...], Random]]:
    """Legal races in the middle of a turn of which something was seen, with the stops that are left of it."""
    found = 0
    for seed in range(TRIES):
        chance = Random(seed)
        table = Table(name)
        players = max(2, table.game.players_allowed[0])
        position = table.game.start(players, chance)
        for _ in range(chance.randrange(12)):
            if table.game.over(position) is None:
                position = table.game.play(position, chance, None).after
        if table.game.over(position) is not None:
            continue
        turn = table.game.play(position, chance, None)
        if len(turn.stops) < 2:
            continue
        table.show(position)
        table.match.start(players, table.time_ns, position)
        for text in turn.declared:
            table.match.declare(text, table.time_ns)
        table.show(turn.stops[0])
        if len(table.match.state.stops) > 1 and table.match.state.provisional is not None:
            found += 1
            yield table, turn.stops[1:], chance
        if found == CASES:
            return


def set_elsewhere(table: Table, chance: Random) -> Entry | None:
    """Somebody who stands still is put elsewhere by hand; None where that cannot be."""
    game, match = table.game, table.match
    driver = game.what_now(match.state.position).player
    others = [row["car"] for row in game.what_now(match.state.position).standings if row["player"] != driver]
    before = game.visible(match.state.position)
    hands = game.handled(match.state.position)
    for one in chance.sample(hands, len(hands)):
        if not one.moves or one.piece not in others:
            continue
        x_mm, *pose = one.at.split(":")
        spaces = [":".join([f"{float(x_mm) - 400:g}", *pose])] if pose else [other.at for other in hands if other.at]
        for space in chance.sample(spaces, len(spaces)):
            with suppress(NotationError):
                if game.visible(game.with_piece(match.state.position, one.piece, space)) != before:
                    return match.place(one.piece, space, table.time_ns)
    return None


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_turn_goes_on_after_a_piece_was_set_in_it(name: str) -> None:
    """Another driver's car was seen wrongly and is set right: whose turn it was still has it, and is not accused of it,
    nor is who comes next."""
    done = 0
    for table, _, chance in under_way(name):
        game, match = table.game, table.match
        driver = game.what_now(match.state.position).player
        if set_elsewhere(table, chance) is None:
            continue
        assert game.what_now(match.state.position).player == driver
        newest = match.moment().verdict
        assert newest is not None
        assert (newest[0].data["player"], newest[1].status.value) == (driver, "LEGAL")
        done += 1
    assert done


@pytest.mark.parametrize("name", sorted(GAMES))
def test_who_has_moved_is_set_where_he_really_came_to(name: str) -> None:
    """The driver's own piece was seen wrongly: set where a legal turn so far leads it, his turn goes on from there; set
    where none does the turn is over, which is said, and nobody is accused."""
    for table, _, __ in under_way(name):
        game, match = table.game, table.match
        driver = game.what_now(match.state.position).player
        car = next(row["car"] for row in game.what_now(match.state.position).standings if row["player"] == driver)
        spaces = [one.at for one in game.handled(match.state.position) if one.at and one.piece != car]
        for space in spaces:
            with suppress(NotationError):
                entry = match.place(car, space, table.time_ns)
                newest = match.moment().verdict
                assert newest is None or newest[1].status.value != "ILLEGAL"
                goes_on = game.what_now(match.state.position).player == driver
                assert goes_on or "with that the turn is over" in entry.cause
                break


@pytest.mark.parametrize("name", sorted(GAMES))
def test_who_was_set_otherwise_than_he_stands_is_not_accused_of_it(name: str) -> None:
    """Somebody set another driver's car wrongly by hand, and the turn goes on: the camera sees that car where it stood,
    which nobody did; a fault that rests on it is a question, and none once the car lies as it was set.
    """
    asked = 0
    for table, stops, chance in under_way(name):
        match = table.match
        entry = set_elsewhere(table, chance)
        if entry is None:
            continue
        for stop in stops:
            table.show(stop)
            newest = match.moment().verdict
            assert newest is not None
            assert newest[1].status.value != "ILLEGAL", newest[1].sentence
            asked += newest[1].status.value == "UNDECIDED"
        if match.state.provisional is not None:
            match.close(table.time_ns)
            newest = match.moment().verdict
            assert newest is not None
            assert newest[1].status.value != "ILLEGAL", newest[1].sentence
    assert asked
