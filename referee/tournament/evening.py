"""One evening as it stands now: what was said, the races found for it, and the evenings before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.errors import NotationError
from referee.tournament.log import FILE, Log, Round, Ruling, Tournament, called, made
from referee.tournament.pairing import Places, pair
from referee.tournament.races import Race, Result, folders_of, races_in, results, stamp_of, told_unplaced, unplaced
from referee.tournament.standings import Row, standings
from referee.tournament.words import OWN


@dataclass(frozen=True)
class Now:
    """What there is to show.

    Attributes
    ----------
    counted : by round and heat, both from 1, what counts.
    rows : the standings.
    notes : in sentences, races that are no heat's and records that cannot be read.
    """

    found: Tournament
    counted: Mapping[tuple[int, int], Result]
    rows: tuple[Row, ...]
    notes: tuple[str, ...]

    @property
    def missing(self) -> tuple[tuple[int, int], ...]:
        """The heats without a result."""
        return tuple(key for key, one in self.counted.items() if not one.places)


class Evening:
    """A tournament's folder and the races of this computer.

    Parameters
    ----------
    usual : the folder in which this computer keeps races.
    now_ns : tells the time in nanoseconds since 1970.
    again : whether faults count as this program's rules find them today.
    """

    def __init__(self, folder: Path, usual: Path, now_ns: Callable[[], int], again: bool = False) -> None:
        self.log, self._usual, self._now_ns, self._again = Log(folder), usual, now_ns, again
        self._known: tuple[object, Now] | None = None

    def now(self) -> Now:
        """It as it stands, the very same while no file has changed. Raises RecordError when it cannot be read."""
        if self._known is not None and self._known[0] == self._stamp(self._known[1].found):
            return self._known[1]
        stamp = self._stamp(self.log.read())  # before anything is looked at
        found, counted, raced, problems = self._counted()
        rows = tuple(standings(found, counted, self.earlier(found)))
        loose = tuple(told_unplaced(race) for race in unplaced(found, raced, counted))
        now = Now(found, counted, rows, (*loose, *problems))
        self._known = stamp, now
        return now

    def _stamp(self, found: Tournament) -> object:
        """What changes when a file does that something is read from."""
        evenings = [(self.log.folder, found), *((Path(one), Log(Path(one)).read()) for one in found.plan.before)]
        folders = {one for folder, each in evenings for one in folders_of(each, folder, self._usual)}
        files = [
            *(folder / FILE for folder, _ in evenings),
            *(path for one in folders for path in one.glob("*.sqlite")),
        ]
        return sorted((str(path), *stamp_of(path)) for path in files)

    def earlier(self, found: Tournament) -> list[tuple[Tournament, Mapping[tuple[int, int], Result]]]:
        """The evenings before, as the plan names them."""
        return [Evening(Path(one), self._usual, self._now_ns, self._again).counted() for one in found.plan.before]

    def counted(self) -> tuple[Tournament, Mapping[tuple[int, int], Result]]:
        """The tournament, and what counts of each heat."""
        return self._counted()[:2]

    def _counted(self) -> tuple[Tournament, Mapping[tuple[int, int], Result], tuple[Race, ...], tuple[str, ...]]:
        found = self.log.read()
        raced, problems = races_in(folders_of(found, self.log.folder, self._usual), self._again)
        return found, results(found, raced), raced, problems

    def pair(self) -> Round:
        """Pair the next round. Raises NotationError when it cannot be paired yet, or any more."""
        found, counted = self.counted()
        paired = pair(found, {key: one.places for key, one in counted.items() if one.places})
        return self.log.say(paired.model_copy(update={"at_ns": self._now_ns()})).rounds[-1]

    def rule(self, number: int, heat: int, order: str, why: str = "", record: str = "") -> Ruling:
        """The organiser's word on a heat; without an order and a record those that were kept decide again.

        Raises NotationError when it is no result of that heat, or there is no such heat.
        """
        places = places_of(self.log.read(), order)
        said = made(Ruling, round=number, heat=heat, places=places, why=why, record=record, at_ns=self._now_ns())
        self.log.say(said)
        return said


def places_of(found: Tournament, order: str) -> Places:
    """A result as people write it: best first, a comma between places, level players joined by an equals sign.

    Raises NotationError when somebody does not take part.
    """
    return tuple(tuple(found.player(name) for name in level.split("=")) for level in order.split(",") if level.strip())


def heat_of(found: Tournament, table: str) -> tuple[int, int]:
    """The newest round's heat at a table, both from 1. Raises NotationError when nobody races there."""
    for heat, one in enumerate(found.rounds[-1].heats if found.rounds else (), start=1):
        if called(one.table) == called(table):
            return len(found.rounds), heat
    raise NotationError(OWN.told("nobody-at-table", text=table))
