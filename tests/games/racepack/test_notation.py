"""Positions, observations, turns and declarations in text: both ways without loss, and clear words for nonsense."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.racepack.actions import Action, parse_turn, turn_text
from referee.games.racepack.at_turn import as_written
from referee.games.racepack.check import start
from referee.games.racepack.circuit import FIGURE_1
from referee.games.racepack.game import Racepack
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    OutsideCorner,
    Square,
    TrayDie,
    parse_square,
    square_name,
)
from referee.games.racepack.position import (
    FACES,
    observation_text,
    parse_observation,
    parse_position,
    place_text,
    position_text,
    visible,
)
from referee.games.racepack.variants import CARS, Variants, teams_for
from referee.games.racepack.variants import FIELDS as VARIANT_FIELDS

SQUARES = st.tuples(st.integers(1, 48), st.integers(1, 48))
PLACES = st.one_of(st.builds(OnSquare, SQUARES), st.builds(OutsideCorner, SQUARES), st.just(OffTrack()))
NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
DICE = st.builds(TrayDie, st.sampled_from(FACES), NUMBERS, NUMBERS, NUMBERS)
OBSERVATIONS = st.builds(
    Observation,
    circuit=st.sampled_from([None, FIGURE_1]),
    cars=st.dictionaries(st.sampled_from(CARS), PLACES).map(lambda cars: tuple(sorted(cars.items()))),
    unseen_cars=st.sets(st.sampled_from(CARS)).map(lambda cars: tuple(sorted(cars))),
    hazards=st.dictionaries(SQUARES, st.booleans()).map(lambda tokens: tuple(sorted(tokens.items()))),
    lap=st.none() | st.integers(0, 5),
    tray=st.none() | DICE,
    unseen=st.frozensets(SQUARES),
)
TOKENS = st.sampled_from(["", "a", "2", "5", "o2", "o4"])
Told = tuple[str, Action]
"""An action as it is written, and what it says."""


def forward(speed: int, square: Square, token: str, marks: str) -> Told:
    """A movement straight ahead."""
    text = f"f{speed}@{square_name(square)}{token and 't'}{token}{marks}"
    return text, Action("f", OnSquare(square), 1 << speed, token)


def lane_change(speeds: set[int], square: Square, token: str, marks: str) -> Told:
    """A change of lanes at one of these speeds."""
    text = f"x{''.join(map(str, sorted(speeds)))}@{square_name(square)}{token and 't'}{token}{marks}"
    return text, Action("x", OnSquare(square), sum(1 << one for one in speeds), token)


MARKS = st.sampled_from(["", "?", "^", "?^"])
ACTIONS: st.SearchStrategy[Told] = st.one_of(
    st.builds(forward, st.integers(1, 12), SQUARES, TOKENS, MARKS),
    st.builds(lane_change, st.sets(st.integers(1, 7), min_size=1), SQUARES, TOKENS, MARKS),
    st.builds(
        lambda kind, at: (f"{kind}@{square_name(at)}", Action(kind, OnSquare(at))),
        st.sampled_from(["up", "in"]),
        SQUARES,
    ),
    st.builds(lambda place: (f"odd@{place_text(place)}", Action("odd", place)), PLACES),
    st.builds(
        lambda kind, face: (f"{kind}={face}", Action(kind, face=face)),
        st.sampled_from(["roll", "reroll"]),
        st.sampled_from(FACES),
    ),
    st.builds(
        lambda by, token: (f"def={by}{token}", Action("def", by=by, token=token)),
        st.sampled_from(CARS),
        st.sampled_from(["a", "2", "5", "o4"]),
    ),
    st.builds(lambda tile: (f"out@{square_name(tile)}", Action("out", OutsideCorner(tile))), SQUARES),
    st.sampled_from(
        [("off", Action("off")), ("roll?", Action("roll")), ("reroll?", Action("reroll")), ("def?", Action("def"))]
    ),
)


@given(SQUARES)
@settings(deadline=None)
def test_squares_round_trip(square: tuple[int, int]) -> None:
    """Every square has one name."""
    assert parse_square(square_name(square)) == square


@given(OBSERVATIONS)
@settings(deadline=None)
def test_observations_round_trip(seen: Observation) -> None:
    """An observation written and read is the same, and so is its text."""
    text = observation_text(seen)
    assert parse_observation(text) == seen
    assert observation_text(parse_observation(text)) == text


@given(st.sampled_from(CARS), st.lists(ACTIONS, max_size=6))
@settings(deadline=None)
def test_turns_are_read_as_they_are_written(car: str, told: list[Told]) -> None:
    """What a turn says is read from it: how fast, where to, with which token, what the die showed."""
    assert parse_turn(turn_text(car, [text for text, _ in told])) == (car, tuple(meant for _, meant in told))


@pytest.mark.parametrize("text", ["", "S f4@e7", "X: f4@e7", "S: f4", "S: g4@e7", "S: up@off", "S: roll=6", "S: def=S"])
def test_a_line_that_is_no_turn_is_refused(text: str) -> None:
    """Nonsense in the place of an action is answered with a sentence."""
    with pytest.raises(NotationError):
        parse_turn(text)


@given(st.integers(0, 10**6), st.sampled_from([2, 3, 4]), st.integers(0, 12))
@settings(deadline=None)
def test_positions_round_trip(seed: int, players: int, turns: int) -> None:
    """A position of a random race written and read is the same, and its visible part is the front of its text."""
    dice = Random(seed)
    position = start(players, dice)
    for _ in range(turns):
        position = parse_position(Racepack().play(position_text(position), dice, None).after)
    text = position_text(position)
    assert parse_position(text) == position
    assert position_text(parse_position(text)) == text
    assert text.startswith(observation_text(visible(position)))
    assert parse_observation(text) == visible(position)


VARIANTS = st.builds(
    Variants, packs=st.sampled_from([1, 2]), main=st.sampled_from(["", "four"]), timer_s=st.integers(0, 600),
    spare_hazards=st.booleans(), hairpins=st.booleans(), chicanes=st.booleans(), one_defence=st.booleans(),
) | st.builds(Variants, main=st.just("pit"), stops=st.integers(0, 9))  # fmt: skip


@given(VARIANTS, st.integers(0, 10**6))
@settings(deadline=None)
def test_variants_stand_in_the_header(variants: Variants, seed: int) -> None:
    """The variants in force are part of a position's text, and the base game's text shows none."""
    position = start(4, Random(seed), variants=variants)
    text = position_text(position)
    assert parse_position(text) == position
    assert parse_position(text).variants == variants
    shown = {word.partition("=")[0] for word in text.split()} & set(VARIANT_FIELDS)
    assert bool(shown) == (variants != Variants())


@pytest.mark.parametrize(
    ("header", "word"),
    [("packs=3", "packs=3"), ("packs=0", "packs=0"), ("main=six", "main=six"), ("stop=1", "needs a pit lane"),
     ("timer=soon", "whole number"), ("spare=2", "spare=2"), ("players=9", "players=9"), ("players=5", "not 5"),
     ("packs=2 players=3", "4 cars do not go round for 3 players")],
)  # fmt: skip
def test_an_impossible_header_is_refused(header: str, word: str, position: Callable[..., str]) -> None:
    """A variant that there is not is answered with a sentence."""
    with pytest.raises(NotationError, match=word):
        parse_position(f"{position()} {header}")


@pytest.mark.parametrize(
    ("players", "teams"),
    [
        (3, "S+2S M+2M C+2C"),
        (4, "S+2S M+2M C+2C A+2A"),
        (5, "S M C A 2S"),
        (6, "S M C A 2S 2M"),
        (7, "S M C A 2S 2M 2C"),
        (8, "S M C A 2S 2M 2C 2A"),
    ],
)
def test_who_drives_what_with_two_piecepacks(players: int, teams: str) -> None:
    """Three and four players have two cars each, more have one; each car has its own full set of tokens."""
    race = teams_for(players, packs=2)
    assert " ".join("+".join(team) for team in race.sets) == teams
    assert set(race.pools) == set(race.cars)
    assert race.full_hand == "a2345"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "starts with the word racepack"),
        ("racepack cars=S:c3", "needs its track"),
        ("racepack track=i1:WWW cars=S:c3 turn=S", "lead back"),
        ("racepack track=i1:WEX", "not a track"),
        ("racepack track=i1:WE line=2", "line=2"),
        ("racepack wheels=4", "not a field"),
        ("racepack cars=S:c3,S:c4", "two places"),
        ("racepack cars=X:c3", "not a car"),
        ("racepack cars=S:33", "name of a square"),
        ("racepack hazards=c3", "must end with"),
        ("racepack lap=9", "lap=9"),
        ("racepack lap=3 lap=3", "twice"),
        ("racepack die=6:1:1:1", "die=6"),
        ("racepack die=a:nan:1:1", "die=a"),
    ],
)
def test_nonsense_gets_a_clear_sentence(text: str, word: str) -> None:
    """A position that cannot be read is answered with one sentence that names the fault."""
    with pytest.raises(NotationError, match=word):
        parse_position(text) if "needs" in word else parse_observation(text)


def test_a_position_needs_its_driver(position: Callable[..., str]) -> None:
    """Whose turn it is must be said, and only cars of the race may be named."""
    whole = position()
    with pytest.raises(NotationError, match="whose turn"):
        parse_position(whole.replace(" turn=S,M,C,A", ""))
    with pytest.raises(NotationError, match="not in this race"):
        parse_position(whole.replace("turn=S,M,C,A", "turn=dC"))


@pytest.mark.parametrize(
    ("said", "normal"),
    [("speed:2=3", "speed:2=3"), (" token:1=1", "token:1=a"), ("roll=0", "roll=n"), ("defence:M=2", "defence:M=2"),
     ("facing:2=old", "facing:2=old"), ("done", "done"), ("token=no", "token=no"), ("reroll=5", "reroll=5")],
)  # fmt: skip
def test_declarations_have_a_normal_form(said: str, normal: str) -> None:
    """What is said is kept in one form."""
    assert as_written(said, teams_for(4)) == normal


@pytest.mark.parametrize("said", ["", "speed:2=9", "token:2=o2", "defence:dC=2", "reroll=no", "hurry", "roll=6"])
def test_nonsense_declarations_are_refused(said: str, game: Racepack, position: Callable[..., str]) -> None:
    """A declaration nobody can make is answered with a sentence."""
    with pytest.raises(NotationError):
        game.check_declaration(position(), said)


def test_a_team_shares_its_pool_with_three_players() -> None:
    """With three players a defence token belongs to the team, and odd tokens exist."""
    assert as_written("defence:dA=o2", teams_for(3)) == "defence:dC=o2"
