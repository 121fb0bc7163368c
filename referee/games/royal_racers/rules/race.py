"""The race as a whole: whose turn it is, the order of the flags, and the score (Gameplay, Campaign Variant)."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.royal_racers.position import Position
from referee.words.fact import Fact, fact

TURN_ORDER = Rule(
    "royal-racers/turn-order", "Each player in turn, the starter moving on each round", "Gameplay", takes_turns=True
)
FLAG_ORDER = Rule("royal-racers/flag-order", "Flags are touched in order, the start last", "Gameplay and Game End")
CAMPAIGN = Rule("royal-racers/campaign", "A coin for the flags touched in each race", "Campaign Variant")


def turn_order(suit: str, to_move: str) -> Fact:
    """Only the player whose turn it is moves his pawn."""
    return fact(TURN_ORDER.id, how="moved", who=suit, who2=to_move)


def flag_order(position: Position, suit: str, touched: str, claimed: str) -> Fact | None:
    """The flag a player says he touched is the next one, and he stands on it (`touched` is "" if on none)."""
    if claimed == touched:
        return None
    count = position.count(suit)
    if count >= len(position.ranks):
        return fact(FLAG_ORDER.id, how="none-left", who=suit, rank=claimed)
    return fact(FLAG_ORDER.id, how="not-touched", who=suit, rank=claimed, rank2=position.ranks[count])


def campaign(suit: str, coin: int, touched: int) -> Fact | None:
    """The coin shows how many flags were touched in the race."""
    if coin == touched:
        return None
    return fact(CAMPAIGN.id, how="coin", who=suit, coin=coin, touched=touched)


def campaign_not_played(suit: str) -> Fact:
    """Coins are taken only in a campaign."""
    return fact(CAMPAIGN.id, how="single", who=suit)
