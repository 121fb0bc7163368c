"""Results come to the hall: the record of each race that is over is copied from its table, entry by entry, and proved.

What is added to it later, such as a verdict that people overruled, comes, too.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from referee.devices.copied import Rows, copied_so_far, go_on
from referee.errors import RecordError, RefereeError
from referee.hall.floor import Floor
from referee.record.seal import Head, head_from

SLICE_S = 0.5
AGAIN_AFTER_S = 10.0
TOGETHER = 4
"""So many entries are asked for at once: each answer alone waits for the network's acknowledgements."""


class Keeper:
    """Copies records from `start` to `stop`.

    Parameters
    ----------
    floor : the tables.
    folder : where the copies are kept, each by the number that its race has of all races.
    tell : gets a sentence of each copy, and of each that failed, once.
    """

    def __init__(self, floor: Floor, folder: Path, tell: Callable[[str], None]) -> None:
        self._floor, self._folder, self._tell = floor, folder, tell
        self._done: dict[str, str] = {}
        self._said: dict[str, str] = {}
        self._again_s: dict[str, float] = {}
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Copy no more; a copy that is not whole is begun anew next time."""
        self._ending.set()
        self._thread.join()

    def _run(self) -> None:
        seq = 0
        while not self._ending.is_set():
            seq = self._floor.wait(seq, SLICE_S)
            for table, head in self._floor.finished():
                if self._done.get(table) != head and time.monotonic() >= self._again_s.get(table, 0.0):
                    self._take(table, head)

    def _take(self, table: str, text: str) -> None:
        try:
            head = head_from(text)
            path = self._folder / f"{head.race}.sqlite"
            self._folder.mkdir(parents=True, exist_ok=True)
            after = copied_so_far(path, head)
            if after < head.entry:
                go_on(path, after, self._entries(table, after, head), head)
                self._tell(f"The record of table {table} is here: {path}, {head.entry} entries, proved.")
            self._done[table] = text
        except (RefereeError, OSError) as problem:
            self._again_s[table] = time.monotonic() + AGAIN_AFTER_S
            if self._said.get(table) != str(problem) and not self._ending.is_set():
                self._said[table] = str(problem)
                self._tell(f"The record of table {table} is not taken over: {problem} It is tried again.")

    def _entries(self, table: str, after: int, head: Head) -> Iterator[Rows]:
        with ThreadPoolExecutor(TOGETHER, "entries") as asking:
            for first in range(after + 1, head.entry + 1, TOGETHER):
                if self._ending.is_set():
                    raise RecordError("The hall ends.")
                block = range(first, min(first + TOGETHER, head.entry + 1))
                yield from asking.map(partial(self._floor.entry, table), block)
