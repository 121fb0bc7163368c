"""Turns under way, turns that were missed, and taking the floor as it stands."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from referee.games.base import Status
from referee.games.home_racers.game import HomeRacers
from referee.games.home_racers.geometry import Pose
from referee.games.home_racers.in_words import over
from referee.games.home_racers.position import CarSeen, parse_position, position_text
from referee.games.home_racers.start import start
from referee.judge.verdict import judge
from tests.by_lot import lot, so_many

Make = Callable[..., Any]
GAME = HomeRacers()


def test_a_turn_is_over_by_itself_when_the_car_has_moved_as_the_dice_say(floor: Make) -> None:
    """Legal and not provisional; while the path is laid and rolled for it is."""
    turn = floor(2).turn("st-st-st-st", "15", 3)
    assert not turn.verdict(closed=False).provisional
    under_way = floor(2).lay("st-st-st-st").roll("15")
    assert under_way.verdict(closed=False).provisional
    assert "not over" in under_way.verdict(closed=False).sentence


def test_a_fault_shows_while_the_turn_is_open(floor: Make) -> None:
    """One tile too far is said at once, so that it can be taken back."""
    assert floor(2).turn("st-st-st-st", "15", 4).status(closed=False) is Status.ILLEGAL


def test_the_next_turn_begins_when_another_car_moves_or_lays_its_path(floor: Make) -> None:
    """The driver's own doings do not close the turn; the next driver's do."""
    turn = floor(2).turn("st-st-st-st", "15", 3)
    text = position_text(turn.position)
    laid = turn.show(tiles=(Pose(-1920.0, 0.0, 0.0), Pose(-1840.0, 0.0, 0.0)))
    assert GAME.next_turn_began(text, turn.stops, laid.table)
    drove = turn.put(Pose(-1840.0, 0.0, 0.0), "G")
    assert GAME.next_turn_began(text, turn.stops, drove.table)
    assert not GAME.next_turn_began(text, turn.stops[:1], turn.stops[1])
    assert not GAME.next_turn_began(text, turn.stops[:2], turn.stops[2])
    assert GAME.went_on(text, turn.stops, turn.put(Pose(500.0, 0.0, 0.0)).table)
    assert not GAME.went_on(text, turn.stops, drove.table)


def test_a_path_that_the_next_driver_laid_is_not_left_over(floor: Make) -> None:
    """Tiles before another car are that car's, so the turn before is not faulted for them."""
    turn = floor(2).turn("st-st-st-st", "15", 3)
    laid = turn.show(tiles=(Pose(-1920.0, 0.0, 0.0), Pose(-1840.0, 0.0, 0.0)))
    assert laid.status() is Status.LEGAL


@pytest.mark.by_lot
@pytest.mark.parametrize("seed", range(lot(0), lot(so_many(4, 12))))
@pytest.mark.few(2)
def test_a_missed_round_is_bridged(seed: int) -> None:
    """Two, three and four turns while nobody looked, also over the end of a round, are never a fault."""
    dice = Random(seed)
    cars = 2 + seed % 3
    position = start(cars, dice)
    for _ in range(4 * (seed % 4)):
        position = parse_position(GAME.play(position_text(position), dice, None).after)
    for _ in range(6):
        if over(position):
            break
        for count in range(2, cars + 1):
            after = position
            for _ in range(count):
                after = parse_position(GAME.play(position_text(after), dice, None).after) if not over(after) else after
            seen = GAME.observe(position_text(after))
            verdict = judge(GAME, position_text(position), [seen], (), closed=True)
            assert verdict.status is not Status.ILLEGAL, verdict.sentence
            assert all(question.text for question in verdict.questions)
            assert dict(parse_position(verdict.after).cars).keys() == dict(after.cars).keys()
        position = parse_position(GAME.play(position_text(position), dice, None).after)


