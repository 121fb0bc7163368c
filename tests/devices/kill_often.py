"""Kills a writing process with SIGKILL at random moments and counts acknowledged entries that are gone afterwards.

python tests/devices/kill_often.py [TIMES]
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from referee.devices.store import SqliteStore
from referee.errors import RecordError
from referee.record.seal import findings

WRITER = Path(__file__).with_name("writer.py")


def kill_once(record: Path, delay_s: float) -> int:
    """Let a writer work for a while, kill it; returns the highest id it acknowledged (0: none)."""
    how = "open" if record.exists() else "create"
    with subprocess.Popen([sys.executable, str(WRITER), str(record), how], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(delay_s)
        writer.kill()
        said = (first + writer.stdout.read()).split(b"\n")[:-1]  # the last line may be cut off
    return int(said[-1]) if said and said[-1] else 0


def check(record: Path, acknowledged: int) -> list[str]:
    """What is wrong with the record after the kill."""
    reader = SqliteStore.read(record)
    ids = [entry.id for entry in reader.entries()]
    # every writer signs with a key of its own, which nobody vouches for
    forged = [str(one) for one in findings(reader.sealed, []) if one.kind != "stranger"]
    wrong = [*reader.damage, *forged]
    if ids != list(range(1, len(ids) + 1)) or len(ids) < acknowledged:
        wrong.append(f"acknowledged up to {acknowledged}, kept {len(ids)}")
    try:
        whole = not ids or len(reader.picture(ids[-1], "after")) == 6_000
    except RecordError as problem:
        return [*wrong, str(problem)]
    return wrong if whole else [*wrong, "the last picture is torn"]


def main() -> None:
    """Kill and count."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    chance = random.Random(1)
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(times):
            record = Path(folder) / f"race{number // 10}.sqlite"  # ten kills a record, resumed each time
            problems = check(record, kill_once(record, chance.uniform(0.0, 0.05)))
            lost += bool(problems)
            for problem in problems:
                print(f"kill {number}: {problem}")
    print(f"{times} kills, {lost} with a loss")


if __name__ == "__main__":
    main()
