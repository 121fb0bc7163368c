"""The text forms of Home Racers."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.errors import NotationError
from referee.games.home_racers.actions import ODD, START, UNSEEN, Turn, parse_turn, turn_text
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import pose
from referee.games.home_racers.in_words import normal_declaration, over
from referee.games.home_racers.position import (
    CARS,
    HIDDEN,
    KINDS,
    VISIBLE,
    CarSeen,
    Observation,
    Special,
    TrayDie,
    observation_text,
    parse_observation,
    parse_position,
    position_text,
    visible,
)
from referee.games.home_racers.rules import RULES
from referee.games.home_racers.shapes import PLACEMENTS
from referee.games.home_racers.start import start

RACE = (
    "home-racers line=0:240:0:-240 cars=G:-50:60:0,R:310.25:12:-61.5 tiles=390:12:0 "
    "specials=leak:900:30:0,blue:1200:0:60,blue:-300:900:0 tray=R2:-20:4,R5:10:-4 beside=G:1 "
    "across=82 gap=6 skew=5 racers=R,G race=2 places=2 round=3 turn=G order=R,G gears=R:2|3,G:0 laps=R:1,G:0 "
    "course=0:0/1000:0/0:1000 entrances=blue:2 danger=ask house=booster:move+1,leak:stop marks=R"
)
number = st.floats(-5000, 5000).map(lambda value: round(value, 2))
poses = st.builds(pose, number, number, st.floats(-180, 180))
areas = st.lists(st.tuples(number, number).map(lambda p: (p[0] + 0.0, p[1] + 0.0)), min_size=3, max_size=5).map(tuple)
observations = st.builds(
    Observation,
    line=st.none() | st.just(((0.0, 100.0), (0.0, -100.0))),
    cars=st.dictionaries(
        st.sampled_from(CARS), st.builds(CarSeen, poses, st.integers(-180, 180), st.booleans())
    ).map(lambda cars: tuple(sorted(cars.items()))),
    missing=st.sets(st.sampled_from(CARS)).map(lambda cars: tuple(sorted(cars))),
    tiles=st.lists(poses, max_size=5).map(lambda tiles: tuple(sorted(tiles))),
    specials=st.lists(st.builds(Special, st.sampled_from(KINDS), poses), max_size=4).map(tuple),
    tray=st.lists(
        st.builds(TrayDie, st.sampled_from(CARS), st.integers(1, 6), number, number), max_size=5
    ).map(lambda dice: tuple(sorted(dice, key=lambda d: (d.car, d.face, d.x_mm, d.y_mm)))),
    beside=st.dictionaries(st.sampled_from(CARS), st.integers(0, 5)).map(lambda found: tuple(sorted(found.items()))),
    covered=st.lists(areas, max_size=2).map(tuple),
)  # fmt: skip


def test_a_position_with_every_field_reads_back_to_the_same_text() -> None:
    """What is written is what was read."""
    assert position_text(parse_position(RACE)) == RACE


@given(observations)
@settings(max_examples=120, deadline=None)
def test_every_observation_survives_its_text(seen: Observation) -> None:
    """Text and back is the same observation, and its text is stable."""
    text = observation_text(seen)
    assert parse_observation(text) == seen
    assert observation_text(parse_observation(text)) == text


def test_a_position_also_reads_as_an_observation() -> None:
    """The visible part of a position is what its text shows to an eye."""
    assert parse_observation(RACE) == visible(parse_position(RACE))


def test_positions_of_a_random_race_read_back_exactly() -> None:
    """Both positions, all stops and the turn of every random turn are stable as text."""
    dice = Random(4)
    position = start(3, dice)
    for _ in range(60):
        if over(position):
            break
        played = HomeRacers().play(position_text(position), dice, None)
        position = parse_position(played.after)
        assert position_text(position) == played.after
        assert turn_text(parse_turn(played.turn)) == played.turn
        assert all(observation_text(parse_observation(stop)) == stop for stop in played.stops)


@given(
    st.sampled_from(CARS),
    st.none() | st.integers(0, 5),
    st.lists(st.sampled_from([*PLACEMENTS, "pb05", "pv62"]), max_size=10).map(tuple),
    st.none() | st.lists(st.integers(1, 6), max_size=5).map(lambda faces: tuple(sorted(faces))),
    st.none() | st.integers(0, 10),
    st.sampled_from([(), ("leak",), ("caltrops", "collision")]),
)
def test_every_turn_survives_its_text(
    car: str,
    gear: int | None,
    path: tuple[str, ...],
    roll: tuple[int, ...] | None,
    move: int | None,
    met: tuple[str, ...],
) -> None:
    """A turn of any parts reads back."""
    turn = Turn(car, gear, path, roll, move, met)
    assert parse_turn(turn_text(turn)) == turn


def test_other_turns_survive_their_text() -> None:
    """A placed car, one put anywhere and one not seen."""
    here = pose(0, 0, 0)
    put = Turn("R", end=START, pose=pose(1, 2.5, 3)), Turn("B", 2, end=ODD, pose=here), Turn("B", end=ODD, pose=here)
    for turn in (*put, Turn("G", end=UNSEEN)):
        assert parse_turn(turn_text(turn)) == turn


@pytest.mark.parametrize(
    "text",
    [
        "racepack cars=R:0:0:0",
        "home-racers cars=X:0:0:0",
        "home-racers cars=R:0:0",
        "home-racers cars=R:0:0:0,R:1:1:1",
        "home-racers cars=R:nan:0:0",
        "home-racers specials=lava:0:0:0",
        "home-racers tray=R7:0:0",
        "home-racers beside=R:6",
        "home-racers covered=0:0/1:1",
        "home-racers line=0:0:0:0",
        "home-racers wings=2",
        "home-racers missing=R missing=G",
    ],
)
def test_what_is_no_observation_is_refused_with_a_sentence(text: str) -> None:
    """Nonsense is never read as something."""
    with pytest.raises(NotationError, match=r"\w+ \w+"):
        parse_observation(text)


@pytest.mark.parametrize(
    "text",
    [
        "home-racers cars=R:0:0:0",
        "home-racers cars=R:0:0:0 turn=R gears=R:6",
        "home-racers cars=R:0:0:0 turn=R racers=G",
        "home-racers cars=R:0:0:0 turn=R missing=R",
        "home-racers cars=R:0:0:0 turn=R danger=maybe",
        "home-racers cars=R:0:0:0 turn=R house=leak:fly",
        "home-racers cars=R:0:0:0 turn=R house=leak:move+0",
        "home-racers cars=R:0:0:0 turn=R across=2",
        "home-racers cars=R:0:0:0 turn=R entrances=blue:3",
    ],
)
def test_what_is_no_position_is_refused_with_a_sentence(text: str) -> None:
    """Hidden fields are checked as well."""
    with pytest.raises(NotationError, match=r"\w+ \w+"):
        parse_position(text)


def test_declarations_are_brought_to_one_form() -> None:
    """Spaces and the order of dice do not matter; a car's letter in front says whose turn is meant."""
    assert normal_declaration(" roll=5.2.4 ", CARS) == "roll=2.4.5"
    assert normal_declaration("G:roll=6.1", CARS) == "G:roll=1.6"
    assert normal_declaration("entrance:blue=2", CARS) == "entrance:blue=2"
    with pytest.raises(NotationError, match="B is not in this race"):
        normal_declaration("B:gear=2", ("R", "G"))


