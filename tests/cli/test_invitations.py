"""`--lan`: what the terminal shows to phones."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from pyzbar.pyzbar import ZBarSymbol, decode

from referee.cli.page import invite_phones
from tests.web.conftest import FakeRace
from web.app import create_app

HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
"""A character of the terminal: its upper and lower half, 1 for lit."""


def _codes_in(lines: list[str]) -> set[str]:
    """What a phone reads in lines of a terminal, one code below the other."""
    blocks, block = [], list[str]()
    for line in [*lines, ""]:
        if line and set(line) <= set(HALVES):
            block.append(line)
        elif block:
            blocks.append(block)
            block = []
    return {_read(block) for block in blocks}


def _read(block: list[str]) -> str:
    rows = [[HALVES[character][half] for character in line.ljust(len(block[0]))] for line in block for half in (0, 1)]
    lit = np.asarray(np.kron(np.array(rows), np.full((8, 8), 255)), np.uint8)
    # join codes differ in every run, and OpenCV's reader fails one code in some hundreds
    found = decode(cv2.copyMakeBorder(lit, 32, 32, 32, 32, cv2.BORDER_CONSTANT, value=255), symbols=[ZBarSymbol.QRCODE])
    return "".join(one.data.decode() for one in found)


@pytest.mark.parametrize("columns", [80, 200], ids=["below each other", "side by side"])
def test_each_join_code_has_a_qr_of_its_own(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Watching, declaring and refereeing each have an address and a QR that says just that address."""
    monkeypatch.setenv("COLUMNS", str(columns))
    invite_phones(create_app(FakeRace(), hosts=["192.0.2.7"]), "http://127.0.0.1:8000/")
    lines = capsys.readouterr().err.splitlines()
    links = {link for line in lines for link in re.findall(r"http://192\.0\.2\.7:8000/join#\w{8}", line)}
    assert len(links) == 3
    if columns == 80:
        assert _codes_in(lines) == links
    else:
        named = next(line for line in lines if "to watch" in line)
        assert all(link in named for link in links)
        wide = named.index("  to declare")
        parts = [[line.ljust(3 * wide)[k * wide : (k + 1) * wide].rstrip() for line in lines[2:]] for k in range(3)]
        assert {_read([line.ljust(max(map(len, part))) for line in part if line]) for part in parts} == links
