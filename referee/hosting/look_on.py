"""Whoever looks through the camera before the race: the picture check and the calibration."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from calibration.camera_model import CameraModel
from calibration.session import ENOUGH, CalibrationSession, Progress
from markers.kit import Manifest
from markers.prints import is_small, other_print
from markers.qr import read_labels
from referee.errors import CalibrationError, IllegalAction, KitError, SetupError
from referee.hosting.accuracy import Off, off_the_mark
from referee.hosting.picture_check import Check, check_picture
from referee.published import LIVE_QUALITY, Painter, encode_jpeg
from referee.vision.eye import Eye
from referee.vision.overlay import draw_overlay
from referee.vision.plane import OTHER_LENS, OTHER_SIZE
from referee.vision.quality import grey_of
from referee.vision.scene import Frame, Scene
from referee.words.catalogue import kind_of, told

LOOK_EVERY_NS = 250_000_000
"""The check and the calibration look four times a second, by the pictures' own time."""
LOOKS_OF_A_CAR = 5
CODE_EVERY_NS = 2_000_000_000
THUMBNAIL_QUALITY = 75


@dataclass(frozen=True)
class LookState:
    """What the page shows of it: checks (empty until a picture came), calibration progress, why the last one failed,
    the lens in force (None: guessed), the kit named by a printed code in the picture ("" when none is), and why the
    lens kept may not be that of this camera ("" when nothing speaks against it); how far a car stands off the mark that
    it was put on (None while none was)."""

    checks: tuple[Check, ...] = ()
    progress: Progress | None = None
    failed: str = ""
    lens: CameraModel | None = None
    sheet: str = ""
    doubt: str = ""
    off: Off | None = None


