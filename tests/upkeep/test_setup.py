"""tools/setup in a small tree of its own: two packages made here, no network, a PATH with or without a C compiler."""

import hashlib
import os
import re
import runpy
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pip
import pytest

TOP = Path(__file__).parents[2]
TOOLS = ("bash", "env", "cat", "cksum", "grep", "uname", "id", "rm", "dirname")
BACKEND = '''
import os, zipfile
from pathlib import Path

def build_editable(folder, config_settings=None, metadata_directory=None):
    """Compiles when a compiler is named, as setuptools does with an optional extension."""
    if os.environ.get("CC"):
        Path("referee/vision/built").touch()
    about = "race_referee-0.1.dist-info/"
    name = "race_referee-0.1-py3-none-any.whl"
    with zipfile.ZipFile(Path(folder, name), "w") as wheel:
        wheel.writestr("race_referee.pth", os.getcwd())
        wheel.writestr(about + "METADATA", "Metadata-Version: 2.1\\nName: race-referee\\nVersion: 0.1\\n")
        wheel.writestr(about + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(about + "RECORD", "")
    return name
'''
PYTHON = """
if [ "$1 $2" != "-m venv" ]; then exec {real} "$@"; fi
exec {copy} -a {kept} "$3"
"""
"""Python, whose environments, with nothing in them but pip, are copies of one: each takes seconds to make."""
NATIVE = "from pathlib import Path\nlibrary = True if Path(__file__).with_name('built').exists() else None\n"


def wheel(folder: Path, name: str, version: str, code: str) -> str:
    """Makes a wheel of one module; its line for a lock."""
    file = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info/"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr(f"{name}.py", code)
        packed.writestr(f"{about}METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        packed.writestr(f"{about}WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        packed.writestr(f"{about}RECORD", f"{name}.py,,\n{about}METADATA,,\n{about}WHEEL,,\n{about}RECORD,,\n")
    return f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


@dataclass(frozen=True)
class Tree:
    """A small project that the real tools/setup sets up."""

    top: Path
    wheels: Path
    programs: Path

    def write(self, name: str, text: str) -> Path:
        """A file of the tree."""
        file = self.top / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def program(self, name: str, script: str) -> Path:
        """A program on the tree's PATH."""
        file = self.programs / name
        file.unlink(missing_ok=True)
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)
        return file

    def set_up(self) -> subprocess.CompletedProcess[str]:
        """What `tools/setup run` says."""
        environment = {
            "PATH": str(self.programs),
            "HOME": str(self.top),
            "PYTHON": str(self.programs / "python-here"),
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(self.wheels),
            "PIP_CONFIG_FILE": os.devnull,
        }
        command = ["bash", str(self.top / "tools/setup"), "run"]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    def said(self) -> str:
        """The same, when all went well."""
        ran = self.set_up()
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout


def environment(folder: Path) -> Path:
    """A virtual environment with a copy of the pip that is here."""
    venv.create(folder, symlinks=True)
    there = next((folder / "lib").glob("python*/site-packages"))
    shutil.copytree(Path(pip.__file__).parent, there / "pip")
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A tree, set up."""
    top = tmp_path_factory.mktemp("tree")
    tree = Tree(top, tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("programs"))
    for name in TOOLS:
        (tree.programs / name).symlink_to(str(shutil.which(name)))
    kept = environment(tmp_path_factory.mktemp("kept") / "venv")
    tree.program("python-here", PYTHON.format(real=sys.executable, kept=kept, copy=shutil.which("cp")))
    (top / "tools").mkdir()
    shutil.copy(TOP / "tools/setup", top / "tools/setup")
    asked = (TOP / "tools/missing.py").read_text()
    asked = re.sub(r"(?s)LIBRARIES = \{.*?\n\}\n", 'LIBRARIES = {"run": {}, "test": {}}\n', asked)
    tree.write("tools/missing.py", re.sub(r"LOADED = \(.*?\)", 'LOADED = ("toy",)', asked))
    tree.write("requirements.lock", wheel(tree.wheels, "toy", "1.0", "told = 1\n"))
    tree.write("tools/build.lock", wheel(tree.wheels, "toybackend", "1.0", BACKEND))
    tree.write("pyproject.toml", '[build-system]\nrequires = ["toybackend"]\nbuild-backend = "toybackend"\n')
    tree.write("referee/vision/native.py", NATIVE)
    tree.write("referee/vision/native_source/eye.c", "")
    assert "Making the virtual environment" in tree.said()
    return tree


@pytest.fixture
def tree(made: Tree) -> Iterator[Tree]:
    """The tree, whose lock and question for libraries are put back afterwards."""
    kept = {name: (made.top / name).read_text() for name in ("requirements.lock", "tools/missing.py")}
    yield made
    for name, text in kept.items():
        made.write(name, text)


def packages(tree: Tree) -> Path:
    """The folder of the environment's packages."""
    return next((tree.top / ".venv/lib").glob("python*/site-packages"))


@pytest.mark.long
def test_a_second_start_installs_nothing_and_says_how_things_are(tree: Tree) -> None:
    """No installation leaves its log; one line tells Python, the lock and how the loops run."""
    tree.said()
    installed = (tree.top / ".setup.log").stat().st_mtime_ns
    said = tree.said()
    assert "a minute or two" not in said
    assert re.search(r"Set up: Python 3\.\d+\.\d+, the packages of requirements.lock; the eye's loops ", said)
    assert (tree.top / ".setup.log").stat().st_mtime_ns == installed


