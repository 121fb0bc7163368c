"""What a record says once, at its beginning: the game, the print, the camera and the program it was made with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from markers.kit import Manifest
from markers.manifest import to_json
from referee import __version__
from referee.addresses import shown_address
from referee.settings import Settings

if TYPE_CHECKING:
    from calibration.camera_model import CameraModel


def record_header(
    game: str,
    kit: Manifest,
    source: str,
    *,
    camera: CameraModel | None = None,
    settings: Settings | None = None,
    order: str = "",
) -> dict[str, Any]:
    """The header of a new record: enough to tell what judged it, and to judge the same pictures in the same way.

    `order` says how the kit was ordered on the page, if it was.
    """
    return {
        "game": game,
        "kit": kit.kit,
        "kit_version": kit.version,
        "manifest_sha256": manifest_sum(kit),
        "source": shown_address(source),
        "camera": None if camera is None else json.loads(camera.to_json()),
        "settings": asdict(settings or Settings()),
        "program": __version__,
        **({"order": order} if order else {}),
    }


def without_secrets(header: Mapping[str, Any]) -> dict[str, Any]:
    """A header as it may leave the record: those of older programs hold the camera's whole address."""
    source = header.get("source")
    return {**header, "source": shown_address(source)} if isinstance(source, str) else dict(header)


@lru_cache(maxsize=32)
def manifest_sum(kit: Manifest) -> str:
    """A SHA-256 over a print's manifest: two prints with the same sum are the same print."""
    return hashlib.sha256(to_json(kit).encode("utf-8")).hexdigest()


def is_other_print(header: Mapping[str, Any], kit: Manifest) -> bool:
    """Whether a record says that it was made with another print than this one; records that do not say never do."""
    return bool(header.get("manifest_sha256", manifest_sum(kit)) != manifest_sum(kit))
