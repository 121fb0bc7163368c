"""`referee token`: lets programs talk to the pages of this computer, and takes that back."""

from __future__ import annotations

import click

from referee.cli.common import machines
from referee.cli.tables import table_console
from referee.commands import OF_PROGRAMS


@click.group()
def command() -> None:
    """Let a program of yours talk to the pages of this computer: a lamp, a scoreboard, a stream's scenes.

    A token stands in the place of a join code. It is sent as a header, to any page of yours, from any device that
    reaches it; it lasts until you revoke it, and may do what its role may: look on (watch), say what no camera can see
    (declare), or everything (referee). What the pages take and answer is told by themselves: /openapi.json and
    /asyncapi.json.

    \b
    Example:
      referee token new lamp                     prints the token, once
      curl -H "Authorization: Bearer TOKEN" http://127.0.0.1:8000/state
      referee token revoke lamp
    """


@command.command()
@click.argument("name")
@click.option(
    "--role", type=click.Choice(OF_PROGRAMS), default=OF_PROGRAMS[0], show_default=True, help="What it may do."
)
def new(name: str, role: str) -> None:
    """Let a program in, as NAME, and print its token. It is kept nowhere: make a new one if it is lost."""
    click.echo(machines().admit(name, role))


@command.command("list")
def list_() -> None:
    """Show who is let in."""
    from rich.table import Table

    table = Table("name", "role", "since")
    for one in machines().all():
        table.add_row(one.name, one.role, one.since)
    table_console().print(table)


@command.command()
@click.argument("name")
def revoke(name: str) -> None:
    """Let a program in no more, from now on."""
    machines().revoke(name)
