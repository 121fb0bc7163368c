"""The server on real sockets of loopback, under people who send slowly, come in crowds, and go without a word.

127.0.0.1 is this machine; 127.0.0.2, 127.0.0.3 ... stand for other devices.
"""

from __future__ import annotations

import socket
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from urllib.parse import urlsplit

import pytest
from flask import Flask

from web.guard import desk_of
from web.serve import THREADS, PageServer
from web.waiting import Limits

STREAM = b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
PAGE = b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"


@contextmanager
def serving(app: Flask, limits: Limits = Limits()) -> Iterator[PageServer]:
    """The page's server, for which only 127.0.0.1 is this machine."""
    server = PageServer(app, "0.0.0.0", 0, limits, lambda address: address == "127.0.0.1")
    server.start()
    try:
        yield server
    finally:
        server.stop()


def dial(server: PageServer, said: bytes, address: str = "127.0.0.1") -> socket.socket:
    """A connection from an address that has said something."""
    line = socket.create_connection(("127.0.0.1", urlsplit(server.url).port or 0), 10, (address, 0))
    line.sendall(said)
    return line


def status(line: socket.socket) -> int:
    """The number of the answer on a connection; 0 when it was closed without a word."""
    try:
        first = line.makefile("rb").readline()
    except ConnectionResetError:
        return 0
    return int(first.split()[1]) if first else 0


def asked(server: PageServer, address: str = "127.0.0.1", request: bytes = PAGE) -> int:
    """The number of the answer to one request."""
    with dial(server, request, address) as line:
        return status(line)


def soon(happens: Callable[[], bool]) -> bool:
    """Whether something happens within a minute."""
    for _ in range(3000):
        if happens():
            return True
        time.sleep(0.02)
    return False


@pytest.mark.parametrize("begun", [b"", b"G", b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", b"POST /command"])
def test_a_crowd_that_drips_does_not_freeze_the_page(app: Flask, begun: bytes) -> None:
    """More connections than the server has threads, each dripping a byte now and then: everybody else is answered."""
    with serving(app) as server, ExitStack() as crowd:
        lines = [
            crowd.enter_context(dial(server, begun, f"127.0.0.{2 + number % 20}")) for number in range(THREADS + 4)
        ]
        over = threading.Event()

        def drip() -> None:
            while not over.wait(0.3):
                for line in lines:
                    try:
                        line.send(b"x")
                    except OSError:  # let go of
                        continue

        drops = threading.Thread(target=drip)
        drops.start()
        try:
            assert [asked(server) for _ in range(5)] == [200] * 5
            assert asked(server, "127.0.0.99") == 200
        finally:
            over.set()
            drops.join()


@pytest.mark.parametrize(
    "begun",
    [b"GET /state HTTP/1.1\r\nHost: x", b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{",
     b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"],
)  # fmt: skip
def test_head_and_body_have_to_come_in_time(app: Flask, begun: bytes) -> None:
    """What is not whole in time gets 408 and is hung up; it never held a thread."""
    with serving(app, Limits(whole_within_s=0.2)) as server, dial(server, begun) as line:
        assert status(line) == 408
        assert line.recv(1) == b""


def test_a_request_in_pieces_is_answered(app: Flask) -> None:
    """Head and body in many pieces, two requests in one breath, one after the other: each gets its answer."""
    body = b'{"do": "close"}'
    head = b"POST /command HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: %d\r\n"
    request = head % len(body) + b"X-Race-Token: the-token-of-this-run\r\n\r\n" + body
    kept = b"GET /state HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with serving(app) as server:
        with dial(server, b"") as line:
            for at in range(0, len(request), 7):
                line.sendall(request[at : at + 7])
                time.sleep(0.002)
            assert status(line) == 200
        with dial(server, kept + kept) as line:
            said = b""
            while said.count(b"HTTP/1.1 200 OK") < 2:
                said += line.recv(4096)
            line.sendall(kept)
            while said.count(b"HTTP/1.1 200 OK") < 3:
                said += line.recv(4096)
        too_much = head % 10**8 + b"\r\n"
        assert asked(server, request=too_much) == 413
        assert asked(server, request=b"GET /" + b"a" * 40_000) in (0, 413, 414)
        assert asked(server) == 200


def test_one_device_cannot_take_every_place(app: Flask) -> None:
    """One address has so many connections; others are let in beside it, and it again when it has let some go."""
    with serving(app, Limits(most_of_one=4)) as server, ExitStack() as crowd:
        streams = [crowd.enter_context(dial(server, STREAM, "127.0.0.2")) for _ in range(4)]
        assert [status(stream) for stream in streams] == [200] * 4
        assert asked(server, "127.0.0.2") in (503, 0)
        assert asked(server, "127.0.0.3") == asked(server) == 200
        streams[0].close()
        assert soon(lambda: asked(server, "127.0.0.2") == 200)


def test_threads_are_kept_for_this_machine(app: Flask) -> None:
    """However many other devices look on, the page of this machine loads and hears the news."""
    with serving(app, Limits(most_of_others=6)) as server, ExitStack() as crowd:
        streams = [crowd.enter_context(dial(server, STREAM, f"127.0.0.{2 + number}")) for number in range(6)]
        assert [status(stream) for stream in streams] == [200] * 6
        assert asked(server, "127.0.0.50") in (503, 0)
        assert asked(server) == 200
        with urllib.request.urlopen(f"http://127.0.0.1:{urlsplit(server.url).port}/events", timeout=60) as own:
            assert own.readline().startswith(b"retry")


def test_streams_whose_readers_have_gone_free_their_places_at_once(app: Flask) -> None:
    """A thousand quick reconnects, far more than there are places: none is refused, and in the end nobody looks on."""
    with serving(app) as server:
        answers = []
        for _ in range(1000):
            with dial(server, STREAM) as line:
                answers.append(status(line))
        assert answers.count(200) == 1000
        feed = desk_of(app).feed
        assert soon(lambda: feed._viewers == 0)
        assert asked(server) == 200
