"""The loop of one race: settled scene or spoken word -> verdict -> entry."""

from referee.match.match import Match
from referee.match.moment import Moment

__all__ = ["Match", "Moment"]
