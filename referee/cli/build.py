"""Of what this program was built: what `referee --version` tells beside the version."""

from __future__ import annotations

import json
import subprocess
from importlib import metadata
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname


def build() -> str:
    """The commit of a clone (and whether something in it was changed since), or the name of the wheel's kind."""
    try:
        installed = metadata.distribution("race-referee")
    except metadata.PackageNotFoundError:  # run from a folder, not installed
        return _commit(Path(__file__).parents[2])
    origin = json.loads(installed.read_text("direct_url.json") or "{}")
    if commit := origin.get("vcs_info", {}).get("commit_id"):
        return str(commit)
    if origin.get("dir_info", {}).get("editable"):
        return _commit(Path(url2pathname(urlsplit(origin["url"]).path)))
    kinds = [
        line.partition(": ")[2] for line in (installed.read_text("WHEEL") or "").splitlines() if line[:4] == "Tag:"
    ]
    return kinds[0] if kinds else "unknown"


def _commit(clone: Path) -> str:
    say = ["git", "-C", str(clone), "describe", "--always", "--dirty", "--exclude=*"]
    try:
        told = subprocess.run(say, capture_output=True, text=True, check=False, timeout=10).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        told = ""
    return told or "a folder without history"
