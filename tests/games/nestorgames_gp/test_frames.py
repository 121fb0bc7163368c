"""The whole way through pictures: laid, drawn from the printed sheets, seen by the eye, read again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
import read_gp_tables as tool

from markers import kits
from referee.games.base import Reading
from referee.games.nestorgames_gp.game import NestorgamesGP
from referee.vision.eye import Eye
from referee.vision.scene import Frame
from tests.by_lot import lot, so_many

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "sample_images" / "nestorgames-gp"
GAME = NestorgamesGP()
KIT = kits.manifest(GAME.name)


@pytest.mark.by_lot
@pytest.mark.long
def test_random_tables_are_read_as_they_lie() -> None:
    """Piled up cars, items, boxes and thrown dice of random tables come back from pictures, nothing is made up."""
    tables = list(tool.read_tables(so_many(1, 4), (1280, 720), lot(192)))
    assert [table.found for table in tables] == [()] * so_many(1, 4)


def read_sample(name: str, expected: str | None) -> Reading:
    """What a recorded picture shows."""
    image = np.asarray(cv2.imread(str(SAMPLES / f"{name}.jpg")), dtype=np.uint8)
    return GAME.read(Eye(KIT).look(Frame(image, 0, name, 0), still=True), KIT, expected)


@pytest.mark.parametrize("name", ["still-1", "still-2", "still-3"])
@pytest.mark.few(1)
def test_the_stills_show_their_positions(name: str) -> None:
    """Each recorded picture, one of each board, is read as its answers say; the board itself tells which one it is."""
    truth = json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))
    reading = read_sample(name, truth["position"])
    assert reading.problems == ()
    assert not list(tool.differences(GAME.observe(truth["visible"]), reading.observation))
    unasked = read_sample(name, None).observation
    assert (unasked.board, dict(unasked.cars)) == (reading.observation.board, dict(reading.observation.cars))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("broken-apart", "sheet 3 of the board lies 11 mm out of joint"),
        ("broken-sheet", "sheet 3 of the board is not seen"),
        ("broken-other-board", "sheets of the board 'crossover' lie among those of 'harbour'"),
    ],
)
def test_badly_laid_boards_are_named(name: str, words: str) -> None:
    """A sheet out of joint, a missing one and one of another board are said so."""
    assert words in " ".join(read_sample(name, None).problems)


@pytest.mark.long  # that of Royal Racers is in the suite (tests/chain/test_film.py)
def test_the_recorded_race_is_refereed_to_its_answers() -> None:
    """`referee watch` on the film names the drivers, calls the legal turn legal and the fault by its rule."""
    truth = json.loads((SAMPLES / "race.json").read_text(encoding="utf-8"))
    command = [sys.executable, "-m", "referee", "watch", "--game", GAME.name, "--source", str(SAMPLES / "race.mp4")]
    command += ["--said", str(SAMPLES / "race.said.json"), "--position", truth["start"], "--headless", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False)
    verdicts = [json.loads(line) for line in done.stdout.splitlines()]
    told = [(v["player"], v["status"], [one["rule"] for one in v["violations"]]) for v in verdicts]
    played = [(t["player"], t["verdict"], [] if t["truth"] == "legal" else [t["truth"]]) for t in truth["turns"]]
    assert told == played, done.stderr
    assert any(status == "ILLEGAL" for _, status, _ in played)
