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
    Whom its `charges` name; whose turn it was where it has none, as where the law is not known or people have decided
    that there was a fault. Whatever shows a verdict beside a driver shows these. Nobody for an entry that is nobody's.
    """
    named = () if game is None else charges(game, verdict)
    return (frozenset(who for who, _ in named) or frozenset([str(verdict.get("player", ""))])) - {""}


def charges(game: Game, verdict: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """Each fault of a verdict: the driver whom it is held against, as he is called, and the rule.

    Whom a fault names, if he came in another's turn or had one of the turns that the verdict tells; else whose turn it
    was. So it is where the record has no facts.
    """
    player = str(verdict.get("player", ""))
    faults = verdict.get("violations", ())
    return tuple((doer(game, verdict, fault) or player, str(fault["rule"])) for fault in faults)


def drivers_told(game: Game, verdict: Mapping[str, Any]) -> Iterator[str]:
    """The drivers of the turns that a verdict tells, in their order; the first is whose turn it was."""
    yield str(verdict.get("player", ""))
    for turn in str(verdict.get("turn", "")).split(JOINED)[1:]:
        yield game.called(turn.partition(" ")[0].rstrip(":"))


def strays(game: Game, rule: str) -> bool:
    """Whether who breaks a rule came in another's turn."""
    return rule in game.rules and game.rules[rule].takes_turns


def doer(game: Game, verdict: Mapping[str, Any], fault: Mapping[str, Any]) -> str:
    """Whom a fault names of those who may have broken its rule; "" for nobody, and where there are no facts."""
    facts = (one for one in verdict.get("facts", ()) if (one["kind"], one["text"]) == (fault["rule"], fault["message"]))
    named = game.called(next((str(one["params"].get("who", "")) for one in facts), ""))
    return named if strays(game, str(fault["rule"])) or named in drivers_told(game, verdict) else ""
