"""Runs axe, the accessibility checker, in a page. Its code comes with the package axe-playwright-python."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

GRAVE = ["serious", "critical"]
_RUN = """async grave => {  // rules that are never broken gravely are not asked: a third of the work
  const slight = axe._audit.rules.filter(rule => rule.impact && !grave.includes(rule.impact));
  const rules = Object.fromEntries(slight.map(rule => [rule.id, {enabled: false}]));
  return (await axe.run(document, {rules, resultTypes: ["violations"]})).violations;
}"""


@cache
def _source() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")


def grave_faults(page: Any) -> list[str]:
    """What is seriously wrong with the page as it is now: rule, and the elements it is about."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_source())
    # a note that is just fading in or out has too little contrast for a moment; the page's policy lets no string be run
    # inside it, so it is asked from outside until nothing fades
    while page.evaluate("document.getAnimations().some(one => one.effect.getTiming().iterations !== Infinity)"):
        page.wait_for_timeout(50)
    found = page.evaluate(_RUN, GRAVE)
    return [
        f"{fault['id']}: {', '.join(' '.join(map(str, node['target'])) for node in fault['nodes'][:4])}"
        for fault in found
        if fault["impact"] in GRAVE
    ]
