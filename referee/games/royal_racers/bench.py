"""The hard cases of Royal Racers for `referee bench explain`: flags all over, cards face down, and missed rounds."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.base import Dice, Game
from referee.games.hard import HardTurns, missed
from referee.games.royal_racers.agreeing import ranks_of
from referee.games.royal_racers.play import start
from referee.games.royal_racers.position import OPPONENT_FLAG, position_text

CASES = 12
FLAGS = 6
FIRST_TURN, LAST_TURN = 4 * (FLAGS - 1) + 24, 4 * (FLAGS - 1) + 54
"""The flags are placed first, then some cards are turned; nobody comes home so soon."""


def hard_turns(game: Game, dice: Dice) -> HardTurns:
    """Turns of four players with six flags each, and two to four turns that nobody saw."""
    races = _under_way(game, dice, ())
    found = {"flags all over": tuple(game.play(next(races), dice, None) for _ in range(CASES))}
    careful = _under_way(game, dice, (OPPONENT_FLAG,))
    found["others' flags to go round"] = tuple(game.play(next(careful), dice, None) for _ in range(CASES))
    for turns in (2, 3, 4):
        races = _under_way(game, dice, ())
        found[f"{turns} missed turns, flags all over"] = tuple(
            missed(lambda at, by: game.play(at, by, None), str, next(races), dice, turns) for _ in range(CASES)
        )
    return found


def _under_way(game: Game, dice: Dice, variants: tuple[str, ...]) -> Iterator[str]:
    """Positions in a race, when all flags lie and some cards are face down; a new race when one may end soon."""
    while True:
        position = position_text(start(4, dice, ranks_of(FLAGS), variants))
        for turn in range(LAST_TURN):
            position = game.play(position, dice, None).after
            if game.over(position):
                break
            if turn >= FIRST_TURN and turn % 5 == 0:
                yield position
