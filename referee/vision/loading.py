"""The slow libraries of the eye: loaded where they are needed, or here, when no picture is to wait for them."""

from __future__ import annotations

import importlib

from referee.words.catalogue import told

SLOW = {"scipy.special": ("ndtr",), "skimage.measure": ("blur_effect", "label", "regionprops")}
"""Together half a second and more: with a page, a race is shown before they are there."""


def load_slow_libraries() -> None:
    """Load them now, and read the words, so that the first bump does not wait for them."""
    told("bumped")
    for library, names in SLOW.items():
        module = importlib.import_module(library)
        for name in names:
            getattr(module, name)  # scikit-image loads its parts when they are first named
