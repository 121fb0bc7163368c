"""Dragging on the drawn board with the mouse."""

from __future__ import annotations

import re
from typing import Any

from referee.assemble import Referee


def drag(page: Any, grip: Any, dx: float, dy: float) -> None:
    """Drag a piece that stands still so many pixels with the mouse."""
    grip.hover()
    box = grip.bounding_box()
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy, steps=6)
    page.mouse.up()


def drag_a_car(page: Any, referee: Referee) -> tuple[str, str]:
    """Drag the green car to an empty space; which car, and where to."""
    drawn = referee.snapshot()["diagram"]
    taken = set(re.findall(r"[A-Z]:([a-z]+\d+)", referee.notation()))
    space, x, y = next(
        found
        for found in re.findall(r'data-space="([^"]+)"[^>]*? data-at="(\S+) (\S+)"', drawn)
        if found[0] not in taken
    )
    grip = page.locator('.grip[data-piece="C"]')
    grip.hover()
    to = page.evaluate(
        "([x, y]) => { const at = new DOMPoint(x, y).matrixTransform("
        "document.querySelector('#place-layer').getScreenCTM()); return [at.x, at.y]; }",
        [float(x), float(y)],
    )
    page.mouse.down()
    page.mouse.move(*to, steps=4)
    page.mouse.up()
    return grip.get_attribute("data-piece"), space
