"""What the hall knows of its tables: put together from their messages, for the hall's page."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, replace
from typing import Any

from referee.devices.copied import Rows
from referee.errors import NotationError, RecordError, RefereeError
from referee.hall.line import Line
from referee.hall.messages import (
    ALIVE,
    ENTRY,
    FAULT,
    LONGEST_ENTRY_BYTES,
    NAME,
    ONLINE,
    PICTURE,
    QUESTION,
    SAID,
    SAY,
    STATE,
    STATE_SHAPE,
    TROUBLE,
    VERSION,
    Broker,
    Word,
    object_in,
    rows_in,
)
from referee.words.catalogue import told
from web.shape import shape_faults
from web.words import LANGUAGES, told_in

_Answer = tuple[bool, Mapping[str, str]] | Rows
"""Whether a table did what it was asked and what it says, or the entry that it was asked for."""
URGENT = (FAULT, QUESTION, TROUBLE, "")
ANSWER_WITHIN_S = 5.0
MOST_TABLES = 1000


@dataclass(frozen=True)
class Table:
    """One table as it was heard last.

    Attributes
    ----------
    state : its last message, {} before the first.
    alive : whether its referee runs, as far as the broker knows.
    since_ns : since when it has needed somebody for the same thing.
    pictures : counts its pictures.
    """

    name: str
    state: Mapping[str, Any]
    alive: bool = False
    since_ns: int = 0
    picture: bytes = b""
    pictures: int = 0

    @property
    def needs(self) -> str:
        """What somebody has to come for; a table that is away is nobody's to answer."""
        needs = self.state.get("needs", "") if self.alive else ""
        return needs if needs in URGENT else ""


