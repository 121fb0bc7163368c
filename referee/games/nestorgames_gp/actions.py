"""What a driver does in a turn, in notation (`R use=rocket aim=4 roll=2+6+1+3 move=12 via=gate`) and in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from referee.errors import NotationError
from referee.frozen import dataclass
from referee.games.nestorgames_gp.rules import listed
from referee.games.nestorgames_gp.state import CARS, KINDS
from referee.games.nestorgames_gp.words import WORDS
from referee.games.turn_facts import TurnFacts
from referee.words.fact import Fact, fact

UP, FIX, MOVE, BUST, HELD, PUT, QUALIFY, ROLLING = "up", "fix", "move", "bust", "held", "put", "qualify", "rolling"


@dataclass(frozen=True)
class Turn:
    """One turn, as the choices and the dice of its driver; all the rest follows from the rules.

    Attributes
    ----------
    kind : ``up`` (turn the car up and pass), ``fix``, ``move``, ``bust`` (a repeat was rolled), ``held`` (a movement
        that the safety car does not let happen), ``put`` (the car was set somewhere by hand), ``qualify``, or
        ``rolling`` (the turn has only begun).
    use, aim : the item used before the turn, and the rocket's die (0 = none or not known).
    roll : the dice thrown, as far as they are known.
    steps : how many spaces the car moves (``move`` and ``held``).
    via : the turnings taken where roads part (``gate``, ``shortcut``; ``turn`` is a turn on a loop space, never legal).
    end : where the car was put (``put``).
    refill : the item put into the tray after its item was taken.
    late : an item used was laid before the leader after the movement, not before it (items on the board).
    let : another driver who acted in this turn.
    mild : a push into a car on a corner was taken to be no severe accident; not written.
    """

    car: str
    kind: str
    use: str = ""
    aim: int = 0
    roll: tuple[int, ...] = ()
    steps: int = 0
    via: tuple[str, ...] = ()
    end: str = ""
    refill: str = ""
    late: bool = False
    let: str = ""
    mild: bool = False


def turn_text(turn: Turn) -> str:
    """A turn in notation."""
    begun = {"let": turn.let, "use": turn.use, "aim": turn.aim, "roll": "+".join(map(str, turn.roll))}
    ends = {MOVE: f"={turn.steps}", HELD: f"={turn.steps}", PUT: f"={turn.end or 'off'}"}
    rest = {"via": "+".join(turn.via), "refill": turn.refill if turn.refill in KINDS else ""}
    before, after = ([f"{key}={value}" for key, value in part.items() if value] for part in (begun, rest))
    late = ["late"] if turn.late else []
    return " ".join([turn.car, *before, turn.kind + ends.get(turn.kind, ""), *after, *late])


_WORD = re.compile(
    rf"use=(?P<use>{'|'.join(KINDS)})|aim=(?P<aim>[1-6])|roll=(?P<roll>[1-6](?:\+[1-6])*)"
    r"|(?P<far>move|held)=(?P<steps>\d{1,2})|put=(?P<put>[A-Za-z0-9]{1,8})|(?P<plain>up|fix|bust|qualify|rolling)"
    rf"|let=(?P<let>[{''.join(CARS)}])|via=(?P<via>(?:gate|shortcut|turn)(?:\+(?:gate|shortcut|turn))*)|refill=(?P<refill>{'|'.join(KINDS)})|(?P<late>late)"
)


def parse_turn(text: str) -> Turn:
    """A turn from its notation; one that tells no end has only begun. Raises NotationError.

    >>> parse_turn("R roll=2+6 move=8").steps
    8
    >>> parse_turn("R put=s7").end, parse_turn("R put=off").end
    ('s7', '')
    """
    car, *words = text.split() or [""]
    found: dict[str, str] = {}
    for word in words:
        match = _WORD.fullmatch(word)
        if match is None:
            raise NotationError(WORDS.told("no-part-of-turn", text=word))
        found |= {key: value for key, value in match.groupdict().items() if value is not None}
    kind = found.get("far") or found.get("plain") or ("put" if "put" in found else ROLLING)
    if car not in CARS:
        raise NotationError(WORDS.told("no-turn", text=text))
    return Turn(
        car,
        kind,
        found.get("use", ""),
        int(found.get("aim", "0")),
        tuple(int(face) for face in found["roll"].split("+")) if "roll" in found else (),
        int(found.get("steps", "0")),
        tuple(found["via"].split("+")) if "via" in found else (),
        "" if found.get("put") == "off" else found.get("put", ""),
        found.get("refill", ""),
        "late" in found,
        found.get("let", ""),
    )


def has_repeat(roll: tuple[int, ...]) -> bool:
    """Whether a number was rolled twice."""
    return len(set(roll)) < len(roll)


def points(roll: tuple[int, ...], turbo: bool = False) -> int:
    """How far a roll without a repeat carries a car; the turbo boost counts the highest die twice.

    >>> points((2, 6, 1, 3)), points((2, 6, 1, 3), turbo=True)
    (12, 18)
    """
    return sum(roll) + (max(roll, default=0) if turbo else 0)


_EVENTS = {BUST: "rolled a repeat", FIX: "repaired", UP: "turned up", PUT: "put back"}


def turn_facts(text: str) -> TurnFacts:
    """The facts in a turn's notation.

    >>> turn_facts("R roll=3+2+6 move=11 via=shortcut")
    TurnFacts(car='R', measures={'spaces': (11,)}, dice=('3', '2', '6'), events=('took the shortcut',))
    """
    turn = parse_turn(text)
    events = ["item used"] if turn.use else []
    events += [_EVENTS[turn.kind]] if turn.kind in _EVENTS else []
    events += [f"took the {way}" for way in turn.via]
    spaces = {"spaces": (turn.steps,)} if turn.kind == MOVE else {}
    return TurnFacts(turn.car, spaces, tuple(map(str, turn.roll)), tuple(events))


# -- in words ---------------------------------------------------------------------------------------------------------

NONE, MAIN = "none", "main"
"""What stands for no item, no dice seen, and no turning taken."""


def turn_in_words(text: str, complete: bool) -> str:
    """A turn's notation as a part of a sentence.

    >>> turn_in_words("R roll=2+6+1+3 move=12", True)
    'red rolled 2, 6, 1, 3 and moved 12 spaces'
    >>> turn_in_words("R let=B rolling", True)
    'red let blue act out of turn'
    >>> turn_in_words("R let=B up", True)
    'red let blue act out of turn and turned the car up again and passed'
    """
    turn = parse_turn(text)
    told = WORDS.tell(fact("turn", who=turn.car), deeds=map(WORDS.tell, _deeds(turn)))
    return told if complete else WORDS.tell(fact("goes-on"), told=told)


def _deeds(turn: Turn) -> tuple[Fact, ...]:
    let = (fact("deed", how="let", who=turn.let),) if turn.let else ()
    return let if let and turn == Turn(turn.car, ROLLING, let=turn.let) else (*let, deed_of(turn))


def deed_of(turn: Turn) -> Fact:
    """What was done in a turn.

    >>> deed_of(Turn("R", "up"))
    Fact(kind='deed', params=(('aim', 0), ('how', 'up'), ('item', 'none'), ('roll', 'none')))
    """
    begun = fact("deed", item=turn.use or NONE, aim=turn.aim, roll=listed(turn.roll) or NONE)
    if turn.kind == MOVE:
        return begun.also(how="move", steps=turn.steps, via=road(turn.via))
    if turn.kind == BUST and not turn.roll:
        return begun.also(how="bust-unseen")
    if turn.kind == PUT:
        return begun.also(how="put", onto=turn.end or "off")
    if turn.kind == ROLLING and not (turn.use or turn.roll):
        return begun.also(how="begins")
    return begun.also(how=turn.kind)


def road(via: Sequence[str]) -> str:
    """The turnings taken as one word, each once.

    >>> road(("gate", "shortcut")), road(())
    ('gate-shortcut', 'main')
    """
    return "-".join(dict.fromkeys(via)) or MAIN
