"""The folder in which races are kept, and which of them was left unfinished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Any

from referee.devices.file_lock import is_locked
from referee.devices.files import is_regular
from referee.devices.inspect import real_name
from referee.devices.reader import RecordReader
from referee.devices.store import SqliteStore, not_saved
from referee.devices.table_key import TableKey
from referee.errors import RecordError, RefereeError
from referee.games.registry import found as found_game
from referee.mind.reasoned import Game
from referee.record.entry import Store
from referee.record.fold import fold
from referee.record.seal import Signer


@dataclass(frozen=True)
class Unfinished:
    """A race that was begun and not ended: its file and game, how many turns were judged, and where it stands.

    `film` is the recording it was refereed from, if that is still there; "" for a race before a camera. `simulated`
    says that it was played on the simulated table. `source` is what the camera was opened by, "" for the others.
    `order` is the kit as it was ordered on the page, "" for another. `last_ns` is the time of the newest entry.
    """

    path: str
    game: str
    turns: int
    position: str = ""
    players: int = 0
    film: str = ""
    simulated: bool = False
    source: str = ""
    order: str = ""
    last_ns: int = 0


def new_record(folder: Path, now: datetime, header: Mapping[str, Any], key: Signer) -> tuple[SqliteStore, str]:
    """A new record named after game and time, and its path; tables that begin in the same second have one each.

    Raises RecordError when it cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise not_saved(folder, problem) from problem
    name = f"{header['game']}-{now:%Y%m%d-%H%M%S}"
    for number in count(1):
        path = folder / f"{name}{'' if number == 1 else f'-{number}'}.sqlite"
        try:
            if not path.exists():
                return SqliteStore.create(path, dict(header), key), str(path)
        except RecordError:
            if not (path.exists() or is_locked(path)):  # else another table was quicker
                raise
    raise AssertionError("numbers have no end")


class RecordsFolder:
    """A folder of records, one file a race."""

    def __init__(
        self, folder: Path, now: Callable[[], datetime] = datetime.now, key: Callable[[], Signer] = TableKey.passing
    ) -> None:
        self._folder = folder
        self._now = now
        self._key = key

    def new(self, header: Mapping[str, Any]) -> tuple[Store, str]:
        """A new record named after game and time. Raises RecordError when it cannot be made."""
        return new_record(self._folder, self._now(), header, self._key())

    def resume(self, path: str) -> Store:
        """Go on with a record. Raises RecordError."""
        return SqliteStore.open(Path(path), self._key())

    def drop(self, path: str) -> None:
        """Remove a record in which no race was begun; anything else stays."""
        target = real_name(Path(path))
        if target.exists() and self._look(target) is None:
            for suffix in ("", "-wal", "-shm"):
                target.with_name(target.name + suffix).unlink(missing_ok=True)

    def set_aside(self, path: str) -> None:
        """Offer this race no more; its record stays as it is. Raises RecordError when that cannot be noted."""
        try:
            _note_of(Path(path)).touch()
        except OSError as problem:
            raise not_saved(self._folder, problem) from problem

    def unfinished(self) -> tuple[Unfinished, ...]:
        """The newest race, if it was not ended; when that is a simulated one, the newest real one comes before it.

        A survey without a race, or any number of demos since, does not hide the race that people left. What they set
        aside counts as ended.
        """
        begun = (found for found in map(self._look, self._newest_first()) if found is not None)
        newest = next(begun, None)
        if newest is None:
            return ()
        real = next((one for one in begun if not one.simulated), None) if newest.simulated else None
        return tuple(one for one in (real, newest) if one is not None and one.turns >= 0)

    def _newest_first(self) -> list[Path]:
        return sorted(self._folder.glob("*.sqlite"), key=lambda path: path.stat().st_mtime, reverse=True)

    def _look(self, path: Path) -> Unfinished | None:
        """What is in a record: None when no race was begun, `turns` -1 when it is over, set aside or unreadable."""
        try:
            store = RecordReader(path)
        except RefereeError:
            return Unfinished(str(path), "", -1)
        try:
            entries, name = store.entries(), str(store.header.get("game"))
            source, order = (str(store.header.get(key, "")) for key in ("source", "order"))
        finally:
            store.close()
        state = fold(entries)
        starts = [entry.data.get("players") for entry in entries if entry.kind == "start"]
        players = starts[-1] if starts and isinstance(starts[-1], int) else 0
        if not state.position:
            return None
        law = found_game(name)
        over = law is None or _is_over(law, state.position) or _note_of(path).exists()
        film = source if source and is_regular(source) else ""
        turns = -1 if over else len(state.turns)
        simulated = _is_simulated(source, film)
        camera, last_ns = "" if film or simulated else source, entries[-1].time_ns
        return Unfinished(str(path), name, turns, state.position, players, film, simulated, camera, order, last_ns)


def _note_of(path: Path) -> Path:
    """The empty file that says of a record that its race is not to be offered."""
    return path.with_suffix(".aside")


def _is_simulated(source: str, film: str) -> bool:
    """Whether a race's pictures came from the simulated table: the demo's, or the guided path's."""
    return not film and source.startswith("simulated")


def _is_over(law: Game, position: str) -> bool:
    """Whether nothing more is to follow: a race of a season is followed by the next one."""
    season = law.season(position)
    return law.over(position) is not None and (season is None or not season.goes_on)
