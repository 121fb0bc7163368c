"""Backgammon for the referee: law and table make one rule book; kit and match records stand beside it."""

from race_backgammon.book import *  # noqa: F403