class Floor:
    """All tables of a hall, kept up to date by a line to the broker.

    Parameters
    ----------
    broker : where the tables are heard.
    now_ns : tells the time in nanoseconds since 1970.
    """

    def __init__(self, broker: Broker, now_ns: Callable[[], int]) -> None:
        self._broker, self._now_ns = broker, now_ns
        self._news = threading.Condition()
        self._tables: dict[str, Table] = {}
        self._seq = 1
        self._waiting: dict[tuple[str, int], Future[_Answer]] = {}
        self._saying = threading.Lock()
        self._line = Line(broker, self._hear, lambda why: self._changed())

    def open(self, timeout_s: float) -> bool:
        """Listen to the broker; whether it has answered within this time (it is tried on and on in any case)."""
        self._line.open(*(self._broker.topic("+", what) for what in (STATE, ALIVE, PICTURE, SAID, ENTRY)))
        return self._line.wait(timeout_s)

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    @property
    def trouble(self) -> str:
        """Why the tables are not heard; "" while they are."""
        return self._line.trouble

    # -- what the page shows --------------------------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Everything the hall's page shows: the tables, those first that need somebody, longest waiting first."""
        with self._news:
            tables, seq = list(self._tables.values()), self._seq
        tables = [one for one in tables if one.state]
        tables.sort(
            key=lambda one: (not one.alive, URGENT.index(one.needs), one.since_ns * bool(one.needs), _by_name(one))
        )
        return {
            "seq": seq,
            "hall": self._broker.hall,
            "broker": self._broker.address,
            "trouble": {one: told_in(self._line.trouble, one) for one in LANGUAGES} if self._line.trouble else None,
            "can_answer": bool(self._broker.password),
            "tables": [_shown(one) for one in tables],
        }

    def wait(self, after_seq: int, timeout_s: float) -> int:
        """Block until something newer than `after_seq` exists or the time is up; returns the newest seq."""
        with self._news:
            self._news.wait_for(lambda: self._seq > after_seq, timeout_s)
            return self._seq

    def picture(self, table: str) -> tuple[bytes, int]:
        """A table's newest picture (JPEG) and its number. Raises KeyError when there is none."""
        with self._news:
            found = self._tables[table]
        if not found.picture:
            raise KeyError(table)
        return found.picture, found.pictures

    # -- what stewards do -----------------------------------------------------------------------------------------

    def say(self, table: str, about: int, command: Mapping[str, Any]) -> tuple[bool, Mapping[str, str]]:
        """Have a table do something; returns whether it did, and its answer in every language.

        Raises
        ------
        NotationError : there is no such table.
        RefereeError : it cannot be reached, or does not answer.
        """
        answer = self._ask(table, about, command)
        return (False, {}) if isinstance(answer, Rows) else answer

    def entry(self, table: str, number: int) -> Rows:
        """An entry of a table's record. Raises RefereeError when it does not give it."""
        answer = self._ask(table, number, {"do": ENTRY})
        if not isinstance(answer, Rows):
            raise RecordError(answer[1].get("en") or told("table-is-silent", table=table))
        return answer

    def finished(self) -> list[tuple[str, str]]:
        """The tables whose race is over and sealed, and the fingerprint of its newest entry."""
        with self._news:
            tables = [one for one in self._tables.values() if one.alive and one.state.get("phase") == "over"]
        return [(one.name, one.state["head"]) for one in tables if one.state["head"]]

    def _ask(self, table: str, about: int, command: Mapping[str, Any]) -> _Answer:
        with self._news:
            found = self._tables.get(table)
        if found is None or not found.state:
            raise NotationError(told("no-such-table", table=table))
        if not found.alive or not self._line.up:
            raise RefereeError(told("table-is-away", table=table))
        answer: Future[_Answer] = Future()
        with self._saying:  # a table hears no word with a smaller number than one before it
            word = Word(found.state["run"], self._now_ns(), about, command)
            self._waiting[table, word.number] = answer
            self._line.say(self._broker.topic(table, SAY), word.signed(self._broker.password))
        try:
            return answer.result(ANSWER_WITHIN_S)
        except Late:
            raise RefereeError(told("table-is-silent", table=table)) from None
        finally:
            del self._waiting[table, word.number]

    def forget(self, table: str) -> None:
        """Take a table that is away off the page and out of the broker. Raises NotationError when it is not away."""
        with self._news:
            found = self._tables.get(table)
            if found is None or found.alive:
                raise NotationError(told("only-tables-that-are-away", table=table))
            del self._tables[table]
        for what in (STATE, ALIVE, PICTURE):
            self._line.say(self._broker.topic(table, what), b"", retain=True)
        self._changed()

    # -- what tables say ------------------------------------------------------------------------------------------

    def _hear(self, topic: str, message: bytes) -> None:
        """Take a message in; what no table of ours would send is left out."""
        *_, name, what = topic.split("/")
        if not NAME.fullmatch(name) or (name not in self._tables and len(self._tables) >= MOST_TABLES):
            return
        try:
            if what == SAID:
                body = object_in(message)
                said = body.get("said")
                texts = {str(one): str(text) for one, text in said.items()} if isinstance(said, dict) else {}
                self._answered(name, body, (body.get("ok") is True, texts))
            elif what == ENTRY:
                body = object_in(message, LONGEST_ENTRY_BYTES)
                self._answered(name, body, rows_in(body))
            elif message:
                self._take(name, what, message)
        except NotationError:
            return

    def _take(self, name: str, what: str, message: bytes) -> None:
        with self._news:
            table = self._tables.get(name, Table(name, {}))
            if what == ALIVE:
                now = replace(table, alive=message == ONLINE)
            elif what == PICTURE:
                now = replace(table, picture=message, pictures=table.pictures + 1)
            else:
                now = replace(table, state=_state_in(message))
            changed = now.needs != table.needs
            self._tables[name] = replace(now, since_ns=self._now_ns()) if changed else now
        self._changed()

    def _answered(self, name: str, body: Mapping[str, Any], answer: _Answer) -> None:
        number = body.get("number")
        waiting = self._waiting.get((name, number)) if isinstance(number, int) else None
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _changed(self) -> None:
        with self._news:
            self._seq += 1
            self._news.notify_all()


def _state_in(message: bytes) -> Mapping[str, Any]:
    """A table's state. Raises NotationError for what is none, or of another version."""
    body = {"head": "", **object_in(message)}  # tables of an older program do not say it
    if body.get("version") != VERSION or shape_faults(body, STATE_SHAPE):
        raise NotationError("This is no table's state.")
    return body


def _shown(table: Table) -> dict[str, Any]:
    state = {name: table.state[name] for name in STATE_SHAPE if name not in ("version", "run", "head")}
    number, since_ms = table.pictures, table.since_ns // 1_000_000
    return {
        **state,
        "table": table.name,
        "alive": table.alive,
        "needs": table.needs,
        "since_ms": since_ms,
        "picture": number,
    }


def _by_name(table: Table) -> tuple[int, str]:
    """Table 2 before table 10.

    >>> _by_name(Table("10", {})) > _by_name(Table("2", {}))
    True
    """
    digits = "".join(filter(str.isdigit, table.name))
    return (int(digits) if digits else 0, table.name)
