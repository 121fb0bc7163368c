"""What the page says: whose turn, what may be done and said, how the race stands, how it ends."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from referee.errors import IllegalAction, NotationError
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_position

Text = Callable[..., str]


def test_what_now(game: Racepack, position: Text) -> None:
    """The driver, a sentence, the spaces a turn can end on, and the cars in the order of the race."""
    now = game.what_now(position())
    assert now.player == "red"
    assert "three movements" in now.sentence
    assert "d2" in now.ends
    assert "g2" not in now.ends
    assert [row["car"] for row in now.standings] == ["S", "C", "M", "A"] or now.standings[0]["car"] in "SMCA"
    assert {row["place"] for row in now.standings} == {"1", "2", "3", "4"}
    assert "comes back at corner 1" in game.what_now(position(cars="S:out:a1")).sentence
    assert "speed 1" in game.what_now(position(cars="S:k2", grid="S", laps="S:0")).sentence
    assert "cannot move" in game.what_now(position(cars="M:f2,C:f1")).sentence
    assert "blocked after two" in game.what_now(position(cars="M:d2,C:d1")).sentence


@pytest.mark.parametrize(
    ("cars", "words"),
    [
        ("S:q5,M:q4,C:r4,A:q3", "Red may pass: "),  # by the rare facing there is a way to r5
        ("S:d2,M:c2,C:c1", "Red cannot move: the turn passes."),
        ("S:f2,M:d1,C:b2,A:c1", "Red to move: "),
    ],
)
def test_who_need_not_move_is_never_told_that_he_cannot_while_an_end_is_shown(
    cars: str, words: str, game: Racepack, position: Text
) -> None:
    """What the rules do not demand (the rare facing, a corner at speed 2, a token) may be done all the same."""
    now = game.what_now(position(cars=cars))
    assert now.sentence.startswith(words)
    assert not ("cannot" in now.sentence and now.ends)


def test_no_crowd_of_cars_makes_the_page_contradict_itself(game: Racepack, position: Text) -> None:
    """Wherever three cars stand around a corner: cannot means that there is no end, blocked that no token leads on."""
    dice, told = Random(7), set[str]()
    near = ("a1", "b1", "a2", "a3", "b3", "a4", "b4", "c1", "c2", "d1")
    for _ in range(150):
        places = [dice.choice(("b2", "d2")), *dice.sample(near, 3)]
        now = game.what_now(
            position(cars=",".join(f"{car}:{place}" for car, place in zip("SMCA", places, strict=True)))
        )
        assert not ("cannot" in now.sentence and now.ends), (places, now)
        told.add(now.sentence.split(":")[0])
    assert told == {"Red cannot move", "Red may pass", "Red to move"}


def test_everything_on_the_pad_can_be_declared(game: Racepack, position: Text) -> None:
    """Each button of the declaration pad gives a declaration in normal form."""
    for before in (position(), position(tokens="S:,M:,C:,A:"), game.start(3, Random(1))):
        said = [text for question in game.declarations(before) for _, text in question.answers]
        assert "done" in said
        assert all(game.check_declaration(before, text) == text for text in said)


def test_the_race_ends_after_three_places(game: Racepack, position: Text) -> None:
    """Two finishers leave the race open, the third ends it, and then no turn can be played."""
    assert game.over(position(cars="M:off,C:off", finished="M,C")) is None
    ended = position(cars="M:off,C:off,A:off", finished="M,C,A")
    assert game.over(ended) == "The race is over: black wins, green is second, blue is third."
    with pytest.raises(IllegalAction):
        game.play(ended, Random(1), None)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_survey_of_the_grid_is_a_start(players: int, game: Racepack) -> None:
    """What a camera sees of a start position leads back to it, but for where chance placed the die."""
    begun = game.start(players, Random(players))
    found = game.start_from(game.observe(game.visible(begun)), players)
    assert found == begun
    assert game.check_position(found) == ()


def test_a_survey_that_is_no_start_is_refused(game: Racepack, position: Text) -> None:
    """Cars off the grid, a missing car or a broken track are named."""
    with pytest.raises(NotationError, match="starting grid"):
        game.start_from(game.observe(position()), 4)
    with pytest.raises(NotationError, match="no closed track"):
        game.start_from(game.observe("racepack lap=3"), 4)
    with pytest.raises(NotationError, match="2, 3 or 4 players"):
        game.start_from(game.observe(position()), 1)


def test_impossible_positions_are_named(game: Racepack, position: Text) -> None:
    """Two cars on one space, a car beside no corner, a car off the road and a stray hazard are each said."""
    assert "same space" in game.check_position(position(cars="M:g2"))[0]
    assert "no corner" in game.check_position(position(cars="M:out:c1"))[0]
    assert "not road" in game.check_position(position(cars="M:e5"))[0]
    assert "four" in game.check_position(position(hazards="a3+", grid="S,M,C,A"))[0]
    assert game.check_position(position(hazards="a3+")) == (), "one that was moved in the race was let stand"
    square = position()
    assert game.check_position(square) == ()


def test_a_grid_by_dice_gives_each_player_inside_and_outside(game: Racepack) -> None:
    """With teams, one car starts inside and one outside, and who has the pole starts the second car last."""
    begun = parse_position(game.start(2, Random(5)))
    order = begun.order
    assert {order[0], order[3]} in ({"S", "M"}, {"C", "A"})
    assert {order[1], order[2]} in ({"S", "M"}, {"C", "A"})


@pytest.mark.parametrize(
    ("players", "packs", "said"),
    [
        (2, "1", "One player drives red and black; another green and blue."),
        (3, "1", "One player drives red and black; another green and blue; another green die and blue die."),
        (
            3,
            "2",
            "One player drives red and second red; another black and second black; another green and second green.",
        ),
        (4, "1", ""),
    ],
)
def test_who_drives_two_cars_is_told_which(players: int, packs: str, said: str) -> None:
    """The pairs of the rule book for two and three players; where everybody drives one nothing needs saying."""
    game = Racepack()
    told = game.whose(game.start(players, Random(1), {"packs": packs}))
    assert told.partition(". ")[0] == said.rstrip(".")
