"""Corners: entering, the penalty roll, spinning out and coming back; and the strategy tokens that bear on all of it."""

from __future__ import annotations

from collections.abc import Collection

from referee.games.base import Rule
from referee.games.fact import Fact, fact
from referee.games.racepack.actions import token_speed
from referee.games.racepack.declarations import spend
from referee.games.racepack.notation import FACES, face_value, square_name, squares_text
from referee.games.racepack.observation import Square

CORNER_SPEED = Rule("racepack/corner-speed", "Corners are entered at speed 1 or 2", "Entering Corners and Spinning Out")
PENALTY_ROLL = Rule("racepack/penalty-roll", "Entering at speed 2 needs a roll", "Entering Corners and Spinning Out")
SPIN_OUT = Rule("racepack/spin-out", "A spun-out car leaves the road at once", "Entering Corners and Spinning Out")
RE_ENTRY = Rule("racepack/re-entry", "Back on one of the three outside spaces", "Entering Corners and Spinning Out")
STRATEGY_TOKEN = Rule(
    "racepack/strategy-token", "Each token once, for its own car", "The Use Of Strategy Tokens To Affect Movement"
)

SPIN_OUT_FACE = "5"


def corner_speed(car: str, speed: int, corner: int) -> Fact | None:
    """A corner may be entered at speed 1, or 2 with a roll; never faster, token or not."""
    if speed <= 2:
        return None
    return fact(CORNER_SPEED.id, how="fast", who=car, corner=corner, speed=speed)


def penalty_roll(car: str, rolled: bool) -> Fact | None:
    """Entering at speed 2 needs the roll before play goes on; a throw at another time is none."""
    if rolled:
        return None
    return fact(PENALTY_ROLL.id, how="missing", who=car)


def spins_out(face: str, against: str | None = None) -> bool:
    """Whether a roll spins the car out: a 5, or after a defence token that number or more.

    >>> spins_out("5"), spins_out("4"), spins_out("2", against="2"), spins_out("n", against="a")
    (True, False, True, False)
    """
    return face == SPIN_OUT_FACE if against is None else face_value(face) >= token_speed(against)


def spin_out(car: str, must: bool, did: bool, face: str = "", drove_on: bool = False) -> Fact | None:
    """A car stands outside the corner exactly when its roll spun it out; `face` is what that roll showed."""
    if must == did:
        return None
    if not must:
        return fact(SPIN_OUT.id, how="no-roll", who=car)
    if face not in FACES:
        return fact(SPIN_OUT.id, how="unseen", who=car)
    return fact(SPIN_OUT.id, how="drove-on" if drove_on else "stayed", who=car, face=face)


def turn_over_after_spin_out(car: str) -> Fact:
    """Spinning out ends the turn."""
    return fact(SPIN_OUT.id, how="moved-on", who=car)


def re_entry(car: str, end: Square, outside: Collection[Square]) -> Fact | None:
    """A spun-out car comes back on an outside space of its corner tile."""
    if end in outside:
        return None
    return fact(RE_ENTRY.id, how="elsewhere", who=car, square=square_name(end), squares=squares_text(outside))


def strategy_token(car: str, hand: str, token: str, starting: bool = False) -> Fact | None:
    """A token must be there, each only once, and none helps the first movement of the race or a re-entry."""
    if starting:
        return no_token(car)
    if spend(hand, token) is None:
        return fact(STRATEGY_TOKEN.id, how="gone", who=car, token=token)
    return None


def no_token(car: str) -> Fact:
    """The first movement of the race and the one back onto the road have speed 1."""
    return fact(STRATEGY_TOKEN.id, how="start", who=car)


def token_mismatch(car: str, token: str, speed: int) -> Fact | None:
    """A token sets the speed of its movement to its own number."""
    if token_speed(token) == speed:
        return None
    return fact(STRATEGY_TOKEN.id, how="another", who=car, speed=speed, token=token)


def defence_token(car: str, own: bool, has: bool, pool: str, token: str) -> Fact | None:
    """Against a driver only another player's token counts, and only one that is left."""
    if own:
        return fact(STRATEGY_TOKEN.id, how="own", who=car)
    if not has:
        return fact(STRATEGY_TOKEN.id, how="gone-against", who=pool, token=token)
    return None


def one_defence(car: str) -> Fact:
    """Where the table agreed on it, only one token may be spent against one corner entry."""
    return fact(STRATEGY_TOKEN.id, how="two", who=car)


def token_name(token: str) -> str:
    """A token in words.

    >>> token_name("a"), token_name("4"), token_name("o2")
    ('ace', '4', 'odd (as 2)')
    """
    return "ace" if token == "a" else token if len(token) == 1 else f"odd (as {token[1]})"


def rolled_name(face: str) -> str:
    """A face of the penalty die in words.

    >>> rolled_name("n"), rolled_name("a"), rolled_name("5")
    ('a null', 'an ace', '5')
    """
    return {"n": "a null", "a": "an ace"}.get(face, face)
