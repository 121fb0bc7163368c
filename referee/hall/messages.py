"""What a table and the hall say to each other over MQTT: topics, and what stands in each message.

`docs/hall.md` describes all of it for other programs. A table's topics are ``race-referee/HALL/TABLE/WHAT``:

state    what there is to show; retained, so that whoever comes later has it at once
verdict  each settled verdict, once
picture  a small JPEG of the table; retained
alive    ``online`` or, by the table's last will, ``offline``; retained
say      from the hall: a word of a steward, signed
said     from the table: what became of that word
entry    from the table: an entry of its record that the hall asked for
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from referee.devices.copied import Rows
from referee.errors import NotationError, SetupError
from referee.games.base import Status
from referee.games.registry import found
from referee.plain_json import read_json
from referee.words.catalogue import COMMON, with_names
from web.asyncapi import Channel, Told
from web.shape import Shape, shape_faults
from web.words import LANGUAGES, told_in

VERSION = 1
ROOT = "race-referee"
STATE, VERDICT, PICTURE, ALIVE, SAY, SAID, ENTRY = "state", "verdict", "picture", "alive", "say", "said", "entry"
ONLINE, OFFLINE = b"online", b"offline"
PORT, TLS_PORT = 1883, 8883
HALL = "evening"
NAME = re.compile(r"[\w-]{1,32}")
"""A table's or a hall's name: it is a level of a topic, so without ``/``, ``+`` and ``#``."""

_VERDICT = {
    "entry": int, "status": ("LEGAL", "ILLEGAL", "UNDECIDED"), "player": str, "provisional": bool, "stands": bool,
    "overruled": bool, "rules": [{"rule": str, "section": str}],
}  # fmt: skip
STATE_SHAPE: Mapping[str, Shape] = {
    "version": int, "table": str, "run": str, "page": str, "game": str, "title": str,
    "phase": ("setup", "survey", "race", "over"), "paused": bool, "player": str, "ok": bool,
    "needs": ("fault", "question", "trouble", ""), "verdict": (None, _VERDICT), "head": str, "said": dict,
}  # fmt: skip
"""What a table shows; the hall takes nothing else in."""
_TABLE = {name: shape for name, shape in STATE_SHAPE.items() if name not in ("version", "run", "head")}
HALL_SHAPE: Mapping[str, Shape] = {
    "seq": int, "hall": str, "broker": str, "trouble": (None, dict), "can_answer": bool,
    "tables": [{**_TABLE, "alive": bool, "since_ms": int, "picture": int}],
}  # fmt: skip
"""What the hall's page shows."""
_SAYS = {
    STATE: Told(STATE, "What the table shows, whenever it changes; retained.", STATE_SHAPE),
    VERDICT: Told(VERDICT, "Each settled verdict, once.",
                  {"version": int, "table": str, "game": str, "at_ns": int, **_VERDICT, "about": [str], "said": dict}),
    PICTURE: Told(PICTURE, "A JPEG of the table, every two seconds; retained.", str, media="image/jpeg"),
    ALIVE: Told(ALIVE, "Whether its referee runs; retained, `offline` by its last will.", ("online", "offline"),
                media="text/plain"),
    SAY: Told(SAY, "A steward's sealed word for the table.",
              {"run": str, "number": int, "about": int, "command": dict, "seal": str}),
    SAID: Told(SAID, "What became of that word.", {"run": str, "number": int, "ok": bool, "said": dict}),
    ENTRY: Told(ENTRY, "An entry of the table's record as it lies there, for which the hall asked by such a word.",
                {"run": str, "number": int, "header": str, "line": str, "seal": str,
                 "pictures": [{"name": str, "row": str, "checksum": str}]}),
}  # fmt: skip
CHANNELS = tuple(
    Channel(what, f"{ROOT}/{{hall}}/{{table}}/{what}", told.words, (told,), hears=what == SAY,
            gaps={"hall": "The hall's name.", "table": "The table's name."})
    for what, told in _SAYS.items()
)  # fmt: skip
"""The topics of each table."""

LONGEST_MESSAGE_BYTES = 256 * 1024
LONGEST_ENTRY_BYTES = 16 * 1024 * 1024
"""With its pictures."""
FAULT, QUESTION, TROUBLE = "fault", "question", "trouble"
"""What somebody has to come for, most urgent first; "" for nothing."""


@dataclass(frozen=True)
class Broker:
    """Where the hall's MQTT broker is, as ``mqtt://user:password@host:1883/hall`` (mqtts:// for TLS) says."""

    host: str
    port: int = PORT
    user: str = ""
    password: str = ""
    hall: str = HALL
    tls: bool = False

    @property
    def address(self) -> str:
        """The address without its password, for people to read."""
        return f"mqtt{'s' * self.tls}://{self.host}:{self.port}/{self.hall}"

    def topic(self, table: str, what: str) -> str:
        """A table's topic; ``+`` for the table or for what stands for all of them."""
        return f"{ROOT}/{self.hall}/{table}/{what}"


