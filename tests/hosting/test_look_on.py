"""What the camera shows before there is a race: printed codes, other kits, a turned focus."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import segno

from calibration.camera_model import guess
from markers import kits
from markers.label import KitLabel
from referee.hosting.look_on import LookOn
from referee.vision.plane import OTHER_LENS
from referee.vision.scene import Frame, Scene, SceneQuality
from referee.words.catalogue import told

SAMPLES = Path(__file__).parents[2] / "sample_images"


def wall_with_a_code(kit: str) -> Any:
    """A grey picture with the code of a printed sheet in it."""
    image = np.full((480, 640, 3), 120, np.uint8)
    matrix = np.array([list(row) for row in segno.make(KitLabel(kit, "1", "a4").text, micro=False).matrix], np.uint8)
    code = np.pad((1 - matrix) * 255, 4, constant_values=255).repeat(5, 0).repeat(5, 1)
    image[40 : 40 + code.shape[0], 60 : 60 + code.shape[1]] = code[..., None]
    return image


def test_a_printed_code_names_the_game() -> None:
    """A sheet held into the picture says which game it belongs to; without one nothing is said."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("racepack"), None)
    looking.attend("camera")
    looking.look(Frame(wall_with_a_code("home-racers"), 0, "test", 0))
    assert looking.state().sheet == "home-racers"
    looking.look(Frame(np.full((480, 640, 3), 120, np.uint8), 3_000_000_000, "test", 1))
    assert looking.state().sheet == ""


def test_a_lens_whose_focus_was_turned_is_doubted_at_the_picture_check() -> None:
    """What the printed pieces say against the kept lens is told before the race, and only once it is so."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("racepack"), replace(guess(640, 360), origin="measured"))
    looking.attend("picture")
    notes: tuple[str, ...] = ()

    class ToldEye:
        markers, plane, looked_at, print_is_known = (), None, None, False

        def look(self, frame: Frame) -> Scene:
            return Scene(frame.time_ns, (), (), (), (), SceneQuality(1.0, False, notes))

    looking._eye = ToldEye()  # type: ignore[assignment]
    grey = np.full((360, 640, 3), 120, np.uint8)
    looking.look(Frame(grey, 0, "test", 0))
    assert looking.state().doubt == ""
    notes = ("the camera was bumped; found again", told(OTHER_LENS))
    looking.look(Frame(grey, 10**9, "test", 1))
    assert looking.state().doubt == told(OTHER_LENS)


def test_another_games_kit_is_named_by_the_picture_check() -> None:
    """A picture full of another kit's markers is not said to have none: the eye's own sentence stands there."""
    looking = LookOn(lambda: None)
    looking.see(kits.manifest("nestorgames-gp"), None)
    looking.attend("picture")
    image: Any = cv2.imread(str(SAMPLES / "racepack-still-1.jpg"))
    for number in range(3):
        looking.look(Frame(image, number * 10**9, "test", number))
        check = looking.state().checks[0]
        assert (check.name, check.state, check.why) == ("markers", "bad", "told")
        assert "pieces of the racepack kit, not of nestorgames-gp" in check.value


def test_a_still_that_came_before_its_step_is_checked() -> None:
    """A still is one picture: it is judged too when people open the picture check only after it was shown."""
    look = LookOn(lambda: None)
    look.see(kits.manifest("racepack"), None)
    look.attend("camera")
    look.look(Frame(np.full((360, 640, 3), 20, np.uint8), 0, "still", 0))
    assert look.state().checks == ()
    look.attend("picture")
    assert {check.name: check.why for check in look.state().checks}["light"] == "dark"
