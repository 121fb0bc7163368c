"""Single keys from a terminal, without the Enter key and with a time limit."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

_NAMES = {"\x1b[C": "right", "\x1b[D": "left", "\x1b[H": "home", "\x1b[F": "end", "\x1b[1~": "home", "\x1b[4~": "end"}
_NAMES |= {"\x1bOC": "right", "\x1bOD": "left", "\x1bOH": "home", "\x1bOF": "end"}
_NAMES |= {"l": "right", "h": "left", "n": "right", "p": "left", "\r": "right", "\n": "right", "\x1b": "q"}


class Keys(Protocol):
    """Where keys come from."""

    def next(self, timeout_s: float | None) -> str | None:
        """The next key by name (``right``, ``f``); None when the time is up. `timeout_s` None waits for ever."""


def name_of(typed: str) -> str:
    r"""The name of what a terminal sends for a key.

    >>> name_of("\x1b[C"), name_of("F"), name_of("q")
    ('right', 'f', 'q')
    """
    return _NAMES.get(typed) or typed.lower()


def split_keys(typed: str) -> list[str]:
    r"""Keys typed so fast that they arrive together, by name; a cursor key is several signs.

    >>> split_keys("ff\x1b[Dq")
    ['f', 'f', 'left', 'q']
    """
    return [name_of(one) for one in re.findall(r"\x1b[\[O][0-9]*[A-Za-z~]|.", typed, re.DOTALL)]


if sys.platform == "win32":
    import msvcrt

    _SCAN = {"M": "right", "K": "left", "G": "home", "O": "end"}

    class _Console:
        def next(self, timeout_s: float | None) -> str | None:
            until = None if timeout_s is None else time.monotonic() + timeout_s
            while until is None or time.monotonic() < until:
                if msvcrt.kbhit():
                    sign = msvcrt.getwch()
                    return _SCAN.get(msvcrt.getwch(), "") if sign in "\x00\xe0" else name_of(sign)
                time.sleep(0.02)
            return None

    @contextmanager
    def terminal_keys() -> Iterator[Keys]:
        """Keys of the console this program runs in."""
        yield _Console()

else:
    import os
    import select
    import termios
    import tty

    class _Terminal:
        def __init__(self, handle: int) -> None:
            self._handle = handle
            self._waiting: list[str] = []

        def next(self, timeout_s: float | None) -> str | None:
            if not self._waiting:
                ready, _, _ = select.select([self._handle], [], [], timeout_s)
                if not ready:
                    return None
                typed = os.read(self._handle, 1024)
                self._waiting = split_keys(typed.decode("utf-8", "replace")) if typed else ["q"]
            return self._waiting.pop(0)

    @contextmanager
    def terminal_keys() -> Iterator[Keys]:
        """Keys of the terminal at stdin; its settings are put back at the end, whatever happens."""
        handle = sys.stdin.fileno()
        before = termios.tcgetattr(handle)
        try:
            tty.setcbreak(handle)
            yield _Terminal(handle)
        finally:
            termios.tcsetattr(handle, termios.TCSADRAIN, before)
