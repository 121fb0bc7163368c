"""A virtual table, camera and players: the demonstration, the test bench and the try-out without a camera."""

USUAL_FAULTS = 0.15
"""So many of the turns break a rule when nothing else is wished."""
