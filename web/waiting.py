"""Where requests wait until they are whole: who sends slowly, or nothing, holds none of the server's threads.

One thread reads what comes in on all connections that have not said everything yet. A connection goes on to the server
when its head and its body are there, and is let go when that takes too long. Of the network's other devices each may
have so many connections, and all together so many threads: some are always left for this machine's own page.

The same thread listens to the event streams, on which nobody speaks: a reader who has gone is noticed at once.
"""

from __future__ import annotations

import contextlib
import re
import selectors
import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

HEAD_ENDS = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,9})[ \t]*(?:\r|$)")
_COOKIE = re.compile(rb"\r\ncookie:([^\r]*)", re.IGNORECASE)
_CHUNK_BYTES = 16 * 1024
_TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_LOOK_ROUND_S = 0.5


@dataclass(frozen=True)
class Limits:
    """How long and how many.

    Attributes
    ----------
    whole_within_s : a request, head and body, has to be there after so long.
    most_waiting : connections that have not said everything yet; one more, and the one that waits longest is let go.
    most_of_one : connections of one other device, waiting or in work.
    most_of_others : threads that all other devices together may have.
    largest_head_bytes, largest_body_bytes : more is not waited for: the server then says that it is too much.
    """

    whole_within_s: float = 5.0
    most_waiting: int = 200
    most_of_one: int = 32
    most_of_others: int = 224
    largest_head_bytes: int = 16 * 1024
    largest_body_bytes: int = 16 * 1024


Largest = Callable[[bytes, bytes], int]
"""How many bytes may follow a head with this target and this cookie."""


def is_whole(data: bytes | bytearray, limits: Limits, largest: Largest | None = None) -> bool:
    r"""Whether nothing of a request is to be waited for any more.

    >>> is_whole(b"GET / HTTP/1.1\r\n\r\n", Limits()), is_whole(b"GET / HT", Limits())
    (True, False)
    >>> is_whole(b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n[1,2", Limits())
    False
    """
    end = data.find(HEAD_ENDS)
    if end < 0:
        return len(data) > limits.largest_head_bytes
    head, body_bytes = bytes(data[:end]), len(data) - end - len(HEAD_ENDS)
    said, head = head, head.lower()
    if b"\r\ntransfer-encoding:" in head:
        return data.endswith(b"0\r\n\r\n") or body_bytes > limits.largest_body_bytes
    stated = _LENGTH.search(head)
    length = int(stated[1]) if stated else 0
    if body_bytes >= length or length <= limits.largest_body_bytes or largest is None:
        return body_bytes >= length or length > limits.largest_body_bytes
    cookie = _COOKIE.search(said)
    return length > largest(said.split(b" ", 2)[1] if said.count(b" ") else b"", cookie[1] if cookie else b"")


class Connection(Protocol):
    """What a connection of the server has; `said` is what was read of the next request."""

    remote_addr: str
    socket: socket.socket
    said: bytearray

    def close(self) -> None: ...


