"""How a hall grows: a real hall and broker, and so many simulated tables, each a process, on this computer.

python hall_tables.py [--tables 1,2,4,8,16] [--seconds 40]

For each number of tables it prints how long it took from the picture, or the press of "turn done", that ended a turn
until the hall's page was told of the verdict (eye, judge, disk, broker and hall are in it), and the processor time of
hall, broker and a table. Needs mosquitto.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

HALL_PORT, TABLE_PORT, MQTT_PORT = 8190, 8200, 1990
TICKS = os.sysconf("SC_CLK_TCK")
TABLE = """
import sys, time, json
import referee.cli.demo_events as events
from referee.cli.main import main
file, take, seen = open(sys.argv.pop(1), "a", buffering=1), events.take, set()
def timed(event, referee, score):
    began = time.monotonic()
    try:
        return take(event, referee, score)
    finally:
        for entry in referee.match.entries[-4:]:
            if entry.kind == "verdict" and entry.id not in seen:
                seen.add(entry.id)
                print(json.dumps([entry.id, began]), file=file)
events.take = timed
main()
"""


def processor_s(process: int) -> float:
    """What a process has used of processors so far, s."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def listen(found: dict[tuple[str, int], float], stop: threading.Event) -> None:
    """Note when the hall's page is first told of each table's verdict."""
    with urllib.request.urlopen(f"http://127.0.0.1:{HALL_PORT}/events", timeout=60) as heard:
        for line in heard:
            now = time.monotonic()
            if stop.is_set():
                return
            for table, entry in told(line.decode()):
                found.setdefault((table, entry), now)


def told(line: str) -> list[tuple[str, int]]:
    """Tables and their newest verdicts' entries in a line of the stream."""
    if not line.startswith("data:"):
        return []
    said: list[tuple[str, int]] = []

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if "table" in value and isinstance(value.get("verdict"), dict):
                said.append((str(value["table"]), int(value["verdict"]["entry"])))
            for one in value.values():
                look(one)
        elif isinstance(value, list):
            for one in value:
                look(one)

    look(json.loads(line.removeprefix("data:")))
    return said


def measure(tables: int, seconds: float, folder: Path) -> None:
    """One line of the answer."""
    environment = {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    hall_command = ["hall", "--name", "measured", "--port", str(HALL_PORT), "--mqtt-port", str(MQTT_PORT)]
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "referee", *hall_command], stderr=subprocess.PIPE, env=environment, text=True
        )
    ]
    try:
        joins = next(line for line in running[0].stderr or () if "--hall" in line)
        address = re.findall(r"--hall (\S+)", joins)[0]
        threading.Thread(target=lambda: list(running[0].stderr or ()), daemon=True).start()
        found: dict[tuple[str, int], float] = {}
        stop = threading.Event()
        time.sleep(2.0)
        threading.Thread(target=listen, args=(found, stop), daemon=True).start()
        for number in range(1, tables + 1):
            command = [
                sys.executable,
                "-c",
                TABLE,
                str(folder / f"{tables}-{number}"),
                "demo",
                "--no-browser",
                "--turns",
                "500",
            ]
            command += [
                "--seed",
                str(number),
                "--port",
                str(TABLE_PORT + number),
                "--hall",
                address,
                "--table",
                str(number),
            ]
            command += ["--mode", "advise", "--record", str(folder / f"{tables}-{number}.sqlite")]
            running.append(
                subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            )
        time.sleep(15.0 + 2.0 * tables)
        broker = int(subprocess.check_output(["pgrep", "-P", str(running[0].pid), "mosquitto"]).split()[0])
        who = [broker, *(one.pid for one in running)]
        before, began = [processor_s(one) for one in who], time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        share = [100.0 * (processor_s(one) - was) / took for one, was in zip(who, before, strict=True)]
        stop.set()
        waits = []
        for number in range(1, tables + 1):
            for line in (folder / f"{tables}-{number}").read_text(encoding="ascii").splitlines():
                entry, at = json.loads(line)
                if at > began and (str(number), entry) in found:
                    waits.append(1000.0 * (found[str(number), entry] - at))
        spread = "none"
        if waits:
            median, p90, p99, most = (sorted(waits)[int(part * (len(waits) - 1))] for part in (0.5, 0.9, 0.99, 1.0))
            spread = f"median {median:.0f}, p90 {p90:.0f}, p99 {p99:.0f}, most {most:.0f} ms"
        used = f"hall {share[1]:.1f} %, broker {share[0]:.1f} %, a table {sum(share[2:]) / tables:.0f} %"
        load = os.getloadavg()[0]
        print(f"{tables} tables: {len(waits)} verdicts, {spread}; of a core: {used}; load {load:.0f}", flush=True)
    finally:
        for one in reversed(running):
            one.terminate()
        for one in running:
            one.wait()


def main() -> None:
    """Measure each number of tables."""
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--tables", default="1,2,4,8,16")
    asks.add_argument("--seconds", type=float, default=40.0)
    asked = asks.parse_args()
    for tables in map(int, asked.tables.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            measure(tables, asked.seconds, Path(folder))


if __name__ == "__main__":
    main()
