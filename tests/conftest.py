"""What all tests share: no test of random cases asks speed of a busy machine; speed belongs in `referee bench`."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("race-referee", deadline=None)
settings.load_profile("race-referee")
