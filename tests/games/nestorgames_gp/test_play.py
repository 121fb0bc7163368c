"""Legal turns counted twice, the book's examples, qualifying, races to the end, scores."""

from __future__ import annotations

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markers.nestorgames_gp.boards import shipped_board
from referee.errors import IllegalAction
from referee.games.nestorgames_gp import book
from referee.games.nestorgames_gp.actions import Turn, parse_turn, points, turn_text
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.law import faults_of, resolve
from referee.games.nestorgames_gp.scores import (
    champions,
    on_the_grid,
    qualify,
    qualifying_value,
    race_scores,
    team_scores,
    winning_team,
)
from referee.games.nestorgames_gp.start import by_dice, over, waiting
from referee.games.nestorgames_gp.state import (
    CARS,
    Box,
    Championship,
    Position,
    SafetyCar,
    Stand,
    Switches,
    parse_position,
    position_text,
)
from referee.games.nestorgames_gp.words import WORDS
from referee.mind.legal import legal_turns, perft

Write = Callable[..., str]
BOOK: Any = book
GAME = NestorgamesGP()


def apply(position: Position, turn: Turn) -> Position:
    """The position after a turn that breaks no rule."""
    assert faults_of(position, turn) == ()
    return resolve(position, turn).after


def played_on(position: Position, dice: random.Random) -> Position:
    """The position after a random legal turn."""
    return parse_position(GAME.play(position_text(position), dice, None).after)


def counted_apart(name: str, space: str, dice: int, lost: int, closed_gate: bool, used: bool) -> int:
    """Turns of one car without items, counted straight from the board file: fix, bust, and the ways of each sum."""
    data = json.loads(shipped_board(name))
    track = data["track"]
    after: dict[tuple[str, str], str] = {
        (a, b): c for a, b, c in zip(track, track[1:] + track[:1], track[2:] + track[:2], strict=True)
    }
    first: dict[str, str] = dict(zip(track, track[1:] + track[:1], strict=True))

    def ends(before: str, here: str, left: int, cut: bool) -> int:
        if left == 0:
            return 1
        ahead: str = after.get((before, here), first[here])
        total = ends(here, ahead, left - 1, cut)
        for kind in ("shortcut", "gate"):
            way = data.get(kind)
            shut = (closed_gate and kind == "gate") or (kind == "shortcut" and (used or cut))
            if way and way["from"] == here and not shut:
                total += ends(here, way["to"], left - 1, cut or kind == "shortcut")
        return total

    rolls = {sum(roll) for count in range(1, dice + 1) for roll in itertools.combinations(range(1, 7), count)}
    return (1 if lost else 0) + (1 if dice > 1 else 0) + sum(ends("", space, steps, False) for steps in rolls)


@pytest.mark.parametrize(
    ("board", "space", "lost", "gate", "used", "pinned"),
    [
        ("harbour", "s26", 0, "", False, 27),
        ("harbour", "s6", 0, "", False, 41),
        ("harbour", "s6", 4, "", False, 22),
        ("harbour", "s6", 0, "", True, 22),
        ("crossover", "s9", 0, "", False, 22),
        ("lockgate", "s6", 0, "closed", False, 25),
        ("lockgate", "s6", 2, "open", False, 42),
    ],
)
def test_turns_are_counted_twice(
    board: str, space: str, lost: int, gate: str, used: bool, pinned: int, position: Write
) -> None:
    """The number of legal turns is pinned and equals a count made straight from the board file, by the sums."""
    cars = f"R:{space},B:{'s33' if board != 'crossover' else 's34'},G:s2"
    text = position(board=board, cars=cars, gate=gate, box=f"R:3/{lost}{'/c' if used else ''},B:3/0,G:3/0")
    found = len(list(legal_turns(BOOK, book.begin(parse_position(text)))))
    assert found == pinned
    assert found == counted_apart(board, space, 6 - lost, lost, gate == "closed", used)


def test_two_turns_deep(position: Write) -> None:
    """The number of legal sequences of two turns is pinned, with two dice each, and with a belly-up car between."""
    assert perft(BOOK, book.begin(parse_position(position(box="R:3/4,B:3/4,G:3/4"))), 2) == 18 * 13
    assert (
        perft(BOOK, book.begin(parse_position(position(box="R:3/5,B:3/5,G:3/5", cars="R:s2,B:s15!,G:s20"))), 3)
        == 7 * 1 * 7
    )


