"""What a drawn board says of its pieces and spaces, so that a page can let people take hold of them.

``data-piece`` and ``data-space`` carry the names that `Game.with_piece` takes, ``data-name`` the words for people, and
``data-at`` the middle in drawing units; ``data-mm`` where in the drawing a mm of the board lies (`IN_MM`). The drawing
looks the same with them as without. Words that are sentences are said in each reader's language
(`referee.words.catalogue.Drawing`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from referee.words.catalogue import drawn

Point = tuple[float, float]

IN_MM = (0.0, 0.0, 1.0, -1.0)
"""Of a drawing in mm: where the board's origin lies in it, and how long a mm of the board's x and y is."""


def drawing(
    kind: str,
    box: str,
    size: int,
    words: str,
    style: str,
    parts: Iterable[str],
    more: str = "",
    mm: Sequence[float] = (),
) -> str:
    """An SVG of its own.

    `kind` is its class, `box` its view box, `size` that of its smallest text in drawing units, `words` say it to those
    who cannot see it. `mm` (as `IN_MM`) lets the camera's picture be laid under it.
    """
    label = drawn(words)
    more = f' data-mm="{" ".join(f"{one:g}" for one in mm)}"{more}' if mm else more
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" viewBox="{box}" data-size="{size}"{more} role="img" '
        f'aria-label="{label}"><title>{label}</title><style>{style}</style>{"".join(parts)}</svg>'
    )


def themes(kind: str, light: Mapping[str, str], dark: Mapping[str, str]) -> str:
    """The style of a drawing's colours, by day and by night; a page may set others (``--racepack-road``)."""
    day, night = (
        "".join(f"--{name}:var(--{kind}-{name},{value});" for name, value in colours.items())
        for colours in (light, dark)
    )
    return f".{kind}{{{day}}}@media(prefers-color-scheme:dark){{.{kind}{{{night}}}}}"


def titled(words: str) -> str:
    """The element that says what another one is."""
    return f"<title>{drawn(words)}</title>"


def text(at: Point, words: str, kind: str) -> str:
    """Words centred on a point."""
    return f'<text class="{kind}" x="{at[0]:g}" y="{at[1]:g}">{drawn(words)}</text>'


def piece(name: str, words: str, at: Point, shape: str, title: str = "") -> str:
    """A drawn piece: how `with_piece` calls it, what people call it, and what is said of it if that is more."""
    return f"<g{piece_handle(name, words, at)}>{titled(title or words)}{shape}</g>"


def piece_handle(piece: str, words: str, at: Point) -> str:
    """The attributes of a drawn piece.

    >>> piece_handle("S", "red", (3.0, 4.5))
    ' data-piece="S" data-name="red" data-at="3 4.5"'
    """
    return f' data-piece="{escape(piece)}" data-name="{drawn(words)}" data-at="{at[0]:g} {at[1]:g}"'


def space_handles(spaces: Iterable[tuple[str, str, Point]]) -> str:
    """Invisible elements, one a space: its name, its words where they differ, its middle."""
    return "".join(
        f'<path data-space="{escape(space)}"{_words(words) if words != space else ""} data-at="{at[0]:g} {at[1]:g}"/>'
        for space, words, at in spaces
    )


def _words(words: str) -> str:
    return f' data-name="{drawn(words)}"'
