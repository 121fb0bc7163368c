"""Who races whom in the next round: Swiss, round robin, or heats of several that mix as evenly as can be.

Everything here is reckoned from the rounds before and their results; the same tournament is always paired alike.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult, ScoringPointSystem, ScoringPointSystemCode
from py4swiss.trf.sections import PlayerSection, XSection

from referee.errors import NotationError
from referee.tournament.log import Heat, Round, Tournament
from referee.tournament.words import OWN

Places = tuple[tuple[str, ...], ...]
"""A heat's result: the players by place, best first, level ones together."""
Results = Mapping[tuple[int, int], Places]
"""By round and heat, both from 1; a heat without a result is not in it."""
Seats = tuple[str, ...]
Counts = NDArray[np.int64]
TRIES = 40
"""So often heats are mixed anew from another beginning; the most even one counts."""
TENTHS = 10


def pair(found: Tournament, results: Results, tables: Sequence[str] = ()) -> Round:
    """The next round. Raises NotationError when there is nobody to pair, or results are missing that it takes."""
    players = [name for name in found.players if name in found.here]
    if len(players) < 2:
        raise NotationError(OWN.told("too-few-players"))
    if len(found.rounds) >= found.plan.rounds:
        raise NotationError(OWN.told("all-rounds-paired", n=found.plan.rounds))
    if found.plan.system == "swiss":
        missing = [(r, h) for r, h in _heats(found) if (r, h) not in results]
        if missing:
            raise NotationError(OWN.told("result-missing", round=missing[0][0], heat=missing[0][1]))
        seated, byes = swiss(found, results)
    elif found.plan.system == "round-robin":
        seated, byes = round_robin(found.players, found.here, len(found.rounds))
    else:
        seated, byes = heats(players, found.plan.seats, found.rounds), ()
    names = tables or found.plan.tables or [str(number) for number in range(1, len(seated) + 1)]
    placed = tuple(Heat(table=names[at % len(names)], seats=seats) for at, seats in enumerate(seated))
    return Round(heats=placed, byes=byes)


def _heats(found: Tournament) -> list[tuple[int, int]]:
    return [(r, h) for r, one in enumerate(found.rounds, 1) for h, _ in enumerate(one.heats, 1)]


# -- Swiss: the FIDE (Dutch) system, by py4swiss ----------------------------------------------------------------------


def swiss(found: Tournament, results: Results) -> tuple[list[Seats], tuple[str, ...]]:
    """Level players meet, nobody twice while it can be avoided, and the first seat goes round."""
    rounds = len(found.rounds)
    allowed = [(True, 0, False), *((False, forgotten, False) for forgotten in range(rounds + 1)), (False, rounds, True)]
    for seats_count, forgotten, byes_too in allowed:
        try:
            paired = DutchEngine.generate_pairings(_report(found, results, seats_count, forgotten, byes_too))
        except PairingError:  # nobody is left whom somebody has not met: one thing less is asked for, the least first
            continue
        named = [(found.players[one.white - 1], found.players[one.black - 1]) for one in paired if one.black]
        return [*named], tuple(found.players[one.white - 1] for one in paired if not one.black)
    raise NotationError(OWN.told("cannot-be-paired"))


def _report(found: Tournament, results: Results, seats_count: bool, forgotten: int, byes_too: bool) -> ParsedTrf:
    """The tournament so far as such engines read it.

    Parameters
    ----------
    seats_count : whether nobody may be asked to sit in the same seat again and again.
    forgotten : of so many of the first rounds it is not told who met whom, `byes_too` neither who had no opponent.
    """
    points = ScoringPointSystem()
    first, second, bye = found.plan.points[0], found.plan.points[1], found.plan.bye
    worth = {"W": first, "D": (first + second) / 2, "L": second, "PAB": bye}
    for code, value in worth.items():
        points.apply_code(ScoringPointSystemCode(code), round(value * TENTHS))
    points.apply_code(ScoringPointSystemCode.ZERO_POINT_BYE, 0)
    sections, carried = [], {}
    for number, name in enumerate(found.players, start=1):
        told = [_told(found, results, name, at) for at in range(1, len(found.rounds) + 1)]
        whole = sum(points.get_points_times_ten(one) for one in told)
        seen = [_unmet(one, byes_too) if at < forgotten else one for at, one in enumerate(told)]
        if not seats_count:
            seen = _alternating(seen)
        lost = whole - sum(points.get_points_times_ten(one) for one in seen)
        carried[number] = [0] * len(seen) + [lost]
        sections.append(PlayerSection(code=PlayerCode.PLAYER, starting_number=number, points_times_ten=whole,
                                      rank=number, results=seen))  # fmt: skip
    away = {number for number, name in enumerate(found.players, start=1) if name not in found.here}
    settings = XSection(
        number_of_rounds=found.plan.rounds, zeroed_ids=away, scoring_point_system=points, accelerations=carried
    )
    return ParsedTrf(player_sections=sections, x_section=settings)


_AWAY = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
_BYE = RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)


def _told(found: Tournament, results: Results, name: str, at: int) -> RoundResult:
    """What a player did in a round."""
    paired = found.rounds[at - 1]
    if name in paired.byes:
        return _BYE
    for number, heat in enumerate(paired.heats, start=1):
        if name in heat.seats:
            other = next(one for one in heat.seats if one != name)
            won = results[at, number][0]
            result = ResultToken.DRAW if len(won) > 1 else ResultToken.WIN if name in won else ResultToken.LOSS
            seat = ColorToken.WHITE if heat.seats[0] == name else ColorToken.BLACK
            return RoundResult(id=found.players.index(other) + 1, color=seat, result=result)
    return _AWAY


