"""`referee export`: a record for spreadsheets, scripts, piecepack viewers, and as a film."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from referee.cli.common import refuse_target, size_in_words
from referee.cli.kept_races import language_option, record_argument
from referee.cli.waiting import along
from referee.devices.files import is_there
from referee.errors import NotationError, RecordError
from referee.recent import CLIP, split

if TYPE_CHECKING:
    from referee.record.entry import Store
    from referee.record.words import Tongue

_FILMS = ("mp4", "gif")
PIECEPACK_GAMES = ("racepack", "royal-racers")
"""Games whose pieces PPN can draw."""


@click.command()
@record_argument
@click.option(
    "--to",
    "form",
    type=click.Choice(["jsonl", "csv", "ppn", *_FILMS]),
    required=True,
    help="jsonl: every entry; csv: a row a turn; ppn: Portable Piecepack Notation; mp4, gif: a film of the race.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Where to write; default: stdout, RECORD.mp4 or .gif.",
)
@click.option(
    "--kit", "kit_file", metavar="FILE", help="manifest.json of your print (for ppn); default: the game's own."
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.02, max=60),
    default=1.5,
    show_default=True,
    help="A turn's time in a film.",
)
@click.option(
    "--show",
    type=click.Choice(["both", "pictures", "diagrams"]),
    default="both",
    show_default=True,
    help="What a film shows: the camera's pictures, the drawn board, or both.",
)
@click.option("--clips", is_flag=True, help="Of each fault that stands the seconds before, RECORD-ENTRY.mp4 or .gif.")
@click.option("--width", type=click.IntRange(160, 3840), help="Width of a film in pixels; default: 1280, for gif 640.")
@language_option
@click.option("--overwrite", is_flag=True, help="Write over a file that is there already, without asking.")
def command(
    record: Path,
    form: str,
    out: Path | None,
    kit_file: str | None,
    seconds: float,
    show: str,
    clips: bool,
    width: int | None,
    overwrite: bool,
    language: str,
) -> None:
    """Write a RECORD in another form. A race under way can be exported too; the record itself is not touched.

    A file that is there already is written over only when you say so.

    \b
    A table of turns:   referee export race.sqlite --to csv --out race.csv
    A film:             referee export race.sqlite --to mp4
    Each fault's:       referee export race.sqlite --to mp4 --clips
    """
    from referee.devices.store import SqliteStore

    store = SqliteStore.read(record)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    if clips:
        if form not in _FILMS or out is not None:
            raise NotationError("Clips go beside the record, with --to mp4 or --to gif and without --out.")
        _write_clips(store, form, record, overwrite)
        return
    if form in _FILMS:
        film = out or record.with_suffix(f".{form}")
        if film.suffix.lower() != f".{form}":
            raise NotationError(f"A film written with --to {form} is called FILE.{form}, not {film.name}.")
        ask_to_overwrite(film, record, overwrite)
        _write_film(store, form, film, seconds, show, width, language)
        return
    if out is not None:
        ask_to_overwrite(out, record, overwrite)
    text = _exported(store, form, kit_file, language)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise RecordError(f"{out} cannot be written: {problem.strerror}.") from problem
    click.echo(f"Wrote {out}.", err=True)


def _write_clips(store: Store, form: str, record: Path, overwrite: bool) -> None:
    from referee.devices.clip_film import write_clip
    from referee.record.fold import fold
    from referee.record.races import races

    folded = (fold(race) for race in races(store.entries()))
    standing = ((turn, race.status(turn)) for race in folded for turn in race.turns)
    count = 0
    for turn in (turn for turn, status in standing if status == "ILLEGAL" and turn.data.get("clip_ms")):
        film = record.with_name(f"{record.stem}-{turn.id}.{form}")
        ask_to_overwrite(film, record, overwrite)
        write_clip(film, form, split(store.picture(turn.id, CLIP)), turn.data["clip_ms"])
        click.echo(str(film))
        count += 1
    click.echo(f"Wrote {count} clips." if count else "No fault that stands has a clip.", err=True)


def ask_to_overwrite(out: Path, record: Path, agreed: bool) -> None:
    """See that a file may be written, if need be by asking.

    Raises RecordError when it may not: it is the record itself, no regular file, or there already and nobody agrees.
    """
    refuse_target(out, record)
    if agreed or not is_there(out):
        return
    if not sys.stdin.isatty():
        raise RecordError(f"{out} is there already; add --overwrite, or name another file with --out.")
    click.confirm(f"{out} is there already. Write over it?", abort=True, err=True)


def _exported(store: Store, form: str, kit_file: str | None, language: str = "en") -> str:
    from referee.record.export_csv import export_csv
    from referee.record.export_jsonl import export_jsonl

    if form == "jsonl":
        return export_jsonl(store.header, store.entries())
    from referee.games.registry import found, game
    from referee.record.fold import fold
    from referee.record.words import Tongue
    from referee.words.catalogue import ENGLISH, with_names

    entries = store.entries()
    spoken = with_names(language, fold(entries).names)
    name = str(store.header.get("game", ""))
    tongue = Tongue() if spoken == ENGLISH else Tongue(game(name).words, spoken)
    return export_csv(entries, tongue, found(name)) if form == "csv" else _as_ppn(store, kit_file, tongue)


def _as_ppn(store: Store, kit_file: str | None, tongue: Tongue) -> str:
    from referee.cli.common import load_kit
    from referee.games.registry import game
    from referee.record.export_ppn import export_ppn
    from referee.record.fold import fold
    from referee.record.podium import outcome
    from referee.record.ppn_read import final_table, lint, read_ppn
    from referee.record.races import races

    rules = game(str(store.header.get("game", "racepack")))
    if rules.name not in PIECEPACK_GAMES:
        raise NotationError(
            f"PPN is for games played with a piecepack, and {rules.title} is none; use --to jsonl, csv, mp4 or gif."
        )
    parts = races(store.entries())
    position = fold(parts[-1]).position
    kit = load_kit(rules.name, kit_file, rules.sets_of(position) if position else 1)
    text = ""
    for number, entries in enumerate(parts, start=1):
        result = outcome(rules, fold(entries)) or ""
        header = {**store.header, **({"round": number} if len(parts) > 1 else {})}
        text += export_ppn(header, entries, lambda notation: rules.layout(notation, kit), result=result, tongue=tongue)
    wrong = lint(text)
    if wrong:
        raise NotationError("The export would be misread by PPN viewers: " + " ".join(wrong))
    for written in read_ppn(text):
        final_table(written)
    return text


def _write_film(
    store: Store, form: str, out: Path, seconds: float, show: str, width: int | None, language: str
) -> None:
    from itertools import chain

    from referee.cli.common import load_kit
    from referee.devices.film_frames import Look, film_frames, place_of
    from referee.devices.film_writer import write_gif, write_mp4
    from referee.games.registry import game
    from referee.record.incident_picture import places_in
    from referee.record.report import kept_in
    from referee.record.story import tell_races

    rules = game(str(store.header.get("game", "")))
    stories = tell_races(rules, store.header, store.entries())
    pictures = kept_in(store)
    places = places_in(rules, load_kit(rules.name, None, rules.sets_of(stories[-1].position)), store)
    wide = width or (640 if form == "gif" else 1280)
    look = Look(wide, wide * 9 // 16, show)
    frames = along(
        chain.from_iterable(film_frames(story, rules, pictures, look, places, language) for story in stories),
        sum(1 + len(story.chapters) + bool(story.outcome) for story in stories)
        + sum(place_of(chapter, places, look) is not None for story in stories for chapter in story.chapters),
        f"drawing {out.name}",
    )
    count = (write_gif if form == "gif" else write_mp4)(out, frames, seconds)
    click.echo(
        f"Wrote {out}: {count} pictures, {count * seconds:.0f} s, {size_in_words(out.stat().st_size)}.", err=True
    )
