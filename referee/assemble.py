"""The real parts plugged together, once: eye, match, store and what the page needs of them."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

from calibration.camera_model import CameraModel
from markers.command_cards import WORDS
from markers.kit import Manifest
from markers.prints import is_small
from referee.commands import Command, Declare, OfThisTurn, Stand, read, shown
from referee.devices.clock import SystemClock
from referee.devices.status import SourceStatus
from referee.errors import IllegalAction, RecordError, RefereeError
from referee.games.base import Status
from referee.games.options import NOTHING_AGREED, Agreed
from referee.match import Match
from referee.match.turn_clock import MoveTimer
from referee.mind.reasoned import Game
from referee.obey import obey
from referee.published import Published, SeenPicture, encode_jpeg
from referee.race_time import RaceTime
from referee.recent import CLIP, RecentPictures, split
from referee.record.entry import Entry, Store
from referee.record.incident_picture import Incidents, Shown
from referee.record.kept import Kept
from referee.record.story import Story, told_so_far
from referee.settings import Settings
from referee.shown_cards import ShownCards
from referee.snapshot import Surroundings, reading_diagram
from referee.supervised import Pause, in_words, supervised
from referee.vision.eye import LENS_GUESSED, Eye
from referee.vision.scene import Frame, Scene
from referee.vision.settle import Settler, settle_single
from referee.vision.source import FrameSource
from referee.words.catalogue import kind_of, told

Said = TypeVar("Said")

MOST_OWED = 40
"""So many settled scenes wait for a disk that cannot be written before a camera's pictures are passed over."""

TRY_AGAIN_NS = 500_000_000
"""A camera's pictures go on meanwhile; this long after a failed write the next one is tried."""

FRAMES_A_REPORT = 30
"""The page hears of the frame rate and of fading warnings at least this often."""


