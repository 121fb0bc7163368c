"""The folder in which races are kept, and which of them was left unfinished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from referee.devices.reader import RecordReader
from referee.devices.store import SqliteStore
from referee.errors import RefereeError
from referee.games.base import Game
from referee.games.registry import GAMES, game
from referee.record.entry import Store
from referee.record.fold import fold


@dataclass(frozen=True)
class Unfinished:
    """A race that was begun and not ended: its file and game, how many turns were judged, and where it stands.

    `film` is the recording it was refereed from, if that is still there; "" for a race before a camera.
    """

    path: str
    game: str
    turns: int
    position: str = ""
    players: int = 0
    film: str = ""


class RecordsFolder:
    """A folder of records, one file a race."""

    def __init__(self, folder: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self._folder = folder
        self._now = now

    def new(self, header: Mapping[str, Any]) -> tuple[Store, str]:
        """A new record named after game and time. Raises RecordError when it cannot be made."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._free(f"{header['game']}-{self._now():%Y%m%d-%H%M%S}")
        return SqliteStore.create(path, dict(header)), str(path)

    def resume(self, path: str) -> Store:
        """Go on with a record. Raises RecordError."""
        return SqliteStore.open(Path(path))

    def drop(self, path: str) -> None:
        """Remove a record in which no race was begun; anything else stays."""
        target = Path(path)
        if target.exists() and self._look(target) is None:
            for suffix in ("", "-wal", "-shm"):
                target.with_name(target.name + suffix).unlink(missing_ok=True)

    def unfinished(self) -> tuple[Unfinished, ...]:
        """The newest record, if its race was begun and not ended."""
        records = sorted(self._folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime)
        found = self._look(records[-1]) if records else None
        return () if found is None or found.turns < 0 else (found,)

    def _look(self, path: Path) -> Unfinished | None:
        """What is in a record: None when no race was begun, `turns` -1 when it is over or cannot be read."""
        try:
            store = RecordReader(path)
        except RefereeError:
            return Unfinished(str(path), "", -1)
        try:
            entries, name = store.entries(), str(store.header.get("game"))
            source = str(store.header.get("source", ""))
        finally:
            store.close()
        state = fold(entries)
        starts = [entry.data.get("players") for entry in entries if entry.kind == "start"]
        players = starts[-1] if starts and isinstance(starts[-1], int) else 0
        if not state.position:
            return None
        over = name not in GAMES or _is_over(game(name), state.position)
        film = source if source and Path(source).is_file() else ""
        return Unfinished(str(path), name, -1 if over else len(state.turns), state.position, players, film)

    def _free(self, stem: str) -> Path:
        path = self._folder / f"{stem}.sqlite"
        number = 2
        while path.exists():
            path = self._folder / f"{stem}-{number}.sqlite"
            number += 1
        return path


def _is_over(law: Game, position: str) -> bool:
    """Whether nothing more is to follow: a race of a season is followed by the next one."""
    season = law.season(position)
    return law.over(position) is not None and (season is None or not season.goes_on)
