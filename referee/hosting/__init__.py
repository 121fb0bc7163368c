"""From unpacking to the race: the guided set-up behind the page, and the race that follows it."""

from referee.hosting.host import Host

__all__ = ["Host"]
