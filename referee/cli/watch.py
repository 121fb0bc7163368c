"""`referee watch`: referee a real table, or a recording of one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from referee.cli.common import (
    close_record,
    load_camera,
    load_kit,
    load_settings,
    open_record,
    options_given,
    print_json,
    refuse_to_overwrite,
)
from referee.cli.kept_races import language_option, tell_where_kept
from referee.cli.page import (
    Where,
    agreed_option,
    mode_option,
    page_options,
    refuse_taken_port,
    seen_in_hall,
    serve_page,
    set_mode,
)
from referee.cli.recording import load_said
from referee.errors import RefereeError
from referee.games.base import Status

if TYPE_CHECKING:
    from referee.assemble import Referee
    from referee.devices.phone import PhoneCamera
    from referee.devices.recording import Recording, Said
    from referee.devices.status import SourceStatus
    from referee.mind.reasoned import Game
    from referee.record.entry import Entry
    from referee.vision.source import FrameSource


PATIENCE_S = 10.0
"""Without a page, a camera or stream that has been away this long ends the run; with one it is waited for."""


@click.command()
@click.option("--game", default="racepack", show_default=True, help="Which game is on the table.")
@click.option(
    "--source",
    required=True,
    help="Camera number or name, `phone`, video file, folder of stills, one still, http:// or rtsp:// address.",
)
@click.option(
    "--camera", "camera_file", help="Lens calibration made by `referee calibrate`; without it the lens is guessed."
)
@click.option("--kit", "kit_file", help="manifest.json of your print, if it is not the default one.")
@click.option("--position", default="", help="Start from this position instead of surveying the table.")
@click.option("--players", type=int, help="How many play (default: the settings', 4).")
@agreed_option
@click.option("--record", "record_file", help="File that keeps the race (default: a new one in your data folder).")
@click.option("--resume", is_flag=True, help="Go on with a recorded race: the named one, or the newest.")
@click.option("--said", "said_file", help='JSON file of what was said: [{"time_s": 12.5, "text": "speed:2=3"}, ...].')
@click.option("--headless", is_flag=True, help="No page; a line for each verdict.")
@click.option("--json", "as_json", is_flag=True, help="Verdicts as JSON lines on stdout.")
@mode_option
@page_options
@click.option("--settings", "settings_file", help="TOML file of settings.")
@language_option
def command(
    game: str,
    source: str,
    camera_file: str | None,
    kit_file: str | None,
    position: str,
    players: int | None,
    options: tuple[str, ...],
    record_file: str | None,
    resume: bool,
    said_file: str | None,
    headless: bool,
    as_json: bool,
    mode: str | None,
    host: str | None,
    port: int | None,
    lan: bool,
    hall: str | None,
    table: str | None,
    obs: str | None,
    settings_file: str | None,
    language: str,
) -> None:
    """Referee a race: look at SOURCE, say of every turn whether it was legal, keep the record.

    With --headless the exit code is 1 when a turn was illegal. A championship or campaign (--option championship=yes,
    --option races=3) stays in one record: its next race begins with the button on the page, and by itself in a
    recording or with --headless, as soon as the table shows its start.

    \b
    A webcam, with the page:     referee watch --game racepack --source 0
    A recording, in the shell:   referee watch --game racepack --source race.mp4 --headless
    Go on after a crash:         referee watch --source 0 --resume
    """
    from referee.assemble import Referee
    from referee.devices.clock import SystemClock
    from referee.devices.phone import PhoneCamera
    from referee.devices.recording import Recording
    from referee.devices.sources import open_source
    from referee.devices.store import SqliteStore
    from referee.games.options import agreed, players_for
    from referee.games.registry import game as find_game
    from referee.record.header import record_header
    from referee.words.catalogue import told

    law = find_game(game)
    settings = load_settings(settings_file)
    count = players_for(law.players_allowed, players, settings.players)
    agreed_on = options_given(law, options)
    agreed(law.options, agreed_on)
    sets = law.sets_of(position) if position else law.sets(count, agreed_on)
    kit, camera = load_kit(law.name, kit_file, sets), load_camera(camera_file)
    said = load_said(said_file)
    for sentence in law.check_position(position) if position else ():
        click.echo(f"Before this race: {sentence}", err=True)
    listeners: list[Referee] = []

    def hear(status: SourceStatus) -> None:
        for listener in listeners:
            listener.hear_source(status)

    refuse_to_overwrite(record_file, resume)
    where = Where(host, port, lan, hall, table, obs)
    if headless:  # with a page, the page comes first
        told("bumped")  # the words are read now, so that the first bump does not wait for them
    else:
        refuse_taken_port(settings, where)
    patience_s, phone = (PATIENCE_S, None) if headless else (None, PhoneCamera())
    pictures = open_source(source, realtime=not headless, patience_s=patience_s, on_status=hear, phone=phone)
    if camera is not None and pictures.live and (other := camera.other_camera(pictures.name)):
        click.echo(other, err=True)
    header = record_header(law.name, kit, source, camera=camera, settings=settings)
    try:
        store, path = open_record(record_file, resume, header, keep=not headless)
    except RefereeError:
        pictures.close()
        raise
    clock = SystemClock()
    printer = _Printer(law, as_json, language)
    referee = Referee(
        law,
        kit,
        store,
        camera=camera,
        settings=settings,
        now_ns=clock.now_ns if pictures.live else None,
        record_path=path,
        on_entry=printer.hear,
        chosen=kit.version if kit_file else "",
    )
    referee.agreed = agreed_on
    set_mode(referee, mode)
    listeners.append(referee)
    for sentence in store.damage:
        click.echo(sentence, err=True)
    film = Recording(pictures, said, referee.hear_word)
    if resume:
        click.echo(f"Resumed {path}: {referee.match.state.position or 'the race has not started yet'}", err=True)
        film = _gone_on_with(pictures, said, referee, source)
        if isinstance(store, SqliteStore) and store.left_open:
            printer.take_up(referee.match.entries)
    # Nobody presses "Start the race" for a recording, which does not wait.
    if referee.match.phase == "survey" and (headless or position or not pictures.live):
        referee.start_by_itself(count, position)
    if headless or not pictures.live:
        referee.next_by_itself()
    found = False
    try:
        if headless:
            with seen_in_hall(referee, where):
                found = _watch(referee, film)
        else:
            _serve(referee, film, where, path, phone)
    finally:
        try:
            printer.flush()
        finally:  # nobody may read any more what is printed; the record is closed all the same
            close_record(store)
        if not headless and referee.match.phase != "survey":
            tell_where_kept(path)
    if found:
        sys.exit(1)


def _gone_on_with(pictures: FrameSource, said: Said, referee: Referee, source: str) -> Recording:
    """A recording from where the record stopped; another recording, or a camera, from its first picture."""
    from referee.devices.recording import Recording, going_on_at, words_noted

    entries = referee.match.entries
    after_ns = None if pictures.live else going_on_at(referee.match.store.header, entries, source)
    if after_ns is not None:
        click.echo(f"{pictures.name} goes on at {after_ns / 1e9:.1f} s, where the record stopped.", err=True)
    elif not pictures.live and entries:
        click.echo(f"{pictures.name} is not the recording this record was made from: it is looked at whole.", err=True)
    return Recording(pictures, said, referee.hear_word, after_ns, words_noted(entries))


def _watch(referee: Referee, film: Recording) -> bool:
    """Look to the end; whether a turn was illegal."""
    from referee.record.races import standing_turns

    referee.run(film)
    if referee.match.phase == "survey":
        problems = referee.match.problems or ("no settled picture of a board was seen",)
        raise RefereeError("the race never started: " + "; ".join(problem.rstrip(".") for problem in problems))
    return any(entry.data["status"] == Status.ILLEGAL.value for entry in standing_turns(referee.match.entries))


def _serve(referee: Referee, film: Recording, where: Where, path: str, phone: PhoneCamera | None) -> None:
    def look() -> None:
        try:
            referee.run(film, go_on=True)
        except RefereeError as problem:
            click.echo(f"referee: {problem}", err=True)

    eyes = threading.Thread(target=look, name="eyes", daemon=True)

    def ready(address: str) -> None:
        click.echo(f"The race is kept in {path}", err=True)
        click.echo(f"Open {address} in a browser. Stop with Ctrl-C.", err=True)
        eyes.start()

    try:
        serve_page(referee, referee.settings, where, ready, phone)
    finally:
        referee.stop()
        if eyes.ident is not None:
            eyes.join(timeout=5)


class _Printer:
    """Prints each verdict that closes a turn, once it is sure that the turn is not taken up again."""

    def __init__(self, law: Game, as_json: bool, language: str = "en") -> None:
        self._law, self._as_json, self._language = law, as_json, language
        self._names: dict[str, str] = {}
        self._waiting: Entry | None = None
        self._silent = False

    def hear(self, entry: Entry) -> None:
        """Take in the next entry of the record."""
        if entry.kind == "undo" and self._waiting is not None and entry.data.get("entry") == self._waiting.id:
            self._waiting = None
        elif entry.kind in ("stop", "verdict", "correct"):
            self.flush()
        if entry.kind == "verdict" and not entry.data.get("provisional"):
            self._waiting = entry
        self._names |= entry.data.get("names", {})

    def take_up(self, entries: Sequence[Entry]) -> None:
        """After a kill: what was waiting then waits again, and what may not have been printed any more is printed now.

        That is a verdict which became sure in the last moment of the record; one printed just then comes twice.
        """
        last_ns = max((entry.time_ns for entry in entries), default=0)
        self._silent = True
        for entry in entries:
            self._silent = entry.time_ns < last_ns
            self.hear(entry)
        self._silent = False

    def flush(self) -> None:
        """Print what is waiting."""
        if self._silent:
            self._waiting = None
            return
        from referee.record.verdict_json import verdict_from_json
        from referee.record.words import Tongue
        from referee.snapshot import as_line
        from referee.words.catalogue import with_names

        if self._waiting is None:
            return
        entry, self._waiting = self._waiting, None
        line = as_line(self._law, entry, verdict_from_json(entry.data))
        said = Tongue(self._law.words, with_names(self._language, self._names)).of_all(line)
        if self._as_json:
            print_json(said)
        else:
            click.echo(f"{said['status']:9}  {said['sentence']}")
