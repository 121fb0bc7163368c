"""What a tournament says, in people's languages."""

from __future__ import annotations

from referee.words.catalogue import Catalogue

OWN = Catalogue("referee.tournament.words")
