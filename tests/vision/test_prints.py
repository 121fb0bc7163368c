"""The eye finds out by itself which print of a kit lies on the table, and never reads a mixed one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random

import cv2
import numpy as np
import pytest

from markers import kits
from markers.design import Wish
from markers.kit import Manifest, PlacedPiece
from markers.prints import other_print
from referee.games.registry import game as game_named
from referee.simulator.look import look
from referee.simulator.race import race_camera
from referee.simulator.render import Renderer
from referee.vision.eye import Eye
from referee.vision.scene import Frame, Image, Scene
from referee.words.catalogue import kind_of

GAMES = ("racepack", "royal-racers", "nestorgames-gp")
MIXED = "prints-mixed"


@cache
def laid(name: str) -> tuple[PlacedPiece, ...]:
    """The table of a race at its start."""
    law = game_named(name)
    return tuple(law.layout(law.start(4, Random(3)), kits.manifest(name)))


@cache
def renderer(name: str, small: bool) -> Renderer:
    """A camera over that table, with one of the prints."""
    wish = Wish(small_markers=small)
    kit = kits.manifest(name, wish=wish)
    return Renderer(kit, kits.pdf(name, wish=wish), race_camera(laid(name), (1280, 720), 5, kit), look("living-room"))


def picture(name: str, small: bool, without: Sequence[str] = ()) -> Image:
    """The table with one of the prints, some kinds of pieces taken away."""
    pieces = [piece for piece in laid(name) if piece.piece.split(":")[0] not in without]
    return renderer(name, small).render(pieces, (), np.random.default_rng(1))


def mixed(name: str, kinds: Sequence[str]) -> Image:
    """The table with small markers, pieces of these kinds from the print with large ones.

    Where the picture with them differs from that without them they are put into the other one.
    """
    small, large = picture(name, True, kinds), picture(name, False)
    bare = picture(name, False, kinds)
    there = (np.abs(large.astype(int) - bare.astype(int)).max(axis=2) > 30).astype(np.uint8)
    whole = cv2.morphologyEx(there, cv2.MORPH_CLOSE, np.ones((15, 15), np.uint8))  # black on black does not differ
    return np.where(whole[:, :, None] > 0, large, small).astype(np.uint8)


def seen(kit: Manifest, image: Image) -> tuple[Eye, Scene]:
    """What an eye with this print in mind makes of one still."""
    eye = Eye(kit)
    return eye, eye.look(Frame(image, 0, "test", 0), still=True)


def kinds_of_notes(scene: Scene) -> set[str]:
    """What is wrong with the scene."""
    return {kind_of(problem) for problem in scene.problems}


@pytest.mark.parametrize("small", [False, True], ids=["large on the table", "small on the table"])
@pytest.mark.parametrize("name", [GAMES[0], *(pytest.param(name, marks=pytest.mark.long) for name in GAMES[1:3])])
@pytest.mark.few(1)
def test_the_print_on_the_table_is_found_out(name: str, small: bool) -> None:
    """Whichever was thought to lie there, every piece is seen, where it is by an eye that knew."""
    there, image = renderer(name, small).manifest, picture(name, small)
    other = other_print(there)
    assert other is not None
    (knew, known), (mistaken, found) = seen(there, image), seen(other, image)
    assert knew.manifest == mistaken.manifest == there
    assert not found.problems
    assert {s.piece for s in found.sightings} == {s.piece for s in known.sightings}
    for one, two in zip(known.sightings, found.sightings, strict=True):
        assert (one.piece, one.side) == (two.piece, two.side)
        assert abs(one.x_mm - two.x_mm) + abs(one.y_mm - two.y_mm) < 0.01


@pytest.mark.long
def test_a_table_that_tells_nothing_is_taken_as_thought_until_it_does() -> None:
    """Royal Racers' cards are alike in both prints: only with the pawns is it known which one lies there."""
    small = renderer("royal-racers", True).manifest
    eye, scene = seen(small, picture("royal-racers", False, ("tile", "pawn")))
    assert eye.manifest == small
    assert not scene.problems
    for at in range(1, 4):
        scene = eye.look(Frame(picture("royal-racers", False), at * 100_000_000, "test", at))
    assert eye.manifest == renderer("royal-racers", False).manifest
    assert not scene.problems


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("racepack", ("pawn",)),
        ("racepack", ("tray",)),
        pytest.param("nestorgames-gp", ("throw",), marks=pytest.mark.long),
    ],
)
def test_pieces_of_the_other_print_count_for_nothing_and_are_told(name: str, kinds: tuple[str, ...]) -> None:
    """Their size would be taken for a height: they are named, and nothing is said of where they stand."""
    eye, scene = seen(renderer(name, False).manifest, mixed(name, kinds))
    assert eye.manifest == renderer(name, True).manifest
    assert MIXED in kinds_of_notes(scene)
    named = next(str(problem) for problem in scene.problems if kind_of(problem) == MIXED)
    there = {piece.piece for piece in laid(name) if piece.piece.split(":")[0] in kinds}
    assert there
    assert all(piece in named for piece in there)
    assert not there & {s.piece for s in scene.sightings}


def test_a_hand_that_lifts_a_piece_is_not_taken_for_another_print() -> None:
    """A cap held high looks as large as one with large markers: once a print is known one picture says nothing."""
    name = "racepack"
    eye = Eye(renderer(name, True).manifest)
    high = [replace(piece, z_mm=piece.z_mm + 130.0) if piece.piece == "pawn:S" else piece for piece in laid(name)]
    rng = np.random.default_rng(2)
    for at, pieces in enumerate((laid(name), laid(name), high, laid(name))):
        image = renderer(name, True).render(list(pieces), (), rng)
        scene = eye.look(Frame(image, at * 100_000_000, "test", at))
        assert MIXED not in kinds_of_notes(scene)
