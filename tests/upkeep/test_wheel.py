"""What a wheel holds, which packages it asks for, and what is said where one that only some need is missing."""

import ast
import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PACKAGES = ("race_referee", "referee", "calibration", "markers", "web")
BUILT = {".so", ".pyd", ".pyc"}

LISTED = """
import json, os
from setuptools.dist import Distribution
wheel = Distribution({"script_name": "wheel"})
wheel.parse_config_files()
command = wheel.get_command_obj("build_py")
command.manifest_files = {}  # what a source archive brings besides may be lacking
command.ensure_finalized()
files = [file for _, _, file in command.find_all_modules()]
files += [os.path.join(folder, name) for _, folder, _, names in command.data_files for name in names]
print(json.dumps([os.path.relpath(file).replace(os.sep, "/") for file in files]))
"""

WITHOUT = """
import importlib
from importlib.machinery import PathFinder
found = PathFinder.find_spec
def find_spec(name, path=None, target=None):
    return None if name.partition(".")[0] in {missing} else found(name, path, target)
PathFinder.find_spec = find_spec
"""

EVERYTHING_ELSE = """
from referee.cli.main import COMMANDS
for file, _ in COMMANDS.values():
    importlib.import_module("referee.cli." + file)
for name in ("race_referee", "referee.assemble", "referee.hosting.host", "web.app", "web.serve", "markers.kits"):
    importlib.import_module(name)
"""

ASKED = {
    "film": "from referee.devices.film_library import film_library; film_library()",
    "batch": "from pathlib import Path; from referee.cli.batch import _client; _client(None, 1).__enter__()",
    "obs": "from referee.hall.obs import obs_library; obs_library()",
    "hall": "from referee.cli.page import hall_needs; hall_needs()",
    "tournament": "from click.testing import CliRunner; from referee.cli.tournament import command; "
    "raise CliRunner().invoke(command, ['standings']).exception",
}


def names(wishes: list[str]) -> set[str]:
    """The packages of a list of wishes."""
    return {canonicalize_name(Requirement(wish).name) for wish in wishes}


EXTRAS = {extra: names(wishes) for extra, wishes in PROJECT["optional-dependencies"].items() if extra != "test"}


def imported() -> Iterator[tuple[str, str]]:
    """Each package of others that the program imports anywhere, and where."""
    for package in PACKAGES:
        for file in (TOP / package).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    yield from ((alias.name.partition(".")[0], str(file.relative_to(TOP))) for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    yield node.module.partition(".")[0], str(file.relative_to(TOP))


@cache
def distributions_of_modules() -> Mapping[str, list[str]]:
    """Reading it takes seconds."""
    return metadata.packages_distributions()


def modules_of(distributions: set[str]) -> set[str]:
    """What the packages are called when they are imported."""
    by_module = distributions_of_modules()
    return {name for name, found in by_module.items() if distributions & {canonicalize_name(one) for one in found}}


def ran(code: str, missing: set[str]) -> "subprocess.CompletedProcess[str]":
    """A program where these modules are not installed."""
    program = WITHOUT.replace("{missing}", repr(missing)) + code
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, cwd=TOP)


def test_a_wheel_holds_every_file_of_the_program() -> None:
    """Words, templates, boards, schemas, the page's scripts; a file of a new kind has to be named in pyproject.toml."""
    said = subprocess.run([sys.executable, "-W", "ignore", "-c", LISTED], capture_output=True, text=True, cwd=TOP)
    listed = {file for file in json.loads(said.stdout.splitlines()[-1]) if "native_source" not in file}
    there = {
        file.relative_to(TOP).as_posix()
        for package in PACKAGES
        for file in (TOP / package).rglob("*")
        if file.is_file() and file.suffix not in BUILT and "native_source" not in file.parts
    }
    assert "web/static/main.js" in listed
    assert "referee/words/de.ftl" in listed
    assert listed == there


def test_the_program_imports_only_what_it_asks_for() -> None:
    """A package that is imported anywhere is a dependency or in an extra, and each of these is imported somewhere."""
    own = {*PACKAGES, *sys.stdlib_module_names, "hypothesis", "pytest"}  # the contract of games is a test
    used = {name: where for name, where in imported() if name not in own}
    wanted = names(PROJECT["dependencies"]).union(*EXTRAS.values())
    assert {name: where for name, where in used.items() if name not in modules_of(wanted)} == {}
    unused = {one for one in wanted if not modules_of({one}) & used.keys()}
    assert not unused, "imported nowhere"


def test_without_any_extra_every_command_loads() -> None:
    """Only who asks for a film, a hall or a tournament needs more than the program's own dependencies."""
    extras = modules_of(set().union(*EXTRAS.values()) - names(PROJECT["dependencies"]))
    assert {"av", "dask", "paho"} <= extras
    said = ran(EVERYTHING_ELSE, extras)
    assert said.returncode == 0, said.stderr


@pytest.mark.parametrize("extra", ASKED)
@pytest.mark.few(1)
def test_a_missing_extra_is_named_with_what_to_type(extra: str) -> None:
    """One sentence, which holds the very words for pip."""
    said = ran(ASKED[extra], modules_of(EXTRAS[extra] - names(PROJECT["dependencies"])))
    last = said.stderr.strip().splitlines()[-1]
    assert last.startswith("referee.errors.SetupError: ")
    assert f"race-referee[{extra}]" in last
