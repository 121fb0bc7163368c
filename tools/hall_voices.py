"""How large a hall's page and broker can be: a real hall, and the voices of many tables without cameras and judges.

python hall_voices.py [--tables 100] [--seconds 40] [--picture PICTURE.jpg]

Each voice tells a settled verdict every five seconds and a picture every two, as a table does. It prints how long a
verdict took to the hall's page, and the processor time of hall and broker. Needs mosquitto; run it in a clone.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from hall_tables import HALL_PORT, MQTT_PORT, listen, processor_s

sys.path.insert(0, str(Path(__file__).parents[1]))
from referee.devices.clock import SystemClock
from referee.hall.herald import Herald
from referee.hall.messages import broker_at
from tests.web.conftest import FakeRace, verdict

EVERY_S = 5.0


def measure(tables: int, seconds: float, picture: bytes, folder: str) -> None:
    """One line of the answer."""
    environment = {**os.environ, "XDG_DATA_HOME": folder, "XDG_CONFIG_HOME": folder, "HOME": folder}
    command = [sys.executable, "-m", "referee", "hall", "--name", "measured", "--port", str(HALL_PORT)]
    command += ["--mqtt-port", str(MQTT_PORT)]
    hall = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment, text=True)
    voices: list[tuple[FakeRace, Herald]] = []
    try:
        joins = next(line for line in hall.stderr or () if "--hall" in line)
        address = broker_at(re.findall(r"--hall (\S+)", joins)[0])
        threading.Thread(target=lambda: list(hall.stderr or ()), daemon=True).start()
        for number in range(1, tables + 1):
            race = FakeRace()
            race.jpeg = picture
            voices.append((race, Herald(race, address, str(number), "", SystemClock().now_ns, lambda news: None)))
            voices[-1][1].start()
        time.sleep(5.0)
        found: dict[tuple[str, int], float] = {}
        stop = threading.Event()
        threading.Thread(target=listen, args=(found, stop), daemon=True).start()
        broker = int(subprocess.check_output(["pgrep", "-P", str(hall.pid), "mosquitto"]).split()[0])
        before, began, said = [processor_s(one) for one in (hall.pid, broker)], time.monotonic(), {}
        entry = 1000
        while time.monotonic() < began + seconds:
            for at, (race, _) in enumerate(voices, start=1):
                entry += 1
                race.number += 1
                said[str(at), entry] = time.monotonic()
                race.show(verdict={**verdict("LEGAL", "Legal: red drove 3 spaces."), "entry": entry})
                time.sleep(EVERY_S / tables)
        took = time.monotonic() - began
        time.sleep(2.0)
        share = [100.0 * (processor_s(one) - was) / took for one, was in zip((hall.pid, broker), before, strict=True)]
        stop.set()
        waits = sorted(1000.0 * (found[one] - at) for one, at in said.items() if one in found)
        median, p90, p99, most = (waits[int(part * (len(waits) - 1))] for part in (0.5, 0.9, 0.99, 1.0))
        print(
            f"{tables} voices: {len(waits)} of {len(said)} verdicts seen, median {median:.0f}, p90 {p90:.0f}, "
            f"p99 {p99:.0f}, most {most:.0f} ms; of a core: hall {share[0]:.1f} %, broker {share[1]:.1f} %; "
            f"load {os.getloadavg()[0]:.0f}"
        )
    finally:
        for _, herald in voices:
            herald.stop()
        hall.terminate()
        hall.wait()


def main() -> None:
    """Measure."""
    asks = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asks.add_argument("--tables", type=int, default=100)
    asks.add_argument("--seconds", type=float, default=40.0)
    asks.add_argument("--picture", type=Path, default=Path(__file__).parents[1] / "docs/vision-stages.jpg")
    asked = asks.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        measure(asked.tables, asked.seconds, asked.picture.read_bytes(), folder)


if __name__ == "__main__":
    main()
