"""What is wrong on the table: a sentence for people that also knows which pieces it speaks of, for the picture."""

from __future__ import annotations

from collections.abc import Iterable


class Problem(str):
    """A sentence, and the pieces to mark in the picture (``tile:Sa``); it is compared, joined and shown as its text.

    `said` is the sentence as it was given, which may know what it says.

    >>> problem = Problem("the 2 of suns is turned by 9 degrees", "tile:S2")
    >>> problem == "the 2 of suns is turned by 9 degrees", problem.pieces
    (True, ('tile:S2',))
    """

    __slots__ = ("pieces", "said")
    pieces: tuple[str, ...]
    said: str

    def __new__(cls, text: str, *pieces: str) -> Problem:
        """The sentence `text` about these pieces."""
        problem = super().__new__(cls, text)
        problem.pieces, problem.said = pieces, text
        return problem


def pieces_at_fault(problems: Iterable[str]) -> frozenset[str]:
    """The pieces that these problems speak of; plain sentences speak of none."""
    return frozenset(piece for problem in problems if isinstance(problem, Problem) for piece in problem.pieces)
