"""A drawn track is held against the rule book: what closes and is legal, and what is wrong in a sentence."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from markers.racepack_tracks import TRACKS, track_named
from referee.errors import NotationError
from referee.games.base import Cell, cell_name, cells_named
from referee.games.racepack.circuit import recommended
from referee.games.racepack.drawn_track import circuit_of, drawn, start_on
from referee.games.racepack.position import parse_position
from referee.games.racepack.rules import track
from referee.games.racepack.table.lattice import is_ring
from referee.games.racepack.track_check import circuit_problems
from referee.games.racepack.variants import BASE_GAME
from referee.games.registry import game
from tests.by_lot import lot, so_many


def moved(cells: tuple[Cell, ...], by: Cell = (3, 1)) -> set[Cell]:
    """The cells somewhere else on the drawing."""
    return {(x + by[0], y + by[1]) for x, y in cells}


@pytest.mark.parametrize("name", TRACKS)
def test_a_ready_track_is_legal_wherever_it_is_drawn(name: str) -> None:
    """With its own line its way is the kit's; without one the line that is found is a legal one."""
    cells = moved(TRACKS[name].cells)
    first = min(moved(TRACKS[name].cells[:1]))
    found = drawn(cells, first)
    assert (found.problems, found.way, found.road[0]) == ((), TRACKS[name].way, first)
    assert drawn(cells).way
    assert cells_named("".join(map(cell_name, sorted(cells)))) == tuple(sorted(cells))


@pytest.mark.parametrize("name", TRACKS)
def test_a_track_without_one_of_its_tiles_is_open_at_both_ends(name: str) -> None:
    """The count and both loose ends are told, by the drawing's own names, in every language."""
    cells = moved(TRACKS[name].cells)
    way = [(x + 3, y + 1) for x, y in TRACKS[name].cells]
    for index, gone in enumerate(way):
        found = drawn(cells - {gone})
        assert (found.way, found.road) == ("", ())
        assert set(found.wrong) == {way[index - 1], way[(index + 1) % len(way)]}
        assert found.problems[0] == "The track has 23 tiles; it takes all 24."
        assert all(cell_name(cell) in " ".join(found.problems) for cell in found.wrong)


@pytest.mark.by_lot
def test_tiles_by_lot_are_legal_just_where_the_rule_book_says_so() -> None:
    """Rings with a tile or two laid elsewhere: what is called legal is a round of 24 tiles that the rules and the kit
    take, with the hairpin agreed on where there is one; what is not is told."""
    dice, legal, rings = Random(lot(7)), 0, so_many(60, 2000)
    for _ in range(rings):
        cells = moved(dice.choice(list(TRACKS.values())).cells)
        for _ in range(dice.randrange(3)):
            x, y = dice.choice(sorted(cells))
            cells = cells - {(x, y)} | {(x + dice.choice((-1, 1)), y + dice.choice((-1, 0, 1)))}
        found = drawn(cells)
        legal += bool(found.way)
        assert bool(found.problems) != bool(found.way)
        if found.way:
            circuit = circuit_of(track_named(found.way))
            hairpins = bool(circuit_problems(circuit))
            assert bool(found.agreed) == hairpins
            assert len(cells) == 24
        elif is_ring({(2 * x, 2 * y) for x, y in cells}) and len(cells) == 24:
            lines = [found.road[index:] + found.road[:index] for index in range(24)]
            assert all(drawn(cells, one[0]).problems for one in lines)
    assert 0 < legal < rings


def test_a_hairpin_is_legal_when_it_is_agreed_on() -> None:
    """The road turns round beside itself: the drawing says what to agree on."""
    found = drawn([(x // 2, y // 2) for x, y in recommended(replace(BASE_GAME, hairpins=True)).tiles])
    assert (found.problems, found.agreed) == ((), {"hairpins": "yes"})


@pytest.mark.parametrize("name", ["oval", "castle"])
def test_a_line_across_a_corner_is_told(name: str) -> None:
    """Only where two straight rows lie behind it may the line be; two rings are no track."""
    cells = moved(TRACKS[name].cells)
    corner = drawn(cells).corners[0]
    past = drawn(cells).road[(drawn(cells).road.index(corner) + 1) % 24]
    assert drawn(cells, past).problems == (
        "The start/finish line needs 2 straight rows behind it for the starting grid.",
    )
    two = {(x + 4 * far, y) for far in (0, 1) for x in range(3) for y in range(3) if (x, y) != (1, 1)}
    assert drawn(two).problems[-1] == "there are 2 closed tracks on the table: lay one"
    assert drawn(()).problems == ()
    with pytest.raises(NotationError):
        cells_named("a1x")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_race_starts_on_a_drawn_track(players: int) -> None:
    """The grid stands on it, and the rule book has nothing against it."""
    way = drawn(moved(TRACKS["castle"].cells)).way
    position = parse_position(start_on(way, players, Random(1), {}))
    assert position.circuit == circuit_of(track_named(way))
    assert track(position.circuit, len(position.cars), BASE_GAME) == ()
    assert not game("racepack").status(start_on(way, players, Random(1), {}))
