"""The special items, on the tray or on the board."""

from __future__ import annotations

from referee.games.base import Rule, Violation
from referee.games.nestorgames_gp.actions import ITEM_NAMES, dice_in_words
from referee.games.nestorgames_gp.position import called

TRAY = Rule("nestorgames-gp/tray", "The tray's item is taken and the tray goes before the leader", "The special items")
ROCKET = Rule("nestorgames-gp/rocket", "A rocket hits the next car ahead by die", "How to use the items")
BOMB = Rule("nestorgames-gp/bomb", "A bomb is left on the own space and crashes who ends there", "How to use the items")
WRENCH = Rule("nestorgames-gp/wrench", "The wrench brings all dice back", "How to use the items")
TURBO = Rule("nestorgames-gp/turbo", "The turbo counts the highest die twice", "How to use the items")
OIL = Rule("nestorgames-gp/oil", "Oil slides a car to the next corner", "How to use the items")
ITEMS_ON_BOARD = Rule("nestorgames-gp/items-on-board", "All items lie on the board", "Variant for special items")

ITEM_RULES = {"rocket": ROCKET, "bomb": BOMB, "wrench": WRENCH, "turbo": TURBO, "oil": OIL}


def not_held(car: str, kind: str) -> Violation:
    """Only an item in one's possession can be used."""
    return Violation(ITEM_RULES[kind].id, f"{called(car)} used the {ITEM_NAMES[kind]} but holds none.")


def rocket_target(car: str, blocked: bool) -> Violation:
    """A rocket needs a car ahead with no corner between."""
    why = "a corner lies between it and the next car" if blocked else "there is no car ahead"
    return Violation(ROCKET.id, f"{called(car)} fired a rocket, but {why}.")


def rocket_missed(car: str, hit: str, distance: int, aim: int) -> Violation:
    """A rocket hits when its die is at least the distance."""
    return Violation(
        ROCKET.id, f"{called(car)}'s rocket rolled {aim} and {hit} is {distance} away; it hits from {distance} on."
    )


def put_item(car: str, kind: str, space: str) -> Violation:
    """No item lies on a T space or a gate switch, and a bomb or oil only where the car stands."""
    return Violation(ITEM_RULES[kind].id, f"{called(car)} put the {ITEM_NAMES[kind]} on {space}, where none may lie.")


def wrench_dice(car: str, seen: int) -> Violation | None:
    """The wrench empties the box of dice."""
    if seen == 0:
        return None
    return Violation(
        WRENCH.id, f"{called(car)} used the wrench and its box still shows {dice_in_words(seen)}; all come back."
    )


def oil_slide(car: str, due: str, seen: str) -> Violation | None:
    """A car that ends its movement on oil slides to the next corner."""
    if due == seen:
        return None
    return Violation(OIL.id, f"{called(car)} stands on {seen}; from the oil it slides to {due} and crashes.")


def no_oil_to_use(car: str) -> Violation:
    """With all items on the board, oil is never picked up or used."""
    return Violation(ITEMS_ON_BOARD.id, f"{called(car)} used an oil spill; with items on the board oil stays put.")


def item_missing(rule: Rule, kind: str, space: str) -> Violation:
    """An item that must lie on a space does not."""
    return Violation(rule.id, f"The {ITEM_NAMES[kind]} that must lie on {space} is not there.")


def item_extra(rule: Rule, kind: str, space: str) -> Violation:
    """An item lies where none may be."""
    return Violation(rule.id, f"The {ITEM_NAMES[kind]} on {space} must not be there.")


def tray_place(due: str, seen: str) -> Violation | None:
    """The tray moves exactly when a car has ended its movement on it."""
    if due == seen:
        return None
    return Violation(TRAY.id, f"The tray is on {seen or 'no space'}; its place is {due or 'beside the board'}.")


def tray_item(due: str, seen: str) -> Violation | None:
    """The tray holds what was put in, and only what is available."""
    if due == seen:
        return None
    return Violation(TRAY.id, f"The tray holds {seen or 'nothing'}; it must hold {due or 'nothing'}.")
