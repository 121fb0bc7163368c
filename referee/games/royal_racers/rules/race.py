"""The race as a whole: whose turn it is, the order of the flags, and the score (Gameplay, Campaign Variant)."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.royal_racers.board import COLOURS, in_turn, rank_word
from referee.games.royal_racers.position import Position

TURN_ORDER = Rule("royal-racers/turn-order", "Each player in turn, the starter moving on each round", "Gameplay")
FLAG_ORDER = Rule("royal-racers/flag-order", "Flags are touched in order, the start last", "Gameplay and Game End")
CAMPAIGN = Rule("royal-racers/campaign", "A coin for the flags touched in each race", "Campaign Variant")


def turn_order(suit: str, to_move: str) -> Violation:
    """Only the player whose turn it is moves his pawn."""
    return Violation(TURN_ORDER.id, f"{in_turn(suit)} was moved though it is {COLOURS[to_move]}'s turn.")


def flag_order(position: Position, suit: str, touched: str, claimed: str) -> Violation | None:
    """The flag a player says he touched is the next one, and he stands on it (`touched` is "" if on none)."""
    if claimed == touched:
        return None
    count = position.count(suit)
    due = rank_word(position.ranks[count]) if count < len(position.ranks) else "none"
    return Violation(
        FLAG_ORDER.id,
        f"{in_turn(suit)} did not touch flag {rank_word(claimed)}: flags are touched by ending on them in order; "
        f"the next one is {due}.",
    )


def campaign(suit: str, coin: int, touched: int) -> Violation | None:
    """The coin shows how many flags were touched in the race."""
    if coin == touched:
        return None
    return Violation(CAMPAIGN.id, f"{in_turn(suit)} took a coin of {coin}, but touched {touched} flags in this race.")


def campaign_not_played(suit: str) -> Violation:
    """Coins are taken only in a campaign."""
    return Violation(CAMPAIGN.id, f"{in_turn(suit)} took a coin, but this is a single race.")
