"""The rule book of the Royal Game of Ur: its law and its table as one."""

from race_ur.law import *  # noqa: F403
from race_ur.table import drawing, layout, read  # noqa: F401
