"""The guided set-up and the race behind one page: it is a `LiveRace` whatever is going on.

One thread takes pictures from the chosen source and hands each to whoever looks now: the picture check, the
calibration, or the referee of the race. People's choices come in as commands; nothing is lost by a reload, since all
of it is kept here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from calibration.session import CalibrationSession
from markers import kits
from markers.design import Wish
from markers.kit import Manifest
from referee.assemble import Referee
from referee.devices.clock import SystemClock
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.status import SourceStatus
from referee.errors import IllegalAction, NotationError, RefereeError
from referee.games.base import PlayedTurn
from referee.games.options import agreed as complete
from referee.games.options import check_players, parse_agreed
from referee.games.registry import game as game_named
from referee.hosting.cameras import CameraList
from referee.hosting.choices import SIMULATED, STEPS, Choices
from referee.hosting.guide import guide_view, waiting_page
from referee.hosting.look_on import LookOn
from referee.hosting.simulated import SimulatedTable
from referee.record.header import record_header
from referee.settings import Settings
from referee.vision.scene import Frame
from referee.vision.source import FrameSource

Opener = Callable[[str, Callable[[SourceStatus], None]], FrameSource]
"""Opens what a user calls a source, and says how it is doing."""


class Host:
    """Set-up first, then the race.

    Parameters
    ----------
    records : where races are kept.
    opener : opens sources; see `referee.devices.sources.open_source`.
    cameras : which cameras there are, with a picture of each.
    lenses : where calibrations are kept.
    settings : the user's.
    pace_s, seed : of the simulated table.
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
    ) -> None:
        self.settings = settings or Settings()
        self.choices = Choices(players=self.settings.players)
        self.referee: Referee | None = None
        self.problem = ""
        self._records, self._opener, self._cameras = records, opener, cameras
        self._lenses = lenses
        self._pace_s, self._seed, self._turns = pace_s, seed, turns
        self._changed = threading.Condition(threading.RLock())
        self._sequence = 1
        self._base = 0
        self._source: FrameSource | None = None
        self._status = SourceStatus(text="no camera has been chosen")
        self._looking = LookOn(self.announce)
        self._thread: threading.Thread | None = None
        self._unfinished = records.unfinished()
        self._path = ""
        self._turns_done = 0

    # -- what the page asks ---------------------------------------------------------------------------------------

    def snapshot(self) -> Mapping[str, Any]:
        """The race's state, or the set-up's in the same shape; see `web.live.SNAPSHOT`."""
        with self._changed:
            referee, guide = self.referee, self._guide()
            if referee is None:
                return waiting_page(self._sequence, guide, self._source_view())
        shown = dict(referee.snapshot())
        return {**shown, "seq": shown["seq"] + self._base, "guide": guide if shown["phase"] == "survey" else None}

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer can be shown, or the time is up; returns the newest number."""
        with self._changed:
            referee, base = self.referee, self._base
            if referee is None:
                self._changed.wait_for(lambda: self._sequence > after_seq or self.referee is not None, timeout_s)
                return self._sequence if self.referee is None else self._base
        return referee.wait(after_seq - base, timeout_s) + base

    def picture(self) -> tuple[bytes, int]:
        """The newest picture as JPEG and its number."""
        referee = self.referee
        return self._looking.picture(self.settings.evidence_width_px) if referee is None else referee.picture()

    def thumbnail(self, number: int) -> bytes:
        """A small picture from the n-th camera listed. Raises KeyError when there is none."""
        return self._cameras.thumbnail(number)

    def evidence(self, entry_id: int, name: str) -> bytes:
        """A picture kept beside an entry. Raises KeyError when there is none."""
        return self._racing().evidence(entry_id, name)

    def notation(self) -> str:
        """The position in notation, "" before the race and where it names what lies hidden."""
        return "" if self.referee is None else self.referee.notation()

    def reading(self, entry_id: int, number: int) -> str:
        """The drawing of one reading of the newest verdict. Raises KeyError when there is none."""
        if self.referee is None:
            raise KeyError(number)
        return self.referee.reading(entry_id, number)

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """The seconds before a verdict. Raises KeyError when there are none."""
        return self._racing().clip(entry_id)

    def command(self, body: dict[str, Any]) -> str:
        """Do what a person asked. Raises RefereeError with a sentence when it cannot be done."""
        do = body.get("do")
        if do == "guide":
            return self._guided(body)
        if do == "start":
            return self._start()
        referee = self.referee
        if referee is None:
            raise IllegalAction("there is no race yet; finish the set-up first")
        return referee.command(body)

    def announce(self) -> None:
        """Tell every waiting viewer that something is new."""
        with self._changed:
            if self.referee is not None:
                self.referee.announce()
            self._sequence += 1
            self._changed.notify_all()

    def stop(self) -> None:
        """Let go of the source and the record."""
        self._let_go()
        self._drop_race()

    # -- the guided path ------------------------------------------------------------------------------------------

    def _guided(self, body: Mapping[str, Any]) -> str:
        doers: dict[str, Callable[[str], str]] = {
            "go": self._go_to, "pass": self._pass, "game": self._choose_game, "players": self._choose_players,
            "options": self._choose_options, "source": self._choose_source, "cameras": self._look_for_cameras,
            "ruler": self._measure, "lens": self._lens, "resume": self._resume,
        }  # fmt: skip
        what, value = str(body.get("what")), str(body.get("value", ""))
        if what not in doers:
            raise NotationError(f"the set-up knows {', '.join(doers)}, not {what!r}")
        said = doers[what](value)
        self.announce()
        return said

    def _choose(self, **changes: Any) -> None:
        with self._changed:
            self.choices = replace(self.choices, **changes)

    def _choose_game(self, name: str) -> str:
        law = game_named(name)
        allowed = law.players_allowed
        players = self.choices.players if self.choices.players in allowed else allowed[-1]
        self._drop_race()
        self._choose(game=law.name, players=players, agreed={}, step="game", resume="", standing="")
        self._new_eye()
        if self.choices.source == SIMULATED:
            self._choose_source(SIMULATED)
        return f"{law.title} it is."

    def _choose_players(self, value: str) -> str:
        law = game_named(self.choices.game)
        count = int(value) if value.isdecimal() else 0
        check_players(law.title, law.players_allowed, count)
        self._choose(players=count)
        return f"{count} players."

    def _choose_options(self, value: str) -> str:
        chosen = complete(game_named(self.choices.game).options, parse_agreed(value.split()))
        self._choose(agreed=chosen)
        return "Agreed."

    def _look_for_cameras(self, value: str) -> str:
        self._cameras.look_again(self.announce)
        return "Looking for cameras."

    def _choose_source(self, text: str) -> str:
        self._let_go()
        self._drop_race()
        self._open(text)
        self._choose(source=text, passed=self.choices.passed - {"lens"})
        return "Looking through it."

    def _measure(self, value: str) -> str:
        try:
            measured = float(value.replace(",", "."))
        except ValueError:
            raise NotationError(f"{value!r} is no length in millimetres, such as 99.5") from None
        if not 10 <= measured <= 1000:
            raise NotationError("measure the printed ruler's 100 mm: the answer lies somewhere near 100")
        self._choose(ruler_mm=measured)
        return "Thank you."

    def _lens(self, value: str) -> str:
        if value == "begin":
            self._looking.begin_calibration(CalibrationSession())
            return "Show the calibration board to the camera."
        if value == "finish":
            camera = self._looking.finish_calibration(self._lenses.note(self._source_name()))
            self._lenses.keep(self.choices.source, camera)
            return f"The lens is measured: within {camera.held_out_error_mm:.1f} mm on the table."
        if value == "forget":
            self._looking.forget_calibration()
            self._lenses.forget(self.choices.source)
            return "The lens is guessed again."
        raise NotationError(f"a calibration can begin, finish or forget, not {value!r}")

    def _go_to(self, step: str) -> str:
        if step not in STEPS:
            raise NotationError(f"there is no step {step!r}; there are {', '.join(STEPS)}")
        if STEPS.index(step) > 1 and not self.choices.source:
            raise IllegalAction("choose a camera first, or the simulated table")
        referee = self.referee
        if referee is not None and referee.match.phase != "survey":
            raise IllegalAction("the race is under way")
        if step == "table":
            self._survey()
        else:
            self._drop_race()
            self._looking.attend(step)
        self._choose(step=step, passed=self.choices.passed - {step})
        return ""

    def _pass(self, step: str) -> str:
        if step not in ("picture", "lens"):
            raise IllegalAction("only the picture check and the calibration can be passed over")
        said = self._go_to(STEPS[STEPS.index(step) + 1])
        self._choose(passed=self.choices.passed | {step})
        return said

    # -- the race -------------------------------------------------------------------------------------------------

    def _survey(self) -> None:
        """Make the referee of the race; from here on it is he who looks."""
        if self.referee is not None:
            return
        choices, resumed = self.choices, self.choices.resume
        film = self._source is not None and not self._source.live
        if film and resumed:
            raise IllegalAction("a recording goes on with: referee watch --resume --source FILE")
        law, kit = game_named(choices.game), self._kit()
        header = record_header(law.name, kit, choices.source, camera=self._looking.camera, settings=self.settings)
        store, path = (self._records.resume(resumed), resumed) if resumed else self._records.new(header)
        live = choices.source != SIMULATED and self._source is not None and self._source.live
        referee = Referee(
            law, kit, store, camera=self._looking.camera, settings=self.settings,
            now_ns=SystemClock().now_ns if live else None, record_path=path,
        )  # fmt: skip
        referee.agreed = choices.agreed
        if self._source is not None:
            referee.attend(self._source.name)
            if self._source.live and choices.source != SIMULATED:
                referee.hear_source(self._status)
        with self._changed:
            self._base, self._turns_done = self._sequence, len(referee.match.state.turns)
            self.referee, self._path = referee, path
            self._changed.notify_all()
        if resumed and isinstance(self._source, SimulatedTable):
            self._source.go()
        if film:
            # a film does not wait: it is shown again from its beginning, and the race starts when its board is right
            self._let_go()
            referee.start_by_itself(choices.players)
            self._open(choices.source)

    def _start(self) -> str:
        referee = self._racing("finish the set-up first")
        source = self._source
        if isinstance(source, SimulatedTable):
            said = referee.command({"do": "start", "players": self.choices.players, "position": source.start})
            source.go()
            return said
        return referee.command({"do": "start", "players": self.choices.players})

    def _resume(self, path: str) -> str:
        known = {one.path: one for one in self._unfinished}
        if path not in known:
            raise NotationError("this race is not among the unfinished ones")
        race = known[path]
        self._let_go()
        self._drop_race()
        players = race.players or self.choices.players
        self._choose(
            game=race.game, players=players, agreed={}, source="", step="camera", resume=path, standing=race.position
        )
        self._new_eye()
        return "Choose the camera, and the race goes on where it stood."

    def _drop_race(self) -> None:
        """Let the referee go; a record in which nothing was begun is removed."""
        with self._changed:
            referee, self.referee = self.referee, None
            if referee is None:
                return
            self._sequence = max(self._sequence, self._base + referee.wait(-1, 0.0)) + 1
            self._changed.notify_all()
        referee.match.store.close()
        self._records.drop(self._path)
        self._unfinished = self._records.unfinished()

    def _racing(self, otherwise: str = "there is no race yet") -> Referee:
        if self.referee is None:
            raise IllegalAction(otherwise)
        return self.referee

    # -- pictures -------------------------------------------------------------------------------------------------

    def _open(self, text: str) -> None:
        choices = self.choices
        source: FrameSource
        if text == SIMULATED:
            law = game_named(choices.game)
            source = SimulatedTable(
                law, choices.players, self._seed, self._player_says, self._player_is_done, self._pace_s, self._turns,
                choices.agreed, choices.standing,
            )  # fmt: skip
        else:
            source = self._opener(text, self._hear)
        self.problem = ""
        self._status = SourceStatus()
        self._source = source
        if self.referee is None:
            self._new_eye(text)
        self._thread = threading.Thread(target=self._look, args=(source,), name="eyes", daemon=True)
        self._thread.start()

    def _kit(self) -> Manifest:
        """The print of the chosen game, for as many sets of pieces as the race takes."""
        choices, law = self.choices, game_named(self.choices.game)
        sets = law.sets_of(choices.standing) if choices.standing else law.sets(choices.players, choices.agreed)
        return kits.manifest(choices.game, wish=Wish(packs=sets))

    def _new_eye(self, source: str | None = None) -> None:
        camera = self._lenses.kept(self.choices.source if source is None else source)
        self._looking.see(self._kit(), camera)

    def _look(self, source: FrameSource) -> None:
        try:
            for frame in source.frames():
                if source is not self._source:
                    return
                self._take(frame, source.stills)
            if source is self._source and self.referee is not None:
                self.referee.finish()
        except RefereeError as problem:
            if source is self._source:
                self.problem = str(problem)
                self._hear(SourceStatus("lost", str(problem)))
        finally:
            source.close()

    def _take(self, frame: Frame, still: bool) -> None:
        referee = self.referee
        if referee is None:
            self._looking.look(frame)
        else:
            referee.look(frame, still=still)

    def _hear(self, status: SourceStatus) -> None:
        self._status = status
        referee = self.referee
        if referee is not None:
            referee.hear_source(status)
        self.announce()

    def _let_go(self) -> None:
        source, self._source = self._source, None
        if source is not None:
            source.close()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _player_says(self, text: str) -> None:
        referee = self.referee
        if referee is not None:
            referee.command({"do": "declare", "text": text})

    def _player_is_done(self, turn: PlayedTurn) -> None:
        """A simulated player presses the button unless the turn has closed by itself."""
        referee = self.referee
        if referee is None:
            return
        self._turns_done += 1
        if len(referee.match.state.turns) < self._turns_done:
            referee.command({"do": "close"})

    # -- views ----------------------------------------------------------------------------------------------------

    def _source_name(self) -> str:
        return self._source.name if self._source is not None else ""

    def _source_view(self) -> dict[str, Any]:
        chosen = self._source is not None
        rate = self._looking.frames_per_second()
        note = self._status.text if chosen else ""
        return {"name": self._source_name(), "ok": chosen and self._status.ok, "note": note, "frames_per_second": rate}

    def _guide(self) -> dict[str, Any]:
        return guide_view(self.choices, self._cameras.listed(), self._looking.state(), self._unfinished, self.problem)
