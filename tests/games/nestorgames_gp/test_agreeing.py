"""What is agreed on before a race, what the table itself says of it, and the next race of a championship."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from referee.errors import NotationError
from referee.games.base import Status
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.state import Championship, Position, Switches, parse_position
from referee.judge import judge

Write = Callable[..., str]
GAME = NestorgamesGP()
BAYS = {"cars": "R:p1,B:p2,G:p3", "started": ""}


def begun(look: str, **agreed: str) -> Position:
    """The start that a look at the table gives, with what was agreed on (`pushed_laps="no"`)."""
    said = {name.replace("_", "-"): value for name, value in agreed.items()}
    return parse_position(GAME.start_from(GAME.observe(look), 3, said))


def test_the_edition_is_in_the_header() -> None:
    """The later edition has no tray: its special items all lie on the board, unless agreed otherwise."""
    for agreed, items in (({"edition": "open"}, "board"), ({"edition": "open", "items": "none"}, "none")):
        start = parse_position(GAME.start(3, Random(1), agreed))
        assert (start.switches.edition, start.switches.items, start.tray) == ("open", items, None)
    assert parse_position(GAME.start(3, Random(1))).switches.edition == "tray"


def test_the_table_says_what_nobody_said(position: Write) -> None:
    """Discs say how many laps, the tray and the items how they are played with, oil that the race is wet."""
    look = position(**BAYS, box="R:5/0,B:5/0,G:5/0", tray="s33:oil")
    assert begun(look).switches == Switches(items="tray", laps=5)
    wet = position(**BAYS, items="s12:oil,s21:oil,s28:oil,s4:oil")
    assert begun(wet).switches == Switches(wet=True)
    everything = position(**BAYS, items="s3:rocket,s4:oil")
    assert begun(everything).switches == Switches(items="board")


def test_what_was_agreed_on_stands_in_the_start(position: Write) -> None:
    """Switches that no camera can see come from the options; the teams and the championship too."""
    found = begun(
        position(**BAYS), safety="yes", fastest="yes", pushed_laps="no", pushed_items="yes", championship="yes"
    )
    assert found.switches == Switches(safety=True, fastest=True, pushed_laps=False, pushed_items=True)
    assert found.championship == Championship(9)


def test_what_was_agreed_on_and_the_table_must_go_together(position: Write) -> None:
    """More discs than laps, a tray in the open edition, teams of an odd number: each is said."""
    for agreed, words in (
        ({"laps": "2"}, "more discs"),
        ({"edition": "open", "items": "tray"}, "no tray"),
        ({"wet": "yes"}, "wet race"),
        ({"teams": "neighbours"}, "even number"),
    ):
        with pytest.raises(NotationError, match=words):
            begun(position(**BAYS), **agreed)


def _over(position: Write, **more: object) -> str:
    text = position(turn="", finished="RB", cars="R:off,B:off,G:s20", box="R:0/0,B:0/0,G:1/0", championship="9,R:2,B:3")
    table = replace(parse_position(text), **more)  # type: ignore[arg-type]
    return GAME.parts.position_text(table)


def test_the_next_race_of_a_championship(position: Write) -> None:
    """Scores and wins are carried over, everything else begins anew; the last race has none after it."""
    following = GAME.next_race(_over(position), Random(1))
    assert following is not None
    first = parse_position(following)
    assert first.championship == Championship(9, (("B", 5.0), ("G", 1.0), ("R", 5.0)), (("R", 1),))
    assert first.qualifying
    assert {box.discs for _, box in first.boxes} == {3}
    decided = Championship(9, (("R", 7.0),))
    assert GAME.next_race(_over(position, championship=decided), Random(1)) is None
    assert GAME.next_race(position(championship="9"), Random(1)) is None


def test_the_standings_of_a_championship(position: Write) -> None:
    """A race that is on does not count yet, one that is over does; level scores are parted by wins."""
    assert GAME.season(position()) is None
    going = GAME.season(position(championship="9,R:5,B:5,G:1", wins="B:1,R:0"))
    assert going is not None
    assert [(row.place, row.player, row.score) for row in going.rows] == [
        ("1", "blue", 5), ("2", "red", 5), ("3", "green", 1),
    ]  # fmt: skip
    assert (going.race, going.races, going.goes_on, going.target) == (2, 0, False, 9)
    over = GAME.season(_over(position))
    assert over is not None
    assert [(row.player, row.score, row.won) for row in over.rows] == [
        ("red", 5, 1), ("blue", 5, 0), ("green", 1, 0),
    ]  # fmt: skip
    assert over.goes_on
    decided = GAME.season(_over(position, championship=Championship(5)))
    assert decided is not None
    assert decided.goes_on == (GAME.next_race(_over(position, championship=Championship(5)), Random(1)) is not None)


def test_the_next_race_as_the_table_shows_it(position: Write) -> None:
    """The cars stand in the bays again: the start has the old scores; other cars are refused."""
    found = parse_position(GAME.next_from(_over(position), GAME.observe(position(**BAYS))))
    assert found.championship == Championship(9, (("B", 5.0), ("G", 1.0), ("R", 5.0)), (("R", 1),))
    assert found.seats == ("R", "B", "G")
    others = position(cars="R:p1,B:p2,Y:p3", box="R:3/0,B:3/0,Y:3/0", seats="RBY", started="")
    with pytest.raises(NotationError, match="same cars"):
        GAME.next_from(_over(position), GAME.observe(others))
    with pytest.raises(NotationError, match="no next race"):
        GAME.next_from(position(), GAME.observe(position(**BAYS)))


def test_the_tray_of_a_wet_race_holds_no_fifth_oil() -> None:
    """All four oil spills lie on the board, so that the tray begins with another item."""
    for seed in range(12):
        start = GAME.start(4, Random(seed), {"wet": "yes", "items": "tray"})
        assert GAME.check_position(start) == ()
        assert ":oil" not in parse_position(start).shape.name + GAME.visible(start).split("tray=")[1].split()[0]


def test_cars_on_the_road_while_the_grid_is_rolled_for_are_no_fault(position: Write) -> None:
    """The rest of qualifying and the first turns were missed together: asked, never a fault."""
    before = position(qualifying="B:0,G:11", duel="R", cars="R:off,B:off,G:off", started="")
    look = GAME.observe(position(cars="R:p2,B:p3,G:s33", started=""))
    assert judge(GAME, before, [look], (), closed=True).status is Status.UNDECIDED


def test_a_race_of_more_laps_than_a_set_has_discs() -> None:
    """Of eight laps only three discs lie in a box: no fault, and the count goes on."""
    dice = Random(4)
    position = GAME.start(3, dice, {"laps": "8"})
    for _ in range(6):
        played = GAME.play(position, dice, None)
        looks = [GAME.observe(text.replace(":8/", ":3/")) for text in (GAME.visible(position), *played.stops)]
        assert ":8/" in played.after
        found = judge(GAME, position, looks, played.declared, closed=True)
        assert found.status is not Status.ILLEGAL
        position = played.after
