"""Which marker numbers belong to which kit, so that no two kits can be mistaken for one another.

The family's first numbers lie furthest apart (a marker of the first 50 differs from every other in at least 4 of its 16
cells, of the first 250 in 3, of all 1000 in 2), so Racepack has the first block and its small loose pieces come first.
Numbers whose pattern is nearly plain are never printed: such patterns turn up by chance in pictures of anything.
"""

from __future__ import annotations

from dataclasses import dataclass

FAMILY = "DICT_4X4_1000"
FAMILY_SIZE = 1000

# Patterns with at most six changes of colour between neighbouring cells (of 24 borders between cells).
PLAIN_IDS = frozenset({17, 37, 110, 145, 190, 425, 653, 656, 853, 987, 997, 998})


@dataclass(frozen=True)
class Block:
    """A run of numbers kept for one kit: `first` up to but not including `end`; `name` is the kit's in its manifest."""

    name: str
    first: int
    end: int

    @property
    def ids(self) -> tuple[int, ...]:
        """The usable numbers of the block, in order: the nearly plain ones are left out."""
        return tuple(number for number in range(self.first, self.end) if number not in PLAIN_IDS)


RACEPACK = Block("racepack", 0, 144)
MORE_ROYAL_RACERS = Block("royal-racers", 144, 200)
"""Its 36 cards are marked on both sides: its other block alone has not enough numbers that lie far apart."""
SECOND_PIECEPACK = Block("second piecepack", 200, 350)
ROYAL_RACERS = Block("royal-racers", 350, 550)
NESTORGAMES_GP = Block("nestorgames-gp", 550, 700)
HOME_RACERS = Block("home-racers", 700, 800)
COMMAND_CARDS = Block("command cards", 800, 820)
MORE_NESTORGAMES_GP = Block("nestorgames-gp", 820, 1000)
"""Its boards carry a marker in each space: more than its first block holds."""

BLOCKS = (
    RACEPACK,
    MORE_ROYAL_RACERS,
    SECOND_PIECEPACK,
    ROYAL_RACERS,
    NESTORGAMES_GP,
    HOME_RACERS,
    COMMAND_CARDS,
    MORE_NESTORGAMES_GP,
)


def block_of(marker_id: int) -> Block | None:
    """The kit a number is kept for, None for a number that no kit uses.

    >>> block_of(3).name
    'racepack'
    >>> block_of(17) is None
    True
    """
    for block in BLOCKS:
        if block.first <= marker_id < block.end and marker_id not in PLAIN_IDS:
            return block
    return None
