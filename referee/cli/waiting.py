"""A bar on stderr while people wait."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class Bar:
    """Something long that is under way.

    Attributes
    ----------
    advance : told how many more are done, one if it is not said.
    reach : told how many are done, of how many.
    aside : takes the bar away for as long as something else is written.
    """

    advance: Callable[..., None]
    reach: Callable[[int, int], None]
    aside: Callable[[], AbstractContextManager[None]]


@contextmanager
def bar(total: int, what: str, shown: bool = True) -> Iterator[Bar]:
    """A bar to be told what is done; nothing is written where nobody looks."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    looked_at = shown and console.is_terminal
    # stdout may be a file: what is written there must not be led to stderr with the bar
    progress = Progress(disable=not looked_at, transient=True, console=console, redirect_stdout=False)

    @contextmanager
    def aside() -> Iterator[None]:
        progress.stop()
        yield
        progress.start()

    with progress:
        task = progress.add_task(what, total=total)
        yield Bar(
            lambda done=1: progress.advance(task, done),
            lambda done, total: progress.update(task, completed=done, total=total),
            aside,
        )


def along(items: Iterable[Item], total: int, what: str, shown: bool = True) -> Iterator[Item]:
    """The items, with a bar for as long as they are gone through."""
    with bar(total, what, shown) as waiting:
        for item in items:
            yield item
            waiting.advance()
