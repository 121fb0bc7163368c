"""The locks: every package of a wish, in one version, by the hashes of its files."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TOP = Path(__file__).parents[2]
LOCKS = (
    "requirements.lock",
    "requirements-test.lock",
    *(f"tools/{name}.lock" for name in ("build", "opencv4", "upkeep")),
)
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
WISHES = {
    "requirements.lock": [*PROJECT["project"]["dependencies"], *EXTRAS["film"]],
    "requirements-test.lock": [
        *PROJECT["project"]["dependencies"],
        *(wish for name in EXTRAS for wish in EXTRAS[name]),
    ],
    "tools/build.lock": PROJECT["build-system"]["requires"],
    "tools/opencv4.lock": ["opencv-python<5"],
}


def entries(lock: str) -> dict[str, tuple[Requirement, frozenset[str]]]:
    """What a lock pins, each with its hashes. Every line must be understood."""
    text = re.sub(r"^#.*\n", "", (TOP / lock).read_text(encoding="utf-8"), flags=re.MULTILINE)
    found: dict[str, tuple[Requirement, frozenset[str]]] = {}
    for line in text.replace("\\\n", " ").splitlines():
        wish, *hashes = re.split(r"\s+--hash=", line.strip())
        pinned = Requirement(wish)
        assert canonicalize_name(pinned.name) not in found, f"{pinned.name} is pinned twice"
        found[canonicalize_name(pinned.name)] = pinned, frozenset(hashes)
    return found


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_pinned_to_one_version_by_sha256(lock: str) -> None:
    """Nothing is taken whose bytes were not known when the lock was made."""
    pinned = entries(lock)
    assert pinned
    for wish, hashes in pinned.values():
        assert re.fullmatch(r"==[\w.+!-]+", str(wish.specifier)), wish
        assert hashes, f"{wish} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}", one) for one in hashes), wish


@pytest.mark.parametrize("lock", WISHES)
def test_a_lock_holds_what_the_project_asks_for(lock: str) -> None:
    """Every wish of pyproject.toml, in a version that it allows; else `tools/renew locks --keep`."""
    pinned = entries(lock)
    for wish in map(Requirement, WISHES[lock]):
        found, _ = pinned[canonicalize_name(wish.name)]
        version = str(found.specifier).removeprefix("==")
        assert wish.specifier.contains(version), f"{wish} is pinned to {version}"


def test_what_is_tested_is_what_runs() -> None:
    """The tests' lock has every package of the program's, in the same version, by the same hashes."""
    run, test = entries("requirements.lock"), entries("requirements-test.lock")
    assert {name: test.get(name) for name in run} == run


@pytest.mark.parametrize("package", ["av", "numpy", "opencv-python", "pillow", "resvg-py", "scipy"])
def test_packages_with_machine_code_are_locked_for_other_machines_too(package: str) -> None:
    """Linux, macOS and Windows, Intel and ARM: at least five wheels, for one Python or for all."""
    _, hashes = entries("requirements.lock")[canonicalize_name(package)]
    assert len(hashes) >= 5


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_where_the_packages_came_from(lock: str) -> None:
    """Each machine asks the index that it is set up for."""
    assert "://" not in (TOP / lock).read_text(encoding="utf-8")
