"""The command `referee`: finds each subcommand in its own file and turns errors into one sentence and exit code 2."""

from __future__ import annotations

import gc
import importlib
import sys

import click

from referee.cli.interrupt import one_interrupt_is_enough
from referee.errors import RefereeError

# name -> module under referee.cli whose `command` it is, and what the list of commands says of it; imported when asked
# for, so that the law runs without OpenCV.
COMMANDS = {
    "race": ("race", "Set a race up on the page, step by step, and referee it."),
    "demo": ("demo", "A simulated race: no camera, no printing."),
    "watch": ("watch", "Referee a camera or a recording, without the guided path."),
    "print": ("print_kit", "Write a game's printable kit, or check a print's scale."),
    "calibrate": ("calibrate", "Measure the camera's lens without the page."),
    "doctor": ("doctor", "Check this machine: libraries, cameras, disk, port."),
    "read": ("read", "What one picture shows, and what is wrong with the board."),
    "look": ("look", "What each stage of the eye saw in a picture, as pictures."),
    "judge": ("judge", "A verdict on two positions, without any camera."),
    "legal": ("legal", "Every legal turn from a position, or how many there are."),
    "play": ("play", "A random race, for tests."),
    "layout": ("layout", "Where every piece of a position lies, in mm."),
    "hall": ("hall", "All tables of an evening on one page."),
    "tournament": ("tournament", "Rounds and standings of an evening, from its races."),
    "token": ("token", "Let a program of yours talk to the pages."),
    "replay": ("replay", "Step through the turns of a recorded race."),
    "rejudge": ("rejudge", "Judge a recorded race again by today's rules."),
    "verify": ("verify", "Has anybody changed a record since its race?"),
    "report": ("report", "A recorded race as one HTML page."),
    "export": ("export", "A recorded race as table, text or film."),
    "bundle": ("bundle", "Pack a race into one file, for a bug report."),
    "open-bundle": ("open_bundle", "Unpack such a file and judge its race again."),
    "batch": ("batch", "Many records or recordings at once."),
    "bench": ("bench", "Measure speed and accuracy on this machine."),
}


OWN = ("--version", "--help", "-h")
"""The options that stand without a command."""


class LazyGroup(click.Group):
    """A click group whose commands are imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a new user meets them."""
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands: to write it, none of them is imported."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, words) for name, (_, words) in COMMANDS.items()])

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Options without a command, and nothing at all, are meant for the guided race."""
        alone = not args or (args[0].startswith("-") and args[0] not in OWN)
        return super().parse_args(ctx, ["race", *args] if alone else args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command's file."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"referee.cli.{COMMANDS[cmd_name][0]}").command
        return command


def _version(ctx: click.Context, asked: click.Parameter, given: bool) -> None:
    """Print version and build, and end."""
    if given:
        from referee import __version__
        from referee.cli.build import build

        click.echo(f"referee, version {__version__} (build {build()})")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Version and build."
)
def cli() -> None:
    """A referee for race games on a real table, under a camera.

    New here? Type `referee` alone: the page leads you from choosing a game to the race, with a simulated table if you
    have no camera; it takes the options of `referee race`, such as --port. `referee print racepack` makes the pieces;
    `referee demo` plays a race by itself.
    """


MADE_FOR_A_WORD = 100_000
"""So many things more than before are made before those that only hold each other are looked for: a word makes tens of
thousands, none of them such, and looking through them all took a third of its time."""


def main() -> None:
    """Run the command line; bad use and bad input end with one sentence and exit code 2."""
    interrupts = one_interrupt_is_enough()
    gc.set_threshold(MADE_FOR_A_WORD, 20, 50)
    try:
        code = cli.main(standalone_mode=False)
        if isinstance(code, int):  # what a command ended with by raising Exit: click hands it back instead
            sys.exit(code)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.Abort:
        click.echo("stopped", err=True)
        interrupts.leave()
    except click.ClickException as problem:
        problem.show()
        sys.exit(2)
    except RefereeError as problem:
        click.echo(f"referee: {problem}", err=True)
        sys.exit(2)
    except OSError as problem:  # a file or address that no command has its own words for
        what = f"{str(problem.filename)[:200]}: " if problem.filename is not None else ""
        click.echo(f"referee: {what}{problem.strerror or problem}.", err=True)
        sys.exit(2)
    except Exception as problem:  # noqa: BLE001 -- the last handler: people get a sentence, the traceback is kept
        from referee.cli.unforeseen import tell_unforeseen

        tell_unforeseen(problem)
        sys.exit(2)
