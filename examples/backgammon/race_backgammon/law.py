"""How men may move: one side's men from its own view, 24 points counted down towards home.

`Men` counts a side's men by place: 0 is off the board, 1 to 24 are its points, 25 is the bar. The other side's point
`p` is this side's point `25 - p`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

Men = tuple[int, ...]
OFF, BAR, HOME, MEN = 0, 25, 6, 15
Move = tuple[int, int, int]  # from, to, and the die that is used


def men(where: dict[int, int]) -> Men:
    """Men by place from a dictionary of the places that are not empty."""
    return tuple(where.get(place, 0) for place in range(BAR + 1))


START = men({24: 2, 13: 5, 8: 3, 6: 5})


def landing(mine: Men, theirs: Men, place: int, die: int) -> int | None:
    """Where one die takes a man from a place; None when it may not."""
    if mine[BAR] and place != BAR:
        return None
    to = place - die
    if to > OFF:
        return None if theirs[25 - to] > 1 else to
    if sum(mine[HOME + 1 :]):
        return None
    return OFF if to == OFF or not sum(mine[place + 1 :]) else None


def moved(mine: Men, theirs: Men, place: int, to: int) -> tuple[Men, Men]:
    """Both sides' men after a man went from one place to another; a single man that stands there goes to the bar."""
    own = list(mine)
    own[place] -= 1
    own[to] += 1
    if OFF < to < BAR and theirs[25 - to] == 1:
        hit = list(theirs)
        hit[25 - to] = 0
        hit[BAR] += 1
        theirs = tuple(hit)
    return tuple(own), theirs


def without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice that are left when one has been used."""
    at = left.index(die)
    return left[:at] + left[at + 1 :]


def singles(mine: Men, theirs: Men, left: tuple[int, ...]) -> Iterator[Move]:
    """Every way to use one die, whatever becomes of the others."""
    places = (BAR,) if mine[BAR] else [place for place in range(BAR - 1, OFF, -1) if mine[place]]
    for die in sorted(set(left), reverse=True):
        for place in places:
            to = landing(mine, theirs, place, die)
            if to is not None:
                yield place, to, die


@lru_cache(maxsize=1 << 16)
def most(mine: Men, theirs: Men, left: tuple[int, ...]) -> int:
    """How many dice can be used at most."""
    best = 0
    for place, to, die in singles(mine, theirs, left):
        best = max(best, 1 + most(*moved(mine, theirs, place, to), without(left, die)))
        if best == len(left):
            break
    return best


@lru_cache(maxsize=1 << 14)
def moves(mine: Men, theirs: Men, left: tuple[int, ...]) -> tuple[Move, ...]:
    """What may be done next: as many dice as can be must be used, the larger one if only one of two can."""
    need = most(mine, theirs, left)
    found = [
        (place, to, die)
        for place, to, die in singles(mine, theirs, left)
        if 1 + most(*moved(mine, theirs, place, to), without(left, die)) == need
    ]
    return tuple(move for move in found if need > 1 or move[2] == found[0][2])  # those of the larger die come first


def thrown(dice: tuple[int, ...]) -> tuple[int, ...]:
    """The moves that a throw gives, the larger one first; a double counts twice."""
    return dice * 2 if dice[0] == dice[1] else dice


def points(winner: Men, loser: Men) -> int:
    """What a game is worth without the cube: a gammon counts double, a backgammon three times."""
    if loser[OFF]:
        return 1
    return 3 if loser[BAR] or sum(loser[25 - HOME : BAR]) else 2
