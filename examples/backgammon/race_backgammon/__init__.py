"""Backgammon for the referee: law and table make one rule book; kit and match records stand beside it."""

from race_backgammon.book import *  # noqa: F403
from race_backgammon.table import drawing as drawing
from race_backgammon.table import layout as layout
from race_backgammon.table import read as read
