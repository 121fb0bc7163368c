"""The list of commands."""

from __future__ import annotations

import importlib

import pytest
from click.testing import CliRunner

from referee.cli.main import COMMANDS, cli


def test_every_command_is_listed_and_none_is_imported_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks what there is waits for no printer's or eye's library."""

    def imported(name: str) -> None:
        raise AssertionError(f"{name} was imported")

    with monkeypatch.context() as patch:
        patch.setattr(importlib, "import_module", imported)
        said = CliRunner().invoke(cli, ["--help"])
    assert said.exception is None
    lines = {" ".join(line.split()) for line in said.output.splitlines()}
    assert {f"{name} {words}" for name, (_, words) in COMMANDS.items()} <= lines


def test_options_without_a_command_are_those_of_the_guided_race() -> None:
    """`referee --port N` does what `referee` does; a slip in it is told as there."""
    said = CliRunner().invoke(cli, ["--port", "none"])
    assert said.exit_code == 2
    assert "cli race" in said.output
    assert "'none' is not a valid integer" in said.output
