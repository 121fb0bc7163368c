"""The loop of one race: settled scene or spoken word -> verdict -> entry."""

from referee.match.match import Match

__all__ = ["Match"]
