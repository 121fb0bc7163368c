"""The Royal Game of Ur for the referee: its law and its table make one rule book; the kit is in `race_ur.kit`."""

from race_ur.law import *  # noqa: F403
from race_ur.table import drawing as drawing
from race_ur.table import layout as layout
from race_ur.table import read as read
