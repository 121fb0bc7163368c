"""Marker numbers: no two kits share one, and those in play lie far apart."""

import itertools

import numpy as np
import pytest

from markers import ids, kits, outside
from markers.design import Wish
from markers.dictionary import bits, distances, gate, gate_for, minimum_distance


def test_blocks_are_disjoint() -> None:
    """No number is kept for two kits, and every block lies in the family."""
    for one, other in itertools.combinations(ids.BLOCKS, 2):
        assert not set(range(one.first, one.end)) & set(range(other.first, other.end))
    assert all(0 <= block.first < block.end <= ids.FAMILY_SIZE for block in ids.BLOCKS)


@pytest.mark.parametrize(
    ("block", "needed"),
    [
        (ids.SECOND_PIECEPACK, 137),
        (ids.ROYAL_RACERS, 36 + 36 + 36),
        (ids.NESTORGAMES_GP, 100),
        (ids.HOME_RACERS, 70),
        (ids.COMMAND_CARDS, 8),
    ],
)
def test_blocks_are_large_enough(block: ids.Block, needed: int) -> None:
    """Each game still to come has the numbers it needs."""
    assert len(block.ids) >= needed


def test_plain_numbers_are_the_plain_patterns() -> None:
    """The numbers left out are exactly those whose cells change colour at most six times."""
    patterns = np.stack([bits(number) for number in range(ids.FAMILY_SIZE)])
    changes = (np.diff(patterns.astype(int), axis=1) != 0).sum((1, 2)) + (
        np.diff(patterns.astype(int), axis=2) != 0
    ).sum((1, 2))
    assert set(np.flatnonzero(changes <= 6).tolist()) == ids.PLAIN_IDS


def test_block_of_a_number() -> None:
    """Every usable number names its block, a plain or unused one names none."""
    assert all(ids.block_of(number) is block for block in ids.BLOCKS for number in block.ids)
    assert ids.block_of(17) is None
    assert ids.block_of(998) is None


def test_racepack_numbers_are_unique_and_its_own() -> None:
    """Each marker of the kit has its own number out of the game's block."""
    numbers = [marker.marker_id for item in kits.manifest("racepack").items for marker in item.markers]
    assert len(numbers) == len(set(numbers)) == 137
    assert set(numbers) <= set(ids.RACEPACK.ids)


def test_racepack_numbers_lie_far_apart() -> None:
    """Any two markers in play differ in at least 3 cells however turned, the loose pieces' in 4."""
    kit = kits.manifest("racepack")
    loose = [marker.marker_id for item in kit.items if not item.piece.startswith("tile") for marker in item.markers]
    assert minimum_distance(gate_for(kit)) == 3
    assert minimum_distance(gate(loose)) == 4


def test_a_second_piecepack_has_numbers_of_its_own() -> None:
    """With two piecepacks no number is used twice, and they lie as far apart as those of one."""
    first, both = kits.manifest("racepack"), kits.manifest("racepack", wish=Wish(packs=2))
    pieces = {item.piece for item in both.items}
    assert {item.piece for item in first.items} < pieces
    assert {piece.replace(":2", ":") for piece in pieces} == {item.piece for item in first.items}
    numbers = [marker.marker_id for item in both.items for marker in item.markers]
    assert len(numbers) == len(set(numbers)) == 137 + 132
    assert set(numbers) <= {*ids.RACEPACK.ids, *ids.SECOND_PIECEPACK.ids}
    assert minimum_distance(gate_for(both)) == 3
    loose = [m.marker_id for item in both.items if item.piece.startswith(("pawn", "coin")) for m in item.markers]
    assert minimum_distance(gate(loose)) == 4


def test_royal_racers_numbers_lie_far_apart() -> None:
    """Any two in play differ in at least 3 cells (the loose pieces' in 4), but for the two on one side of a card."""
    kit = kits.manifest("royal-racers")
    chosen = gate_for(kit)
    assert set(chosen.ids) <= {*ids.ROYAL_RACERS.ids, *ids.MORE_ROYAL_RACERS.ids}
    assert len(chosen.ids) == 196
    loose = [m.marker_id for item in kit.items if not item.piece.startswith("card") for m in item.markers]
    assert minimum_distance(gate(loose)) == 4
    side_of = {m.marker_id: (item.piece, item.side) for item in kit.items for m in item.markers}
    apart = distances(chosen.bits)
    near = [(chosen.ids[one], chosen.ids[other]) for one, other in np.argwhere(apart < 3)]
    assert all(side_of[one] == side_of[other] and one != other for one, other in near)


def test_numbers_for_games_from_outside_lie_far_apart() -> None:
    """Loose ones differ in at least 4 cells, all in at least 3; no block but the second piecepack's has them."""
    assert minimum_distance(gate(outside.LOOSE_IDS)) >= 4
    assert minimum_distance(gate((*outside.LOOSE_IDS, *outside.STILL_IDS))) >= 3
    assert {*outside.LOOSE_IDS, *outside.STILL_IDS} <= set(ids.SECOND_PIECEPACK.ids)
