"""The variants in force: the header of a position, so that every record says by which rules it was judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.errors import NotationError

PACKS = (1, 2)
MAIN_STRAIGHTS = ("", "four", "pit")
LONGEST_TIMER_S = 600
MOST_STOPS = 9

FIELDS = ("packs", "main", "timer", "stop", "spare", "hairpins", "chicanes", "defence")
"""The header's fields in the order in which they are written."""


@dataclass(frozen=True)
class Variants:
    """What was agreed on beyond the base game; the defaults are the base game.

    Attributes
    ----------
    packs : how many piecepacks are in play, 1 or 2 (the version utilizing two piecepacks).
    main : the main straight when it is two tiles wide: `four` lanes, or three and a `pit` lane; "" when it is not.
    timer_s : seconds a driver has for a turn; 0 without the move timer.
    stops : how many pit stops every car must have made before it finishes.
    spare_hazards : whether a hazard is put where a car spins out.
    hairpins, chicanes : whether the track may have some.
    one_defence : whether only one token may be spent against one corner entry; the rule book sets no limit.
    """

    packs: int = 1
    main: str = ""
    timer_s: int = 0
    stops: int = 0
    spare_hazards: bool = False
    hairpins: bool = False
    chicanes: bool = False
    one_defence: bool = False


BASE_GAME = Variants()


def variants_pairs(variants: Variants) -> list[tuple[str, str]]:
    """The header's fields with their values; a default has none, so that the base game's line shows no header.

    >>> [pair for pair in variants_pairs(Variants(packs=2, timer_s=30)) if pair[1]]
    [('packs', '2'), ('timer', '30')]
    """
    return [
        ("packs", str(variants.packs) if variants.packs != 1 else ""),
        ("main", variants.main),
        ("timer", str(variants.timer_s or "")),
        ("stop", str(variants.stops or "")),
        ("spare", _switch_text(variants.spare_hazards)),
        ("hairpins", _switch_text(variants.hairpins)),
        ("chicanes", _switch_text(variants.chicanes)),
        ("defence", _switch_text(variants.one_defence)),
    ]


def parse_variants(found: Mapping[str, str]) -> Variants:
    """The header out of a position's fields. Raises NotationError.

    >>> parse_variants({"main": "pit", "stop": "1"})
    Variants(packs=1, main='pit', timer_s=0, stops=1, spare_hazards=False, hairpins=False, chicanes=False, \
one_defence=False)
    """
    main = found.get("main", "")
    if main not in MAIN_STRAIGHTS:
        raise NotationError(f"main={main} is not known: write four (lanes) or pit (three and a pit lane).")
    stops = _number(found, "stop", MOST_STOPS)
    if stops and main != "pit":
        raise NotationError("stop= needs a pit lane: write main=pit as well.")
    packs = _number(found, "packs", max(PACKS), 1)
    if packs not in PACKS:
        raise NotationError(f"packs={packs} is not known: write 1 or 2, the number of piecepacks.")
    return Variants(
        packs=packs,
        main=main,
        timer_s=_number(found, "timer", LONGEST_TIMER_S),
        stops=stops,
        spare_hazards=bool(_number(found, "spare", 1)),
        hairpins=bool(_number(found, "hairpins", 1)),
        chicanes=bool(_number(found, "chicanes", 1)),
        one_defence=bool(_number(found, "defence", 1)),
    )


def _switch_text(on: bool) -> str:
    return "1" if on else ""


def _number(found: Mapping[str, str], key: str, most: int, default: int = 0) -> int:
    text = found.get(key)
    if text is None:
        return default
    if not text.isdecimal() or not text.isascii() or len(text) > 6 or int(text) > most:
        raise NotationError(f"{key}={text} must be a whole number from 0 to {most}.")
    return int(text)
