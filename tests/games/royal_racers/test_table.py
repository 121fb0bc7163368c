"""Whatever a position holds, a laid table shows again, on crooked and turned tables and with pieces hidden."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from markers.kit import Manifest, PlacedPiece, PrintedItem
from referee.errors import NotationError
from referee.games.rigid import Transform
from referee.games.royal_racers.game import RoyalRacers
from referee.games.royal_racers.in_words import over
from referee.games.royal_racers.position import UNSEEN, parse_position, position_text
from referee.games.royal_racers.start import Terms, start
from tests.games.sightings import Look, Seen

Table = Callable[..., str]
GAME = RoyalRacers()
BARE = Manifest("royal-racers", "1", "a4", (), ())


def small_kit() -> Manifest:
    """A kit whose cards are smaller than playing cards, with heights of its own."""

    def item(piece: str, side: str, width: float, height: float, height_mm: float) -> PrintedItem:
        outline = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
        return PrintedItem(piece, side, 0, outline, (width / 2, height / 2), height_mm, ())

    items = (
        item("card:as", "face", 44.0, 67.0, 0.5),
        item("tile:Sa", "face", 40.0, 40.0, 3.5),
        item("pawn:S", "cap", 20.0, 20.0, 25.0),
        item("die:S", "n", 16.0, 16.0, 16.0),
    )
    return Manifest("royal-racers", "1", "a4", (), items)


def scene_of(pieces: tuple[PlacedPiece, ...], chance: Random, table: Transform, hidden: tuple[str, ...] = ()) -> Look:
    """Sightings of a laid table, shifted and turned as a whole; pieces a little off, cards either way up."""
    seen = []
    for piece in pieces:
        off_mm = 4.0 if piece.piece.startswith("card:") else 1.0
        point = (piece.x_mm + chance.uniform(-off_mm, off_mm), piece.y_mm + chance.uniform(-off_mm, off_mm))
        x_mm, y_mm = table.of(point)
        half = 180 * chance.randrange(2) if piece.piece.startswith("card:") else 0
        angle_deg = piece.angle_deg + table.turn_deg + half + chance.uniform(-4, 4)
        if piece.piece not in hidden:
            seen.append(Seen(piece.piece, piece.side, x_mm, y_mm, angle_deg))
    return Look(tuple(seen))


def midrace(seed: int, turns: int, players: int = 4) -> str:
    """A position of a seeded race."""
    dice = Random(seed)
    position = start(players, dice, Terms())
    for _ in range(turns):
        if over(position) is None:
            position = parse_position(GAME.play(position_text(position), dice, None).after)
    return position_text(position)


@pytest.mark.parametrize("kit", [BARE, small_kit()], ids=["bare", "small"])
@pytest.mark.parametrize("seed", range(8))
def test_a_laid_table_reads_back(kit: Manifest, seed: int) -> None:
    """On a shifted and turned table with known position everything but the dice's jitter comes back."""
    chance = Random(seed)
    position = midrace(seed, 10 * seed, 2 + seed % 3)
    table = Transform(chance.uniform(-90, 90), chance.uniform(-90, 90), chance.uniform(-180, 180))
    reading = GAME.read(scene_of(GAME.layout(position, kit), chance, table), kit, position)
    assert not reading.problems
    seen, true = reading.observation, GAME.observe(position)
    assert replace(seen, dice=()) == replace(true, dice=())
    assert GAME.observe(reading.notation) == seen
    assert not GAME.changed(true, replace(seen, dice=true.dice))
    for suit, die in seen.dice:
        before = dict(true.dice)[suit]
        assert die.face == before.face
        assert math.dist((die.x_mm, die.y_mm), (before.x_mm, before.y_mm)) < 6.0
    assert {piece.space for piece in reading.pieces if piece.piece.startswith("pawn:")} <= {
        "abcdef"[square % 6] + str(square // 6 + 1) for square in range(36)
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_new_table_is_surveyed(seed: int) -> None:
    """A board never seen before is read from the cards alone, and is a start position."""
    chance = Random(seed)
    position = midrace(seed, 0, 2 + seed % 3)
    table = Transform(chance.uniform(-90, 90), chance.uniform(-90, 90), chance.uniform(-80, 80))
    reading = GAME.read(scene_of(GAME.layout(position, BARE), chance, table), BARE, None)
    assert not reading.problems
    begun = parse_position(GAME.start_from(reading.observation, 2 + seed % 3))
    true = parse_position(position)
    assert replace(begun, dice=()) == replace(true, dice=())


def test_a_board_with_all_flags_placed_is_a_start_too() -> None:
    """When all flags lie already, the race itself begins; with one flag in a wrong quadrant it does not."""
    position = midrace(3, 8, 2)
    assert parse_position(position).phase == "race"
    look = GAME.observe(position)
    assert parse_position(GAME.start_from(look, 2)).phase == "race"
    flags = dict(look.flags)
    flags["Sa"], flags["S2"] = flags["S2"], flags["Sa"]
    with pytest.raises(NotationError, match="quadrant"):
        GAME.start_from(replace(look, flags=tuple(flags.items())), 2)
    with pytest.raises(NotationError, match="players"):
        GAME.start_from(look, 3)


def test_what_is_covered_is_unseen(table: Table) -> None:
    """Cards and flags under a hand are unseen, a hidden pawn is missing, and nothing of it counts as a change."""
    position = table(turn="S,M", down="b2")
    pieces = GAME.layout(position, BARE)
    corner = ((-210.0, -290.0), (-70.0, -290.0), (-70.0, -100.0), (-210.0, -100.0))
    hidden = ("pawn:M", "tile:M5", "card:4h", "die:M")
    scene = replace(scene_of(pieces, Random(1), Transform(), hidden), covered=(corner,))
    reading = GAME.read(scene, BARE, position)
    seen = reading.observation
    unseen = {"abcdef"[n % 6] + str(n // 6 + 1) for n, cell in enumerate(seen.cards) if cell == UNSEEN}
    assert unseen == {"a1", "b1", "a2", "b2", "d4"}
    assert seen.missing == ("M",)
    assert {0, 1, 6, 7, 21} <= seen.unseen
    assert not GAME.changed(GAME.observe(position), replace(seen, dice=()))


def test_what_is_unclear_is_reported(table: Table) -> None:
    """A pawn between two spaces, a die on the board, a foreign piece and a lost column are said in words."""
    position = table(turn="S,M")
    pieces = {piece.piece: piece for piece in GAME.layout(position, BARE)}
    moved = {
        **pieces,
        "pawn:S": replace(pieces["pawn:S"], x_mm=0.0),
        "die:M": replace(pieces["die:M"], x_mm=0.0, y_mm=0.0),
        "lap": PlacedPiece("lap", "top", 0.0, 0.0, 0.0, 0.0),
    }
    reading = GAME.read(scene_of(tuple(moved.values()), Random(1), Transform()), BARE, position)
    words = " ".join(reading.problems)
    assert "red's pawn stands between c3 and d3" in words
    assert "black's die lies on the board" in words
    assert "another kit" in words
    assert reading.observation.missing == ("S",)
    column = tuple(piece for piece in pieces.values() if piece.x_mm > -150 or piece.piece[:5] != "card:")
    lost = GAME.read(scene_of(column, Random(1), Transform()), BARE, None)
    assert lost.observation is None
    assert "5 columns" in " ".join(lost.problems)
    assert GAME.read(Look(()), BARE, None).observation is None


def test_heights_come_from_the_kit_or_are_stated(table: Table) -> None:
    """Faces lie at the kit's heights, a pawn on a flag higher by the tile; without a kit at the stated ones."""
    position = table(turn="S,M", pawns="S:b3,M:d4")
    bare = {piece.piece: piece.z_mm for piece in GAME.layout(position, BARE)}
    small = {piece.piece: piece.z_mm for piece in GAME.layout(position, small_kit())}
    names = ("card:as", "tile:Sa", "pawn:S", "pawn:M", "die:S")
    assert [round(bare[name], 2) for name in names] == [0.3, 6.65, 28.9, 35.25, 20.0]
    assert [small[name] for name in names] == [0.5, 3.5, 25.0, 28.0, 16.0]


def test_the_drawing_shows_the_position(table: Table) -> None:
    """The SVG is well formed, says the position in words and draws what the marks ask for."""
    position = table(turn="S,M", down="b2,c4")
    marks = {"from": "c3", "to": "c4", "ends": ["c2", "b3"], "turned": ["b2"], "fault": True}
    drawn = GAME.diagram(position, marks)
    root = ElementTree.fromstring(drawn)
    assert "red on c3" in root.attrib["aria-label"]
    assert "face down b2 c4" in root.attrib["aria-label"]
    assert drawn.count('class="end"') == 2
    assert drawn.count('class="turned"') == 1
    assert drawn.count("move fault") == 2
    assert GAME.moved(position, table(turn="M", pawns="S:c2,M:d4", down="c4")) == {
        "from": "c3", "to": "c2", "turned": ["b2"],
    }  # fmt: skip


def test_swapped_cards_are_a_change(table: Table) -> None:
    """Another card on a place is a change, though all lie face up; a card nobody can see is none."""
    seen = GAME.observe(table(turn="S,M"))
    cells = list(seen.cards)
    cells[0], cells[1] = cells[1], cells[0]
    assert GAME.changed(seen, replace(seen, cards=tuple(cells)))
    cells[0] = cells[1] = UNSEEN
    assert not GAME.changed(seen, replace(seen, cards=tuple(cells)))


@pytest.mark.parametrize("fault", ["royal-racers/flag-placement", "royal-racers/flip-pawn", "royal-racers/occupied"])
@pytest.mark.few(1)
def test_a_fault_laid_on_the_table_is_a_change(fault: str) -> None:
    """Two flags on one card, or a flag beside another under a pawn, are seen: a fault that leaves no trace is none."""
    planted = 0
    for seed in range(12):
        position = midrace(seed, seed % 6 if fault.endswith("placement") else 24 + seed)
        played = GAME.play(position, Random(seed), fault)
        if played.truth != fault:
            continue
        planted += 1
        before = GAME.observe(position)
        for stop in played.stops:
            reading = GAME.read(scene_of(GAME.layout(stop, BARE), Random(1), Transform(0, 0, 0)), BARE, position)
            assert GAME.changed(before, reading.observation)
            before = reading.observation
    assert planted > 0


def test_a_flag_laid_beside_a_pawn_is_a_change(table: Table) -> None:
    """The card under a pawn cannot be seen whole, but a flag that shows beside the pawn was not there before."""
    shown = GAME.observe(table(turn="S,M"))
    stood_on = frozenset(square for _, square in shown.pawns if square is not None)
    before = replace(shown, flags=tuple(one for one in shown.flags if one[1] not in stood_on), unseen=stood_on)
    beside = next(iter(stood_on))
    after = replace(before, flags=(*before.flags, ("A4", beside)))
    assert GAME.changed(before, after)
    assert not GAME.changed(after, before)
    # a card that a hand covered is another matter: what lies there may have lain there
    elsewhere = next(square for square in range(36) if square not in stood_on)
    covered = replace(before, unseen=stood_on | {elsewhere})
    assert not GAME.changed(covered, replace(covered, flags=(*before.flags, ("A4", elsewhere))))


def test_a_card_that_is_only_remembered_may_have_been_turned(table: Table) -> None:
    """Under two flags nothing of a card shows: which side is up is unseen, though the eye knows where it lies."""
    position = table(turn="S,M", down="c3")
    seen = scene_of(GAME.layout(position, BARE), Random(1), Transform(0, 0, 0))
    square = GAME.observe(position).cards.index(next(one for one in GAME.observe(position).cards if one[0] == "-"))
    card = GAME.observe(position).cards[square].removeprefix("-")
    hidden = tuple(replace(one, remembered=True) if one.piece == f"card:{card}" else one for one in seen.sightings)
    reading = GAME.read(replace(seen, sightings=hidden), BARE, position)
    assert reading.observation.cards[square] == UNSEEN
    assert square in reading.observation.unseen
    # one that is seen, however faintly in a dim light, lies as it is seen
    faint = tuple(replace(one, confidence=0.15) for one in seen.sightings)
    reading = GAME.read(replace(seen, sightings=faint), BARE, position)
    assert reading.observation.cards == GAME.observe(position).cards