def test_the_examples_of_the_book(position: Write) -> None:
    """2, 6, 1 and 3 move a car 12 spaces and 18 with the turbo boost; six different dice with it make 27."""
    assert points((2, 6, 1, 3)) == 12
    assert points((2, 6, 1, 3), turbo=True) == 18
    assert points((1, 2, 3, 4, 5, 6), turbo=True) == 27
    (wrong,) = faults_of(parse_position(position()), parse_turn("R roll=5+5 move=10"))
    assert "repeat" in WORDS.say(wrong)


def test_a_chain_of_bumps_ends_in_a_corner(position: Write) -> None:
    """A bumped car bumps the next one; the last is pushed into a corner and crashes with the car that is there."""
    table = parse_position(position(cars="R:s1,B:s3,G:s4,Y:s5", box="R:3/0,B:3/0,G:3/0,Y:3/0", seats="RBGY"))
    after = apply(table, parse_turn("R roll=2 move=2"))
    shape = after.shape
    assert [shape.ids[stand.node] for _, stand in after.cars if stand.node is not None] == ["s3", "s4", "s5", "s5"]
    assert [stand.up for _, stand in after.cars] == [True, True, False, False]
    assert [box.dice for _, box in after.boxes] == [0, 0, 1, 1]


def test_a_pushed_car_takes_its_disc_if_agreed(position: Write) -> None:
    """A pushed car that crosses the line takes a disc, unless the switch says otherwise."""
    on = parse_position(position(board="crossover", cars="R:s34,B:s35,G:s20"))
    assert apply(on, parse_turn("R roll=1 move=1")).box("B").discs == 3
    line = json.loads(shipped_board("harbour")) | {"name": "square"}
    line["spaces"] = [{**space, "corner": space["id"] not in ("s33", "s34", "s1")} for space in line["spaces"]]
    for yes, discs in (("yes", 2), ("no", 3)):
        text = position(board=json.dumps(line, separators=(",", ":")).replace("Harbour Ring", "Ring"),
                        cars="R:s33,B:s34,G:s20", switches=f"pushed-laps:{yes}")  # fmt: skip
        assert apply(parse_position(text), parse_turn("R roll=1 move=1")).box("B").discs == discs


def test_pushed_cars_and_items_by_agreement(position: Write) -> None:
    """A car pushed onto an active bomb is safe, unless the switch says that pushed cars set items off."""
    for told, up in (("pushed-items:no", True), ("pushed-items:yes", False)):
        text = position(cars="R:s2,B:s3,G:s20", items="s4:bomb!", switches=f"items:tray,{told}")
        assert apply(parse_position(text), parse_turn("R roll=1 move=1")).stand("B").up is up


def test_the_safety_car_stays_three_rounds(position: Write) -> None:
    """It leaves when the turn has come back three times to where it was deployed; an accident starts it anew."""
    table = parse_position(position(switches="safety:yes", safety="G:3", turn="R"))
    rounds = []
    for turn in ("R", "B", "G") * 3:
        table = apply(table, Turn(turn, "bust", roll=(1, 1)) if table.leading != (turn,) else _crawl(table))
        rounds.append(table.safety.rounds if table.safety else 0)
    assert rounds == [3, 2, 2, 2, 1, 1, 1, 0, 0]
    anew = parse_position(position(switches="safety:yes", safety="G:1", cars="R:s5"))
    assert apply(replace(anew, seats=("R", "B", "G")), parse_turn("R roll=1+1 bust")).safety == SafetyCar("R")


def _crawl(table: Position) -> Turn:
    return Turn(table.turn, "move", roll=(1,), steps=1)


def test_qualifying_and_ties() -> None:
    """The best roll has the pole, the others follow as they sit; the best tied roll again among themselves only."""
    assert qualifying_value((6, 5, 6)) == 0
    table = by_dice(waiting("harbour", ("R", "B", "G", "Y"), Switches()), random.Random(0))
    table = replace(table, turn="R")
    for car, roll in zip("RBGY", ((6,), (6, 4), (3, 3), (4, 6)), strict=True):
        assert table.turn == car
        table = qualify(table, car, roll)
    assert (table.qualifying, table.duel, table.turn) == (True, ("B", "Y"), "B")
    table = qualify(qualify(table, "B", (1,)), "Y", (2,))
    assert (table.qualifying, table.seats, table.turn) == (False, ("Y", "R", "B", "G"), "Y")
    assert [table.shape.ids[stand.node or 0] for _, stand in table.cars] == ["p1", "p2", "p3", "p4"]


