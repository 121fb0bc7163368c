"""Finding the hall in the local network by its announcement (DNS-SD, RFC 6763), so that nobody types an address."""

from __future__ import annotations

import socket
import threading
from dataclasses import replace

from zeroconf import Error, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from referee.errors import SetupError
from referee.hall.messages import Broker

KIND = "_race-hall._tcp.local."


class Announcement:
    """Says in the local network where the hall's broker is, without its password, until `stop`.

    Raises SetupError where the network does not let it.
    """

    def __init__(self, broker: Broker, address: str) -> None:
        self._zeroconf = Zeroconf()
        self._info = ServiceInfo(
            KIND,
            f"{broker.hall}.{KIND}",
            addresses=[socket.inet_aton(address)],
            port=broker.port,
            properties={"hall": broker.hall, "tls": "1" if broker.tls else "0"},
        )
        try:
            self._zeroconf.register_service(self._info, allow_name_change=True)
        except (Error, OSError) as problem:
            self._zeroconf.close()
            raise SetupError(
                "This hall could not be announced in the network: tables need the address that it prints."
            ) from problem

    def stop(self) -> None:
        """Take it back."""
        self._zeroconf.unregister_service(self._info)
        self._zeroconf.close()


class _Listener(ServiceListener):
    def __init__(self) -> None:
        self.heard = threading.Event()
        self.broker: Broker | None = None

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """Keep the first hall that tells where it is."""
        info = zc.get_service_info(type_, name)
        if info is None or not info.parsed_addresses() or self.broker is not None:
            return
        told = {key.decode(): (value or b"").decode() for key, value in info.properties.items()}
        found = Broker(info.parsed_addresses()[0], info.port or 0)
        self.broker = replace(found, hall=told.get("hall", found.hall), tls=told.get("tls") == "1")
        self.heard.set()

    def update_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """The same as one that is new."""
        self.add_service(zc, type_, name)

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        """One that went away before it was asked for."""


def hall_nearby(timeout_s: float = 4.0) -> Broker:
    """The hall that is announced in the local network. Raises SetupError when none is heard in time."""
    listener = _Listener()
    with Zeroconf() as zeroconf:
        ServiceBrowser(zeroconf, KIND, listener)
        listener.heard.wait(timeout_s)
    if listener.broker is None:
        raise SetupError(
            "No hall was heard in this network: start it with `referee hall --lan`, or give the address that it prints."
        )
    return listener.broker
