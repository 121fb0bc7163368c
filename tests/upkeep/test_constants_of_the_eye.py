"""The eye's numbers get fewer: each is a belief about cameras that somebody has to keep true."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

VISION = Path(__file__).parents[2] / "referee" / "vision"
MOST = 193
"""Names; the aim is 120. To be lowered with every one that goes."""


def constants(source: str) -> Iterator[str]:
    """The names in capitals at a module's level that are given a value with a number in it."""
    for line in ast.parse(source).body:
        targets = (
            line.targets if isinstance(line, ast.Assign) else [line.target] if isinstance(line, ast.AnnAssign) else []
        )
        value = line.value if isinstance(line, ast.Assign | ast.AnnAssign) else None
        held = [] if value is None else [part.value for part in ast.walk(value) if isinstance(part, ast.Constant)]
        if any(type(number) in (int, float) for number in held):
            named = [part for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
            yield from (name.id for name in named if name.id.isupper())


def test_the_eye_has_no_more_numbers_than_it_had() -> None:
    """A new number needs an old one to go: estimate it from the picture, or derive it from another."""
    found = {path: [*constants(path.read_text(encoding="utf-8"))] for path in sorted(VISION.rglob("*.py"))}
    count = sum(map(len, found.values()))
    assert count <= MOST, {str(path.relative_to(VISION)): len(names) for path, names in found.items() if names}


def test_a_number_is_found_however_it_is_written() -> None:
    """In a tuple, below zero, inside a call; a word, a truth and an inner name are none."""
    source = "A, B = -1.0, (2, 3)\nC: float = max(D, 4)\nE = 'x'\nF = True\ng = 5\ndef h():\n    I = 6\n"
    assert [*constants(source)] == ["A", "B", "C"]
