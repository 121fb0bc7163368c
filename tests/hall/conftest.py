"""A real broker for the hall's tests; without Mosquitto they say so and skip."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Iterator

import pytest

from referee.hall.messages import Broker, broker_at
from referee.hall.mosquitto import FOUND_IN, Mosquitto


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@pytest.fixture
def mosquitto() -> Iterator[tuple[Mosquitto, Broker]]:
    """A running broker that only who has the password may speak to."""
    if shutil.which("mosquitto", path=FOUND_IN) is None:
        pytest.skip("no Mosquitto on this machine, so the hall's tests did not run (apt install mosquitto)")
    broker = broker_at(f"mqtt://table:a-password@127.0.0.1:{free_port()}/evening")
    running = Mosquitto(broker, "127.0.0.1")
    yield running, broker
    running.stop()
