"""A camera's address without what is secret in it: the only form that is kept, shown or sent on."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+):(/+)(.*)", re.DOTALL)
"""Two letters at least: one is a drive of Windows."""
_PART = re.compile(r"[^/?&;]+")
_PLAIN_NAMES = frozenset({
    "action", "cam", "camera", "ch", "channel", "chn", "codec", "compression", "fps", "height", "profile", "quality",
    "real_stream", "resolution", "size", "stream", "streamid", "streamtype", "subtype", "type", "video", "width",
})  # fmt: skip
"""What tells which picture is wanted; every other setting in an address may be a password."""
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9_.]{1,20}")
_HIDDEN = "…"


def shown_address(text: str) -> str:
    """A source for people, records and logs: name and password are gone, and settings that might be one are hidden.

    Cameras, files and folders stay as they are.

    >>> shown_address("http://ann:secret@cam.local/video?channel=1&pwd=secret")
    'http://cam.local/video?channel=1&pwd=…'
    >>> shown_address("rtsp://10.0.0.7/user=admin&password=12345&channel=1&stream=0.sdp")
    'rtsp://10.0.0.7/user=…&password=…&channel=1&stream=0.sdp'
    >>> shown_address("races/0@home.mp4")
    'races/0@home.mp4'
    """
    found = _ADDRESS.fullmatch(text)
    if found is None:
        return text
    kind, slashes, rest = found.groups()
    host, tail = _split(rest)
    if "@" not in host and "@" in tail and re.search(r":(?![0-9]*$)", host):
        host, tail = _split(rest.rpartition("@")[2])  # a password with one of / ? # in it
    path, question, query = tail.partition("#")[0].partition("?")
    kept = _PART.sub(lambda part: _hide_value(part[0]), path)
    asked = _PART.sub(lambda part: _hide_value(part[0], alone=True), query)
    return f"{kind}:{slashes}{host.rpartition('@')[2]}{kept}{question}{asked}"


def _split(rest: str) -> tuple[str, str]:
    end = next((at for at, sign in enumerate(rest) if sign in "/?#"), len(rest))
    return rest[:end], rest[end:]


def _hide_value(part: str, alone: bool = False) -> str:
    """One part of a path or query; `alone`: also one that is no ``name=value`` may be a secret."""
    name, equals, value = part.partition("=")
    plain = name.lower() in _PLAIN_NAMES
    if not equals:
        return part if plain or not alone else _HIDDEN
    return part if plain and _PLAIN_VALUE.fullmatch(value) else f"{name}={_HIDDEN}"
