"""The server under the page: cheroot, with a thread for every viewer's event stream and every whole request."""

from __future__ import annotations

import contextlib
import errno
import gc
import logging
import socket
import ssl
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from cheroot import wsgi
from cheroot.makefile import MakeFile
from cheroot.server import HTTPConnection, HTTPRequest
from flask import Flask

from referee.devices.authority import Authority
from referee.devices.phone import LARGEST_BYTES
from referee.errors import SetupError
from web.feed import LINE
from web.guard import desk_of, is_this_machine
from web.phone import largest_body
from web.waiting import Connection, Largest, Limits, WaitingRoom

THREADS = 256
"""Each open event stream keeps one thread, and `web.feed.MOST_VIEWERS` of them leave room for everything else; those
above `web.waiting.Limits.most_of_others` are this machine's own."""

STALLED_AFTER_S = 6
LOOK_ROUND_S = 0.1
"""So often the server looks whether it shall stop; whoever ends it waits no longer."""
LOST_AFTER_MS = 20_000
"""What was sent and not acknowledged for so long has nobody to read it: a phone that left the Wi-Fi."""
CONNECTIONS_QUEUED = 128
SHUT_WITHIN_S = 0.25
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

    def __init__(
        self,
        app: Flask,
        host: str = "127.0.0.1",
        port: int = 8000,
        limits: Limits = Limits(),
        is_here: Callable[[str], bool] = is_this_machine,
    ) -> None:
        refuse_port(host, port)
        self._desk = desk_of(app)
        largest = partial(largest_body, self._desk, limits.largest_body_bytes)
        self._server = _Server((host, port), app, limits, is_here, largest)
        self._server.error_log = _quiet_log  # type: ignore[method-assign]
        self._server.shutdown_timeout = 3
        self._server.expiration_interval = LOOK_ROUND_S
        self._thread: threading.Thread | None = None
        self._listeners: list[_Listener] = []
        self._server.prepare()
        self._server.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self.host, self.port = host, int(self._server.bind_addr[1])
        self.url = f"http://{host}:{self.port}/"
        self._desk.doors.server = self
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

    def listen(self, host: str, port: int, authority: Authority | None = None, names: Sequence[str] = ()) -> int:
        """Serve the page there, too; over HTTPS if an authority vouches for these names. Gives the port."""
        refuse_port(host, port)
        context = None if authority is None else authority.context(names)
        self._listeners.append(_Listener(self._server, host, port, context))
        return self._listeners[-1].port

    def shut(self) -> None:
        """Listen no longer but where the page was served from the beginning."""
        while self._listeners:
            self._listeners.pop().close()

    def stop(self) -> None:
        """Let every stream go, then the server. Calling it again does nothing."""
        if self._desk.closing.is_set():
            return
        self._desk.closing.set()
        self.shut()
        self._server.stop()
        self._server.room.close()
        if self._thread is not None:
            self._thread.join()


class _Server(wsgi.Server):
    """Cheroot, which gets connections to work on when their request is whole."""

    def __init__(
        self,
        address: tuple[str, int],
        app: Flask,
        limits: Limits,
        is_here: Callable[[str], bool],
        largest: Largest,
    ) -> None:
        super().__init__(
            address,
            app,
            numthreads=THREADS,
            max=THREADS,
            request_queue_size=CONNECTIONS_QUEUED,
            timeout=STALLED_AFTER_S,
        )
        self.gateway = _Gateway
        self.ConnectionClass = _Connection
        self.max_request_header_size = limits.largest_head_bytes
        self.max_request_body_size = LARGEST_BYTES
        self.largest = largest
        self.room = WaitingRoom(self._work_on, is_here, limits, largest)

    def process_conn(self, conn: Any) -> None:
        """Take in a connection that is new or says something again."""
        if conn.rfile.has_data():  # said in one breath with the request before
            conn.said += conn.rfile.read(len(conn.rfile.peek()))
        self.room.come_in(conn)

    def put_conn(self, conn: Any) -> None:
        """Keep a connection for its next request."""
        if self.ready and (conn.said or conn.rfile.has_data()):
            self.process_conn(conn)
        else:
            super().put_conn(conn)

    def _work_on(self, connection: Connection) -> None:
        connection.socket.settimeout(STALLED_AFTER_S)
        super().process_conn(connection)


