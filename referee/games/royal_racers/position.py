"""What lies on the table of Royal Racers: a look, a position, and the one line that each is written as.

docs/notation-royal-racers.md describes the notation. A look holds the visible fields only; a position is the same line
with the hidden fields behind them, so any position also reads as a look.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from referee.errors import NotationError
from referee.games.line_of_fields import items, join_fields, split_fields
from referee.games.royal_racers.board import DECK, FACES, FLAG_RANKS, SIDE, SUITS, Square, parse_square, square_name

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


NAME = "royal-racers"
VISIBLE = ("cards", "flags", "pawns", "missing", "dice", "unseen")
HIDDEN = (
    "off", "seats", "ranks", "phase", "round", "turn", "touched", "variants", "races", "score", "winner",
)  # fmt: skip

_DIE = re.compile(r"([na2345])@(-?[0-9.]+):(-?[0-9.]+):(-?[0-9.]+)")
_CARDS = frozenset(DECK)


def fields(text: str) -> dict[str, str]:
    """Split a line of notation into its fields. Raises NotationError on an unknown, doubled or malformed one."""
    return split_fields(text, NAME, "Royal Racers", VISIBLE + HIDDEN)


def join(pairs: Iterable[tuple[str, str]]) -> str:
    """One line from fields; those with an empty value are left out."""
    return join_fields(NAME, pairs)


def cards_text(cells: tuple[str, ...]) -> str:
    """The board, top row first, as people look at it."""
    return "/".join(",".join(cells[row * SIDE : (row + 1) * SIDE]) for row in reversed(range(SIDE)))


def parse_cards(text: str) -> tuple[str, ...]:
    """Read a board; every card at most once. Raises NotationError."""
    rows = [row.split(",") for row in text.split("/")]
    if len(rows) != SIDE or any(len(row) != SIDE for row in rows):
        raise NotationError("the board needs six rows of six cards: rows parted by /, cards by commas, top row first.")
    cells = tuple(cell for row in reversed(rows) for cell in row)
    for cell in cells:
        if cell not in (UNSEEN, BACK) and cell.removeprefix(BACK) not in _CARDS:
            raise NotationError(f"'{cell}' is not a card: write as for the ace of spades, -as face down, ? for unseen.")
    names = [cell.removeprefix(BACK) for cell in cells if cell not in (UNSEEN, BACK)]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice:
        raise NotationError(f"the card {twice} lies on the board twice.")
    return cells


def parse_suit(text: str) -> str:
    """Read a player's suit. Raises NotationError."""
    if text not in SUITS:
        raise NotationError(f"'{text}' is not a player: the players are {', '.join(SUITS)}.")
    return text


def parse_flag(text: str) -> str:
    """Read a flag's name. Raises NotationError."""
    if len(text) != 2 or text[0] not in SUITS or text[1] not in FLAG_RANKS:
        raise NotationError(f"'{text}' is not a flag: write a suit and a rank, as in Sa for the ace of suns.")
    return text


def flags_text(flags: Iterable[tuple[str, Square]]) -> str:
    """Flags on their squares."""
    return ",".join(f"{flag}:{square_name(square)}" for flag, square in flags)


def parse_flags(text: str) -> tuple[tuple[str, Square], ...]:
    """Read flags, each once. Raises NotationError."""
    found: dict[str, Square] = {}
    for item in items(text):
        flag, _, square = item.partition(":")
        if parse_flag(flag) in found:
            raise NotationError(f"the flag {flag} is named twice.")
        found[flag] = parse_square(square)
    return tuple(sorted(found.items(), key=flag_key))


def flag_key(item: tuple[str, Square]) -> tuple[int, int]:
    """Flags in order: by suit, then by rank."""
    return SUITS.index(item[0][0]), FLAG_RANKS.index(item[0][1])


def pawns_text(pawns: Iterable[tuple[str, Place]]) -> str:
    """Pawns on their squares."""
    return ",".join(f"{suit}:{OFF if place is None else square_name(place)}" for suit, place in pawns)


def parse_pawns(text: str) -> tuple[tuple[str, Place], ...]:
    """Read pawns, each once. Raises NotationError."""
    found: dict[str, Place] = {}
    for item in items(text):
        suit, _, place = item.partition(":")
        if parse_suit(suit) in found:
            raise NotationError(f"the pawn {suit} is named twice.")
        found[suit] = None if place == OFF else parse_square(place)
    return tuple((suit, found[suit]) for suit in SUITS if suit in found)