def _unmet(one: RoundResult, byes_too: bool) -> RoundResult:
    return one if one == _BYE and not byes_too else _AWAY


def _alternating(seen: Sequence[RoundResult]) -> list[RoundResult]:
    sides, told = (ColorToken.WHITE, ColorToken.BLACK), list[RoundResult]()
    for one in seen:
        played = sum(earlier.result.is_played() for earlier in told)
        told.append(one.model_copy(update={"color": sides[played % 2]}) if one.result.is_played() else one)
    return told


# -- round robin ------------------------------------------------------------------------------------------------------


def round_robin(players: Sequence[str], here: frozenset[str], at: int) -> tuple[list[Seats], tuple[str, ...]]:
    """Everybody meets everybody, by Berger's tables, then again with seats changed; who is left alone has a bye.

    >>> [round_robin("abcd", frozenset("abcd"), at)[0] for at in range(3)]
    [[('a', 'd'), ('b', 'c')], [('d', 'c'), ('a', 'b')], [('b', 'd'), ('c', 'a')]]
    """
    count = len(players) + len(players) % 2
    again, turn = divmod(at, count - 1)
    ring = [(turn * (count // 2) + place) % (count - 1) for place in range(count - 1)]
    pairs = [(ring[0], count - 1) if turn % 2 == 0 else (count - 1, ring[0])]
    pairs += [(ring[place], ring[-place]) for place in range(1, count // 2)]
    seated, alone = [], list[str]()
    for one, other in pairs:
        names = [players[number] for number in ((other, one) if again % 2 else (one, other)) if number < len(players)]
        racing = [name for name in names if name in here]
        if len(racing) == 2:
            seated.append((racing[0], racing[1]))
        else:
            alone += racing
    return [*seated], tuple(alone)


# -- heats ------------------------------------------------------------------------------------------------------------


def heats(players: Sequence[str], seats: int, rounds: Sequence[Round]) -> list[Seats]:
    """Heats of so many, or one fewer where it does not come out even, that mix as evenly as can be.

    Whoever met least often meets, the small heats and the seats go round.
    """
    met, sat, small = Counter[frozenset[str]](), Counter[tuple[str, int]](), Counter[str]()
    for one in rounds:
        largest = max((len(heat.seats) for heat in one.heats), default=0)
        for heat in one.heats:
            met.update(frozenset(pair) for pair in combinations(heat.seats, 2))
            sat.update((name, seat) for seat, name in enumerate(heat.seats))
            small.update(heat.seats if len(heat.seats) < largest else ())
    count = -(-len(players) // seats)
    sizes = [len(players) // count + (at < len(players) % count) for at in range(count)]
    mixed = _mixed(players, sizes, met, small, random.Random(len(rounds)))
    return [_seated(heat, sat) for heat in mixed]


def _mixed(
    players: Sequence[str], sizes: Sequence[int], met: Counter[frozenset[str]], small: Counter[str], dice: random.Random
) -> list[list[str]]:
    """The most even of some mixtures, each made better by exchanges until none makes it better."""
    number = len(players)
    often = np.zeros((number, number), np.int64)
    for one, other in combinations(range(number), 2):
        often[one, other] = often[other, one] = met[frozenset((players[one], players[other]))] ** 2
    lone = np.array([small[name] ** 2 * number**2 for name in players])  # nothing makes up for a second small heat
    heat_at = np.repeat(np.arange(len(sizes)), sizes)
    is_small = np.array(sizes) < max(sizes)
    best: tuple[int, list[int]] | None = None
    for _ in range(TRIES):
        order = list(range(number))
        dice.shuffle(order)
        heat_of = np.empty(number, np.int64)
        heat_of[order] = heat_at
        cost = _improved(heat_of, often, lone, is_small)
        if best is None or cost < best[0]:
            best = cost, [int(heat) for heat in heat_of]
        if cost == 0:
            break
    assert best is not None
    return [[name for name, heat in zip(players, best[1], strict=True) if heat == at] for at in range(len(sizes))]


def _improved(heat_of: Counts, often: Counts, lone: Counts, is_small: NDArray[np.bool_]) -> int:
    """Exchange players between heats in place, the best exchange first; what is left of having met before."""
    everybody = np.arange(len(heat_of))
    while True:
        members = heat_of[:, None] == np.arange(len(is_small))
        into = often @ members + np.outer(lone, is_small)  # what each player finds in each heat
        own = into[everybody, heat_of]
        moved = into[:, heat_of]  # ... in the heat of each other player, who then is not there
        gain = own[:, None] + own[None, :] - moved - moved.T + 2 * often
        gain[heat_of[:, None] == heat_of[None, :]] = 0
        one, other = np.unravel_index(int(gain.argmax()), gain.shape)
        if gain[one, other] <= 0:
            return int(own.sum())
        heat_of[one], heat_of[other] = heat_of[other], heat_of[one]


def _seated(heat: Sequence[str], sat: Counter[tuple[str, int]]) -> Seats:
    """The seats of a heat: each player where he sat least often, taken together."""
    from scipy.optimize import linear_sum_assignment  # loads longer than all else here

    often = np.array(
        [[sat[name, seat] ** 2 * len(heat) + sat[name, seat] for seat in range(len(heat))] for name in heat]
    )
    chosen, seats = linear_sum_assignment(often)
    return tuple(heat[int(at)] for _, at in sorted(zip(seats, chosen, strict=True)))
