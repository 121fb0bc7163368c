"""Board files: the shipped ones, one of a user's own, and what is wrong with a bad one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from referee.errors import NotationError
from referee.games.nestorgames_gp.board_file import board_from_json, board_named, board_text
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.games.nestorgames_gp.start import by_dice, waiting
from referee.games.nestorgames_gp.state import Switches, Tray, parse_position, position_text


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_board_can_be_raced_on(name: str) -> None:
    """Every shipped board is valid, has eight bays with boxes, corners and the oil of a wet race."""
    board = board_named(name)
    assert board.name == name
    assert len(board.bays) == 8
    assert len(board.wet) == 4
    assert any(board.corner)


def test_the_shipped_boards_have_every_feature() -> None:
    """Between them the boards have shortcut, loop, gate with switches and teleport."""
    boards = [board_named(name) for name in SHIPPED]
    kinds = {branch.kind for board in boards for branch in board.branches}
    assert kinds == {"shortcut", "gate"}
    assert any(board.loops for board in boards)
    assert any(board.teleport for board in boards)
    assert any(board.gate and len(board.gate.switches) == 2 for board in boards)


@pytest.mark.parametrize("name", SHIPPED)
def test_spaces_do_not_overlap(name: str) -> None:
    """No two spaces of a shipped board are nearer to each other than one space is wide, boxes lie clear of the road."""
    board = board_named(name)
    middles = list(board.middle.values())
    for index, (x0, y0) in enumerate(middles):
        for x1, y1 in middles[index + 1 :]:
            assert max(abs(x0 - x1), abs(y0 - y1)) >= board.pitch_mm - 0.1
        for bay in board.bays:
            wide, high = (board.box_size_mm[0] + board.pitch_mm) / 2, (board.box_size_mm[1] + board.pitch_mm) / 2
            assert abs(x0 - bay.box_mm[0]) >= wide - 0.1 or abs(y0 - bay.box_mm[1]) >= high - 0.1


def test_a_board_of_ones_own_travels_in_the_position() -> None:
    """A race on a board file that is not shipped carries the whole file in its position, and reads back."""
    data = json.loads(shipped_board("lockgate")) | {"name": "mine", "title": "My own board"}
    text = board_text(json.dumps(data))
    assert " " not in text
    dice = random.Random(3)
    position = by_dice(waiting(text, ("R", "B"), Switches(laps=1)), dice)
    while position.turn:
        after = parse_position(NestorgamesGP().play(position_text(position), dice, None).after)
        assert parse_position(position_text(after)) == after
        position = after
    assert position.shape.title == "My_own_board"


def test_a_shipped_board_written_out_is_named_again() -> None:
    """A file equal to a shipped board is called by its name."""
    assert board_text(shipped_board("harbour")) == "harbour"


def test_a_road_of_its_own_behind_the_gate() -> None:
    """A branch may run through spaces of its own before it joins the lap again."""
    data = json.loads(shipped_board("lockgate"))
    data["spaces"].append({"id": "g1", "at_mm": [0, 176]})
    data["gate"]["through"] = ["g1"]
    board = board_from_json(json.dumps(data))
    node = board.nodes_of["g1"][0]
    assert board.ids[board.following[node]] == "s17"
    assert board.progress[board.nodes_of["s9"][0]] < board.progress[node]


def _no_corner(data: dict[str, Any]) -> None:
    for space in data["spaces"]:
        space.pop("corner", None)


BAD: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("lacks 'track'", lambda data: data.pop("track")),
    ("unknown entry 'colour'", lambda data: data.update(colour="red")),
    ("space id", lambda data: data["track"].append("s 1")),
    ("not among its spaces", lambda data: data["track"].append("s99")),
    ("no corner", _no_corner),
    ("listed twice", lambda data: data["spaces"].append(data["spaces"][0])),
    ("instead of 2 to 8", lambda data: data["pit"]["bays"].clear()),
    ("leave and join", lambda data: data["shortcut"].update(to=data["shortcut"]["from"])),
    ("must be no corner", lambda data: data["teleport"].__setitem__(0, "s5")),
    ("two numbers in mm", lambda data: data["spaces"][0].update(at_mm=[1])),
    ("no road leads", lambda data: data["spaces"].append({"id": "lost", "at_mm": [0, 0]})),
    ("up to 32 letters", lambda data: data.update(name="my board")),
    ("no switch", lambda data: data["gate"].update(switches=[])),
    ("different spaces", lambda data: data["wet"].__setitem__(0, "s3")),
    ("at least 8 spaces", lambda data: data.update(track=data["track"][:5])),
    ("needs a number", lambda data: data.update(pitch_mm="wide")),
    ("'spaces'.*'s3' and 's4' lie on one spot", lambda data: data["spaces"][3].update(at_mm=[250.0, 100.0])),
    ("'spaces'.*'s1' and 'p1' lie on one spot", lambda data: data["pit"]["bays"][0].update(at_mm=[245.0, -7.5])),
    ("'spaces'.*'s5' lies off the board", lambda data: data["spaces"][4].update(at_mm=[270.0, 192.5])),
    ("'pit.bays'.*'p8' lies off the board", lambda data: data["pit"]["bays"][7].update(at_mm=[-1000.0, -107.5])),
    ("box of 'p1' lies off the board", lambda data: data["pit"]["bays"][0].update(box_mm=[243.0, -400.0])),
    ("boxes of 'p1' and 'p2' overlap", lambda data: data["pit"]["bays"][0].update(box_mm=[200.0, -176.5])),
    ("'pit.exit'.*'s3'.*behind the finish line", lambda data: data["pit"].update(exit="s3")),
    ("'shortcut'.*backward, from 's29' to 's24'", lambda data: data["shortcut"].update({"from": "s29", "to": "s24"})),
    ("'gate'.*backward, from 's17' to 's9'", lambda data: data["gate"].update({"from": "s17", "to": "s9"})),
    ("'size_mm'", lambda data: data.update(size_mm=[0, 437])),
    ("'pitch_mm'", lambda data: data.update(pitch_mm=-50)),
]


@pytest.mark.parametrize(("words", "spoil"), BAD)
def test_a_bad_board_file_is_refused_in_words(words: str, spoil: Callable[[dict[str, Any]], object]) -> None:
    """The error names the place in the file and what belongs there."""
    data = json.loads(shipped_board("lockgate"))
    spoil(data)
    with pytest.raises(NotationError, match=words):
        board_from_json(json.dumps(data))


def test_a_shortcut_may_go_on_over_the_line() -> None:
    """From the end of the lap to its beginning, when the file says that the line is crossed on it."""
    data = json.loads(shipped_board("lockgate"))
    data["shortcut"] = {"from": "s31", "to": "s4", "crosses_line": True}
    assert board_from_json(json.dumps(data)).branches[0].crosses_line


def test_what_is_no_json_is_refused() -> None:
    """Broken JSON is named with its line; a list is no board; an unknown name lists the boards."""
    with pytest.raises(NotationError, match="line 2"):
        board_from_json('{\n "name" }')
    with pytest.raises(NotationError, match="one JSON object"):
        board_from_json("[]")
    with pytest.raises(NotationError, match="harbour"):
        board_named("monza")


def test_a_tray_lies_on_a_space_of_the_board() -> None:
    """A position with its tray elsewhere is refused by the name of that space; beside the board it is all right."""
    text = "nestorgames-gp board=harbour cars=R:s2,B:s15 box=R:3/0,B:3/0 tray={} edition=tray seats=RB turn=R"
    assert parse_position(text.format("off")).tray == Tray("")
    with pytest.raises(NotationError, match="no space s36"):
        parse_position(text.format("s36:wrench"))
