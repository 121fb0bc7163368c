"""Referee race games from a program of your own: watch a table, read a picture, judge a change, list legal turns.

Everything here raises `RefereeError`, with one plain sentence, for what cannot be done. `docs/python.md` shows each in
a few lines; positions are in the games' notation (docs/notation.md).
"""

from __future__ import annotations

import queue
import random
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from referee.assemble import Referee
from referee.cli.common import load_camera, load_kit
from referee.cli.judged import Change, judged
from referee.cli.read import see
from referee.devices.clock import SystemClock
from referee.devices.recording import Recording
from referee.devices.sources import open_source
from referee.devices.status import SourceStatus
from referee.errors import NotationError, RefereeError
from referee.games.base import Question, Reading, Status, Verdict, Violation
from referee.games.options import parse_agreed, players_for
from referee.games.registry import game as _game
from referee.games.registry import names as games
from referee.mind.legal import legal_turns, only_world
from referee.record.entry import Entry
from referee.record.memory import MemoryStore
from referee.record.verdict_json import verdict_from_json
from referee.words.fact import parse_word

__all__ = [
    "Question", "Race", "Reading", "RefereeError", "Status", "Turn", "Verdict", "Violation",
    "games", "judge", "legal", "read", "start",
]  # fmt: skip


@dataclass(frozen=True)
class Turn:
    """A legal turn: its notation, the position it leads to, and the rolls and unseen things it takes (declarations)."""

    text: str
    after: str
    takes: tuple[str, ...]


def start(game: str, players: int = 4, seed: int = 1, **options: str) -> str:
    """A position to begin a race from, as it may lie on a table.

    Parameters
    ----------
    options : what the table agrees on, as `referee play --game GAME --options` lists it.
    """
    agreed = parse_agreed(f"{name}={value}" for name, value in options.items())
    return _game(game).start(players, random.Random(seed), agreed)


def judge(game: str, position: str, *looks: str, said: Sequence[str] = (), closed: bool = True) -> Verdict:
    """The word on what changed since `position`.

    Parameters
    ----------
    looks : what the table showed since then, oldest first: positions, or their visible part.
    said : declarations, such as ``speed:2=3``.
    closed : whether the turn is over.
    """
    if not looks:
        raise NotationError("There is nothing to judge: give at least one look at the table.")
    return judged(Change(game, position, looks[:-1], looks[-1], tuple(said), closed)).verdict


def legal(game: str, position: str, dice: Sequence[str] = (), said: Sequence[str] = ()) -> Iterator[Turn]:
    """Every turn that the rules allow.

    Parameters
    ----------
    dice : the values of the first rolls of the turn; later rolls are free.
    said : what was declared; what was not is free.
    """
    law = _game(game)
    state = only_world(law.book, position)
    for turn in legal_turns(law.book, state, dice, [parse_word(text) for text in said]):
        yield Turn(turn.text, law.book.text(turn.after), law.takes(position, turn))


def read(picture: str | Path, game: str, position: str | None = None, kit: str | None = None,
         camera: str | None = None) -> Reading:  # fmt: skip
    """What a picture shows: `notation`, `pieces` with their places in mm, and `problems` with the table.

    Parameters
    ----------
    position : what should lie there; it helps with a board that is partly covered.
    kit, camera : files of your print and of your lens, where they are not the usual ones.
    """
    manifest = load_kit(game, kit)
    _, _, scene = see(Path(picture), manifest, load_camera(camera))
    return _game(game).read(scene, manifest, position)


class Race:
    """A race that is watched; iterate it for the verdict on each turn, as soon as it is over.

    Parameters
    ----------
    source : a camera's number or name, a film, a folder of stills, an http:// or rtsp:// address.
    position : where the race begins, if not with what lies there; also a position in mid-race.
    said : what was said and when in a recording, as (seconds, declaration).
    kit, camera : files of your print and of your lens.
    options : what the table agreed on.

    Use it in a `with` statement, or call `close`: a camera is let go then.
    """

    def __init__(
        self,
        source: str,
        game: str,
        *,
        players: int | None = None,
        position: str = "",
        said: Sequence[tuple[float, str]] = (),
        kit: str | None = None,
        camera: str | None = None,
        **options: str,
    ) -> None:
        law = _game(game)
        count = players_for(law.players_allowed, players)
        agreed = parse_agreed(f"{name}={value}" for name, value in options.items())
        sets = law.sets_of(position) if position else law.sets(count, agreed)
        listening: list[Referee] = []  # a camera may tell how it is before anybody listens

        def hear(status: SourceStatus) -> None:
            for referee in listening:
                referee.hear_source(status)

        manifest, lens = load_kit(law.name, kit, sets), load_camera(camera)
        pictures = open_source(source, realtime=False, on_status=hear)
        clock = SystemClock()
        self._verdicts: queue.SimpleQueue[Verdict | RefereeError | None] = queue.SimpleQueue()
        self._referee = Referee(
            law, manifest, MemoryStore({"game": law.name}), camera=lens,
            now_ns=clock.now_ns if pictures.live else None, on_entry=self._noted,
        )  # fmt: skip
        listening.append(self._referee)
        self._referee.agreed = agreed
        self._referee.start_by_itself(count, position)
        self._film = Recording(pictures, list(said), self._referee.hear_word)
        self._thread = threading.Thread(target=self._look, name="race", daemon=True)
        self._thread.start()

    def __iter__(self) -> Iterator[Verdict]:
        """The verdicts until the pictures end. Raises RefereeError when the source is lost or the race never began."""
        while (heard := self._verdicts.get()) is not None:
            if isinstance(heard, RefereeError):
                raise heard
            yield heard

    def __enter__(self) -> Race:
        """Itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    @property
    def position(self) -> str:
        """Where the race stands; "" before it began."""
        return self._referee.match.state.position

    @property
    def state(self) -> Mapping[str, Any]:
        """All that the page would show now (docs/page.md)."""
        return self._referee.snapshot()

    def say(self, text: str) -> None:
        """Somebody says something, in the game's notation of declarations. Raises RefereeError when it cannot be."""
        self._referee.hear_word(text)

    def close(self) -> None:
        """Look no more, and let the camera go."""
        self._referee.stop()
        self._thread.join()

    def _look(self) -> None:
        ended: RefereeError | None = None
        try:
            self._referee.run(self._film)
            if self._referee.match.phase == "survey" and not self._referee.stopped:
                why = self._referee.match.problems or ("no settled picture of a board was seen",)
                ended = RefereeError("The race never began: " + "; ".join(one.rstrip(".") for one in why) + ".")
        except RefereeError as problem:
            ended = problem
        if ended is not None:
            self._verdicts.put(ended)
        self._verdicts.put(None)

    def _noted(self, entry: Entry) -> None:
        if entry.kind == "verdict" and not entry.data.get("provisional"):
            self._verdicts.put(verdict_from_json(entry.data))
