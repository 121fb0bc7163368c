"""A race refereed from one photograph a turn, and a source that is only tried."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import pytest

from markers import kits
from referee.assemble import Referee
from referee.commands import Guide
from referee.devices.lenses import LensFolder
from referee.devices.phone import PhoneCamera
from referee.devices.races import RecordsFolder
from referee.devices.sources import open_source
from referee.errors import SourceError
from referee.games.registry import game
from referee.hosting import Host
from referee.hosting.cameras import CameraList
from referee.record.memory import MemoryStore
from tests.browser.laid_camera import LaidCamera
from tests.browser.laid_table import first_position, legal
from tests.devices.test_phone import jpeg

NAME = "racepack"
WITHIN_S = 60.0


def test_a_photograph_of_each_movement_makes_the_turn() -> None:
    """Each is a settled scene by itself: one of the start, one after each movement, and the verdict is there."""
    law, start = game(NAME), first_position(NAME)
    turn = legal(law, start)
    table, phone = LaidCamera(NAME, start), PhoneCamera()
    source = phone.open()
    referee = Referee(law, kits.manifest(NAME), MemoryStore({"game": NAME}))
    referee.start_by_itself(2, start)
    looking = threading.Thread(target=lambda: referee.run(source))
    looking.start()
    try:
        for number, stop in enumerate((start, *turn.stops)):
            table.lay(stop)
            phone.take(bytes(cv2.imencode(".jpg", table._picture)[1]), "a", number, still=True)
        end = time.monotonic() + WITHIN_S
        while (said := referee.snapshot()["verdict"]) is None or said["turn"] != turn.turn:
            assert time.monotonic() < end, said
            time.sleep(0.05)
    finally:
        source.close()
        looking.join()
    assert said["status"] == "LEGAL"


def test_a_source_is_tried_without_being_chosen(tmp_path: Path) -> None:
    """What comes from it is told, or why nothing does; what is looked through stays."""
    host = Host(
        RecordsFolder(tmp_path / "races"),
        lambda text, hear: open_source(text, on_status=hear),
        CameraList(lambda: ()),
        LensFolder(tmp_path / "lenses"),
        pace_s=0.0,
    )
    try:
        host.command(Guide("source", "simulated"))
        picture = tmp_path / "picture.jpg"
        picture.write_bytes(jpeg(50, 800, 600))
        assert host.command(Guide("try", str(picture))) == "picture.jpg sends pictures of 800 × 600 px."
        with pytest.raises(SourceError):
            host.command(Guide("try", str(tmp_path / "none.jpg")))
        assert host.snapshot()["guide"]["source"] == "simulated"
    finally:
        host.stop()
