"""Forges records in every way that needs no key, and counts those whose first forged entry is not named.

    python tests/devices/forge.py [TIMES]

A forger knows the format: triggers are lifted, numbers, checksums and links made to fit again, and what he signs is
signed with a key of his own. The records he starts from are honest, closed and gone on with in between.
"""

from __future__ import annotations

import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from referee.devices.record_file import MARKS, SCHEMA, SEALED_MARKS, SEALED_SCHEMA, checksum, picture_rows, write_entry
from referee.devices.store import SqliteStore
from referee.devices.table_key import TableKey
from referee.plain_json import read_json
from referee.record.entry import Entry
from referee.record.entry_json import dumps
from referee.record.seal import Chain, Finding, Seal, findings, head_from, seal_from

LENGTH = 9
Row = tuple[str, str, dict[str, bytes]]
"""An entry's line, its seal and its pictures."""
Forgery = Callable[[list[Row], random.Random], int]
"""Changes the rows; returns the number of the first entry that is not as it was recorded."""


def honest(path: Path, key: TableKey, chance: random.Random, length: int = LENGTH) -> str:
    """An honest record, gone on with in its middle; returns the fingerprint that a phone holds at its end."""
    store = SqliteStore.create(path, {"game": "racepack", "players": chance.randint(1, 8)}, key)
    before = b"the table"
    for number in range(length):
        if chance.random() < 0.1:
            store.close()
            store = SqliteStore.open(path, key)
        after = chance.randbytes(chance.randint(1, 2_000))
        entry = Entry(
            number, "camera", "note", f"cause {chance.random()}", f"p{number}", f"p{number + 1}", {"n": number}
        )
        store.append(entry, {"after": after, "before": before})
        before = after
    store.close()
    return store.head()


def _changed(rows: list[Row], chance: random.Random) -> int:
    at = chance.randrange(len(rows))
    line, seal, pictures = rows[at]
    field = chance.choice(["cause", "before", "after", "time_ns", "origin", "kind", "data"])
    other = {"time_ns": 7_000, "origin": "person", "kind": "declare", "data": {"text": "three"}}.get(field, "forged")
    entry = {**read_json(line), field: other}
    rows[at] = (dumps({**entry, "data": {"text": "x"}} if field == "kind" else entry), seal, pictures)
    return at + 1


def _picture_changed(rows: list[Row], chance: random.Random) -> int:
    at = chance.randrange(len(rows))
    line, seal, pictures = rows[at]
    # what is the same as another picture says so by the same bytes and is left alone
    rows[at] = (line, seal, {**pictures, "after": chance.randbytes(99)})
    return at + 1


def _removed(rows: list[Row], chance: random.Random) -> int:
    at = chance.randrange(len(rows) - 1)
    del rows[at : at + chance.randint(1, len(rows) - 1 - at)]
    return at + 1


def _inserted(rows: list[Row], chance: random.Random) -> int:
    at = chance.randrange(len(rows) + 1)
    overrule = Entry(5, "person", "overrule", "a referee", "p", "p", {"entry": 1, "status": "LEGAL"})
    rows.insert(at, (_line(overrule), rows[at % len(rows)][1], {}))
    return at + 1


def _swapped(rows: list[Row], chance: random.Random) -> int:
    one, other = sorted(chance.sample(range(len(rows)), 2))
    rows[one], rows[other] = rows[other], rows[one]
    return one + 1


def _cut(rows: list[Row], chance: random.Random) -> int:
    del rows[chance.randrange(1, len(rows)) :]
    return len(rows) + 1


def _cut_and_driven_on(rows: list[Row], chance: random.Random) -> int:
    first = _cut(rows, chance)
    rows += [(_line(Entry(n, "person", "note", "forged", "p", "p")), "", {}) for n in range(chance.randint(1, 9))]
    return first


def _beginning(rows: list[Row], chance: random.Random) -> int:
    """The header is changed, or all seals are taken off."""
    return 1


FORGERIES: dict[str, Forgery] = {
    "change": _changed,
    "picture": _picture_changed,
    "remove": _removed,
    "insert": _inserted,
    "swap": _swapped,
    "cut": _cut,
    "cut and re-append": _cut_and_driven_on,
    "header": _beginning,
    "unseal": _beginning,
}


def _line(entry: Entry) -> str:
    fields = {"after": entry.after, "before": entry.before, "cause": entry.cause, "data": dict(entry.data), "id": 0}
    return dumps({**fields, "kind": entry.kind, "origin": entry.origin, "pictures": [], "time_ns": entry.time_ns})