def test_a_car_that_drove_twice_unseen_is_asked_about_and_a_watched_one_is_not_believed(floor: Make) -> None:
    """Last in one round and first in the next: with only the end seen a question, with the path seen a fault."""
    alone = floor(2, queue=("R",)).put(Pose(720.0, 0.0, 0.0))
    assert alone.status() is Status.UNDECIDED
    assert "red drove unseen; then red drove unseen" in alone.verdict().sentence
    watched = floor(2, queue=("R",)).lay("st-st-st-st").roll("15").put(Pose(720.0, 0.0, 0.0))
    assert watched.status() is Status.ILLEGAL
    assert floor(2, queue=("R",)).put(Pose(7200.0, 0.0, 0.0)).status() is Status.ILLEGAL
    assert floor(2).put(Pose(720.0, 0.0, 0.0)).status() is Status.ILLEGAL


def test_noise_is_no_change_and_a_tile_more_is_one(floor: Make) -> None:
    """A few millimetres do not count; cars, tiles and dice do; what is covered does not."""
    table = floor().table
    shaken = floor().put(Pose(3.0, -2.0, 1.0)).table
    assert not GAME.changed(table, shaken)
    assert GAME.changed(table, floor().put(Pose(80.0, 0.0, 0.0)).table)
    assert GAME.changed(table, floor().lay("st").table)
    assert GAME.changed(table, floor().roll("1").table)
    tile = floor().lay("st").table
    covered = floor().show(covered=(((20.0, -90.0), (200.0, -90.0), (200.0, 90.0), (20.0, 90.0)),)).table
    assert not GAME.changed(tile, covered)


def test_the_floor_is_taken_as_it_stands(floor: Make) -> None:
    """The car stays where it was put, the turn passes on, and any gear near the old one stays possible."""
    seen = floor(2).put(Pose(333.0, 44.0, 5.0))
    taken = parse_position(GAME.accept(position_text(seen.position), seen.table))
    assert taken.place("R") == Pose(333.0, 44.0, 5.0)
    assert taken.queue == ("G",)
    assert taken.gear("R") == (1, 2, 3)


def test_a_start_is_taken_from_a_survey(floor: Make) -> None:
    """The car nearest the line is guessed to be first, the order is not known, and faults are named."""
    line = ((0.0, 200.0), (0.0, -200.0))
    cars = (("G", CarSeen(Pose(-60.0, 60.0, 0.0))), ("R", CarSeen(Pose(-150.0, -60.0, 0.0))))
    seen = floor().show(line=line, cars=cars).table
    begun = parse_position(GAME.start_from(seen, 2))
    assert (begun.queue, begun.order, begun.gears) == (("G", "R"), (), (("R", (0,)), ("G", (0,))))
    assert GAME.check_position(position_text(begun)) == ()
    with pytest.raises(Exception, match="reaches over"):
        GAME.start_from(floor().show(line=line, cars=(("R", CarSeen(Pose(0.0, 0.0, 0.0))),)).table, 1)
    with pytest.raises(Exception, match="line is not seen"):
        GAME.start_from(floor().show(line=None).table, 2)


def test_the_pad_offers_only_words_that_can_be_said(floor: Make) -> None:
    """Every button of the pad is a declaration in normal form."""
    text = position_text(floor(3, danger="ask").position)
    answers = [said for question in GAME.declarations(text) for _, said in question.answers]
    assert {"gear=3", "laid", "done", "danger=yes"} <= set(answers)
    assert all(GAME.check_declaration(text, said) == said for said in answers)


def test_what_now_names_gears_and_ends(floor: Make) -> None:
    """The page's words: who drives, in which gears, where a turn can end, and the standings."""
    now = GAME.what_now(position_text(floor(1).position))
    assert now.player == "red"
    assert "gear 0, 1 or 2" in now.sentence
    assert "80:0:0" in now.ends
    assert [row["car"] for row in now.standings] == ["R", "G"]
