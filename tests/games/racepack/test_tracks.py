"""Tracks with variants: what may be laid, what is complained about, and how the road runs on them."""

from __future__ import annotations

import re
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.base import Status
from referee.games.racepack.check import start
from referee.games.racepack.circuit import recommended, road
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import parse_circuit, parse_square, square_name
from referee.games.racepack.position import parse_position, position_text
from referee.games.racepack.rules import order_of_cars
from referee.games.racepack.track_check import circuit_problems
from referee.games.racepack.variants import Variants
from referee.games.racepack.words import WORDS
from referee.judge import judge
from tests.by_lot import so_many

TRACKS = [
    Variants(packs=packs, main=main, hairpins=hairpins, chicanes=chicanes)
    for packs, main, hairpins, chicanes in product((1, 2), ("", "four", "pit"), (False, True), (False, True))
]
WIDE = "g3:WWWNNNEEEEEEESSSWWWW"
"""Corner 1 is the tile a3; the main straight runs from m3 to c3, the line lies between i and h."""
HAIRPIN = "g1:WWWNNNEEEEEEEEESWSSWWWWW"
CHICANE = "g1:WWWNNNEEElErEEEEESSSWWWWWW"


@pytest.mark.parametrize("variants", TRACKS)
def test_a_track_to_begin_with_is_faultless(variants: Variants) -> None:
    """There is a track for every combination; it takes all tiles, and each of its features must be agreed on."""
    circuit = recommended(variants)
    assert len(circuit.all_tiles) == 24 * variants.packs
    assert circuit_problems(circuit, 2 * variants.packs, variants) == ()
    for feature, word in (("hairpins", "touches 3"), ("chicanes", "one space aside"), ("main", "agree on four lanes")):
        if getattr(variants, feature):
            without = Variants(**{**vars(variants), feature: "" if feature == "main" else False})
            assert any(word in problem for problem in map(WORDS.say, circuit_problems(circuit, 2, without)))


