"""Which marker numbers the kit uses, chosen from its two blocks so that they lie far apart.

Any two differ in at least 3 of 16 cells however they are turned, any two loose pieces' in at least 4 (the whole blocks
would give 2). The loose pieces' numbers never change; each shipped board has its own run of the others, so that it is
known which board lies on the table, and a board of the user's own may use them all.
"""

from __future__ import annotations

LOOSE = (
    550, 552, 557, 559, 561, 565, 569, 571, 572, 580, 589, 597, 598, 600, 601, 602, 603, 604, 605, 608, 612, 615, 617,
    618, 619, 620, 621, 624, 625, 627, 628, 629, 633, 636, 643, 645, 648, 650, 651, 652, 655, 658, 659, 660, 664, 669,
    671, 673, 675, 678, 679, 683, 687, 690, 691, 697, 823, 827, 830, 833, 839, 840, 841, 843, 852, 855, 857, 863,
)  # fmt: skip
BOARD = (
    870, 873, 874, 875, 881, 884, 888, 892, 893, 904, 905, 906, 907, 912, 914, 916, 920, 922, 924, 927, 935, 940, 941,
    945, 946, 950, 952, 953, 958, 960, 963, 967, 973, 974, 981, 983, 992, 554, 562, 564, 567, 568, 570, 573, 575, 579,
    581, 582, 584, 585, 587, 588, 590, 594, 595, 596, 607, 609, 611, 630, 631, 632, 634, 635, 638, 639, 642, 646, 657,
    661, 662, 665, 668, 670, 672, 674, 676, 681, 685, 689, 693, 694, 695, 698, 820, 825, 826, 829, 836, 837, 838, 845,
    848, 849, 854, 860, 861, 867, 868, 869, 877, 878, 882, 885, 889, 891, 894, 898, 903, 908, 911, 915, 918, 921, 925,
    926, 928, 932, 934, 939, 942, 944, 948, 954, 955, 956, 959, 961, 966, 968, 970, 975, 977, 982, 985, 986, 989, 993,
    995, 999,
)  # fmt: skip
"""The first 37 differ from the loose pieces' in 4 cells too."""
SHIPPED_RUN = 46
"""How many numbers each shipped board has to itself."""


def board_numbers(index: int | None) -> tuple[int, ...]:
    """The numbers of a shipped board by its index; of a board of the user's own (None): all of them."""
    if index is None:
        return BOARD
    return BOARD[index * SHIPPED_RUN : (index + 1) * SHIPPED_RUN]
