"""What was said during a recording, from its file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import NotationError

if TYPE_CHECKING:
    from referee.devices.recording import Said


def load_said(path: str | None) -> Said:
    """What was said during a recording, from its file. Raises NotationError."""
    if path is None:
        return []
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))
        return sorted((float(row["time_s"]), str(row["text"])) for row in rows)
    except (OSError, ValueError, TypeError, KeyError) as problem:
        raise NotationError(f"{path} is no list of what was said: {problem}") from None
