"""`referee ...` in this process: a new one takes a second to start."""

from __future__ import annotations

import sys

import pytest

from referee.cli.main import main


def exit_code(monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> int:
    """The exit code of `referee` with these words."""
    monkeypatch.setattr(sys, "argv", ["referee", *words])
    try:
        main()
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0
