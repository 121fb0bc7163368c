"""What the commands with a page share: where it is served, and who may join it."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from referee.errors import SetupError
from referee.simulator import USUAL_FAULTS

if TYPE_CHECKING:
    from flask import Flask

    from referee.assemble import Referee
    from referee.devices.phone import PhoneCamera
    from referee.hall.messages import Broker
    from referee.settings import Settings
    from web.live import LiveRace

MODES = ("strict", "advise", "record")
GAP = 2
"""Columns between codes that stand side by side."""
FIND = "find"
HALL_PASSWORD, TABLE_USER = "RACE_HALL_PASSWORD", "table"


class Where(NamedTuple):
    """What --host, --port, --lan, --hall, --table and --obs said."""

    host: str | None = None
    port: int | None = None
    lan: bool = False
    hall: str | None = None
    table: str | None = None
    obs: str | None = None


Command = TypeVar("Command", bound=Callable[..., Any])


def port_option(command: Command) -> Command:
    """Add --port."""
    words = "Port to serve the page on (default 8000)."
    return click.option("--port", type=click.IntRange(0, 65535), metavar="NUMBER", help=words)(command)


def page_options(command: Command) -> Command:
    """Add --host, --port, --lan, --hall, --table and --obs."""
    words = "Switch scenes of OBS at a fault: obs://:PASSWORD@HOST?fault=SCENE."
    command = click.option("--obs", metavar="ADDRESS", help=words)(command)
    words = "Be seen in a hall of tables: the address that `referee hall` prints, or 'find' in its network."
    command = click.option("--hall", metavar="ADDRESS", help=words)(command)
    command = click.option("--table", metavar="NAME", help="This table's name in the hall, such as 7.")(command)
    command = port_option(command)
    command = click.option("--host", help="Address to serve the page on (default 127.0.0.1).")(command)
    lan = click.option("--lan", is_flag=True, help="Let phones of your network join: prints the address and a QR code.")
    return lan(command)


def agreed_option(command: Command) -> Command:
    """Add --option: what the table agreed on."""
    words = "What the table agreed on, as often as needed; `referee play --game GAME --options` lists it."
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=words)(command)


def faults_option(command: Command) -> Command:
    """Add --faults: how often simulated players break a rule."""
    words = "Share of the simulated players' turns that break a rule on purpose."
    share = click.FloatRange(0.0, 1.0)
    return click.option("--faults", type=share, default=USUAL_FAULTS, show_default=True, help=words)(command)


def mode_option(command: Command) -> Command:
    """Add --mode: how strict the referee is."""
    words = "How strict: illegal turns wait for people (strict, the default), stand with a mark, or nothing is said."
    return click.option("--mode", type=click.Choice(MODES), help=words)(command)


def set_mode(referee: Referee, mode: str | None) -> None:
    """Note how strict the referee is to be, unless nobody asked or the record says so already."""
    if mode is not None and referee.match.state.mode != mode:
        from referee.commands import Mode

        referee.command(Mode(mode, ""))


def refuse_taken_port(settings: Settings, where: Where) -> None:
    """Say that the page cannot be served before a record or a camera is opened for it. Raises SetupError."""
    from web.serve import refuse_port

    refuse_port(*_address(settings, where))
    _hall_of(where)
    if where.obs is not None:
        from referee.hall.obs import obs_library, scenes_at

        scenes_at(where.obs), obs_library()


def _address(settings: Settings, where: Where) -> tuple[str, int]:
    """Where the page is served: name or number of the network card, and the port."""
    port = settings.port if where.port is None else where.port
    return "0.0.0.0" if where.lan else where.host or settings.host, port


def serve_page(
    live: LiveRace,
    settings: Settings,
    where: Where,
    ready: Callable[[str], None],
    phone: PhoneCamera | None = None,
) -> None:
    """Serve the page until Ctrl-C; `ready` gets this machine's own address of it. Raises SetupError when it cannot.

    `phone` takes in the pictures of a phone that is the camera; its code is printed when it is waited for.
    """
    from referee.cli.common import authority, camera_visit, machines
    from referee.devices.network import names_of
    from web.app import create_app
    from web.serve import serve

    address = _address(settings, where)
    names = names_of(address[0])
    app = create_app(live, hosts=names, phone=phone, authority=authority, machines=machines(), camera=camera_visit())

    def open_for_all(url: str) -> None:
        own = url.replace("0.0.0.0", "127.0.0.1")
        if where.lan or (phone is not None and phone.wanted):
            invite_phones(app, own)
        for_others = own.replace("127.0.0.1", names[0]) if names else own
        herald.enter_context(seen_in_hall(live, where, for_others))
        ready(own)

    with ExitStack() as herald:
        serve(app, *address, ready=open_for_all)


@contextmanager
def seen_in_hall(live: LiveRace, where: Where, page: str = "") -> Iterator[None]:
    """Tell the hall of a race as long as this lasts, if --hall asks for it. Raises SetupError."""
    found = _hall_of(where)
    if found is None:
        with scenes_switched(live, where):
            yield
        return
    from referee.devices.clock import SystemClock
    from referee.hall.herald import Herald

    herald = Herald(live, *found, page, SystemClock().now_ns, lambda news: click.echo(news, err=True))
    herald.start()
    try:
        with scenes_switched(live, where):
            yield
    finally:
        herald.stop()


@contextmanager
def scenes_switched(live: LiveRace, where: Where) -> Iterator[None]:
    """Let scenes of OBS follow a race as long as this lasts, if --obs asks for it. Raises SetupError."""
    if where.obs is None:
        yield
        return
    from referee.hall.obs import Switcher, scenes_at

    switcher = Switcher(live, scenes_at(where.obs), lambda news: click.echo(news, err=True))
    switcher.start()
    try:
        yield
    finally:
        switcher.stop()


@cache
def _hall_of(where: Where) -> tuple[Broker, str] | None:
    """The broker and this table's name, if there is a hall. Raises SetupError for a wrong address or name."""
    if where.hall is None:
        if where.table is not None:
            raise SetupError("--table names a table of a hall: say which hall with --hall.")
        return None
    if where.table is None:
        raise SetupError("Say which of the hall's tables this is, such as --table 7.")
    hall_needs()
    from referee.hall.messages import broker_at, table_name

    asked = broker_at(where.hall)
    if asked.host == FIND:
        from referee.hall.found import hall_nearby

        there = hall_nearby()
        asked = replace(asked, host=there.host, port=there.port, hall=there.hall, tls=there.tls)
    password = asked.password or os.environ.get(HALL_PASSWORD, "")
    return replace(asked, user=asked.user or (TABLE_USER if password else ""), password=password), table_name(
        where.table
    )


