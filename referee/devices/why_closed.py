"""Why a camera that is there does not open: this user may not, or another program has it. Read from the system."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

from referee.words.catalogue import told


def _may_open(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


def _group_of(device: Path) -> str:
    """The name of the group a device file belongs to; `video` where that is not known."""
    try:
        group = device.group()
    except (OSError, KeyError, NotImplementedError):
        return "video"
    return "video" if group in ("root", "") else group


def why_closed(
    index: int,
    root: Path = Path("/"),
    may_open: Callable[[Path], bool] = _may_open,
    system: str = sys.platform,
) -> str:
    """In a sentence or two why camera `index` does not open and what to do; "" when the system tells nothing."""
    if not system.startswith("linux"):
        return _where_to_allow(index, system)
    device = root / f"dev/video{index}"
    if not device.exists():
        return told("camera-unplugged", index=index)
    if not may_open(device):
        group = _group_of(device)
        return told("camera-forbidden", index=index, index2=index, text=group)
    users = [
        told("program-holding", text=name, number=number)
        for number, name in _who_holds(device, root)
        if number != os.getpid()
    ]
    return told("camera-used-by", index=index, list=users) if users else ""


def _where_to_allow(index: int, system: str) -> str:
    """Where people allow cameras; these systems do not say which program has one."""
    if system == "darwin":
        return told("camera-refused-macos", index=index)
    if system == "win32":
        return told("camera-refused-windows", index=index)
    return ""


def _who_holds(device: Path, root: Path) -> list[tuple[int, str]]:
    """The programs that have a device file open, as far as this user may see."""
    found = []
    for folder in sorted((root / "proc").glob("[0-9]*")):
        try:
            files = [os.readlink(link) for link in (folder / "fd").iterdir()]
        except OSError:  # another user's, or just ended
            continue
        if str(device) in files:
            found.append((int(folder.name), _name_of(folder)))
    return found


def _name_of(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"
