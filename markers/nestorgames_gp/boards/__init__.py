"""The boards that come with the program, as data files in the format of docs/boards-gp.md: paper, and the law's map."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files

SHIPPED = ("harbour", "crossover", "lockgate")


@lru_cache(maxsize=len(SHIPPED))
def shipped_board(name: str) -> str:
    """The text of a board file. Raises KeyError for a name that is not among `SHIPPED`."""
    if name not in SHIPPED:
        raise KeyError(name)
    return files(__name__).joinpath(f"{name}.json").read_text(encoding="utf-8")
