"""Pictures of the calibration board taken beforehand: which of them are used, and why the others are not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.charuco import MOST_VIEWS, BoardView, find_board, is_new
from calibration.session import fault_of

NO_BOARD, OTHER_SIZE, KNOWN, MANY = "no-board", "other-size", "known", "many"
"""Why a picture is left out: no board, another size than most, like one before it, more than are of use; or a fault."""


@dataclass(frozen=True, eq=False)
class Looked:
    """One picture: its name and size, the board in it, and what is wrong with its focus or light ("" when nothing)."""

    name: str
    width_px: int
    height_px: int
    view: BoardView | None
    fault: str = ""


@dataclass(frozen=True, eq=False)
class Sorted:
    """One picture as it was judged: `refusal` is "" when its view is used."""

    looked: Looked
    refusal: str = ""


def look_at(name: str, grey: NDArray[np.uint8]) -> Looked:
    """Look for the board in a grey picture (H, W)."""
    view = find_board(grey)
    return Looked(name, grey.shape[1], grey.shape[0], view, "" if view is None else fault_of(grey, view))


def sort_out(pictures: Sequence[Looked]) -> tuple[Sorted, ...]:
    """Each picture in its order, used or refused."""
    shown = [(one.width_px, one.height_px) for one in pictures if one.view is not None]
    usual = Counter(shown).most_common(1)[0][0] if shown else None
    out: list[Sorted] = []
    views: list[BoardView] = []
    for one in pictures:
        if one.view is None:
            refusal = NO_BOARD
        elif (one.width_px, one.height_px) != usual:
            refusal = OTHER_SIZE
        elif one.fault:
            refusal = one.fault
        elif not is_new(one.view, views):
            refusal = KNOWN
        else:
            refusal = MANY if len(views) >= MOST_VIEWS else ""
        if not refusal and one.view is not None:
            views.append(one.view)
        out.append(Sorted(one, refusal))
    return tuple(out)
