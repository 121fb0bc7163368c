"""A broker of the hall's own: Mosquitto, started with a password and ended with the hall."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from referee.errors import SetupError
from referee.hall.messages import PORT, Broker

FOUND_IN = os.pathsep.join((os.environ.get("PATH", ""), "/usr/sbin", "/usr/local/sbin"))
UP_WITHIN_S = 5.0
TRIED = 10
"""Ports from the usual one on that are tried for a broker of our own."""
SETTINGS = """\
listener {port} {host}
allow_anonymous false
password_file {passwords}
persistence false
log_type error
log_type warning
max_packet_size 16777216
"""


def free_port(host: str) -> int:
    """The usual port, or one of the next: Debian's Mosquitto serves this computer at the usual one once installed.

    Raises SetupError when all are taken.
    """
    for port in range(PORT, PORT + TRIED):
        if not _taken(host, port):
            return port
    raise SetupError(f"The ports from {PORT} to {PORT + TRIED - 1} are all in use: choose one with --mqtt-port.")


def _taken(host: str, port: int) -> bool:
    try:
        socket.create_server((host, port)).close()
    except OSError:
        return True
    return False


class Mosquitto:
    """A running broker; `stop` ends it.

    Parameters
    ----------
    broker : its port, user and password; those who know them may speak.
    host : the network it listens in (``127.0.0.1``: this computer alone).

    Raises
    ------
    SetupError
        when Mosquitto is not installed, the port is taken, or it does not start.
    """

    def __init__(self, broker: Broker, host: str) -> None:
        self._program, self._maker = _program("mosquitto"), _program("mosquitto_passwd")
        self._broker, self._port, self._host = broker, broker.port, host
        if _taken(host, broker.port):
            raise SetupError(
                f"Port {broker.port} is in use, perhaps by another broker: give that one with --broker, or choose "
                "another port with --mqtt-port."
            )
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, again if it has died. Raises SetupError when it does not come up."""
        if self._process is not None and self._process.poll() is None:
            return
        with tempfile.TemporaryDirectory(prefix="race-hall-") as folder:  # it is read once, so no kill leaves it behind
            self._begin(self._written(Path(folder)))

    def _written(self, folder: Path) -> Path:
        """The broker's settings, as a file beside the one with the password."""
        passwords, settings = folder / "passwords", folder / "mosquitto.conf"
        passwords.touch(0o600)
        made = [self._maker, "-b", str(passwords), self._broker.user, self._broker.password]
        subprocess.run(made, check=True, capture_output=True)
        text = SETTINGS.format(port=self._port, host=self._host, passwords=passwords)
        if os.geteuid() == 0:  # as root it gives its rights up, and could not read its own files any more
            text += "user root\n"
        settings.write_text(text, encoding="utf-8")
        return settings

    def _begin(self, settings: Path) -> None:
        ties = shutil.which("setpriv")  # where there is none, a killed hall leaves its broker and the broker its port
        tied = [ties, "--pdeathsig", "TERM"] if ties else []
        self._process = subprocess.Popen([*tied, self._program, "-c", str(settings)], stdout=subprocess.DEVNULL)
        until = time.monotonic() + UP_WITHIN_S
        while time.monotonic() < until and self._process.poll() is None:
            try:
                socket.create_connection(
                    ("127.0.0.1" if self._host == "0.0.0.0" else self._host, self._port), 1
                ).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SetupError("Mosquitto does not start: see what it says above.")

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


def _program(name: str) -> str:
    found = shutil.which(name, path=FOUND_IN)
    if found is None:
        raise SetupError(
            "The hall needs an MQTT broker. Install Mosquitto (on Debian: sudo apt install mosquitto), or name one "
            "that runs already with --broker mqtt://user:password@host."
        )
    return found
