"""Tables for a terminal of any width, and whole lines where the output goes to a file or another program."""

from __future__ import annotations

from rich.console import Console

_UNBOUNDED = 100_000


def table_console() -> Console:
    """The terminal at its own width; anything else gets lines as long as they need, so that nothing is cut."""
    console = Console()
    return console if console.is_terminal else Console(width=_UNBOUNDED, soft_wrap=True)
