"""What the drawing and `with_piece` call the pieces that have no letter of their own."""

from __future__ import annotations

HAZARD = "hazard:"
"""Before the name of a hazard's space: hazards are all alike, so they are called by where they lie."""

LAP_DIE, PENALTY_DIE = "lap-die", "penalty-die"
