"""What a set-up lacks: asked by tools/setup at every start, so it is quick and needs nothing but Python.

python missing.py libraries run|test  prints the Debian packages of the system libraries that will not load
python missing.py packages LOCK       (by the environment's own Python) says what is wrong, or how the eye's loops run;
                                      exit code 1: a package is not as locked, 3: it wants something of the system
"""

import ctypes
import importlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

LIBRARIES = {
    # OpenCV's wheel wants the first three; pyzbar wants libzbar (only for QR codes).
    "run": {
        "libGL.so.1": "libgl1",
        "libglib-2.0.so.0": "libglib2.0-0",
        "libxcb.so.1": "libxcb1",
        "libzbar.so.0": "libzbar0",
    },
    # Node, which comes with Playwright, wants it.
    "test": {"libatomic.so.1": "libatomic1"},
}
LOADED = ("cv2", "av", "scipy.ndimage", "PIL.Image", "pypdfium2", "resvg_py")
"""The packages with machine code of their own that the program cannot do without."""
OF_THE_SYSTEM = re.compile(r"(?<!\S)(lib(?!\S*-[0-9a-f]{8}[.-])\S+): cannot open shared object file")
"""The loader's word for a library it has not found; eight hexadecimal digits in its name: it came with a package."""


def missing_libraries(what: str) -> list[str]:
    """The Debian packages of the libraries that will not load: asked of the loader itself, whose cache may be stale."""
    wanted = LIBRARIES["run"] | (LIBRARIES["test"] if what == "test" else {})
    return [package for library, package in wanted.items() if not _loads(library)]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def pins(lock: Path) -> Iterator[tuple[str, str]]:
    """Name and version of every package of a lock that is meant for every machine."""
    for line in lock.read_text(encoding="utf-8").splitlines():
        if (found := re.match(r"([\w.-]+)==([\w.+!-]+)", line)) and ";" not in line:
            yield found[1], found[2]


def not_as_locked(lock: Path) -> str:
    """What is not installed as the lock has it, or nothing."""
    for name, version in pins(lock):
        try:
            installed = metadata.version(name)
        except metadata.PackageNotFoundError:
            return f"{name} is not installed"
        if installed != version:
            return f"{name} is {installed}, not {version}"
    return ""


def not_loading() -> str:
    """Which package will not load and why, or nothing."""
    for module in LOADED:
        try:
            importlib.import_module(module)
        except ImportError as problem:
            return f"{module} does not load: {problem}"
    return ""


def not_running(*command: str) -> str:
    """Why a program will not even tell its version, or nothing."""
    ran = subprocess.run([*command, "--version"], capture_output=True, text=True, check=False)
    return f"{command[-1]} does not run: {ran.stderr.strip()}" if ran.returncode else ""


def browser() -> str | None:
    """Chromium for the browser tests: the one without windows takes a sixth less of the processor."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def browser_lacks() -> str:
    """What keeps the browser tests from running, or nothing; without a browser they are left out."""
    there = browser()
    return not_running(sys.executable, "-m", "playwright") or (not_running(there) if there else "")


def main(question: str, about: str) -> int:
    """Answer one of the two questions."""
    if question == "libraries":
        print(*missing_libraries(about), *() if about == "run" or browser() else ("chromium-headless-shell",))
        return 0
    problem = not_as_locked(Path(about)) or not_loading()
    if not problem and "playwright" in dict(pins(Path(about))):
        problem = browser_lacks()
    if problem:
        print(problem)
        return 3 if OF_THE_SYSTEM.search(problem) else 1
    from referee.vision import native

    print("in numpy and OpenCV" if native.library is None else "compiled")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
