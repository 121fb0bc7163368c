"""The state of a race from its entries."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.record.entry import Entry
from referee.record.fold import RaceState, check, fold, step


class Book:
    """Writes entries with running numbers."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, kind: str, before: str = "", after: str = "", **data: Any) -> Entry:
        entry = Entry(len(self.entries), "camera", kind, "test", before, after, data, id=len(self.entries) + 1)
        self.entries.append(entry)
        return entry

    def verdict(self, before: str, after: str, provisional: bool = False, **data: Any) -> Entry:
        return self.add("verdict", before, after, provisional=provisional, status="LEGAL", **data)

    @property
    def state(self) -> RaceState:
        return fold(self.entries)


def begun() -> Book:
    """A race standing at p0."""
    book = Book()
    book.add("start", "", "p0")
    return book


def test_a_turn_gathers_stops_and_words_until_its_verdict() -> None:
    """Stops and declarations add up; the closing verdict moves the position on and clears them."""
    book = begun()
    book.add("stop", observation="o1")
    book.add("declare", text="speed 2")
    book.verdict("p0", "p0", provisional=True)
    assert (book.state.position, book.state.stops, book.state.declared) == ("p0", ("o1",), ("speed 2",))
    assert book.state.provisional is not None
    book.verdict("p0", "p1")
    assert (book.state.position, book.state.stops, book.state.declared) == ("p1", (), ())
    assert [entry.after for entry in book.state.last_verdicts] == ["p1"]


def test_a_baseline_is_the_first_stop_of_the_next_turn() -> None:
    """Start, verdict and correction hand on what the table showed."""
    book = Book()
    book.add("start", "", "p0", baseline="b0")
    assert book.state.stops == ("b0",)
    book.verdict("p0", "p1", baseline="b1")
    assert book.state.stops == ("b1",)
    book.add("correct", "p1", "q", baseline="b2")
    assert (book.state.position, book.state.stops) == ("q", ("b2",))


def test_a_move_taken_back_on_the_table_drops_its_stops() -> None:
    """A stop that says how many earlier ones to keep cuts the rest, and at none the provisional verdict goes too."""
    book = Book()
    book.add("start", "", "p0", baseline="b0")
    book.add("stop", observation="o1")
    book.verdict("p0", "p0", provisional=True)
    book.add("stop", observation="b0", keep=0)
    assert book.state.stops == ("b0",)
    assert book.state.provisional is None


def test_undo_opens_the_turn_again_as_it_was() -> None:
    """Undo gives position, stops, words and provisional verdict back, and nothing is erased."""
    book = begun()
    book.add("stop", observation="o1")
    book.add("declare", text="speed 2")
    book.verdict("p0", "p0", provisional=True)
    before = book.state
    closing = book.verdict("p0", "p1")
    book.add("undo", "p1", "p1", entry=closing.id)
    state = book.state
    assert (state.position, state.stops, state.declared) == ("p0", ("o1",), ("speed 2",))
    assert state.last_verdicts == before.last_verdicts
    assert state.undone == {closing.id}
    assert state.turns == ()


def test_undo_of_an_older_turn_takes_the_later_ones_along() -> None:
    """Later verdicts stood on the one that was taken back."""
    book = begun()
    first, second = book.verdict("p0", "p1"), book.verdict("p1", "p2")
    book.add("undo", "p2", "p2", entry=first.id)
    assert book.state.position == "p0"
    assert book.state.undone == {first.id, second.id}
    book.add("undo", "p0", "p0", entry=second.id)
    assert book.state.position == "p0"


def test_undo_of_a_word_takes_back_that_word_only() -> None:
    """A declaration taken back is gone, the others stay."""
    book = begun()
    said = [book.add("declare", text=text) for text in ("a", "b", "c")]
    book.add("undo", entry=said[1].id)
    assert book.state.declared == ("a", "c")
    assert said[1].id in book.state.undone


def test_a_person_has_the_last_word_on_a_verdict() -> None:
    """An overruling changes a verdict's standing, not the position, and keeps the reason."""
    book = begun()
    verdict = book.verdict("p0", "p1")
    book.add("overrule", entry=verdict.id, status="ILLEGAL", why="the die was bumped")
    assert book.state.status(verdict) == "ILLEGAL"
    assert book.state.overruled[verdict.id].why == "the die was bumped"
    assert book.state.position == "p1"


def test_the_button_is_remembered_until_the_verdict() -> None:
    """`close_asked` stands between the button and the verdict, or until it is taken back."""
    book = begun()
    pressed = book.add("close")
    assert book.state.close_asked is pressed
    book.add("undo", entry=pressed.id)
    taken_back = fold(book.entries)
    assert taken_back.close_asked is None
    assert taken_back.undone == {pressed.id}
    book.add("close")
    asked = book.state
    book.verdict("p0", "p1")
    book.add("end")
    assert (asked.close_asked is None, book.state.close_asked is None) == (False, True)
    assert (asked.ended, book.state.ended) == (0, book.entries[-1].id)


def test_check_finds_what_does_not_fit() -> None:
    """A lost entry, a verdict on another position and an undo of nothing are named."""
    book = begun()
    book.verdict("p0", "p1")
    book.verdict("p1", "p2")
    assert check(book.entries) == ()
    gap = [book.entries[0], book.entries[2]]
    assert len(check(gap)) == 2
    book.add("undo", entry=77)
    assert "77" in check(book.entries)[0]
    assert "before the start" in check([Entry(0, "camera", "stop", "", "", "", id=1)])[0]


KINDS = ("stop", "declare", "provisional", "verdict", "correct", "undo", "overrule")
moves = st.lists(st.sampled_from(KINDS), max_size=30)


@given(moves, st.data())
def test_any_history_folds_the_same_in_one_go_or_step_by_step(kinds: list[str], data: st.DataObject) -> None:
    """Folding on from any point gives the same state; undoing everything returns to the start position."""
    book = begun()
    for number, kind in enumerate(kinds):
        here = book.state.position
        if kind in ("verdict", "provisional"):
            book.verdict(here, here if kind == "provisional" else f"v{number}", provisional=kind == "provisional")
        elif kind in ("undo", "overrule"):
            book.add(kind, here, here, entry=data.draw(st.integers(1, len(book.entries))), status="LEGAL")
        else:
            book.add(kind, here, f"c{number}", observation=f"o{number}", text=f"d{number}")
    cut = data.draw(st.integers(0, len(book.entries)))
    assert fold(book.entries[cut:], fold(book.entries[:cut])) == book.state
    state = book.state
    while state.closers:
        state = step(state, Entry(0, "person", "undo", "", "", "", {"entry": state.closers[-1].entry.id}, id=99))
    assert state.position == "p0"
