"""Printed dots that tell whether a place is bare: a black disc on white, hidden by whatever lies on it."""

from __future__ import annotations

DOT_MM = 7.0
"""Across. Larger than any pip, so that none is taken for a dot; so small that a die beside it does not hide it."""
WHITE_MM = 13.0
"""Across the round ground around it on which nothing else is printed."""
