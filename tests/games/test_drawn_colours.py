"""Drawn boards look like the printed kit and can be read by everybody: contrast by day and night, a sign a driver."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

import pytest

from markers.livery import SIGNS, on
from referee.games.colours import BY_DAY, BY_NIGHT, DRIVERS, css
from referee.games.registry import GAMES

READ, SEEN = 4.5, 3.0
"""What WCAG asks of text, and of shapes that mean something."""


def light(colour: str) -> float:
    """The relative luminance of `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """From 1 (none) to 21."""
    bright, dark = sorted((light(one), light(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("colours", [BY_DAY, BY_NIGHT], ids=["day", "night"])
def test_words_and_marks_stand_out_on_every_ground(colours: Mapping[str, str]) -> None:
    """Names on grass, road and paper are read; ends of turns, moves and faults are seen wherever they are drawn."""
    for ground in ("grass", "road", "paper", "sand"):
        assert contrast(colours["ink"], colours[ground]) >= READ, ground
    for mark in ("end", "move", "fault"):
        for ground in ("road", "paper"):
            assert contrast(colours[mark], colours[ground]) >= SEEN, (mark, ground)


@pytest.mark.parametrize("letter", DRIVERS)
def test_a_drivers_sign_stands_out_on_his_colour(letter: str) -> None:
    """Nobody needs the colour; and whatever it is, the white or the black ring around it is seen on every ground."""
    colour = css(DRIVERS[letter])
    assert contrast(colour, css(on(DRIVERS[letter]))) >= SEEN
    for colours in (BY_DAY, BY_NIGHT):
        rings = (css((0.98, 0.98, 0.98)), css((0.12, 0.13, 0.17)))
        assert max(contrast(ring, colours["road"]) for ring in rings) >= SEEN


@pytest.mark.parametrize("name", GAMES)
def test_every_board_is_drawn_in_the_kits_colours(name: str) -> None:
    """Road, grass and each driver's colour and sign are those of the sheets."""
    law = GAMES[name]
    drawn = law.diagram(law.start(law.players_allowed[-1], Random(1), {}), {})
    for colour in (BY_DAY["road"] if name != "royal-racers" else BY_DAY["grass"], BY_DAY["kerb"]):
        assert colour in drawn
    drivers = set(re.findall(r'data-piece="([A-Z])"', drawn))
    assert len(drivers) >= 2
    for letter in drivers:
        assert f'fill="{css(DRIVERS[letter])}"' in drawn
        assert drawn.count(f'<path fill="{css(on(DRIVERS[letter]))}"') >= 1
    assert len({str(SIGNS[letter]) for letter in drivers}) == len(drivers)
