"""A camera over a table on which a test lays the pieces: its pictures come one after the other, as a webcam's do."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np

from markers import kits
from referee.games.base import PlayedTurn
from referee.games.registry import game
from referee.hosting import Host
from referee.mind.reasoned import Game
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.scene import Frame

REST_S = 0.2
AT_ONCE = 8
"""So many pictures come without a pause when the pieces were laid anew: by them the referee knows that all rests."""
LONGEST_S = 30.0


class LaidCamera:
    """A live source.

    Attributes
    ----------
    position : how the pieces lie, in the game's notation.
    """

    name, live, stills = "overhead", True, False

    def __init__(self, law_name: str, position: str) -> None:
        self.law: Game = game(law_name)
        self._kit = kits.manifest(law_name)
        laid = self.law.layout(position, self._kit)
        camera = race_camera(laid, (1280, 720), 1, self._kit)
        self._renderer = Renderer(self._kit, kits.pdf(law_name), camera, look("living-room"))
        self._chance = np.random.default_rng(1)
        self._closed, self._news = threading.Event(), threading.Semaphore(0)
        self.lay(position)

    def lay(self, position: str) -> None:
        """Lay the pieces so."""
        self.position = position
        self._picture = self._renderer.render(self.law.layout(position, self._kit), (), self._chance)
        self._news.release(AT_ONCE)

    def thumbnail(self) -> bytes:
        """What a list of cameras shows of it."""
        return bytes(cv2.imencode(".jpg", cv2.resize(self._picture, (320, 180)))[1])

    def frames(self) -> Iterator[Frame]:
        """The table as it lies, until it is closed."""
        number = 0
        while True:
            self._news.acquire(timeout=REST_S)
            if self._closed.is_set():
                return
            yield Frame(self._picture, time.time_ns(), self.name, number)
            number += 1

    def close(self) -> None:
        """No picture follows."""
        self._closed.set()
        self._news.release()


def seen(host: Host, camera: LaidCamera) -> None:
    """Wait until the referee has seen the table as it lies."""
    law = camera.law
    wanted = law.observe(law.visible(camera.position))
    end = time.monotonic() + LONGEST_S
    while time.monotonic() < end:
        referee = host.referee
        reading = referee.match.reading if referee is not None else None
        if reading is not None and reading.notation and not law.changed(wanted, law.observe(reading.notation)):
            return
        time.sleep(0.02)
    raise AssertionError("the referee never saw the table so")


def play(host: Host, camera: LaidCamera, turn: PlayedTurn) -> None:
    """Make the movements of a turn without a word, each in full view."""
    for stop in turn.stops:
        camera.lay(stop)
        seen(host, camera)
    camera.position = turn.after
