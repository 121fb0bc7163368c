"""What nobody thought of: one sentence for people, and the traceback in a file for whoever mends it."""

from __future__ import annotations

import contextlib
import os
import re
import traceback
from pathlib import Path

import click
import platformdirs

from referee.addresses import shown_address


def tell_unforeseen(problem: Exception) -> None:
    """Say in one sentence that the program has a fault, and where what happened is kept."""
    click.echo(f"referee: {kept_and_told(problem)}.", err=True)


def kept_and_told(problem: Exception) -> str:
    """That sentence, without its full stop; what happened is kept then."""
    text = "".join(traceback.format_exception(problem))
    text = re.sub(r"\w+:/+[^\s'\"]+", lambda found: shown_address(found[0]), text)
    kept = _keep(text)
    where = f"what happened is kept in {kept}; please send it with a report" if kept else "please report it"
    return f"something went wrong inside ({type(problem).__name__}), a fault of this program: {where}"


def _keep(text: str) -> Path | None:
    """The file the traceback is in now; None when it cannot be written."""
    folder = Path(platformdirs.user_log_dir("race-referee"))
    path = folder / "unforeseen.txt"
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        with open(
            path, "x", encoding="utf-8", errors="replace", opener=lambda name, flags: os.open(name, flags, 0o600)
        ) as file:
            file.write(text)
        return path
    return None
