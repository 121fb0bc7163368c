"""Races begun anew where a planted fault has left the table: what is wrong is told once, and play goes on.

Thousands by hand: `.venv/bin/python -m tests.match.after_faults 1500` (so many faults of each game).
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

from referee.errors import NotationError, RefereeError
from referee.games.base import PlayedTurn, Status
from referee.games.registry import GAMES
from referee.judge.verdict import judge
from referee.mind.reasoned import Game
from tests.match.conftest import Table

MOST_PLAYERS, TURNS, SHARE = 4, 30, 0.5
ELSEWHERE = ("packs", "cars", "board")
"""What was agreed on that takes another kit than the one laid here."""


def faults(game: Game, seed: int, count: int) -> Iterator[PlayedTurn]:
    """So many turns with a planted fault, from races with all that may be agreed on."""
    dice, made = Random(seed), 0
    while made < count:
        agreed = {
            option.name: dice.choice(option.values)
            for option in game.options
            if option.name not in ELSEWHERE and dice.random() < 0.3
        }
        try:
            position = game.start(dice.choice([n for n in game.players_allowed if n <= MOST_PLAYERS]), dice, agreed)
        except NotationError:  # these two cannot be agreed on together
            continue
        if game.unplayable(position):  # nor these
            continue
        for _ in range(TURNS):
            if game.over(position) or made == count:
                break
            fault = dice.choice(game.faults()) if dice.random() < SHARE else None
            turn = game.play(position, dice, fault)
            if turn.truth != "legal":
                made += 1
                yield turn
            position = turn.after


def positions_after(game: Game, turn: PlayedTurn) -> tuple[str, ...]:
    """Where the table stands after a fault, as it was played and as the referee takes it."""
    stops = [game.observe(text) for text in (game.visible(turn.before), *turn.stops)]
    taken = judge(game, turn.before, stops, turn.declared, closed=True).after
    return tuple(position for position in dict.fromkeys((turn.after, taken)) if not game.over(position))


def wrong_with(game: Game, position: str, dice: Random) -> str:
    """What is wrong with a race that begins here and with its next legal turn, "" when nothing is."""
    if game.unplayable(position):
        return f"refused: {game.unplayable(position)}"
    turn = game.play(position, dice, None)
    stops = [game.observe(text) for text in (game.visible(position), *turn.stops)]
    word = judge(game, position, stops, turn.declared, closed=True)
    return word.sentence if word.status is Status.ILLEGAL else ""


def told(name: str, position: str, dice: Random) -> tuple[int, str]:
    """How often a match that begins here says what was wrong on the table, and the next turn's fault, if it has one."""
    table = Table(name)
    table.show(position)
    table.match.start(MOST_PLAYERS, table.time_ns, position)
    turn = table.game.play(position, dice, None)
    table.play(turn)
    table.show(turn.stops[-1])
    notes = [entry for entry in table.match.entries if entry.kind == "note" and "wrong" in entry.data]
    found = table.match.verdict()
    return len(notes), found[1].sentence if found and found[1].status is Status.ILLEGAL else ""


def main() -> None:
    """Begin races after so many faults of each game; print the counts and the first mistakes."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    for name, game in GAMES.items():
        found, dice, shown = Counter[str](), Random(2), 0
        for turn in faults(game, 1, count):
            found["faults"] += 1
            for position in positions_after(game, turn):
                found["positions"] += 1
                found["something wrong"] += bool(game.check_position(position))
                try:
                    problem = wrong_with(game, position, dice)
                except RefereeError as error:
                    problem = repr(error)
                if problem:
                    found["mistakes"] += 1
                    if shown < 3:
                        shown += 1
                        print(f"{turn.truth}\n  {position}\n  {problem}")
        print(
            f"{name}: after {found['faults']} faults {found['positions']} positions, in {found['something wrong']} of "
            f"them something is wrong; {found['mistakes']} refused or the next legal turn called illegal"
        )


if __name__ == "__main__":
    main()
