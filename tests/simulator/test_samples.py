"""The recorded inputs and their answers belong together."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from markers.kit import Manifest, PlacedPiece
from referee.games.racepack.table.laying import layout

SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
STILLS = sorted(path.stem for path in SAMPLES.glob("racepack-*.jpg"))


def answers(name: str) -> Any:
    """The answers of one sample."""
    return json.loads((SAMPLES / f"{name}.json").read_text(encoding="utf-8"))


def test_the_film_has_the_frames_it_claims() -> None:
    """Every turn has its own pictures in the film, none is left over."""
    truth = answers("racepack-race")
    film = cv2.VideoCapture(str(SAMPLES / "racepack-race.mp4"))
    count = 0
    while film.grab():
        count += 1
    film.release()
    assert count == truth["frames"]
    assert [turn["first_frame"] for turn in truth["turns"][1:]] == [t["last_frame"] + 1 for t in truth["turns"][:-1]]
    assert truth["turns"][-1]["last_frame"] == count - 1


def test_the_film_tells_a_whole_story() -> None:
    """Its turns follow each other from the start position, at least one breaks a rule, and words have times."""
    truth = answers("racepack-race")
    turns = truth["turns"]
    assert turns[0]["before"] == truth["start"]
    assert all(one["after"] == following["before"] for one, following in pairwise(turns))
    assert any(turn["verdict"] == "ILLEGAL" for turn in turns)
    assert all((turn["verdict"] == "LEGAL") == (turn["truth"] == "legal") for turn in turns)
    assert answers("racepack-race.said") == truth["said"]
    assert [word["time_s"] for word in truth["said"]] == sorted(word["time_s"] for word in truth["said"])


@pytest.mark.parametrize("name", STILLS)
def test_every_still_has_its_answers(name: str) -> None:
    """A still is as large as its camera says and its answers name every piece with its place."""
    truth, picture = answers(name), cv2.imread(str(SAMPLES / f"{name}.jpg"))
    assert picture is not None
    assert np.asarray(picture).shape[:2] == (truth["camera"]["height"], truth["camera"]["width"])
    assert len(truth["pieces"]) >= 24 + 4
    assert ("position" in truth) != ("wrong" in truth)


@pytest.mark.parametrize("name", [name for name in STILLS if "still" in name])
def test_pieces_of_a_still_lie_as_their_position_says(name: str, manifest: Manifest) -> None:
    """Each piece is within a sloppy hand's reach of where the position has it."""
    truth = answers(name)
    ideal = {placed.piece: placed for placed in layout(truth["position"], manifest)}
    placed = [PlacedPiece(**piece) for piece in truth["pieces"]]
    assert {piece.piece for piece in placed} == set(ideal)
    for piece in placed:
        assert abs(piece.x_mm - ideal[piece.piece].x_mm) <= 3.01
        assert abs(piece.y_mm - ideal[piece.piece].y_mm) <= 3.01
        assert (piece.side, piece.z_mm) == (ideal[piece.piece].side, ideal[piece.piece].z_mm)
