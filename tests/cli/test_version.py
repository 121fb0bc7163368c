"""`referee --version`: the version, and of what it was built."""

import json
import re
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee import __version__
from referee.cli.build import build
from referee.cli.main import cli

TOP = Path(__file__).parents[2]


def test_a_clone_names_its_commit() -> None:
    """And that something in it was changed, if it was."""
    head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, cwd=TOP, check=True).stdout
    said = CliRunner().invoke(cli, ["--version"])
    assert said.exit_code == 0
    found = re.fullmatch(r"referee, version (\S+) \(build ([0-9a-f]+)(-dirty)?\)\n", said.output)
    assert found
    assert found[1] == __version__ == metadata.version("race-referee")
    assert head.startswith(found[2])


@pytest.mark.parametrize(
    ("origin", "wheel", "told"),
    [
        (None, "Wheel-Version: 1.0\nTag: cp311-abi3-win_amd64\n", "cp311-abi3-win_amd64"),
        ({"vcs_info": {"commit_id": "0a1b2c"}}, "", "0a1b2c"),
    ],
)
def test_an_installed_copy_names_what_it_came_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, origin: dict[str, object] | None, wheel: str, told: str
) -> None:
    """A wheel its kind, a copy that pip fetched from a repository its commit."""

    class Installed:
        def read_text(self, name: str) -> str | None:
            return {"WHEEL": wheel, "direct_url.json": json.dumps(origin) if origin else None}[name]

    monkeypatch.setattr("referee.cli.build.__file__", str(tmp_path / "referee/cli/build.py"))
    monkeypatch.setattr(metadata, "distribution", lambda name: Installed())
    assert build() == told
