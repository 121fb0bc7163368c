"""`referee export`: a record for spreadsheets, scripts and piecepack viewers."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.errors import NotationError, RecordError

if TYPE_CHECKING:
    from referee.record.entry import Store


@click.command()
@click.argument("record", type=click.Path(path_type=Path))
@click.option(
    "--to",
    "form",
    type=click.Choice(["jsonl", "csv", "ppn"]),
    required=True,
    help="jsonl: every entry; csv: a row a turn; ppn: Portable Piecepack Notation.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write; default: stdout.")
@click.option(
    "--kit", "kit_file", metavar="FILE", help="manifest.json of your print (for ppn); default: the game's own."
)
def command(record: Path, form: str, out: Path | None, kit_file: str | None) -> None:
    """Write a RECORD in another form. A race under way can be exported too; the record itself is not touched.

    \b
    Example:
      referee export race.sqlite --to csv --out race.csv
    """
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    text = _exported(store, form, kit_file)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise RecordError(f"{out} cannot be written: {problem.strerror}.") from problem
    click.echo(f"Wrote {out}.", err=True)


def _exported(store: Store, form: str, kit_file: str | None) -> str:
    from referee.record.export_csv import export_csv
    from referee.record.export_jsonl import export_jsonl

    if form == "jsonl":
        return export_jsonl(store.header, store.entries())
    if form == "csv":
        return export_csv(store.entries())
    return _as_ppn(store, kit_file)


def _as_ppn(store: Store, kit_file: str | None) -> str:
    from referee.cli.common import load_kit
    from referee.games.registry import game
    from referee.record.export_ppn import export_ppn
    from referee.record.fold import fold
    from referee.record.ppn_read import lint

    rules = game(str(store.header.get("game", "racepack")))
    kit = load_kit(rules.name, kit_file)
    entries = store.entries()
    position = fold(entries).position
    result = (rules.over(position) if position else None) or ""
    text = export_ppn(store.header, entries, lambda notation: rules.layout(notation, kit), result=result)
    wrong = lint(text)
    if wrong:
        raise NotationError("The export would be misread by PPN viewers: " + " ".join(wrong))
    return text
