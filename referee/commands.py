"""What people may ask of a race: one frozen class a command, and everything that follows from it.

A command's name is its class's, its fields with their types and limits are what its JSON holds, and the first paragraph
of its docstring is its line of help. From this list come its address (`path`), the check of what was sent (`read`), who
may give it (`may`), the card that does the same (`shown`), the page's calls (`for_the_page`) and the table in
`docs/page.md` (`tests/web/test_commands.py` holds it).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import IntEnum
from typing import Annotated, Any, ClassVar, dataclass_transform, get_args, get_origin, get_type_hints

from referee.errors import RefereeError
from referee.games.base import Status
from referee.record.fold import MODES


class Role(IntEnum):
    """What a person may do; each role may do all that the ones before it may. A camera sends pictures and no more."""

    WATCH = 1
    DECLARE = 2
    REFEREE = 3
    CAMERA = 0

    @property
    def word(self) -> str:
        """The role as it stands in addresses, messages and join codes.

        >>> Role.DECLARE.word
        'declare'
        """
        return self.name.lower()


class CommandError(RefereeError):
    """A command whose shape is wrong; its text says what it should have been."""


@dataclass(frozen=True)
class Limit:
    """What a field may hold: text of at most so many characters, numbers up to so much, or one of these values."""

    most: int = 0
    choices: tuple[Any, ...] = ()


INSIDE = "inside"
"""Marks a field that only the program itself may set."""

OF_PROGRAMS = tuple(role.word for role in Role if role is not Role.CAMERA)
"""The roles that a program may have."""

NOBODY = "none"
"""Instead of a role: all codes and visits end."""

Words = Annotated[str, Limit(4000)]
Choice = Annotated[str, Limit(12_000)]
"""A board file of people's own is among what may be chosen."""
Number = Annotated[int, Limit(2**31)]
COMMANDS: dict[str, type[Command]] = {}
"""Every command by its name."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Command:
    """Something a person asks.

    Attributes
    ----------
    name, path : as it is sent: ``{"do": name, ...}`` to ``/command``, or its fields alone to its own address.
    may : the least role that may ask it; None for anybody, also who has not joined.
    card : the printed command card that says the same, "" for none.
    either : of these fields exactly one is given.
    """

    name: ClassVar[str]
    path: ClassVar[str]
    may: ClassVar[Role | None]
    card: ClassVar[str]
    either: ClassVar[tuple[str, ...]]

    def __init_subclass__(
        cls,
        may: Role | None = Role.REFEREE,
        path: str = "",
        card: str = "",
        either: tuple[str, ...] = (),
        kw_only: bool = False,
        among: dict[str, type[Command]] | None = None,
    ) -> None:
        """Put the command into the list (`among` them: into another one), as a frozen dataclass."""
        dataclass(frozen=True, kw_only=kw_only)(cls)
        if cls.__name__ not in ("Decision", "OfThisTurn"):
            cls.name = cls.__name__.lower()
            cls.path = path or f"/command/{cls.name}"
            cls.may, cls.card, cls.either = may, card, either
            (COMMANDS if among is None else among)[cls.name] = cls


class Decision(Command, kw_only=True):
    """What may carry who decided so, and why."""

    who: Words = ""
    why: Words = ""


class OfThisTurn(Command, kw_only=True):
    """What is never held against another turn than the one people see: `turn` as the state told it, 0: now."""

    turn: Number = 0


class Start(Command):
    """Start the race with the board as it lies.

    One that is `under_way` already goes on from there, with what is `said` of what no camera sees: of each line the
    first word is one of the pieces in the state's `setup.joining`, the second one of its deeds.
    """

    players: Number
    position: Annotated[str, INSIDE] = ""
    under_way: bool = False
    said: Words = ""


class Next(Command):
    """Start the next race of a championship or campaign, as the table is laid.

    It is refused with what is still missing.
    """

    position: Annotated[str, INSIDE] = ""


class Again(Command):
    """Race once more with the same game, players and camera, after the end (on the guided page)."""


class Declare(OfThisTurn, may=Role.DECLARE):
    """Say something that a camera cannot see, such as `speed:2=3`; with `entry`, answer what that verdict asks."""

    text: Words
    entry: Number = 0


class Undeclare(OfThisTurn, may=Role.DECLARE):
    """Take the last declaration of this turn back."""


class Close(OfThisTurn, may=Role.DECLARE, card="done"):
    """Say that the turn is done."""


class Undo(Decision, OfThisTurn, card="undo"):
    """Take back what was settled last (a word over a verdict, a turn, a correction) by an entry that says so."""


class Correct(Decision, OfThisTurn, either=("position", "accept")):
    """Set the position (in notation), or take the table as it stands."""

    position: Words = ""
    accept: Annotated[bool, Limit(choices=(True,))] = False


class Place(Decision, OfThisTurn):
    """Put one piece elsewhere.

    Piece and space are named as in the drawing's `data-piece` and `data-space` (`x:y` in mm on a floor without spaces);
    in the stead of a space what else is to be done to it, one of the state's `hands`: `flip`, `turn:60`, `give:a` …
    """

    piece: Words
    space: Words


class End(Decision):
    """End the race before its end: the places are those of the standings as they are."""


class Overrule(Decision):
    """Decide otherwise than the verdict with this number says."""

    entry: Number
    status: Annotated[str, Limit(choices=tuple(Status.__members__))]
    why: Words = field()


class Stand(Decision):
    """Let the illegal move stand that the verdict with this number is about."""

    entry: Number


class Mode(Command):
    """Say how strict the referee is from now on."""

    mode: Annotated[str, Limit(choices=MODES)]
    who: Words


class Name(Command):
    """Say what a driver is called, such as Ann for `red`; without a name the colour again."""

    driver: Words
    called: Words


class Pause(Command, card="pause"):
    """Begin a break, in which nothing is judged, or end it."""

    on: bool


class Guide(Command):
    """Choose something on the way to the race: the page's guided path does."""

    what: Words
    value: Choice


