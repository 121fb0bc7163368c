"""The folder in which races are kept, and which of them was left unfinished."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
from referee.games.options import NOTHING_AGREED, Agreed
from referee.games.registry import found as found_game
from referee.mind.reasoned import Game
from referee.record.entry import Store
from referee.record.fold import fold
from referee.record.seal import Signer

LOOKED_AT = 12
"""So many records are looked at for races that were left: each is read whole, a long race in some 100 ms."""


@dataclass(frozen=True)
class Unfinished:
    """A race that was begun and not ended: its file and game, how many turns were judged, and where it stands.

    `agreed` is what the table agreed on before it, as far as the record says.
    `film` is the recording it was refereed from, if that is still there; "" for a race before a camera. `simulated`
    says that it was played on the simulated table. `source` is what the camera was opened by, "" for the others.
    `order` is the kit as it was ordered on the page, "" for another. `last_ns` is when it was last written.
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
    agreed: Agreed = field(default_factory=lambda: NOTHING_AGREED)


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
        self._looked: dict[Path, tuple[int, Unfinished | None]] = {}

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
        """The races that were begun and not ended, newest first, as far as the newest `LOOKED_AT` records say.

        What people set aside counts as ended.
        """
        kept = [path for path in self._folder.glob("*.sqlite") if not _note_of(path).exists()]
        newest = sorted(((_written_ns(path), path) for path in kept), reverse=True)[:LOOKED_AT]
        for written_ns, path in newest:
            if self._looked.get(path, (0, None))[0] != written_ns:
                self._looked[path] = written_ns, self._look(path)
        return tuple(one for _, path in newest if (one := self._looked[path][1]) is not None and one.turns >= 0)

    def _look(self, path: Path) -> Unfinished | None:
        """What is in a record: None when no race was begun, `turns` -1 when it is over or unreadable."""
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
        starts = [entry.data for entry in reversed(entries) if entry.kind == "start"]
        players = next((data["players"] for data in starts if "players" in data), 0)
        agreed = next((data["agreed"] for data in starts if "agreed" in data), NOTHING_AGREED)
        if not state.position:
            return None
        law = found_game(name)
        over = law is None or bool(state.ended) or _is_over(law, state.position)
        film = source if source and is_regular(source) else ""
        turns = -1 if over else len(state.turns)
        simulated = _is_simulated(source, film)
        camera = "" if film or simulated else source
        return Unfinished(
            str(path), name, turns, state.position, players, film, simulated, camera, order, _written_ns(path), agreed
        )


def _written_ns(path: Path) -> int:
    """When a record was last written; what a killed program wrote lies beside it."""
    beside = path.with_name(f"{path.name}-wal")
    return max(one.stat().st_mtime_ns for one in (path, beside) if one.exists())


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
