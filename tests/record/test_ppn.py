"""Portable Piecepack Notation: written, read back, and every trap named."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markers.kit import PlacedPiece
from referee.errors import NotationError
from referee.record.entry import Entry
from referee.record.export_ppn import comment, export_ppn
from referee.record.ppn_pieces import place_text, puts
from referee.record.ppn_read import final_table, lint, read_ppn

# A toy table in text: "S:3,4 M:1,2 Sn:3,4b die3:9,1" with squares as numbers; four tiles always lie round it.
TILES = (("Sa", 1.5, 1.5, 0.0), ("M2", 3.5, 1.5, 90.0), ("C3", 1.5, 3.5, 180.0), ("A4", 3.5, 3.5, 45.0))


def square(piece: str, side: str, x: float, y: float, angle: float = 0.0) -> PlacedPiece:
    """A piece on a board whose frame has its origin in the middle of four tiles."""
    return PlacedPiece(piece, side, (x - 2.5) * 25.4, (y - 2.5) * 25.4, 6.35, angle)


def layout(text: str) -> Sequence[PlacedPiece]:
    """The toy table laid."""
    if text == "covered":
        raise NotationError("no board")
    pieces = [square(f"tile:{name}", "grid", x, y, angle) for name, x, y, angle in TILES]
    pieces.append(square("tray", "top", 9, 1))
    for word in text.split():
        name, _, place = word.partition(":")
        x, y = (float(number) for number in place.rstrip("fb").split(","))
        if name.startswith("die"):
            pieces.append(square("die:M", name[3:], x, y))
        elif len(name) == 2:
            pieces.append(square(f"coin:{name}", "suit" if place.endswith("b") else "blank", x, y))
        else:
            pieces.append(square(f"pawn:{name}", "cap", x, y, 33.0))
    return pieces


def turn(number: int, player: str, before: str, after: str, **data: Any) -> Entry:
    """A closing verdict."""
    fields = {
        "player": player,
        "status": "LEGAL",
        "sentence": f"{player} may.",
        "turn": "t",
        "provisional": False,
        **data,
    }
    return Entry(number, "camera", "verdict", "", before, after, fields, id=number)


def race() -> list[Entry]:
    """Start, a turn of red in two movements over a coin, a fault of black with a roll, a correction, red again."""
    start, one = "S:1,1 M:2,1 Sn:1,3f dien:9,1", "S:1,4 M:2,1 Sn:1,3b dien:9,1"
    two, three = "S:1,4 M:7.25,-0.5 Sn:1,3b die4:9.5,1", "S:1,4 M:2,2 Sn:1,3b die4:9.5,1"
    return [
        Entry(1, "person", "start", "", "", start, {"baseline": start}, id=1),
        Entry(2, "camera", "stop", "", start, start, {"observation": "S:1,2 M:2,1 Sn:1,3f dien:9,1"}, id=2),
        Entry(3, "camera", "stop", "", start, start, {"observation": "covered"}, id=3),
        turn(4, "red", start, one, baseline=one),
        Entry(5, "person", "declare", "", one, one, {"text": "speed 2"}, id=5),
        turn(6, "black", one, two, status="ILLEGAL", violations=[{"rule": "racepack/corner-speed", "message": "m"}]),
        Entry(7, "person", "correct", "the table was taken as it stands", two, three, id=7),
        turn(8, "red", three, three),
    ]


def test_a_race_is_written_turn_by_turn() -> None:
    """Header, set-up, movements, comments and corrections stand where a viewer expects them."""
    text = export_ppn({"game": "racepack", "players": 4}, race(), layout, result="Red wins.")
    assert lint(text) == ()
    (game,) = read_ppn(text)
    assert game.header["SetUp"] == "None"
    assert game.header["Result"] == "Red wins."
    assert [move.number for move in game.moves] == ["setup.", "1R.", "1K.", "Correction1.", "2R."]
    setup, red, black, correction, _ = game.moves
    assert setup.movements[0][:4] == ("tSab@(1.5,1.5)", "tM2b<@(3.5,1.5)", "tC3bv@(1.5,3.5)", "tA4b,a45@(3.5,3.5)")
    assert setup.movements[0][4:] == ("cSnf@a3", "dMn@i1", "pS@a1", "pM@b1")
    assert red.movements == (("?pS-a2",), ("+?cSnf", "?pS-a4"))
    assert black.movements == (("?dMn~4", "?dM4-(9.5,1)", "?pM-(7.25,-0.5)"),)
    assert black.comments[0] == "ILLEGAL racepack/corner-speed: black may."
    assert "said: speed 2" in black.comments
    assert correction.movements == (("?pM-b2",),)


def test_reading_back_gives_the_table_that_stands() -> None:
    """Playing the notation through ends on the record's last position."""
    (game,) = read_ppn(export_ppn({}, race(), layout))
    expected = {name: (put.spec, put.x, put.y) for name, put in puts(layout(race()[-1].after)).items()}
    assert final_table(game) == expected


