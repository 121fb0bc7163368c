"""All turns of a batch as one table, and what they say together: faults by rule, time a turn, the faces of the dice."""

from __future__ import annotations

import csv
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.errors import SetupError

COLUMNS = {
    "file": str,
    "game": str,
    "race": int,
    "entry": int,
    "colour": str,
    "driver": str,
    "status": str,
    "overruled": bool,
    "rules": list,
    "dice": list,
    "seconds": float,
}
"""A row is a turn that stands; `driver` is empty where nobody said a name, `seconds` since the turn before it ended."""


def turns(rows: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The table: every turn of every file, in order."""
    return [{"file": row["file"], "game": row.get("game", ""), **turn} for row in rows for turn in row.get("each", ())]


def write_table(path: Path, table: Sequence[Mapping[str, Any]]) -> None:
    """Write it, as Parquet when the name ends so, else as CSV. Raises SetupError when that cannot be done."""
    try:
        if path.suffix == ".parquet":
            _parquet(path, table)
        else:
            with path.open("w", encoding="utf-8", newline="") as file:
                writer = csv.writer(file)
                writer.writerow(COLUMNS)
                for row in table:
                    cells = (row[name] for name in COLUMNS)
                    writer.writerow(" ".join(cell) if isinstance(cell, list) else cell for cell in cells)
    except OSError as problem:
        raise SetupError(f"{path} cannot be written: {problem.strerror or problem}") from problem


def can_write(path: Path | None) -> None:
    """Raise SetupError when a table of this name needs a package that is not installed: before hours of work."""
    if path is not None and path.suffix == ".parquet":
        _pyarrow()


def _pyarrow() -> Any:
    try:
        import pyarrow.parquet
    except ImportError:
        raise SetupError('Parquet needs one more package: type pip install "race-referee[parquet]"') from None
    return pyarrow


def _parquet(path: Path, table: Sequence[Mapping[str, Any]]) -> None:
    arrow = _pyarrow()
    kinds = {str: arrow.string(), int: arrow.int64(), bool: arrow.bool_(), float: arrow.float64()}
    kinds[list] = arrow.list_(arrow.string())
    schema = arrow.schema([(name, kinds[kind]) for name, kind in COLUMNS.items()])
    arrow.parquet.write_table(arrow.Table.from_pylist(list(table), schema=schema), path)


def over_all(table: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What all turns say together, as JSON-able data.

    Fields: ``faults`` (by rule, most first), ``seconds_a_turn`` (by game: median and nine tenths), ``dice`` (by game:
    how often each face), all of turns that stand.
    """
    faults = Counter(rule for row in table if row["status"] == "ILLEGAL" for rule in row["rules"])
    seconds: dict[str, list[float]] = defaultdict(list)
    dice: dict[str, Counter[str]] = defaultdict(Counter)
    for row in table:
        seconds[row["game"]].append(row["seconds"])
        dice[row["game"]].update(row["dice"])
    return {
        "faults": dict(faults.most_common()),
        "seconds_a_turn": {game: _spread(values) for game, values in sorted(seconds.items())},
        "dice": {game: dict(sorted(faces.items())) for game, faces in sorted(dice.items()) if faces},
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    nine_tenths = statistics.quantiles(values, n=10, method="inclusive")[-1] if len(values) > 1 else values[0]
    return {"median": round(statistics.median(values), 2), "p90": round(nine_tenths, 2)}
