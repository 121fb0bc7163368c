"""What players say aloud, as text: `speed:2=3`, `token:2=4`, `roll=3`, `defence:M=2` ... (see docs/notation.md)."""

from __future__ import annotations

from referee.errors import NotationError
from referee.games.racepack.position import FACES, Position
from referee.games.racepack.variants import ODD, Teams, Variants
from referee.games.words_said import Sayable

SAYABLE = Sayable(
    (
        r"speed:[1-9]=[1-7]",
        r"token:[1-9]=(a|1|[2-5]|o[24])",
        r"facing:[1-9]=(old|out)",
        r"(roll|reroll)=([na0-5]|no)",
        r"defence:(2?[SMCA]|d[CA])=(a|1|[2-5]|o[24])",
        r"time:[0-3]=up|time=(up|no)",
        r"stop=(yes|no)",
        r"(token|defence)=no|done",
    ),
    "speed:2=3 (movement 2 had speed 3), token:2=4, roll=5, reroll=2, defence:M=2, facing:2=old, time=up, stop=yes, "
    "token=no or done",
)


def normal_declaration(text: str, position: Position) -> str:
    """A declaration in its normal form. Raises NotationError, also when the race has not the variant it is about."""
    normal = as_written(text, position.teams)
    need_variant(normal, position.variants)
    return normal


def as_written(text: str, teams: Teams) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    Whether the race has the variant that a word is about is not asked here; see `need_variant`.

    >>> from referee.games.racepack.variants import teams_for
    >>> as_written(" token:2=1 ", teams_for(4))
    'token:2=a'
    """
    _, said = SAYABLE.read(text)
    kind, equals, value = said.partition("=")
    if value in ("0", "1") and "roll" in kind:
        value = FACES[int(value)]
    if said == "reroll=no":
        raise NotationError("say roll=no when there was no roll; a re-roll follows a defence token.")
    if kind.startswith(("token:", "defence:")):
        value = "a" if value == "1" else value
        if value[0] not in teams.full_hand:
            raise NotationError("tokens kept suit side up exist only in the game for three players.")
    if kind.startswith("defence:"):
        car = kind.removeprefix("defence:")
        if car not in teams.cars:
            raise NotationError(f"'{car}' has no tokens in this race; the pools are {', '.join(teams.pools)}.")
        kind = f"defence:{teams.pool(car)}"
    return f"{kind}{equals}{value}"


def need_variant(text: str, variants: Variants) -> None:
    """Refuse a word about a variant that is not in force. Raises NotationError."""
    if text.startswith("time") and not variants.timer_s:
        raise NotationError("this race has no move timer (timer= in its position).")
    if text.startswith("stop") and not variants.stops:
        raise NotationError("this race has no pit stops (stop= in its position).")


def spend(hand: str, token: str) -> str | None:
    """The hand without a token, or None when it is not there; a plain 2 or 4 may stand for an odd token.

    >>> spend("a2345", "4"), spend("a35", "4"), spend("a35oo", "4")
    ('a235', None, 'a35o')
    """
    for one in (token[0], ODD if token in ("2", "4") else ""):
        if one and one in hand:
            return hand.replace(one, "", 1)
    return None
