"""What a source of pictures is, so that the match and the eye need not know any device."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from referee.vision.scene import Frame


class FrameSource(Protocol):
    """A camera, a recording, a folder of stills or the simulated table.

    `live` sources drop old frames so that the newest is always next; recordings give every frame. `stills` means each
    picture is a settled scene by itself. `frames` ends when the source is finished and raises SourceError when it dies.
    """

    @property
    def name(self) -> str: ...
    @property
    def live(self) -> bool: ...
    @property
    def stills(self) -> bool: ...

    def frames(self) -> Iterator[Frame]: ...
    def close(self) -> None: ...