def broker_at(text: str) -> Broker:
    """Read an address.

    >>> broker_at("mqtt://table:secret@192.168.1.5/evening").topic("7", "state")
    'race-referee/evening/7/state'

    Raises
    ------
    SetupError
        With what such an address looks like; the text itself is not repeated, since it may hold a password.
    """
    try:
        found_in = urlsplit(text if "://" in text else f"mqtt://{text}")
        port, host = found_in.port, found_in.hostname or ""
    except ValueError:
        port, host = None, ""
    else:
        hall = found_in.path.strip("/") or HALL
        if host and found_in.scheme in ("mqtt", "mqtts") and NAME.fullmatch(hall):
            tls = found_in.scheme == "mqtts"
            user, password = (unquote(part or "") for part in (found_in.username, found_in.password))
            return Broker(host, port or (TLS_PORT if tls else PORT), user, password, hall, tls)
    raise SetupError("A hall's address looks like mqtt://192.168.1.5:1883/evening; `referee hall` prints it whole.")


def table_name(text: str) -> str:
    """A table's name. Raises SetupError."""
    if not NAME.fullmatch(text):
        raise SetupError("A table's name has up to 32 letters, digits, - and _, such as --table 7 or --table window.")
    return text


def hall_name(text: str) -> str:
    """A hall's name. Raises SetupError."""
    if not NAME.fullmatch(text):
        raise SetupError("A hall's name has up to 32 letters, digits, - and _, such as --name evening.")
    return text


# -- the table's ----------------------------------------------------------------------------------------------------


def state_of(snapshot: Mapping[str, Any], table: str, run: str, page: str) -> dict[str, Any]:
    """The message of what a table shows: what programs ask for as values, what people read in every language."""
    verdict, source, called = shown(snapshot), snapshot["source"], snapshot["called"]
    read = {
        "now": snapshot["now"]["sentence"],
        "outcome": snapshot["outcome"] or "",
        "notes": [*snapshot["warnings"], *snapshot["problems"], *([source["note"]] if source["note"] else [])],
        "verdict": verdict["sentence"] if verdict else "",
        "due": verdict["due"] if verdict else "",
        "questions": verdict["questions"] if verdict else [],
        "standings": [
            {name: row.get(name, "") for name in ("place", "lap", "note")} | {"player": called.get(row["player"], "")}
            for row in snapshot["now"]["standings"]
        ],
    }
    return {
        "version": VERSION,
        "table": table,
        "run": run,
        "page": page,
        "game": snapshot["game"],
        "title": snapshot["title"],
        "phase": snapshot["phase"],
        "paused": snapshot["paused"],
        "player": snapshot["now"]["player"],
        "ok": source["ok"],
        "needs": needs(snapshot),
        "verdict": None if verdict is None else _verdict_values(verdict),
        "head": snapshot["head"],
        "said": _in_every_language(read, snapshot),
    }


def verdict_of(snapshot: Mapping[str, Any], table: str, at_ns: int) -> dict[str, Any] | None:
    """The message of the newest verdict; None while there is none that is settled."""
    verdict = snapshot["verdict"]
    if verdict is None or verdict["provisional"]:
        return None
    values = {**_verdict_values(verdict), "about": verdict["about"]}
    return _told_of(values, verdict["sentence"], snapshot, table, at_ns)


def replaced_of(snapshot: Mapping[str, Any], table: str, at_ns: int, after: int) -> Iterator[dict[str, Any]]:
    """The messages of settled verdicts after this entry that are not the newest any more, oldest first.

    One picture may settle a turn and begin or settle the next.
    """
    game, newest = found(snapshot["game"]), snapshot["verdict"]
    for one in reversed(snapshot["entries"]):
        settled = one["kind"] == "verdict" and not one["provisional"] and not one["undone"]
        if settled and newest is not None and after < one["id"] < newest["entry"]:
            values = {
                "entry": one["id"],
                "status": one["status"],
                "player": one["player"],
                "about": one["about"],
                "provisional": False,
                "stands": False,
                "overruled": False,
                "rules": [{"rule": rule, "section": game.rules[rule].section if game else ""} for rule in one["rules"]],
            }
            yield _told_of(values, one["sentence"], snapshot, table, at_ns)


def _told_of(
    values: Mapping[str, Any], sentence: Any, snapshot: Mapping[str, Any], table: str, at_ns: int
) -> dict[str, Any]:
    told = {"version": VERSION, "table": table, "game": snapshot["game"], "at_ns": at_ns, **values}
    return {**told, "said": _in_every_language(sentence, snapshot)}


