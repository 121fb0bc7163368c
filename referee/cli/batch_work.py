"""One file of a batch: a record is judged again, a recording is refereed from its pictures. Runs in any process."""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.devices.files import begins_as_record
from referee.errors import RefereeError
from referee.record.entry import Entry, Store

PATIENCE_S = 10.0
"""A source that is away and a disk that cannot be written are waited for so long."""


@dataclass(frozen=True)
class Order:
    """What to do with each file: game and players of recordings, the folder for their records ("" for none)."""

    game: str = "racepack"
    players: int = 4
    out: str = ""


@dataclass(frozen=True)
class Parcel:
    """A file's content on its way to another machine; `beside` are the files that belong to it, by name."""

    name: str
    content: bytes
    beside: Mapping[str, bytes]


def said_beside(path: Path) -> Path:
    """Where the words said during a recording are looked for."""
    return path.with_suffix(".said.json")


def parcel(path: Path) -> Parcel:
    """Pack a file for another machine. Raises OSError when it cannot be read."""
    from referee.devices.inspect import log_of, real_name

    belongs = {said_beside(path).name: said_beside(path), log_of(path).name: log_of(real_name(path))}
    beside = {name: one.read_bytes() for name, one in belongs.items() if one.is_file()}
    return Parcel(path.name, path.read_bytes(), beside)


def referee_parcel(order: Order, sent: Parcel) -> dict[str, Any]:
    """`referee_file` for a file that was sent. Its record is not kept: the folder is on another machine."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in {sent.name: sent.content, **sent.beside}.items():
            (Path(folder) / Path(name).name).write_bytes(content)
        return referee_file(Order(order.game, order.players), str(Path(folder) / Path(sent.name).name))


def referee_file(order: Order, path: str) -> dict[str, Any]:
    """Judge one file; what is wrong with it comes back as its ``error``.

    Fields: ``kind`` (record or recording), ``game, turns, legal, illegal, undecided``, ``differences`` (verdicts of a
    record that come out otherwise now), ``faults`` ([{player, rules, sentence}]), ``each`` (rows of the table),
    ``seconds, version, error``.
    """
    import cv2

    from referee import __version__

    cv2.setNumThreads(1)  # the batch has a process for every processor already
    started = time.perf_counter()
    kind = "record" if begins_as_record(path) else "recording"
    facts: dict[str, Any] = {"kind": kind, "version": __version__, "error": ""}
    try:
        facts |= _record(path) if kind == "record" else _recording(order, path)
    except RefereeError as problem:
        facts["error"] = str(problem)
    return {**facts, "seconds": round(time.perf_counter() - started, 2)}


def _record(path: str) -> dict[str, Any]:
    from referee.cli.rejudge import judged_again, summary_of
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(path)
    results = judged_again(store, progress=False)
    game = str(store.header.get("game", ""))
    return {**_counts(store.entries(), game), "game": game, "differences": summary_of(results)["other"]}


def _recording(order: Order, path: str) -> dict[str, Any]:
    from referee.assemble import Referee
    from referee.cli.common import load_kit
    from referee.cli.recording import load_said
    from referee.devices.recording import Recording, going_on_at, words_noted
    from referee.devices.sources import open_source
    from referee.games.registry import game

    law = game(order.game)
    kit = load_kit(law.name, None)
    said = said_beside(Path(path))
    words = load_said(str(said) if said.is_file() else None)
    pictures = open_source(path, realtime=False, patience_s=PATIENCE_S)
    try:
        store = _store(order, path, kit)
    except RefereeError:
        pictures.close()
        raise
    try:
        referee = Referee(law, kit, store, patience_s=PATIENCE_S)
        referee.start_by_itself(order.players)
        referee.next_by_itself()
        after_ns = going_on_at(store.header, store.entries(), path)
        noted = words_noted(store.entries())
        referee.run(Recording(pictures, words, referee.hear_word, after_ns, noted))
        if referee.match.phase == "survey":
            problems = referee.match.problems or ("no settled picture of a board was seen",)
            raise RefereeError("the race never started: " + "; ".join(problems))
        return {**_counts(referee.match.entries, law.name), "game": law.name, "differences": 0}
    finally:
        store.close()


def _store(order: Order, path: str, kit: Any) -> Any:
    from referee.cli.common import table_key
    from referee.devices.store import SqliteStore
    from referee.record.header import record_header
    from referee.record.memory import MemoryStore

    header = record_header(order.game, kit, path)
    if not order.out:
        return MemoryStore(header)
    record = Path(order.out) / f"{Path(path).stem}.sqlite"
    if record.exists() and _begun_so(SqliteStore.read(record), header, order):
        return SqliteStore.open(record, table_key())  # the batch was interrupted in mid-race
    return SqliteStore.create(record, header, table_key())


def _begun_so(kept: Store, header: Mapping[str, Any], order: Order) -> bool:
    """Whether a record is of this very recording, refereed to the same order."""
    players = {entry.data.get("players") for entry in kept.entries() if entry.kind == "start"}
    same = all(kept.header.get(name) == header[name] for name in ("source", "game"))
    return same and players <= {order.players}


def _counts(entries: Sequence[Entry], game: str) -> dict[str, Any]:
    from referee.games.registry import found
    from referee.record.timeline import turn_rows

    rows = turn_rows(entries, found(game))
    standing = [row for row in rows if not row["undone"]]
    counts = Counter(row["status"] for row in standing)
    faults = [
        {"player": row["player"], "about": row["about"], "rules": row["rules"], "sentence": row["sentence"]}
        for row in standing
        if row["status"] == "ILLEGAL"
    ]
    told = {name.lower(): counts[name] for name in ("LEGAL", "ILLEGAL", "UNDECIDED")}
    return {"turns": len(standing), **told, "faults": faults, "each": _each(entries, standing, game)}


def _each(entries: Sequence[Entry], standing: Sequence[Mapping[str, Any]], game: str) -> list[dict[str, Any]]:
    """The turns that stand, as rows of the table of all (`batch_table.COLUMNS`)."""
    from referee.games.registry import found
    from referee.record.fold import fold
    from referee.record.races import races

    law, names = found(game), fold(entries).names
    ended_ns = {number: race[0].time_ns for number, race in enumerate(races(entries), start=1) if race}
    each = []
    for row in standing:
        before_ns, ended_ns[row["race"]] = ended_ns[row["race"]], row["time_ns"]
        each.append(
            {
                "race": row["race"],
                "entry": row["entry"],
                "colour": row["player"],
                "driver": names.get(row["player"], ""),
                "status": row["status"],
                "overruled": row["overruled"] is not None,
                "rules": row["rules"],
                "dice": [face for facts in (law.turn_facts(row["turn"]) if law else ()) for face in facts.dice],
                "seconds": round((row["time_ns"] - before_ns) / 1e9, 3),
            }
        )
    return each