@pytest.mark.parametrize(
    ("track", "wide", "header", "word"),
    [
        (CHICANE, "", Variants(main="four"), "lay a second row"),
        (WIDE, "i1:WW", Variants(main="pit", packs=2), "3 tiles long; it needs 4"),
        (WIDE, "g1:WW", Variants(main="four", packs=2), "from the starting grid to the first corner"),
        (WIDE, "i1:WW", Variants(main="four", packs=2), "from the starting grid to the first corner"),
        (WIDE, "i1:WWWW", Variants(main="four", packs=2), "a1 of the second row does not lie flush"),
        (WIDE, "h1:WWW", Variants(main="four"), "does not lie flush"),
        (WIDE.replace("g3", "g1"), "i9:WWW", Variants(main="four"), "does not lie flush against the main straight"),
        (CHICANE.replace("WWWN", "WrWlWN"), "", Variants(chicanes=True), "between the start/finish line and corner 1"),
        ("g1:WWWNNNEEElEEEEEErSSSWWWWWW", "", Variants(chicanes=True), "share only half a side"),
        (HAIRPIN, "", Variants(packs=2, chicanes=True), "touches 3 other tiles; .* in a hairpin that was agreed on"),
        ("g1:WWWNNNEEEEEESSSWWW", "", Variants(packs=2), "18 tiles; with two piecepacks it takes 24 to 48"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(track: str, wide: str, header: Variants, word: str) -> None:
    """Each mistake in laying a track with variants has its own sentence."""
    problems = [WORDS.say(problem) for problem in circuit_problems(parse_circuit(track, "0", wide), 2, header)]
    assert any(re.search(word, problem) for problem in problems), problems


def test_two_roads_side_by_side_are_no_hairpin() -> None:
    """Where the road does not turn round, touching is a fault even when hairpins were agreed on."""
    found = circuit_problems(parse_circuit("g1:WWWNNNEESSEENNEEESSSWWWW"), 2, Variants(hairpins=True))
    assert len(found) == 6
    assert all("touches 3 other" in WORDS.say(problem) for problem in found)


@pytest.mark.parametrize(
    ("track", "wide", "start", "ends", "allowed"),
    [
        (CHICANE, "", "f7", "g8", True),
        (CHICANE, "", "f8", "g9", True),
        (CHICANE, "", "h9", "i8", True),
        (CHICANE, "", "h8", "i7", True),
        (HAIRPIN, "", "r7", "s6", False),
        (WIDE, "i1:WWW", "d3", "c2", True),
        (WIDE, "i1:WWW", "h2", "g3", True),
        (WIDE, "i1:WWW", "c2", "b3", False),
        (WIDE, "i1:WWW", "k3", "j2", False),
        (WIDE, "i1:WWW", "c1", "c2", True),
        (WIDE, "i1:WWW", "c2", "c3", True),
    ],
)
def test_lane_changes_across_the_edges_of_the_road(track: str, wide: str, start: str, ends: str, allowed: bool) -> None:
    """A chicane is exempt; nowhere else is an inside edge cut; where a second row ends there is a way out, sideways."""
    shape = road(parse_circuit(track, "0", wide))
    square = parse_square(start)
    facing = shape.way_out[shape.tile_at[square]]
    found = {square_name(end): allowed for end, allowed in shape.diagonals(square, facing)}
    assert found[ends] is allowed


def test_a_way_out_sideways_only_at_the_dead_end() -> None:
    """With a way on there is no sideways movement, on the second row or beside it."""
    shape = road(parse_circuit(WIDE, "0", "i1:WWW"))
    for name in ("d1", "e2", "d3"):
        square = parse_square(name)
        columns = {square_name(end)[0] for end, _ in shape.diagonals(square, (-1, 0))}
        assert columns == {chr(ord(name[0]) - 1)}


def test_lanes_of_a_wide_straight() -> None:
    """The inside lane is that of the next corner, then lane by lane; the grid is inside, the pit lane outside."""
    shape = road(parse_circuit(WIDE, "0", "i1:WWW"))
    nearness = [shape.nearness_inside(parse_square(name)) for name in ("f4", "f3", "f2", "f1")]
    assert nearness == sorted(nearness, reverse=True)
    assert {square_name(square) for square in shape.pit_lane} == {f"{column}1" for column in "cdefghij"}
    assert [square_name(square) for square in shape.grid_row(0)] == ["i4", "i3"]
    assert {shape.advance(parse_square(name)) for name in ("f4", "f3", "f2", "f1")} == {2}
    assert shape.crosses_line(parse_square("j1"), parse_square("g1")) == 1


def test_order_of_cars_on_four_lanes() -> None:
    """Cars level on the wide straight rank from the inside lane outwards."""
    position = parse_position(
        f"racepack track={WIDE} wide=i1:WWW cars=S:f1,M:f3,C:f2,A:f4 lap=3 main=four turn=S,M,C,A"
    )
    assert order_of_cars(position) == ("A", "M", "C", "S")


def test_a_survey_of_two_piecepacks_starts_a_race() -> None:
    """Eight pawns on the grid, or five of any colour; the second piecepack needs no word, hairpins do."""
    game = Racepack()
    eight = start(8, Random(1), variants=Variants(packs=2))
    begun = parse_position(game.start_from(game.observe(position_text(eight)), 8))
    assert (begun.variants.packs, begun.players, len(begun.grid)) == (2, 8, 8)
    assert begun.order == eight.order
    five = game.observe("racepack track=i1:WWWWNNNENEEEESSEEESSWWWW cars=2A:k2,2C:k1,A:l1,M:l2,2S:m2 lap=3")
    begun = parse_position(game.start_from(five, 5))
    assert begun.queue == ("2A", "2C", "M", "A", "2S")
    assert [len(team) for team in begun.teams.sets] == [1] * 5
    bent = start(4, Random(1), variants=Variants(hairpins=True))
    with pytest.raises(NotationError, match="hairpin that was agreed on"):
        game.start_from(game.observe(position_text(bent)), 4)
    assert game.start_from(game.observe(position_text(bent)), 4, {"hairpins": "yes"})


@given(st.sampled_from(TRACKS), st.integers(0, 10**6), st.data())
@settings(max_examples=so_many(8, 200), deadline=None)
def test_random_play_on_every_track(variants: Variants, seed: int, data: st.DataObject) -> None:
    """A legal turn is never called illegal, a planted fault never legal, and nothing is lost on the way."""
    game, dice = Racepack(), Random(seed)
    players = data.draw(st.sampled_from([2, 3, 4] if variants.packs == 1 else [3, 4, 5, 6, 7, 8]))
    position = start(players, dice, variants=variants)
    assert game.check_position(position_text(position)) == ()
    for _ in range(dice.randrange(16)):
        position = parse_position(Racepack().play(position_text(position), dice, None).after)
    before = position_text(position)
    assert parse_position(before) == position
    assert {car for car, _ in position.cars} == set(position.teams.cars)
    if game.over(before):
        return
    played = game.play(before, dice, None)
    seen = [game.observe(stop) for stop in played.stops]
    assert judge(game, before, seen, played.declared, closed=True).status is not Status.ILLEGAL
    assert judge(game, before, seen[-1:], (), closed=True).status is not Status.ILLEGAL
    wrong = game.play(before, dice, dice.choice(game.faults()))
    if wrong.truth != "legal":
        seen = [game.observe(stop) for stop in wrong.stops]
        assert judge(game, before, seen, wrong.declared, closed=True).status is not Status.LEGAL, wrong.turn


def test_what_is_agreed_on_makes_the_start() -> None:
    """Players and options choose piecepacks, track and header; what does not go together is refused."""
    game = Racepack()
    eight = parse_position(game.start(8, Random(2), {"main": "four", "chicanes": "yes"}))
    assert eight.variants == Variants(packs=2, main="four", chicanes=True)
    assert (len(eight.cars), len(eight.circuit.all_tiles)) == (8, 48)
    assert [game.sets(players) for players in (2, 4, 5, 8)] == [1, 1, 2, 2]
    assert game.sets(4, {"packs": "2"}) == 2
    assert game.sets_of(position_text(eight)) == 2
    assert game.sets_of("racepack track=i1:WWWWNNNENEEEESSEEESSWWWW cars=2S:c2") == 2
    assert game.sets_of(game.start(4, Random(1))) == 1
    three = parse_position(game.start(3, Random(2), {"packs": "2", "main": "pit", "stop": "1"}))
    assert three.teams.sets == (("S", "2S"), ("M", "2M"), ("C", "2C"))
    with pytest.raises(NotationError, match="need a pit lane"):
        game.start(4, Random(2), {"stop": "1"})
    with pytest.raises(NotationError, match="3 to 8 players, not 2"):
        game.start(2, Random(2), {"packs": "2"})
