"""Of what this program was built: what `referee --version` tells beside the version."""

from __future__ import annotations

import json
import subprocess
from importlib import metadata
from pathlib import Path


def build() -> str:
    """The commit of a clone (and whether something in it was changed since), or the name of the wheel's kind."""
    top = Path(__file__).parents[2]
    if (top / ".git").exists():
        return _commit(top)
    try:
        installed = metadata.distribution("race-referee")
    except metadata.PackageNotFoundError:
        return "a folder without history"
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if commit := origin.get("vcs_info", {}).get("commit_id"):
        return str(commit)
    lines = (installed.read_text("WHEEL") or "").splitlines()
    return next((line.removeprefix("Tag: ") for line in lines if line.startswith("Tag: ")), "unknown")


def _commit(clone: Path) -> str:
    say = ["git", "-C", str(clone), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        told = subprocess.run(say, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        told = ""
    return told or "a clone that git cannot tell of"
