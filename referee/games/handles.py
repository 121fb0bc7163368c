"""What a drawn board says of its pieces and spaces, so that a page can let people take hold of them.

``data-piece`` and ``data-space`` carry the names that `Game.with_piece` takes, ``data-name`` the words for people, and
``data-at`` the middle in drawing units. The drawing looks the same with them as without.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

Point = tuple[float, float]


def piece_handle(piece: str, words: str, at: Point) -> str:
    """The attributes of a drawn piece.

    >>> piece_handle("S", "red", (3.0, 4.5))
    ' data-piece="S" data-name="red" data-at="3 4.5"'
    """
    return f' data-piece="{escape(piece)}" data-name="{escape(words)}" data-at="{at[0]:g} {at[1]:g}"'


def space_handles(spaces: Iterable[tuple[str, str, Point]]) -> str:
    """Invisible elements, one a space: its name, its words where they differ, its middle."""
    return "".join(
        f'<path data-space="{escape(space)}"{_words(words) if words != space else ""} data-at="{at[0]:g} {at[1]:g}"/>'
        for space, words, at in spaces
    )


def _words(words: str) -> str:
    return f' data-name="{escape(words)}"'
