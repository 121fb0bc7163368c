"""The rule book of backgammon: its law and its table as one."""

from race_backgammon.book import *  # noqa: F403
from race_backgammon.table import drawing, layout, read  # noqa: F401
