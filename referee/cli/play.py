"""`referee play`: a seeded race without a camera, in the game's notation."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import click

from referee.cli.common import options_given, print_json

if TYPE_CHECKING:
    from referee.mind.reasoned import Game


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed plays the same race.")
@click.option("--turns", type=click.IntRange(min=0), default=60, show_default=True, help="Stop after so many turns.")
@click.option("--players", type=int, help="How many players (default: 4, or as near to it as the game allows).")
@click.option(
    "--option",
    "agreed",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant or number agreed on, as often as needed; see --options.",
)
@click.option("--options", "list_options", is_flag=True, help="List what the players of this game may agree on.")
@click.option(
    "--faults", type=click.FloatRange(0.0, 1.0), default=0.0, show_default=True, help="Share of turns with a fault."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def command(
    game_name: str,
    seed: int,
    turns: int,
    players: int | None,
    agreed: tuple[str, ...],
    list_options: bool,
    faults: float,
    as_json: bool,
) -> None:
    """Play a race with random drivers who keep the rules, but for a share of planted FAULTS.

    Each turn comes with what really happened, what a camera sees after each movement, what was said aloud, and the
    truth: legal, or the id of the broken rule. A championship or campaign goes on with its next race; else a race that
    ends early ends the list. In JSON `starts` holds the position each race begins with.

    \b
    Example:
      referee play --game racepack --seed 7 --turns 40 --faults 0.2 --json
      referee play --game royal-racers --option flags=3 --option opponent-flag=yes
      referee play --game nestorgames-gp --option championship=yes --turns 400
      referee play --game nestorgames-gp --option board=mine.json
    """
    from referee.games.options import players_for
    from referee.games.registry import game

    rules, dice = game(game_name), random.Random(seed)
    if list_options:
        _list(rules, as_json)
        return
    starts = [rules.start(players_for(rules.players_allowed, players), dice, options_given(rules, agreed))]
    position = starts[0]
    played: list[dict[str, Any]] = []
    while len(played) < turns:
        if outcome := rules.over(position):
            following = rules.next_race(position, dice)
            if following is None:
                break
            starts.append(following)
            position = following
            if not as_json:
                click.echo(f"{outcome}\nRace {len(starts)}:")
        fault = dice.choice(rules.faults()) if dice.random() < faults else None
        turn = rules.play(position, dice, fault)
        position = turn.after
        played.append(asdict(turn))
        if not as_json:
            note = "" if turn.truth == "legal" else f"   <- breaks {turn.truth}"
            click.echo(f"{len(played):3}. {rules.in_words(turn.turn, True)}{note}")
    if as_json:
        print_json({"game": rules.name, "start": starts[0], "starts": starts, "turns": played})
    elif outcome := rules.over(position):
        click.echo(outcome)


def _list(rules: Game, as_json: bool) -> None:
    """What may be agreed on, for a person or as JSON."""
    from referee.games.options import in_words

    said = ((option, *in_words(rules.words, option)) for option in rules.options)
    options = [replace(option, words=words, choices=choices) for option, words, choices in said]
    if as_json:
        print_json([asdict(option) for option in options])
        return
    for option in options:
        click.echo(f"{option.name} (usually {option.default}): {option.words}")
        for value, words in option.choices:
            click.echo(f"    {option.name}={value}" + ("" if words == value else f"  {words}"))