def _mm(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"


def dice_text(dice: Iterable[tuple[str, Die]]) -> str:
    """Dice with face and pose: `S:4@12:3.5:90`."""
    return ",".join(f"{suit}:{die.face}@{_mm(die.x_mm)}:{_mm(die.y_mm)}:{_mm(die.angle_deg)}" for suit, die in dice)


def parse_dice(text: str) -> tuple[tuple[str, Die], ...]:
    """Read dice, each once. Raises NotationError."""
    found: dict[str, Die] = {}
    for item in items(text):
        suit, _, rest = item.partition(":")
        match = _DIE.fullmatch(rest)
        if match is None or match[1] not in FACES:
            raise NotationError(f"'{item}' is not a die: write S:4@12:3:90, that is suit, face, x and y in mm, angle.")
        if parse_suit(suit) in found:
            raise NotationError(f"the die {suit} is named twice.")
        try:
            found[suit] = Die(match[1], float(match[2]), float(match[3]), float(match[4]))
        except ValueError:
            raise NotationError(f"'{item}' holds a number that cannot be read.") from None
    return tuple((suit, found[suit]) for suit in SUITS if suit in found)


def squares_text(squares: Iterable[Square]) -> str:
    """Squares by name, in order."""
    return ",".join(square_name(square) for square in sorted(squares))


def visible_pairs(seen: Observation) -> list[tuple[str, str]]:
    """The visible fields of an observation, in their fixed order."""
    return [
        ("cards", cards_text(seen.cards)),
        ("flags", flags_text(seen.flags)),
        ("pawns", pawns_text(seen.pawns)),
        ("missing", ",".join(seen.missing)),
        ("dice", dice_text(seen.dice)),
        ("unseen", squares_text(seen.unseen)),
    ]


def observation_text(seen: Observation) -> str:
    """An observation in one line: the inverse of `parse_observation`."""
    return join(visible_pairs(seen))


def parse_observation(text: str) -> Observation:
    """Read visible notation, or the visible part of a whole position. Raises NotationError."""
    return observation_from(fields(text))


def observation_from(found: dict[str, str]) -> Observation:
    """The observation in split fields; without `cards` the whole board is unseen."""
    cards = parse_cards(found["cards"]) if "cards" in found else (UNSEEN,) * (SIDE * SIDE)
    return Observation(
        cards=cards,
        flags=parse_flags(found.get("flags", "")),
        pawns=parse_pawns(found.get("pawns", "")),
        missing=tuple(sorted((parse_suit(suit) for suit in items(found.get("missing", ""))), key=SUITS.index)),
        dice=parse_dice(found.get("dice", "")),
        unseen=frozenset(parse_square(name) for name in items(found.get("unseen", ""))),
    )


def parse_number(text: str, what: str, most: int) -> int:
    """Read a whole number from 0 to `most`. Raises NotationError."""
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{what}={text} is not a number from 0 to {most}.")
    return int(text)


PLACING, RACING = "flags", "race"
OPPONENT_FLAG, CAMPAIGN = "opponent-flag", "campaign"
VARIANTS = (OPPONENT_FLAG, CAMPAIGN)
NORMAL_RANKS = "a2345"
MOST_RACES = 99


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
        return tuple(square for square, card in enumerate(self.cards) if card[0] == rank)


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


def position_text(position: Position) -> str:
    """A position in one line: its visible part, then the hidden fields."""
    hidden = [
        ("off", flags_text(item for item in position.flags if item[0] in position.off)),
        ("seats", ",".join(position.seats)),
        ("ranks", position.ranks),
        ("phase", position.phase),
        ("round", str(position.round)),
        ("turn", ",".join(position.queue)),
        ("touched", _counts_text(position.touched)),
        ("variants", ",".join(position.variants)),
        ("races", f"{position.race}/{position.races}" if CAMPAIGN in position.variants else ""),
        ("score", _counts_text(position.score) if CAMPAIGN in position.variants else ""),
        ("winner", position.winner),
    ]
    return join(visible_pairs(visible(position)) + hidden)


def parse_position(text: str) -> Position:
    """Read a position; docs/notation-royal-racers.md has the defaults of the hidden fields. Raises NotationError."""
    found = fields(text)
    seen = observation_from(found)
    if any(cell in (UNSEEN, BACK) for cell in seen.cards):
        raise NotationError("a position must name every card of the board, also those that lie face down.")
    pawns = tuple((suit, place) for suit, place in seen.pawns if place is not None)
    if len(pawns) != len(seen.pawns) or not 2 <= len(pawns) <= len(SUITS):
        raise NotationError("a position needs two to four pawns, each on a space, as in pawns=S:c3,M:d4.")
    seats = _suits(found["seats"]) if "seats" in found else tuple(suit for suit, _ in pawns)
    if set(seats) != {suit for suit, _ in pawns}:
        raise NotationError("seats= must name just the players whose pawns are in the race.")
    phase = _one_of(found.get("phase", RACING), "phase", (PLACING, RACING))
    ranks = _ranks(found.get("ranks", NORMAL_RANKS))
    rounds = len(ranks) if phase == PLACING else 99999
    number = max(1, parse_number(found.get("round", "1" if phase == PLACING else "2"), "round", rounds))
    winner = parse_suit(found["winner"]) if "winner" in found else ""
    queue = _suits(found["turn"]) if "turn" in found else () if winner else turn_order(seats, number)
    if set(queue) - set(seats) or (winner and winner not in seats):
        raise NotationError("turn= or winner= names a player who is not in this race.")
    if not queue and not winner:
        raise NotationError("a position must say whose turn it is, as in turn=S,M (the players still to act).")
    race, races = _races(found.get("races", "1/1"))
    return Position(
        cards=tuple(cell.removeprefix(BACK) for cell in seen.cards),
        down=frozenset(square for square, cell in enumerate(seen.cards) if cell.startswith(BACK)),
        flags=_with_off(seen, found),
        pawns=pawns,
        seats=seats,
        queue=queue,
        ranks=ranks,
        phase=phase,
        round=number,
        touched=_counts(found.get("touched", ""), seats, "touched", len(FLAG_RANKS)),
        dice=seen.dice,
        off=tuple(flag for flag, _ in parse_flags(found.get("off", ""))),
        variants=tuple(_one_of(name, "variants", VARIANTS) for name in items(found.get("variants", ""))),
        race=race,
        races=races,
        score=_counts(found.get("score", ""), seats, "score", MOST_RACES * len(FLAG_RANKS)),
        winner=winner,
    )


def _with_off(seen: Observation, found: Mapping[str, str]) -> tuple[tuple[str, Square], ...]:
    """Every flag of the race, those taken off the board too."""
    both = {**dict(seen.flags), **dict(parse_flags(found.get("off", "")))}
    return tuple(sorted(both.items(), key=flag_key))


def _suits(text: str) -> tuple[str, ...]:
    found = tuple(parse_suit(suit) for suit in items(text))
    if len(set(found)) != len(found):
        raise NotationError(f"'{text}' names a player twice.")
    return found


def _ranks(text: str) -> str:
    if not text or text not in FLAG_RANKS:
        raise NotationError(f"ranks={text} is not a run of flags: write a part of {FLAG_RANKS}, as in a2345.")
    return text


def _one_of(text: str, what: str, known: tuple[str, ...]) -> str:
    if text not in known:
        raise NotationError(f"{what}={text} is not known; it can be {' or '.join(known)}.")
    return text


def _races(text: str) -> tuple[int, int]:
    this, _, all_of_them = text.partition("/")
    race, races = parse_number(this, "races", MOST_RACES), parse_number(all_of_them, "races", MOST_RACES)
    if not 1 <= race <= races:
        raise NotationError(f"races={text} is not known: write the race and how many there are, as in 1/3.")
    return race, races


def _counts_text(counts: tuple[tuple[str, int], ...]) -> str:
    return ",".join(f"{suit}:{count}" for suit, count in counts)


def _counts(text: str, seats: tuple[str, ...], what: str, most: int) -> tuple[tuple[str, int], ...]:
    counts = dict.fromkeys(sorted(seats, key=SUITS.index), 0)
    for item in items(text):
        suit, _, count = item.partition(":")
        if suit not in counts:
            raise NotationError(f"{what}={text} names a player who is not in this race.")
        counts[suit] = parse_number(count, what, most)
    return tuple(counts.items())
