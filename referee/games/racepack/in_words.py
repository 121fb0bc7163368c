"""A turn in words for the table."""

from __future__ import annotations

from collections.abc import Iterable

from referee.games.racepack.actions import MOVEMENTS as MOVES
from referee.games.racepack.actions import Action, parse_turn, speed_list
from referee.games.racepack.observation import OffTrack, OutsideCorner, Place
from referee.games.racepack.position import place_kind, spot_name
from referee.games.racepack.rules import MOVEMENTS
from referee.games.racepack.words import WORDS
from referee.words.fact import Fact, fact


def turn_in_words(turn: str, complete: bool = True) -> str:
    """A turn in one sentence part: `red drove 4 to e7 and changed lanes to d6`.

    >>> turn_in_words("S: f4@e7 x2@d6t2 roll=3")
    'red drove 4 to e7, changed lanes to d6 at speed 2 (2 token) and rolled 3'
    >>> turn_in_words("M: f4@e7", complete=False)
    'black drove 4 to e7; one of three movements used'
    """
    car, actions = parse_turn(turn)
    said = WORDS.tell(fact("turn", who=car), deeds=map(WORDS.tell, deeds(actions)))
    used = sum(action.kind in MOVES for action in actions)
    return said if complete or used > MOVEMENTS else WORDS.tell(fact("under-way", used=used), turns=[said])


def deeds(actions: Iterable[Action]) -> list[Fact]:
    """What was done in a turn."""
    return [deed(action) for action in actions] or [fact("deed", how="not-moved")]


def deed(action: Action) -> Fact:
    """What was done."""
    known = speed_list(action.speeds)
    square = "" if action.place is None else spot_name(action.place)
    match action.kind:
        case "f":
            return _with_token(fact("deed", how="drove", speed=known[0], square=square), action.token)
        case "x":
            changed = fact("deed", how="lane", square=square)
            return _with_token(
                changed.also(how="lane-speed", speed=known[0]) if len(known) == 1 else changed, action.token
            )
        case "odd" if action.place is not None:
            return fact("deed", how=place_kind(action.place), square=square)
        case "roll" | "reroll":
            how = "again" if action.kind == "reroll" else "rolled"
            return fact("deed", how=how, face=action.face) if action.face else fact("deed", how=f"{how}-unseen")
        case "def":
            return fact("deed", how="met", who=action.by, token=action.token) if action.by else _MET_UNSEEN
        case "up" | "in":
            return fact("deed", how="up" if action.kind == "up" else "back", square=square)
    return fact("deed", how="out" if action.kind == "out" else "left")


def place_words(place: Place) -> str:
    """What people call a place that is no square; "" for a square, which has a name."""
    if isinstance(place, OffTrack):
        return WORDS.told("off-track")
    return WORDS.told("outside-corner", space=spot_name(place)) if isinstance(place, OutsideCorner) else ""


_MET_UNSEEN = fact("deed", how="met-unseen")


def _with_token(done: Fact, token: str) -> Fact:
    return done.also(how=f"{done.get('how')}-token", token=token) if token else done


def advised(action: Action) -> str:
    """An action as a legal turn without tokens has it; the slowest speed of a lane change stands for all."""
    how = {"up": "up", "f": "drive", "x": "lane", "in": "back"}.get(action.kind)
    if how is None or action.place is None:
        return WORDS.tell(fact("advice", how="leave") if action.kind == "off" else deed(action))
    advice = fact("advice", how=how, square=spot_name(action.place))
    return WORDS.tell(advice.also(speed=speed_list(action.speeds)[0]) if how == "drive" else advice)
