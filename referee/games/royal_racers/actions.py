"""What is done in a turn: deeds, the facts that people are told, and the form of each in notation; statistics of it."""

from __future__ import annotations

import re
from functools import lru_cache

from referee.errors import NotationError
from referee.games.royal_racers.board import FACES, SUITS, Square, square_name
from referee.games.royal_racers.words import WORDS
from referee.games.turn_facts import TurnFacts
from referee.words.fact import Fact, Value, fact

FORMS = {
    "rolled": "r{rank}",
    "rolled-unseen": "r?",
    "up": "+{square}",
    "down": "-{square}",
    "wrong": "~{square}",
    "wrong-unseen": "~?",
    "back": "<{square}",
    "stayed": "<=",
    "went": ">{square}",
    "put": "!{square}",
    "left": "!off",
    "placed": "#{who}{rank}@{square}",
    "coin": "${who}:{count}",
}
"""How each deed is written, by its `how`; any other, as that nothing was done, is not.

A card is turned `up` or `down` for good; a `wrong` one was named from memory, and the pawn goes `back`, or has `stayed`
by agreement. A pawn was `put`, or has `left` the board, where no step leads.
"""
_VALUES = {"rank": f"[{FACES}]", "who": f"[{''.join(SUITS)}]", "square": "[a-f][1-6]", "count": "[0-9]{1,6}"}


def _read_as(form: str) -> re.Pattern[str]:
    values = {key: f"(?P<{key}>{value})" for key, value in _VALUES.items()}
    return re.compile(re.sub(r"\\{(\w+)\\}", lambda gap: values[gap[1]], re.escape(form)))


_READ_AS = {how: _read_as(form) for how, form in FORMS.items()}


@lru_cache(maxsize=1024)
def deed(how: str, square: Square | None = None, **about: Value) -> Fact:
    """What was done, as `FORMS` and the catalogues call it."""
    return fact("deed", how=how, **about, **({} if square is None else {"square": square_name(square)}))


@lru_cache(maxsize=512)
def deed_text(done: Fact) -> str:
    """One deed in notation.

    >>> deed_text(deed("down", 14)), deed_text(deed("stayed")), deed_text(deed("placed", 1, who="S", rank="a"))
    ('-c3', '<=', '#Sa@b1')
    """
    return FORMS.get(str(done.get("how")), "").format(**dict(done.params))


@lru_cache(maxsize=512)
def parse_deed(text: str) -> Fact:
    """Read one deed. Raises NotationError."""
    for how, form in _READ_AS.items():
        match = form.fullmatch(text)
        if match:
            about = {key: int(value) if key == "count" else value for key, value in match.groupdict().items()}
            return fact("deed", how=how, **about)
    raise NotationError(WORDS.told("is-no-action", text=text))


def parse_turn(text: str) -> tuple[str, tuple[Fact, ...]]:
    """Who did what. Raises NotationError."""
    suit, *words = text.split() or [""]
    if suit not in SUITS:
        raise NotationError(WORDS.told("is-no-turn", text=text))
    return suit, tuple(map(parse_deed, words))


def turn_facts(turn: str) -> TurnFacts:
    """The facts in a turn's notation; what a card shows is not told.

    >>> turn_facts("S r4 -c3 >d4")
    TurnFacts(car='S', measures={'steps': (1,)}, dice=('4',), events=('card turned down',))
    """
    car, deeds = parse_turn(turn)
    done = [str(one.get("how")) for one in deeds]
    rolled = tuple(str(one.get("rank")) for one in deeds if one.get("how") == "rolled")
    events = tuple(_EVENTS[how] for how in done if how in _EVENTS)
    return TurnFacts(car, {"steps": (done.count("went"),)} if "went" in done else {}, rolled, events)


_EVENTS = {
    "placed": "flag placed",
    "wrong": "wrong card",
    "wrong-unseen": "wrong card",
    "up": "card turned up",
    "down": "card turned down",
}