def _ended(position: Write, **more: object) -> Position:
    text = position(turn="", finished="RB", cars="R:off,B:off,G:s20", box="R:0/0,B:0/0,G:1/0")
    return replace(parse_position(text), **more)  # type: ignore[arg-type]


def test_scores_of_a_championship(position: Write) -> None:
    """n points for the winner, half a point for the fastest turn; at the target the highest score wins, then wins."""
    ended = _ended(position, switches=Switches(fastest=True), record=("G", 15))
    assert race_scores(ended) == {"R": 3.0, "B": 2.0, "G": 1.5}
    assert champions(replace(ended, championship=Championship(9, (("R", 5.0),)))) == ()
    assert champions(replace(ended, championship=Championship(9, (("R", 6.0),)))) == ("R",)
    level = Championship(9, (("R", 6.0), ("B", 7.0)), (("B", 2),))
    assert champions(replace(ended, championship=level)) == ("B",)
    tie = Championship(9, (("R", 6.0), ("B", 7.0)), (("B", 1),))
    assert champions(replace(ended, championship=tie)) == ("R", "B")
    assert "tie-breaker" in (over(replace(ended, championship=tie)) or "")


def test_scores_of_teams(position: Write) -> None:
    """Team scores are added; level teams are parted by the best car."""
    text = position(turn="", finished="RBG", cars="R:off,B:off,G:off,Y:s20", seats="RBGY", started="RBGY",
                    box="R:0/0,B:0/0,G:0/0,Y:1/0", teams="BG+RY")  # fmt: skip
    ended = parse_position(text)
    assert team_scores(ended) == {"BG": 5.0, "RY": 5.0}
    assert winning_team(ended) == "RY"
    assert "red and yellow" in (over(ended) or "")


@settings(max_examples=12, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    board=st.sampled_from(["harbour", "crossover", "lockgate"]),
    items=st.sampled_from(["none", "tray", "board"]),
    cars=st.integers(2, 8),
    wet=st.booleans(),
)
def test_pieces_are_conserved(seed: int, board: str, items: str, cars: int, wet: bool) -> None:
    """Through random races no item, disc or die appears or vanishes, and only corners hold several cars."""
    dice = random.Random(seed)
    switches = Switches(items=items, wet=wet, safety=True, fastest=True, laps=1)
    table = by_dice(waiting(board, CARS[:cars], switches), dice)
    for _ in range(60):
        if not table.turn:
            break
        table = played_on(table, dice)
        assert all(count >= 0 for count in table.stock.values())
        assert all(0 <= box.dice <= 6 and 0 <= box.discs <= 1 for _, box in table.boxes)
        assert all((box.discs == 0) == (car in table.finished) for car, box in table.boxes)
        spaces = Counter(stand.node for _, stand in table.cars if stand.node is not None)
        assert all(count == 1 or table.shape.corner[node] for node, count in spaces.items())


def test_turn_notation_reads_back(position: Write) -> None:
    """Every legal turn of a position with items reads back from its text."""
    table = parse_position(position(switches="items:tray", held="R:bomb+rocket+turbo+wrench", box="R:3/2,B:3/0,G:3/0"))
    for turn in legal_turns(BOOK, book.begin(table)):
        assert turn_text(parse_turn(turn.text)) == turn.text


def test_a_race_is_run_to_its_end() -> None:
    """Random play ends with an outcome, and then no turn is left."""
    dice = random.Random(4)
    table = by_dice(waiting("lockgate", ("R", "B"), Switches(items="tray", laps=1)), dice)
    while table.turn:
        table = played_on(table, dice)
    assert (over(table) or "").startswith("The race is over")
    assert list(legal_turns(BOOK, book.begin(table))) == []
    with pytest.raises(IllegalAction):
        played_on(table, dice)


def test_the_grid_lays_the_tray_before_the_leader() -> None:
    """Before the race the tray lies on the space in front of the car on the pole."""
    table = by_dice(waiting("harbour", ("R", "B"), Switches(items="tray")), random.Random(1))
    placed = on_the_grid(table, "B", "oil")
    assert placed.tray is not None
    assert (placed.tray.space, placed.tray.item, placed.stock["oil"]) == ("s33", "oil", 3)
    assert placed.stand("B") == Stand(placed.shape.pole)
    assert placed.box("R") == Box(3)
