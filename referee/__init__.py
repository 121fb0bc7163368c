"""A referee for race games played with real pieces on a real table, under a camera."""

__version__ = "0.1.0"
