"""What an organiser says, one line of JSON after the other, and the tournament that follows from it.

Nothing else of a tournament is kept: results stand in the races' records, and standings are reckoned anew each time.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, StringConstraints, TypeAdapter, ValidationError

from referee.devices.file_lock import FileLock
from referee.devices.files import read_text
from referee.errors import NotationError, RecordError
from referee.match.people_side import LONGEST_NAME
from referee.tournament.words import OWN

FILE = "tournament.jsonl"
MOST_PLAYERS = 500
SECOND_CAR = re.compile(r" [2-9]$")


def _plain(name: object) -> object:
    """A name as a table's page keeps it. Raises ValueError for what is none there."""
    if not isinstance(name, str):
        return name
    if not name.isprintable() or set("=,") & set(name):
        raise ValueError("this is no name")
    return " ".join(name.split())


Name = Annotated[str, BeforeValidator(_plain), StringConstraints(min_length=1, max_length=LONGEST_NAME)]
Text = Annotated[str, StringConstraints(max_length=400)]
Points = Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]


class Said(BaseModel, frozen=True, extra="ignore"):
    """One entry; `at_ns`: when it was said, in nanoseconds since 1970."""

    at_ns: int = 0


class Plan(Said, frozen=True):
    """What is agreed on before: the first entry, and there is no second one.

    Attributes
    ----------
    points : by place, the winner's first.
    bye : the points of who has no opponent in a round.
    penalty : points taken for each fault that stands.
    records : further folders in which races are kept.
    before : the folders of earlier evenings: for seeding and ratings.
    """

    kind: Literal["plan"] = "plan"
    name: Text
    system: Literal["swiss", "round-robin", "heats"] = "heats"
    rounds: Annotated[int, Field(ge=1, le=99)] = 5
    seats: Annotated[int, Field(ge=2, le=8)] = 2
    tables: tuple[Name, ...] = ()
    points: tuple[Points, ...]
    bye: Points
    penalty: Points = 0.0
    records: tuple[Text, ...] = ()
    before: tuple[Text, ...] = ()


class Enter(Said, frozen=True):
    """A player takes part from the next round on, or again."""

    kind: Literal["enter"] = "enter"
    player: Name


class Leave(Said, frozen=True):
    """A player takes part in no further round."""

    kind: Literal["leave"] = "leave"
    player: Name


class Heat(BaseModel, frozen=True):
    """One race of a round: its table, and who sits there, the first seat first."""

    table: Name
    seats: tuple[Name, ...]


class Round(Said, frozen=True):
    """The pairing of the next round; `byes`: who has no opponent in it."""

    kind: Literal["round"] = "round"
    heats: tuple[Heat, ...]
    byes: tuple[Name, ...] = ()


class Unpair(Said, frozen=True):
    """The newest round is not played as it was paired."""

    kind: Literal["unpair"] = "unpair"


class Ruling(Said, frozen=True):
    """The organiser's word on a heat (both numbers from 1), before any record's; the newest one counts.

    Either its result, best first, level players together, or the file of the record that it was raced in; neither:
    the records decide again.
    """

    kind: Literal["ruling"] = "ruling"
    round: int
    heat: int
    places: tuple[tuple[Name, ...], ...] = ()
    record: Text = ""
    why: Text = ""


Entry = Plan | Enter | Leave | Round | Unpair | Ruling
_ENTRY: TypeAdapter[Entry] = TypeAdapter(Annotated[Entry, Field(discriminator="kind")])


@lru_cache(maxsize=4096)  # each line of a tournament that is read compares all names that were said before it
def called(name: str) -> str:
    """What names are compared by: nobody minds capitals, spaces around, or how an accent is encoded.

    >>> called(" ANN ") == called("Ann")
    True
    """
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def owner_of(name: str) -> str:
    """Who drives a car of this name: the second to ninth one of somebody has its number behind the name.

    >>> owner_of("Ann 2"), owner_of("Ann"), owner_of("Team 12")
    ('Ann', 'Ann', 'Team 12')
    """
    return SECOND_CAR.sub("", name)


def refuse_second_car(found: Tournament | None, said: Entry) -> None:
    """Raises NotationError for a new player whose name is that of another one's second car, or the other way round."""
    if found is None or not isinstance(said, Enter):
        return
    name = called(said.player)
    for other in map(called, found.players):
        if name != other and (owner_of(name) == other or owner_of(other) == name):
            raise NotationError(OWN.told("name-of-second-car", name=said.player, other=other))


@dataclass(frozen=True)
class Tournament:
    """What was said so far.

    Attributes
    ----------
    players : everybody who ever took part, in the order of seeding.
    here : who takes part in the next round.
    rounds : those that were paired.
    rulings : by round and heat, both from 1.
    """

    plan: Plan
    players: tuple[str, ...] = ()
    here: frozenset[str] = frozenset()
    rounds: tuple[Round, ...] = ()
    rulings: Mapping[tuple[int, int], Ruling] = field(default_factory=dict)

    def player(self, name: str) -> str:
        """A player as the name was entered. Raises NotationError when there is nobody of that name."""
        for player in self.players:
            if called(player) == called(name):
                return player
        raise NotationError(OWN.told("no-such-player", name=name))

    def heat(self, round_number: int, heat: int) -> Heat:
        """One heat, both numbers from 1. Raises NotationError when there is none."""
        if not 1 <= round_number <= len(self.rounds) or not 1 <= heat <= len(self.rounds[round_number - 1].heats):
            raise NotationError(OWN.told("no-such-heat", round=round_number, heat=heat))
        return self.rounds[round_number - 1].heats[heat - 1]


