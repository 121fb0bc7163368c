"""Writes entries as fast as it can and says each acknowledged id on stdout, until it is killed.

    python tests/devices/writer.py RECORD create|open

To kill it a thousand times: `python tests/devices/kill_often.py 1000`.
"""

from __future__ import annotations

import itertools
import sys

from referee.devices.store import SqliteStore
from referee.record.entry import Entry


def main() -> None:
    """Append for ever."""
    path, how = sys.argv[1:]
    store = SqliteStore.create(path, {"game": "racepack"}) if how == "create" else SqliteStore.open(path)
    before = b""
    for number in itertools.count():
        after = bytes([number % 256]) * 6_000
        written = Entry(number, "camera", "note", "written", "p", "p", {"n": number})
        entry = store.append(written, {"before": before, "after": after})
        before = after
        sys.stdout.write(f"{entry.id}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
