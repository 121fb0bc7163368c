"""Measures what sealing costs: entries are appended by turns to a record with seals and to one of format 2 without.

python tests/devices/append_speed.py [ENTRIES]
"""

from __future__ import annotations

import random
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median, quantiles

from referee.devices.record_file import MARKS, PAGE_SIZE, SCHEMA, create_private, write_header
from referee.devices.store import SqliteStore
from referee.record.entry import Entry
from referee.record.entry_json import dumps

HEADER = {"game": "racepack"}


def unsealed(path: Path) -> Path:
    """An empty record as it was begun before there were seals."""
    create_private(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(f"PRAGMA page_size = {PAGE_SIZE}; BEGIN; {MARKS}{SCHEMA}")
        write_header(connection, dumps(HEADER))
        connection.execute("COMMIT")
    return path


def main() -> None:
    """Append and compare."""
    count, chance = int(sys.argv[1]) if len(sys.argv) > 1 else 400, random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        stores = {
            "without": SqliteStore.open(unsealed(Path(folder) / "without.sqlite")),
            "with": SqliteStore.create(Path(folder) / "with.sqlite", HEADER),
        }
        took_s: dict[str, list[float]] = {name: [] for name in stores}
        for number in range(count):
            told = {"sentence": "Red drove well. " * 20, "observation": f"{chance.random()} " * 60}
            entry = Entry(number, "camera", "note", "a turn", "p" * 200, "q" * 200, told)
            pictures = (
                {"after": chance.randbytes(180_000), "clip": chance.randbytes(270_000)} if number % 3 == 0 else {}
            )
            for name in sorted(stores, reverse=bool(number % 2)):
                began = time.perf_counter()
                stores[name].append(entry, pictures)
                took_s[name].append(time.perf_counter() - began)
        for store in stores.values():
            store.close()
    for name, times in took_s.items():
        quiet, typical, _ = quantiles(times, n=4)
        print(f"{name} seals: {quiet * 1e3:.2f} ms an entry (quickest quarter), {typical * 1e3:.2f} ms (median)")
    ratios = [one / other for one, other in zip(took_s["with"], took_s["without"], strict=True)]
    print(f"ratio, entry by entry: {median(ratios):.3f} (median)")


if __name__ == "__main__":
    main()
