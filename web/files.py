"""The page's own files: their addresses name what is in them, so that a browser asks for each of them once."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

FOLDER = Path(__file__).parent / "static"
KEPT_S = 365 * 24 * 3600
_LOADS = re.compile(r' from "\./([\w-]+\.js)";$', re.MULTILINE)


@cache
def version() -> str:
    """What the files of this installation are called by: another one as soon as any of them is another one."""
    summed = sha256()
    for file in sorted(FOLDER.iterdir()):
        summed.update(file.name.encode() + b"\0" + file.read_bytes())
    return summed.hexdigest()[:12]


@cache
def loaded_by(script: str) -> tuple[str, ...]:
    """The modules that a page's program loads, itself left out: to be asked for at once, not one after the other."""
    found, left = [script], [script]
    while left:
        for name in _LOADS.findall((FOLDER / left.pop()).read_text(encoding="utf-8")):
            if name not in found:
                found.append(name)
                left.append(name)
    return tuple(found[1:])
