"""Corners: entering, the penalty roll, spinning out and coming back; and the strategy tokens that bear on all of it."""

from __future__ import annotations

from collections.abc import Collection

from referee.games.base import Rule, Violation
from referee.games.racepack.actions import token_speed
from referee.games.racepack.declarations import spend
from referee.games.racepack.notation import face_value, square_name
from referee.games.racepack.observation import Square
from referee.games.racepack.position import DRIVERS, in_turn

CORNER_SPEED = Rule("racepack/corner-speed", "Corners are entered at speed 1 or 2", "Entering Corners and Spinning Out")
PENALTY_ROLL = Rule("racepack/penalty-roll", "Entering at speed 2 needs a roll", "Entering Corners and Spinning Out")
SPIN_OUT = Rule("racepack/spin-out", "A spun-out car leaves the road at once", "Entering Corners and Spinning Out")
RE_ENTRY = Rule("racepack/re-entry", "Back on one of the three outside spaces", "Entering Corners and Spinning Out")
STRATEGY_TOKEN = Rule(
    "racepack/strategy-token", "Each token once, for its own car", "The Use Of Strategy Tokens To Affect Movement"
)

SPIN_OUT_FACE = "5"


def corner_speed(car: str, speed: int, corner: int) -> Violation | None:
    """A corner may be entered at speed 1, or 2 with a roll; never faster, token or not."""
    if speed <= 2:
        return None
    return Violation(CORNER_SPEED.id, f"{in_turn(car)} entered corner {corner} at speed {speed}; 2 is the most.")


def penalty_roll(car: str, rolled: bool, stray: bool = False) -> Violation | None:
    """Entering at speed 2 needs the roll before play goes on; a throw at another time (`stray`) is none."""
    if rolled:
        return None
    if stray:
        return Violation(
            PENALTY_ROLL.id,
            f"{in_turn(car)} entered a corner at speed 2 and the penalty die was not rolled while the car stood there.",
        )
    return Violation(PENALTY_ROLL.id, f"{in_turn(car)} entered a corner at speed 2 and the penalty die was not rolled.")


def spins_out(face: str, against: str | None = None) -> bool:
    """Whether a roll spins the car out: a 5, or after a defence token that number or more.

    >>> spins_out("5"), spins_out("4"), spins_out("2", against="2"), spins_out("n", against="a")
    (True, False, True, False)
    """
    return face == SPIN_OUT_FACE if against is None else face_value(face) >= token_speed(against)


def spin_out(car: str, must: bool, did: bool, face: str = "", drove_on: bool = False) -> Violation | None:
    """A car stands outside the corner exactly when its roll spun it out; `face` is what that roll showed."""
    if must == did:
        return None
    if not must:
        return Violation(SPIN_OUT.id, f"{in_turn(car)} stands off the road, but no roll spun the car out.")
    rolled = rolled_name(face)
    if drove_on:
        return Violation(SPIN_OUT.id, f"{in_turn(car)} rolled {rolled}, which is a spin-out, and drove on.")
    return Violation(
        SPIN_OUT.id, f"{in_turn(car)} rolled {rolled}, which is a spin-out, but the car is still on the road."
    )


def turn_over_after_spin_out(car: str) -> Violation:
    """Spinning out ends the turn."""
    return Violation(SPIN_OUT.id, f"{in_turn(car)} moved on after spinning out; a spin-out ends the turn.")


def re_entry(car: str, end: Square, outside: Collection[Square]) -> Violation | None:
    """A spun-out car comes back on an outside space of its corner tile."""
    if end in outside:
        return None
    free = ", ".join(square_name(square) for square in outside)
    return Violation(
        RE_ENTRY.id, f"{in_turn(car)} came back on {square_name(end)}; the places to come back are {free}."
    )


def strategy_token(car: str, hand: str, token: str, starting: bool = False) -> Violation | None:
    """A token must be there, each only once, and none helps the first movement of the race or a re-entry."""
    if starting:
        return Violation(STRATEGY_TOKEN.id, f"{in_turn(car)} used a token to start; that movement has speed 1.")
    if spend(hand, token) is None:
        return Violation(STRATEGY_TOKEN.id, f"{in_turn(car)} has no {token_name(token)} token left.")
    return None


def token_mismatch(car: str, token: str, speed: int) -> Violation | None:
    """A token sets the speed of its movement to its own number."""
    if token_speed(token) == speed:
        return None
    return Violation(
        STRATEGY_TOKEN.id,
        f"{in_turn(car)} moved at speed {speed} with the {token_name(token)} token; it sets its number.",
    )


def defence_token(car: str, own: bool, has: bool, pool: str, token: str) -> Violation | None:
    """Against a driver only another player's token counts, and only one that is left."""
    if own:
        return Violation(
            STRATEGY_TOKEN.id, f"The token against {DRIVERS[car]} is the same player's; it must be another's."
        )
    if not has:
        return Violation(
            STRATEGY_TOKEN.id, f"{in_turn(pool)} has no {token_name(token)} token left to use against others."
        )
    return None


def one_defence(car: str) -> Violation:
    """Where the table agreed on it, only one token may be spent against one corner entry."""
    return Violation(
        STRATEGY_TOKEN.id,
        f"Two tokens were spent against one entry of {DRIVERS[car]}'s; this table agreed on one at most.",
    )


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
