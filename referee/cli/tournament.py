"""`referee tournament`: players, rounds and standings of an evening, from the records of its races."""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from referee.cli.common import machines, print_json, races_folder
from referee.cli.kept_races import language_option
from referee.cli.tables import table_console
from referee.errors import NotationError, RecordError, SetupError

if TYPE_CHECKING:
    from referee.tournament.evening import Evening, Now

NEEDED = ("py4swiss", "openskill", "pydantic")


class _Needing(click.Group):
    """A group whose commands take what only tournaments need."""

    def invoke(self, ctx: click.Context) -> Any:
        """Raises SetupError when that is not installed."""
        if any(find_spec(name) is None for name in NEEDED):
            raise SetupError("A tournament needs a few more packages: type pip install 'race-referee[tournament]'.")
        return super().invoke(ctx)


@click.group(cls=_Needing)
def command() -> None:
    """Pair the rounds of an evening and keep its standings, which come from the records of its races.

    A tournament is a folder. What the organiser says is kept there, line by line; results are read from the races that
    this computer keeps (and from further folders), by the drivers' names. A record that is corrected corrects them.

    \b
    An evening:
      referee tournament new friday --player Ann --player Bob --player Cem --player Dan --rounds 3
      referee tournament round friday           who races where
      referee tournament serve friday --lan     the page: projector, phones, codes for the tables
      referee tournament standings friday
      referee tournament report friday          a page for paper

    \b
    Swiss for two at a table (the best meet the best), everybody against everybody, or heats of several:
      referee tournament new cup --system heats --seats 4 --points 10,6,3,1 --players names.txt
    """


