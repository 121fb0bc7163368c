"""What lies on the table of Royal Racers: a look, a position, and the one line that each is written as.

docs/notation-royal-racers.md describes the notation. A look holds the visible fields only; a position is the same line
with the hidden fields behind them, so any position also reads as a look.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache

from referee.errors import NotationError
from referee.frozen import cached_property, dataclass
from referee.games.line_of_fields import (
    Notation,
    Table,
    Values,
    count,
    in_order,
    listed,
    numbered,
    one_of,
    several,
    told_of,
)
from referee.games.royal_racers.board import DECK, FACES, FLAG_RANKS, SIDE, SUITS, Square, parse_square, square_name
from referee.games.royal_racers.words import WORDS

UNSEEN = "?"
"""A card nobody can see at the moment."""
BACK = "-"
"""Before a card's name: it lies face down. Alone: face down, and which card it is cannot be read."""
OFF = "off"

SHIFT_MM, TURN_DEG = 4.0, 12.0
"""A die that moved no more than this lies as it lay."""
FAR_MM, FAR_DEG = 20.0, 45.0
"""A die that moved at least this much was thrown; one that moved less with the same face may have been pushed."""
SAME, PUSHED, THROWN = 0, 1, 2

Place = Square | None
"""A square, or None for a pawn that is seen beside the board."""


@dataclass(frozen=True)
class Die:
    """A player's die beside the board: its face and its pose, to tell a new roll from an old one.

    The pose is in mm from the middle of the board's right edge, x right, y up.
    """

    face: str
    x_mm: float
    y_mm: float
    angle_deg: float


@dataclass(frozen=True)
class Observation:
    """What is seen of one settled table.

    Attributes
    ----------
    cards : 36 cells, a1 first, then b1 and on: ``as`` face up, ``-as`` or ``-`` face down, ``?`` unseen.
    flags : flags seen with their squares, sorted.
    pawns : pawns seen with their places, sorted by suit.
    missing : pawns that should be there and were not seen.
    dice : dice seen, sorted by suit.
    unseen : squares on which a flag or a pawn may stand unseen. Never to be read as empty.
    """

    cards: tuple[str, ...]
    flags: tuple[tuple[str, Square], ...] = ()
    pawns: tuple[tuple[str, Place], ...] = ()
    missing: tuple[str, ...] = ()
    dice: tuple[tuple[str, Die], ...] = ()
    unseen: frozenset[Square] = frozenset()

    def lies_down(self, square: Square) -> bool | None:
        """Whether the card on a square lies face down; None when it is unseen."""
        cell = self.cards[square]
        return None if cell == UNSEEN else cell.startswith(BACK)


def how_it_lies(before: Die, now: Die) -> int:
    """SAME, PUSHED or THROWN."""
    shift_mm = math.hypot(now.x_mm - before.x_mm, now.y_mm - before.y_mm)
    turn_deg = abs((now.angle_deg - before.angle_deg + 180.0) % 360.0 - 180.0)
    if now.face != before.face or shift_mm >= FAR_MM or turn_deg >= FAR_DEG:
        return THROWN
    return PUSHED if shift_mm > SHIFT_MM or turn_deg > TURN_DEG else SAME


SUIT, SPOT, NUMBER = "([A-Za-z])", "([A-Za-z0-9]{1,3})", "(-?[0-9]{1,6}(?:[.][0-9]+)?)"
_CARDS = frozenset(DECK)


def _cards_text(cells: tuple[str, ...]) -> str:
    """The board, top row first, as people look at it."""
    return "/".join(",".join(cells[row * SIDE : (row + 1) * SIDE]) for row in reversed(range(SIDE)))