@pytest.mark.long
def test_a_compiler_that_arrives_later_is_used_and_one_that_fails_is_named(tree: Tree) -> None:
    """No compiler, one without its headers, a good one, one that cannot compile the loops."""
    assert "in numpy and OpenCV, up to four times as slowly, for there is no C compiler" in tree.said()
    compiler = tree.program("gcc", "exit 1")  # as without its headers
    assert "there is no C compiler" in tree.said()
    tree.program("gcc", "exit 0")
    assert "the eye's loops are compiled" in tree.said()
    (tree.top / "referee/vision/built").unlink()
    assert "gcc could not compile them (why: .setup.log)" in tree.said()
    compiler.unlink()
    tree.said()


def _python_gone(tree: Tree) -> None:
    (tree.top / ".venv/bin/python").unlink()
    (tree.top / ".venv/bin/python").symlink_to("/nowhere/python3")


def _package_torn(tree: Tree) -> None:
    (packages(tree) / "toy.py").write_text("import a_part_that_is_gone\n")


@pytest.mark.parametrize("broken", [_python_gone, _package_torn])
@pytest.mark.long
def test_an_environment_that_no_longer_runs_is_seen_and_made_anew(tree: Tree, broken: object) -> None:
    """The next start tells it and mends it; the one after has nothing to do."""
    assert callable(broken)
    broken(tree)
    assert "is broken" in tree.said()
    assert "a minute or two" not in tree.said()


def problem(tree: Tree) -> str:
    """What the environment's own Python finds wrong with it."""
    python, asked, lock = (tree.top / name for name in (".venv/bin/python", "tools/missing.py", "requirements.lock"))
    ran = subprocess.run([python, asked, "packages", lock], env={}, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    return ran.stdout + ran.stderr


@pytest.mark.long
def test_whatever_is_not_as_locked_is_seen_and_mended(tree: Tree) -> None:
    """The project, a package or its version: each is told; the next start mends all of it, the one after nothing."""
    (packages(tree) / "race_referee.pth").unlink()
    assert "No module named 'referee'" in problem(tree)
    about = packages(tree) / "toy-1.0.dist-info"
    away = about.rename(packages(tree) / "away")
    assert "toy is not installed" in problem(tree)
    away.rename(about)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 0.9\n")
    assert "toy is 0.9, not 1.0" in problem(tree)
    assert "is broken: toy is 0.9, not 1.0" in tree.said()
    assert "a minute or two" not in tree.said()


@pytest.mark.long
def test_a_changed_lock_is_installed(tree: Tree) -> None:
    """Its new version replaces the old one."""
    tree.write("requirements.lock", wheel(tree.wheels, "toy", "1.1", "told = 2\n"))
    assert "Bringing up to date the virtual environment" in tree.said()
    assert next(packages(tree).glob("toy-*")).name == "toy-1.1.dist-info"


@pytest.mark.parametrize("lock", ["another hash", "no hash"])
@pytest.mark.long
def test_a_package_whose_file_is_not_the_one_that_was_locked_is_refused_every_time(tree: Tree, lock: str) -> None:
    """A refused set-up leaves no mark of having been done."""
    line = wheel(tree.wheels, "toy", "1.2", "told = 3\n")
    other = re.sub(r"sha256:\w+", "sha256:" + "0" * 64, line) if lock == "another hash" else "toy==1.2\n"
    tree.write("requirements.lock", other)
    for _ in range(2):
        ran = tree.set_up()
        assert ran.returncode != 0
        assert "hash" in (ran.stdout + ran.stderr).lower()


def test_a_library_of_the_system_that_goes_missing_is_installed_or_asked_for(tree: Tree) -> None:
    """For root it is installed; anybody else is told what to type."""
    asked = tree.top / "tools/missing.py"
    asked.write_text(asked.read_text().replace('{"run": {}', '{"run": {"libno-such.so.7": "libno-such7"}'))
    called = tree.top / "called"
    fakes = [tree.program("apt-get", f'echo "$*" >>{called}'), tree.program("id", "echo 0")]
    try:
        assert "Installing Debian packages: libno-such7" in tree.said()
        assert called.read_text().splitlines()[-1] == "install -y --no-install-recommends libno-such7"
        fakes.append(tree.program("id", "echo 1000"))
        ran = tree.set_up()
        assert ran.returncode == 2
        assert "sudo apt-get install -y --no-install-recommends libno-such7" in ran.stdout
    finally:
        for fake in fakes:
            fake.unlink(missing_ok=True)
        (tree.programs / "id").symlink_to(str(shutil.which("id")))


@pytest.mark.parametrize(
    ("problem", "of_the_system"),
    [
        (
            "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file: No file",
            True,
        ),
        ("cv2 does not load: libGL.so.1: cannot open shared object file: No such file or directory", True),
        ("av does not load: libx264-d6533a8d.so.165: cannot open shared object file: No such file", False),
        ("av does not load: No module named 'av._core'", False),
    ],
)
def test_a_missing_library_is_of_the_system_unless_a_package_brought_it(problem: str, of_the_system: bool) -> None:
    """What a package brought is mended by installing it again, what the system lacks is not."""
    told = runpy.run_path(str(TOP / "tools/missing.py"))["OF_THE_SYSTEM"]
    assert bool(told.search(problem)) == of_the_system
