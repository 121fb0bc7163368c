"""Adds to a CycloneDX bill of materials what the packages' own metadata does not tell, and leaves out their addresses.

python bill_of_materials.py BILL PAGE   (by the Python of an environment with nothing but requirements.lock)

The libraries inside the wheels come from the files that are installed; their licences, and those of packages that
declare none in a way that machines read, from the tables of the page on licences.
"""

import json
import re
import sys
from importlib import metadata
from pathlib import Path, PurePosixPath
from typing import Any


def bundled(package: str) -> set[str]:
    """The libraries that the installed wheel of a package brings, without version and mark: libx264, libQt5Core."""
    names = set()
    for file in metadata.files(package) or []:
        path = PurePosixPath(file)
        beside = path.parent.name.endswith(".libs") or path.parent.name == "pypdfium2_raw"
        if beside and (found := re.match(r"(lib.+?)(-[0-9a-f]{8})*(\.\d+)*\.so", path.name)):
            names.add(found[1])
    return names


def licences(section: str) -> dict[str, str]:
    """The licence of each thing that a section's tables name in their first column."""
    told = {}
    for names, licence in re.findall(r"^\| (.+?) \| (.+?) \|$", section, re.MULTILINE):
        for name in re.sub(r"\(.*?\)", "", names).split(","):
            told[name.strip()] = licence.replace("*", "")
    return told


def section(page: str, heading: str) -> str:
    """What stands under a heading of a page, down to the next one."""
    return re.split(r"^#+ ", page.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def completed(part: dict[str, Any], page: str) -> dict[str, Any]:
    """A package with its licence and the libraries in its wheel."""
    name = re.sub(r"[-_.]+", "-", part["name"]).lower()
    of_packages = licences(section(page, "What the program runs on"))
    of_libraries = licences(section(page, f"In {name}'s wheel"))
    inside = [
        {"type": "library", "name": library, "licenses": [{"license": {"name": of_libraries[library]}}]}
        for library in sorted(bundled(part["name"]))
    ]
    told = {key: value for key, value in part.items() if key != "externalReferences"}
    told.setdefault("licenses", [{"license": {"name": of_packages[name].partition(";")[0]}}])
    return told | ({"components": inside} if inside else {})


if __name__ == "__main__":
    bill_file, page_file = map(Path, sys.argv[1:])
    bill = json.loads(bill_file.read_text(encoding="utf-8"))
    text = page_file.read_text(encoding="utf-8")
    bill["components"] = [completed(part, text) for part in bill["components"]]
    bill["metadata"].get("component", {}).pop("externalReferences", None)
    for tool in bill["metadata"].get("tools", {}).get("components", []):
        tool.pop("externalReferences", None)
    bill_file.write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n", encoding="utf-8")
