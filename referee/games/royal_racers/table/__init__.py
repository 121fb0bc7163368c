"""Royal Racers on the table: `layout` puts a position down in millimetres, `read` finds it again in a scene.

The pieces and their sides: 36 cards ``card:as`` (rank, suit) with sides ``face`` and ``back``; flags ``tile:Sa`` (suit
and rank) with side ``face``, on the middle of a card; pawns ``pawn:S`` with side ``cap``, in the middle of a card or of
the flag on it; dice ``die:S`` whose side is the face shown (n a 2 3 4 5), anywhere beside the board. Flags that are not
placed yet are in the players' hands and are not laid.

Board frame: origin in the middle of the 36 cards, x right, y up, a1 at the lower left; cards upright at angle 0.
"""

from referee.games.royal_racers.table.laying import layout
from referee.games.royal_racers.table.reading import read

__all__ = ["layout", "read"]
