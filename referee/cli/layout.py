"""`referee layout`: where every piece lies for a position, in millimetres."""

from __future__ import annotations

from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from referee.cli.common import load_kit, print_json


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--position", required=True, help="The position, or what is seen of it, in the game's notation.")
@click.option(
    "--kit", "kit_file", metavar="FILE", help="manifest.json of your print; default: the kit with wooden pieces."
)
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list on stdout.")
def command(game_name: str, position: str, kit_file: str | None, as_json: bool) -> None:
    """Say where every piece lies on the table for a POSITION.

    Millimetres from the middle of the board, x right, y up; z is the height of the printed face above the table; the
    angle turns counter-clockwise from the way up on the printed page.

    \b
    Example:
      referee layout --position "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW cars=S:k2 lap=3"
    """
    from referee.games.registry import game

    rules = game(game_name)
    pieces = rules.layout(position, load_kit(rules.name, kit_file, rules.sets_of(position)))
    if as_json:
        print_json([asdict(piece) for piece in pieces])
        return
    table = Table("piece", "side", "x mm", "y mm", "z mm", "angle")
    for piece in pieces:
        numbers = (piece.x_mm, piece.y_mm, piece.z_mm, piece.angle_deg)
        table.add_row(piece.piece, piece.side, *(f"{number:.1f}" for number in numbers))
    Console().print(table)
