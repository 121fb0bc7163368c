"""What nestorgames GP is called in people's languages, one file a language; see `referee.words.catalogue`."""

from __future__ import annotations

from referee.words.catalogue import Catalogue

WORDS = Catalogue(__name__, alike={"at": "who", "item": "value"})