class Replay(Command):
    """Look at another moment of a replay."""

    at: Number


class Join(Command, may=None, path="/join"):
    """Join.

    The referee's screen shows the code.
    """

    code: Annotated[str, Limit(40)]


class Invite(Command, path="/invitations"):
    """Make a new join code for a role, or end all codes and visits."""

    role: Annotated[str, Limit(choices=(*(role.word for role in Role), NOBODY))]


class Admit(Command, path="/machines"):
    """Let a program in by a token, which is told once; only who sits at this computer may."""

    program: Annotated[str, Limit(32)]
    role: Annotated[str, Limit(choices=OF_PROGRAMS)]


class Revoke(Command, path="/machines/revoke"):
    """Let a program in no more, from now on; only who sits at this computer may."""

    program: Annotated[str, Limit(32)]


@dataclass(frozen=True)
class Shape:
    """One field as it may be sent: the very type (True is a whole number in Python, and not here) and its limit."""

    kind: type
    limit: Limit
    needed: bool


def shape_of(asked: type[Command]) -> Mapping[str, Shape]:
    """The fields that may be sent with a command."""
    hints = get_type_hints(asked, include_extras=True)
    return {one.name: _shape(one, hints[one.name]) for one in fields(asked) if INSIDE not in get_args(hints[one.name])}  # type: ignore[arg-type]


def _shape(one: Field[Any], hint: Any) -> Shape:
    kind, limit = get_args(hint) if get_origin(hint) is Annotated else (hint, Limit())
    return Shape(kind, limit, one.default is MISSING)


def read(body: Any, asked: type[Command] | None = None) -> Command:
    """The command that was sent, to its own address or to that of all.

    >>> read({"do": "pause", "on": True})
    Pause(on=True)

    Raises
    ------
    CommandError
        With one sentence that says what is wrong.
    """
    if asked is None:
        if not isinstance(body, dict):
            raise CommandError(f"A command is a JSON object such as {example(Close)}.")
        name = body.get("do")
        if not isinstance(name, str) or name not in COMMANDS:
            raise CommandError(f"A command says what to do: one of {', '.join(COMMANDS)}.")
        asked = COMMANDS[name]
    shape = shape_of(asked)
    given = {key: value for key, value in body.items() if key != "do"} if isinstance(body, dict) else None
    if given is None or body.get("do", asked.name) != asked.name or not _fits(given, asked, shape):
        examples = " or ".join(example(asked, one) for one in asked.either or ("",))
        raise CommandError(f"To {in_short(asked)}, send {examples}.")
    for key, value in given.items():
        _check(key, value, shape[key].limit)
    return asked(**given)


def _fits(given: Mapping[str, Any], asked: type[Command], shape: Mapping[str, Shape]) -> bool:
    complete = {key for key, one in shape.items() if one.needed} <= given.keys() <= shape.keys()
    if not complete or (asked.either and len(given.keys() & set(asked.either)) != 1):
        return False
    return all(type(value) is shape[key].kind for key, value in given.items())


def _check(key: str, value: Any, limit: Limit) -> None:
    if limit.choices and value not in limit.choices:
        choices = [one if isinstance(one, str) else json.dumps(one) for one in limit.choices]
        raise CommandError(
            f"'{key}' is one of {', '.join(choices)}." if choices[1:] else f"'{key}' can only be {choices[0]}."
        )
    if isinstance(value, str):
        if limit.most and len(value) > limit.most:
            raise CommandError(f"'{key}' is too long: {limit.most} characters at most.")
        if any(letter == "\0" or "\ud800" <= letter <= "\udfff" for letter in value):
            raise CommandError(f"'{key}' holds a sign that is none.")  # nothing could keep or print that
    elif limit.most and abs(value) > limit.most:
        raise CommandError(f"'{key}' is too large.")


def shown(card: str, paused: bool) -> Command:
    """What a command card asks for. The one for a break begins it, or ends it."""
    asked = next(one for one in COMMANDS.values() if one.card == card)
    return Pause(not paused) if asked is Pause else asked()


def in_short(asked: type[Command]) -> str:
    """What a command does, to go on a sentence with.

    >>> in_short(Close)
    'say that the turn is done'
    """
    line = str(asked.__doc__).partition("\n")[0].rstrip(".")
    return line[0].lower() + line[1:]


def example(asked: type[Command], either: str = "") -> str:
    """A command as it may be sent to the address of all commands, or to its own if that is another.

    >>> example(Stand), example(Join)
    ('{"do": "stand", "entry": 1}', '{"code": "..."}')
    """
    values = {str: "...", int: 1, bool: True}
    needed = {key: one for key, one in shape_of(asked).items() if one.needed or key == either}
    sent = {key: (one.limit.choices or (values[one.kind],))[0] for key, one in needed.items()}
    return json.dumps({"do": asked.name, **sent} if asked.path.startswith("/command/") else sent)


def for_the_page(commands: Mapping[str, type[Command]] = COMMANDS) -> dict[str, Any]:
    """Every command as the page needs it: where it is sent, the least role, and its fields with their limits."""
    return {
        name: {
            "path": asked.path,
            "may": asked.may or 0,
            "fields": {
                key: {"most": one.limit.most, "choices": one.limit.choices} for key, one in shape_of(asked).items()
            },
        }
        for name, asked in commands.items()
    }