class WaitingRoom:
    """The connections that have not said everything yet, and the streams that are listened to.

    Parameters
    ----------
    go_on : takes a connection whose request is whole.
    is_here : whether an address is this machine's own.
    largest : who may send more than `limits` says.
    """

    def __init__(
        self,
        go_on: Callable[[Connection], None],
        is_here: Callable[[str], bool],
        limits: Limits = Limits(),
        largest: Largest | None = None,
    ) -> None:
        self._go_on, self._is_here, self._limits, self._largest = go_on, is_here, limits, largest
        self._lock = threading.Lock()
        self._selector = selectors.DefaultSelector()
        self._bell, self._ringer = socket.socketpair()
        for end in (self._bell, self._ringer):
            end.setblocking(False)
        self._selector.register(self._bell, selectors.EVENT_READ)
        self._until_s: dict[Connection, float] = {}
        self._listeners: dict[Connection, Callable[[], None]] = {}
        self._of: Counter[str] = Counter()
        self._others_at_work: set[Connection] = set()
        self._closed = False
        self._thread = threading.Thread(target=self._attend, name="waiting room", daemon=True)
        self._thread.start()

    def come_in(self, connection: Connection) -> None:
        """A connection is new, or has begun to say something again: it goes on, waits, or is refused."""
        connection.socket.setblocking(False)
        address = connection.remote_addr
        with self._lock:
            refused = self._closed or (not self._is_here(address) and self._of[address] >= self._limits.most_of_one)
            if not refused:
                self._of[address] += 1
        if refused:
            _say_and_close(connection, _TOO_MANY)
        elif self._read(connection) is None:
            self._wait(connection)

    def is_done(self, connection: Connection) -> None:
        """The answer to a request was given, or cannot be."""
        with self._lock:
            self._leave(connection)

    def listen(self, connection: Connection, when_gone: Callable[[], None]) -> None:
        """Tell when whoever reads a stream is gone (or speaks, which no reader of a stream does)."""
        with self._lock:
            if self._closed:
                return
            self._listeners[connection] = when_gone
            self._selector.register(connection.socket, selectors.EVENT_READ, connection)
        self._ring()

    def forget(self, connection: Connection) -> None:
        """Listen no longer; to be called before the connection is closed."""
        with self._lock:
            if self._listeners.pop(connection, None) is not None:
                self._selector.unregister(connection.socket)

    def close(self) -> None:
        """Let everybody go who waits."""
        with self._lock:
            self._closed = True
        self._ring()
        self._thread.join()
        with self._lock:
            left = [one for one in tuple(self._until_s) if self._stop_waiting(one)]
        for connection in left:
            self._drop(connection)
        self._selector.close()
        self._bell.close()
        self._ringer.close()

    # -- one connection -------------------------------------------------------------------------------------------

    def _read(self, connection: Connection) -> bool | None:
        """Take in what was said: True when it went on, False when it is gone, None when more is to come."""
        try:
            while not is_whole(connection.said, self._limits, self._largest):
                data = connection.socket.recv(_CHUNK_BYTES)
                if not data:
                    self._drop(connection)
                    return False
                connection.said += data
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None
        except OSError:
            self._drop(connection)
            return False
        return self._hand_over(connection)

    def _hand_over(self, connection: Connection) -> bool:
        with self._lock:
            other = not self._is_here(connection.remote_addr)
            full = other and len(self._others_at_work) >= self._limits.most_of_others
            if other and not full:
                self._others_at_work.add(connection)
        if full:
            self._drop(connection, _TOO_MANY)
            return False
        self._go_on(connection)
        return True

    def _wait(self, connection: Connection) -> None:
        with self._lock:
            self._until_s[connection] = time.monotonic() + self._limits.whole_within_s
            self._selector.register(connection.socket, selectors.EVENT_READ, connection)
            full = len(self._until_s) > self._limits.most_waiting
            longest = min(self._until_s, key=self._until_s.__getitem__)
            if full:
                self._stop_waiting(longest)
        if full:
            self._drop(longest)
        self._ring()

    def _stop_waiting(self, connection: Connection) -> bool:
        """Whether it was still waiting, and is now in nobody's hands but the caller's, who holds the lock."""
        if self._until_s.pop(connection, None) is None:
            return False
        self._selector.unregister(connection.socket)
        return True

    def _drop(self, connection: Connection, last_words: bytes = b"") -> None:
        """Let go of a connection that does not wait any more."""
        with self._lock:
            self._leave(connection)
        _say_and_close(connection, last_words)

    def _leave(self, connection: Connection) -> None:
        self._others_at_work.discard(connection)
        self._of[connection.remote_addr] -= 1
        if self._of[connection.remote_addr] <= 0:
            del self._of[connection.remote_addr]

    # -- all of them ----------------------------------------------------------------------------------------------

    def _ring(self) -> None:
        with contextlib.suppress(OSError):  # it rings already, or is closed
            self._ringer.send(b"!")

    def _attend(self) -> None:
        while not self._closed:
            try:
                ready = self._selector.select(_LOOK_ROUND_S)
            except OSError:  # one was closed just now
                continue
            for key, _ in ready:
                if key.fileobj is self._bell:
                    with contextlib.suppress(BlockingIOError):
                        self._bell.recv(_CHUNK_BYTES)
                else:
                    self._hear(key.data)
            self._let_go_of_the_slow()

    def _hear(self, connection: Connection) -> None:
        with self._lock:
            when_gone = self._listeners.pop(connection, None)
            if when_gone is not None:
                self._selector.unregister(connection.socket)
            until_s = self._until_s.get(connection)
            self._stop_waiting(connection)
        if when_gone is not None:
            when_gone()
        elif until_s is not None and self._read(connection) is None:
            with self._lock:
                self._until_s[connection] = until_s
                self._selector.register(connection.socket, selectors.EVENT_READ, connection)

    def _let_go_of_the_slow(self) -> None:
        now_s = time.monotonic()
        with self._lock:
            late = [
                one for one, until_s in tuple(self._until_s.items()) if until_s <= now_s and self._stop_waiting(one)
            ]
        for connection in late:
            self._drop(connection, _TOO_LATE if connection.said else b"")


def _say_and_close(connection: Connection, words: bytes) -> None:
    with contextlib.suppress(OSError):
        if words:
            connection.socket.send(words)
    connection.close()
