"""The state as text, encoded once however many people watch, and the stream of events made from it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol

from referee.devices.machines import Machines
from referee.devices.phone import PhoneCamera
from referee.games.registry import found
from referee.words.catalogue import COMMON, ENGLISH, with_names
from web.doors import Doors
from web.visitors import Visitors
from web.words import told_in

SLICE_S = 1.0
"""How long one wait lasts, so that a closing server lets its streams go soon."""

PICTURES_A_SECOND = 100
"""How many live pictures all viewers together may ask for: a crowd sees them less often, and news comes in time."""

LEAST_PAUSE_MS = 60

MOST_VIEWERS = 224
"""Each keeps a thread of the server (see `web.serve`); the others are for whoever loads the page or says something."""

KEPT_FOR_THIS_MACHINE = 24
"""So many of those places are for this machine's own page, however many other devices look on."""

LINE = "race_referee.line"
"""Under this name a request's surroundings hold the `Line` it came by."""

BEAT_EVERY = 5
"""Quiet slices before a heartbeat: a page that hears nothing for two of them knows that the line is dead."""


class News(Protocol):
    """What there is something new about, again and again. Both methods may be called from many threads at once."""

    def snapshot(self) -> Mapping[str, Any]:
        """Everything there is to show, JSON-able; `seq` grows with every change."""

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` exists or the time is up; returns the newest seq."""


class Shown:
    """One snapshot as JSON: in English, and in any other language once somebody asks for it.

    A state in another language has a further field, `english`: the texts that have no words in it.
    """

    def __init__(self, snapshot: Mapping[str, Any], before: Shown | None = None) -> None:
        self.seq = int(snapshot["seq"])
        self._values = snapshot
        law = found(str(snapshot.get("game", "")))
        self._words = COMMON if law is None else law.words
        self._encoding = threading.RLock()
        # the very same object has the very same text: what a race hands out it never changes
        self._names = snapshot.get("names", {})
        if before is not None and before._names != self._names:
            before = None  # every sentence may speak of somebody who is called otherwise now
        same = {} if before is None else {name for name, one in snapshot.items() if before._values.get(name) is one}
        self._known = {} if before is None else before._kept(same)
        self._fields: dict[str, dict[str, tuple[str, list[str]]]] = {}
        self._events: dict[tuple[int, str], bytes] = {}
        texts, was = self._in(ENGLISH), {} if before is None else before._in(ENGLISH)
        known = before._changed if before is not None and was.keys() == texts.keys() else {}
        self._changed: Mapping[str, int] = {
            name: known[name] if name in known and was[name] == text else self.seq for name, text in texts.items()
        }

    def text(self, language: str) -> str:
        """The whole state."""
        return _object([*self._in(language).items(), *self._english(language)])

    def event(self, after: int, language: str) -> bytes:
        """What leads to this state from the one numbered `after`."""
        with self._encoding:
            if (after, language) not in self._events:
                texts = self._in(language)
                parts = [(name, texts[name]) for name, seq in self._changed.items() if seq > after]
                name = "state" if len(parts) == len(texts) else "change"
                said = _object([*parts, *self._english(language)])
                self._events[after, language] = event(name, said, self.seq)
            return self._events[after, language]

    def _english(self, language: str) -> list[tuple[str, str]]:
        if language == ENGLISH:
            return []
        self._in(language)
        left = dict.fromkeys(text for _, english in self._fields[language].values() for text in english)
        return [("english", _json(list(left)))]

    def _in(self, language: str) -> dict[str, str]:
        """Each field as JSON; encoded once."""
        with self._encoding:
            if language not in self._fields:
                known = self._known.pop(language, {})
                self._fields[language] = {
                    str(name): known[name] if name in known else self._encoded(value, language)
                    for name, value in self._values.items()
                }
            return {name: text for name, (text, _) in self._fields[language].items()}

    def _encoded(self, value: Any, language: str) -> tuple[str, list[str]]:
        left: list[str] = []
        spoken = with_names(language, self._names)
        return _json(value if spoken == ENGLISH else told_in(value, spoken, self._words, left)), left

    def _kept(self, same: Collection[str]) -> dict[str, dict[str, tuple[str, list[str]]]]:
        with self._encoding:
            return {
                language: {name: one for name, one in fields.items() if name in same}
                for language, fields in self._fields.items()
            }


class Feed:
    """The newest snapshot as JSON, encoded once a change and language, and what of it has changed since an earlier one.

    One thread of its own waits for news on behalf of all viewers, so that they never crowd before the race. While it
    takes a snapshot and encodes it nobody else is held up: the result is put in place whole.
    """

    def __init__(self, live: News) -> None:
        self._live = live
        self._news = threading.Condition()
        self._taking = threading.Lock()
        self._shown: Shown | None = None
        self._waiting = 0
        self._viewers = 0
        self._watcher: threading.Thread | None = None

    @property
    def _seq(self) -> int:
        return -1 if self._shown is None else self._shown.seq

    def current(self, language: str = ENGLISH) -> tuple[int, str]:
        """The newest seq and the snapshot's JSON."""
        newest = self._live.wait(-1, 0.0)
        if newest > self._seq:
            with self._taking:
                if newest > self._seq:
                    self._take(self._live.snapshot())
        shown = self._shown
        assert shown is not None
        return shown.seq, shown.text(language)

    @contextmanager
    def viewer(self) -> Iterator[None]:
        """Somebody looks on as long as this lasts."""
        with self._news:
            self._viewers += 1
        try:
            yield
        finally:
            with self._news:
                self._viewers -= 1

    def is_full(self, at_this_machine: bool) -> bool:
        """Whether nobody else can look on just now."""
        return self._viewers >= MOST_VIEWERS - (0 if at_this_machine else KEPT_FOR_THIS_MACHINE)

    def wake(self) -> None:
        """Let everybody who waits for news look up: one of them is gone."""
        with self._news:
            self._news.notify_all()

    @property
    def pause_ms(self) -> int:
        """How long each viewer waits between two live pictures."""
        return max(LEAST_PAUSE_MS, 1000 * self._viewers // PICTURES_A_SECOND)

    def newer(
        self, after: int, timeout_s: float, is_over: Callable[[], bool] = lambda: False, language: str = ENGLISH
    ) -> tuple[int, bytes] | None:
        """The newest seq and the event that leads to it from the state numbered `after`.

        Waits up to `timeout_s`; None when nothing happened, or nobody is there to hear of it.
        """
        with self._news:
            if self._seq <= after:
                self._waiting += 1
                self._watch()
                self._news.wait_for(lambda: self._seq > after or is_over(), timeout_s)
                self._waiting -= 1
            shown = self._shown
        return None if shown is None or shown.seq <= after else (shown.seq, shown.event(after, language))

    def _take(self, snapshot: Mapping[str, Any]) -> None:
        """Encode a snapshot, see which of its fields are new, and put it in place."""
        shown = Shown(snapshot, self._shown)
        with self._news:
            self._shown = shown
            self._news.notify_all()

    def _watch(self) -> None:
        """Have somebody wait for news; called with the lock held."""
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._look_out, name="feed", daemon=True)
            self._watcher.start()

    def _look_out(self) -> None:
        """Wait for news until nobody asks for any."""
        try:
            while self._wanted():
                self._live.wait(self._seq, SLICE_S)
                self.current()
        except BaseException:
            with self._news:
                self._watcher = None
            raise

    def _wanted(self) -> bool:
        with self._news:
            if not self._waiting:
                self._watcher = None
            return self._watcher is not None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _object(fields: Iterable[tuple[str, str]]) -> str:
    return "{" + ",".join(f'"{name}":{text}' for name, text in fields) + "}"


@dataclass(frozen=True, eq=False)
class Desk:
    """What all routes of one app share.

    Attributes
    ----------
    token : the secret that commands of this machine's own page must carry.
    visitors : who joined from another device, and the codes they join with.
    doors : by which other devices reach this machine.
    phone : takes in the pictures of a phone that is the camera.
    machines : the programs that are let in by tokens.
    run : names this run of the server, so that an old page notices a restart and loads itself anew. Not secret.
    closing : set when the server stops, so that the streams end.
    """

    feed: Feed
    token: str
    run: str
    visitors: Visitors
    doors: Doors
    phone: PhoneCamera
    machines: Machines
    closing: threading.Event = field(default_factory=threading.Event)


def event(name: str, data: str, seq: int | None = None) -> bytes:
    r"""One server-sent event; JSON text holds no line break, so one data line does.

    >>> event("state", "{}", 7)
    b'id: 7\nevent: state\ndata: {}\n\n'
    """
    identity = "" if seq is None else f"id: {seq}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n".encode()


class Line(Protocol):
    """The connection a stream is sent over."""

    def listen(self, when_gone: Callable[[], None]) -> None:
        """Tell when nobody is at its other end any more."""


def stream(
    desk: Desk,
    last_seen: int | None,
    welcome: Callable[[], bool] = lambda: True,
    line: Line | None = None,
    language: str = ENGLISH,
) -> Iterator[bytes]:
    """Server-sent events: hello, the state unless `last_seen` is it, then what changes; a beat when all is quiet.

    All is said in one language.

    It ends when the server closes, when its reader is no longer `welcome`, and when he is gone from the `line`.
    """
    gone = threading.Event()

    def hang_up() -> None:
        gone.set()
        desk.feed.wake()

    yield b"retry: 1500\n" + event("hello", json.dumps({"run": desk.run}))
    if line is not None:
        line.listen(hang_up)
    with desk.feed.viewer():
        seq, text = desk.feed.current(language)
        if seq != last_seen:
            yield event("state", text, seq)
        quiet = 0
        while not desk.closing.is_set() and not gone.is_set() and welcome():
            update = desk.feed.newer(seq, SLICE_S, gone.is_set, language)
            quiet = 0 if update else quiet + 1
            if update:
                seq, news = update
                yield news
            elif quiet % BEAT_EVERY == 0:
                yield event("beat", "{}")
