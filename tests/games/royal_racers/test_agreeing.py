"""What is agreed on before a race, what the table itself says of it, and the next race of a campaign."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from referee.errors import NotationError
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.position import parse_position

Table = Callable[..., str]
GAME = RoyalRacers()


@pytest.mark.parametrize(("flags", "ranks"), [("1", "a"), ("3", "a23"), ("5", "a2345"), ("6", "na2345")])
def test_any_number_of_flags_may_be_agreed_on(table: Table, flags: str, ranks: str) -> None:
    """By options alone, and on a table that shows no flag yet."""
    assert parse_position(GAME.start(3, Random(1), {"flags": flags})).ranks == ranks
    look = GAME.observe(table(flags=""))
    assert parse_position(GAME.start_from(look, 2, {"flags": flags})).ranks == ranks


def test_flags_on_the_table_say_how_many_there_are(table: Table) -> None:
    """What lies under the pawns counts; another number agreed on is refused."""
    look = GAME.observe(table(flags="S3:c3,M3:d4"))
    assert parse_position(GAME.start_from(look, 2)).ranks == "a23"
    with pytest.raises(NotationError, match="5 flags were agreed on"):
        GAME.start_from(look, 2, {"flags": "5"})


def test_variants_and_a_campaign_are_in_the_header(table: Table) -> None:
    """More than one race is a campaign; the flag variant is a switch."""
    found = parse_position(GAME.start_from(GAME.observe(table(flags="")), 2, {"opponent-flag": "yes", "races": "3"}))
    assert (found.variants, found.race, found.races) == (("opponent-flag", "campaign"), 1, 3)
    assert parse_position(GAME.start(2, Random(1))).variants == ()


def test_the_next_race_of_a_campaign(table: Table) -> None:
    """By dice or as the table shows it: the score goes on; other players and a last race are refused."""
    dice = Random(3)
    position = GAME.start(2, dice, {"flags": "1", "races": "2"})
    assert GAME.next_race(position, dice) is None
    while GAME.over(position) is None:
        position = GAME.play(position, dice, None).after
    score = parse_position(position).score
    following = GAME.next_race(position, dice)
    assert following is not None
    season, after = GAME.season(position), GAME.season(following)
    assert season is not None
    assert after is not None
    assert (season.race, season.races, season.goes_on) == (1, 2, True)
    assert [row.score for row in season.rows] == sorted((count for _, count in score), reverse=True)
    assert (after.race, after.goes_on, after.rows) == (2, False, season.rows)
    assert (parse_position(following).race, parse_position(following).score) == (2, score)
    shown = parse_position(GAME.next_from(position, GAME.observe(GAME.visible(following))))
    assert (shown.race, shown.score, shown.cards) == (2, score, parse_position(following).cards)
    with pytest.raises(NotationError, match="same players"):
        GAME.next_from(position, GAME.observe(table(pawns="S:c3,C:d4", flags="")))
    with pytest.raises(NotationError, match="no next race"):
        GAME.next_from(following, GAME.observe(GAME.visible(following)))
