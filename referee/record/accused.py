"""Whom a fault is held against: not always the driver whose turn it was, for another may have moved in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.games.rulebook import JOINED
from referee.mind.reasoned import Game


def accused(game: Game | None, verdict: Mapping[str, Any]) -> frozenset[str]:
    """The drivers, as they are called, whom the faults of a verdict are held against.

    Parameters
    ----------
    game : its law; None where nobody here knows the record's.
    verdict : the data of a verdict's entry.

    Returns
    -------
    Whom a fault names, if he came in another's turn or had one of the turns that the verdict tells; else whose turn it
    was. So it is where the law is not known or the record has no facts, and where people have decided that there was a
    fault. Whatever shows a verdict beside a driver shows these. Nobody for an entry that is nobody's.
    """
    player = str(verdict.get("player", ""))
    faults = () if game is None else [_named(game, verdict, fault) for fault in verdict.get("violations", ())]
    return frozenset(named or player for named in faults or [""]) - {""}


def drivers_told(game: Game, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The drivers of the turns that a verdict tells, in their order; the first is whose turn it was."""
    yield str(verdict.get("player", ""))
    for turn in str(verdict.get("turn", "")).split(JOINED)[1:]:
        yield game.called(turn.partition(" ")[0].rstrip(":"))


def letter_named(verdict: Mapping[str, Any], fault: Mapping[str, Any]) -> str:
    """The letter of the driver whom one of a verdict's faults names; "" where it names nobody, or has no facts."""
    facts = (one for one in verdict.get("facts", ()) if (one["kind"], one["text"]) == (fault["rule"], fault["message"]))
    return next((str(one["params"].get("who", "")) for one in facts), "")


def _named(game: Game, verdict: Mapping[str, Any], fault: Mapping[str, Any]) -> str:
    """Whom a fault names of those who may have broken its rule; "" for nobody."""
    named = game.called(letter_named(verdict, fault))
    rule = game.rules.get(str(fault["rule"]))
    strayed = rule is not None and rule.takes_turns
    return named if strayed or named in drivers_told(game, verdict) else ""
