"""What takes long to load is there before the first picture."""

from __future__ import annotations

import subprocess
import sys

LOADED = """
import sys
from referee.vision.loading import load_slow_libraries
load_slow_libraries()
before = set(sys.modules)
from referee.words.catalogue import COMMON, told
bundle = COMMON._bundle("en")
told("bumped")
assert COMMON._bundle("en") is bundle
print(sorted(set(sys.modules) - before))
"""


def test_a_bump_does_not_wait_for_its_words() -> None:
    """Once the slow libraries are loaded nothing more is, and no words are read, to say that the camera was bumped."""
    said = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"
