"""Settings read from a file."""

from __future__ import annotations

import pytest

from referee.errors import SetupError
from referee.settings import Settings, from_toml


def test_an_empty_file_means_the_defaults() -> None:
    """What a file does not name keeps its default."""
    assert from_toml("") == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [("port = ", "not TOML"), ("prot = 1", "no setting"), ('port = "8000"', "should be int")],
)
def test_a_wrong_file_is_answered_in_one_sentence(text: str, said: str) -> None:
    """Broken TOML, an unknown name and a wrong kind each get their own sentence."""
    with pytest.raises(SetupError, match=said):
        from_toml(text)
