"""`referee legal`: every legal turn from a position, or how many there are."""

from __future__ import annotations

import click

from referee.cli.common import print_json


@click.command()
@click.option("--game", "game_name", default="racepack", show_default=True, help="Which game.")
@click.option("--position", required=True, help="The position at the beginning of a turn.")
@click.option("--dice", help="The turn's first rolls in order, parted by commas, as in 4,6; free when not given.")
@click.option("--declare", "declared", multiple=True, help="What is said, as in gear=3; what is unsaid is free.")
@click.option("--count", "depth", type=click.IntRange(1, 6), help="Only count the courses of so many turns.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on stdout.")
def command(
    game_name: str, position: str, dice: str | None, declared: tuple[str, ...], depth: int | None, as_json: bool
) -> None:
    """List every legal turn from POSITION with the position it leads to.

    Dice, and what only players know, are free unless given. With --count the turns are counted so many deep (what chess
    programs call perft): the same number from two programs says that they read the rules alike.

    \b
    Example (position shortened; the notation is in docs/notation.md):
      referee legal --game royal-racers --position "royal-racers cards=... turn=S,M" --dice 4
    """
    from referee.games.registry import game
    from referee.mind.legal import legal_turns, only_world, perft
    from referee.words.fact import parse_word

    law = game(game_name)
    book = law.book
    state = only_world(book, position)
    if depth is not None:
        turns = perft(book, state, depth)
        if as_json:
            print_json({"depth": depth, "turns": turns})
        else:
            click.echo(str(turns))
        return
    words = [parse_word(text) for text in declared]
    rolls = [one.strip() for one in dice.split(",")] if dice else []
    found = list(legal_turns(book, state, rolls, words))
    if as_json:
        takes = ((turn, law.takes(position, turn)) for turn in found)
        print_json({"turns": [{"turn": one.text, "after": book.text(one.after), "takes": said} for one, said in takes]})
        return
    for turn in found:
        click.echo(turn.text)
    click.echo(f"{len(found)} legal turns" if len(found) != 1 else "1 legal turn", err=True)
