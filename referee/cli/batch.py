"""`referee batch`: many records and recordings refereed at once, here or on a Dask cluster."""

from __future__ import annotations

import logging
import os
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from referee.cli.batch_results import Results
from referee.cli.batch_table import can_write, over_all, turns, write_table
from referee.cli.batch_work import Order, parcel, referee_file, referee_parcel
from referee.cli.common import print_json
from referee.cli.tables import table_console
from referee.cli.waiting import bar
from referee.devices.files import begins_as_record
from referee.errors import SetupError

if TYPE_CHECKING:
    from distributed import Client, Future

REACHED_WITHIN_S = 10
ANY_PORT = "127.0.0.1:0"
"""Where a cluster of our own serves its metrics; without an address it takes 8787, which another may have."""
LEFT_ALONE_S = 60.0
"""A cluster without a single worker for so long is given up."""
DEATHS_ALLOWED = 1
"""A file whose process on this machine died so often and once more is given up: each time another one is started."""
TRIES = 3
"""A file whose worker was lost is tried so often."""
RECORD_OR_FILM = (".sqlite", ".mp4", ".mkv", ".avi", ".mov", ".webm")
_COUNTS = ("turns", "legal", "illegal", "undecided", "differences")


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", default="racepack", show_default=True, help="Which game the recordings show.")
@click.option("--players", type=int, default=4, show_default=True, help="How many play in the recordings.")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Folder for the recordings' records.")
@click.option(
    "--scheduler", metavar="ADDRESS", help="A Dask scheduler (tcp://...); default: processes of this machine."
)
@click.option("--workers", type=click.IntRange(min=1), help="Processes on this machine; default: one a processor.")
@click.option(
    "--results",
    "results_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="File of JSON lines that keeps each result as it comes; the same batch goes on from it (default: in --out).",
)
@click.option(
    "--table",
    "table_file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write every turn of all files here, as Parquet (FILE.parquet) or CSV.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    files: tuple[Path, ...],
    game: str,
    players: int,
    out: Path | None,
    scheduler: str | None,
    workers: int | None,
    results_file: Path | None,
    table_file: Path | None,
    as_json: bool,
) -> None:
    """Referee many FILES: records are judged again, recordings (films, folders of stills) are looked at from scratch.

    A folder with records or films in it, at any depth, stands for all of them.

    What was said during race.mp4 is read from race.said.json beside it. A file that fails is named; the others go on.
    With --scheduler the files are sent to the cluster, whose machines need this program in the same version; what a
    lost worker had in hand is done again by another one. With --results or --out an interrupted batch goes on where it
    was when the same command is given again. Exits with 1 when a file failed or a record's verdicts come out otherwise.

    \b
    Example:
      referee batch races films/*.mp4 --results done.jsonl --table turns.parquet
    """
    can_write(table_file)
    files = tuple(one for path in files for one in _inside(path, out))
    if out is not None and scheduler:
        raise click.UsageError("--out is for recordings refereed on this machine; leave it out with --scheduler.")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        results_file = results_file or out / "batch.jsonl"
    order = Order(game, players, "" if out is None else str(out.absolute()))
    results = Results(results_file, order)
    rows = {number: row for number, path in enumerate(files) if (row := results.kept(path)) is not None}
    if len(rows) < len(files):
        with _client(scheduler, workers or min(len(files) - len(rows), os.cpu_count() or 1)) as client:
            batch = _Batch(client, files, order, bool(scheduler), results, rows)
            _tell_progress(batch.run(), len(files), len(rows), progress=not as_json)
    told = [rows[number] for number in range(len(files))]
    if table_file is not None:
        write_table(table_file, turns(told))
    _sum_up(told, as_json)


def _inside(path: Path, out: Path | None) -> list[Path]:
    """The records and films in a folder but not in `out`, in order; what holds none is one recording."""
    if not path.is_dir():
        return [path]
    files = (one for one in path.rglob("*") if one.is_file())
    found = sorted(one for one in files if one.suffix.lower() in RECORD_OR_FILM or begins_as_record(one))
    found = [one for one in found if out is None or out.resolve() not in one.resolve().parents]
    return found or [path]


def _sum_up(rows: list[dict[str, Any]], as_json: bool) -> None:
    """Print the results; exit code 1 when something is to be looked into."""
    failed = sum(bool(row["error"]) for row in rows)
    totals = {name: sum(row.get(name, 0) for row in rows) for name in _COUNTS}
    together = over_all(turns(rows))
    if as_json:
        files = [{name: value for name, value in row.items() if name != "each"} for row in rows]
        print_json({"files": files, "failed": failed, **totals, "over_all": together})
    else:
        _show(rows, failed, totals)
        _show_together(together)
    if failed or totals["differences"]:
        raise click.exceptions.Exit(1)


