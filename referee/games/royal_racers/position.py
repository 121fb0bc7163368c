"""A Royal Racers position: everything the rules need to know between two turns, frozen, with its one-line notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from referee.errors import NotationError
from referee.games.line_of_fields import items
from referee.games.royal_racers.board import FLAG_RANKS, SUITS, Square
from referee.games.royal_racers.notation import (
    fields,
    flag_key,
    flags_text,
    join,
    observation_from,
    parse_flags,
    parse_number,
    parse_suit,
    visible_pairs,
)
from referee.games.royal_racers.observation import BACK, UNSEEN, Die, Observation

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
