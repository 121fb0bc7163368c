"""docs/licences.md and the bill of materials name what is locked and what the installed wheels bring."""

import json
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path, PurePosixPath

import pytest

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs/licences.md").read_text(encoding="utf-8")


def plain(name: str) -> str:
    """A package's name as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(lock: str) -> dict[str, str]:
    """The packages of a lock and their versions."""
    found = re.findall(r"^([\w.-]+)==([\w.+!-]+)", (TOP / lock).read_text(encoding="utf-8"), re.MULTILINE)
    return {plain(name): version for name, version in found}


def section(heading: str) -> str:
    """What stands under a heading of the page, down to the next one."""
    return re.split(r"^#+ ", PAGE.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def rows(heading: str) -> set[str]:
    """The packages of a table: the first word of each row."""
    return set(re.findall(r"^\| ([a-z0-9][\w.-]*).*\| .+ \|$", section(heading), re.MULTILINE)) - {"package"}


def libraries(package: str) -> set[str]:
    """Those that the page names in a wheel."""
    return set(re.findall(r"\blib[\w-]+", section(f"In {package}'s wheel")))


def bundled(package: str) -> Iterator[str]:
    """The libraries that the installed wheel of a package brings, without version and mark: libx264, libQt5Core."""
    for file in metadata.files(package) or []:
        path = PurePosixPath(file)
        beside = path.parent.name.endswith(".libs") or path.parent.name == "pypdfium2_raw"
        if beside and (found := re.match(r"(lib.+?)(-[0-9a-f]{8})*(\.\d+)*\.so", path.name)):
            yield found[1]


def test_the_page_names_every_package_that_is_locked_and_no_other() -> None:
    """What the program runs on, and what the tests add to it."""
    run, test = set(locked("requirements.lock")), set(locked("requirements-test.lock"))
    assert rows("What the program runs on") == run
    assert rows("Only for the tests") == test - run
    assert all(f"`{name}`" in PAGE for name in locked("tools/build.lock"))


@pytest.mark.parametrize("package", sorted(locked("requirements.lock")))
def test_the_page_names_every_library_that_a_wheel_brings(package: str) -> None:
    """Found in the wheel as it is installed here, named under its own heading."""
    unnamed = set(bundled(package)) - libraries(package)
    assert not unnamed, f"{package} brings {sorted(unnamed)}"


def test_the_bill_of_materials_holds_just_what_is_locked_to_run() -> None:
    """Every package by name, version, package URL and licence, the GPL in it too; `make sbom` makes it again."""
    bill = json.loads((TOP / "docs/sbom.cdx.json").read_text(encoding="utf-8"))
    assert bill["bomFormat"] == "CycloneDX"
    listed = {plain(part["name"]): part for part in bill["components"]}
    assert {name: part["version"] for name, part in listed.items()} == locked("requirements.lock")
    for name, part in listed.items():
        assert plain(part["purl"]) == plain(f"pkg:pypi/{part['name']}@{part['version']}")
        assert part["licenses"]
        inside = {library["name"] for library in part.get("components", [])}
        assert inside <= libraries(name), name
    assert {"libx264", "libx265"} <= {library["name"] for library in listed["av"]["components"]}
