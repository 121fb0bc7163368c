"""Racepack on the table: `layout` puts a position down in millimetres, `read` finds it again in a scene."""

from referee.games.racepack.table.laying import layout
from referee.games.racepack.table.reading import read

__all__ = ["layout", "read"]
