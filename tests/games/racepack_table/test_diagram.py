"""The drawn board: standalone SVG that says the same without colour."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from referee.errors import NotationError
from referee.games.registry import GAMES

POSITION = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:out:a1,C:c1,M:off,S:a5,dC:k1 missing=dA "
    "hazards=c9-,q6+ lap=3 die=4:1:2:30 unseen=q3,r3"
)
SVG = "{http://www.w3.org/2000/svg}"


def drawn(**marks: Any) -> ElementTree.Element:
    """The drawing as XML."""
    return ElementTree.fromstring(GAMES["racepack"].diagram(POSITION, marks))


def classes(root: ElementTree.Element) -> list[str]:
    """Every class used, once for each element."""
    return [element.get("class", "") for element in root.iter()]


def test_it_speaks() -> None:
    """The drawing has a title and a label that say where every car is."""
    root = drawn()
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == root.get("aria-label")
    for words in ("red on a5", "blue outside corner a1", "black off the track", "lap die 3"):
        assert words in (title.text or "")


def test_it_stands_alone() -> None:
    """No scripts, no links, nothing from elsewhere."""
    text = GAMES["racepack"].diagram(POSITION, {})
    assert "<script" not in text
    assert "href" not in text
    assert "url(" not in text


def test_every_piece_is_drawn_with_a_letter() -> None:
    """Each car, seen or missing, shows its letter; each hazard and die is titled."""
    root = drawn()
    letters = [element.text for element in root.iter(f"{SVG}text") if element.get("class") == "letter"]
    assert sorted(filter(None, letters)) == ["A", "C", "M", "S", "dA", "dC"]
    titles = [element.text for element in root.iter(f"{SVG}title")]
    for words in ("hazard on c9, blank side up", "hazard on q6, suit up", "lap die: 3", "penalty die", "q3 is covered"):
        assert words in titles


def test_corners_and_squares_are_named() -> None:
    """Corners count from the line; columns and rows are named on both sides."""
    root = drawn()
    texts = [(element.get("class"), element.text) for element in root.iter(f"{SVG}text")]
    assert [name for kind, name in texts if kind == "corner"] == list("12345678")
    assert [name for kind, name in texts if kind == "name"].count("c") == 2
    assert [name for kind, name in texts if kind == "name"].count("10") == 2


def test_marks_show_the_move() -> None:
    """The last move is an arrow along the road, legal ends are lit, a fault is crossed out."""
    legal = classes(drawn(**{"from": "g2", "to": "a5", "ends": ["c7", "out:a1"], "fault": False}))
    assert legal.count("move") == legal.count("end") == 1
    assert "cross" not in legal
    fault = classes(drawn(**{"from": "g2", "to": "out:a1", "fault": True}))
    assert "move fault" in fault
    assert "cross" in fault
    assert "move" not in classes(drawn(**{"from": None, "to": "off"}))


def test_a_backward_move_is_drawn_straight() -> None:
    """A move against the way is not led round the whole track."""
    root = drawn(**{"from": "a5", "to": "g2"})
    move = next(element for element in root.iter() if element.get("class") == "move")
    assert len(move.get("points", "").split()) == 2


def test_text_is_never_markup() -> None:
    """Marks that are no spaces are refused, not drawn."""
    with pytest.raises(NotationError):
        GAMES["racepack"].diagram(POSITION, {"ends": ["<b>"]})
    with pytest.raises(NotationError, match="track"):
        GAMES["racepack"].diagram("racepack cars=S:a1", {})


def test_it_is_the_same_every_time() -> None:
    """The same position gives the same bytes."""
    assert GAMES["racepack"].diagram(POSITION, {}) == GAMES["racepack"].diagram(POSITION, {})
    shuffled = POSITION.split()
    Random(1).shuffle(fields := shuffled[1:])
    assert GAMES["racepack"].diagram(" ".join(["racepack", *fields]), {}) == GAMES["racepack"].diagram(POSITION, {})
