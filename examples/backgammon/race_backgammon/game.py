"""The rule book of backgammon: its law and its table as one."""

from race_backgammon.book import *  # noqa: F403
from race_backgammon.table import drawing as drawing
from race_backgammon.table import layout as layout
from race_backgammon.table import read as read
