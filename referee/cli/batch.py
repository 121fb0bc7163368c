"""`referee batch`: many records and recordings refereed at once, here or on a Dask cluster."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table

from referee.cli.batch_work import Order, parcel, referee_file, referee_parcel
from referee.cli.common import print_json
from referee.cli.tables import table_console
from referee.errors import SetupError

if TYPE_CHECKING:
    from distributed import Client, Future

REACHED_WITHIN_S = 10
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
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(
    files: tuple[Path, ...],
    game: str,
    players: int,
    out: Path | None,
    scheduler: str | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Referee many FILES: records are judged again, recordings (films, folders of stills) are looked at from scratch.

    What was said during race.mp4 is read from race.said.json beside it. A file that fails is named; the others go on.
    With --scheduler the files are sent to the cluster, whose machines need this program in the same version. Exits with
    1 when a file failed or a record's verdicts come out otherwise.

    \b
    Example:
      referee batch races/*.sqlite films/*.mp4 --json
    """
    if out is not None and scheduler:
        raise click.UsageError("--out is for recordings refereed on this machine; leave it out with --scheduler.")
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    order = Order(game, players, "" if out is None else str(out.absolute()))
    with _client(scheduler, workers or min(len(files), os.cpu_count() or 1)) as client:
        rows = _run(client, files, order, send=bool(scheduler), progress=not as_json)
    failed = sum(bool(row["error"]) for row in rows)
    totals = {name: sum(row.get(name, 0) for row in rows) for name in _COUNTS}
    if as_json:
        print_json({"files": rows, "failed": failed, **totals})
    else:
        _show(rows, failed, totals)
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
        with client:
            yield client
        return
    settings = {"distributed.worker.daemon": True, "distributed.admin.low-level-log-length": 0}
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
        ) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        yield client


def _run(client: Client, files: tuple[Path, ...], order: Order, send: bool, progress: bool) -> list[dict[str, Any]]:
    from distributed import as_completed
    from rich.console import Console
    from rich.progress import Progress

    rows: dict[int, dict[str, Any]] = {}
    waiting: dict[Future, int] = {}
    for number, path in enumerate(files):
        try:
            waiting[_submit(client, path, order, send)] = number
        except OSError as problem:
            rows[number] = _failed(path, problem.strerror or str(problem))
    with Progress(disable=not progress, transient=True, console=Console(stderr=True)) as bar:
        task = bar.add_task("refereeing", total=len(files), completed=len(rows))
        for future in as_completed(waiting, loop=client.loop):
            number = waiting[future]
            rows[number] = _result(files[number], future)
            bar.advance(task)
    return [rows[number] for number in range(len(files))]


def _submit(client: Client, path: Path, order: Order, send: bool) -> Future:
    """A file set to work; a sent one goes as data of its own, so that the list of tasks stays small."""
    if send:
        return client.submit(referee_parcel, order, client.scatter(parcel(path), hash=False), pure=False)
    if not path.exists():
        raise FileNotFoundError(None, "there is no such file")
    return client.submit(referee_file, order, str(path.absolute()), pure=False, retries=0)


def _result(path: Path, future: Future) -> dict[str, Any]:
    """A file's facts; whatever happened to its task, a dead process too, is only this file's failure."""
    problem = future.exception()
    if problem is not None:
        return _failed(path, f"it could not be refereed ({type(problem).__name__}: {problem})".replace("\n", " "))
    facts: dict[str, Any] = future.result()
    return {"file": str(path), **facts}


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
