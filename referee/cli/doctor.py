"""`referee doctor`: is everything here that a race needs, and what to do where it is not."""

from __future__ import annotations

import importlib
import os
import shutil
import socket
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.table import Table
from rich.text import Text

from referee.cli.common import load_settings, print_json, races_folder
from referee.cli.tables import table_console

_OLDEST_PYTHON = (3, 11)


@dataclass(frozen=True)
class Check:
    """One thing looked at; `needed` says whether nothing works without it, `advice` what to do (empty when ok)."""

    name: str
    ok: bool
    needed: bool
    found: str
    advice: str = ""


@click.command()
@click.option("--look", is_flag=True, help="Also open each camera for a few seconds and say how its picture is.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object on stdout.")
def command(look: bool, as_json: bool) -> None:
    """Check this machine: Python, libraries, cameras, where records go, and the page's port.

    Exits with 1 when something is missing that a race needs. No camera is only a note: recordings and the simulated
    table work without one.

    \b
    Example:
      referee doctor --look
    """
    settings = load_settings(None)
    checks = [
        check_python(),
        check_library("cv2", "OpenCV", "pip install opencv-python"),
        check_library("numpy", "numpy", "pip install numpy"),
        check_zbar(),
        check_loops(),
        check_cameras(),
        check_folder(races_folder()),
        check_port(settings.host, settings.port),
        *(check_pictures() if look else ()),
    ]
    healthy = all(check.ok or not check.needed for check in checks)
    if as_json:
        print_json({"ok": healthy, "checks": [asdict(check) for check in checks]})
    else:
        _show(checks)
        click.echo("All that a race needs is here." if healthy else "Something is missing; see above.")
    if not healthy:
        raise click.exceptions.Exit(1)


def check_python() -> Check:
    """Whether Python is new enough."""
    ok = sys.version_info[:2] >= _OLDEST_PYTHON
    return Check("Python", ok, True, sys.version.split()[0], "" if ok else "Install Python 3.11 or newer.")


def check_library(module: str, name: str, command_line: str) -> Check:
    """Whether a library can be loaded, and its version."""
    try:
        version = str(getattr(importlib.import_module(module), "__version__", "unknown version"))
    except ImportError as problem:
        return Check(name, False, True, str(problem), f"Type: {command_line}")
    return Check(name, True, True, version)


def check_zbar() -> Check:
    """Whether QR codes can be read: pyzbar needs a library of the system."""
    try:
        importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError) as problem:
        return Check("QR codes (pyzbar, libzbar)", False, True, str(problem), _zbar_advice())
    return Check("QR codes (pyzbar, libzbar)", True, True, "found")


def _zbar_advice() -> str:
    by_system = {"linux": "sudo apt install libzbar0", "darwin": "brew install zbar"}
    return "Type: " + by_system.get(sys.platform, "pip install --force-reinstall pyzbar")


def check_loops() -> Check:
    """Whether the eye's inner loops are compiled; without them it does the same, more slowly."""
    from referee.vision import native

    if native.library is not None:
        return Check("the eye's loops", True, False, "compiled")
    first = "" if shutil.which("cc") or shutil.which("gcc") or shutil.which("clang") else "install a C compiler, then: "
    advice = f"All is seen as well, up to four times as slowly. For speed: {first}tools/setup run"
    return Check("the eye's loops", False, False, "in numpy and OpenCV", advice)


def check_cameras() -> Check:
    """Which cameras there are, and why one would not open as far as that can be told without trying."""
    from referee.devices.camera import found_cameras, listed
    from referee.devices.why_closed import why_closed

    cameras = found_cameras()
    if cameras:
        reasons = [why_closed(camera.index) for camera in cameras] if sys.platform.startswith("linux") else []
        return Check("cameras", not any(reasons), False, listed(cameras), " ".join(filter(None, reasons)))
    advice = "Plug one in (and allow its use), or use a recording, or try `referee demo`."
    return Check("cameras", False, False, "none", advice)


def check_pictures() -> list[Check]:
    """How the picture of each camera is: opened for a few seconds, one after the other."""
    from referee.cli.camera_check import look_through
    from referee.devices.camera import found_cameras

    checks = []
    for camera in found_cameras():
        found, advice = look_through(camera)
        checks.append(Check(f"camera {camera}", not advice, False, found, " ".join(advice)))
    return checks


def check_folder(folder: Path) -> Check:
    """Whether records can be written where they go by default."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"test")
    except OSError as problem:
        advice = f"Make {folder} writable, or name another place with --record FILE."
        return Check("place for records", False, True, f"{folder}: {problem.strerror}", advice)
    return Check("place for records", True, True, str(folder))


def check_port(host: str, port: int) -> Check:
    """Whether the page can be served."""
    name = f"port {port}"
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # elsewhere this option would let two programs share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as problem:
            advice = f"Stop what uses it, or choose another: referee watch --port {port + 1} ..."
            return Check(name, False, False, problem.strerror or "in use", advice)
    return Check(name, True, False, f"free on {host}")


def _show(checks: list[Check]) -> None:
    table = Table("", "what", "found", "what to do")
    for check in checks:
        word, style = ("ok", "green") if check.ok else ("missing", "bold red") if check.needed else ("note", "yellow")
        table.add_row(Text(word, style=style), check.name, check.found, check.advice)
    table_console().print(table)
