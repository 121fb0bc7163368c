"""Look at the page without a race: serve states of a make-believe one, or photograph it with Chromium.

    python tools/page_shots.py serve [SCENE]        serves one state on loopback until Ctrl-C
    python tools/page_shots.py shots FOLDER         photographs every state, wide and narrow, light and dark
    python tools/page_shots.py docs FOLDER          photographs real screens over the simulated table, as in docs/

Scenes: survey, legal, illegal, undecided, over, trouble.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from missing import browser as chromium

from tests.web.conftest import FAULT, ILLEGAL, FakeRace, entry, question, verdict
from web.app import create_app
from web.serve import PageServer

ROUTE = [(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 2), (4, 2), (5, 2), (6, 2), (6, 1), (5, 1), (4, 1), (3, 1), (2, 1)]
CARS = [("#c2322a", 32, 168), ("#20242b", 72, 168), ("#1b7a44", 112, 208), ("#1f5fae", 192, 48)]


class MakeBelieve(FakeRace):
    """The tests' race with a picture that moves and pictures for every entry."""

    def __init__(self) -> None:
        super().__init__()
        self.began = time.monotonic()

    def picture(self) -> tuple[bytes, int]:
        """A grey table with a dot that goes round."""
        number = int((time.monotonic() - self.began) * 12) + 1
        return table(number), number

    def evidence(self, entry_id: int, name: str) -> bytes:
        """The table before or after."""
        return table({"before": 10, "after": 40}[name])

    def clip(self, entry_id: int) -> tuple[bytes, ...]:
        """The table in thirty pictures."""
        return tuple(table(number) for number in range(10, 40))

    def reading(self, entry_id: int, number: int) -> str:
        """The same small board for each reading."""
        return board()


def table(number: int) -> bytes:
    """A JPEG of something like a table."""
    image = np.full((540, 960, 3), (150, 160, 165), np.uint8)
    for x, y in ROUTE:
        cv2.rectangle(image, (60 + x * 110, 420 - y * 110), (164 + x * 110, 524 - y * 110), (205, 214, 220), -1)
    angle = number / 12
    centre = (int(480 + 300 * np.cos(angle)), int(270 + 150 * np.sin(angle)))
    cv2.circle(image, centre, 22, (42, 50, 194), -1)
    return bytes(cv2.imencode(".jpg", image)[1])


def board() -> str:
    """A plain drawing of a small circuit."""
    tiles = "".join(
        f'<rect x="{x * 80 - 68}" y="{270 - y * 80}" width="76" height="76" rx="4" style="fill:#d9d3c0"/>'
        for x, y in ROUTE
    )
    cars = "".join(f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}"/>' for fill, x, y in CARS)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 500 280">{tiles}{cars}</svg>'


def scene(name: str) -> MakeBelieve:
    """One state of the page."""
    race = MakeBelieve()
    standings = [
        {"car": car, "player": player, "lap": lap, "place": str(place), "tokens": tokens, "note": note}
        for place, (car, player, lap, tokens, note) in enumerate(
            [("M", "black", "2 of 3", "2 3 4 5", ""), ("S", "red", "1 of 3", "3 5", ""),
             ("C", "green", "1 of 3", "2 3 4", "spun out"), ("A", "blue", "1 of 3", "2 4 5", "")], 1)
    ]  # fmt: skip
    both = {"pictures": ["before", "after"]}
    entries = [
        entry(6, "verdict", FAULT, player="red", status="ILLEGAL", rules=["racepack/speed-change"], **both),
        entry(5, "stop", "red stands on d5"),
        entry(4, "verdict", "black drove 1, 2, 3 and ends on f5.", player="black", status="LEGAL", **both),
        entry(3, "declare", "a person said something: speed:2=3", origin="person", undone=True),
        entry(2, "stop", "black stands on f5"),
        entry(1, "start", "The race starts with four cars.", origin="person"),
    ]  # fmt: skip
    now = {"player": "red", "sentence": "Three movements. The first may have any speed from 1 to 7.",
           "ends": ["b3", "b4", "c4", "c5", "d5", "d6"], "standings": standings, "seconds": 0, "time_up": "",
           "lasted_ms": 0}  # fmt: skip
    pad = [
        question("Speed of the second movement, a lane change?", *((str(n), f"speed:2={n}") for n in range(1, 6))),
        question("Which movement took a strategy token?", *((f"{n} at 1st", f"token:1={n}") for n in range(2, 6))),
        question("Penalty roll?", *((face, f"roll:{face}") for face in ("null", "ace", "2", "3", "4", "5"))),
    ]
    race.show(diagram=board(), entries=entries, now=now, pad=pad, declared=["speed:2=3"])
    race.show(**changes(name))
    return race


def now_with_timer() -> dict[str, Any]:
    """A turn of which thirteen seconds are left."""
    return {"player": "red", "sentence": "Three movements.", "ends": ["b3", "b4"], "standings": [], "seconds": 30,
            "time_up": "time=up", "lasted_ms": 17_000}  # fmt: skip