def folder_argument(function: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command its FOLDER."""
    return click.argument("folder", type=click.Path(path_type=Path))(function)


def _evening(folder: Path, again: bool = False) -> Evening:
    from referee.devices.clock import SystemClock
    from referee.tournament.evening import Evening

    return Evening(folder, races_folder(), SystemClock().now_ns, again)


@command.command()
@folder_argument
@click.option("--name", help="What it is called (default: the folder's name).")
@click.option("--player", "named", multiple=True, metavar="NAME", help="A player, as often as needed, strongest first.")
@click.option("--players", "file", type=click.Path(path_type=Path), metavar="FILE", help="Players, one a line.")
@click.option("--system", type=click.Choice(("swiss", "round-robin", "heats")),
              help="How rounds are paired (default: swiss for two at a table, else heats).")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 99), default=5, show_default=True, help="How many rounds.")
@click.option("--seats", type=click.IntRange(2, 8), default=2, show_default=True, help="How many race at a table.")
@click.option("--points", metavar="N,N,...", help="Points by place, the winner's first (default: one less each place).")
@click.option("--bye", type=float, help="Points of who has no opponent in a round (default: the winner's).")
@click.option("--penalty", type=float, default=0.0, help="Points that each fault costs which stands.")
@click.option("--tables", metavar="NAME,...", help="The tables' names, in the order of use (default: 1,2,3...).")
@click.option("--records", multiple=True, metavar="FOLDER", help="A further folder of races, such as other computers'.")
@click.option("--after", multiple=True, metavar="FOLDER",
              help="An earlier evening of the same championship: players are seeded by their ratings.")  # fmt: skip
def new(
    folder: Path,
    name: str | None,
    named: tuple[str, ...],
    file: Path | None,
    system: str | None,
    rounds: int,
    seats: int,
    points: str | None,
    bye: float | None,
    penalty: float,
    tables: str | None,
    records: tuple[str, ...],
    after: tuple[str, ...],
) -> None:
    """Begin a tournament in FOLDER.

    \b
    Example:
      referee tournament new friday --players names.txt --tables 1,2,window --after last-friday
    """
    from referee.devices.clock import SystemClock
    from referee.devices.files import read_text
    from referee.tournament.log import Enter, Plan, made
    from referee.tournament.standings import seeded

    try:
        lines = read_text(file).splitlines() if file is not None else []
        by_place = [float(one) for one in points.split(",")] if points else [float(n) for n in range(seats - 1, -1, -1)]
    except (OSError, UnicodeDecodeError) as problem:
        raise RecordError(f"{file} cannot be read as a list of names: {problem}.") from problem
    except ValueError:
        raise NotationError(f"--points are numbers with commas between them, not '{points}'.") from None
    players = [*named, *(line.strip() for line in lines if line.strip())]
    before = tuple(str(Path(one).resolve()) for one in after)
    players = seeded(players, [_evening(Path(one)).counted() for one in before]) if before else players
    now_ns = SystemClock().now_ns()
    plan = made(
        Plan, at_ns=now_ns, name=name or folder.resolve().name, system=system or ("swiss" if seats == 2 else "heats"),
        rounds=rounds, seats=seats, points=by_place, bye=by_place[0] if bye is None else bye, penalty=penalty,
        tables=[one for one in (tables or "").split(",") if one], before=before,
        records=[str(Path(one).resolve()) for one in records],
    )  # fmt: skip
    found = _evening(folder).log.begin([plan, *(made(Enter, player=one, at_ns=now_ns) for one in players)])
    ready = len(found.players) > 1
    todo = "Pair the first one with" if ready else "Let players take part with"
    click.echo(f"{found.plan.name}: {len(found.players)} players, {rounds} rounds. {todo}")
    click.echo(f"  referee tournament {'round' if ready else 'enter'} {folder}{'' if ready else ' NAME...'}")


@command.command("round")
@folder_argument
@click.option("--show", is_flag=True, help="Only show the newest round.")
@click.option("--undo", is_flag=True, help="Take the newest round back.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def round_(folder: Path, show: bool, undo: bool, as_json: bool) -> None:
    """Pair the next round, and say who races where; the first seat is named first.

    A Swiss round takes the results of all races before it; the others can be paired at any time.
    """
    from referee.tournament.log import Unpair

    evening = _evening(folder)
    if undo:
        evening.log.say(Unpair())
    elif not show:
        evening.pair()
    rounds = evening.log.read().rounds
    if as_json:
        newest = rounds[-1].model_dump(mode="json", include={"heats", "byes"}) if rounds else {"heats": [], "byes": []}
        print_json({"round": len(rounds), **newest})
        return
    if not rounds:
        click.echo("No round is paired yet.")
        return
    click.echo(f"Round {len(rounds)}")
    for heat in rounds[-1].heats:
        click.echo(f"  table {heat.table}: {', '.join(heat.seats)}")
    if rounds[-1].byes:
        click.echo(f"  no opponent: {', '.join(rounds[-1].byes)}")


@command.command()
@folder_argument
@click.argument("round_number", metavar="ROUND", type=int)
@click.argument("heat", type=int)
@click.argument("order", nargs=-1, metavar="[NAME]...")
@click.option(
    "--record", default="", metavar="FILE", help="The heat was raced in this record, whatever its names' time."
)
@click.option("--why", default="", help="The reason, which the page shows.")
def result(folder: Path, round_number: int, heat: int, order: tuple[str, ...], record: str, why: str) -> None:
    """Say by hand how a HEAT of a ROUND ended, best first; who is level is joined by "=".

    It stands before any record. Without names and --record the records decide again.

    \b
    Example:
      referee tournament result friday 2 3 Ann Bob=Cem Dan --why "the camera fell down"
    """
    _evening(folder).rule(round_number, heat, ",".join(order), why, Path(record).name)


@command.command()
@folder_argument
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def enter(folder: Path, names: tuple[str, ...]) -> None:
    """Let players take part from the next round on, or again."""
    from referee.tournament.log import Enter, made

    _evening(folder).log.say(*(made(Enter, player=one) for one in names))


@command.command()
@folder_argument
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
def leave(folder: Path, names: tuple[str, ...]) -> None:
    """Let players take part in no further round; what they raced stays."""
    from referee.tournament.log import Leave, made

    _evening(folder).log.say(*(made(Leave, player=one) for one in names))


@command.command()
@click.argument("folders", nargs=-1, required=True, metavar="FOLDER...", type=click.Path(path_type=Path))
@click.option("--best", type=click.IntRange(1), help="Of several evenings only each player's best so many count.")
@click.option("--rejudge", is_flag=True, help="Count faults as this program's rules find them today.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def standings(folders: tuple[Path, ...], best: int | None, rejudge: bool, as_json: bool) -> None:
    """Show who stands where, and why; of several FOLDERs, oldest first, the championship over all of them.

    \b
    Example:
      referee tournament standings friday
      referee tournament standings january february march --best 2
    """
    from referee.tournament.standings import championship

    evenings = [_evening(folder, rejudge) for folder in folders]
    if len(evenings) > 1:
        _show_champions([row.__dict__ for row in championship([one.counted() for one in evenings], best or 0)], as_json)
        return
    now = evenings[0].now()
    if as_json:
        missing = [{"round": number, "heat": heat} for number, heat in now.missing]
        records = {f"{r}.{h}": one.race.path for (r, h), one in now.counted.items() if one.race}
        print_json(
            {
                "name": now.found.plan.name,
                "rounds": len(now.found.rounds),
                "missing": missing,
                "standings": [row.__dict__ for row in now.rows],
                "notes": now.notes,
                "records": records,
            }
        )
        return
    _show(now)


def _show(now: Now) -> None:
    from rich.markup import escape
    from rich.table import Table

    from referee.tournament.standings import figure

    table = Table(
        "place", "player", "points", "by round", "faults", "rating", "why here", title=escape(now.found.plan.name)
    )
    for row in now.rows:
        rounds = " ".join("-" if one is None else figure(one) for one in row.rounds)
        table.add_row(str(row.place), escape(row.player), figure(row.points), rounds, str(row.faults),
                      figure(row.rating), escape(row.why))  # fmt: skip
    table_console().print(table)
    for number, heat in now.missing:
        click.echo(f"Round {number}, heat {heat} has no result yet.", err=True)
    for note in now.notes:
        click.echo(note, err=True)


def _show_champions(rows: list[dict[str, Any]], as_json: bool) -> None:
    from rich.markup import escape
    from rich.table import Table

    from referee.tournament.standings import figure

    if as_json:
        print_json({"championship": rows})
        return
    table = Table("place", "player", "points", "by evening", "rating")
    for row in rows:
        evenings = " ".join("-" if one is None else figure(one) for one in row["evenings"])
        table.add_row(str(row["place"]), escape(row["player"]), figure(row["points"]), evenings, figure(row["rating"]))
    table_console().print(table)


@command.command()
@folder_argument
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Where (default: FOLDER/standings.html).")
@language_option
def report(folder: Path, out: Path | None, language: str) -> None:
    """Write rounds, results and standings as one page, for paper and to send; it needs nothing else."""
    from referee.tournament.page import on_paper

    target = out or folder / "standings.html"
    text = on_paper(_evening(folder), language)
    try:
        target.write_text(text, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise RecordError(f"{target} cannot be written: {problem.strerror}.") from problem
    click.echo(f"Wrote {target}.", err=True)


@command.command()
@folder_argument
@click.option("--lan", is_flag=True, help="Phones and other screens of this network may look, without a code.")
@click.option("--host", help="Address to serve the page on (default 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65535), default=8200, show_default=True, help="Port of the page.")
def serve(folder: Path, lan: bool, host: str | None, port: int) -> None:
    """Show the tournament as a page: rounds, standings, a projector's view, and a QR code to lay on each table.

    The organiser's tools are on it for who sits at this computer.
    """
    from referee.cli.report import page_of
    from referee.devices.network import names_of
    from referee.devices.store import SqliteStore
    from referee.tournament.page import tournament_app
    from web.serve import refuse_port
    from web.serve import serve as serve_page

    at = "0.0.0.0" if lan else host or "127.0.0.1"
    refuse_port(at, port)
    evening = _evening(folder)
    evening.now()

    def told(path: Path, language: str) -> str:
        return page_of(SqliteStore.read(path), True, language)

    app = tournament_app(evening, told, names_of(at), machines())

    def ready(url: str) -> None:
        names = names_of(at)
        if names:
            click.echo(f"Others of this network: http://{names[0]}:{url.rsplit(':', 1)[1]}", err=True)
        click.echo(f"Open {url.replace('0.0.0.0', '127.0.0.1')} in a browser. Stop with Ctrl-C.", err=True)

    serve_page(app, at, port, ready=ready)
