"""The loop of one race: a settled scene or a person's word comes in, entries of the record come out.

The match knows no device: pictures, times and the store are handed to it. It never erases: undo, correction and
overruling are entries too, and the state of the race is always the fold over them.

How a turn closes: by itself when it is legal and its movements are used up; when the next driver's car moves; by the
button; at the end of a recording. A fault or an open question waits until one of the last three, so that the table can
take the move back or answer first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from markers.kit import Manifest
from referee.errors import IllegalAction, NotationError
from referee.games.base import Game, Question, Reading, Status, Verdict
from referee.judge.running import two_turns_running
from referee.judge.verdict import judge
from referee.record.entry import Entry, Store
from referee.record.fold import RaceState, fold, step
from referee.record.verdict_json import verdict_from_json, verdict_to_json
from referee.vision.scene import SettledScene

Picture = Callable[[], bytes]
"""A settled picture as JPEG, encoded only when it becomes evidence."""


USED_UP = "the turn's movements are used up"
"""Why a turn closes by itself."""

RAN_ON = "the same driver began the next turn"
"""Why a turn closes when its driver is the last of one round and the first of the next."""


class Match:
    """One race at one table.

    Attributes
    ----------
    reading : what the newest settled scene shows, None before the first.
    problems : what is wrong with the table or the picture, in sentences.
    """

    def __init__(self, game: Game, manifest: Manifest, store: Store) -> None:
        self.game = game
        self.manifest = manifest
        self.store = store
        self.reading: Reading | None = None
        self.problems: tuple[str, ...] = ()
        self._entries: list[Entry] = list(store.entries())
        self._state = fold(self._entries)
        self._doubt = ""
        self._turn_picture: Picture | None = None
        self._last_picture: Picture | None = None

    @property
    def state(self) -> RaceState:
        """Position, stops and declarations as the entries so far make them."""
        return self._state

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Every entry of the record, oldest first."""
        return tuple(self._entries)

    @property
    def phase(self) -> str:
        """``survey`` before the start, ``race``, or ``over``."""
        if not self._state.position:
            return "survey"
        return "over" if self.game.over(self._state.position) is not None else "race"

    # -- the camera -----------------------------------------------------------------------------------------------

    def feed(self, settled: SettledScene, picture: Picture) -> tuple[Entry, ...]:
        """Take a settled scene in; returns the entries it led to (none when nothing changed).

        `picture` gives the scene as JPEG, kept as evidence beside verdicts. Raises RecordError when an entry could not
        be stored: nothing of it is then shown.
        """
        reading = self.game.read(settled.scene, self.manifest, self._state.position or None)
        self.reading = reading
        self.problems = (*settled.scene.problems, *reading.problems)
        before_this = self._last_picture
        self._last_picture = picture
        self._turn_picture = self._turn_picture or picture
        if self.phase != "race" or reading.observation is None:
            return ()
        return self._see(reading.observation, settled.last_time_ns, picture, before_this)

    def _see(self, observation: Any, time_ns: int, picture: Picture, before_this: Picture | None) -> tuple[Entry, ...]:
        game, state = self.game, self._state
        # Through text and back, so that a replay of the record judges exactly what was judged here.
        text = game.observation_notation(observation)
        observation = game.observe(text)
        seen = self._observations()
        if seen and not game.changed(seen[-1], observation):
            self._doubt = "" if text in state.stops[-1:] else text
            return ()
        first = len(self._entries)
        if self._moved_on(observation):
            seen = self._observations()
            state = self._state
        if len(seen) > 1 and game.next_turn_began(state.position, seen, observation):
            self._close(time_ns, "camera", "the next driver's car moved", after_picture=before_this)
            self._turn_picture = before_this or picture
            seen = self._observations()
        keep = _taken_back(game, seen, observation)
        data: dict[str, Any] = {"observation": text}
        cause = "the table changed"
        if keep is not None:
            data["keep"] = keep
            cause = "a move was taken back"
        self._append("stop", "camera", time_ns, cause, data)
        self._doubt = ""
        self._judge_open_turn(time_ns, "camera", picture)
        return tuple(self._entries[first:])

    def _moved_on(self, observation: Any) -> bool:
        """Reopen a turn that closed by itself when the same driver goes on: then it was not over.

        Without this a fourth movement would be held against the next driver, who has done nothing.
        """
        closed = self._state.closers[-1] if self._state.closers else None
        if closed is None or len(self._state.stops) > 1 or closed.entry.cause != USED_UP:
            return False
        if closed.entry.data.get("player") == self.game.driver(self._state.position):
            return False  # last of one round and first of the next: it is this driver's turn again
        before = [self.game.observe(text) for text in closed.stops]
        if not self.game.went_on(closed.entry.before, before, observation):
            return False
        cause = "the same car moved on: its turn is open again"
        self._append("undo", "camera", self._entries[-1].time_ns, cause, {"entry": closed.entry.id})
        return True

    def finish(self, time_ns: int) -> tuple[Entry, ...]:
        """Close the turn under way because the recording ended; a turn that has not begun stays unbegun."""
        first = len(self._entries)
        if self.phase == "race" and len(self._state.stops) > 1:
            self._close(time_ns, "camera", "the recording ended", after_picture=self._last_picture)
        return tuple(self._entries[first:])

    # -- people ---------------------------------------------------------------------------------------------------

    def start(self, players: int, time_ns: int, position: str = "", origin: str = "person") -> Entry:
        """Begin the race from `position`, or from what the newest survey shows.

        Raises NotationError with what is wrong when the table is no start position.
        """
        if self._state.position:
            raise IllegalAction("the race is already under way; undo or correct instead of starting again")
        if not position:
            if self.reading is None or self.reading.observation is None:
                raise NotationError(
                    "no board has been read yet; look at the problems listed, mend the table and try again"
                )
            position = self.game.start_from(self.reading.observation, players)
        wrong = self.game.check_position(position)
        if wrong:
            raise NotationError("this is not a position to start from: " + "; ".join(wrong))
        data = {"players": players, **self._baseline(position)}
        pictures = _encoded(after=self._last_picture)
        return self._append("start", origin, time_ns, "the race starts", data, after=position, pictures=pictures)

    def declare(self, text: str, time_ns: int) -> Entry:
        """Note what a player said about the turn under way, and judge again. Raises NotationError for nonsense."""
        self._need_race()
        normal = self.game.check_declaration(self._state.position, text)
        entry = self._append("declare", "person", time_ns, "said at the table", {"text": normal})
        if len(self._state.stops) > 1:
            self._judge_open_turn(time_ns, "person", self._last_picture)
        return entry

    def undeclare(self, time_ns: int) -> Entry:
        """Take the last declaration of the turn under way back."""
        self._need_race()
        said = [e for e in self._entries if e.kind == "declare" and e.id not in self._state.undone]
        if not self._state.declared or not said:
            raise IllegalAction("nothing was declared in this turn")
        return self._append("undo", "person", time_ns, "a declaration was taken back", {"entry": said[-1].id})

    def close(self, time_ns: int) -> Entry:
        """The button: the turn is done.

        Raises IllegalAction when nothing has moved and the driver could move: the button was pressed once too often,
        which is no fault of the next driver.
        """
        self._need_race()
        if len(self._state.stops) < 2 and not self._may_pass():
            player = self.game.what_now(self._state.position).player
            raise IllegalAction(f"nothing has moved since the last turn was closed; it is {player}'s turn now")
        return self._close(time_ns, "person", "the turn was said to be done", after_picture=self._last_picture)

    def undo(self, time_ns: int) -> Entry:
        """Take back the last turn that was closed (or the last correction) by adding an entry that says so."""
        undone = self._state.undone
        for entry in reversed(self._entries):
            closes = entry.kind == "verdict" and not entry.data.get("provisional", False)
            if (closes or entry.kind == "correct") and entry.id not in undone:
                return self._append("undo", "person", time_ns, f"entry {entry.id} was taken back", {"entry": entry.id})
        raise IllegalAction("there is no turn to take back")

    def correct(self, time_ns: int, position: str = "") -> Entry:
        """Set the position right: to `position`, or to what stands on the table when none is given."""
        self._need_race()
        if not position:
            if self.reading is None or self.reading.observation is None:
                raise NotationError("the table cannot be read now, so it cannot be taken as it stands")
            position = self.game.accept(self._state.position, self.reading.observation)
            cause = "the table was taken as it stands"
        else:
            cause = "the position was corrected by hand"
            wrong = self.game.check_position(position)
            if wrong:
                raise NotationError("this position cannot be: " + "; ".join(wrong))
        return self._append("correct", "person", time_ns, cause, self._baseline(position), after=position)

    def overrule(self, entry_id: int, status: str, why: str, time_ns: int) -> Entry:
        """A person's word over a verdict: noted beside it, nothing is erased."""
        if status not in Status.__members__:
            raise NotationError(f"a verdict is LEGAL, ILLEGAL or UNDECIDED, not {status!r}")
        target = next((e for e in self._entries if e.id == entry_id and e.kind == "verdict"), None)
        if target is None:
            raise NotationError(f"entry {entry_id} is no verdict")
        data = {"entry": entry_id, "status": status, "why": why}
        return self._append("overrule", "person", time_ns, f"verdict {entry_id} was overruled", data)

    def stand(self, entry_id: int, why: str, time_ns: int) -> Entry:
        """Let an illegal move stand: its turn is closed, the verdict keeps its mark, and an entry says so."""
        newest = self.verdict()
        if newest is not None and newest[0].id == entry_id and newest[0].data.get("provisional"):
            entry_id = self._close(time_ns, "person", "the table lets it stand", self._last_picture).id
        elif not any(e.id == entry_id and e.kind == "verdict" for e in self._entries):
            raise NotationError(f"entry {entry_id} is no verdict")
        data = {"stands": entry_id, "why": why}
        return self._append("note", "person", time_ns, f"verdict {entry_id} stands by agreement", data)

    def note(self, text: str, time_ns: int, origin: str = "camera") -> Entry:
        """Write down that something happened which is no play: a bump, a lost camera, a resume."""
        return self._append("note", origin, time_ns, text, {})

    # -- what the page asks ---------------------------------------------------------------------------------------

    def verdict(self) -> tuple[Entry, Verdict] | None:
        """The newest verdict entry that still stands, with its verdict."""
        for entry in reversed(self._entries):
            if entry.kind == "verdict" and entry.id not in self._state.undone:
                return entry, verdict_from_json(entry.data)
            if entry.kind in ("start", "correct"):
                return None
        return None

    def pad(self) -> tuple[Question, ...]:
        """What may be declared now."""
        return self.game.declarations(self._state.position) if self.phase == "race" else ()

    # -- inside ---------------------------------------------------------------------------------------------------

    def _observations(self) -> list[Any]:
        stops = self._state.stops or (self.game.visible(self._state.position),)
        return [self.game.observe(text) for text in stops]

    def _baseline(self, position: str) -> dict[str, Any]:
        """What the table shows as the next turn begins: the first stop of that turn."""
        if self.reading is not None and self.reading.observation is not None:
            return {"baseline": self.game.observation_notation(self.reading.observation)}
        return {"baseline": self.game.visible(position)}

    def _may_pass(self) -> bool:
        """Whether a turn in which nothing moves would be legal."""
        verdict = judge(self.game, self._state.position, self._observations(), self._state.declared, closed=True)
        return verdict.status is not Status.ILLEGAL

    def _judge_open_turn(self, time_ns: int, origin: str, picture: Picture | None) -> None:
        state = self._state
        seen = self._observations()
        if len(seen) < 2:
            return
        verdict = judge(self.game, state.position, seen, state.declared, closed=False)
        if verdict.status is Status.ILLEGAL and self._split(time_ns, picture, closed=False):
            self._judge_open_turn(time_ns, origin, picture)
            return
        if not verdict.provisional and verdict.status is Status.LEGAL:
            # A car that cannot go on may still be about to break a rule: only a turn that would stand closes by itself.
            closed = judge(self.game, state.position, seen, state.declared, closed=True)
            verdict = closed if closed.status is Status.LEGAL else replace(verdict, provisional=True)
        open_turn = verdict.provisional or verdict.status is not Status.LEGAL
        if open_turn and self._same_as_shown(verdict):
            return
        cause = "the turn so far" if open_turn else USED_UP
        self._append_verdict(verdict, origin, time_ns, cause, open_turn, state.stops[-1], picture)

    def _same_as_shown(self, verdict: Verdict) -> bool:
        """Whether the newest verdict of this turn already says just this (then it is not said twice)."""
        for entry in reversed(self._entries):
            if entry.kind == "verdict":
                return verdict_from_json(entry.data) == replace(verdict, provisional=True)
            if entry.kind != "declare":
                return False
        return False

    def _close(self, time_ns: int, origin: str, cause: str, after_picture: Picture | None) -> Entry:
        state = self._state
        seen = self._observations()
        verdict = judge(self.game, state.position, seen, state.declared, closed=True)
        if verdict.status is Status.ILLEGAL and self._split(time_ns, after_picture, closed=True):
            return self._close(time_ns, origin, cause, after_picture)
        last = state.stops[-1] if state.stops else self.game.visible(state.position)
        if verdict.status is Status.ILLEGAL and self._doubt:
            # The newest look saw less than the one before: what is out of sight now may be what makes it legal.
            with_doubt = [*seen, self.game.observe(self._doubt)]
            kinder = judge(self.game, state.position, with_doubt, state.declared, closed=True)
            if kinder.status is not Status.ILLEGAL:
                data = {"observation": self._doubt}
                self._append("stop", "camera", time_ns, "something went out of sight", data)
                verdict, last = kinder, self._doubt
        self._doubt = ""
        return self._append_verdict(verdict, origin, time_ns, cause, False, last, after_picture)

    def _split(self, time_ns: int, picture: Picture | None, closed: bool) -> bool:
        """Close the turn at an earlier stop when its driver has begun the next one himself; whether that was so."""
        state, seen, said = self._state, self._observations(), self._said_for()
        texts = [(at, str(entry.data["text"])) for at, entry in said]
        last = two_turns_running(self.game, state.position, seen, texts, closed) if len(seen) > 2 else None
        if last is None:
            return False
        later = [entry for at, entry in said if at > last]
        cause = "it belongs to the same driver's next turn"
        for entry in later:
            self._append("undo", "camera", time_ns, cause, {"entry": entry.id})
        data = {"observation": state.stops[last], "keep": last}
        self._append("stop", "camera", time_ns, "here the turn ended", data)
        verdict = judge(self.game, state.position, seen[: last + 1], self._state.declared, closed=True)
        self._append_verdict(verdict, "camera", time_ns, RAN_ON, False, state.stops[last], picture)
        for entry in later:
            self._append("declare", "camera", time_ns, cause, {"text": entry.data["text"]})
        for text in state.stops[last + 1 :]:
            self._append("stop", "camera", time_ns, cause, {"observation": text})
        return True

    def _said_for(self) -> list[tuple[int, Entry]]:
        """What was declared in the open turn, each with the index of the stop it was said before."""
        first = self._state.closers[-1].entry.id if self._state.closers else 0
        stops = [entry.id for entry in self._entries if entry.kind == "stop" and entry.id > first]
        return [(1 + sum(stop < entry.id for stop in stops), entry) for entry in self._state.said]

    def _append_verdict(
        self,
        verdict: Verdict,
        origin: str,
        time_ns: int,
        cause: str,
        open_turn: bool,
        last: str,
        picture: Picture | None,
    ) -> Entry:
        data = {**verdict_to_json(verdict), "provisional": open_turn, "baseline": last}
        # "Legal so far" needs no proof; anything else, and every turn's end, keeps its pictures.
        needed = not open_turn or verdict.status is not Status.LEGAL
        pictures = _encoded(before=self._turn_picture, after=picture) if needed else {}
        entry = self._append(
            "verdict", origin, time_ns, cause, data, after="" if open_turn else verdict.after, pictures=pictures
        )
        if not open_turn:
            self._turn_picture = picture
        return entry

    def _append(
        self,
        kind: str,
        origin: str,
        time_ns: int,
        cause: str,
        data: Mapping[str, Any],
        after: str = "",
        pictures: Mapping[str, bytes] | None = None,
    ) -> Entry:
        before = self._state.position
        entry = Entry(time_ns, origin, kind, cause, before, after or before, data, tuple(pictures or ()))
        stored = self.store.append(entry, pictures or {})
        self._entries.append(stored)
        self._state = step(self._state, stored)
        return stored

    def _need_race(self) -> None:
        if self.phase == "survey":
            raise IllegalAction("the race has not started yet")


def _taken_back(game: Game, seen: list[Any], observation: Any) -> int | None:
    """How many stops remain when the table went back to an earlier one, or None when it shows something new."""
    for index, earlier in enumerate(seen[:-1]):
        if not game.changed(earlier, observation):
            return index
    return None


def _encoded(**pictures: Picture | None) -> dict[str, bytes]:
    """The pictures that there are, as JPEG by name."""
    return {name: picture() for name, picture in pictures.items() if picture is not None}
