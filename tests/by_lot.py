"""How much tests draw by lot that are no tests of Hypothesis: little, and the same in every run of the suite.

`tools/wander.py` draws much, and something else in every round. Such a test bears the mark `by_lot`.
"""

from __future__ import annotations

import os

ROUND = int(os.environ.get("WANDER_ROUND", "0"))
"""The number of the round that looks for new cases; 0 in the suite."""


def lot(usual: int) -> int:
    """A seed, another one in every round."""
    return usual + 1000 * ROUND


def so_many(usual: int, at_length: int) -> int:
    """How many cases are drawn in the suite, and when new ones are looked for."""
    return at_length if ROUND else usual