class Referee:
    """One running referee: frames in by `look`, people's words in by `command`, everything shown out by `snapshot`.

    Frames come from one thread, people's words from many; one lock guards the match, so that one thing is judged after
    the other. What is shown is published whole when it is on the disk, and read without that lock: viewers never wait
    for the judge. `now_ns` tells the time of a person's word: the clock for a live camera, the newest frame's time for
    recordings and the simulated table. `patience_s` is how long recordings and simulated players wait for a disk that
    cannot be written before RecordError ends the run; None for as long as it takes. `chosen` is the version of the kit
    that people named, "" when they named none: they are told when the table shows its other print.
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
        patience_s: float | None = None,
        chosen: str = "",
    ) -> None:
        self._chosen = chosen
        self.settings = settings or Settings()
        self._recent = RecentPictures()
        self.match = Match(game, manifest, store, self._recent.clip)
        self.agreed: Agreed = NOTHING_AGREED
        self.players: Sequence[int] = game.players_allowed
        self._incidents = Incidents(game, manifest, store.picture)
        self.record_path = record_path
        self._eye = Eye(manifest, camera)
        self._cards = ShownCards()
        self._settler = Settler(self.settings.settle_frames)
        self._shown_as_it_lies, self._settle_anew = self.match.phase != "race", False
        self._time = RaceTime(self.match.entries)
        self._frame_time_ns = self._time.recorded_ns
        self._now_ns: Callable[[], int] = (lambda: self._frame_time_ns) if now_ns is None else self._time.onward(now_ns)
        self._clock_runs = now_ns is not None
        self._resumed = self.match.phase == "race"
        self._on_entry = on_entry or (lambda entry: None)
        self.trouble, self._lens_is_real = "", True
        self._owed: deque[Callable[[], object]] = deque()
        self._refused: RecordError | None = None
        self._refused_ns = 0
        self._patience_s = patience_s
        self._scene: Scene | None = None
        self._work = threading.RLock()
        self._eyes = 0
        around = Surroundings(
            1, "", False, told("waiting-for-first-picture"), 0.0, self._warnings(), record_path,
            ahead=self.match.ahead().problem, missing=self.match.missing(self.players),
            joining=self.match.joining(self.players), head=store.head(),
        )  # fmt: skip
        width_px = self.settings.evidence_width_px
        self._published = Published(self.match.moment(), around, manifest, width_px, self._now_ns)
        self._frame_number = 0
        self._stopwatch = SystemClock()
        self._source_ok = False
        self._heard = False
        self._size: tuple[int, ...] = ()
        self._autostart: tuple[int, str] | None = None
        self._goes_on = False
        self._reported = len(self.match.entries)
        self._stop = threading.Event()
        self._timer = MoveTimer(self.match)

    # -- pictures in ----------------------------------------------------------------------------------------------

    def start_by_itself(self, players: int, position: str = "") -> None:
        """Start the race with the first settled scene whose board is right (or from `position`)."""
        self._autostart = (players, position)

    def next_by_itself(self) -> None:
        """Start each next race of a season as soon as the table shows it: nobody is there to say so."""
        self._goes_on = True

    def attend(self, source_name: str, simulated: bool = False) -> None:
        """Say where the pictures come from; nobody is asked to measure the lens of a simulated camera."""
        self._lens_is_real = self._lens_is_real and not simulated
        self._published.publish(source_name=source_name)

    def hear_source(self, status: SourceStatus) -> None:
        """Take in how a live source is doing: nothing is judged while it is lost or frozen, and the page says so."""
        self._heard = True
        news = status.ok != self._source_ok
        if not status.ok:  # what lies on the table afterwards is to be seen anew, also when nothing has moved
            self._shown_as_it_lies, self._settle_anew = False, True
        self._say_source(status.ok, status.text)
        if news and self._published.moment.phase == "race":
            self._write_note(status.text or told("camera-is-back"))

    def hear_word(self, text: str) -> None:
        """A recorded or simulated player said something, in the game's declaration notation; see `insist`."""
        self.insist(read({"text": text}, Declare))

    def run(self, source: FrameSource, go_on: bool = False) -> None:
        """Look at every picture of a source until it ends, then close the turn under way.

        A recording waits while the record cannot be written. With `go_on` an error that nobody foresaw is told on the
        page, and the next picture is looked at; else it passes through, as SourceError always does.
        """

        def take(frame: Frame) -> None:
            self.look(frame, still=source.stills)
            self.catch_up(MOST_OWED if source.live else 0)

        self.attend(source.name)
        try:
            supervised(source.frames, take, self._stop, self.stumble if go_on else None)
        except RefereeError as problem:
            self.finish()
            self._say_source(False, str(problem))
            raise
        finally:
            source.close()
        if not self.stopped:
            self.finish()
            self.catch_up()
        self._say_source(False, told("pictures-have-ended"))

    def stop(self) -> None:
        """Make `run` return after the picture it is looking at, and whoever waits for the disk give up."""
        self._stop.set()

    @property
    def stopping(self) -> threading.Event:
        """Set when `stop` was called."""
        return self._stop

    @property
    def stopped(self) -> bool:
        """Whether `stop` was called."""
        return self._stop.is_set()

    @property
    def paused(self) -> bool:
        """Whether there is a break now."""
        return self.match.state.paused

    @property
    def rests(self) -> bool:
        """Whether nobody plays now: there is a break, or people have ended the race."""
        return self.paused or bool(self.match.state.ended)

    @property
    def to_read(self) -> int:
        """The number of the newest verdict, if it tells a fault or a question of a turn that is over.

        Else of the newest fault that nobody has answered; 0 where there is none.
        """
        newest, waiting = self._published.moment.verdict, self._published.moment.waiting
        if newest is None or newest[1].status is Status.LEGAL or newest[1].provisional:
            return waiting[0][0].id if waiting else 0
        return newest[0].id

    def let_stand(self, read: int) -> None:
        """What simulated players do with the faults that nobody has answered, up to the one that they have read."""
        for number in [one.id for one, _ in self._published.moment.waiting if one.id <= read]:
            with suppress(IllegalAction):  # somebody at the page was quicker
                self.insist(Stand(number))

    def look(self, frame: Frame, still: bool = False) -> Scene:
        """Take one picture in.

        What cannot be written is shown as a banner, and tried again with each picture that follows, before anything
        that came later. Raises CalibrationError when the calibration is for pictures of another shape.
        """
        if frame.image.shape[:2] != self._size:
            self._size = frame.image.shape[:2]
            self._eye.camera_for(self._size[1], self._size[0])
        self._eyes = threading.get_ident()
        frame = self._time.stamped(frame)
        scene = self._eye.look(frame, still)
        if self._settle_anew and self._source_ok:
            self._settler, self._settle_anew = Settler(self.settings.settle_frames), False
        settled = settle_single(scene) if still else self._settler.feed(scene)
        at_rest = still or self._settler.at_rest
        with self._work:
            self._show(frame, scene)
            self.match.lies(self._eye.manifest)
            problems_before = self.match.problems
            self._recent.look(frame)
            self._guarded(self._take_up)
            self._shown_as_it_lies &= at_rest
            card = self._cards.look(scene)
            if card and self._source_ok and self.match.phase == "race":
                self._owed.append(lambda: self._obey_card(card))
            if settled is not None and self._source_ok:
                self._shown_as_it_lies = True
                self._owed.append(lambda: self._feed(settled, frame))
            if self._refused is None or abs(frame.time_ns - self._refused_ns) >= TRY_AGAIN_NS:
                self._guarded(self._work_off)
            if self._source_ok and not self._owed:
                self._guarded(lambda: self._noticing(lambda: self._timer.look(self._now_ns())))
            news = self._reported != len(self.match.entries) or self.match.problems != problems_before
            if news or self._frame_number % FRAMES_A_REPORT == 0:
                self._announce()
        return scene

    def _show(self, frame: Frame, scene: Scene) -> None:
        self._scene, self._frame_time_ns = scene, frame.time_ns
        self._frame_number += 1
        shown = SeenPicture(self._eye.looked_at or frame, scene, self._eye.plane, self._frame_number)
        self._published.show(shown, self._stopwatch.now_ns())
        if not self._heard and not self._source_ok:
            self._say_source(True, "")
        if not self._published.around.source_name:
            self.attend(frame.source)

    def _feed(self, settled: Any, frame: Frame) -> None:
        @cache
        def picture() -> bytes:
            return encode_jpeg(frame.colour, self.settings.evidence_quality, self.settings.evidence_width_px)

        self.match.feed(settled, picture)
        if self._autostart is not None and self.match.phase == "survey":
            players, position = self._autostart
            reading = self.match.reading
            ready = reading is not None and reading.observation is not None and not self.match.problems
            if position or ready:
                self.match.start(players, frame.time_ns, position, origin="camera", agreed=self.agreed)
                self.match.feed(settled, picture)
        if self._goes_on and self.match.ahead().position:
            self.match.next_race(frame.time_ns, origin="camera")
            self.match.feed(settled, picture)

    def _take_up(self) -> None:
        """Once after a restart in mid-race: no timer counts the time in between, nor by how much the clock was set."""
        if not self._resumed:
            return
        # a recording that goes on where it stopped has no time in between
        if self._clock_runs or self._time.began_anew:
            self._noticing(lambda: self.match.go_on(self._now_ns()))
        self._resumed = False

    def _obey_card(self, card: str) -> None:
        """Do what a command card says, and note that it was shown; when it cannot be done, the note says why."""
        try:
            with self.match.as_one():
                said = self._obey(shown(card, self.paused))
        except RecordError:
            raise
        except RefereeError as refused:
            said = told("nothing-was-done", refused=str(refused))
        self.match.note(told("card-was-shown", card=WORDS[card][0].lower(), said=said), self._now_ns())

    def _write_note(self, text: str) -> None:
        with self._work:
            time_ns = self._now_ns()
            self._owed.append(lambda: self.match.note(text, time_ns))
            self._guarded(self._work_off)
            self._announce()

    def finish(self) -> None:
        """The recording is over: close the turn under way."""
        with self._work:
            self._owed.append(lambda: self.match.finish(self._frame_time_ns, self._shown_as_it_lies))
            self._guarded(self._work_off)
            self._announce()

    def catch_up(self, but: int = 0) -> None:
        """Wait until all that was seen, `but` so much, is on the disk: for a recording and simulated players.

        Raises RecordError when `stop` was called or patience is at its end.
        """
        pause = Pause(self._stop, self._patience_s)
        while len(self._owed) > but:
            with self._work:
                self._guarded(self._work_off)
                self._announce()
            if self._refused is not None and not pause.wait():
                raise self._refused

    def begin_anew(self) -> None:
        """The turn under way is played once more, as simulated players do who cannot go on in the middle of one."""
        with self._work:
            self._take_up()
            self._noticing(lambda: self.match.begin_anew(self._now_ns()))
            self._announce()

    def insist(self, asked: Command) -> str:
        """`command` for those who can wait: while the record cannot be written it is tried again.

        Raises RefereeError when it cannot be done at all, RecordError as `catch_up` does.
        """
        pause = Pause(self._stop, self._patience_s)
        while True:
            try:
                return self.command(asked)
            except RecordError:
                if not pause.wait():
                    raise

    def stumble(self, problem: Exception) -> None:
        """Tell an error that nobody foresaw, or a word that was refused, and look at the table anew."""
        with self._work:
            self.trouble = in_words(problem)
            self._settle_anew = True
            self._announce()

    def _work_off(self) -> None:
        """Do what the pictures gave to do, oldest first; what cannot be written stays, anything else is done with."""
        while self._owed:
            try:
                self._noticing(self._owed[0])
            except RecordError:
                raise
            except BaseException:
                self._owed.popleft()
                raise
            self._owed.popleft()

    def _guarded(self, action: Callable[[], object]) -> None:
        try:
            action()
        except RecordError:  # shown as a banner
            self._announce()

    def _noticing(self, action: Callable[[], Said]) -> Said:
        """Do it whole or not at all; the banner comes when the record could not be written, and goes with the next
        entry that is saved.
        """
        saved = len(self.match.entries)
        try:
            with self.match.as_one():
                said = action()
        except RecordError as problem:
            self._refused, self._refused_ns = problem, self._frame_time_ns
            self.trouble = told("not-saved", problem=str(problem))
            raise
        if len(self.match.entries) > saved:
            self._refused, self.trouble = None, ""
        return said

    # -- people ---------------------------------------------------------------------------------------------------

    def command(self, asked: Command) -> str:
        """Do what a person asked on the page. Raises RefereeError with a sentence when it cannot be done.

        A word is refused when the turn is over that people saw, or had before them while it waited for the judge. Not
        so for recorded and simulated players: they speak between two pictures.
        """
        meant = (asked.turn if isinstance(asked, OfThisTurn) else 0) or self._published.moment.state.settled
        with self._work:
            try:
                overtaken = threading.get_ident() != self._eyes and self._published.moment.state.settled != meant
                if overtaken and isinstance(asked, OfThisTurn):
                    raise IllegalAction(self._why_refused())
                if self._clock_runs:
                    self._take_up()
                self._work_off()
                return self._noticing(lambda: self._obey(asked))
            finally:
                self._announce()

    def _why_refused(self) -> str:
        newest = self._published.moment.verdict
        if newest is None:
            return told("another-turn-began")
        return told("another-turn-began", how="after", said=newest[1].sentence)

    def _obey(self, asked: Command) -> str:
        was_paused = self.paused
        said = obey(self.match, asked, self._now_ns(), self.agreed, self._shown_as_it_lies)
        if was_paused and not self.paused:  # what was laid down just before the break was not looked at yet
            self._shown_as_it_lies, self._settle_anew = False, True
        return said

    # -- what is shown --------------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Everything the page draws, as JSON-able data."""
        return self._published.snapshot()

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` can be shown, or the time is up; returns the newest number."""
        return self._published.wait(after_seq, timeout_s)

    def picture(self) -> tuple[bytes, int]:
        """The newest picture with what was seen drawn over it, as JPEG, and its number."""
        return self._published.picture()

    def beneath(self) -> tuple[bytes, int]:
        """The newest picture laid flat as the board is drawn, as JPEG, and its number; (b"", 0) where it cannot be."""
        return self._published.beneath(self.match.view)

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises KeyError when there is none."""
        try:
            return self.match.store.picture(entry_id, name)
        except RecordError as problem:
            raise KeyError(str(problem)) from None

    def fingerprint(self, entry_id: int) -> str:
        """What names an entry and all before it, "" where there is none."""
        return self.match.store.head(entry_id)

    def incident(self, entry_id: int) -> Shown:
        """The place of a verdict, to be shown. Raises KeyError where the record cannot."""
        moment = self._published.moment
        return self._incidents.of(moment.entries, entry_id, moment.state)

    def thumbnail(self, number: int) -> bytes:
        """No camera is listed once the race's own is chosen: always raises KeyError."""
        raise KeyError(number)

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """The seconds before a verdict as JPEG pictures, oldest first. Raises KeyError when none were kept."""
        return tuple(split(self.evidence(entry_id, CLIP)))

    def notation(self) -> str:
        """The position in notation, "" where it names what lies hidden."""
        return self._published.moment.state.position if self.match.game.open_notation else ""

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing of one reading of the newest verdict, as SVG. Raises KeyError when there is none."""
        return reading_diagram(self._published.moment, entry_id, number)

    def story(self) -> Story:
        """The race so far. Raises KeyError before its start."""
        return told_so_far(self.match.game, self.match.store.header, self._published.moment.entries)

    def kept(self) -> Kept | None:
        """The race with its record once it was begun; None before."""
        match, moment = self.match, self._published.moment
        if not moment.state.position:
            return None
        over = moment.phase == "over"
        return Kept(match.game, match.manifest, match.store, moment.entries, self.record_path, over)

    def announce(self) -> None:
        """Tell every viewer that something around the race has changed, without waiting for the judge."""
        if self._work.acquire(blocking=False):
            try:
                self._announce()
            finally:
                self._work.release()
        else:  # whoever works now publishes what comes of it
            self._published.publish()

    def _say_source(self, ok: bool, note: str) -> None:
        self._source_ok = ok
        self._published.publish(source_ok=ok, source_note=note)

    def _warnings(self) -> tuple[str, ...]:
        trouble = (self.trouble,) if self.trouble else ()
        # how well the camera sees no longer matters once the race is over
        scene = self._scene if self.match.phase != "over" else None
        notes = scene.quality.notes if scene is not None else ()
        said = notes if self._lens_is_real else [one for one in notes if kind_of(one) != LENS_GUESSED]
        there = self._eye.manifest
        size = "small" if is_small(there) else "large"
        other = (told("other-print", how=size),) if self._chosen not in ("", there.version) else ()
        read = self.to_read if not self._lens_is_real else 0
        playing = (told("simulated-players-wait"),) if read and not self.match.state.answered(read) else ()
        return (*self.match.store.damage, *trouble, *playing, *other, *said)

    def _announce(self) -> None:
        """Tell the listener and every viewer what is new."""
        match = self.match
        for entry in match.entries[self._reported :]:
            self._on_entry(entry)
        self._reported = len(match.entries)
        self._published.publish(
            match.moment(),
            warnings=self._warnings(),
            problems=match.problems,
            reading=match.reading,
            ahead=match.ahead().problem,
            missing=match.missing(self.players, self.agreed),
            joining=match.joining(self.players, self.agreed),
            head=match.store.head(),
        )
