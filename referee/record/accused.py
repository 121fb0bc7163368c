"""Whom a fault is held against: not always the driver whose turn it was, for another may have moved in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from referee.games.rulebook import JOINED
from referee.mind.reasoned import Game


def accused(game: Game, verdict: Mapping[str, Any]) -> frozenset[str]:
    """The drivers, as they are called, whom a verdict of a fault is held against: whose turn it was if it names none.

    So it is where people have decided that there was a fault.
    """
    return frozenset(who for who, _ in charges(game, verdict)) or frozenset([str(verdict.get("player", ""))])


def charges(game: Game, verdict: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Each fault of a verdict: the driver whom it is held against, as he is called, and the rule.

    Parameters
    ----------
    verdict : the data of a verdict's entry.

    Returns
    -------
    Whom a fault names, if he came in another's turn or had one of the turns that the verdict tells; else whose turn it
    was. So it is where the record has no facts.
    """
    player = str(verdict.get("player", ""))
    faults = verdict.get("violations", ())
    return tuple((_named(game, verdict, fault) or player, str(fault["rule"])) for fault in faults)


def drivers_told(game: Game, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The drivers of the turns that a verdict tells, in their order; the first is whose turn it was."""
    yield str(verdict.get("player", ""))
    for turn in str(verdict.get("turn", "")).split(JOINED)[1:]:
        yield game.called(turn.partition(" ")[0].rstrip(":"))


def strays(game: Game, rule: str) -> bool:
    """Whether who breaks a rule came in another's turn."""
    return rule in game.rules and game.rules[rule].takes_turns


def _named(game: Game, verdict: Mapping[str, Any], fault: Mapping[str, Any]) -> str:
    """Whom a fault names of those who may have broken its rule; "" for nobody, and where there are no facts."""
    facts = (one for one in verdict.get("facts", ()) if (one["kind"], one["text"]) == (fault["rule"], fault["message"]))
    named = game.called(next((str(one["params"].get("who", "")) for one in facts), ""))
    return named if strays(game, str(fault["rule"])) or named in drivers_told(game, verdict) else ""
