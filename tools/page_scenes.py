"""The pictures of the page in docs/page: real screens over the simulated table, photographed with Chromium.

    python tools/page_shots.py docs FOLDER

Those in docs/page are made so; every one is kept small.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image

from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.sources import open_source
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from tests.browser.laid_table import LaidTable, before_a_doubt, faulty, legal
from web.app import create_app
from web.live import LiveRace
from web.serve import PageServer

COLOURS = 256
LARGE_BYTES = 200_000
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
LOOKS: dict[str, dict[str, Any]] = {
    "laptop": {**LAPTOP, "dark": False},
    "phone": {**PHONE, "dark": False},
    "dark": {**LAPTOP, "dark": True},
}
WAIT_S = 20.0
CLEAR_FAULTS = ("racepack/speed-change", "racepack/lane-change", "racepack/forward")

Scene = Callable[[Any], None]


def photograph(browser: Any, folder: Path) -> None:
    """Photograph every scene in every look into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, scene in SCENES.items():
        with scene() as (race, steps):
            server = PageServer(create_app(race), port=0)
            server.start()
            browser.open(server.url)
            for step in steps:
                _until(browser, f"document.querySelector('{step}')")
                browser.run(f"document.querySelector('{step}').click()")
                time.sleep(0.5)
            time.sleep(4.0)  # until the last message has gone
            for look, values in LOOKS.items():
                path = folder / f"{name}-{look}.png"
                browser.shot(path, **values, whole=False)
                _make_small(path)
                print(path.name, path.stat().st_size // 1024, "KB")
            browser.call("Page.navigate", url="about:blank")
            server.stop()


def _make_small(path: Path) -> None:
    """Fewer colours for a large picture; the rare ones, of cars and buttons, stay."""
    image = Image.open(path).convert("RGB")
    image.save(path, optimize=True)
    if path.stat().st_size > LARGE_BYTES:
        image.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE).save(path, optimize=True)


def _until(browser: Any, script: str) -> None:
    end = time.monotonic() + WAIT_S
    while not browser.run(f"Boolean({script})"):
        if time.monotonic() > end:
            raise RuntimeError(f"never so: {script}")
        time.sleep(0.2)


@contextmanager
def _setup() -> Iterator[tuple[LiveRace, tuple[str, ...]]]:
    """The guided path at the picture check."""
    with tempfile.TemporaryDirectory() as folder:
        host = Host(
            RecordsFolder(Path(folder) / "races"),
            lambda text, hear: open_source(text, realtime=True, on_status=hear),
            CameraList(lambda: ()),
            LensFolder(Path(folder) / "lenses"),
        )
        try:
            steps = ("next:camera", "camera:simulated", "next:picture")
            yield host, tuple(f'[data-key="{key}"]' for key in steps)
        finally:
            host.stop()


@contextmanager
def _race() -> Iterator[tuple[LiveRace, tuple[str, ...]]]:
    """Some legal turns into a race."""
    table = LaidTable()
    for _ in range(3):
        table.play(legal(table.law, table.position))
    yield table.referee, ()


def _called() -> LaidTable:
    """A race in which a fault has just been called."""
    table = LaidTable()
    for _ in range(2):
        table.play(legal(table.law, table.position))
    table.play(faulty(table.law, table.position, *CLEAR_FAULTS))
    table.referee.command({"do": "close"})
    return table


@contextmanager
def _fault() -> Iterator[tuple[LiveRace, tuple[str, ...]]]:
    """A fault, named with its rule."""
    yield _called().referee, ()


@contextmanager
def _doubt() -> Iterator[tuple[LiveRace, tuple[str, ...]]]:
    """A question that settles a turn."""
    start, turn = before_a_doubt(LaidTable().law)
    table = LaidTable(start=start)
    table.play(turn)
    yield table.referee, ()


@contextmanager
def _review() -> Iterator[tuple[LiveRace, tuple[str, ...]]]:
    """The seconds before a fault."""
    yield _called().referee, ('[data-key="review"]',)


SCENES = {"setup": _setup, "race": _race, "fault": _fault, "doubt": _doubt, "review": _review}
