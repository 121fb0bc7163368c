"""The doors by which other devices reach the page: shut until somebody opens them, in the middle of a race, too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Protocol

from referee.devices.authority import Authority
from referee.devices.network import lan_address, names_of
from referee.errors import SetupError

SECURE_PORT = 8443
"""Taken by another program, any free one does: nobody types it."""


class Server(Protocol):
    """What serves the page on this machine."""

    host: str
    port: int

    def listen(self, host: str, port: int, authority: Authority | None = None, names: Sequence[str] = ()) -> int:
        """Serve it there, too; over HTTPS if an authority vouches for these names. Gives the port."""

    def shut(self) -> None:
        """Listen no longer but where the page was served from the beginning."""


class Doors:
    """What is open now.

    Parameters
    ----------
    trusted : the host names that are answered; those of open doors are added.
    hosts : by which other devices reach the server from the beginning, the best one first.
    authority : vouches for this machine; made when first asked for.

    Attributes
    ----------
    hosts : by which other devices reach it now; empty when they do not.
    server : tells when there is one.
    secure_port : where HTTPS is spoken; 0 for nowhere.
    """

    def __init__(self, trusted: list[str], hosts: Sequence[str], authority: Callable[[], Authority]) -> None:
        self.hosts = self._always = tuple(hosts)
        self.server: Server | None = None
        self.secure_port = 0
        self._trusted, self._authority = trusted, authority
        self._opening = threading.Lock()

    @cached_property
    def authority(self) -> Authority:
        """What vouches for this machine."""
        return self._authority()

    def open(self, secure: bool = False) -> None:
        """Let other devices come; with `secure` over HTTPS, too. Raises SetupError when none could."""
        server = self.server
        if server is None:
            return
        with self._opening:
            if not self.hosts:
                address = lan_address()
                server.listen(address, server.port)
                self.hosts = tuple(names_of(address))
                self._trusted.extend(self.hosts)
            if secure and not self.secure_port:
                where = server.host if self._always else self.hosts[0]
                try:
                    self.secure_port = server.listen(where, SECURE_PORT, self.authority, self.hosts)
                except SetupError:
                    self.secure_port = server.listen(where, 0, self.authority, self.hosts)

    def shut(self) -> None:
        """Let nobody else come; who is there is not cut off. What was open from the beginning stays open."""
        if self.server is not None:
            with self._opening:
                self.server.shut()
                self.hosts, self.secure_port = self._always, 0
