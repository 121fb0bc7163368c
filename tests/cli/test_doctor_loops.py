"""`referee doctor` and the compiled loops."""

import pytest

from referee.cli.doctor import check_loops
from referee.vision import native


@pytest.mark.parametrize("compiler", ["", "/usr/bin/cc"])
def test_missing_loops_are_a_note_with_advice(compiler: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled library a race is still possible, and the doctor says what would make it faster: a compiler
    only where there is none."""
    monkeypatch.setattr(native, "library", None)
    monkeypatch.setattr("shutil.which", lambda name: compiler)
    check = check_loops()
    assert not check.ok
    assert not check.needed
    assert check.advice.endswith("tools/setup run")
    assert ("compiler" in check.advice) == (not compiler)


def test_loaded_loops_are_said_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """With it nothing is advised."""
    monkeypatch.setattr(native, "library", object())
    check = check_loops()
    assert (check.ok, check.found, check.advice) == (True, "compiled", "")
