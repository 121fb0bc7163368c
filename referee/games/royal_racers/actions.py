"""What is done in a turn, as text and back, and the facts in it for statistics."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from referee.errors import NotationError
from referee.games.royal_racers.board import FACES, SUITS, Square, parse_square, square_name
from referee.games.royal_racers.position import parse_flag
from referee.games.royal_racers.words import WORDS
from referee.games.turn_facts import TurnFacts

UNKNOWN = "?"


@dataclass(frozen=True)
class Roll:
    """The player's die; face "" when nobody saw it."""

    face: str


@dataclass(frozen=True)
class Flip:
    """A card turned over, for good."""

    square: Square
    up: bool


@dataclass(frozen=True)
class Try:
    """A face-down card named from memory that turned out to be another; None when nobody said which."""

    square: Square | None


@dataclass(frozen=True)
class Back:
    """The pawn goes back after a failed flip; None when it stays where it stands by agreement."""

    square: Square | None


@dataclass(frozen=True)
class Step:
    """One step to a neighbouring square."""

    square: Square


@dataclass(frozen=True)
class Odd:
    """The pawn was put where no step leads; None is off the board."""

    square: Square | None


@dataclass(frozen=True)
class Place:
    """A flag placed for its owner."""

    flag: str
    square: Square


@dataclass(frozen=True)
class Coin:
    """A coin taken for the flags touched (campaign)."""

    suit: str
    count: int


@dataclass(frozen=True)
class End:
    """The player ends the turn without (another) step."""


Action = Roll | Flip | Try | Back | Step | Odd | Place | Coin | End


@lru_cache(maxsize=512)
def action_text(action: Action) -> str:
    """One action in notation; the end of a turn is not written.

    >>> action_text(Flip(14, False)), action_text(Back(None)), action_text(Place("Sa", 1))
    ('-c3', '<=', '#Sa@b1')
    """
    match action:
        case Roll(face):
            return f"r{face or UNKNOWN}"
        case Flip(square, up):
            return ("+" if up else "-") + square_name(square)
        case Try(square):
            return "~" + (UNKNOWN if square is None else square_name(square))
        case Back(square):
            return "<" + ("=" if square is None else square_name(square))
        case Step(square):
            return ">" + square_name(square)
        case Odd(square):
            return "!" + ("off" if square is None else square_name(square))
        case Place(flag, square):
            return f"#{flag}@{square_name(square)}"
        case Coin(suit, count):
            return f"${suit}:{count}"
        case End():
            return ""


def parse_action(text: str) -> Action:
    """Read one action. Raises NotationError."""
    kind, rest = text[:1], text[1:]
    if kind == "r" and (rest in FACES or rest == UNKNOWN) and rest:
        return Roll("" if rest == UNKNOWN else rest)
    if kind in "+-" and kind:
        return Flip(parse_square(rest), kind == "+")
    if kind == "~":
        return Try(None if rest == UNKNOWN else parse_square(rest))
    if kind == "<":
        return Back(None if rest == "=" else parse_square(rest))
    if kind == ">":
        return Step(parse_square(rest))
    if kind == "!":
        return Odd(None if rest == "off" else parse_square(rest))
    if kind == "#":
        flag, _, square = rest.partition("@")
        return Place(parse_flag(flag), parse_square(square))
    suit, _, count = rest.partition(":")
    if kind == "$" and suit in SUITS and count.isdecimal():
        return Coin(suit, int(count))
    raise NotationError(WORDS.told("is-no-action", text=text))


def parse_turn(text: str) -> tuple[str, tuple[Action, ...]]:
    """Read a turn. Raises NotationError."""
    suit, *words = text.split() or [""]
    if suit not in SUITS:
        raise NotationError(WORDS.told("is-no-turn", text=text))
    return suit, tuple(parse_action(word) for word in words)


def turn_facts(turn: str) -> tuple[TurnFacts, ...]:
    """The facts in a turn's notation; what a card shows is not told.

    >>> turn_facts("S r4 -c3 >d4")[0]
    TurnFacts(car='S', measures={'steps': (1,)}, dice=('4',), events=('card turned down',))
    """
    return tuple(_one(part) for part in turn.split(" / ") if part)


def _one(part: str) -> TurnFacts:
    car, *words = part.split()
    steps = sum(word.startswith(">") for word in words)
    names = {"#": "flag placed", "~": "wrong card", "+": "card turned up", "-": "card turned down"}
    events = tuple(names[word[0]] for word in words if word[0] in names)
    rolled = tuple(word[1:] for word in words if word[0] == "r" and len(word) == 2 and word[1] != "?")
    return TurnFacts(car, {"steps": (steps,)} if steps else {}, rolled, events)