def test_an_undone_turn_is_not_told_and_an_overruled_one_says_so() -> None:
    """The export tells the race as it stands."""
    entries = race()[:4]
    text = export_ppn({}, [*entries, Entry(5, "person", "undo", "", "", "", {"entry": 4}, id=5)], layout)
    assert "1R." not in text
    data = {"entry": 4, "status": "ILLEGAL", "why": "a {hand} came --- in"}
    text = export_ppn({}, [*entries, Entry(5, "person", "overrule", "", "", "", data, id=5)], layout)
    assert lint(text) == ()
    assert "overruled: a (hand) came – in" in " ".join(text.split())


def test_coins_that_lie_still_keep_their_names() -> None:
    """A coin hidden under a car for a while must not make the others seem to change places."""
    start, hidden = "S:1,1 Sn:1,3f Mn:2,3f Cn:3,3f", "S:1,3 Sn:2,3f Mn:3,3b"
    entries = [
        Entry(1, "person", "start", "", "", start, id=1),
        Entry(2, "camera", "stop", "", start, start, {"observation": hidden}, id=2),
        turn(3, "red", start, "S:1,4 Sn:1,3f Mn:2,3f Cn:3,3b"),
    ]
    (game,) = read_ppn(export_ppn({}, entries, layout))
    assert game.moves[1].movements == (("+?cCnf", "?pS-a3"), ("?pS-a4",))


def two_packs(text: str) -> Sequence[PlacedPiece]:
    """Two null coins of suns and two red pawns, one of each of the second piecepack: "1,1f 2,1b 3,3 4,4"."""
    first, second, red, second_red = (
        [float(number) for number in word.rstrip("fb").split(",")] for word in text.split()
    )
    sides = ["suit" if word.endswith("b") else "blank" for word in text.split()]
    return [
        *(square(f"tile:{name}", "grid", x, y, angle) for name, x, y, angle in (*TILES, ("2Sa", 5.5, 1.5, 270.0))),
        square("coin:Sn", sides[0], *first),
        square("coin:2Sn", sides[1], *second),
        *(square(f"pawn:{name}", "cap", *at) for name, at in (("S", red), ("2S", second_red))),
    ]  # fmt: skip


def test_the_second_piecepack_has_suits_of_its_own() -> None:
    """`2S` would be read as a rank: the companion piecepack's suits are written, and coins with their side."""
    start, after = "1,1f 2,1b 3,3 4,4", "1,1b 2,1f 3,4 4,5"
    entries = [Entry(1, "person", "start", "", "", start, id=1), turn(2, "second red", start, after)]
    text = export_ppn({}, entries, two_packs)
    assert lint(text) == ()
    (game,) = read_ppn(text)
    assert "t♡ab>@(5.5,1.5)" in game.moves[0].movements[0]
    assert game.moves[1].number == "1SecondRed."
    assert game.moves[1].movements == (("+?cSnf", "+?c♡nb", "?pS-c4", "?p♡-d5"),)
    assert final_table(game) == {put.name: (put.spec, put.x, put.y) for put in puts(two_packs(after)).values()}


def cards(text: str) -> Sequence[PlacedPiece]:
    """Three cards in a row, an upper case letter lying on its face: "abC"."""
    names = {"a": "as", "b": "2s", "c": "9h"}
    return [
        square(f"card:{names[letter.lower()]}", "back" if letter.isupper() else "face", 3.0 * place, 1.0)
        for place, letter in enumerate(text, start=1)
    ]


def test_cards_are_turned_over_and_named_by_number() -> None:
    """A card's number counts its turnings on; a card that is moved goes under what lies there."""
    entries = [
        Entry(1, "person", "start", "", "", "abC", id=1),
        turn(2, "red", "abC", "Abc"),
        turn(3, "red", "Abc", "bac"),
    ]
    text = export_ppn({}, entries, cards)
    assert lint(text) == ()
    (game,) = read_ppn(text)
    assert [token[0] for token in game.moves[0].movements[0]] == ["🂡", "🂢", "🂹"]
    assert game.moves[0].movements[0][2].startswith("🂹b@")
    assert game.moves[1].movements == (("+1", "+3"),)
    assert game.moves[2].movements == (("2_(1.75,2.25)", "+1.1", "1.2_(4.75,2.25)"),)
    assert {name: spec for name, (spec, _, _) in final_table(game).items()} == {"🂡": "🂡", "🂢": "🂢", "🂹": "🂹"}


