"""A car or an item set by hand on the drawn board."""

from __future__ import annotations

from dataclasses import replace

from referee.errors import NotationError
from referee.games.nestorgames_gp.between import as_it_lies
from referee.games.nestorgames_gp.observation import Item
from referee.games.nestorgames_gp.position import Position, Stand

ITEM = ":"
"""Between the kind of an item and its space: items of a kind are alike, so they are called by where they lie."""
OFF = "off"


def with_piece(position: Position, piece: str, space: str) -> Position:
    """The position with a car (`R`) or an item (`oil:12`) on another space, an item also `off`; whose turn it is stays.

    Raises NotationError when there is no such piece or space.
    """
    if ITEM in piece:
        return _item_moved(position, piece, space)
    if piece not in dict(position.cars) or position.stand(piece).node is None:
        raise NotationError(f"there is no piece {piece} on the board.")
    if space not in position.shape.nodes_of:
        raise NotationError(f"this board has no space {space}.")
    before = position.stand(piece)
    # on a space that the lap crosses twice: the way on that lies nearest to where the car was
    node = min(position.shape.nodes_of[space], key=lambda one: abs(one - (before.node or 0)))
    moved = replace(
        position, cars=tuple((car, Stand(node, was.up) if car == piece else was) for car, was in position.cars)
    )
    return as_it_lies(position, moved)


def _item_moved(position: Position, piece: str, space: str) -> Position:
    kind, _, at = piece.partition(ITEM)
    found = next((item for item in position.items if (item.kind, item.space) == (kind, at)), None)
    if found is None:
        raise NotationError(f"no {kind} lies on {at}.")
    if space != OFF and space not in position.shape.nodes_of:
        raise NotationError(f"this board has no space {space}.")
    rest = [item for item in position.items if item is not found]
    moved = [] if space == OFF else [Item(space, kind, found.active)]
    return replace(position, items=tuple(sorted([*rest, *moved])))
