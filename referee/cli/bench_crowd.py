"""The viewers of `referee bench web`: a process of its own that speaks plain HTTP over sockets."""

from __future__ import annotations

import json
import selectors
import socket
import sys
import threading
import time
from collections.abc import Iterator
from http.client import HTTPConnection

import numpy as np

LOOKERS = 6
"""Connections over which all viewers' live pictures are asked for."""


def main(url: str, viewers: int, stalled: int) -> None:
    """Be the crowd: open the streams, read what comes, and say at the end what was heard."""
    sleepers = _Sleepers(url, stalled)
    sleepers.start()
    heard = _Listener(url, viewers)
    thread = threading.Thread(target=heard.listen, daemon=True)
    thread.start()
    print("here", flush=True)
    pages = _Pages(url)
    lookers = [_Looker(url, viewers / LOOKERS) for _ in range(LOOKERS)]
    for one in (pages, *lookers):
        one.start()
    sys.stdin.readline()
    for one in (pages, *lookers):
        one.stop()
    heard.stop = True
    thread.join()
    sleepers.join(timeout=20)
    latencies = np.array(heard.latencies_ms or [float("nan")])
    page = np.array(pages.times_ms or [float("nan")])
    print(
        json.dumps(
            {
                "events": len(heard.latencies_ms),
                "p50_ms": round(float(np.percentile(latencies, 50)), 1),
                "p99_ms": round(float(np.percentile(latencies, 99)), 1),
                "page_p50_ms": round(float(np.percentile(page, 50)), 1),
                "page_p99_ms": round(float(np.percentile(page, 99)), 1),
                "pictures": sum(len(one.times_ms) for one in lookers),
                "picture_p99_ms": round(float(np.percentile([t for one in lookers for t in one.times_ms], 99)), 1),
                "stalled_released_s": sleepers.released_s,
            }
        )
    )


class _Listener:
    """All the streams, read by one thread."""

    def __init__(self, url: str, viewers: int) -> None:
        self.latencies_ms: list[float] = []
        self.stop = False
        self._selector = selectors.DefaultSelector()
        self._last: dict[int, bytes] = {}
        self._greeted: set[int] = set()
        for _ in range(viewers):
            line = connect(url)
            line.sendall(request("/events", url))
            line.setblocking(False)
            self._selector.register(line, selectors.EVENT_READ)

    def listen(self) -> None:
        """Read until told to stop; a state's age is what its stamp says when its text has arrived."""
        while not self.stop:
            for key, _ in self._selector.select(0.2):
                line = key.fileobj
                assert isinstance(line, socket.socket)
                self._read(line)
        for key in list(self._selector.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()

    def _read(self, line: socket.socket) -> None:
        try:
            got = line.recv(1 << 18)
        except OSError:
            got = b""
        if not got:
            self._selector.unregister(line)
            line.close()
            return
        now = time.monotonic_ns()
        text = self._last.pop(line.fileno(), b"") + got
        for stamp in _stamps(text):
            if line.fileno() in self._greeted:
                self.latencies_ms.append((now - stamp) / 1e6)
            self._greeted.add(line.fileno())  # the first state of a stream is no news: it may be old
        self._last[line.fileno()] = _unfinished(text)


_STAMP = b'"stamp":'
_STAMP_BYTES = 60


def _stamps(text: bytes) -> Iterator[int]:
    for part in text.split(_STAMP)[1:]:
        digits = part.partition(b",")
        if digits[1]:
            yield int(digits[0])


def _unfinished(text: bytes) -> bytes:
    """The end of a text in which a stamp may go on; a whole stamp must not be counted twice.

    >>> _unfinished(b'{"stamp":12,"seq":3}')[:2], _unfinished(b'{"stamp":1')
    (b'12', b'"stamp":1')
    """
    last = text.rfind(_STAMP)
    if last >= 0 and b"," in text[last:]:
        last += len(_STAMP)
    return text[max(last, len(text) - _STAMP_BYTES, 0) :]


class _Asker(threading.Thread):
    """Somebody who asks for something again and again."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.times_ms: list[float] = []
        self.pause_s = 0.05
        self._url, self._done = url, threading.Event()

    def run(self) -> None:
        while not self._done.wait(self.pause_s):
            began = time.perf_counter()
            self.ask()
            self.times_ms.append((time.perf_counter() - began) * 1e3)

    def ask(self) -> None:
        """Once."""
        raise NotImplementedError

    def stop(self) -> None:
        """No more."""
        self._done.set()
        self.join()


class _Pages(_Asker):
    """Loads the page."""

    def ask(self) -> None:
        with connect(self._url) as line:
            line.sendall(request("/", self._url))
            until(line, b"</html>")


class _Looker(_Asker):
    """Pulls live pictures over one connection for so many viewers, each as often as the server wants it."""

    def __init__(self, url: str, viewers: float) -> None:
        super().__init__(url)
        self._viewers = viewers
        host, _, port = url.removeprefix("http://").rstrip("/").partition(":")
        self._line = HTTPConnection(host, int(port), timeout=15)
        self._number = "-1"

    def ask(self) -> None:
        self._line.request("GET", f"/frame.jpg?after={self._number}")
        answer = self._line.getresponse()
        answer.read()
        self._number = answer.headers.get("X-Picture", self._number)
        self.pause_s = float(answer.headers["X-Pause"]) / 1e3 / self._viewers


class _Sleepers(threading.Thread):
    """Viewers who open a stream and never read: how long until the server lets go of all of them."""

    def __init__(self, url: str, count: int) -> None:
        super().__init__(daemon=True)
        self.released_s = float("inf")
        self._began = time.perf_counter()
        self._lines = [connect(url) for _ in range(count)]
        for line in self._lines:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            line.sendall(request("/events", url))

    def run(self) -> None:
        waiting = list(self._lines)
        while waiting:
            waiting = [line for line in waiting if not _was_cut(line)]
            time.sleep(0.2)
        self.released_s = round(time.perf_counter() - self._began, 1)


def _was_cut(line: socket.socket) -> bool:
    """Whether the other side has closed, found out without reading what is waiting."""
    try:
        line.send(b"\r\n", socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return False


def connect(url: str) -> socket.socket:
    """A connection to the server."""
    host, _, port = url.removeprefix("http://").rstrip("/").partition(":")
    return socket.create_connection((host, int(port)), timeout=15)


def request(path: str, url: str) -> bytes:
    """A plain request, after whose answer the connection ends."""
    host = url.removeprefix("http://").rstrip("/")
    return f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode()


def until(line: socket.socket, mark: bytes) -> bytes:
    """What comes until the mark has come, or the line is closed."""
    text = b""
    while mark not in text:
        got = line.recv(1 << 16)
        if not got:
            break
        text += got
    return text


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
