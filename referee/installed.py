"""What other installed packages bring: games and kits, found by their entry points.

A package names its game twice in its pyproject.toml, the rule book and what is printed for it:

    [project.entry-points."race_referee.games"]
    ur = "race_ur.game"

    [project.entry-points."race_referee.kits"]
    ur = "race_ur.kit:DESIGN"

Nothing is searched for before a name is asked for that is not of this tree, and nothing is imported but what was asked.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from referee.errors import SetupError

GAMES, KITS = "race_referee.games", "race_referee.kits"


@cache
def _found(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in sorted(entry_points(group=group), key=lambda one: (one.name, one.value))}


def names(group: str) -> tuple[str, ...]:
    """The names in a group, sorted."""
    return tuple(_found(group))


def load(group: str, name: str) -> Any:
    """What a package gives under a name. Raises SetupError, naming the package, when it cannot be imported."""
    point = _found(group)[name]
    try:
        return point.load()
    except Exception as problem:
        package = point.dist.name if point.dist is not None else point.module
        why = f"{type(problem).__name__}: {problem}"
        raise SetupError(f"'{name}' of the package {package} cannot be used ({why}); mend or remove it.") from problem