def forge(path: Path, kind: str, chance: random.Random) -> int:
    """Forge a record in its place; returns the number of the first entry that is not as it was recorded."""
    with closing(sqlite3.connect(path)) as old:
        header = old.execute("SELECT body FROM header").fetchone()[0]
        beside: dict[int, dict[str, bytes]] = {}
        raw: dict[tuple[int, str], tuple[bytes, str]] = {}
        for number, name, jpeg, stated in old.execute("SELECT entry, name, jpeg, checksum FROM picture"):
            raw[number, name] = (jpeg, stated)
            beside.setdefault(number, {})[name] = jpeg
        rows = [(line, seal, beside.get(n, {})) for n, line, seal in old.execute("SELECT id, body, seal FROM entry")]
    originals = {id(row): number for number, row in enumerate(rows, start=1)}
    first = FORGERIES[kind](rows, chance)
    if kind == "header":
        header = dumps({**read_json(header), "players": 9})
    # how far he goes to make it fit: not at all, only the links, or signed anew with a key of his own
    effort = chance.choice(["checksums", "links", "another key"])
    if kind == "remove" and effort == "checksums" and chance.random() < 0.5:
        effort = "gap"
    if effort == "another key" and kind in ("change", "insert", "remove") and chance.random() < 0.3:
        first = 1  # all of it signed anew
    path.unlink()
    unsealed = kind == "unseal"
    with closing(sqlite3.connect(path, isolation_level=None)) as new:
        layout = MARKS + SCHEMA if unsealed else SEALED_MARKS + SEALED_SCHEMA
        new.executescript(f"PRAGMA synchronous = OFF; BEGIN; {layout}")
        for table in ("header", "header_copy"):
            new.execute(f"INSERT INTO {table} VALUES (1, ?, ?)", (header, checksum("header", "", header)))
        race = next(seal.race for seal in (seal_from(row[1]) for row in rows) if seal is not None)
        thief, chain = TableKey.passing(chance.randbytes), Chain(header, race)
        for place, (line, seal, pictures) in enumerate(rows, start=1):
            number = originals.get(id(rows[place - 1]), place) if effort == "gap" else place
            line = line if number == read_json(line)["id"] else dumps({**read_json(line), "id": number})
            stored = _stored(number, originals.get(id(rows[place - 1]), 0), pictures, raw)
            sums = {name: stated for _, name, _, stated in stored}
            forged = number >= first
            mine, onwards = chain.add(number, line, sums, thief)
            kept = seal_from(seal)
            if forged and effort == "another key":
                seal, chain = str(mine), onwards
            elif forged and effort == "links" and kept is not None:
                made = Seal(race, chain.link, mine.pictures, kept.key, kept.signature)
                seal, chain = str(made), Chain(header, race, made.link(header, number, line))
            elif kept is not None:
                chain = Chain(header, race, kept.link(header, number, line))
            write_entry(new, number, line, stored, None if unsealed else seal or str(mine))
        new.execute("COMMIT")
    return first


def _stored(number: int, was: int, pictures: dict[str, bytes], raw: dict[tuple[int, str], tuple[bytes, str]]) -> Any:
    """The rows of an entry's pictures, with checksums that fit where they lie now."""
    rows = []
    for name, jpeg in pictures.items():
        before = raw.get((was, name))
        refers = before is not None and before == (jpeg, checksum("same", f"{was}|{name}", jpeg))
        stated = checksum("same" if refers else "picture", f"{number}|{name}", jpeg)
        rows.append((number, name, jpeg, stated))
    return rows or picture_rows(number, {})


def found_in(path: Path, key: TableKey, seen: str = "") -> tuple[Finding, ...]:
    """What `referee verify` finds, knowing the table's key and what a phone saw."""
    store = SqliteStore.read(path)
    return findings(store.sealed, [key.public], [head_from(seen)] if seen else [])


def forge_many(folder: Path, times: int, seed: int = 1) -> tuple[list[str], int, int]:
    """Forge so many times; returns what went wrong, how many honest records there were, and how many were accused."""
    chance = random.Random(seed)
    key, kinds = TableKey.passing(chance.randbytes), list(FORGERIES)
    kept = [folder / f"honest{number}.sqlite" for number in range(max(2, times // 40))]
    seen = [honest(path, key, chance) for path in kept]
    accused = [
        f"{path.name}: accused: {found}"
        for path, head in zip(kept, seen, strict=True)
        if (found := found_in(path, key, head))
    ]
    wrong, forged = list(accused), folder / "forged.sqlite"
    for number in range(times):
        of, kind = number % len(kept), kinds[number // len(kept) % len(kinds)]
        shutil.copy(kept[of], forged)
        first = forge(forged, kind, chance)
        found = found_in(forged, key, seen[of])
        if [one.entry for one in found][:1] != [first]:
            wrong.append(f"{number}: {kind} of entry {first} was not named, but {found}")
    return wrong, len(kept), len(accused)


def main() -> None:
    """Forge and count."""
    times = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wrong, kept, accused = forge_many(Path(folder), times)
    print(*wrong, sep="\n", end="\n" if wrong else "")
    print(f"{times} forgeries, {len(wrong) - accused} not named by their first entry")
    print(f"{kept} honest records, {accused} accused")
    print(f"{time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
