"""Runs axe, the accessibility checker, in a page. Its code comes with the package axe-playwright-python."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

_RUN = "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"


@cache
def _source() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def axe_faults(page: Any) -> list[str]:
    """What is wrong with the page as it is now, by any of axe's rules: the rule, and the elements it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    # a note that is just fading in or out has too little contrast for a moment; the page's policy lets no string be run
    # inside it, so it is asked from outside until nothing fades
    while page.evaluate("document.getAnimations().some(one => one.effect.getTiming().iterations !== Infinity)"):
        page.wait_for_timeout(50)
    return [
        f"{fault['id']}: {', '.join(' '.join(map(str, node['target'])) for node in fault['nodes'][:4])}"
        for fault in page.evaluate(_RUN)
    ]