@contextmanager
def _client(scheduler: str | None, workers: int) -> Iterator[Client]:
    """A connection to the cluster, or to processes that end with it. Raises SetupError when there is none."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise SetupError('batches need Dask: pip install "race-referee[batch]"') from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters is said in our own words
    if scheduler:
        try:
            client = Client(scheduler, timeout=REACHED_WITHIN_S, set_as_default=False)
        except (OSError, ValueError) as problem:
            reason = str(problem).partition("\n")[0]
            raise SetupError(f"no Dask scheduler answers at {scheduler}: {reason}") from problem
        # files are sent with their tasks, on purpose
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "1 TB"}), client:
            yield client
        return
    settings = {
        "distributed.worker.daemon": True,
        "distributed.admin.low-level-log-length": 0,
        "distributed.scheduler.allowed-failures": DEATHS_ALLOWED,
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=ANY_PORT, silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


class _Batch:
    """Files at work on a cluster; what a lost worker had in hand is given to another one."""

    def __init__(
        self,
        client: Client,
        files: tuple[Path, ...],
        order: Order,
        send: bool,
        results: Results,
        rows: dict[int, dict[str, Any]],
    ) -> None:
        self._client, self._files, self._order, self._send = client, files, order, send
        self._results, self._rows = results, rows
        self._to_do = deque(number for number in range(len(files)) if number not in rows)
        self._at_work: dict[Future, int] = {}
        self._tries: Counter[int] = Counter()

    def run(self) -> Iterator[dict[str, Any]]:
        """Each result as it comes, written down already."""
        seen_s = time.monotonic()
        while self._to_do or self._at_work:
            processors = self._processors()
            seen_s = time.monotonic() if processors else seen_s
            # one a processor: one that waited behind another would be blamed for a death of their process
            while self._to_do and len(self._at_work) < processors:
                yield from self._begin(self._to_do.popleft())
            ended = [future for future in self._at_work if future.status != "pending"]
            for future in ended:
                yield from self._end(future)
            if time.monotonic() - seen_s > LEFT_ALONE_S:
                for number in sorted([*self._to_do, *self._at_work.values()]):
                    yield self._note(number, _failed(self._files[number], "no worker of the cluster is left"))
                return
            if not ended:
                time.sleep(0.05)

    def _processors(self) -> int:
        """How many files the cluster can work at now; 0 while it does not answer."""
        try:
            return sum(self._client.nthreads().values())
        except (OSError, TimeoutError, RuntimeError):
            return 0

    def _begin(self, number: int) -> Iterator[dict[str, Any]]:
        """Set a file to work. What is sent goes with its task: then it is not lost with a worker."""
        path = self._files[number]
        self._tries[number] += 1
        try:
            if self._send:
                task = self._client.submit(referee_parcel, self._order, parcel(path), pure=False)
            elif path.exists():
                task = self._client.submit(referee_file, self._order, str(path.absolute()), pure=False)
            else:
                raise FileNotFoundError(None, "there is no such file")
        except OSError as problem:
            yield self._note(number, _failed(path, problem.strerror or str(problem)))
        else:
            self._at_work[task] = number

    def _end(self, future: Future) -> Iterator[dict[str, Any]]:
        """Take a result in; whatever its task came to, a process that dies of it too, is only this file's failure."""
        number = self._at_work.pop(future)
        path = self._files[number]
        problem, facts = _outcome(future)
        if facts is not None:
            yield self._note(number, {"file": str(path), **facts})
        elif future.status != "error" and self._tries[number] < TRIES:  # lost on its way, not failed
            self._to_do.appendleft(number)
        else:
            yield self._note(number, _failed(path, f"it could not be refereed ({problem})".replace("\n", " ")))

    def _note(self, number: int, row: dict[str, Any]) -> dict[str, Any]:
        self._rows[number] = row
        self._results.keep(self._files[number], row)
        return row


def _outcome(future: Future) -> tuple[str, dict[str, Any] | None]:
    """What is wrong with a task that has ended, or its file's facts."""
    from distributed import CancelledError
    from distributed.scheduler import KilledWorker

    if future.status == "error":
        problem = future.exception(timeout=REACHED_WITHIN_S)
        killed = isinstance(problem, KilledWorker)
        return "its process died each time" if killed else f"{type(problem).__name__}: {problem}", None
    try:
        facts: dict[str, Any] = future.result(timeout=REACHED_WITHIN_S)
    except (CancelledError, OSError, TimeoutError) as problem:
        return f"{type(problem).__name__}: {problem}", None
    return "", facts


def _tell_progress(rows: Iterable[dict[str, Any]], count: int, done: int, progress: bool) -> None:
    """A bar, and a line for each file that is done."""
    with bar(count, "refereeing", progress) as waiting:
        waiting.advance(done)
        for row in rows:
            waiting.advance()
            if progress:
                with waiting.aside():
                    click.echo(_in_a_line(row), err=True)


def _in_a_line(row: Mapping[str, Any]) -> str:
    return f"{row['file']}: {row['error'] or ', '.join(f'{row[name]} {name}' for name in _COUNTS)}"


def _failed(path: Path, why: str) -> dict[str, Any]:
    return {"file": str(path), "kind": "", "error": why, "seconds": 0.0}


def _show(rows: list[dict[str, Any]], failed: int, totals: dict[str, int]) -> None:
    table = Table("file", "kind", "game", *_COUNTS, "seconds", "error")
    table.columns[-1].overflow = table.columns[0].overflow = "fold"
    for row in rows:
        counts = [str(row.get(name, "")) for name in _COUNTS]
        cells = [row["file"], row["kind"], str(row.get("game", "")), *counts, f"{row['seconds']:.1f}", row["error"]]
        table.add_row(*cells, style="red" if row["error"] or row.get("differences") else "")
    table_console().print(table)
    said = ", ".join(f"{totals[name]} {name}" for name in _COUNTS)
    click.echo(f"{len(rows)} files, {failed} failed: {said}.")


def _show_together(together: Mapping[str, Any]) -> None:
    """Faults by rule, time a turn and dice, over all files; nothing where there is nothing to say."""
    if together["faults"]:
        faults = Table("rule broken", "turns")
        for rule, count in together["faults"].items():
            faults.add_row(rule, str(count))
        table_console().print(faults)
    if together["seconds_a_turn"]:
        games = Table("game", "seconds a turn: median", "nine tenths", "dice")
        for game, spread in together["seconds_a_turn"].items():
            faces = together["dice"].get(game, {})
            dice = ", ".join(f"{face}: {count}" for face, count in faces.items())
            games.add_row(game, f"{spread['median']:.1f}", f"{spread['p90']:.1f}", dice)
        table_console().print(games)
