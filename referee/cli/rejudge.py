"""`referee rejudge`: a record judged again by the rules of this program, and what would be said otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from referee.cli.common import print_json
from referee.cli.kept_races import record_argument
from referee.cli.tables import table_console
from referee.cli.waiting import along
from referee.errors import RecordError

if TYPE_CHECKING:
    from referee.games.base import Verdict
    from referee.record.entry import Store
    from referee.record.rejudge import Rejudged


@click.command()
@record_argument
@click.option("--wording", is_flag=True, help="Show verdicts too of which only the words differ.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(record: Path, wording: bool, as_json: bool) -> None:
    """Judge every verdict of a RECORD again by the rules of this program, and show where they now differ.

    The record is not touched. Exits with 1 when a verdict differs in more than its wording.

    \b
    Example:
      referee rejudge race.sqlite
    """
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    results = judged_again(store, progress=not as_json)
    different = [one for one in results if one.decisive or (wording and one.differences)]
    if as_json:
        print_json({"record": str(record), **summary_of(results), "differences": [one.to_dict() for one in different]})
    else:
        _show(results, different)
    if any(one.decisive for one in results):
        raise click.exceptions.Exit(1)


def judged_again(store: Store, progress: bool) -> list[Rejudged]:
    """Every verdict of a record judged again. Raises RecordError when its game is unknown or lost."""
    from referee.games.registry import game
    from referee.record.rejudge import rejudge, verdict_count

    name = store.header.get("game")
    if not name:
        raise RecordError("This record no longer says which game it is, so it cannot be judged again.")
    entries = store.entries()
    return list(along(rejudge(game(str(name)), entries), verdict_count(entries), "judging again", progress))


def summary_of(results: list[Rejudged]) -> dict[str, int]:
    """How many verdicts are the same, differ in wording only, or decisively."""
    decisive = sum(one.decisive for one in results)
    wording = sum(bool(one.differences) for one in results) - decisive
    return {"verdicts": len(results), "same": len(results) - decisive - wording, "wording": wording, "other": decisive}


def _show(results: list[Rejudged], different: list[Rejudged]) -> None:
    if different:
        table = Table("entry", "player", "differs in", "was", "is now")
        for one in different:
            now = one.problem or _words(one.now)
            player = str(one.entry.data.get("player", ""))
            table.add_row(str(one.entry.id), player, ", ".join(one.differences), _words(one.was), now)
        table_console().print(table)
    counts = summary_of(results)
    said = f"{counts['verdicts']} verdicts judged again: {counts['same']} the same"
    click.echo(f"{said}, {counts['wording']} differ in their words only, {counts['other']} differ.")


def _words(verdict: Verdict | None) -> str:
    if verdict is None:
        return "cannot be read"
    rules = " ".join(fault.rule for fault in verdict.violations)
    return f"{verdict.status.value} {rules}".strip() + f": {verdict.sentence}"
