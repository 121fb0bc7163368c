"""A position on the table and back: `layout` says where every piece lies in mm, `read` names what a scene shows.

Pieces and sides (the kit prints them; `c` is a car's letter R B G Y K W O P, `n` a number from 1):

- ``board:<name>/n`` side ``top``: a sheet of the board; the origin of each is the middle of the whole board, so all lie
  at (0, 0); its markers lie bare in the spaces, its dots (sightings ``dot:...``, ``bare`` or ``covered``) in the boxes
- ``car:c`` sides ``up`` and ``down`` (belly-up); its nose points up on the page at angle 0, so a car that drives to the
  right is turned by -90
- ``disc:cn`` side ``top``, ``cylinder:c`` side ``top``, ``die:cn`` sides ``1`` to ``6``: what lies in a driver's box;
  dice on the ``throw`` card (side ``top``, 150 x 104 mm) are the roll
- ``tray`` side ``top``; ``gate`` side ``top``; ``rocket:n``, ``wrench:n``, ``turbo:n`` and ``oil:n`` side ``top``;
  ``bomb:n`` sides ``active`` and ``inactive``

Pieces that are not in play lie nowhere: what a driver holds and what is set aside is not laid. Heights are the
manifest's; for pieces it does not list `HEIGHTS_MM` holds.
"""

from __future__ import annotations

from referee.games.nestorgames_gp.laying import HEIGHTS_MM, layout
from referee.games.nestorgames_gp.reading import read

__all__ = ["HEIGHTS_MM", "layout", "read"]
