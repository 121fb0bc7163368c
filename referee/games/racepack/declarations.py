"""What players say aloud, as text: `speed:2=3`, `token:2=4`, `roll=3`, `defence:M=2` ... (see docs/notation.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.errors import NotationError
from referee.games.racepack.notation import FACES
from referee.games.racepack.teams import ODD, Teams
from referee.games.racepack.variants import Variants


@dataclass(frozen=True)
class SaidDefence:
    """A token spent against the driver, and what the re-roll showed if that was said."""

    pool: str
    token: str
    again: str | None = None


@dataclass(frozen=True)
class SaidRoll:
    """One penalty roll: its face if said, and the tokens spent against it."""

    face: str | None
    defences: tuple[SaidDefence, ...] = ()


@dataclass(frozen=True)
class Said:
    """Everything declared for one turn.

    Attributes
    ----------
    speeds, tokens, facings : by movement number, from 1.
    no_token, no_roll, no_defence : it was said that there was none.
    rolls : the penalty rolls in the order they were made.
    done : the driver says that the turn is over.
    time_up, time_left : the move timer ran out before the turn was over; it did not.
    time_after : how many movements were finished when it ran out, None when that was not said.
    pit_stop : whether the driver made a pit stop that nobody saw, None when that was not said.
    """

    speeds: Mapping[int, int] = field(default_factory=dict)
    tokens: Mapping[int, str] = field(default_factory=dict)
    facings: Mapping[int, str] = field(default_factory=dict)
    rolls: tuple[SaidRoll, ...] = ()
    no_token: bool = False
    no_roll: bool = False
    no_defence: bool = False
    done: bool = False
    time_up: bool = False
    time_left: bool = False
    time_after: int | None = None
    pit_stop: bool | None = None


_PATTERNS = {
    "speed": re.compile(r"speed:([1-9])=([1-7])"),
    "token": re.compile(r"token:([1-9])=(a|1|[2-5]|o[24])"),
    "facing": re.compile(r"facing:([1-9])=(old|out)"),
    "roll": re.compile(r"(roll|reroll)=([na0-5]|no)"),
    "time": re.compile(r"time:([0-3])=up"),
    "defence": re.compile(r"defence:(2?[SMCA]|d[CA])=(a|1|[2-5]|o[24])"),
}
_PLAIN = ("token=no", "defence=no", "done")
_OF_THE_TIMER = ("time=up", "time=no")
_OF_THE_PITS = ("stop=yes", "stop=no")


def normal_declaration(text: str, teams: Teams) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    Whether the race has the variant that a word is about is not asked here; see `need_variant`.

    >>> from referee.games.racepack.teams import teams_for
    >>> normal_declaration(" token:2=1 ", teams_for(4))
    'token:2=a'
    """
    text = text.strip()
    if text in (*_PLAIN, *_OF_THE_TIMER, *_OF_THE_PITS):
        return text
    kind = re.split("[:=]", text)[0].removeprefix("re")
    match = _PATTERNS[kind].fullmatch(text) if kind in _PATTERNS else None
    if match is None:
        raise NotationError(
            f"'{text}' is not a declaration; write for example speed:2=3 (movement 2 had speed 3), token:2=4, "
            "roll=5, reroll=2, defence:M=2, facing:2=old, time=up, stop=yes, token=no or done."
        )
    if kind == "roll":
        if match[2] == "no" and match[1] == "reroll":
            raise NotationError("say roll=no when there was no roll; a re-roll follows a defence token.")
        return f"{match[1]}={_face(match[2])}"
    if kind == "token":
        return f"token:{match[1]}={_token(match[2], teams)}"
    if kind == "defence":
        if match[1] not in teams.cars:
            raise NotationError(f"'{match[1]}' has no tokens in this race; the pools are {', '.join(teams.pools)}.")
        return f"defence:{teams.pool(match[1])}={_token(match[2], teams)}"
    return text


def need_variant(text: str, variants: Variants) -> None:
    """Refuse a word about a variant that is not in force. Raises NotationError."""
    if text.startswith("time") and not variants.timer_s:
        raise NotationError("this race has no move timer (timer= in its position).")
    if text in _OF_THE_PITS and not variants.stops:
        raise NotationError("this race has no pit stops (stop= in its position).")


def parse_declarations(texts: Sequence[str], teams: Teams) -> Said:
    """All that was said in a turn, in the order it was said. Raises NotationError."""
    speeds: dict[int, int] = {}
    tokens: dict[int, str] = {}
    facings: dict[int, str] = {}
    rolls: list[SaidRoll] = []
    time_after: int | None = None
    plain = {normal_declaration(text, teams) for text in texts}
    for text in (normal_declaration(text, teams) for text in texts):
        head, _, value = text.partition("=")
        kind, _, which = head.partition(":")
        if kind == "speed":
            speeds[int(which)] = int(value)
        elif kind == "token" and which:
            tokens[int(which)] = value
        elif kind == "time" and which:
            time_after = int(which)
        elif kind == "facing":
            facings[int(which)] = value
        elif text != "roll=no" and (kind in ("roll", "reroll") or (kind == "defence" and which)):
            _say_roll(rolls, kind, which, value)
    return Said(
        speeds,
        tokens,
        facings,
        tuple(rolls),
        no_token="token=no" in plain,
        no_roll="roll=no" in plain,
        no_defence="defence=no" in plain,
        done="done" in plain,
        time_up="time=up" in plain or time_after is not None,
        time_left="time=no" in plain,
        time_after=time_after,
        pit_stop=next((text == "stop=yes" for text in _OF_THE_PITS if text in plain), None),
    )


def _say_roll(rolls: list[SaidRoll], kind: str, which: str, value: str) -> None:
    """Add one word about rolls to what was said before it."""
    if kind == "roll":
        rolls.append(SaidRoll(value))
        return
    last = rolls.pop() if rolls else SaidRoll(None)
    if kind == "defence":
        rolls.append(SaidRoll(last.face, (*last.defences, SaidDefence(which, value))))
    elif not last.defences:
        rolls.append(SaidRoll(last.face, (SaidDefence("", "", value),)))
    else:
        before, latest = last.defences[:-1], last.defences[-1]
        rolls.append(SaidRoll(last.face, (*before, SaidDefence(latest.pool, latest.token, value))))


def _face(text: str) -> str:
    return FACES[int(text)] if text in ("0", "1") else text


def _token(text: str, teams: Teams) -> str:
    token = "a" if text == "1" else text
    if token[0] not in teams.full_hand:
        raise NotationError("tokens kept suit side up exist only in the game for three players.")
    return token


def spend(hand: str, token: str) -> str | None:
    """The hand without a token, or None when it is not there; a plain 2 or 4 may stand for an odd token.

    >>> spend("a2345", "4"), spend("a35", "4"), spend("a35oo", "4")
    ('a235', None, 'a35o')
    """
    for one in (token[0], ODD if token in ("2", "4") else ""):
        if one and one in hand:
            return hand.replace(one, "", 1)
    return None
