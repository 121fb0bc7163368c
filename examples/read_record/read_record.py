#!/usr/bin/env python3
"""Reads the record of a race with nothing of the referee's: proves its seals and prints what was played.

    python read_record.py RACE.sqlite [FINGERPRINT]

Written from docs/record-format.md; for the signatures it needs `cryptography`. Exits with 1 when an entry does not
stand as it was recorded. Whose the keys are that signed, it leaves to you.
"""

import hashlib
import json
import re
import sqlite3
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

APPLICATION_ID = 0x52656665
NEWEST_FORMAT = 3
SEAL = re.compile(r"([0-9a-f]{16}) ([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{64}) ([0-9a-f]{128})")
FINGERPRINT = re.compile(r"([0-9a-f]{16})-([0-9]+)-([0-9a-f]{16})-([0-9a-f]{32})")


class NoRecordError(Exception):
    """The file is no record that this reader knows."""


@dataclass
class Row:
    """An entry as it lies in the file."""

    number: int
    body: str
    seal: str
    pictures: dict[str, str] = field(default_factory=dict)

    @property
    def entry(self) -> dict[str, Any]:
        """What it says."""
        said: dict[str, Any] = json.loads(self.body)
        return said


@dataclass
class Record:
    """Header and entries, oldest first; `sealed` is false for formats 1 and 2."""

    header: str
    rows: list[Row]
    sealed: bool


def sha256(text: str) -> str:
    """In hexadecimal, of UTF-8."""
    return hashlib.sha256(text.encode()).hexdigest()


# -- the file ---------------------------------------------------------------------------------------------------------


def read(path: Path) -> Record:
    """All rows of a record, each proved by its checksum. Raises NoRecordError."""
    if not path.is_file():
        raise NoRecordError(f"there is no file {path}")
    base = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        if base.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
            raise NoRecordError(f"{path} is not the record of a race")
        number = base.execute("PRAGMA user_version").fetchone()[0]
        if number > NEWEST_FORMAT:
            raise NoRecordError(f"{path} is of format {number}; this reader knows formats up to {NEWEST_FORMAT}")
        return _rows(base, sealed=number >= 3)
    except sqlite3.Error as problem:
        raise NoRecordError(f"{path} cannot be read: {problem}") from problem
    finally:
        base.close()


def _rows(base: sqlite3.Connection, sealed: bool) -> Record:
    headers = []
    for table in ("header", "header_copy"):
        for body, checksum in base.execute(f"SELECT body, checksum FROM {table}"):
            _prove(checksum, sha256(f"header||{body}"), "the header")
            headers.append(body)
    if len(set(headers)) != 1:
        raise NoRecordError("the copies of the header differ, or there is none")
    rows = {}
    seal = "seal" if sealed else "''"
    for number, body, checksum, sign in base.execute(f"SELECT id, body, checksum, {seal} FROM entry ORDER BY id"):
        _prove(checksum, sha256(f"entry|{number}|{body}" + (f"\n{sign}" if sealed else "")), f"entry {number}")
        rows[number] = Row(number, body, sign)
    for number, name, jpeg, checksum in base.execute("SELECT entry, name, jpeg, checksum FROM picture"):
        kinds = [f"{kind}|{number}|{name}|".encode() + jpeg for kind in ("picture", "same")]
        if checksum not in [hashlib.sha256(one).hexdigest() for one in kinds]:
            raise NoRecordError(f"the picture {name} beside entry {number} is damaged")
        if number in rows:
            rows[number].pictures[name] = checksum
    return Record(headers[0], list(rows.values()), sealed)


def _prove(stated: str, found: str, what: str) -> None:
    if stated != found:
        raise NoRecordError(f"{what} is damaged")


# -- the seals --------------------------------------------------------------------------------------------------------