def test_a_field_of_old_records_is_read_and_left_out() -> None:
    """Neighbours that were too near to level to tell: the floor says so itself."""
    assert position_text(parse_position(RACE.replace(" gears=", " close=R+G gears="))) == RACE


@pytest.mark.parametrize("text", ["gear=6", "roll=7", "first=B", "fast", "lap=x", "entrance:pink=1", "danger=perhaps"])
def test_what_is_no_declaration_is_refused(text: str) -> None:
    """A sentence shows how to write it."""
    with pytest.raises(NotationError):
        normal_declaration(text, ("R", "G"))


def test_the_documents_tell_the_truth() -> None:
    """The documented position reads, every field and every rule is described."""
    docs = Path(__file__).parents[3] / "docs"
    notation = (docs / "notation-home-racers.md").read_text(encoding="utf-8")
    lines = [line.strip() for line in notation.splitlines() if line.startswith("    ")]
    shown = parse_position(" ".join(lines))
    assert parse_position(position_text(shown)) == shown
    assert all(f"`{field}`" in notation for field in (*VISIBLE, *HIDDEN))
    assert all(f"`{code}`" in notation for code in PLACEMENTS)
    rules = (docs / "rules-home-racers.md").read_text(encoding="utf-8")
    assert all(f"`{rule}`" in rules for rule in RULES)
