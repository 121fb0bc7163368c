"""By which addresses and names other devices of the local network reach this machine."""

from __future__ import annotations

import ipaddress
import socket

from referee.errors import SetupError

SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address of no one (RFC 5737): the system is asked which of ours it would use to go there; nothing is sent."""


def lan_address() -> str:
    """The address of this machine in its local network. Raises SetupError when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(SOMEWHERE_ELSE)
            found = str(probe.getsockname()[0])
        except OSError:
            found = ""
    candidates = [found, *_own_addresses()]
    for address in candidates:
        if address and not ipaddress.ip_address(address).is_loopback:
            return address
    raise SetupError("This machine is in no network, so no phone can reach it: join a Wi-Fi first.")


def names_of(host: str) -> list[str]:
    """What browsers may call this machine when the page is served on `host`; the best one first, none for loopback.

    >>> names_of("127.0.0.1")
    []
    """
    if host in ("127.0.0.1", "localhost"):
        return []
    name = socket.gethostname()
    further = {name, f"{name}.local", *_own_addresses()} | ({host} - {"0.0.0.0"})
    first = lan_address() if host == "0.0.0.0" else host
    return [first, *sorted(further - {first})]


def _own_addresses() -> list[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return []
    return sorted({str(info[4][0]) for info in found})
