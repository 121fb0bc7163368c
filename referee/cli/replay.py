"""`referee replay`: the turns of a record with their verdicts, in the terminal."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from referee.cli.common import print_json

if TYPE_CHECKING:
    from referee.record.entry import Entry
    from referee.record.fold import RaceState

_STYLES = {"LEGAL": "green", "ILLEGAL": "bold white on red", "UNDECIDED": "bold yellow"}
_LONGEST_WAIT_S = 60.0


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--speed",
    type=click.FloatRange(min=0.0),
    default=0.0,
    help="Show the turns as they came, so many times as fast; 0: at once.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(record: Path, speed: float, as_json: bool) -> None:
    """Show the turns of a RECORD with their verdicts, and check that its entries fit together.

    Turns that were taken back are shown struck out. Exits with 1 when the record does not fit together.

    \b
    Example:
      referee replay race.sqlite --speed 20
    """
    from referee.devices.store import SqliteStore
    from referee.record.fold import check, fold

    store = SqliteStore.read(record)
    entries = store.entries()
    state = fold(entries)
    problems = check(entries)
    turns = [_turn(entry, state) for entry in entries if _closes_a_turn(entry)]
    if as_json:
        facts = {"record": str(record), "header": dict(store.header), "turns": turns, "position": state.position}
        print_json({**facts, "problems": list(problems), "damage": list(store.damage)})
    else:
        _show(turns, speed)
        _say_the_rest(state, turns)
    for sentence in (*store.damage, *problems):
        click.echo(sentence, err=True)
    if problems:
        raise click.exceptions.Exit(1)


def _closes_a_turn(entry: Entry) -> bool:
    return entry.kind == "verdict" and not entry.data.get("provisional", False)


def _turn(entry: Entry, state: RaceState) -> dict[str, Any]:
    from referee.record.export_csv import time_text

    data = entry.data
    overruling = state.overruled.get(entry.id)
    return {
        "entry": entry.id,
        "time": time_text(entry.time_ns),
        "time_ns": entry.time_ns,
        "player": data.get("player", ""),
        "turn": data.get("turn", ""),
        "status": state.status(entry),
        "overruled": None if overruling is None else overruling.why,
        "undone": entry.id in state.undone,
        "rules": [violation["rule"] for violation in data.get("violations", ())],
        "sentence": data.get("sentence", ""),
        "before": entry.before,
        "after": entry.after,
    }


def _show(turns: list[dict[str, Any]], speed: float) -> None:
    console = Console()
    if speed == 0.0:
        console.print(_table(turns))
        return
    last_ns = turns[0]["time_ns"] if turns else 0
    for turn in turns:
        time.sleep(min(_LONGEST_WAIT_S, max(0.0, (turn["time_ns"] - last_ns) / 1e9 / speed)))
        last_ns = turn["time_ns"]
        console.print(Text("  ").join(_cells(turn)))


def _table(turns: list[dict[str, Any]]) -> Table:
    table = Table("time", "player", "turn", "verdict", "in words")
    for turn in turns:
        table.add_row(*_cells(turn))
    return table


def _cells(turn: dict[str, Any]) -> list[Text]:
    struck = "strike dim" if turn["undone"] else ""
    verdict = " ".join([turn["status"], *turn["rules"]])
    note = f" (overruled: {turn['overruled']})" if turn["overruled"] is not None else ""
    style = struck or _STYLES.get(turn["status"], "")
    return [
        Text(turn["time"], style="dim"),
        Text(turn["player"], style=struck),
        Text(turn["turn"], style=struck),
        Text(verdict, style=style),
        Text(turn["sentence"] + note, style=struck),
    ]


def _say_the_rest(state: RaceState, turns: list[dict[str, Any]]) -> None:
    standing = [turn for turn in turns if not turn["undone"]]
    counts = ", ".join(f"{sum(turn['status'] == status for turn in standing)} {status.lower()}" for status in _STYLES)
    click.echo(f"{len(standing)} turns: {counts}.")
    if state.provisional is not None:
        click.echo(f"The turn under way: {state.provisional.data.get('sentence', '')}")
    click.echo(f"Position: {state.position or 'the race has not started yet'}")
