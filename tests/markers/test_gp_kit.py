"""The nestorgames GP kit: every piece of the game, boards cut into sheets, numbers that lie far apart."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Sequence

import pytest
from gp_tables_by_lot import random_table

from markers import kits
from markers.design import Wish
from markers.dictionary import bits, gate, minimum_distance
from markers.geometry import relative
from markers.ids import block_of
from markers.kit import Manifest
from markers.manifest import from_json, to_json
from markers.nestorgames_gp.board_art import TITLE_MM, _joints, free_ground, title_place
from markers.nestorgames_gp.boards import SHIPPED, shipped_board
from markers.nestorgames_gp.kit import boards_of
from markers.nestorgames_gp.numbers import BOARD, LOOSE, board_numbers
from markers.nestorgames_gp.plan import plan_of, shipped_plans
from markers.nestorgames_gp.poster import CLEAR_MM, cuts, middle_of, sheets_of
from markers.pen import Colour, Pen
from referee.errors import KitError
from referee.games.nestorgames_gp.board_file import board_named
from referee.games.nestorgames_gp.game import NestorgamesGP

KIT = kits.manifest("nestorgames-gp")
OWN = json.dumps({**json.loads(shipped_board("harbour")), "name": "mine", "title": "Mine"})


def printed(kit: Manifest, kind: str) -> set[str]:
    """The pieces of a kind that are printed."""
    return {item.piece for item in kit.items if item.piece.split(":")[0] == kind}


def test_everything_that_is_laid_is_printed() -> None:
    """Each face laid on random tables is on the sheets, but for the dice, which are ordinary ones."""
    faces = {(item.piece, item.side) for item in KIT.items}
    for number in range(30):
        text = random_table(SHIPPED[number % 3], random.Random(number))
        laid = {(p.piece, p.side) for p in NestorgamesGP().layout(text, KIT) if not p.piece.startswith("die:")}
        assert laid <= faces


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_boards_are_cut_beside_their_markers(paper: str) -> None:
    """Each board is six sheets that fit the paper and leave out nothing; no cut touches a marker's white margin."""
    kit = kits.manifest("nestorgames-gp", paper)
    for plan in shipped_plans():
        sheets = [relative(item) for item in kit.items if item.piece.startswith(f"board:{plan.name}/")]
        assert len(sheets) == 6
        area = 0.0
        for sheet in sheets:
            (left, top), (right, _), (_, bottom), _ = sheet.outline_mm
            area += (right - left) * (top - bottom)
            assert len(sheet.markers) >= 4
            for marker in sheet.markers:
                x, y = middle_of(marker)
                assert min(x - left, right - x, y - bottom, top - y) >= CLEAR_MM - 1e-6
        assert area == pytest.approx(plan.size_mm[0] * plan.size_mm[1])


def test_the_printed_board_is_the_board_of_the_law() -> None:
    """The printer and the law read the same spaces, boxes and features out of one file."""
    for plan in shipped_plans():
        board = board_named(plan.name)
        assert {place.id: place.at_mm for place in plan.places} == dict(board.middle)
        assert {place.id for place in plan.places if place.corner} == {one.id for one in board.spaces if one.corner}
        assert (plan.track, plan.teleport, plan.wet) == (board.track, board.teleport, board.wet)
        assert plan.boxes == tuple(bay.box_mm for bay in board.bays)
        assert plan.size_mm == board.size_mm


def test_every_space_carries_a_marker() -> None:
    """Each space of a shipped board has a marker in its middle: a bare space shows that nothing stands on it."""
    for plan in shipped_plans():
        middles = {
            (round(x, 3), round(y, 3))
            for item in KIT.items
            if item.piece.startswith(f"board:{plan.name}/")
            for x, y in map(middle_of, relative(item).markers)
        }
        assert {place.at_mm for place in plan.places if not place.bay} <= middles


def test_numbers_lie_far_apart() -> None:
    """Each number is used once and kept for this kit; any two differ in 3 cells, two loose pieces' in 4."""
    numbers = [marker.marker_id for item in KIT.items for marker in item.markers]
    assert len(numbers) == len(set(numbers))
    assert all((block := block_of(number)) is not None and block.name == "nestorgames-gp" for number in numbers)
    assert minimum_distance(gate((*LOOSE, *BOARD))) == 3
    assert minimum_distance(gate(LOOSE)) == 4
    assert bits(LOOSE[0]).shape == (4, 4)


def test_a_board_of_ones_own() -> None:
    """A user's board is printed alone with the pieces, its file travels in the manifest, two of them are refused."""
    wish = Wish(boards=(OWN,))
    kit = kits.manifest("nestorgames-gp", wish=wish)
    assert printed(kit, "board") == {f"board:mine/{number}" for number in range(1, 7)}
    assert printed(kit, "car") == printed(KIT, "car")
    assert from_json(to_json(kit)) == kit
    assert kit.boards == (OWN,)
    with pytest.raises(KitError, match="printed alone"):
        kits.manifest("nestorgames-gp", wish=Wish(boards=(OWN, shipped_board("harbour"))))
    changed = json.dumps({**json.loads(OWN), "name": "harbour", "title": "Not the shipped one"})
    with pytest.raises(KitError, match="another name"):
        kits.manifest("nestorgames-gp", wish=Wish(boards=(changed,)))
    with pytest.raises(KitError, match="no board file"):
        plan_of("{}")


def test_a_board_without_room_for_a_cut_is_refused() -> None:
    """Markers so close together that no straight cut passes between them are an error in words, not a spoilt sheet."""
    assert cuts(300.0, 200.0, [-40.0, 40.0]) == (-150.0, 0.0, 150.0)
    with pytest.raises(KitError, match="no room to cut"):
        cuts(300.0, 200.0, [float(x) for x in range(-150, 151, 10)])


def test_every_half_diamond_has_its_other_half() -> None:
    """Along each cut of each board both sheets bear their marks at the same places, at least two on every edge."""
    halves: list[tuple[float, float]] = []

    class Noting(Pen):
        def shape(self, rings: Sequence[Sequence[tuple[float, float]]], fill: Colour) -> None:
            first, _, second = rings[0]
            halves.append(((first[0] + second[0]) / 2, (first[1] + second[1]) / 2))

    for plan, index in boards_of(Wish()):
        sheets = sheets_of(plan, board_numbers(index), 0.0)
        middles = [middle_of(marker) for sheet in sheets for marker in sheet.markers]
        halves.clear()
        for sheet in sheets:
            _joints(Noting(None, 0.0, 0.0), plan, sheet, middles)
        assert all(sum(math.dist(one, other) < 1e-6 for other in halves) == 2 for one in halves)
        assert len(halves) >= 2 * 2 * 7


def test_no_tree_grows_over_the_name_of_a_sheet() -> None:
    """The dark words stand on grass, where they can be read."""
    for index, plan in enumerate(shipped_plans()):
        sheets = sheets_of(plan, board_numbers(index), 0.0)
        titles = tuple(filter(None, (title_place(plan, sheet) for sheet in sheets)))
        markers = tuple(middle_of(marker) for sheet in sheets for marker in sheet.markers)
        assert titles
        for x, y, radius in free_ground(plan, markers, titles)[1]:
            for across, up in titles:
                beside = max(abs(x - across) - TITLE_MM[0] / 2, 0.0), max(abs(y - up) - TITLE_MM[1] / 2, 0.0)
                assert math.hypot(*beside) > radius
