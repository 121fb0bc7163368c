"""The command `referee`: finds each subcommand in its own file and turns errors into one sentence and exit code 2."""

from __future__ import annotations

import importlib
import sys

import click

from referee import __version__
from referee.cli.interrupt import one_interrupt_is_enough
from referee.errors import RefereeError

# name -> module under referee.cli whose `command` it is; imported when called, so that the law runs without OpenCV.
COMMANDS = {
    "race": "race",
    "demo": "demo",
    "watch": "watch",
    "print": "print_kit",
    "calibrate": "calibrate",
    "doctor": "doctor",
    "read": "read",
    "judge": "judge",
    "play": "play",
    "layout": "layout",
    "replay": "replay",
    "rejudge": "rejudge",
    "report": "report",
    "export": "export",
    "bundle": "bundle",
    "open-bundle": "open_bundle",
    "batch": "batch",
    "bench": "bench",
}


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a new user meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command's file."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"referee.cli.{COMMANDS[cmd_name]}").command
        return command


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="referee")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """A referee for race games on a real table, under a camera.

    New here? Type `referee` alone: the page leads you from choosing a game to the race, with a simulated table if you
    have no camera. `referee print racepack` makes the pieces; `referee demo` plays a race by itself.
    """
    if ctx.invoked_subcommand is None:
        race: click.Command = importlib.import_module("referee.cli.race").command
        ctx.invoke(race)


def main() -> None:
    """Run the command line; bad use and bad input end with one sentence and exit code 2."""
    one_interrupt_is_enough()
    try:
        code = cli.main(standalone_mode=False)
        if isinstance(code, int):  # what a command ended with by raising Exit: click hands it back instead
            sys.exit(code)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("stopped", err=True)
        sys.exit(130)
    except click.ClickException as problem:
        problem.show()
        sys.exit(2)
    except RefereeError as problem:
        click.echo(f"referee: {problem}", err=True)
        sys.exit(2)
