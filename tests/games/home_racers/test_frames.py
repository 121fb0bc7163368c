"""The whole way through pictures: laid, drawn from the printed sheets, seen by the eye, read again and judged."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
import read_home_floors as tool

from markers import kits
from markers.kit import PlacedPiece
from referee.assemble import Referee
from referee.commands import Close, Declare
from referee.games.base import Reading
from referee.games.home_racers.game import HomeRacers
from referee.record.memory import MemoryStore
from referee.simulator.look import look
from referee.simulator.pip_dice import flat_die, lay_dice, leaning
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.scene import DieSeen, Frame, Image
from referee.vision.settle import Settler
from tests.by_lot import lot, so_many

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "sample_images" / "home-racers"
GAME = HomeRacers()
KIT = kits.manifest(GAME.name)


def picture(name: str) -> Image:
    """A recorded picture."""
    return np.asarray(cv2.imread(str(SAMPLES / name)), dtype=np.uint8)


def read_sample(name: str, expected: str | None = None) -> Reading:
    """What a recorded picture shows."""
    return GAME.read(Eye(KIT).look(Frame(picture(name), 0, name, 0), still=True), KIT, expected)


@pytest.mark.by_lot
@pytest.mark.long
def test_random_floors_are_read_as_they_lie() -> None:
    """Cars on their tiles, paths, special tiles, dice in the tray and on the gear areas come back from pictures."""
    floors = list(tool.read_floors(so_many(1, 4), (1920, 1080), lot(4), 4))
    assert [floor.found for floor in floors] == [()] * so_many(1, 4)


def test_the_tool_counts_a_wrong_die_beside_one_that_is_not_read() -> None:
    """A die with another number or colour than lies there, and one where none lies, are wrong; unread ones are not."""
    laid = [PlacedPiece("die:R1", "3", 10.0, 0.0, 16.3, 0.0), PlacedPiece("car:R", "roof", 60.0, 0.0, 32.0, 0.0)]
    board = (100.0, 0.0, 90.0)  # the table's (0, 90) lies at the floor's (10, 0)
    seen = {
        "right": DieSeen("red", 3, 0.0, 90.0, 0.0, 1.0),
        "unread": DieSeen("", None, 0.0, 90.0, 0.0, 0.0, "it leans against something"),
        "number": DieSeen("red", 4, 0.0, 90.0, 0.0, 1.0),
        "colour": DieSeen("blue", 3, 0.0, 90.0, 0.0, 1.0),
        "nothing there": DieSeen("red", 3, 0.0, 40.0, 0.0, 1.0),
    }
    wrong = {
        name: [difference.unseen for difference in tool.wrong_dice(laid, [die], board, KIT)]
        for name, die in seen.items()
    }
    assert wrong == {"right": [], "unread": [], "number": [False], "colour": [False], "nothing there": [False]}


def test_the_tool_counts_a_tile_off_by_more_than_is_promised_as_wrong() -> None:
    """6 mm off its place a tile is wrong, and told as unsure where the eye says that it may be 8 mm off."""
    true, seen = (GAME.observe(f"home-racers line=0:150:0:-150 tiles={x_mm}:0:0") for x_mm in (400, 406))
    for promised_mm, unseen in ((0.0, False), (5.5, False), (8.0, True)):
        found = list(tool.differences(true, seen, frozenset(), promised_mm))
        assert {one.unseen for one in found} == {unseen}
    assert not list(tool.differences(true, true))


def test_the_still_shows_its_position() -> None:
    """The recorded picture is read as its answers say."""
    truth = json.loads((SAMPLES / "still-1.json").read_text(encoding="utf-8"))
    reading = read_sample("still-1.jpg", truth["position"])
    assert not reading.problems
    assert not list(tool.differences(GAME.observe(truth["visible"]), reading.observation))


def test_floors_that_cannot_be_raced_on_are_named() -> None:
    """A missing starting line and a tile that lies there twice are said in words."""
    assert "starting line is not seen" in " ".join(read_sample("broken-no-line.jpg").problems)
    scene = Eye(KIT).look(Frame(picture("broken-two-copies.jpg"), 0, "still", 0))
    assert "two copies" in " ".join(scene.problems)


@pytest.mark.parametrize("name", ["turn-legal", "turn-faulty"])
@pytest.mark.few(1)
def test_the_recorded_turns_are_judged_right(name: str) -> None:
    """A turn recorded stop by stop, with what was said, gets the verdict it deserves."""
    answers = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    referee = Referee(GAME, KIT, MemoryStore({"game": GAME.name}))
    referee.start_by_itself(4, answers["start"])
    for number, shot in enumerate(answers["pictures"]):
        referee.look(Frame(picture(shot), number * 10**9, name, number), still=True)
        if number == 0:
            for text in answers["turn"]["declared"]:
                referee.command(Declare(text))
    referee.command(Close())
    verdict = next(entry.data for entry in reversed(referee.match.entries) if entry.kind == "verdict")
    assert verdict["status"] == answers["turn"]["verdict"]
    assert [fault["rule"] for fault in verdict["violations"]] == [
        rule for rule in (answers["turn"]["truth"],) if rule != "legal"
    ]


def test_a_hand_over_the_recorded_turn_is_told_and_moves_nothing() -> None:
    """Under a hand pieces are unseen, every other one is where it lies, and nothing settles."""
    name = "turn-legal"
    answers = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    truth = json.loads((SAMPLES / f"{name}-1-hand.json").read_text(encoding="utf-8"))
    eye, settler = Eye(KIT), Settler(2)
    for number in range(3):
        eye.look(Frame(picture(f"{name}-1.jpg"), number * 10**8, name, number))
    scenes = [eye.look(Frame(picture(f"{name}-1-hand.jpg"), n * 10**8, name, n)) for n in range(3, 7)]
    assert scenes[0].quality.hand
    assert scenes[0].covered
    assert settler.feed(scenes[0]) is None
    seen = {one.piece for one in scenes[0].sightings if one.confidence >= 0.5}
    assert len(seen) < len(truth["pieces"])
    reading = GAME.read(scenes[0], KIT, answers["start"])
    without = GAME.read(eye.look(Frame(picture(f"{name}-1.jpg"), 10**9, name, 10)), KIT, answers["start"])
    places = {one.piece: one for one in without.pieces}
    for one in reading.pieces:
        if one.confidence >= 0.5 and one.piece in places:
            assert math.dist((one.x_mm, one.y_mm), (places[one.piece].x_mm, places[one.piece].y_mm)) < 5.0, one.piece


@pytest.mark.long
def test_a_leaning_die_in_the_tray_is_said_so_and_no_throw_is_read() -> None:
    """One die flat, one on its edge: a problem in words, and the tray stays as it was."""
    answers = json.loads((SAMPLES / "turn-legal.json").read_text(encoding="utf-8"))
    start = answers["start"]
    pieces = tuple(p for p in GAME.layout(start, KIT) if not p.piece.startswith("die:"))
    renderer = Renderer(KIT, kits.pdf(GAME.name), race_camera(pieces, (1920, 1080), 5, KIT), look("living-room"))
    tray = next(p for p in pieces if p.piece == "tray")
    table = renderer._laid(pieces).copy()
    flat = flat_die("red", 5, (tray.x_mm - 20.0, tray.y_mm), 20.0)
    cocked = leaning(flat_die("red", 3, (tray.x_mm + 20.0, tray.y_mm), 20.0), 45.0, 70.0)
    lay_dice(renderer.view, table, [flat, cocked], renderer.look)
    shot = renderer._sensor.take(table, np.random.default_rng(1))
    scene = Eye(KIT).look(Frame(shot, 0, "tray", 0), still=True)
    assert sorted((die.colour, die.value) for die in scene.dice if die.value) == [("red", 5)]
    assert any("cannot be read" in text for text in scene.problems)
    without = GAME.read(replace(scene, dice=()), KIT, start)
    assert without.observation is not None
    assert without.observation.tray == GAME.observe(start).tray
