"""`referee play`: a seeded race without a camera, in the game's notation."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Any

import click

from referee.cli.common import print_json


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same race.")
@click.option("--turns", type=click.IntRange(min=0), default=60, show_default=True, help="Stop after so many turns.")
@click.option("--players", type=int, default=4, show_default=True, help="How many players.")
@click.option(
    "--faults", type=click.FloatRange(0.0, 1.0), default=0.0, show_default=True, help="Share of turns with a fault."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def command(game_name: str, seed: int, turns: int, players: int, faults: float, as_json: bool) -> None:
    """Play a race with random drivers who keep the rules, but for a share of planted FAULTS.

    Each turn comes with what really happened, what a camera sees after each movement, what was said aloud, and the
    truth: legal, or the id of the broken rule. A race that ends early ends the list.

    \b
    Example:
      referee play --game racepack --seed 7 --turns 40 --faults 0.2 --json
    """
    from referee.games.registry import game

    rules, dice = game(game_name), random.Random(seed)
    start = position = rules.start(players, dice)
    played: list[dict[str, Any]] = []
    while len(played) < turns and rules.over(position) is None:
        fault = dice.choice(rules.faults()) if dice.random() < faults else None
        turn = rules.play(position, dice, fault)
        position = turn.after
        played.append(asdict(turn))
        if not as_json:
            note = "" if turn.truth == "legal" else f"   <- breaks {turn.truth}"
            click.echo(f"{len(played):3}. {rules.in_words(turn.turn, True)}{note}")
    if as_json:
        print_json({"game": rules.name, "start": start, "turns": played})
    elif outcome := rules.over(position):
        click.echo(outcome)
