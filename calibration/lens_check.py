"""Whether a calibration still suits what the camera shows: another camera, focus or zoom bends the printed pieces.

The plane is fitted once more with the lens let free. A lens that suits leaves as little over as the free one and has
its focal length; one that does not leaves clearly more over, or is another one by more than the fit's own doubt. From
straight above the focal length cannot be told from the height, and then nothing is said about it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from calibration.camera_model import CameraModel
from calibration.fit_plane import PlaneFit, SeenItem, fit_plane

FEWEST_ITEMS = 6
WORSE = 1.3
LEAST_MM = 0.05
"""Less than this left over harms no reading, whatever the lens."""
SURE_DOUBT = 0.03
OTHER_FOCAL = 0.04


def suits(items: Sequence[SeenItem], fit: PlaneFit, camera: CameraModel) -> bool:
    """Whether this calibrated lens, by which these items gave this fit, is that of the camera; True when unsure."""
    if camera.guessed or len(items) < FEWEST_ITEMS:
        return True
    free = fit_plane(items, replace(camera, origin=""), fit.plane)
    if fit.error_mm > max(LEAST_MM, WORSE * free.error_mm):
        return False
    change = abs(math.log(free.plane.camera.focal_px / camera.focal_px))
    return free.focal_doubt > SURE_DOUBT or change <= max(OTHER_FOCAL, 3.0 * free.focal_doubt)
