"""The label on the sheets: what is printed is what is read, and nothing else is taken for it."""

import builtins
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markers.label import KitLabel, parse_label
from markers.qr import read_labels
from referee.errors import KitError, SetupError

NAMES = st.text("abcdefghijklmnopqrstuvwxyz0123456789_", min_size=1, max_size=12)


@settings(max_examples=40)
@given(NAMES, NAMES, NAMES, st.integers(1, 500))
def test_round_trip(kit: str, version: str, paper: str, ruler_mm: int) -> None:
    """Any label comes back from its text."""
    label = KitLabel(kit, version, paper, float(ruler_mm))
    assert parse_label(label.text) == label


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("https://example.org", "not on a kit"),
        ("RACE-REFEREE/RACEPACK", "version, paper, ruler"),
        ("RACE-REFEREE/A/1/A4/100/7", "its form"),
        ("RACE-REFEREE/A/1/A4/LONG", "ruler"),
    ],
)
def test_other_codes_are_refused(text: str, word: str) -> None:
    """A foreign code, or a label that lacks a field, gives a sentence that says so."""
    with pytest.raises(KitError, match=word):
        parse_label(text)


def test_a_picture_without_a_code() -> None:
    """No code, no label."""
    assert read_labels(np.full((80, 100, 3), 255, dtype=np.uint8)) == ()


def test_missing_zbar_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the system library the error names the package."""
    real = builtins.__import__

    def without_zbar(name: str, *rest: Any, **more: Any) -> Any:
        if name == "pyzbar":
            raise ImportError("Unable to find zbar shared library")
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without_zbar)
    with pytest.raises(SetupError, match="apt install libzbar0"):
        read_labels(np.zeros((8, 8), dtype=np.uint8))
