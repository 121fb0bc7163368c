"""When a card that is shown to the camera is meant: seen alone for a while, and obeyed once until it has gone away."""

from __future__ import annotations

from referee.vision.scene import Scene

LONG_ENOUGH_NS = 400_000_000
ENOUGH_PICTURES = 3
GONE_NS = 1_500_000_000
"""A card out of sight for less than this is still the same showing."""


class ShownCards:
    """Watches for command cards in scene after scene."""

    def __init__(self) -> None:
        self._card = ""
        self._since_ns = 0
        self._last_ns = 0
        self._pictures = 0
        self._obeyed = False

    def look(self, scene: Scene) -> str:
        """The card to obey now, "" for none. Two different cards at once are no command."""
        now = scene.time_ns
        if self._card and now - self._last_ns > GONE_NS:
            self._card = ""
        if not scene.cards:
            return ""
        if len(scene.cards) > 1:
            self._begin("", now)
            return ""
        if scene.cards[0] != self._card:
            self._begin(scene.cards[0], now)
        self._last_ns = now
        self._pictures += 1
        if self._obeyed or self._pictures < ENOUGH_PICTURES or now - self._since_ns < LONG_ENOUGH_NS:
            return ""
        self._obeyed = True
        return self._card

    def _begin(self, card: str, now_ns: int) -> None:
        self._card, self._since_ns, self._last_ns = card, now_ns, now_ns
        self._pictures, self._obeyed = 0, False
