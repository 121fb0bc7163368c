"""The special items, on the tray or on the board."""

from __future__ import annotations

from referee.games.base import Rule
from referee.games.fact import Fact, fact

TRAY = Rule("nestorgames-gp/tray", "The tray's item is taken and the tray goes before the leader", "The special items")
ROCKET = Rule("nestorgames-gp/rocket", "A rocket hits the next car ahead by die", "How to use the items")
BOMB = Rule("nestorgames-gp/bomb", "A bomb is left on the own space and crashes who ends there", "How to use the items")
WRENCH = Rule("nestorgames-gp/wrench", "The wrench brings all dice back", "How to use the items")
TURBO = Rule("nestorgames-gp/turbo", "The turbo counts the highest die twice", "How to use the items")
OIL = Rule("nestorgames-gp/oil", "Oil slides a car to the next corner", "How to use the items")
ITEMS_ON_BOARD = Rule("nestorgames-gp/items-on-board", "All items lie on the board", "Variant for special items")

ITEM_RULES = {"rocket": ROCKET, "bomb": BOMB, "wrench": WRENCH, "turbo": TURBO, "oil": OIL}

NOTHING, AVAILABLE = "nothing", "available"
"""What the tray holds or must hold when that is not one certain item."""


def not_held(car: str, kind: str) -> Fact:
    """Only an item in one's possession can be used."""
    return fact(ITEM_RULES[kind].id, how="not-held", who=car, item=kind)


def rocket_target(car: str, blocked: bool) -> Fact:
    """A rocket needs a car ahead with no corner between."""
    return fact(ROCKET.id, how="corner" if blocked else "nobody", who=car)


def put_item(car: str, kind: str, space: str) -> Fact:
    """No item lies on a T space or a gate switch, and a bomb or oil only where the car stands."""
    return fact(ITEM_RULES[kind].id, how="put", who=car, item=kind, space=space)


def wrench_dice(car: str, seen: int) -> Fact | None:
    """The wrench empties the box of dice."""
    if seen == 0:
        return None
    return fact(WRENCH.id, how="box", who=car, dice=seen)


def oil_slide(car: str, due: str, seen: str) -> Fact | None:
    """A car that ends its movement on oil slides to the next corner."""
    if due == seen:
        return None
    return fact(OIL.id, how="slides", who=car, space=seen, space2=due)


def no_oil_to_use(car: str) -> Fact:
    """With all items on the board, oil is never picked up or used."""
    return fact(ITEMS_ON_BOARD.id, how="oil", who=car)


def item_missing(rule: Rule, kind: str, space: str) -> Fact:
    """An item that must lie on a space does not."""
    return fact(rule.id, how="missing", item=kind, space=space)


def item_extra(rule: Rule, kind: str, space: str) -> Fact:
    """An item lies where none may be."""
    return fact(rule.id, how="extra", item=kind, space=space)


def tray_place(due: str, seen: str) -> Fact | None:
    """The tray moves exactly when a car has ended its movement on it."""
    if due == seen:
        return None
    return fact(TRAY.id, how="place", space=seen or "off", place=due or "off")


def tray_item(due: str, seen: str) -> Fact | None:
    """The tray holds what was put in, and only what is available."""
    if due == seen:
        return None
    return fact(TRAY.id, how="holds", item=seen or NOTHING, item2=due or NOTHING)
