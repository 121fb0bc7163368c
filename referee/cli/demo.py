"""`referee demo`: the whole chain on a simulated table, camera and players."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import click

from referee.cli.common import (
    close_record,
    load_settings,
    open_record,
    print_json,
    refuse_to_overwrite,
)
from referee.cli.kept_races import tell_where_kept
from referee.cli.page import (
    Where,
    agreed_option,
    faults_option,
    mode_option,
    page_options,
    refuse_taken_port,
    seen_in_hall,
    serve_page,
    set_mode,
)
from referee.cli.waiting import bar

if TYPE_CHECKING:
    from referee.assemble import Referee
    from referee.scoring import Score
    from referee.simulator.race import Event, SimulatedRace

LEAST_PX, MOST_PX = 240, 8192
"""Sides of a simulated camera's picture: from webcams of old to more than any."""


@click.command()
@click.option("--game", default="racepack", show_default=True, help="Which game is played.")
@click.option("--seed", default=1, show_default=True, help="Another number, another race.")
@click.option("--turns", type=click.IntRange(min=1), default=60, show_default=True, help="How many turns are played.")
@click.option("--players", type=int, help="How many play (default: 4, or as near to it as the game allows).")
@agreed_option
@faults_option
@click.option("--size", help="Size of the simulated camera's picture (default 1280x720, 1920x1080 for a whole floor).")
@click.option("--record", "record_file", help="File that keeps the race.")
@click.option("--headless", is_flag=True, help="No page: as fast as it goes, with a summary at the end.")
@click.option("--json", "as_json", is_flag=True, help="The summary as JSON.")
@mode_option
@page_options
@click.option("--no-browser", is_flag=True, help="Do not open the page by itself.")
def command(
    game: str,
    seed: int,
    turns: int,
    players: int | None,
    options: tuple[str, ...],
    faults: float,
    size: str | None,
    record_file: str | None,
    headless: bool,
    as_json: bool,
    mode: str | None,
    host: str | None,
    port: int | None,
    lan: bool,
    hall: str | None,
    table: str | None,
    obs: str | None,
    no_browser: bool,
) -> None:
    """Watch the referee at work without a camera: a virtual table, players who now and then break a rule.

    \b
    With the page:   referee demo
    As a test:       referee demo --headless --seed 3 --turns 60 --json
    With variants:   referee demo --players 8 --option main=four --size 1920x1080
    """
    from markers import kits
    from referee.assemble import Referee
    from referee.games.options import parse_agreed, players_for
    from referee.games.registry import game as find_game
    from referee.record.header import record_header
    from referee.scoring import Score
    from referee.simulator.race import SimulatedRace, frames_a_stop, picture_size

    law = find_game(game)
    settings = load_settings(None)
    refuse_to_overwrite(record_file, resume=False, resumable=False)
    where = Where(host, port, lan, hall, table, obs)
    if not headless:
        refuse_taken_port(settings, where)
    camera_size = _size(size) if size else picture_size(law.name)
    agreed = parse_agreed(options)
    count = players_for(law.players_allowed, players)
    start = law.start(count, Random(seed), agreed)
    wish = replace(kits.design_of(law.name).usual, packs=law.sets(count, agreed))
    kit = kits.manifest(law.name, wish=wish)

    def race_from(position: str) -> SimulatedRace:
        return SimulatedRace(
            law, kit, kits.pdf(law.name, wish=wish), seed=seed, turns=turns, players=count, fault_share=faults,
            size=camera_size, paced=not headless, start=position, frames_a_stop=frames_a_stop(law.name),
        )  # fmt: skip

    race = race_from(start)
    header = record_header(law.name, kit, race.name, settings=settings)
    store, path = open_record(record_file, False, header, keep=not headless)
    referee = Referee(law, kit, store, settings=settings, record_path=path)
    set_mode(referee, mode)
    referee.start_by_itself(count, race.start)
    score = Score()
    try:
        if headless:
            with seen_in_hall(referee, where), bar(turns, "refereeing", not as_json) as waiting:
                _play(referee, race, score, None, waiting.advance)
            summary = score.summary(law, referee.match.entries)
            print_json(summary) if as_json else _print(summary, score)
        else:
            _serve(referee, race, score, race_from, where, no_browser)
    finally:
        close_record(store)
        if not headless and referee.match.phase != "survey":
            tell_where_kept(path)


def _play(
    referee: Referee,
    race: SimulatedRace,
    score: Score,
    race_from: Callable[[str], SimulatedRace] | None,
    on_turn: Callable[[], object] = lambda: None,
) -> None:
    """Let the simulated players play, look at every picture, and press "turn done" where a player would.

    With `race_from` an error that nobody foresaw is told on the page, and the race goes on from where it stands.
    """
    from referee.cli.demo_events import take
    from referee.simulator.breaks import Playing, Reading
    from referee.simulator.race import FRAME_NS, TurnPlayed
    from referee.supervised import supervised

    def look(event: Event) -> None:
        take(event, referee, score)
        if isinstance(event, TurnPlayed):
            on_turn()

    def again() -> SimulatedRace:
        score.begin_anew(referee.match.entries)
        return race_from(referee.match.state.position or race.start) if race_from is not None else race

    started = time.perf_counter()
    referee.attend(race.name, simulated=True)
    reading = Reading(lambda: referee.to_read if race_from is not None else 0, referee.let_stand)
    playing = Playing(race, again, lambda: reading() or referee.rests, lambda: time.sleep(FRAME_NS / 1e9))
    supervised(playing.events, look, referee.stopping, referee.stumble if race_from is not None else None)
    if referee.stopped:
        return
    referee.finish()
    referee.catch_up()
    score.seconds = time.perf_counter() - started


def _serve(
    referee: Referee,
    race: SimulatedRace,
    score: Score,
    race_from: Callable[[str], SimulatedRace],
    where: Where,
    no_browser: bool,
) -> None:
    import webbrowser

    eyes = threading.Thread(target=lambda: _play(referee, race, score, race_from), name="eyes", daemon=True)
    eyes.start()

    def ready(address: str) -> None:
        click.echo(f"A simulated race is being refereed. Open {address} in a browser. Stop with Ctrl-C.")
        click.echo("The players wait a little after a fault or a question; 'Break' on the page lets them wait longer.")
        if not no_browser:
            webbrowser.open(address)

    try:
        serve_page(referee, referee.settings, where, ready=ready)
    finally:
        referee.stop()
        eyes.join(timeout=5)


def _size(text: str) -> tuple[int, int]:
    try:
        width, height = (int(part) for part in text.lower().split("x"))
    except ValueError:
        raise click.BadParameter(f"{text!r} is no picture size; write it like 1280x720") from None
    if not (LEAST_PX <= width <= MOST_PX and LEAST_PX <= height <= MOST_PX):
        raise click.BadParameter(f"{text} is no picture a camera takes; each side is {LEAST_PX} to {MOST_PX} px")
    return width, height


def _print(summary: dict[str, Any], score: Any) -> None:
    for name, value in summary.items():
        click.echo(f"{name.replace('_', ' '):20} {value}")
    for line in score.surprises:
        click.echo(line)