def _read_cards(text: str) -> tuple[str, ...]:
    """Every card at most once; with nothing written the whole board is unseen."""
    if not text:
        return (UNSEEN,) * (SIDE * SIDE)
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise NotationError(WORDS.told("board-needs-rows"))
    cells = tuple(cell for row in reversed(rows) for cell in row)
    for cell in cells:
        if cell not in (UNSEEN, BACK) and cell.removeprefix(BACK) not in _CARDS:
            raise NotationError(WORDS.told("is-no-card", text=cell))
    names = [cell.removeprefix(BACK) for cell in cells if cell not in (UNSEEN, BACK)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise NotationError(WORDS.told("card-lies-twice", text=twice))
    return cells


def _suit(text: str) -> str:
    if text not in SUITS:
        raise NotationError(WORDS.told("is-no-player", text=text[:40], list=SUITS))
    return text


def parse_flag(text: str) -> str:
    """Read a flag's name. Raises NotationError."""
    if len(text) != 2 or text[0] not in SUITS or text[1] not in FLAG_RANKS:
        raise NotationError(WORDS.told("is-no-flag", text=text))
    return text


def flag_key(item: tuple[str, Square]) -> tuple[int, int]:
    """Flags in order: by suit, then by rank."""
    return SUITS.index(item[0][0]), FLAG_RANKS.index(item[0][1])


def _by_suit(item: tuple[str, object]) -> int:
    return SUITS.index(item[0])


def _pawn_text(item: tuple[str, Place]) -> str:
    suit, place = item
    return f"{suit}:{OFF if place is None else square_name(place)}"


def _mm(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def _die(suit: str, face: str, *pose: str) -> tuple[str, Die]:
    x_mm, y_mm, angle_deg = map(float, pose)
    return _suit(suit), Die(face, x_mm, y_mm, angle_deg)


def _die_text(item: tuple[str, Die]) -> str:
    suit, die = item
    return f"{suit}:{die.face}@{_mm(die.x_mm)}:{_mm(die.y_mm)}:{_mm(die.angle_deg)}"


def _flag(flag: str, at: str) -> tuple[str, Place]:
    return parse_flag(flag), parse_square(at)


def _pawn(suit: str, at: str) -> tuple[str, Place]:
    return _suit(suit), None if at == OFF else parse_square(at)


FLAGS = in_order(several(f"([A-Za-z0-9]{{2}}):{SPOT}", "Sa:b1", _flag, _pawn_text, once=True), flag_key)
PAWNS = several(f"{SUIT}:{SPOT}", "S:c3 or S:off", _pawn, _pawn_text, once=True)
ON_MAT = f"{SUIT}:([{FACES}])@{NUMBER}:{NUMBER}:{NUMBER}"
DICE = in_order(several(ON_MAT, "S:4@12:3:90", _die, _die_text, True, "die"), _by_suit)
LISTED = listed(_suit, lambda text: WORDS.told("names-player-twice", text=text[:40]))
SPOTS = several(SPOT, "c3", parse_square, square_name)
VISIBLE: Table = {
    "cards": ("cards", Values(_cards_text, _read_cards)),
    "flags": ("flags", FLAGS),
    "pawns": ("pawns", in_order(PAWNS, _by_suit)),
    "missing": ("missing", in_order(LISTED, SUITS.index)),
    "dice": ("dice", DICE),
    "unseen": ("unseen", Values(lambda at: SPOTS.write(sorted(at)), lambda text: frozenset(SPOTS.read(text)))),
}

PLACING, RACING = "flags", "race"
OPPONENT_FLAG, CAMPAIGN = "opponent-flag", "campaign"
NORMAL_RANKS = "a2345"


@dataclass(frozen=True)
class Position:
    """What is on the table and what only the players know.

    Attributes
    ----------
    cards : the 36 cards by name, a1 first, whichever side is up.
    down : squares whose card lies face down.
    flags : where each flag was put down, sorted; the highest of a player marks his start.
    pawns : where each pawn stands, sorted by suit.
    seats : the players in their order round the table, clockwise from Player 1.
    ranks : the flags of the race in order, a run of `na2345`; the last lies under the start.
    phase : `flags` while they are being placed, then `race`.
    round : 1 in the first round of a phase.
    queue : players still to act in this round; the first one acts now. Empty when the race is over.
    touched : how many flags each player has touched.
    dice : the dice as last seen.
    off : touched flags that were taken off the board.
    variants : switches in force.
    race, races : which race of how many (more than one in a campaign); score : flags of the earlier races.
    winner : who touched the last flag.
    """

    cards: tuple[str, ...]
    flags: tuple[tuple[str, Square], ...]
    pawns: tuple[tuple[str, Square], ...]
    seats: tuple[str, ...]
    queue: tuple[str, ...]
    down: frozenset[Square] = frozenset()
    ranks: str = NORMAL_RANKS
    phase: str = RACING
    round: int = 1
    touched: tuple[tuple[str, int], ...] = ()
    dice: tuple[tuple[str, Die], ...] = ()
    off: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    race: int = 1
    races: int = 1
    score: tuple[tuple[str, int], ...] = ()
    winner: str = ""

    @property
    def to_move(self) -> str:
        """The player whose turn it is."""
        return self.queue[0]

    @cached_property
    def at(self) -> Mapping[str, Square]:
        """The square of each pawn."""
        return dict(self.pawns)

    @cached_property
    def flag_at(self) -> Mapping[str, Square]:
        """Where each flag was put down."""
        return dict(self.flags)

    @cached_property
    def flagged(self) -> Mapping[Square, str]:
        """Which flag lies on which square now."""
        return {square: flag for flag, square in self.flags if flag not in self.off}

    def count(self, suit: str) -> int:
        """How many flags a player has touched."""
        return dict(self.touched).get(suit, 0)

    def has_touched(self, flag: str, more: int = 0) -> bool:
        """Whether a flag is one of those that its owner has touched, or of so many more."""
        return flag[1] in self.ranks[: self.count(flag[0]) + more]

    def start(self, suit: str) -> Square | None:
        """A player's start, which is also the end of his race."""
        return self.flag_at.get(suit + self.ranks[-1])

    def goal(self, suit: str) -> Square | None:
        """The square of the flag a player must touch next."""
        count = self.count(suit)
        return self.flag_at.get(suit + self.ranks[count]) if count < len(self.ranks) else None

    def last_flag(self, suit: str) -> Square | None:
        """Where a failed flip sends a player: the last flag touched, or the start."""
        count = self.count(suit)
        return self.flag_at.get(suit + self.ranks[count - 1]) if count else self.start(suit)

    def others(self, suit: str) -> dict[Square, str]:
        """The pawns of the other players by square."""
        return {square: other for other, square in self.pawns if other != suit}

    def rank(self, square: Square) -> str:
        """The rank of the card on a square."""
        return self.cards[square][0]

    def squares_of(self, rank: str) -> tuple[Square, ...]:
        """Where the cards of a rank lie."""
        return _squares_of(self.cards, rank)


@lru_cache(256)
def _squares_of(cards: tuple[str, ...], rank: str) -> tuple[Square, ...]:
    return tuple(square for square, card in enumerate(cards) if card[0] == rank)


def turn_order(seats: tuple[str, ...], number: int) -> tuple[str, ...]:
    """The players in the order of round `number` (from 1): the starter moves on one seat each round.

    >>> turn_order(("S", "M", "C"), 2)
    ('M', 'C', 'S')
    """
    first = (number - 1) % len(seats)
    return seats[first:] + seats[:first]


def visible(position: Position) -> Observation:
    """The part of a position that a camera sees."""
    flags = tuple(item for item in position.flags if item[0] not in position.off) if position.off else position.flags
    return Observation(_cells(position.cards, position.down), flags, position.pawns, (), position.dice)


@lru_cache(1024)
def _cells(cards: tuple[str, ...], down: frozenset[Square]) -> tuple[str, ...]:
    return tuple(BACK + card if square in down else card for square, card in enumerate(cards))


def _read_ranks(text: str) -> str:
    if text not in FLAG_RANKS:
        raise NotationError(WORDS.told("no-run-of-flags", text=text, text2=FLAG_RANKS))
    return text


def _races(race: str, races: str) -> tuple[int, int]:
    if not 1 <= int(race) <= int(races):
        raise NotationError(WORDS.told("no-such-race", text=race, text2=races))
    return int(race), int(races)


COUNTS = numbered(SUIT, "[0-9]{1,3}", "S:2", once=True)
VARIANTS = several(f"({OPPONENT_FLAG}|{CAMPAIGN})", f"{OPPONENT_FLAG} or {CAMPAIGN}", str, str)
RACES = several("([0-9]{1,2})/([0-9]{1,2})", "races=1/3", _races, lambda one: f"{one[0]}/{one[1]}")
HIDDEN: Table = {
    "off": (lambda one: [flag for flag in one.flags if flag[0] in one.off], FLAGS),
    "seats": ("seats", LISTED),
    "ranks": ("ranks", Values(str, _read_ranks)),
    "phase": ("phase", one_of(PLACING, RACING)),
    "round": ("round", count(0, 99999, 0)),
    "turn": ("queue", LISTED),
    "touched": ("touched", COUNTS),
    "variants": ("variants", VARIANTS),
    "races": (lambda one: [(one.race, one.races)] if CAMPAIGN in one.variants else (), RACES),
    "score": (lambda one: one.score if CAMPAIGN in one.variants else (), COUNTS),
    "winner": ("winner", one_of(*SUITS)),
}
NOTATION = Notation("royal-racers", "Royal Racers", VISIBLE, HIDDEN)
observation_text = NOTATION.text
"""An observation in one line: the inverse of `parse_observation`."""


@lru_cache(maxsize=256)
def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    return Observation(**told_of(NOTATION.fields(text), VISIBLE))


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    return NOTATION.text(visible(position), position)


@lru_cache(maxsize=256)
def parse_position(text: str) -> Position:
    """Read a position; docs/notation-royal-racers.md has the defaults of the hidden fields. Raises NotationError."""
    found, seen = NOTATION.fields(text), parse_observation(text)
    told = told_of(found, HIDDEN)
    off, races = told.pop("off"), told.pop("races")
    if any(cell in (UNSEEN, BACK) for cell in seen.cards):
        raise NotationError(WORDS.told("needs-every-card"))
    pawns = tuple((suit, place) for suit, place in seen.pawns if place is not None)
    if len(pawns) != len(seen.pawns) or not 2 <= len(pawns) <= len(SUITS):
        raise NotationError(WORDS.told("needs-pawns"))
    seats = told["seats"] or tuple(suit for suit, _ in pawns)
    if set(seats) != {suit for suit, _ in pawns}:
        raise NotationError(WORDS.told("seats-not-pawns"))
    told |= {"seats": seats, "phase": told["phase"] or RACING, "ranks": told["ranks"] or NORMAL_RANKS}
    winner = told["winner"]
    placing = told["phase"] == PLACING
    number = told["round"] or (2 if "round" not in found and not placing else 1)
    if placing and number > len(told["ranks"]):
        raise NotationError(WORDS.told("round-too-late", n=number, n2=len(told["ranks"])))
    queue = told["queue"] if "turn" in found else () if winner else turn_order(seats, number)
    if ({*queue, winner} - {""}) - set(seats) or {suit for suit, _ in (*told["touched"], *told["score"])} - set(seats):
        raise NotationError(WORDS.told("player-not-in-race"))
    if not queue and not winner:
        raise NotationError(WORDS.told("needs-player-turn"))
    told |= {"queue": queue, "round": number}
    told |= {key: _counts(told[key], seats) for key in ("touched", "score")}
    told["race"], told["races"] = races[0] if races else (1, 1)
    return Position(
        cards=tuple(cell.removeprefix(BACK) for cell in seen.cards),
        down=frozenset(square for square, cell in enumerate(seen.cards) if cell.startswith(BACK)),
        flags=tuple(sorted({**dict(seen.flags), **dict(off)}.items(), key=flag_key)),
        pawns=pawns,
        dice=seen.dice,
        off=tuple(flag for flag, _ in off),
        **told,
    )


def _counts(told: Iterable[tuple[str, int]], seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    """One for every player, also for those of whom nothing is told."""
    counts = dict(told)
    return tuple((suit, counts.get(suit, 0)) for suit in sorted(seats, key=SUITS.index))
