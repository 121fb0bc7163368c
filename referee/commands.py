"""What people ask of a race, on the page or by a command card: each command one call of the match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.errors import NotationError
from referee.games.options import Agreed
from referee.games.words_said import declared_in_words
from referee.match import Match

WAITING = "The turn is judged as soon as no hand is over the table and all lies still."


def obey(
    match: Match, body: Mapping[str, Any], now: int, usual_players: int, agreed: Agreed, at_rest: bool = True
) -> str:
    """Do it and say what was done.

    Parameters
    ----------
    body : what is asked under ``do``, with what it needs.
    now : the race's time in ns.
    usual_players : how many drive when a start does not say so.
    agreed : the variants of a race that is started.
    at_rest : whether the match knows the table as it lies now.

    Raises
    ------
    NotationError : there is no such command, or a part of it is of the wrong kind.
    RefereeError : it cannot be done now.
    """
    do = body.get("do")
    if do == "start":
        players = _number(body, "players", usual_players)
        match.start(players, now, _text(body, "position"), agreed=agreed)
        return "The race is on."
    if do == "next":
        cause = match.next_race(now, _text(body, "position")).cause
        return f"{cause[0].upper()}{cause[1:]}."
    if do == "declare":
        said = match.declare(_text(body, "text"), now)
        if said.kind != "declare":
            return said.cause
        return f"Noted: {declared_in_words(match.game, said.before, said.data['text'])}"
    if do == "undeclare":
        match.undeclare(now)
        return "The last declaration was taken back."
    if do == "close":
        entry = match.close(now, at_rest)
        return WAITING if entry.kind == "close" else str(entry.data.get("sentence", "The turn is done."))
    who, why = _text(body, "who"), _text(body, "why")
    if do == "undo":
        return match.undo(now, who, why).cause
    if do == "correct":
        return match.correct(now, _text(body, "position"), who, why).cause
    if do == "place":
        return match.place(_text(body, "piece"), _text(body, "space"), now, who, why).cause
    if do == "overrule":
        return match.overrule(_number(body, "entry", 0), _text(body, "status"), why, now, who).cause
    if do == "stand":
        return match.stand(_number(body, "entry", 0), why, now, who).cause
    if do == "mode":
        return match.set_mode(_text(body, "mode"), now, who).cause
    if do == "pause":
        return match.pause(body.get("on") is True, now).cause
    raise NotationError(f"{do!r} is no command")


def _text(body: Mapping[str, Any], name: str) -> str:
    value = body.get(name, "")
    if not isinstance(value, str):
        raise NotationError(f"{name!r} should be text")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:  # JSON can name half of a character; nothing can keep or print that
        raise NotationError(f"{name!r} should be text") from None
    return value


def _number(body: Mapping[str, Any], name: str, default: int) -> int:
    value = body.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise NotationError(f"{name!r} should be a whole number")
    return value