def hall_needs() -> None:
    """Raise SetupError when what only halls need is not installed."""
    if find_spec("paho") is None or find_spec("zeroconf") is None:
        raise SetupError("A hall needs two more packages: type pip install 'race-referee[hall]'.")


def invite_phones(app: Flask, own: str) -> None:
    """Print the join codes of this run, each with a QR of its own: side by side where the terminal is wide enough."""
    from referee.commands import Role
    from web.guard import desk_of
    from web.joining import address

    desk = desk_of(app)
    roles = sorted(Role)[not desk.phone.wanted :]  # the camera first: nothing is seen without it
    desk.doors.open(secure=desk.phone.wanted)
    links = {role: address(desk, own, desk.visitors.invite(role)) for role in roles}
    click.echo("Phones of the same network join here (for half an hour; new codes under Phones on the page):", err=True)
    drawn = [[f"  to {role.word:8} {link}", *_code(link)] for role, link in links.items()]
    wide = max(len(line) for block in drawn for line in block) + GAP
    if shutil.get_terminal_size().columns >= wide * len(drawn):
        for line in zip(*drawn, strict=True):
            click.echo("".join(part.ljust(wide) for part in line).rstrip(), err=True)
        return
    for block in drawn:
        click.echo("\n".join(block), err=True)


def _code(link: str) -> list[str]:
    """A QR of an address as lines of a terminal, all of one width."""
    import segno

    out = io.StringIO()
    segno.make_qr(link, error="l").terminal(out=out, compact=True, border=2)
    return out.getvalue().rstrip("\n").split("\n")