def test_a_tile_that_is_turned_is_replaced() -> None:
    """A correction may turn a tile; its new angle is written."""
    turned = {"one": 90.0, "two": 180.0}

    def laid(text: str) -> Sequence[PlacedPiece]:
        return [square("tile:Sa", "grid", 1.5, 1.5, turned[text])]

    entries = [Entry(1, "person", "start", "", "", "one", id=1), Entry(2, "person", "correct", "", "one", "two", id=2)]
    (game,) = read_ppn(export_ppn({}, entries, laid))
    assert game.moves[1].movements == (("?tSab=tSabv",),)
    assert final_table(game) == {"tSa": ("tSabv", 1.5, 1.5)}


def test_a_record_without_a_start_is_refused() -> None:
    """There is nothing to write before the race began."""
    with pytest.raises(NotationError, match="no start"):
        export_ppn({}, [], layout)


squares = st.tuples(st.integers(-3, 30), st.integers(-3, 30))
tables = st.tuples(squares, squares, squares, st.booleans(), st.sampled_from("na2345"))


def as_text(table: tuple[tuple[int, int], tuple[int, int], tuple[int, int], bool, str]) -> str:
    """A drawn table in the toy notation."""
    (sx, sy), (mx, my), (cx, cy), up, face = table
    return f"S:{sx},{sy} M:{mx / 4},{my / 4} Cn:{cx},{cy}{'b' if up else 'f'} die{face}:{mx},{sy}"


@given(st.lists(tables, min_size=2, max_size=6), st.lists(st.text(max_size=20), min_size=6, max_size=6))
def test_any_race_reads_back_without_a_trap(drawn: list[Any], words: list[str]) -> None:
    """Whatever moves and whatever is said: the export lints clean and ends on the right table."""
    texts = [as_text(table) for table in drawn]
    entries = [Entry(0, "person", "start", "", "", texts[0], id=1)]
    for number, (before, after) in enumerate(pairwise(texts), start=2):
        entries.append(turn(number, ("red", "blue")[number % 2], before, after, sentence=words[number - 2]))
    text = export_ppn({"game": words[0]}, entries, layout)
    assert lint(text) == ()
    (game,) = read_ppn(text)
    assert final_table(game) == {name: (put.spec, put.x, put.y) for name, put in puts(layout(texts[-1])).items()}


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ("1R. ?pS-a2 *", "remove a piece"),
        ("1R. ?pS-a2 1-0", "result"),
        ("1R. ?pS-a2 !", "must stand in a comment"),
        ("1R. ?pS-a2 $1", "must stand in a comment"),
        ("1.?pS-a2", "must stand alone"),
        ("1R. ?pS-a2{hi}", "spaces around it"),
        ("1R. ?pS-a2 {one {two} three}", "spaces around it"),
        ("1R. ?pS-a2; ?pS-a3", "semicolon"),
        ("1R. ?pS-(1e-05,2)", "exponent"),
        ("1R. ?pS-a2 1R. ?pS-a3", "comes twice"),
        ("1R. hello", "no move that we write"),
        ("1R. ?🃉-a2", "named by its number"),
        ("1R. p2S@a2", "read as a rank"),
        ("1R. +?cSn", "no move that we write"),
        ("1R. ?pS-a2\n--- no", "begins with"),
    ],
)
def test_every_trap_is_named(bad: str, why: str) -> None:
    """What PPN's parser would misread in silence is said aloud."""
    good = "---\nSetUp: None\n...\nsetup. pS@a1\n"
    assert lint(good) == ()
    assert any(why in problem for problem in lint(good + bad + "\n"))


def test_traps_of_the_header_are_named() -> None:
    """A header without an end, without a set-up or with a line that is no pair."""
    assert any("full stops" in problem for problem in lint("---\nSetUp: None\n\npS@a1\n"))
    assert any("SetUp" in problem for problem in lint("---\nGameType: Racepack\n...\nsetup. pS@a1\n"))
    assert any("name: value" in problem for problem in lint("---\nSetUp: None\nhello\n...\nsetup. pS@a1\n"))
    assert any("before the first move" in problem for problem in lint("---\nSetUp: None\n...\npS@a1\n"))
    assert lint("hello") != ()


def test_a_move_without_its_piece_is_refused() -> None:
    """Reading back a game that moves what was never put down."""
    for moves in ("1R. ?pS-a2", "1R. +1", "setup. cSnf@a1 1R. +?cSnb", "setup. 🂡@a1 1R. +1 +1"):
        (game,) = read_ppn(f"---\nSetUp: None\n...\n{moves}\n")
        with pytest.raises(NotationError, match="no piece"):
            final_table(game)


@given(st.floats(-50, 50).map(lambda value: round(value, 2)), st.floats(-50, 50).map(lambda value: round(value, 2)))
def test_places_never_hold_an_exponent(x: float, y: float) -> None:
    """A minus after an e would be read as a move."""
    assert "e-" not in place_text(x, y)


@given(st.text())
def test_a_comment_is_one_token(text: str) -> None:
    """Whatever is said, a comment keeps its braces at its ends only."""
    assert comment(text).count("{") == comment(text).count("}") == 1