class LookOn:
    """Looks at the pictures until the race's referee does. Called from the source's thread and from people's.

    Parameters
    ----------
    on_news : told of every change.
    on_enough : told by the source's thread when a calibration has views enough: who holds the board has no hand free.
    """

    def __init__(self, on_news: Callable[[], None], on_enough: Callable[[], None] = lambda: None) -> None:
        self._on_news = on_news
        self._on_enough = on_enough
        self._tried = 0
        self._looking = threading.Lock()
        self._painter = Painter()
        self._eye: Eye | None = None
        self._manifest: Manifest | None = None
        self._step = "game"
        self._session: CalibrationSession | None = None
        self._state = LookState()
        self._newest: tuple[Frame | None, int] = (None, 0)
        self._seen: tuple[Frame, Scene] | None = None
        self._looked_ns: int | None = None
        self._code_ns: int | None = None
        self._codes = True
        self._times_ns: deque[int] = deque(maxlen=30)
        self._offs: deque[Off] = deque(maxlen=LOOKS_OF_A_CAR)

    @property
    def camera(self) -> CameraModel | None:
        """The lens in force."""
        return self._state.lens

    def state(self) -> LookState:
        """What there is to show."""
        return self._state

    def see(self, manifest: Manifest, camera: CameraModel | None, device: str = "") -> None:
        """Another kit, source or lens: begin anew. `device` is the camera at hand, "" for what is none."""
        doubt = _other_camera(camera) if camera is not None and camera.other_camera(device) else ""
        with self._looking:
            self._manifest, self._eye = manifest, Eye(manifest, camera)
            self._session = None
            self._state = LookState(lens=camera, doubt=doubt)
            self._looked_ns = self._seen = None

    def print_of(self, kit: Manifest) -> Manifest:
        """This kit as it lies on the table, as far as it was seen: with large markers or with small ones."""
        seen = self._eye.manifest if self._eye is not None else None
        return seen if seen is not None and seen == other_print(kit) else kit

    def attend(self, step: str) -> None:
        """Which step of the set-up is open."""
        self._step = step
        frame = self._newest[0]
        with self._looking:  # a still comes but once, perhaps before its step was opened
            if step in ("picture", "lens") and frame is not None and (self._seen is None or step == "lens"):
                self._consider(frame)

    def look(self, frame: Frame) -> None:
        """Take a picture in."""
        self._newest = (frame, self._newest[1] + 1)
        self._times_ns.append(frame.time_ns)
        with self._looking:
            if self._looked_ns is not None and 0 <= frame.time_ns - self._looked_ns < LOOK_EVERY_NS:
                return
            self._looked_ns = frame.time_ns
            before = self._state
            self._fit_lens(frame)
            self._consider(frame)
            news, enough = before != self._state, self._is_enough()
        if news:
            self._on_news()
        if enough:
            self._on_enough()

    def _is_enough(self) -> bool:
        """Whether the calibration can be finished, and that has not been tried with these views yet."""
        progress = self._state.progress
        if self._session is None or progress is None or progress.wish != ENOUGH or progress.views <= self._tried:
            return False
        self._tried = progress.views
        return True

    def _fit_lens(self, frame: Frame) -> None:
        """A lens measured on pictures of another shape is of no use: it is guessed again, and the page says why."""
        lens, manifest = self._state.lens, self._manifest
        if lens is None or manifest is None:
            return
        try:
            lens.for_size(frame.image.shape[1], frame.image.shape[0])
        except CalibrationError:
            self._eye = Eye(manifest, None)
            self._state = replace(self._state, lens=None, doubt=_other_size(lens, frame))

    def _consider(self, frame: Frame) -> None:
        if self._step in ("camera", "picture"):
            self._look_for_a_code(frame)
        if self._session is not None:
            self._state = replace(self._state, progress=self._session.look(grey_of(frame.image)))
        elif self._eye is not None and self._step in ("picture", "lens"):
            scene = self._eye.look(frame)
            self._seen = (self._eye.looked_at or frame, scene)
            told = [note for note in scene.quality.notes if kind_of(note) in (OTHER_SIZE.kind, OTHER_LENS.kind)]
            doubt = told[0] if told else self._state.doubt
            checks = check_picture(frame.image, self._eye.markers, scene.problems, _sizes(self._eye))
            off = self._off(scene) if self._step == "lens" else None
            self._state = replace(self._state, checks=checks, doubt=doubt, off=off)

    def _off(self, scene: Scene) -> Off | None:
        """How far a car stands off its mark: the median of some looks, so that the number stands still to be read."""
        assert self._manifest is not None
        found = None if scene.quality.hand else off_the_mark(self._manifest, scene.sightings)
        if found is None or (self._offs and self._offs[-1].car != found.car):
            self._offs.clear()
        if found is None:
            return None
        self._offs.append(found)
        return replace(found, mm=round(median(one.mm for one in self._offs), 1))

    def _look_for_a_code(self, frame: Frame) -> None:
        """A sheet's printed code may say which game it is; looked for every two seconds, since it takes a while."""
        if not self._codes or (self._code_ns is not None and 0 <= frame.time_ns - self._code_ns < CODE_EVERY_NS):
            return
        self._code_ns = frame.time_ns
        try:
            labels = read_labels(frame.image)
        except SetupError:  # the library for codes is not installed: everything else works without it
            self._codes = False
        except KitError:  # a code that is half covered or damaged names no kit
            return
        else:
            self._state = replace(self._state, sheet=labels[0].kit if len(labels) == 1 else "")

    def begin_calibration(self, session: CalibrationSession) -> None:
        """From now on views of the calibration board are taken."""
        with self._looking:
            self._session, self._tried = session, 0
            self._state = replace(self._state, progress=session.progress, failed="")

    def finish_calibration(self, note: str, device: str) -> CameraModel:
        """The lens of this device from the views taken. Raises CalibrationError with the reason; the views are kept."""
        session, manifest = self._session, self._manifest
        if session is None or manifest is None:
            raise IllegalAction(told("lens-not-under-way"))
        try:
            camera = session.finish()
        except CalibrationError as problem:
            self.tell_failure(str(problem))
            raise
        camera = replace(camera, origin=told("lens-origin", list=filter(None, (camera.origin, note))), device=device)
        self.see(manifest, camera)
        return camera

    def tell_failure(self, reason: str) -> None:
        """Why the last calibration came to nothing, for the page."""
        with self._looking:
            self._state = replace(self._state, failed=reason)

    def forget_calibration(self) -> None:
        """The lens is guessed again."""
        if self._manifest is not None:
            self.see(self._manifest, None)

    def picture(self, width_px: int) -> tuple[bytes, int]:
        """The newest picture with what was recognised, as JPEG, and its number; (b"", 0) while there is none."""
        frame, number = self._newest
        return (b"", 0) if frame is None else self._painter.picture(number, lambda: self._drawn(frame, width_px))

    def thumbnail(self, width_px: int) -> bytes:
        """The newest picture as it came, as a small JPEG; b"" while there is none."""
        frame = self._newest[0]
        return b"" if frame is None else encode_jpeg(frame.colour, THUMBNAIL_QUALITY, width_px)

    def _drawn(self, frame: Frame, width_px: int) -> bytes:
        eye, manifest, seen = self._eye, self._manifest, self._seen
        image = frame.colour
        if eye is not None and manifest is not None and self._step == "picture" and seen is not None:
            image = draw_overlay(seen[0].colour, seen[1], eye.plane, manifest)
        return encode_jpeg(image, LIVE_QUALITY, width_px)

    def frames_per_second(self) -> float:
        """How many pictures a second came lately, by their own times."""
        gaps = [later - earlier for earlier, later in pairwise(tuple(self._times_ns)) if later > earlier]
        return round(1e9 * len(gaps) / sum(gaps), 1) if gaps else 0.0


def _sizes(eye: Eye) -> str:
    """Which print the table shows, by the size of its markers; "" where that is not known."""
    return ("small" if is_small(eye.manifest) else "large") if eye.print_is_known else ""


def _other_camera(lens: CameraModel) -> str:
    return told("lens-of-other-camera", device=lens.device)


def _other_size(lens: CameraModel, frame: Frame) -> str:
    height, width = frame.image.shape[:2]
    return told("lens-of-other-size", w=lens.width_px, h=lens.height_px, width=width, height=height)
