"""The races of an evening, read from their records, and which of them each heat was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from referee.devices.inspect import log_of
from referee.devices.reader import RecordReader
from referee.errors import NotationError, RecordError
from referee.games.base import LAST, place_of
from referee.games.registry import found as found_game
from referee.record.accused import accused
from referee.record.fold import fold
from referee.record.podium import outcome
from referee.record.races import races
from referee.record.rejudge import rejudge
from referee.record.seal import head_from
from referee.record.verdict_json import verdict_to_json
from referee.tournament.log import Ruling, Tournament, called, owner_of
from referee.tournament.pairing import Places
from referee.tournament.words import OWN

CLOCKS_DIFFER_BY_NS = 600 * 1_000_000_000
"""A table on another computer may seem to begin before its round was paired."""
KEPT_RACES = 4096


@dataclass(frozen=True)
class Race:
    """One race of a record.

    Attributes
    ----------
    number : which race of its record, from 1.
    began_ns : by the clock of its entries.
    game : what was raced.
    places : the drivers' names by place, best first, level ones together; who had several cars counts with the best.
    faults : the faults of each that stand, those that people overruled left out.
    decided : so many words of people over the referee stand in it.
    over : whether it was raced to its end.
    """

    path: str
    number: int
    began_ns: int
    game: str
    places: Places
    faults: Mapping[str, int]
    decided: int
    over: bool

    @property
    def file(self) -> str:
        """The record's name."""
        return Path(self.path).name

    @property
    def drivers(self) -> frozenset[str]:
        """Who drove, as names are compared."""
        return frozenset(called(name) for level in self.places for name in level)


@dataclass(frozen=True)
class Result:
    """What counts of a heat: by the organiser's word, by a record, or not yet (without places).

    Attributes
    ----------
    places : the players by place, best first, level ones together.
    faults : of each player, those that stand.
    race : the record's race; None where there is none.
    ruling : the organiser's word, where there is one.
    """

    places: Places = ()
    faults: Mapping[str, int] = field(default_factory=dict)
    race: Race | None = None
    ruling: Ruling | None = None


def races_in(folders: Iterable[Path], again: bool = False) -> tuple[tuple[Race, ...], tuple[str, ...]]:
    """Every race in some folders with the names of who drove, and in sentences what cannot be read.

    Parameters
    ----------
    again : whether faults count as this program's rules find them today.
    """
    found, problems = dict[str, tuple[int, tuple[Race, ...]]](), list[str]()
    for folder in folders:
        for path in sorted(folder.glob("*.sqlite")):
            try:
                known, entries, races = _races_of(path.resolve(), stamp_of(path), again)
                if entries > found.get(known, (0, ()))[0]:  # of copies of one record the longest
                    found[known] = entries, races
            except (RecordError, NotationError, OSError) as problem:
                problems.append(str(problem))
    return tuple(race for _, every in found.values() for race in every), tuple(problems)


def stamp_of(path: Path) -> tuple[int, ...]:
    """What changes when something is added to a record."""
    return tuple(number for file in (path, log_of(path)) if file.exists()
                 for number in (file.stat().st_mtime_ns, file.stat().st_size))  # fmt: skip


@lru_cache(KEPT_RACES)
def _races_of(path: Path, stamp: tuple[int, ...], again: bool) -> tuple[str, int, tuple[Race, ...]]:
    """What tells a record from others but its copies, how many entries it has, and its races; anew when it changes."""
    store = RecordReader(path)
    head = store.head(1)
    known = head_from(head).race if head else str(path)
    law = found_game(str(store.header.get("game", "")))
    if law is None:
        return known, 0, ()
    judged = rejudge(law, store.entries()) if again else ()
    today = {one.entry.id: verdict_to_json(one.now) for one in judged if one.now is not None}
    found, names = list[Race](), dict[str, str]()
    for number, entries in enumerate(races(store.entries()), start=1):
        state = fold(entries)
        names.update(state.names)
        start = next((one for one in entries if one.kind == "start"), None)
        if start is None or not any(names.values()):
            continue
        best: dict[str, int] = {}
        for row in law.what_now(state.position).standings:
            name = _driver(row["player"], names)
            if place_of(row) == LAST and row["place"]:
                raise NotationError(OWN.told("no-place", text=str(path), text2=row["place"]))
            best[name] = min(best.get(name, LAST), place_of(row))
        faults = dict.fromkeys(best, 0)
        for turn in state.turns:
            verdict = turn.data if turn.id in state.overruled else today.get(turn.id, turn.data)
            status = state.status(turn) if verdict is turn.data else verdict["status"]
            at_fault = accused(law, verdict) if status == "ILLEGAL" else ()
            for name in faults.keys() & {_driver(player, names) for player in at_fault}:
                faults[name] += 1
        levels = [tuple(name for name in best if best[name] == place) for place in sorted(set(best.values()))]
        people = len({one.entry for one in state.overruled.values()}) + sum(
            one.entry.kind == "correct" for one in state.closers
        )
        over = outcome(law, state) is not None
        found.append(Race(str(path), number, start.time_ns, law.name, tuple(levels), faults, people, over))
    return known, len(store.entries()), tuple(found)


