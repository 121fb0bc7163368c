"""Where the pictures come from and who looks at them: one thread hands each to whoever looks now."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace

from calibration.camera_model import CameraModel
from markers import kits
from markers.design import Wish
from markers.kit import Manifest
from markers.order import Order
from referee.assemble import MOST_OWED, Referee
from referee.commands import Close, Next
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.recording import Recording, going_on_at
from referee.devices.status import SourceStatus
from referee.errors import CalibrationError, IllegalAction, RecordError, RefereeError
from referee.games.base import PlayedTurn
from referee.games.registry import game as game_named
from referee.hosting.cameras import CameraList
from referee.hosting.choices import SIMULATED, Choices
from referee.hosting.look_on import LookOn
from referee.hosting.simulated import SimulatedTable
from referee.settings import Settings
from referee.simulator import USUAL_FAULTS
from referee.simulator.breaks import Reading
from referee.supervised import in_words, supervised
from referee.vision.scene import Frame
from referee.vision.source import FrameSource

Opener = Callable[[str, Callable[[SourceStatus], None]], FrameSource]
"""Opens what a user calls a source, and says how it is doing."""


class Pictures:
    """The chosen source, and what is shared by the set-up and the race.

    Parameters are those of `referee.hosting.host.Host`.
    """

    def __init__(
        self,
        records: RecordsFolder,
        opener: Opener,
        cameras: CameraList,
        lenses: LensFolder,
        settings: Settings | None = None,
        pace_s: float = 0.1,
        seed: int = 1,
        turns: int = 400,
        faults: float = USUAL_FAULTS,
        prints: Mapping[str, Manifest] | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self.choices = Choices(players=self.settings.players)
        self.referee: Referee | None = None
        self.problem = ""
        self._records, self._opener, self._cameras = records, opener, cameras
        self._lenses, self._prints = lenses, prints or {}
        self._pace_s, self._seed, self._turns, self._faults = pace_s, seed, turns, faults
        self._changed = threading.Condition(threading.RLock())
        self._one_by_one = threading.RLock()
        self._sequence = 1
        self._base = 0
        self._source: FrameSource | None = None
        self._status = SourceStatus(text="no camera has been chosen")
        self._looking = LookOn(self.announce, self._lens_is_enough)
        self._thread: threading.Thread | None = None
        self._let_go_of = threading.Event()
        self._unfinished = records.unfinished()
        self._path = ""
        self._turns_done = 0
        self._reading = Reading(
            lambda: 0 if self.referee is None else self.referee.to_read,
            self._they_agree,
        )

    def announce(self) -> None:
        """Tell every waiting viewer that something is new."""
        with self._changed:
            if self.referee is not None:
                self.referee.announce()
            self._sequence += 1
            self._changed.notify_all()

    def _open(self, text: str) -> None:
        choices = self.choices
        source: FrameSource
        if text == SIMULATED:
            law = game_named(choices.game)
            source = SimulatedTable(
                law, choices.players, self._seed, self._player_says, self._player_is_done, self._next_is_laid,
                self._pace_s, self._turns, choices.agreed, choices.standing, self._players_wait, self._stands,
                self._wish(), self._faults,
            )  # fmt: skip
        else:
            source = self._going_on(self._opener(text, self._hear), text)
        self.problem = ""
        self._status = SourceStatus()
        self._source = source
        if self.referee is None:
            self._new_eye(text)
        self._let_go_of = threading.Event()
        self._thread = threading.Thread(target=self._look, args=(source, self._let_go_of), name="eyes", daemon=True)
        self._thread.start()

    def _going_on(self, source: FrameSource, text: str) -> FrameSource:
        """A recording whose record is gone on with, from where that stopped; any other source as it is."""
        referee = self.referee
        if referee is None or source.live:
            return source
        entries = referee.match.entries
        return Recording(source, [], referee.hear_word, going_on_at(referee.match.store.header, entries, text))

    def _kit(self, source: str | None = None) -> Manifest:
        """The print of the chosen game: what was ordered on the page, else people's own, else the usual one.

        The simulated table has none of people's own. `source` is what is looked through, None for what was chosen.
        """
        game, source = self.choices.game, self.choices.source if source is None else source
        return self._prints[game] if self._is_own(source) else kits.manifest(game, wish=self._wish())

    def _is_own(self, source: str) -> bool:
        """Whether people's own print is looked for: named when the program was started, and no other one since."""
        return self.choices.game in self._prints and source != SIMULATED and not self.choices.kit

    @property
    def _named_kit(self) -> str:
        """The version of the kit that people named, "" when they named none."""
        return self._kit().version if self.choices.kit or self._is_own(self.choices.source) else ""

    def _wish(self, choices: Choices | None = None) -> Wish:
        """How the pieces are printed, for as many sets as the race takes; a poster of a track is for one set."""
        choices = choices or self.choices
        law = game_named(choices.game)
        sets = law.sets_of(choices.standing) if choices.standing else law.sets(choices.players, choices.agreed)
        wish = Order.read(choices.kit).wish if choices.kit else kits.design_of(choices.game).usual
        return replace(wish, packs=sets, track=wish.track if sets == 1 else "")

    def _new_eye(self, source: str | None = None) -> None:
        camera = self._lenses.kept(self.choices.source if source is None else source)
        live = self._source is not None and self._source.live
        self._looking.see(self._kit(source), camera, self._source_name() if live else "")

    def _finish_lens(self) -> CameraModel:
        """The lens of the camera looked through, from the views taken; kept. Raises CalibrationError with the why."""
        name, live = self._source_name(), self._source is not None and self._source.live
        camera = self._looking.finish_calibration(self._lenses.note(name), name if live else "")
        self._lenses.keep(self.choices.source, camera)
        return camera

    def _lens_is_enough(self) -> None:
        """Finish without a button. What speaks against it is shown on the page, and more views are taken."""
        try:
            self._finish_lens()
        except CalibrationError as problem:
            self._looking.tell_failure(str(problem))
        except IllegalAction:  # somebody has pressed the button just now
            return
        self.announce()

    def _source_name(self) -> str:
        return self._source.name if self._source is not None else ""

    def _look(self, source: FrameSource, let_go_of: threading.Event) -> None:
        try:
            supervised(source.frames, lambda frame: self._take(frame, source), let_go_of, self._stumble)
            if source is self._source and self.referee is not None:
                self.referee.finish()
                self.referee.catch_up()
        except RefereeError as problem:
            if source is self._source:
                self.problem = str(problem)
                self._hear(SourceStatus("lost", str(problem)))
        finally:
            source.close()

    def _take(self, frame: Frame, source: FrameSource) -> None:
        if source is not self._source:  # let go of while it was busy: another one is looked through
            return
        referee = self.referee
        if referee is None:
            self._looking.look(frame)
            return
        referee.look(frame, still=source.stills)
        waits = isinstance(source, SimulatedTable) or not source.live
        referee.catch_up(0 if waits else MOST_OWED)

    def _stumble(self, problem: Exception) -> None:
        """Tell an error that nobody foresaw; the pictures go on."""
        if self.referee is not None:
            self.referee.stumble(problem)
        else:
            self.problem = in_words(problem)
        self.announce()

    def _hear(self, status: SourceStatus) -> None:
        self._status = status
        referee = self.referee
        if referee is not None:
            referee.hear_source(status)
        self.announce()

    def _let_go(self, keep_race: bool = False) -> None:
        """Close the source; unless the race is kept nobody waits any longer for a disk that cannot be written."""
        source, self._source = self._source, None
        self._let_go_of.set()
        if self.referee is not None and not keep_race:
            self.referee.stop()
        if source is not None:
            source.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _player_says(self, text: str) -> None:
        referee = self.referee
        if referee is not None:
            self._or_stumble(lambda: referee.hear_word(text))

    def _or_stumble(self, do: Callable[[], object]) -> None:
        """Let a simulated player do something; that he was refused is told, and he plays on."""
        try:
            do()
        except RecordError:
            raise
        except RefereeError as problem:
            self._stumble(problem)

    def _stands(self) -> str:
        referee = self.referee
        if referee is None:
            return ""
        self._turns_done = len(referee.match.state.turns)
        return referee.match.state.position

    def _players_wait(self) -> bool:
        """Simulated players do, in a break, after the race was ended, and while a fault or a question is read."""
        referee = self.referee
        return self._reading() or (referee is not None and referee.rests)

    def _they_agree(self, told: int) -> None:
        referee = self.referee
        if referee is not None:
            referee.let_stand(told)

    def _player_is_done(self, turn: PlayedTurn) -> None:
        """A simulated player presses the button unless the turn has closed by itself."""
        referee = self.referee
        if referee is None:
            return
        self._turns_done += 1
        if len(referee.match.state.turns) < self._turns_done:
            try:
                referee.insist(Close())
            except IllegalAction:  # nothing of the turn was seen, so there is nothing to close
                self._turns_done -= 1

    def _next_is_laid(self, position: str) -> None:
        """The simulated players have laid the table out for the season's next race: it begins."""
        referee = self.referee
        if referee is not None:
            self._turns_done = 0
            self._or_stumble(lambda: referee.insist(Next(position)))
