"""What was said during a recording, from its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.devices.files import read_file
from referee.errors import NotationError
from referee.plain_json import read_json

if TYPE_CHECKING:
    from referee.devices.recording import Said


def load_said(path: str | None) -> Said:
    """What was said during a recording, from its file. Raises NotationError."""
    if path is None:
        return []
    try:
        rows = read_json(read_file(path))
        return sorted((float(row["time_s"]), str(row["text"])) for row in rows)
    except OSError as problem:
        raise NotationError(f"{path} is no list of what was said: {problem.strerror}.") from None
    except (ValueError, TypeError, KeyError, OverflowError) as problem:
        raise NotationError(f"{path} is no list of what was said: {problem}") from None
