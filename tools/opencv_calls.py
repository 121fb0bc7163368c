"""Which calls to OpenCV some tests make, and which of the program's none of them does.

    .venv/bin/python -m pytest -m "long or not long" -p opencv_calls @tests/opencv4.txt

A plugin of pytest. The calls of programs that a test starts are not seen.
"""

from __future__ import annotations

import ast
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

TOP = Path(__file__).parents[1]
PACKAGES = ("referee", "calibration", "markers", "web")
Call = tuple[str, int]
"""A file of the program and a line in it."""

_made: set[Call] = set()


def _note(frame: FrameType, event: str, called: Any) -> None:
    """What Python tells of each call of a function that is written in C."""
    if event == "c_call":
        _made.add((frame.f_code.co_filename, frame.f_lineno))


def in_the_program() -> Iterator[tuple[Call, int, str]]:
    """Every call of a function of OpenCV: where it begins, its last line, what is called."""
    for package in PACKAGES:
        for file in sorted((TOP / package).rglob("*.py")):
            calls = (one for one in ast.walk(ast.parse(file.read_text(encoding="utf-8"))) if isinstance(one, ast.Call))
            for node in calls:
                called = ast.unparse(node.func)
                if called.startswith("cv2.") and called.rpartition(".")[2][0].islower() and "(" not in called:
                    yield (str(file), node.lineno), node.end_lineno or node.lineno, called


def pytest_collection_finish() -> None:
    """From here on."""
    threading.setprofile(_note)
    sys.setprofile(_note)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The calls that were not made."""
    sys.setprofile(None)
    for (file, first), last, called in sorted(in_the_program()):
        if not any((file, line) in _made for line in range(first, last + 1)):
            terminalreporter.write_line(f"not made: {Path(file).relative_to(TOP)}:{first} {called}")
