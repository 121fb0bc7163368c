"""`referee replay`: the turns of a record with their verdicts, in the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.table import Table
from rich.text import Text

from referee.cli.common import print_json
from referee.cli.kept_races import language_option, record_argument
from referee.cli.page import port_option
from referee.cli.tables import table_console

if TYPE_CHECKING:
    from referee.cli.keys import Keys
    from referee.record.entry import Store
    from referee.record.fold import RaceState
    from referee.record.player import Player
    from referee.record.words import Tongue

_STYLES = {"LEGAL": "green", "ILLEGAL": "bold white on red", "UNDECIDED": "bold yellow"}
_ROOMY = 130
"""A terminal narrower than this gets the words under the turn instead of beside it."""

Row = dict[str, Any]


@click.command()
@record_argument
@click.option(
    "--speed",
    type=click.FloatRange(min=0.0),
    default=0.0,
    help="Show the turns as they came, so many times as fast; 0: at once.",
)
@click.option(
    "--step", is_flag=True, help="Go through the turns by keys: arrows, space, f to the next fault, q to stop."
)
@click.option("--faults", is_flag=True, help="Only faults and open questions.")
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1, help="Begin with this turn (default: the first)."
)
@click.option("--page", "on_page", is_flag=True, help="Show it on the page, with a slider.")
@port_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
@language_option
def command(
    record: Path,
    speed: float,
    step: bool,
    faults: bool,
    first: int,
    on_page: bool,
    port: int | None,
    as_json: bool,
    language: str,
) -> None:
    """Show the turns of a RECORD with their verdicts, and check that its entries fit together.

    Turns that were taken back are shown struck out. Exits with 1 when the record does not fit together.

    \b
    All turns as a table:          referee replay race.sqlite
    As it was, 20 times as fast:   referee replay race.sqlite --speed 20
    By hand, fault by fault:       referee replay race.sqlite --step
    On the page, with a slider:    referee replay race.sqlite --page
    """
    from referee.devices.store import SqliteStore
    from referee.games.registry import found, game
    from referee.record.fold import check, fold
    from referee.record.timeline import turn_rows
    from referee.record.words import Tongue
    from referee.words.catalogue import ENGLISH, with_names

    store = SqliteStore.read(record)
    if on_page:
        _serve(store, record, port)
        return
    entries = store.entries()
    state = fold(entries)
    problems = check(entries)
    name = str(store.header.get("game"))
    rows = turn_rows(entries, found(name))
    turns = [_with_time(number, row) for number, row in enumerate(rows, start=1)]
    spoken = with_names(language, state.names)
    tongue = Tongue() if spoken == ENGLISH else Tongue(game(name).words, spoken)
    turns = tongue.of_all(turns)
    if first > max(1, len(turns)):
        raise click.BadParameter(f"the record has {len(turns)} turns.", param_hint="--from")
    chosen = [turn for turn in turns if turn["number"] >= first and (not faults or turn["status"] != "LEGAL")]
    if as_json:
        facts = {"record": str(record), "header": dict(store.header), "turns": chosen, "position": state.position}
        print_json({**facts, "problems": list(problems), "damage": list(store.damage)})
    else:
        _show([{**turn, "player": tongue.all_named("who", turn["about"])} for turn in chosen], speed, step)
        _say_the_rest(state, turns, tongue)
    for sentence in (*store.damage, *problems):
        click.echo(sentence, err=True)
    if problems:
        raise click.exceptions.Exit(1)


def _serve(store: Store, record: Path, port: int | None) -> None:
    """The record on the page until Ctrl-C."""
    import webbrowser

    from referee.cli.common import load_settings
    from referee.cli.page import Where, serve_page
    from referee.games.registry import game
    from referee.hosting.replay import Replay

    def ready(address: str) -> None:
        click.echo(f"The replay is at {address}. Stop with Ctrl-C.", err=True)
        webbrowser.open(address)

    live = Replay(game(str(store.header.get("game"))), store, str(record))
    serve_page(live, load_settings(None), Where(port=port), ready)


def _with_time(number: int, row: Row) -> Row:
    from referee.record.export_csv import time_text

    return {"number": number, **row, "time": time_text(row["time_ns"])}


def _show(turns: list[Row], speed: float, step: bool) -> None:
    from referee.cli.keys import terminal_keys
    from referee.record.player import Player

    by_keys = sys.stdin.isatty() and sys.stdout.isatty()
    if step and not by_keys:
        raise click.UsageError("--step needs a terminal; without one use --speed, --faults or --from.")
    if speed == 0.0 and not step:
        table_console().print(_table(turns, table_console().width >= _ROOMY))
        return
    player = Player(
        [turn["time_ns"] for turn in turns], [turn["status"] != "LEGAL" for turn in turns], speed=speed or 1.0
    )
    if not by_keys:
        _play_through(turns, player)
        return
    click.echo(_help_line(), err=True)
    with terminal_keys() as keys:
        follow(turns, replace(player, playing=not step, index=0 if step and turns else -1), keys)


def _play_through(turns: list[Row], player: Player) -> None:
    while (wait_s := player.wait_s()) is not None:
        time.sleep(wait_s)
        player = player.forward()
        _print_turn(turns[player.index])


def follow(turns: Sequence[Row], player: Player, keys: Keys) -> Player:
    """Play with keys until the user stops, or the last turn was shown while playing; returns where it stands then."""
    shown = -1
    while True:
        if player.index != shown and player.index >= 0:
            shown = player.index
            _print_turn(turns[shown])
        if player.stopped or (player.playing and player.last):
            return player
        key = keys.next(player.wait_s())
        before = player
        player = player.forward() if key is None else player.press(key)
        if key in ("f", "b") and player.index == before.index:
            click.echo("     no more faults or questions this way", err=True)


def _help_line() -> str:
    from referee.record.player import KEYS

    names = {" ": "space", "right": "→", "left": "←"}
    return "   ".join(f"{names.get(key, key)}: {does}" for key, does in KEYS.items())


def _print_turn(turn: Row) -> None:
    table_console().print(Text("  ").join([Text(f"{turn['number']:4}."), *_cells(turn)]))


def _table(turns: list[Row], roomy: bool) -> Table:
    table = Table("no.", "time", "player", *(("turn",) if roomy else ()), "verdict")
    table.add_column("in words", overflow="fold", ratio=1 if not roomy else None)
    for column in table.columns[:3]:
        column.no_wrap = True
    race = 1
    for turn in turns:
        if turn["race"] != race:
            race = turn["race"]
            table.add_section()
            table.add_row("", f"race {race}")
        at, player, notation, verdict, words = _cells(turn)
        beside = [notation] if roomy else []
        below = words if roomy else Text("\n").join([words, Text(turn["turn"], style="dim")])
        table.add_row(str(turn["number"]), at, player, *beside, verdict, below)
    return table


def _cells(turn: Row) -> list[Text]:
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


def _say_the_rest(state: RaceState, turns: list[Row], tongue: Tongue) -> None:
    from referee.record.words import sentence_in

    standing = [turn for turn in turns if not turn["undone"]]
    counts = ", ".join(f"{sum(turn['status'] == status for turn in standing)} {status.lower()}" for status in _STYLES)
    click.echo(f"{len(standing)} turns: {counts}.")
    if state.provisional is not None:
        click.echo(f"The turn under way: {tongue.told(sentence_in(state.provisional.data))}")
    click.echo(f"Position: {state.position or 'the race has not started yet'}")
