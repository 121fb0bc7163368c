"""The pictures of the page in docs/page: real screens over the simulated table, photographed with Chromium.

    python tools/page_shots.py docs FOLDER [SCENE ...]

Those in docs/page are made so; every one is kept small.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from markers import kits
from referee.assemble import Referee
from referee.commands import Close
from referee.devices.lenses import LensFolder
from referee.devices.races import RecordsFolder
from referee.devices.sources import open_source
from referee.devices.store import SqliteStore
from referee.games.registry import game
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.scene import Frame
from tests.browser.laid_table import LaidTable, before_a_doubt, faulty, legal
from tests.record.races import play_into
from web.app import create_app
from web.live import LiveRace
from web.serve import PageServer

COLOURS, OF_THE_PAGE = 256, 24
LARGE_BYTES = 200_000
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
LOOKS: dict[str, dict[str, Any]] = {
    "laptop": {**LAPTOP, "dark": False},
    "phone": {**PHONE, "dark": False},
    "dark": {**LAPTOP, "dark": True},
}
WAIT_S = 20.0
GAME_OF_THE_PODIUM = "home-racers"
CLEAR_FAULTS = ("racepack/speed-change", "racepack/lane-change", "racepack/forward")

Scene = tuple[LiveRace, tuple[str, ...], Callable[[], None]]
"""What is shown, what is clicked on the way, and how a new picture of the table is taken."""


def photograph(browser: Any, folder: Path, names: Sequence[str] = ()) -> None:
    """Photograph every scene, or those of these names, in every look into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or SCENES:
        with SCENES[name]() as (race, steps, look_again):
            server = PageServer(create_app(race), port=0)
            server.start()
            browser.open(f"{server.url}{ADDRESSES.get(name, '')}")
            if name in ADDRESSES:
                _until(browser, "document.querySelector('.sheets img')?.complete")
            for step in steps:
                _until(browser, f"document.querySelector('{step}')")
                browser.run(f"document.querySelector('{step}').{'selected = true' if ' option' in step else 'click()'}")
                browser.run(f"document.querySelector('{step}').dispatchEvent(new Event('change', {{bubbles: true}}))")
                time.sleep(0.5)
            time.sleep(4.0)  # until the last message has gone
            for look, values in LOOKS.items():
                path = folder / f"{name}-{look}.png"
                look_again()
                browser.shot(path, **values, whole=False)
                _make_small(path)
                print(path.name, path.stat().st_size // 1024, "KB")
            browser.call("Page.navigate", url="about:blank")
            server.stop()


def _make_small(path: Path) -> None:
    """Fewer colours for a large picture: those of the page itself stay as they are, and the rare ones, of cars."""
    image = Image.open(path).convert("RGB")
    image.save(path, optimize=True)
    if path.stat().st_size > LARGE_BYTES:
        counted: Any = image.getcolors(1 << 24)
        plain = [part for _, colour in sorted(counted)[-OF_THE_PAGE:] for part in colour]
        photographed = image.quantize(COLOURS - OF_THE_PAGE, method=Image.Quantize.MAXCOVERAGE, kmeans=3)
        palette = Image.new("P", (1, 1))
        palette.putpalette(plain + (photographed.getpalette() or [])[: 3 * (COLOURS - OF_THE_PAGE)])
        image.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)


def _until(browser: Any, script: str) -> None:
    end = time.monotonic() + WAIT_S
    while not browser.run(f"Boolean({script})"):
        if time.monotonic() > end:
            raise RuntimeError(f"never so: {script}")
        time.sleep(0.2)


@contextmanager
def _setup() -> Iterator[Scene]:
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
            yield host, tuple(f'[data-key="{key}"]' for key in steps), lambda: None
        finally:
            host.stop()


@contextmanager
def _kit() -> Iterator[Scene]:
    """Where kits are chosen; a track is drawn there, too."""
    with _setup() as (host, _, look_again):
        yield host, (), look_again


@contextmanager
def _race() -> Iterator[Scene]:
    """Some legal turns into a race."""
    table = LaidTable()
    for _ in range(3):
        table.play(legal(table.law, table.position))
    yield table.referee, (), table.again


def _called() -> LaidTable:
    """A race in which a fault has just been called."""
    table = LaidTable()
    for _ in range(2):
        table.play(legal(table.law, table.position))
    table.play(faulty(table.law, table.position, *CLEAR_FAULTS))
    table.referee.command(Close())
    return table


@contextmanager
def _fault() -> Iterator[Scene]:
    """A fault, named with its rule."""
    table = _called()
    yield table.referee, (), table.again


@contextmanager
def _doubt() -> Iterator[Scene]:
    """A question that settles a turn."""
    start, turn = before_a_doubt(LaidTable().law)
    table = LaidTable(start=start)
    table.play(turn)
    yield table.referee, (), table.again


@contextmanager
def _review() -> Iterator[Scene]:
    """The seconds before a fault."""
    table = _called()
    yield table.referee, ('[data-key="review"]',), table.again


@contextmanager
def _hands() -> Iterator[Scene]:
    """The drawn board with a car taken hold of."""
    table = LaidTable()
    for _ in range(3):
        table.play(legal(table.law, table.position))
    yield table.referee, ('[data-key="correct"]', '#place-piece option[value="S"]'), table.again


@contextmanager
def _podium() -> Iterator[Scene]:
    """The end of a race."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "race.sqlite"
        store = SqliteStore.create(path, {"game": GAME_OF_THE_PODIUM})
        play_into(store, GAME_OF_THE_PODIUM, turns=400, players=4, faults=0.1)
        law, wish = game(GAME_OF_THE_PODIUM), kits.design_of(GAME_OF_THE_PODIUM).usual
        kit = kits.manifest(law.name, wish=wish)
        referee = Referee(law, kit, store, record_path="races/2026-11-21.sqlite")
        table = Renderer(
            kit, kits.pdf(law.name, wish=wish), race_camera(_laid(referee), (1280, 720), 1, kit), look("living-room")
        )
        picture = table.render(_laid(referee), (), np.random.default_rng(1))
        referee.look(Frame(picture, referee.match.entries[-1].time_ns, "overhead camera", 1), still=True)
        try:
            yield referee, (), lambda: None
        finally:
            store.close()


def _laid(referee: Referee) -> Any:
    """How the pieces of a race lie."""
    return referee.match.game.layout(referee.match.state.position, referee.match.manifest)


SCENES = {
    "setup": _setup,
    "race": _race,
    "fault": _fault,
    "doubt": _doubt,
    "review": _review,
    "hands": _hands,
    "podium": _podium,
    "kit": _kit,
    "track": _kit,
}
ADDRESSES = {
    "kit": "kit?game=nestorgames-gp&ready=harbour",
    "track": "kit?game=racepack&ready=WWWNNNNEEEEEEEESSSSWWWWW",
}