def _driver(colour: str, names: Mapping[str, str]) -> str:
    """Who drove a car: Ann drove the one that is called Ann 2, too; who has no name is nobody that takes part.

    >>> [_driver(colour, {"red": "Ann", "blue": "Ann 2"}) for colour in ("red", "blue", "green")]
    ['Ann', 'Ann', 'green']
    """
    name = names.get(colour) or colour
    return owner_of(name) if owner_of(name) in names.values() else name


def results(found: Tournament, raced: Sequence[Race]) -> dict[tuple[int, int], Result]:
    """What counts of each heat.

    A heat was the newest race that is over, in which the very players of the heat drove, and that began after its round
    was paired and before the next one in which the same players meet.
    """
    known = {called(name): name for name in found.players}
    numbered = [(r, h, heat) for r, one in enumerate(found.rounds, 1) for h, heat in enumerate(one.heats, 1)]
    counted: dict[tuple[int, int], Result] = {}
    for at, (r, h, heat) in enumerate(numbered):
        ruling, drivers = found.rulings.get((r, h)), frozenset(map(called, heat.seats))
        later = [one for one, _, other in numbered[at + 1 :] if frozenset(map(called, other.seats)) == drivers]
        until_ns = found.rounds[later[0] - 1].at_ns - CLOCKS_DIFFER_BY_NS if later else None
        since_ns = found.rounds[r - 1].at_ns - CLOCKS_DIFFER_BY_NS
        fitting = [
            race for race in raced
            if race.over and race.drivers == drivers
            and (race.file == ruling.record if ruling is not None and ruling.record
                 else race.began_ns >= since_ns and (until_ns is None or race.began_ns < until_ns))
        ]  # fmt: skip
        race = max(fitting, key=lambda one: (one.began_ns, one.path, one.number), default=None)
        if race is None:
            counted[r, h] = Result(ruling.places if ruling else (), {}, None, ruling)
            continue
        places = tuple(tuple(known[called(name)] for name in level) for level in race.places)
        faults = {known[called(name)]: count for name, count in race.faults.items()}
        counted[r, h] = Result(ruling.places if ruling and ruling.places else places, faults, race, ruling)
    return counted


def unplaced(found: Tournament, raced: Sequence[Race], counted: Mapping[tuple[int, int], Result]) -> tuple[Race, ...]:
    """Races of these players, begun since the first round, that are no heat's: a name may be written wrongly."""
    placed = {(one.race.path, one.race.number) for one in counted.values() if one.race is not None}
    everybody = {called(name) for name in found.players}
    since_ns = found.rounds[0].at_ns - CLOCKS_DIFFER_BY_NS if found.rounds else 0
    heats = {frozenset(map(called, heat.seats)) for one in found.rounds for heat in one.heats}
    return tuple(
        race for race in raced
        if found.rounds and race.over and race.began_ns >= since_ns and race.drivers & everybody
        and (race.path, race.number) not in placed and race.drivers not in heats
    )  # fmt: skip


def folders_of(found: Tournament, folder: Path, usual: Path) -> tuple[Path, ...]:
    """Where a tournament's races are kept: this computer's usual folder, the tournament's own, and those it names."""
    return (usual, folder / "records", *(Path(one) for one in found.plan.records))


def told_unplaced(race: Race) -> str:
    """A race that is no heat's, in a sentence."""
    names = ", ".join(name for level in race.places for name in level)
    return OWN.told("unplaced", text=race.file, names=names)
