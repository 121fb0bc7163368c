"""The server under the page: cheroot, with a thread for every viewer's event stream."""

from __future__ import annotations

import errno
import gc
import logging
import socket
import threading
from collections.abc import Callable

from cheroot import wsgi
from flask import Flask

from referee.errors import SetupError
from web.guard import desk_of

THREADS = 256
"""Each open event stream keeps one thread, and `web.feed.MOST_VIEWERS` of them leave room for everything else."""

STALLED_AFTER_S = 6
SEND_BUFFER_BYTES = 32 * 1024
"""Small, so that a reader who has stopped reading is noticed after a few states and not after megabytes."""

log = logging.getLogger("race_referee.web")


class PageServer:
    """A server bound to its port; `run` blocks, `start` does not, `stop` ends both within about two seconds.

    Raises
    ------
    SetupError
        When the port is taken, not allowed, or the address is not one of this machine's.
    """

    def __init__(self, app: Flask, host: str = "127.0.0.1", port: int = 8000) -> None:
        refuse_port(host, port)
        self._desk = desk_of(app)
        self._server = wsgi.Server(
            (host, port), app, numthreads=THREADS, max=THREADS, request_queue_size=128, timeout=STALLED_AFTER_S
        )
        self._server.error_log = _quiet_log  # type: ignore[method-assign]
        self._server.shutdown_timeout = 3
        self._thread: threading.Thread | None = None
        self._server.prepare()
        self._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        bound_port = int(self._server.bind_addr[1])
        self.url = f"http://{host}:{bound_port}/"
        # what was loaded until now stays: looking through it for garbage would hold all up for a tenth of a second
        gc.freeze()

    def run(self) -> None:
        """Serve until `stop` is called from another thread or the user interrupts."""
        try:
            self._server.serve()
        finally:
            self.stop()

    def start(self) -> None:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self._server.serve, name="page", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Let every stream go, then the server. Calling it again does nothing."""
        if self._desk.closing.is_set():
            return
        self._desk.closing.set()
        self._server.stop()
        if self._thread is not None:
            self._thread.join()


def serve(app: Flask, host: str = "127.0.0.1", port: int = 8000, ready: Callable[[str], None] | None = None) -> None:
    """Serve the page until the user interrupts; `ready` is called with its address once the port is ours.

    Raises SetupError in one sentence when the port cannot be had.
    """
    server = PageServer(app, host, port)
    try:  # the server's threads are there already: an interruption must let them go from here on
        if ready is not None:
            ready(server.url)
        server.run()
    finally:
        server.stop()


def refuse_port(host: str, port: int) -> None:
    """Raise SetupError, in one sentence, when the page cannot be served there; else nothing is left behind."""
    # asked before cheroot does, which would leave the refused socket open and the reason in prose
    try:
        socket.create_server((host, port)).close()
    except OSError as problem:
        raise SetupError(_why_not(problem, host, port)) from problem


def _why_not(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is already in use on {host}: choose another one with --port."
    if problem.errno == errno.EACCES:
        return f"Port {port} needs special rights on this machine: choose one above 1023 with --port."
    return f"The page cannot be served on {host}, port {port} ({problem.strerror}): check --host and --port."


def _quiet_log(msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
    # browsers that go away are no news; only a real fault inside the server is
    log.log(level, msg, exc_info=traceback)