def _verdict_values(verdict: Mapping[str, Any]) -> dict[str, Any]:
    overruled = verdict["overruled"]
    return {
        "entry": verdict["entry"],
        "status": overruled["status"] if overruled else verdict["status"],
        "player": verdict["player"],
        "provisional": verdict["provisional"],
        "stands": verdict["stands"],
        "overruled": overruled is not None,
        "rules": [{"rule": broken["rule"], "section": broken["section"]} for broken in verdict["violations"]],
    }


def shown(snapshot: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The verdict that a table shows in large; None for none."""
    verdicts = [snapshot["verdict"], *snapshot["waiting"]]
    return next((one for one in verdicts if one is not None and one["large"]), None)


def needs(snapshot: Mapping[str, Any]) -> str:
    """What somebody has to come for: a fault that waits for people, a question, or a camera that is away."""
    verdict = shown(snapshot)
    if verdict is not None and snapshot["phase"] == "race" and not verdict["stands"] and verdict["overruled"] is None:
        if verdict["status"] == Status.ILLEGAL.value and snapshot["mode"] == "strict":
            return FAULT
        if verdict["questions"]:
            return QUESTION
    racing = snapshot["phase"] == "race" and not snapshot["paused"]
    return TROUBLE if racing and (snapshot["problems"] or not snapshot["source"]["ok"]) else ""


def _in_every_language(read: Any, snapshot: Mapping[str, Any]) -> dict[str, Any]:
    law = found(snapshot["game"])
    words, names = COMMON if law is None else law.words, snapshot.get("names", {})
    return {language: told_in(read, with_names(language, names), words) for language in LANGUAGES}


# -- the steward's word ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Word:
    """A word of a steward for one table.

    Attributes
    ----------
    run : the run of the table's referee that it is meant for.
    number : grows from word to word, so that none is heard twice.
    about : the verdict (its entry) that the steward saw, 0 for none.
    command : the command as it would be posted to the table's page.
    """

    run: str
    number: int
    about: int
    command: Mapping[str, Any]

    def signed(self, key: str) -> bytes:
        """The message, with a seal that only who knows the key can make."""
        return _json({**self._values(), "seal": self._seal(key)})

    def _values(self) -> dict[str, Any]:
        return {"run": self.run, "number": self.number, "about": self.about, "command": dict(self.command)}

    def _seal(self, key: str) -> str:
        return hmac.new(key.encode(), _json(self._values()), hashlib.sha256).hexdigest()

    @classmethod
    def read(cls, message: bytes, key: str) -> Word:
        """Raises NotationError for what nobody with the key has said."""
        body = object_in(message)
        try:
            word = cls(str(body["run"]), int(body["number"]), int(body["about"]), dict(body["command"]))
            seal = str(body["seal"])
        except (KeyError, TypeError, ValueError) as problem:
            raise NotationError("This is no word of a steward.") from problem
        if not key or not hmac.compare_digest(seal, word._seal(key)):
            raise NotationError("This word is not sealed with this hall's password.")
        return word


# -- a record's entry -----------------------------------------------------------------------------------------------


def entry_message(word: Word, rows: Rows) -> bytes:
    """An entry for which a word has asked. Raises NotationError when it is too large."""
    pictures = [
        {"name": name, "row": base64.b64encode(row).decode(), "checksum": checksum}
        for name, row, checksum in rows.pictures
    ]
    values = {"header": rows.header, "line": rows.line, "seal": rows.seal, "pictures": pictures}
    message = as_json({"run": word.run, "number": word.number, **values})
    if len(message) > LONGEST_ENTRY_BYTES:
        raise NotationError("This entry is larger than any message.")
    return message


def rows_in(body: Mapping[str, Any]) -> Rows:
    """The inverse of `entry_message`. Raises NotationError."""
    if shape_faults(body, _SAYS[ENTRY].shape):
        raise NotationError("This is no entry of a record.")
    try:
        pictures = tuple((one["name"], base64.b64decode(one["row"]), one["checksum"]) for one in body["pictures"])
    except binascii.Error as problem:
        raise NotationError("This is no entry of a record.") from problem
    return Rows(body["header"], body["line"], body["seal"], pictures)


def object_in(message: bytes, longest: int = LONGEST_MESSAGE_BYTES) -> dict[str, Any]:
    """The object that a message holds. Raises NotationError."""
    try:
        body = read_json(message) if len(message) <= longest else None
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise NotationError("This message holds no object.")
    return body


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def as_json(value: Mapping[str, Any]) -> bytes:
    """A message as it is sent."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