def changes(name: str) -> dict[str, Any]:
    """What a scene shows beyond the common state."""
    doubt = question(
        "How fast was the lane change in the second movement?", ("speed 2", "speed:2=2"), ("speed 3", "speed:2=3")
    )
    legal = verdict("LEGAL", "Legal so far: one of three movements used, at speed 2.", player="blue", provisional=True)
    home = verdict("LEGAL", "black drove 2, 2, 3 and crosses the line.", player="black")
    unsure = verdict(
        "UNDECIDED",
        "Legal if the lane change was at speed 3; nobody has said it.",
        player="green",
        questions=[doubt],
        readings=[
            {"answer": "speed 2", "declaration": "speed:2=2", "words": "green drove 4 to i9, then changed lanes"},
            {"answer": "speed 3", "declaration": "speed:2=3", "words": "green drove 4 to i9 and changed lanes twice"},
        ],
    )
    scenes: dict[str, dict[str, Any]] = {
        "survey": {"phase": "survey", "entries": [], "pad": [], "declared": [],
                   "now": {"player": "", "sentence": "", "ends": [], "standings": [], "seconds": 0, "time_up": "",
                           "lasted_ms": 0},
                   "problems": ["Tile f3 touches three other tiles: the road must be a single ring.",
                                "The black pawn was not seen."]},
        "legal": {"verdict": legal},
        "illegal": {"verdict": {**ILLEGAL, "entry": 6, "clip_ms": list(range(7250, -1, -250))},
                    "now": {**now_with_timer(), "player": "red"}},
        "undecided": {"verdict": unsure},
        "over": {"phase": "over", "outcome": "black wins after three laps; red comes second.", "pad": [],
                 "verdict": home},
        "trouble": {"verdict": {**ILLEGAL, "entry": 6},
                    "source": {"name": "http://192.168.1.20:8080/video", "ok": False, "frames_per_second": 0.0,
                               "note": "The camera has sent nothing new for 4 seconds: check its cable."},
                    "warnings": ["No calibration: the lens is guessed, places may be off by 3 mm."]},
    }  # fmt: skip
    return scenes[name]


class Chromium:
    """A headless Chromium steered through a pair of pipes; nothing but the standard library is needed."""

    def __init__(self) -> None:
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", f"exec {chromium()} --headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
             f"--disable-background-networking --disable-component-update --disable-sync --hide-scrollbars "
             f"--remote-debugging-pipe --user-data-dir={self._profile.name} about:blank "
             f"3<&{theirs_in} 4>&{theirs_out}"],
            pass_fds=(theirs_in, theirs_out), stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self._out, self._in = os.fdopen(ours_out, "wb", buffering=0), os.fdopen(ours_in, "rb")
        self._number, self._rest = 0, b""
        self._session: str | None = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def call(self, method: str, **values: Any) -> dict[str, Any]:
        """One command of the DevTools protocol, and its result."""
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": values}
        if self._session:
            message["sessionId"] = self._session
        self._out.write(json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                result: dict[str, Any] = answer["result"]
                return result
            if answer.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded"):
                print(json.dumps(answer["params"])[:600], file=sys.stderr)

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._in.fileno(), 1 << 16)
            if not more:
                raise RuntimeError("Chromium has ended: is it installed?")
            self._rest += more
        line, self._rest = self._rest.split(b"\0", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def shot(self, path: Path, *, width: int, height: int, dark: bool, whole: bool) -> None:
        """Photograph the window, or the whole page."""
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])
        time.sleep(0.5)
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(b64decode(data))

    def run(self, script: str) -> Any:
        """The value of a script in the page; promises are waited for."""
        return self.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)["result"].get(
            "value"
        )

    def open(self, url: str) -> None:
        """Load a page and give it a moment."""
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=url)
        time.sleep(1.5)

    def close(self) -> None:
        """End the browser and all its processes."""
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait()
        self._profile.cleanup()


def shots(folder: Path) -> None:
    """Photograph every scene."""
    folder.mkdir(parents=True, exist_ok=True)
    browser = Chromium()
    try:
        for name in ("survey", "legal", "illegal", "undecided", "over", "trouble"):
            server = PageServer(create_app(scene(name)), port=0)
            server.start()
            browser.open(server.url)
            browser.shot(folder / f"{name}-wide.png", width=1280, height=800, dark=False, whole=False)
            browser.shot(folder / f"{name}-narrow-dark.png", width=360, height=740, dark=True, whole=False)
            browser.shot(folder / f"{name}-narrow-light.png", width=360, height=740, dark=False, whole=True)
            browser.shot(folder / f"{name}-wide-dark.png", width=1280, height=800, dark=True, whole=False)
            overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            print(name, "sideways overflow at 1280 px:", overflow)
            browser.call("Page.navigate", url="about:blank")
            server.stop()
    finally:
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) == 3 and sys.argv[1] == "shots":
        shots(Path(sys.argv[2]))
    elif len(sys.argv) >= 3 and sys.argv[1] == "docs":
        from tools.page_scenes import photograph

        browser = Chromium()
        try:
            photograph(browser, Path(sys.argv[2]), sys.argv[3:])
        finally:
            browser.close()
    elif len(sys.argv) in (2, 3) and sys.argv[1] == "serve":
        server = PageServer(create_app(scene(sys.argv[2] if len(sys.argv) == 3 else "illegal")), port=8000)
        print(server.url)
        server.run()
    else:
        sys.exit(__doc__)
