"""The guided path: each choice of a person on the way to the race, and the race that comes of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

from calibration.session import CalibrationSession
from markers import kits
from markers.order import Order
from referee.assemble import Referee
from referee.commands import Name, Next, Start
from referee.devices.camera_modes import parted
from referee.devices.cameras import CameraName, find_camera
from referee.devices.clock import SystemClock
from referee.devices.phone import PHONE
from referee.devices.races import Unfinished
from referee.devices.status import ignore_status
from referee.errors import IllegalAction, NotationError, SourceError
from referee.games.options import NOTHING_AGREED, Agreed, check_players, parse_agreed
from referee.games.options import agreed as complete
from referee.games.registry import BOARD_FILES, TRACK_DRAWINGS
from referee.games.registry import game as game_named
from referee.hosting.cameras import THUMBNAIL_PX
from referee.hosting.choices import SIMULATED, STEPS, Choices
from referee.hosting.guide import crew_of
from referee.hosting.pictures import Pictures
from referee.hosting.simulated import SimulatedTable, start_of
from referee.match.people_side import fitting_name
from referee.record.header import record_header
from referee.words.catalogue import told


class Preparation(Pictures):
    """Choices, steps, and the referee made of them."""

    def _guided(self, what: str, value: str) -> str:
        doers: dict[str, Callable[[str], str]] = {
            "go": self._go_to, "pass": self._pass, "game": self._choose_game, "kit": self._choose_kit,
            "players": self._choose_players, "options": self._choose_options, "source": self._choose_source,
            "try": self._try, "cameras": self._look_for_cameras, "ruler": self._measure, "lens": self._lens,
            "resume": self._resume, "aside": self._set_aside, "name": self._choose_name, "leave": self._leave,
        }  # fmt: skip
        if what not in doers:
            raise NotationError(f"the set-up knows {', '.join(doers)}, not {what!r}")
        if what == "try":  # it changes nothing, and a camera may be slow to answer
            return self._try(value)
        with self._one_by_one:
            said = doers[what](value)
        self.announce()
        return said

    def _choose(self, **changes: Any) -> None:
        with self._changed:
            self.choices = replace(self.choices, **changes)

    def _choose_game(self, name: str, kit: str = "", agreed: Agreed = NOTHING_AGREED) -> str:
        law = game_named(name)
        if self.referee is not None and self.referee.match.phase == "race":
            raise IllegalAction(told("race-is-under-way"))
        allowed = law.players_allowed
        players = self.choices.players if self.choices.players in allowed else allowed[-1]
        self._drop_race()
        self._choose(
            game=law.name, players=players, agreed=agreed, step="game", resume="", standing="", resumed_from="", kit=kit
        )
        self._new_eye()
        if self.choices.source == SIMULATED:
            self._choose_source(SIMULATED)
        return told("game-chosen", title=law.title)

    def _choose_kit(self, text: str) -> str:
        """Race with a kit as the page's printing ordered it; with the usual one again when that is ""."""
        if not text:
            return self._choose_game(self.choices.game)
        order = Order.read(text)
        if order.wish.boards:
            return self._choose_game(order.game, order.text, {"board": self._board(order)})
        if order.wish.track:
            return self._choose_game(order.game, order.text, TRACK_DRAWINGS[order.game].agreed_on(order.wish.track))
        return self._choose_game(order.game, order.text, {"packs": "2"} if order.wish.packs > 1 else NOTHING_AGREED)

    @staticmethod
    def _board(order: Order) -> str:
        """What a race on an ordered board agrees on. Raises NotationError for a board that cannot be raced on."""
        ready = kits.design_of(order.game).ready
        return order.ready if order.ready in ready else BOARD_FILES[order.game](order.wish.boards[0])

    def _choose_players(self, value: str) -> str:
        law = game_named(self.choices.game)
        count = int(value) if value.isdecimal() else 0
        check_players(law.title, law.players_allowed, count)
        self._check_start(replace(self.choices, players=count))
        self._choose(players=count)
        return told("players-chosen", count=count)

    def _choose_options(self, value: str) -> str:
        chosen = complete(game_named(self.choices.game).options, parse_agreed(value.split()))
        self._check_start(replace(self.choices, agreed=chosen))
        self._choose(agreed=chosen)
        return "Agreed."

    def _check_start(self, choices: Choices) -> None:
        """Raise NotationError for what no race starts with, such as a lane for which the drawn track has no tiles."""
        law = game_named(choices.game)
        start = start_of(law, self._wish(choices).track, choices.players, Random(1), choices.agreed)
        wrong = law.check_position(start)
        if wrong:
            raise NotationError(told("said", sentences=wrong))

    def _choose_name(self, value: str) -> str:
        """What a driver is called, as ``red=Ann``: told to the referee of every race from now on."""
        driver, _, name = value.partition("=")
        law = game_named(self.choices.game)
        with self._changed:  # a page tells all that it remembers at once
            names = self.choices.names
            self._choose(names={**names, driver: fitting_name(law.words, driver, name, names)})
        return ""

    def _look_for_cameras(self, value: str) -> str:
        self._cameras.look_again(self.announce, self._picture_of)
        return told("looking-for-cameras")

    def _picture_of(self, camera: CameraName) -> bytes:
        """The newest picture when this camera is the one looked through, b"" for another."""
        source = self.choices.source
        looked_through = source not in ("", SIMULATED) and find_camera(parted(source)[0], (camera,)) == camera.index
        return self._looking.thumbnail(THUMBNAIL_PX) if looked_through else b""

    def _choose_source(self, text: str) -> str:
        self._let_go()
        self._drop_race()
        self._open(text)
        self._choose(source=text, passed=self.choices.passed - {"lens"})
        return told("phone-awaited" if text == PHONE else "looking-through-it")

    def _try(self, text: str) -> str:
        """Open a source, take its first picture and let it go again; what is looked through stays."""
        source = self._opener(text, ignore_status)
        try:
            frame = next(iter(source.frames()), None)
        finally:
            source.close()
        if frame is None:
            raise SourceError(told("source-ended", text=source.name))
        return told("camera-tried", text=source.name, width=frame.image.shape[1], height=frame.image.shape[0])

    def _measure(self, value: str) -> str:
        try:
            measured = float(value.replace(",", "."))
        except ValueError:
            raise NotationError(told("is-no-length-in-millimetres", text=value)) from None
        if not 10 <= measured <= 1000:
            raise NotationError(told("measure-printed-ruler-mm-answer"))
        self._choose(ruler_mm=measured)
        return told("thank-you")

    def _lens(self, value: str) -> str:
        if value == "begin":
            self._looking.begin_calibration(CalibrationSession())
            return told("show-calibration-board-camera")
        if value == "finish":
            camera = self._finish_lens()
            return told("lens-is-measured-within-mm", held_out_error_mm=round(camera.held_out_error_mm, 1))
        if value == "mark":
            if not isinstance(self._source, SimulatedTable):
                raise IllegalAction(told("put-there-yourselves"))
            self._source.put_on_a_mark(True)
            return ""
        if value == "forget":
            self._looking.forget_calibration()
            self._lenses.forget(self.choices.source)
            return told("lens-is-guessed-again")
        raise NotationError(f"a calibration can begin, finish, mark or forget, not {value!r}")

    def _go_to(self, step: str) -> str:
        if step not in STEPS:
            raise NotationError(told("there-is-no-step-there", text=step, list=STEPS))
        if STEPS.index(step) > 1 and not self.choices.source:
            raise IllegalAction(told("choose-camera-first-or-simulated"))
        referee = self.referee
        if referee is not None and referee.match.phase != "survey":
            raise IllegalAction(told("race-is-under-way"))
        if isinstance(self._source, SimulatedTable):
            if self._source.laid_for != (self.choices.players, self.choices.agreed):  # agreed on since it was opened
                self._let_go()
                self._drop_race()
                self._open(SIMULATED)
            else:
                self._source.put_on_a_mark(False)
        if step == "table":
            self._survey()
        else:
            self._drop_race()
            self._looking.attend(step)
        self._choose(step=step, passed=self.choices.passed - {step})
        return ""

    def _pass(self, step: str) -> str:
        if step not in ("picture", "lens"):
            raise IllegalAction(told("only-picture-check-and-calibration"))
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
        law, kit = game_named(choices.game), self._looking.print_of(self._kit())
        header = record_header(
            law.name, kit, choices.source, camera=self._looking.camera, settings=self.settings, order=choices.kit
        )
        store, path = (self._records.resume(resumed), resumed) if resumed else self._records.new(header)
        live = choices.source != SIMULATED and self._source is not None and self._source.live
        referee = Referee(
            law, kit, store, camera=self._looking.camera, settings=self.settings,
            now_ns=SystemClock().now_ns if live else None, record_path=path, chosen=self._named_kit,
        )  # fmt: skip
        referee.agreed, referee.players = choices.agreed, (choices.players,)
        if not resumed:
            for driver in crew_of(law.name, choices.players, tuple(choices.agreed.items()))[0]:
                if choices.names.get(driver):
                    referee.command(Name(driver, choices.names[driver]))
        if self._source is not None:
            referee.attend(self._source.name, isinstance(self._source, SimulatedTable))
            if self._source.live and choices.source != SIMULATED:
                referee.hear_source(self._status)
        with self._changed:
            self._base, self._turns_done = self._sequence, len(referee.match.state.turns)
            self.referee, self._path = referee, path
            self._changed.notify_all()
        if resumed and isinstance(self._source, SimulatedTable):
            referee.begin_anew()  # they throw their dice again
            self._source.go()
        if film:
            # a film does not wait: it is shown again, from its beginning or from where the record stopped, and a race
            # starts when its board is right
            self._let_go(keep_race=True)
            referee.start_by_itself(choices.players)
            referee.next_by_itself()
            self._open(choices.source)

    def _start(self, asked: Start) -> str:
        referee = self._racing("finish-set-up-first")
        source = self._source
        if isinstance(source, SimulatedTable):
            said = referee.command(Start(self.choices.players, source.start))
            source.go()
            return said
        return referee.command(replace(asked, players=self.choices.players))

    def _next(self) -> str:
        """The next race of a season, in the same record; simulated players lay the table out for it first."""
        referee, source = self._racing(), self._source
        if not isinstance(source, SimulatedTable):
            return referee.command(Next())
        season = referee.snapshot()["season"]
        if season is None or not season["goes_on"]:
            return referee.command(Next())  # says why there is none
        source.lay_out()
        return told("players-lay-table-out-for")

    def _again(self) -> str:
        """After a race that is over: the table is looked at for another one with the same game, players and camera."""
        referee = self._racing()
        if referee.match.phase != "over":
            raise IllegalAction(told("race-is-not-over-yet"))
        self._let_go()
        self._drop_race()
        self._choose(step="camera", resume="", standing="", resumed_from="")
        self._seed += 1  # the simulated table does not play the same race again
        self._open(self.choices.source)
        self._go_to("table")
        return told("lay-out-track-for-another")

    def _leave(self, value: str) -> str:
        """Out of a race, back to the set-up: its record stays, and is offered to be gone on with if it is not over."""
        self._racing()
        self._let_go()
        # before the race is gone, for the page shows the set-up from then on: its camera may be slow to open
        self._choose(step="game", resume="", standing="", resumed_from="")
        self._drop_race()
        self._seed += 1  # the simulated table does not play the same race again
        self._look_through_the_same(self.choices.source)
        return told("race-was-left")

    def _offered(self, path: str) -> Unfinished:
        found = next((one for one in self._unfinished if one.path == path), None)
        if found is None:
            raise NotationError(told("this-race-is-not-among"))
        return found

    def _set_aside(self, path: str) -> str:
        self._records.set_aside(self._offered(path).path)
        self._unfinished = self._records.unfinished()
        return told("race-was-set-aside")

    def _resume(self, path: str) -> str:
        race = self._offered(path)
        self._let_go()
        self._drop_race()
        players = race.players or self.choices.players
        self._choose(
            game=race.game, players=players, agreed=race.agreed, source="", step="camera", resume=path,
            standing=race.position, resumed_from=SIMULATED if race.simulated else race.source, kit=race.order,
        )  # fmt: skip
        self._new_eye()
        if not race.film:
            return self._look_through_the_same(self.choices.resumed_from)
        self._choose_source(race.film)
        self._go_to("table")
        return told("goes-on-where-record-stopped", text=self._source_name())

    def _look_through_the_same(self, source: str) -> str:
        """Open the camera the race had until then; people see its picture, and go on or choose another one."""
        if source:
            try:
                return self._choose_source(source)
            except SourceError as problem:  # unplugged since, or another number now
                self.problem = str(problem)
                self._choose(source="", resumed_from="")
        return told("choose-camera-and-race-goes")

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

    def _racing(self, otherwise: str = "no-race-yet") -> Referee:
        if self.referee is None:
            raise IllegalAction(told(otherwise))
        return self.referee
