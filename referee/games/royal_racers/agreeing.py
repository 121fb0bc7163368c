"""What the players agree on before a race: how many flags, the flag variant, and a campaign of several races."""

from __future__ import annotations

from dataclasses import dataclass

from referee.games.options import Agreed, agreed, number, switch
from referee.games.royal_racers.board import FLAG_RANKS
from referee.games.royal_racers.position import CAMPAIGN, NORMAL_RANKS, OPPONENT_FLAG

PLAYERS = (2, 3, 4)
OPTIONS = (
    number("flags", "How many flags must each player touch?", 1, len(FLAG_RANKS), len(NORMAL_RANKS)),
    switch(OPPONENT_FLAG, "Flag variant: is it forbidden to travel through another player's flag?"),
    number("races", "How many races? More than one are a campaign, in which coins keep the score.", 1, 9, 1),
)


@dataclass(frozen=True)
class Terms:
    """What was agreed on: the flags of the race in order, the variants in force, and the number of races."""

    ranks: str = NORMAL_RANKS
    variants: tuple[str, ...] = ()
    races: int = 1


def terms(given: Agreed) -> Terms:
    """Options as the rules need them. Raises NotationError for one that there is not."""
    values = agreed(OPTIONS, given)
    races = int(values["races"])
    variants = [OPPONENT_FLAG] if values[OPPONENT_FLAG] == "yes" else []
    variants += [CAMPAIGN] if races > 1 else []
    return Terms(ranks_of(int(values["flags"])), tuple(variants), races)


def ranks_of(flags: int) -> str:
    """The flags of a race of so many: from the ace on; the null is used when all six are (Setup d).

    >>> ranks_of(3), ranks_of(6)
    ('a23', 'na2345')
    """
    return FLAG_RANKS if flags == len(FLAG_RANKS) else NORMAL_RANKS[:flags]
