"""What a user may set, with the defaults; `from_toml` reads the same names from a file's text."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from typing import Any

from referee.errors import SetupError


@dataclass(frozen=True)
class Settings:
    """Every setting of a run.

    Attributes
    ----------
    host, port : where the page is served.
    settle_frames : how many frames without a hand must agree before a scene counts.
    evidence_quality : JPEG quality of the pictures kept beside verdicts, 1 to 100.
    evidence_width_px : pictures wider than this are made smaller before they are kept.
    players : how many play when nobody says so.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    settle_frames: int = 4
    evidence_quality: int = 85
    evidence_width_px: int = 1280
    players: int = 4


def from_toml(text: str) -> Settings:
    """Settings from the text of a TOML file; what it does not name keeps its default.

    Raises
    ------
    SetupError
        for text that is not TOML, a name that is no setting, or a value of the wrong kind.

    Examples
    --------
    >>> from_toml("port = 8080").port
    8080
    """
    try:
        values: dict[str, Any] = tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise SetupError(f"the settings file is not TOML: {problem}") from None
    known = {f.name: type(f.default) for f in fields(Settings)}
    for name, value in values.items():
        if name not in known:
            raise SetupError(f"{name!r} is no setting; there are: {', '.join(known)}")
        if type(value) is not known[name]:
            raise SetupError(f"the setting {name!r} should be {known[name].__name__}, not {value!r}")
    return replace(Settings(), **values)
