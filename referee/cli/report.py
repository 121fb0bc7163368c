"""`referee report`: a race as one page to keep, share and print."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import refuse_target, size_in_words
from referee.cli.kept_races import language_option, record_argument
from referee.cli.waiting import bar
from referee.errors import RecordError

if TYPE_CHECKING:
    from referee.record.entry import Store
    from referee.record.incident_picture import Shown


@click.command()
@record_argument
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where to write (default: RECORD.html).")
@click.option("--no-pictures", is_flag=True, help="Leave the camera's pictures out: smaller, and nobody's hands in it.")
@language_option
def command(record: Path, out: Path | None, no_pictures: bool, language: str) -> None:
    """Write the race in RECORD as one HTML file: podium, places by turn, statistics, faults with pictures, every turn.

    A record of several races, such as a championship's, is one page with the standings first. The file needs nothing
    else: it can be sent, opened on a phone and printed. It asks for nothing from the internet.

    \b
    Example:
      referee report race.sqlite --out race.html
    """
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    target = out or record.with_suffix(".html")
    refuse_target(target, record)
    text = page_of(store, not no_pictures, language, waited_for=True)
    try:
        target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise RecordError(f"{target} cannot be written: {problem.strerror}.") from problem
    click.echo(f"Wrote {target} ({size_in_words(len(text.encode()))}).", err=True)


def page_of(store: Store, with_pictures: bool = True, language: str = "en", waited_for: bool = False) -> str:
    """The report of a record as HTML, with a bar where somebody waits for its pictures.

    Raises NotationError or RecordError when there is nothing to tell.
    """
    from referee.cli.common import load_kit
    from referee.games.registry import game
    from referee.record.incident_picture import places_in
    from referee.record.report import kept_in
    from referee.record.report_season import whole_report
    from referee.record.story import tell_races

    rules = game(str(store.header.get("game", "")))
    stories = tell_races(rules, store.header, store.entries())
    places = places_in(rules, load_kit(rules.name, None, rules.sets_of(stories[-1].position)), store)
    pictures = kept_in(store) if with_pictures else None
    told = [chapter for story in stories for chapter in story.chapters if chapter.status != "LEGAL"]
    with bar(len(told) if with_pictures else 0, "drawing the faults", waited_for and with_pictures) as waiting:

        def place(entry_id: int) -> Shown | None:
            waiting.advance()
            return places(entry_id)

        return whole_report(stories, rules, pictures, language, store.head(), place)
