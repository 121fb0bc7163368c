"""Standings: points by place, tie-breaks with their reasons, ratings, and a championship over several evenings."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from referee.tournament.log import Tournament, called
from referee.tournament.pairing import Places
from referee.tournament.races import Result
from referee.tournament.words import OWN

Counted = Mapping[tuple[int, int], Result]
TIE_BREAKS = {
    "swiss": ("opponents", "wins", "faults"),
    "round-robin": ("beaten", "wins", "faults"),
    "heats": ("wins", "beaten", "faults"),
}
"""What tells players apart who have as many points, the first first."""


@dataclass(frozen=True)
class Row:
    """One player in the standings.

    Attributes
    ----------
    place : from 1; who cannot be told apart shares it.
    rounds : the points of each round; None where there are none (yet).
    wins, faults : how many.
    opponents : the points of all whom the player met.
    beaten : the points of all who came behind the player, half of those who were level.
    rating : by openskill, over all evenings that are known: the skill that can be relied on.
    why : why the player stands behind who stands above with as many points; "" where the points tell.
    here : whether the player takes part in further rounds.
    """

    place: int
    player: str
    points: float
    rounds: tuple[float | None, ...]
    wins: int
    opponents: float
    beaten: float
    faults: int
    rating: float
    why: str
    here: bool


def shares(places: Places, points: Sequence[float]) -> dict[str, float]:
    """The points of each player of a race: who shares a place has the mean of the places it takes.

    >>> shares((("Ann",), ("Bob", "Cem"), ("Dan",)), (10, 6, 4, 1))
    {'Ann': 10.0, 'Bob': 5.0, 'Cem': 5.0, 'Dan': 1.0}
    """
    found, at = {}, 0
    for level in places:
        mean = sum(points[at : at + len(level)]) / len(level)
        found.update({name: float(mean) for name in level})
        at += len(level)
    return found


def scores(found: Tournament, counted: Counted) -> dict[str, list[float | None]]:
    """The points of each player in each round, penalties taken off; None without a result, or when away."""
    plan = found.plan
    scored: dict[str, list[float | None]] = {name: [None] * len(found.rounds) for name in found.players}
    for number, one in enumerate(found.rounds, start=1):
        for name in one.byes:
            scored[name][number - 1] = plan.bye
        for heat in range(1, len(one.heats) + 1):
            result = counted[number, heat]
            for name, points in shares(result.places, plan.points).items():
                scored[name][number - 1] = points - plan.penalty * result.faults.get(name, 0)
    return scored


def standings(found: Tournament, counted: Counted, earlier: Sequence[tuple[Tournament, Counted]] = ()) -> list[Row]:
    """The standings now; `earlier` evenings count for the ratings alone."""
    scored = scores(found, counted)
    points = {name: sum(one or 0.0 for one in rounds) for name, rounds in scored.items()}
    wins, faults = Counter[str](), Counter[str]()
    opponents, beaten = defaultdict[str, float](float), defaultdict[str, float](float)
    for result in counted.values():
        wins.update(result.places[0] if result.places and len(result.places[0]) == 1 else ())
        faults.update(result.faults)
        racing = [name for level in result.places for name in level]
        for at, level in enumerate(result.places):
            behind = [name for later in result.places[at + 1 :] for name in later]
            for name in level:
                opponents[name] += sum(points[other] for other in racing if other != name)
                beaten[name] += sum(points[other] for other in behind)
                beaten[name] += sum(points[other] for other in level if other != name) / 2
    values: dict[str, Mapping[str, float]] = {
        "opponents": opponents, "wins": wins, "beaten": beaten, "faults": {name: -faults[name] for name in scored},
    }  # fmt: skip
    breaks = TIE_BREAKS[found.plan.system]
    rated = ratings([*earlier, (found, counted)])

    def key(name: str) -> tuple[float, ...]:
        return tuple(round(one, 6) for one in (points[name], *(values[tie].get(name, 0.0) for tie in breaks)))

    there = [name for name in found.players if name in found.here or any(one is not None for one in scored[name])]
    order = sorted(there, key=key, reverse=True)  # a stable sort: who is level stands by seeding
    places, why = placed([key(name) for name in order]), dict.fromkeys(order, "")
    for above, name in itertools.pairwise(order if counted else ()):
        why[name] = _why(above, name, key(above), key(name), breaks)
    return [
        Row(place, name, points[name], tuple(scored[name]), wins[name], opponents[name], beaten[name], faults[name],
            rated[called(name)], why[name], name in found.here)
        for place, name in zip(places, order, strict=True)
    ]  # fmt: skip


def placed(keys: Sequence[object]) -> list[int]:
    """Places from 1 by keys, best first; the same key shares a place.

    >>> placed([9, 7, 7, 2])
    [1, 2, 2, 4]
    """
    return [keys.index(key) + 1 for key in keys]


def _why(above: str, name: str, better: Sequence[float], worse: Sequence[float], breaks: Iterable[str]) -> str:
    """Why two who have as many points stand as they do."""
    if better[0] != worse[0]:
        return ""
    for tie, more, less in zip(breaks, better[1:], worse[1:], strict=True):
        if more != less:
            return OWN.told("why", how=tie, name=above, other=name, more=abs(more), less=abs(less))
    return OWN.told("why", how="level", name=above, other=name)


def figure(number: float) -> str:
    """A number of points as people write it.

    >>> figure(4.0), figure(2.5), figure(-0.0)
    ('4', '2.5', '0')
    """
    return f"{number + 0.0:.2f}".rstrip("0").rstrip(".")


def ratings(evenings: Iterable[tuple[Tournament, Counted]]) -> dict[str, float]:
    """By name as names are compared, what openskill makes of every race in turn; 0 before the first."""
    model = PlackettLuce()
    known: dict[str, PlackettLuceRating] = defaultdict(model.rating)
    for found, counted in evenings:
        for name in found.players:
            known[called(name)]
        for _, result in sorted(counted.items()):
            racing = [(called(name), rank) for rank, level in enumerate(result.places) for name in level]
            if len(racing) > 1:
                rated = model.rate([[known[name]] for name, _ in racing], ranks=[rank for _, rank in racing])
                known.update({name: team[0] for (name, _), team in zip(racing, rated, strict=True)})
    return {name: round(one.ordinal(), 2) + 0.0 for name, one in known.items()}


@dataclass(frozen=True)
class Champion:
    """One player over several evenings: the points of each (None: not there), and their sum as far as they count."""

    place: int
    player: str
    points: float
    evenings: tuple[float | None, ...]
    rating: float


def championship(evenings: Sequence[tuple[Tournament, Counted]], best: int = 0) -> list[Champion]:
    """The standings over several evenings: of each player the `best` so many count (0: all).

    Who has as many points is told apart by the best evening, then the next best.
    """
    by_evening = [{called(row.player): row for row in standings(*evening)} for evening in evenings]
    names = {key: row.player for rows in by_evening for key, row in rows.items()}
    gained = {key: tuple(rows[key].points if key in rows else None for rows in by_evening) for key in names}
    ranked = {key: sorted((one for one in every if one is not None), reverse=True) for key, every in gained.items()}
    keys = {key: (sum(every[: best or None]), every) for key, every in ranked.items()}
    order = sorted(names, key=lambda name: keys[name], reverse=True)
    rated = ratings(evenings)
    places = placed([keys[name] for name in order])
    return [Champion(place, names[key], keys[key][0], gained[key], rated[key])
            for place, key in zip(places, order, strict=True)]  # fmt: skip


def seeded(names: Sequence[str], earlier: Sequence[tuple[Tournament, Counted]]) -> list[str]:
    """Players in the order of their ratings on earlier evenings; who is new comes after them, as listed."""
    rated = ratings(earlier)
    return sorted(names, key=lambda name: (called(name) not in rated, -rated.get(called(name), 0.0)))
