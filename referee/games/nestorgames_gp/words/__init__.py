"""What nestorgames GP is called in people's languages, one file a language; see `referee.words.catalogue`."""

from __future__ import annotations

from referee.words.catalogue import Catalogue
from referee.words.fact import Fact, several


def _spelled(said: Fact) -> Fact:
    """A word whose value joins letters and numbers, in its parts: ``fastest=R:12`` and ``team:RB=7``."""
    if said.kind == "fastest":
        who, _, steps = str(said.get("value", "")).partition(":")
        return said.also(who=who, steps=steps)
    if said.kind == "team":
        return said.also(members=several(str(said.get("at", ""))))
    return said


WORDS = Catalogue(__name__, alike={"at": "who", "item": "value", "members": "who"}, spelled=_spelled)