def first_wrong(record: Record, fingerprint: str = "") -> str:
    """The first entry that does not stand as it was recorded, in a sentence; "" when all do."""
    race, link, seen = "", "0" * 64, FINGERPRINT.fullmatch(fingerprint)
    for expected, row in enumerate(record.rows, start=1):
        if row.number != expected:
            return f"entry {expected} is missing"
        parts = SEAL.fullmatch(row.seal)
        if parts is None:
            return f"entry {expected} has no seal"
        of_race, previous, pictures, key, signature = parts.groups()
        if previous != link or of_race != (race or of_race):
            return f"entry {expected} does not follow the one before it"
        race = of_race
        words = ("referee seal 1", sha256(record.header), race, previous, pictures, key, str(expected), row.body)
        link = sha256("\n".join(words))
        if not signed(key, signature, link):
            return f"entry {expected} is not what was signed"
        if pictures != sha256("".join(f"{name} {row.pictures[name]}\n" for name in sorted(row.pictures))):
            return f"a picture beside entry {expected} is not what was signed"
        if seen and seen[1] == race and int(seen[2]) == expected and (seen[3], seen[4]) != (key[:16], link[:32]):
            return f"entry {expected} is not the one that was seen"
    if seen and race and seen[1] != race:
        return "the fingerprint is of another race"
    if seen and int(seen[2]) > len(record.rows):
        return f"entry {len(record.rows) + 1} is missing: entry {seen[2]} was seen"
    return ""


def signed(key: str, signature: str, link: str) -> bool:
    """Whether the key signed the link."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(key)).verify(bytes.fromhex(signature), bytes.fromhex(link))
    except (InvalidSignature, ValueError):
        return False
    return True


# -- the race ---------------------------------------------------------------------------------------------------------


def turns(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Every turn that was closed: number of the entry, race, player, status, sentence, whether it was taken back."""
    closed: list[dict[str, Any]] = []  # verdicts and corrections of the race that stand
    before: list[tuple[int, list[dict[str, Any]]]] = []  # start and standing turns of the races before
    told: list[dict[str, Any]] = []
    starts, start = [], 0
    for entry in entries:
        data = entry["data"]
        if entry["kind"] == "start":
            before.append((start, closed))
            start, closed = entry["id"], []
            starts.append(start)
        elif entry["kind"] in ("verdict", "correct") and not data.get("provisional"):
            turn = {"entry": entry["id"], "undone": False, "verdict": entry["kind"] == "verdict"}
            turn |= {name: data.get(name, "") for name in ("player", "status", "sentence")}
            turn["words"] = {entry["id"]: turn["status"]}  # the verdict, then each word over it that stands
            closed.append(turn)
            told.append(turn)
        elif entry["kind"] == "overrule":
            for turn in told:
                if turn["entry"] == data["entry"]:
                    turn["words"][entry["id"]] = turn["status"] = data["status"]
        elif entry["kind"] == "undo":
            for turn in told:
                if turn["entry"] != data["entry"] and turn["words"].pop(data["entry"], None):
                    turn["status"] = list(turn["words"].values())[-1]
            if data["entry"] == start and len(before) > 1:
                first = 0
            else:
                first = next((at for at, turn in enumerate(closed) if turn["entry"] == data["entry"]), len(closed))
            for turn in closed[first:]:
                turn["undone"] = True
            closed = closed[:first]
            if data["entry"] == start and len(before) > 1:
                starts.remove(start)
                start, closed = before.pop()
    for turn in told:
        turn["race"] = max(1, sum(start < turn["entry"] for start in starts))
    return [turn for turn in told if turn["verdict"]]


def main() -> int:
    """Print the race and whether it is proved."""
    if len(sys.argv) not in (2, 3):
        print(__doc__)
        return 2
    try:
        record = read(Path(sys.argv[1]))
    except NoRecordError as problem:
        print(f"Error: {problem}.", file=sys.stderr)
        return 2
    print(f"{json.loads(record.header).get('game', '')}, {len(record.rows)} entries")
    for turn in turns([row.entry for row in record.rows]):
        mark = "taken back: " if turn["undone"] else ""
        print(f"{turn['entry']:5d}  {turn['player']:8} {mark}{turn['status']}  {turn['sentence']}")
    if not record.sealed:
        print("Not proved: this record has no seals.")
        return 0
    wrong = first_wrong(record, *sys.argv[2:])
    keys = ", ".join(dict.fromkeys(row.seal.split()[3][:16] for row in record.rows if SEAL.fullmatch(row.seal)))
    print(f"Not as it was recorded: {wrong}." if wrong else f"Every entry follows the one before it. Signed by {keys}.")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
