"""Who drives what, and the variants in force: the header of a position, so that every record says how it was judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from referee.errors import NotationError
from referee.games.line_of_fields import Table, Values, told_of
from referee.games.racepack.words import WORDS

MAIN_STRAIGHTS = ("", "four", "pit")


@dataclass(frozen=True)
class Variants:
    """What was agreed on beyond the base game; the defaults are the base game.

    Attributes
    ----------
    packs : how many piecepacks are in play, 1 or 2 (the version utilizing two piecepacks).
    main : the main straight when it is two tiles wide: `four` lanes, or three and a `pit` lane; "" when it is not.
    timer_s : seconds a driver has for a turn; 0 without the move timer.
    stops : how many pit stops every car must have made before it finishes.
    spare_hazards : whether a hazard is put where a car spins out.
    hairpins, chicanes : whether the track may have some.
    one_defence : whether only one token may be spent against one corner entry; the rule book sets no limit.
    """

    packs: int = 1
    main: str = ""
    timer_s: int = 0
    stops: int = 0
    spare_hazards: bool = False
    hairpins: bool = False
    chicanes: bool = False
    one_defence: bool = False


BASE_GAME = Variants()


def parse_number(text: str, what: str, most: int) -> int:
    """Read a whole number from 0 to `most`. Raises NotationError naming what it is."""
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(WORDS.told("field-needs-number", field=what, text=text[:40], max=most))
    return int(text)


def number(key: str, most: int, usual: int | None = None) -> Values:
    """A field that holds a whole number from 0 to `most`; the usual one is not written."""
    return Values(lambda value: "" if value == usual else str(value), lambda text: parse_number(text, key, most))


def _switch(key: str) -> Values:
    return Values(lambda on: "1" if on else "", lambda text: bool(parse_number(text, key, 1)))


def _parse_main(text: str) -> str:
    if text not in MAIN_STRAIGHTS:
        raise NotationError(WORDS.told("main-not-known", text=text))
    return text


FIELDS: Table = {
    "packs": ("packs", number("packs", 2, 1)),
    "main": ("main", Values(str, _parse_main)),
    "timer": ("timer_s", number("timer", 600, 0)),
    "stop": ("stops", number("stop", 9, 0)),
    "spare": ("spare_hazards", _switch("spare")),
    "hairpins": ("hairpins", _switch("hairpins")),
    "chicanes": ("chicanes", _switch("chicanes")),
    "defence": ("one_defence", _switch("defence")),
}
"""The header: by the name of each field, in the order in which they are written, what it is called in `Variants`."""


def parse_variants(found: Mapping[str, str]) -> Variants:
    """The header out of a position's fields. Raises NotationError.

    >>> parse_variants({"main": "pit", "stop": "1"}) == Variants(main="pit", stops=1)
    True
    """
    variants = Variants(**told_of(found, FIELDS, usual=False))
    if variants.stops and variants.main != "pit":
        raise NotationError(WORDS.told("stop-needs-pit"))
    if not variants.packs:
        raise NotationError(WORDS.told("packs-not-known"))
    return variants


# -- who drives what --

CARS = ("S", "M", "C", "A", "2S", "2M", "2C", "2A", "dC", "dA")
"""Every car there can be: four pawns, the four of a second piecepack, and, with three players and one, two dice."""

ODD = "o"
"""A token kept suit side up in the three-player pool: it counts 2 or 4."""

ONE_PIECEPACK: dict[int, tuple[tuple[str, ...], ...]] = {
    2: (("S", "M"), ("C", "A")),
    3: (("S", "M"), ("C", "A"), ("dC", "dA")),
    4: (("S",), ("M",), ("C",), ("A",)),
}
"""The cars of each player with one piecepack, by the number of players (Introduction; the three-player version)."""

MOST_WITH_ONE_PIECEPACK = max(ONE_PIECEPACK)

WITH_TWO_PIECEPACKS = range(3, 9)
"""How many may play with two; two cars each up to four players (Versions Utilizing Two Piecepacks)."""


@dataclass(frozen=True)
class Teams:
    """The cars of a race by player.

    Attributes
    ----------
    sets : the cars of each player.
    shared : whether a player's tokens form one pool for both cars (three players and one piecepack).
    """

    sets: tuple[tuple[str, ...], ...]
    shared: bool = False

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.sets)

    @property
    def cars(self) -> tuple[str, ...]:
        """Every car of the race."""
        return tuple(car for team in self.sets for car in team)

    @property
    def pools(self) -> tuple[str, ...]:
        """Every pool of tokens, named by its car, or by its team's first car."""
        return tuple(dict.fromkeys(self.pool(car) for car in self.cars))

    @property
    def full_hand(self) -> str:
        """The tokens a pool starts with."""
        return "a2345" + (ODD * 2 if self.shared else "")

    def of(self, car: str) -> tuple[str, ...]:
        """The cars of the player who drives this one."""
        return next(team for team in self.sets if car in team)

    def pool(self, car: str) -> str:
        """Whose tokens a car may use: its own, or its team's (named by the team's first car)."""
        return self.of(car)[0] if self.shared else car


@lru_cache(maxsize=64)
def teams_for(players: int, packs: int = 1, cars: tuple[str, ...] = ()) -> Teams:
    """The teams of a race; with two piecepacks the pawns in it may be chosen freely. Raises NotationError.

    Two cars each are paired by colour where that comes out, as the rule book suggests for the pit lane.

    >>> teams_for(3).pools
    ('S', 'C', 'dC')
    >>> teams_for(3, packs=2).sets
    (('S', '2S'), ('M', '2M'), ('C', '2C'))
    """
    if packs == 1:
        if players not in ONE_PIECEPACK:
            raise NotationError(WORDS.told("with-one-piecepack-racepack-is", players=players))
        return Teams(ONE_PIECEPACK[players], shared=players == 3)
    usual = CARS[:players] if players in WITH_TWO_PIECEPACKS else ()
    if players <= MOST_WITH_ONE_PIECEPACK:
        usual += tuple(f"2{car}" for car in usual)
    chosen = tuple(sorted(cars or usual, key=CARS.index))
    if len(chosen) == players and players >= 4:
        return Teams(tuple((car,) for car in chosen))
    if len(chosen) == 2 * players and players in (2, 3, 4):
        return Teams(_pairs(chosen))
    if not cars:
        raise NotationError(WORDS.told("with-two-piecepacks-racepack-is", players=players))
    raise NotationError(WORDS.told("cars-do-not-go-round", n=len(cars), players=players))


def _pairs(cars: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    first = [car for car in cars if not car.startswith("2")]
    by_colour = [(car, f"2{car}") for car in first]
    if set(cars) == {car for pair in by_colour for car in pair}:
        return tuple(by_colour)
    return tuple(zip(cars[::2], cars[1::2], strict=True))


def most_likely_players(cars: Iterable[str], packs: int) -> int:
    """How many play, when nobody says: a driver a car, but six cars of one piecepack are three players' pairs."""
    count = len(tuple(cars))
    if packs == 1:
        return 3 if count == 6 else 4
    return count
