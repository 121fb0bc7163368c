"""Races that were kept: where one lies, how to go on with it, and which one a command means."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from referee.cli.common import newest_record, races_folder
from referee.errors import RecordError

LANGUAGES = ("en", "de", "fr")


def record_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its RECORD: a file, the bare name of a kept race, or nothing for the newest one."""
    kind = click.Path(path_type=Path)
    return click.argument("record", required=False, type=kind, callback=_meant)(function)


def language_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command --language."""
    words = "Language of the sentences; what a record holds as English text only stays so."
    return click.option("--language", type=click.Choice(LANGUAGES), default=LANGUAGES[0], help=words)(function)


def _meant(context: click.Context, parameter: click.Parameter, named: Path | None) -> Path:
    """The file that is meant. Raises RecordError when none is named and there is none."""
    if named is None:
        folder = races_folder()
        newest = newest_record(folder, f"no race has been kept in {folder} yet; name a record's file")
        click.echo(f"The newest race: {newest}", err=True)
        return newest
    if named.is_dir():
        raise RecordError(f"{named} is a folder: name a record's file in it, or none for the newest race.")
    kept = races_folder() / named
    return kept if not named.exists() and kept.is_file() else named


def tell_where_kept(path: str) -> None:
    """Say where a race lies after the page was stopped, how to go on if it is not over, and how to see it again."""
    if not path or not Path(path).exists():
        return
    click.echo(f"The race is kept in {path}", err=True)
    if _is_offered(Path(path)):
        click.echo("Go on with it: referee", err=True)
    click.echo(f"See it again: referee replay {shlex.quote(path)}", err=True)


def _is_offered(path: Path) -> bool:
    """Whether `referee` would offer to go on with this race."""
    from referee.devices.races import RecordsFolder

    folder = races_folder()
    return path.parent == folder and str(path) in {one.path for one in RecordsFolder(folder).unfinished()}
