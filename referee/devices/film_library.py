"""PyAV, which reads and writes films: a hundred megabytes that only who has to do with films installs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.errors import SetupError
from referee.words.catalogue import told

if TYPE_CHECKING:
    from types import ModuleType


def film_library() -> ModuleType:
    """The package `av`. Raises SetupError with what to install when it is not there."""
    try:
        import av
    except ImportError as missing:
        raise SetupError(told("film-wants-package")) from missing
    return av
