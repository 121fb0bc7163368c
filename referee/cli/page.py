"""What the commands with a page share: where it is served, and who may join it."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from flask import Flask

    from referee.assemble import Referee
    from referee.devices.phone import PhoneCamera
    from referee.settings import Settings
    from web.live import LiveRace

MODES = ("strict", "advise", "record")
GAP = 2
"""Columns between codes that stand side by side."""
Where = tuple[str | None, int | None, bool]
"""What --host, --port and --lan said."""

Command = TypeVar("Command", bound=Callable[..., Any])


def port_option(command: Command) -> Command:
    """Add --port."""
    words = "Port to serve the page on (default 8000)."
    return click.option("--port", type=click.IntRange(0, 65535), metavar="NUMBER", help=words)(command)


def page_options(command: Command) -> Command:
    """Add --host, --port and --lan."""
    command = port_option(command)
    command = click.option("--host", help="Address to serve the page on (default 127.0.0.1).")(command)
    lan = click.option("--lan", is_flag=True, help="Let phones of your network join: prints the address and a QR code.")
    return lan(command)


def agreed_option(command: Command) -> Command:
    """Add --option: what the table agreed on."""
    words = "What the table agreed on, as often as needed; `referee play --game GAME --options` lists it."
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=words)(command)


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

    refuse_port(*_address(settings, *where))


def _address(settings: Settings, host: str | None, port: int | None, lan: bool) -> tuple[str, int]:
    """Where the page is served: name or number of the network card, and the port."""
    return "0.0.0.0" if lan else host or settings.host, settings.port if port is None else port


def serve_page(
    live: LiveRace,
    settings: Settings,
    host: str | None,
    port: int | None,
    lan: bool,
    ready: Callable[[str], None],
    phone: PhoneCamera | None = None,
) -> None:
    """Serve the page until Ctrl-C; `ready` gets this machine's own address of it. Raises SetupError when it cannot.

    `phone` takes in the pictures of a phone that is the camera; its code is printed when it is waited for.
    """
    from referee.cli.common import authority
    from referee.devices.network import names_of
    from web.app import create_app
    from web.serve import serve

    where = _address(settings, host, port, lan)
    app = create_app(live, hosts=names_of(where[0]), phone=phone, authority=authority)

    def open_for_all(url: str) -> None:
        own = url.replace("0.0.0.0", "127.0.0.1")
        if lan or (phone is not None and phone.wanted):
            _invite(app, own)
        ready(own)

    serve(app, *where, ready=open_for_all)


def _invite(app: Flask, own: str) -> None:
    """Print the join codes of this run, each with a QR of its own: side by side where the terminal is wide enough."""
    from referee.commands import Role
    from web.guard import desk_of
    from web.joining import address

    desk = desk_of(app)
    roles = [role for role in Role if desk.phone.wanted or role is not Role.CAMERA]
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
