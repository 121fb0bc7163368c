"""The real parts plugged together, once: eye, match, store and what the page needs of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeVar

import cv2

from calibration.camera_model import CameraModel
from markers.command_cards import WORDS
from markers.kit import Manifest
from referee import snapshot as views
from referee.devices.clock import SystemClock
from referee.devices.status import SourceStatus
from referee.errors import NotationError, RecordError, RefereeError
from referee.games.base import Game
from referee.games.options import NOTHING_AGREED, Agreed
from referee.match import Match
from referee.match.turn_clock import MoveTimer
from referee.recent import CLIP, RecentPictures, split
from referee.record.entry import Entry, Store
from referee.record.kept import Kept
from referee.settings import Settings
from referee.shown_cards import ShownCards
from referee.vision.eye import Eye
from referee.vision.overlay import draw_overlay
from referee.vision.scene import Frame, Image, Scene
from referee.vision.settle import Settler, settle_single
from referee.vision.source import FrameSource

Said = TypeVar("Said")

CARD_COMMANDS = {"done": "close", "undo": "undo"}
"""What a command card does, the one for a break apart."""

FRAMES_A_REPORT = 30
"""The page hears of the frame rate and of fading warnings at least this often."""


class Referee:
    """One running referee: frames in by `look`, people's words in by `command`, everything shown out by `snapshot`.

    Frames come from one thread, the page asks from many; one lock guards the match. `now_ns` tells the time of a
    person's word: the clock for a live camera, the newest frame's time for recordings and the simulated table.
    """

    def __init__(
        self,
        game: Game,
        manifest: Manifest,
        store: Store,
        *,
        camera: CameraModel | None = None,
        settings: Settings | None = None,
        now_ns: Callable[[], int] | None = None,
        record_path: str = "",
        on_entry: Callable[[Entry], None] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.match = Match(game, manifest, store)
        self._recent = RecentPictures()
        self.match.seconds_before = self._recent.clip
        self.record_path = record_path
        self._eye = Eye(manifest, camera)
        self._cards = ShownCards()
        self._settler = Settler(self.settings.settle_frames)
        self._frame_time_ns = 0
        self._now_ns = now_ns or (lambda: self._frame_time_ns)
        self._clock_runs = now_ns is not None
        self._resumed = self.match.phase == "race"
        self._on_entry = on_entry or (lambda entry: None)
        self._changed = threading.Condition(threading.RLock())
        self._sequence = 1
        self._shown: dict[str, Any] | None = None
        self._frame: Frame | None = None
        self._scene: Scene | None = None
        self._frame_number = 0
        self._stopwatch = SystemClock()
        self._ticks_ns: deque[int] = deque(maxlen=30)
        self._source_name = ""
        self._source_note = "waiting for the first picture"
        self._source_ok = False
        self._heard = False
        self._size: tuple[int, ...] = ()
        self._autostart: tuple[int, str] | None = None
        self.agreed: Agreed = NOTHING_AGREED
        self._reported = len(self.match.entries)
        self._stopped = False
        self._jpeg: tuple[bytes, int] = (b"", 0)
        self._timer = MoveTimer(self.match)
        self.save_problem = ""

    # -- pictures in ----------------------------------------------------------------------------------------------

    def start_by_itself(self, players: int, position: str = "") -> None:
        """Start the race with the first settled scene whose board is right (or from `position`)."""
        self._autostart = (players, position)

    def attend(self, source_name: str) -> None:
        """Say where the pictures come from."""
        self._source_name = source_name

    def hear_source(self, status: SourceStatus) -> None:
        """Take in how a live source is doing: nothing is judged while it is lost or frozen, and the page says so."""
        self._heard = True
        if self.match.phase == "race" and status.ok != self._source_ok:
            self._write_note(status.text or "the camera is back")
        self._say_source(status.ok, status.text)

    def run(self, source: FrameSource) -> None:
        """Look at every picture of a source until it ends, then close the turn under way.

        SourceError passes through.
        """
        self.attend(source.name)
        try:
            for frame in source.frames():
                if self._stopped:
                    break
                self.look(frame, still=source.stills)
        except RefereeError as problem:
            self.finish()
            self._say_source(False, str(problem))
            raise
        finally:
            source.close()
        if not self._stopped:
            self.finish()
        self._say_source(False, "the pictures have ended")

    def stop(self) -> None:
        """Make `run` return after the picture it is looking at."""
        self._stopped = True

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stopped

    def look(self, frame: Frame, still: bool = False) -> Scene:
        """Take one picture in.

        A record that cannot be written is shown as a banner, and tried again with the next settled scene. Raises
        CalibrationError when the calibration is for pictures of another shape.
        """
        if frame.image.shape[:2] != self._size:
            self._size = frame.image.shape[:2]
            self._eye.camera_for(self._size[1], self._size[0])
        scene = self._eye.look(frame)
        settled = settle_single(scene) if still else self._settler.feed(scene)
        with self._changed:
            self._frame, self._scene, self._frame_time_ns = frame, scene, frame.time_ns
            self._frame_number += 1
            if not self._heard:
                self._source_ok, self._source_note = True, ""
            self._source_name = self._source_name or frame.source
            self._ticks_ns.append(self._stopwatch.now_ns())
            problems_before = self.match.problems
            self._recent.look(frame)
            self._guarded(self._take_up)
            card = self._cards.look(scene)
            if card and self._source_ok and self.match.phase == "race":
                self._guarded(lambda: self._obey_card(card))
            if settled is not None and self._source_ok:
                self._guarded(lambda: self._feed(settled, frame))
            if self._source_ok:
                self._guarded(lambda: self._timer.look(self._now_ns()))
            news = self._reported != len(self.match.entries) or self.match.problems != problems_before
            if news or self._frame_number % FRAMES_A_REPORT == 0:
                self._announce()
        return scene

    def _feed(self, settled: Any, frame: Frame) -> None:
        @cache
        def picture() -> bytes:
            return encode_jpeg(frame.image, self.settings.evidence_quality, self.settings.evidence_width_px)

        self.match.feed(settled, picture)
        if self._autostart is not None and self.match.phase == "survey":
            players, position = self._autostart
            reading = self.match.reading
            ready = reading is not None and reading.observation is not None and not self.match.problems
            if position or ready:
                self._autostart = None
                self.match.start(players, frame.time_ns, position, origin="camera", agreed=self.agreed)
                self.match.feed(settled, picture)

    def _take_up(self) -> None:
        """Once after a restart in mid-race: no timer counts the time in between, nor by how much the clock was set."""
        if not self._resumed:
            return
        # a recording that goes on where it stopped has no time in between
        if self._clock_runs or self._now_ns() < self.match.entries[-1].time_ns:
            self.match.go_on(self._now_ns())
        self._resumed = False

    def _obey_card(self, card: str) -> None:
        """Do what a command card says, and note that it was shown; when it cannot be done, the note says why."""
        body = {"do": "pause", "on": not self.match.state.paused} if card == "pause" else {"do": CARD_COMMANDS[card]}
        try:
            said = self._obey(body)
        except RecordError:
            raise
        except RefereeError as refused:
            said = f"nothing was done, {refused}"
        self.match.note(f"the card '{WORDS[card][0].lower()}' was shown: {said}", self._now_ns())

    def _write_note(self, text: str) -> None:
        with self._changed:
            self._guarded(lambda: self.match.note(text, self._now_ns()))

    def finish(self) -> None:
        """The recording is over: close the turn under way."""
        with self._changed:
            self._guarded(lambda: self.match.finish(self._frame_time_ns))
            self._announce()

    def _guarded(self, action: Callable[[], object]) -> None:
        try:
            self._noticing(action)
        except RecordError:  # shown as a banner
            self._announce()

    def _noticing(self, action: Callable[[], Said]) -> Said:
        """Do it; the banner comes when the record could not be written, and goes with the next entry that is saved."""
        saved = len(self.match.entries)
        try:
            return action()
        except RecordError as problem:
            self.save_problem = f"Not saved: {problem}"
            saved = len(self.match.entries)
            raise
        finally:
            if len(self.match.entries) > saved:
                self.save_problem = ""

    # -- people ---------------------------------------------------------------------------------------------------

    def command(self, body: Mapping[str, Any]) -> str:
        """Do what a person asked on the page. Raises RefereeError with a sentence when it cannot be done."""
        with self._changed:
            try:
                if self._clock_runs:
                    self._noticing(self._take_up)
                return self._noticing(lambda: self._obey(body))
            finally:
                self._announce()

    def _obey(self, body: Mapping[str, Any]) -> str:
        match, now = self.match, self._now_ns()
        do = body.get("do")
        if do == "start":
            players = _number(body, "players", self.settings.players)
            match.start(players, now, _text(body, "position"), agreed=self.agreed)
            return "The race is on."
        if do == "declare":
            return f"Noted: {match.declare(_text(body, 'text'), now).data['text']}"
        if do == "undeclare":
            match.undeclare(now)
            return "The last declaration was taken back."
        if do == "close":
            return str(match.close(now).data.get("sentence", "The turn is done."))
        who, why = _text(body, "who"), _text(body, "why")
        if do == "undo":
            return match.undo(now, who, why).cause
        if do == "correct":
            return match.correct(now, _text(body, "position"), who, why).cause
        if do == "place":
            return match.place(_text(body, "piece"), _text(body, "space"), now, who, why).cause
        if do == "overrule":
            return match.overrule(_number(body, "entry", 0), _text(body, "status"), why, now, who).cause
        if do == "stand":
            return match.stand(_number(body, "entry", 0), why, now, who).cause
        if do == "mode":
            return match.set_mode(_text(body, "mode"), now, who).cause
        if do == "pause":
            return match.pause(body.get("on") is True, now).cause
        raise NotationError(f"{do!r} is no command")

    # -- what is shown --------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Everything the page draws, as JSON-able data."""
        with self._changed:
            if self._shown is None:
                self._shown = views.snapshot(self.match, self._surroundings())
            self._shown["source"]["frames_per_second"] = self.frames_per_second()
            return self._shown

    def _surroundings(self) -> views.Surroundings:
        quality = self._scene.quality if self._scene is not None else None
        warnings = list(self.match.store.damage) + ([self.save_problem] if self.save_problem else [])
        return views.Surroundings(
            sequence=self._sequence,
            source_name=self._source_name,
            source_ok=self._source_ok,
            source_note=self._source_note,
            frames_per_second=self.frames_per_second(),
            warnings=tuple(warnings) + (quality.notes if quality is not None else ()),
            record_path=self.record_path,
            now_ns=self._now_ns(),
        )

    def frames_per_second(self) -> float:
        """How many pictures a second were looked at lately."""
        if len(self._ticks_ns) < 2:
            return 0.0
        return round((len(self._ticks_ns) - 1) * 1e9 / (self._ticks_ns[-1] - self._ticks_ns[0]), 1)

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` can be shown, or the time is up; returns the newest number."""
        with self._changed:
            self._changed.wait_for(lambda: self._sequence > after_seq, timeout_s)
            return self._sequence

    def picture(self) -> tuple[bytes, int]:
        """The newest picture with what was seen drawn over it, as JPEG, and its number.

        It is encoded once for all viewers.
        """
        with self._changed:
            frame, scene, number = self._frame, self._scene, self._frame_number
            if frame is None or scene is None or self._jpeg[1] == number:
                return self._jpeg
            plane = self._eye.plane
        image = draw_overlay(frame.image, scene, plane, self.match.manifest)
        jpeg = encode_jpeg(image, 80, self.settings.evidence_width_px)
        with self._changed:
            self._jpeg = (jpeg, number)
        return self._jpeg

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises KeyError when there is none."""
        with self._changed:
            try:
                return self.match.store.picture(entry_id, name)
            except RecordError as problem:
                raise KeyError(str(problem)) from None

    def thumbnail(self, number: int) -> bytes:
        """No camera is listed once the race's own is chosen: always raises KeyError."""
        raise KeyError(number)

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """The seconds before a verdict as JPEG pictures, oldest first. Raises KeyError when none were kept."""
        return tuple(split(self.evidence(entry_id, CLIP)))

    def notation(self) -> str:
        """The position in notation, "" where it names what lies hidden."""
        with self._changed:
            return self.match.state.position if self.match.game.open_notation else ""

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing of one reading of the newest verdict, as SVG. Raises KeyError when there is none."""
        with self._changed:
            return views.reading_diagram(self.match, entry_id, number)

    def kept(self) -> Kept | None:
        """The race with its record once it is over; None before."""
        with self._changed:
            match = self.match
            if match.phase != "over":
                return None
            return Kept(match.game, match.manifest, match.store, match.entries, self.record_path)

    def announce(self) -> None:
        """Tell every viewer that something around the race has changed."""
        with self._changed:
            self._announce()

    def _say_source(self, ok: bool, note: str) -> None:
        with self._changed:
            self._source_ok, self._source_note = ok, note
            self._announce()

    def _announce(self) -> None:
        """Tell every waiting viewer, and the listener, what is new."""
        for entry in self.match.entries[self._reported :]:
            self._on_entry(entry)
        self._reported = len(self.match.entries)
        self._shown = None
        self._sequence += 1
        self._changed.notify_all()


def encode_jpeg(image: Image, quality: int, width_px: int) -> bytes:
    """A picture as JPEG, made smaller first when it is wider than `width_px`."""
    if image.shape[1] > width_px:
        scale = width_px / image.shape[1]
        image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(image.dtype)
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1])


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str):
        raise NotationError(f"{name!r} should be text")
    return value


def _number(body: Mapping[str, Any], name: str, default: int) -> int:
    value = body.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{name!r} should be a whole number")
    return value
