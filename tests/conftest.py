"""What all tests share: how random cases are drawn.

No test of random cases asks speed of a busy machine; speed belongs in `referee bench`. The cases are the same in every
run, or whether a change is good would hang on chance. `tools/wander.py` looks for new ones.
"""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("race-referee", deadline=None, derandomize=True)
settings.register_profile("wander", deadline=None, derandomize=False, print_blob=True)
settings.load_profile("race-referee")
