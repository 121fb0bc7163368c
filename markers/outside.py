"""Marker numbers for games that live outside this tree: those of the second piecepack, which only Racepack prints.

A game from outside never lies on the table together with a second piecepack, so it may use the same numbers; that
another game's pieces lie there is still noticed.
"""

from __future__ import annotations

LOOSE_IDS = (
    202, 204, 205, 209, 211, 212, 214, 215, 219, 220, 221, 223, 226, 227, 228, 229, 232, 236, 238, 239, 241, 244, 245,
    246, 247, 249, 251, 252, 253, 254, 255, 256, 257, 260, 261, 263, 265, 269, 270, 272, 274, 276, 279, 283, 286, 288,
    290, 292, 294, 295, 298, 299, 301, 302, 303, 305, 309, 311, 312, 313, 314, 316, 317, 319, 321, 324, 325, 329, 330,
    332, 333, 335, 339, 341, 344, 345, 347,
)  # fmt: skip
"""For pieces that move: any two differ in at least 4 of 16 cells, however they are turned."""
STILL_IDS = (
    200, 201, 203, 206, 207, 208, 210, 213, 216, 217, 218, 222, 224, 225, 230, 231, 233, 234, 235, 237, 240, 242, 243,
    248, 250, 258, 259, 262, 264, 266, 267, 268, 271, 273, 275, 277, 278, 280, 281, 282, 284, 285, 287, 289, 291, 293,
    296, 297, 300, 304, 306, 307, 308, 310, 315, 318, 320, 322, 323, 326, 327, 328, 331, 334, 336, 337, 338, 340, 342,
    343, 346, 348, 349,
)  # fmt: skip
"""For what lies still: these differ in at least 3 cells from one another and from the loose ones."""