def step(before: Tournament | None, said: Entry) -> Tournament:
    """The tournament after one more entry. Raises NotationError for what cannot be said now."""
    if isinstance(said, Plan) or before is None:
        if before is not None or not isinstance(said, Plan):
            raise NotationError(OWN.told("plan-comes-first"))
        if list(said.points) != sorted(said.points, reverse=True) or len(said.points) < said.seats:
            raise NotationError(OWN.told("points-of-every-place", n=said.seats))
        if said.system != "heats" and said.seats != 2:
            raise NotationError(OWN.told("two-at-a-table"))
        return Tournament(said)
    match said:
        case Enter(player=name):
            known = next((one for one in before.players if called(one) == called(name)), None)
            if known is not None:
                if known in before.here:
                    raise NotationError(OWN.told("here-already", name=known))
                return replace(before, here=before.here | {known})
            if before.rounds and before.plan.system == "round-robin":
                raise NotationError(OWN.told("too-late-to-enter"))
            if len(before.players) >= MOST_PLAYERS:
                raise NotationError(OWN.told("too-many-players", n=MOST_PLAYERS))
            return replace(before, players=(*before.players, name), here=before.here | {name})
        case Leave(player=name):
            return replace(before, here=before.here - {before.player(name)})
        case Round(heats=heats, byes=byes):
            racing = [name for heat in heats for name in heat.seats] + list(byes)
            if len(set(racing)) != len(racing) or not set(racing) <= set(before.players):
                raise NotationError(OWN.told("twice-in-a-round"))
            return replace(before, rounds=(*before.rounds, said))
        case Unpair():
            if not before.rounds:
                raise NotationError(OWN.told("no-round-yet"))
            kept = {key: one for key, one in before.rulings.items() if key[0] < len(before.rounds)}
            return replace(before, rounds=before.rounds[:-1], rulings=kept)
        case Ruling(round=number, heat=heat, places=places):
            seats = before.heat(number, heat).seats
            named = [name for level in places for name in level]
            if places and sorted(named) != sorted(seats):
                raise NotationError(OWN.told("everybody-has-a-place", names=", ".join(seats)))
            return replace(before, rulings={**before.rulings, (number, heat): said})


class Log:
    """A tournament's folder.

    Parameters
    ----------
    folder : holds the file of what was said, and perhaps races in a folder `records`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / FILE

    def read(self) -> Tournament:
        """The tournament as it stands. Raises RecordError when it cannot be read."""
        return self._read()[0]

    def _read(self) -> tuple[Tournament, int]:
        try:
            text = read_text(self._file)
        except FileNotFoundError:
            raise RecordError(OWN.told("no-tournament", text=str(self.folder))) from None
        except (OSError, UnicodeDecodeError) as problem:
            raise RecordError(OWN.told("tournament-unreadable", text=str(self._file), why=str(problem))) from problem
        whole = text[: text.rfind("\n") + 1]  # what was being written when the program was killed was never said
        found: Tournament | None = None
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                found = step(found, _ENTRY.validate_json(line))
            except (ValidationError, NotationError) as problem:
                why = str(problem) if isinstance(problem, NotationError) else problem.errors()[0]["msg"]
                raise RecordError(OWN.told("line-unreadable", text=str(self._file), n=number, why=why)) from problem
        if found is None:
            raise RecordError(OWN.told("no-tournament", text=str(self.folder)))
        return found, len(whole.encode())

    def begin(self, entries: Iterable[Entry]) -> Tournament:
        """A new tournament. Raises RecordError when there is one already, NotationError for what cannot be said."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with _held(self._file):
            if self._file.exists():
                raise RecordError(OWN.told("tournament-exists", text=str(self.folder)))
            return self._add(None, 0, entries)

    def say(self, *entries: Entry) -> Tournament:
        """Say something more, all or nothing. Raises NotationError or RecordError when it cannot be said or kept."""
        with _held(self._file):
            return self._add(*self._read(), entries)

    def _add(self, found: Tournament | None, length: int, entries: Iterable[Entry]) -> Tournament:
        lines = b""
        for one in entries:
            refuse_second_car(found, one)  # here, not in `step`: what was said before this was refused stays readable
            found = step(found, one)
            lines += _ENTRY.dump_json(one) + b"\n"
        if found is None:
            raise NotationError(OWN.told("plan-comes-first"))
        try:
            with open(self._file, "ab") as file:
                file.truncate(length)
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise RecordError(OWN.told("tournament-not-kept", text=str(self._file), why=str(problem))) from problem
        return found


@contextmanager
def _held(file: Path) -> Iterator[None]:
    """Nobody else says anything meanwhile."""
    lock = FileLock(file)
    try:
        yield
    finally:
        lock.release()


Made = TypeVar("Made", bound=Said)


def made(kind: type[Made], **values: object) -> Made:
    """An entry from what somebody typed. Raises NotationError with what is wrong."""
    try:
        return kind.model_validate(values)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ", ".join(str(part) for part in first["loc"])
        raise NotationError(OWN.told("not-so", name=where, text=str(first["input"])[:60])) from problem
