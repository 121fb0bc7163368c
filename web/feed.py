"""The state as text, encoded once however many people watch, and the stream of events made from it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from web.live import LiveRace
from web.visitors import Visitors

SLICE_S = 1.0
"""How long one wait lasts, so that a closing server lets its streams go soon."""

BEAT_EVERY = 5
"""Quiet slices before a heartbeat: a page that hears nothing for two of them knows that the line is dead."""


class Feed:
    """The newest snapshot as JSON text, encoded once a change."""

    def __init__(self, live: LiveRace) -> None:
        self._live = live
        self._lock = threading.Lock()
        self._seq = -1
        self._text = ""

    def current(self) -> tuple[int, str]:
        """The newest seq and the snapshot's JSON."""
        newest = self._live.wait(-1, 0.0)
        with self._lock:
            if newest > self._seq:
                snapshot = self._live.snapshot()
                self._text = json.dumps(snapshot, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
                self._seq = int(snapshot["seq"])
            return self._seq, self._text

    def newer(self, after: int, timeout_s: float) -> tuple[int, str] | None:
        """The newest state if it is newer than `after`, waiting up to `timeout_s`; None when nothing happened."""
        if self._live.wait(after, timeout_s) <= after:
            return None
        return self.current()


@dataclass(frozen=True, eq=False)
class Desk:
    """What all routes of one app share.

    Attributes
    ----------
    token : the secret that commands of this machine's own page must carry.
    visitors : who joined from another device, and the codes they join with.
    hosts : the names or addresses by which other devices reach this machine; empty when the page is not open to them.
    run : names this run of the server, so that an old page notices a restart and loads itself anew. Not secret.
    closing : set when the server stops, so that the streams end.
    """

    live: LiveRace
    feed: Feed
    token: str
    run: str
    visitors: Visitors
    hosts: tuple[str, ...] = ()
    closing: threading.Event = field(default_factory=threading.Event)


def event(name: str, data: str, seq: int | None = None) -> str:
    r"""One server-sent event; JSON text holds no line break, so one data line does.

    >>> event("state", "{}", 7)
    'id: 7\nevent: state\ndata: {}\n\n'
    """
    identity = "" if seq is None else f"id: {seq}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n"


def stream(desk: Desk, last_seen: int | None, welcome: Callable[[], bool] = lambda: True) -> Iterator[str]:
    """Server-sent events: hello, the state unless `last_seen` is it, each newer state; a beat when all is quiet.

    It ends when the server closes, and when its reader is no longer `welcome`.
    """
    yield "retry: 1500\n" + event("hello", json.dumps({"run": desk.run}))
    seq, text = desk.feed.current()
    if seq != last_seen:
        yield event("state", text, seq)
    quiet = 0
    while not desk.closing.is_set() and welcome():
        update = desk.feed.newer(seq, SLICE_S)
        quiet = 0 if update else quiet + 1
        if update:
            seq, text = update
            yield event("state", text, seq)
        elif quiet % BEAT_EVERY == 0:
            yield event("beat", "{}")
