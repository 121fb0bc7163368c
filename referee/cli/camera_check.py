"""How one camera does, in words: what `referee doctor --look` says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING

from referee.errors import SourceError
from referee.vision.quality import grey_of, light_notes, sharpness

if TYPE_CHECKING:
    from referee.devices.camera import CaptureGrabber
    from referee.devices.cameras import CameraName
    from referee.devices.live import LiveSource
    from referee.vision.scene import Frame

PICTURES = 90
PATIENCE_S = 5.0
SLOW_RATE = 12.0
SMALL_PX = 1280
STEADY_WORDS = {
    "free": "exposure, focus and white balance not held yet (the light is uneven, too weak or too strong)",
    "held": "exposure, focus and white balance held",
    "refused": "exposure cannot be held by this camera",
}
"""By the state of `referee.devices.steady.Steadier`."""


def look_through(
    camera: CameraName, opener: Callable[[CameraName], CaptureGrabber] | None = None
) -> tuple[str, tuple[str, ...]]:
    """What the camera gives, in words, and what to do about it; a camera that fails says so."""
    from referee.devices.camera import open_camera
    from referee.devices.clock import SystemClock
    from referee.devices.live import LiveSource

    def usual(chosen: CameraName) -> CaptureGrabber:
        return open_camera(chosen.index, (chosen,))

    try:
        grabber = (opener or usual)(camera)
    except SourceError as problem:
        return "does not open", (str(problem),)

    def gone() -> CaptureGrabber:
        raise SourceError("it was lost")

    source = LiveSource(str(camera), grabber, gone, SystemClock(), patience_s=PATIENCE_S)
    try:
        return _told(source, grabber)
    except SourceError as problem:
        return "stopped giving pictures", (str(problem),)
    finally:
        source.close()


def _told(source: LiveSource, grabber: CaptureGrabber) -> tuple[str, tuple[str, ...]]:
    first, last = _ends(source.frames())
    status, steadier = source.status, grabber.steadier
    height, width = last.image.shape[:2]
    rate = (last.index - first.index) * 1e9 / max(last.time_ns - first.time_ns, 1)
    light = grey_of(last.image)
    advice = list(light_notes(light, sharpness(light, (width / 2.0, height / 2.0))))
    if rate < SLOW_RATE:
        advice.append("It is slow: give it more light, or plug it into a USB socket of its own.")
    if width < SMALL_PX:
        advice.append("Its picture is small: hang it low, or use a camera of 1280 x 720 and more.")
    if status.corrupt:
        advice.append(f"{status.corrupt} pictures arrived torn: try another cable or USB socket.")
    found = f"{width} x {height}, {rate:.0f} pictures a second"
    if steadier is not None:
        found += f"; {STEADY_WORDS[steadier.state]}"
        if steadier.flickers:
            advice.append("The light flickers with the mains: use another lamp, or daylight.")
    return found, tuple(advice)


def _ends(frames: Iterator[Frame]) -> tuple[Frame, Frame]:
    """The first and the last of some pictures. Raises SourceError when none came."""
    seen = list(islice(frames, 1))
    if not seen:
        raise SourceError("No picture came.")
    last = seen[0]
    for last in islice(frames, PICTURES):  # noqa: B007
        pass
    return seen[0], last
