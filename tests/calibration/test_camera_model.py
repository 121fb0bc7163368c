import json
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.camera_model import CameraModel, guess
from calibration.lens import bend, unbend
from referee.errors import CalibrationError
from referee.words.catalogue import in_language, told

small = st.floats(-0.15, 0.15)


def measured() -> CameraModel:
    """A calibrated camera."""
    matrix = np.array([[980.0, 0.0, 641.0], [0.0, 982.0, 355.0], [0.0, 0.0, 1.0]])
    return CameraModel(1280, 720, matrix, np.array([-0.15, 0.05, 0.001, -0.001, 0.0]), 0.1, 0.2, "calibrated")


@given(small, small, st.floats(-0.003, 0.003), st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_unbend_is_the_inverse_of_bend(k1: float, k2: float, p: float, x: float, y: float) -> None:
    """A ray bent by any usual lens comes back to where it was."""
    distortion = np.array([k1, k2, p, -p, 0.0])
    straight = np.array([[x, y]])
    assert np.allclose(unbend(bend(straight, distortion), distortion), straight, atol=1e-5)


def test_a_calibration_survives_its_file() -> None:
    """Text and back gives the same numbers, the unknown ones included."""
    for camera in (measured(), guess(640, 480)):
        again = CameraModel.from_json(camera.to_json())
        assert np.array_equal(again.matrix, camera.matrix)
        assert np.array_equal(again.distortion, camera.distortion)
        assert (again.width_px, again.height_px, again.origin) == (camera.width_px, camera.height_px, camera.origin)
        assert math.isnan(again.rms_px) == math.isnan(camera.rms_px)


def test_where_a_calibration_comes_from_is_said_in_every_language_after_years() -> None:
    """The file holds the English sentence and what it says; one of before holds the sentence alone."""
    note = told("lens-note", name="a desk cam", date="2026-01-02", version="5.0.0")
    camera = replace(measured(), origin=told("lens-origin", list=(told("lens-measured", n=9), note)))
    origin = CameraModel.from_json(camera.to_json()).origin
    assert origin == "calibrated on 9 views of the kit's board, with a desk cam on 2026-01-02, OpenCV 5.0.0"
    assert in_language(origin, "de") == (
        "vermessen aus 9 Ansichten des Musters, mit a desk cam am 2026-01-02, OpenCV 5.0.0"
    )
    old = json.dumps({key: one for key, one in json.loads(camera.to_json()).items() if key != "origin_fact"})
    assert CameraModel.from_json(old).origin == origin
    assert not CameraModel.from_json(old).guessed
    assert CameraModel.from_json(old.replace(str(origin), "guess: a lens 63 degrees wide")).guessed


@pytest.mark.parametrize("text", ["", "{}", "[1]", "not json", '{"format": "race-referee camera 1", "width_px": 3}'])
def test_a_damaged_file_is_refused_in_one_sentence(text: str) -> None:
    """A file that is no calibration says so and names the way out."""
    with pytest.raises(CalibrationError, match="referee calibrate"):
        CameraModel.from_json(text)


def test_nonsense_numbers_are_refused() -> None:
    """A focal length below zero makes no camera."""
    data = json.loads(measured().to_json())
    data["matrix"][0][0] = -5.0
    with pytest.raises(CalibrationError, match="no camera"):
        CameraModel.from_json(json.dumps(data))


def test_another_resolution_of_the_same_shape_is_scaled() -> None:
    """At half the size the same direction is seen at half the pixel, pixel centres counted from 0."""
    camera = measured()
    half = camera.for_size(640, 360)
    point = np.array([[900.0, 200.0]])
    assert np.allclose(half.rays((point + 0.5) / 2.0 - 0.5), camera.rays(point), atol=1e-9)


def test_a_calibration_for_another_resolution_is_refused() -> None:
    """A picture of another shape shows another part of the view, so the calibration cannot be used."""
    with pytest.raises(CalibrationError, match="calibration for another resolution"):
        measured().for_size(640, 480)


def test_another_camera_than_the_measured_one_is_told() -> None:
    """By its name, whatever number it has; without a name nothing is said."""
    measured = replace(guess(640, 480), device="camera 0 (Logitech C920)")
    assert measured.other_camera("camera 2 (Logitech C920)") == ""
    assert "made with Logitech C920, this is HD Webcam" in measured.other_camera("camera 0 (HD Webcam)")
    assert measured.other_camera("camera 0") == guess(640, 480).other_camera("camera 0 (HD Webcam)") == ""
    assert "http://cam.local" in measured.other_camera("http://cam.local/video")
    assert CameraModel.from_json(measured.to_json()).device == measured.device
