"""The eye says when its calibration is not that of the camera any more."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from calibration.camera_model import CameraModel
from referee.vision.eye import Eye
from referee.vision.plane import OTHER_LENS, OTHER_SIZE, PlaneEstimator
from referee.vision.quality import grey_of
from referee.words.catalogue import told


def notes(table: Any, lens: CameraModel) -> tuple[str, ...]:
    """What the eye says of a table seen with this calibration."""
    return Eye(table.manifest, lens).look(table.frame()).quality.notes


def test_a_calibration_that_suits_needs_no_words(table: Any) -> None:
    """The true lens at its own size."""
    assert {told(OTHER_LENS), told(OTHER_SIZE)}.isdisjoint(notes(table, table.lens))


def test_a_lens_that_was_turned_is_told(table: Any) -> None:
    """Other bending than that of the calibration."""
    turned = table.lens.with_lens(1.0, 0.05, "calibrated")
    assert told(OTHER_LENS) in notes(table, turned)


def test_another_size_is_told(table: Any) -> None:
    """A calibration made at 1920 x 1080 for pictures of 1280 x 720 is scaled, and said to be."""
    larger = replace(table.lens.for_size(1920, 1080), origin="calibrated")
    assert told(OTHER_SIZE) in notes(table, larger)
    assert told(OTHER_LENS) not in notes(table, larger)


def test_after_a_bump_the_calibration_is_asked_about_in_the_next_picture(table: Any) -> None:
    """Whoever pushed the camera may have turned its lens; the picture of the bump itself has no time for it."""
    image = table.frame()
    eye = Eye(table.manifest, table.lens)
    eye.look(image)
    plane_estimator = PlaneEstimator(eye.index)
    seen, grey = {marker.marker_id: marker for marker in eye.markers}, grey_of(image.image)
    turned = table.lens.with_lens(1.0, 0.05, "calibrated")
    assert plane_estimator.update(seen, table.lens, False, grey)
    assert plane_estimator.update(seen, turned, True, grey)
    assert not plane_estimator.lens_notes
    assert not plane_estimator.update(seen, turned, False, grey)
    assert told(OTHER_LENS) in plane_estimator.lens_notes