class _Request(HTTPRequest):
    """A request, which is answered though nobody waited for its end when it is larger than its sender may send."""

    def respond(self) -> None:
        """Have it answered."""
        stated = int(self.inheaders.get(b"Content-Length", 0))
        if stated > self.server.largest(self.path, self.inheaders.get(b"Cookie", b"")):
            self.simple_response("413 Request Entity Too Large", "This is longer than it may be.")
            return
        try:
            super().respond()
        except ssl.SSLError as gone:  # over TLS, too, a browser that goes away is no news
            raise ConnectionResetError(errno.ECONNRESET, "the reader is gone") from gone


class _Listener:
    """A further door of a server: lets connections in, over TLS if there is a context; the server does the rest.

    The handshake is a part of what the waiting room waits for: who begins one and says nothing more holds nobody up.
    """

    def __init__(self, server: _Server, host: str, port: int, context: ssl.SSLContext | None) -> None:
        self._server, self._context = server, context
        self._socket = socket.create_server((host, port), backlog=CONNECTIONS_QUEUED)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
        self._socket.settimeout(SHUT_WITHIN_S)
        self.port = int(self._socket.getsockname()[1])
        self._closed = False
        self._thread = threading.Thread(target=self._attend, name="door", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let nobody else in."""
        self._closed = True
        self._thread.join()
        self._socket.close()

    def _attend(self) -> None:
        while not self._closed:
            try:
                line, address = self._socket.accept()
            except TimeoutError:
                continue
            except OSError:  # he is gone again, or so many files are open that there is no room for him
                time.sleep(SHUT_WITHIN_S)
                continue
            try:
                if self._context is not None:
                    line = self._context.wrap_socket(line, server_side=True, do_handshake_on_connect=False)
                connection = _Connection(self._server, line)
            except OSError:
                line.close()
                continue
            connection.remote_addr, connection.remote_port = address[:2]
            self._server.process_conn(connection)


class _Connection(HTTPConnection):
    """A connection whose requests are read by the waiting room: nothing here waits for more."""

    RequestHandlerClass = _Request

    def __init__(self, server: _Server, sock: socket.socket, makefile: Callable[..., Any] = MakeFile) -> None:
        self.said = bytearray()
        super().__init__(
            server, sock, lambda file, mode, size: makefile(_Said(self) if "r" in mode else file, mode, size)
        )
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            with contextlib.suppress(OSError):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, LOST_AFTER_MS)

    def communicate(self) -> bool:
        """Answer the request; whether the connection stays."""
        try:
            return bool(super().communicate())  # type: ignore[no-untyped-call]
        finally:
            self.server.room.forget(self)
            self.server.room.is_done(self)

    def listen(self, when_gone: Callable[[], None]) -> None:
        """Tell when whoever reads this stream is gone."""
        self.server.room.listen(self, when_gone)


class _Said:
    """What the waiting room has read of a connection, as the socket from which the server reads it."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def recv_into(self, buffer: Any) -> int:
        """Hand over what is there. Raises TimeoutError when the request promised more."""
        said = self._connection.said
        if not said:
            raise TimeoutError("timed out")
        count = min(len(buffer), len(said))
        buffer[:count] = said[:count]
        del said[:count]
        return count

    def fileno(self) -> int:
        """The socket's."""
        return self._connection.socket.fileno()

    def _decref_socketios(self) -> None:
        """The socket is closed by the connection."""


class _Gateway(wsgi.Gateway_10):
    """Tells the page over which line a request came."""

    def get_environ(self) -> Any:
        """What the page hears of a request."""
        scheme = "https" if isinstance(self.req.conn.socket, ssl.SSLSocket) else "http"
        return {**super().get_environ(), "wsgi.url_scheme": scheme, LINE: self.req.conn}  # type: ignore[no-untyped-call]


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
