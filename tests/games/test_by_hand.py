"""Pieces set by hand: what the drawn board offers to take hold of is what the law lets people put elsewhere."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest

from referee.errors import NotationError
from referee.games.registry import GAMES
from referee.mind.reasoned import Game

pytestmark = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

HANDLE = re.compile(r'data-(piece|space)="([^"]+)"(?: data-name="[^"]*")? data-at="([^"]+)"')


@cache
def raced(game: Game) -> str:
    """A position some turns into a race."""
    dice = Random(4)
    position = game.start(min(4, max(game.players_allowed)), dice)
    for _ in range(24):
        position = game.play(position, dice, None).after
    return position


def handles(game: Game, position: str, kind: str) -> dict[str, str]:
    """The names of the pieces or spaces of the drawing, with their middles."""
    return {name: at for what, name, at in HANDLE.findall(game.diagram(position, {})) if what == kind}


def places(game: Game, position: str) -> list[str]:
    """Where a piece may be dropped: the drawing's spaces; on a floor without any, points around the pieces."""
    spaces = list(handles(game, position, "space"))
    if spaces:
        return spaces
    points = [at.split() for at in handles(game, position, "piece").values()]
    return [f"{float(x) + dx}:{-float(y) + dy}" for x, y in points for dx in (-150, 0, 150) for dy in (-150, 150)]


@pytest.mark.few(1)
def test_drawn_pieces_can_be_put_elsewhere(game: Game) -> None:
    """Every car or pawn finds another place; there it is drawn, and whose turn it is has not changed."""
    position = raced(game)
    may_move, movable = {one.piece for one in game.handled(position) if one.moves}, {}
    for piece in filter(may_move.__contains__, handles(game, position, "piece")):
        movable[piece] = next(
            (after for place in places(game, position) if (after := placed(game, position, piece, place))), ""
        )
        if after := movable[piece]:
            assert game.driver(after) in (game.driver(position), "")
            assert game.status(after) <= game.status(position)
    drivers = len(game.what_now(position).standings)
    assert sum(bool(found) for piece, found in movable.items() if len(piece) <= 2) >= drivers >= 2


def placed(game: Game, position: str, piece: str, place: str) -> str | None:
    """The position with the piece there, None when it is refused or nothing changes."""
    try:
        after = game.with_piece(position, piece, place)
    except NotationError:
        return None
    return after if game.visible(after) != game.visible(position) else None


def test_what_can_be_done_by_hand_is_done(game: Game) -> None:
    """Every deed offered changes the position and nothing else: whose turn it is stays unless that is set, no rule is
    newly broken, and the same piece can still be taken hold of. A deed with another piece is refused."""
    done = 0
    for position, one in [(at, one) for at in (raced(game), game.start(2, Random(4))) for one in game.handled(at)]:
        for deed in one.offered:
            after = game.with_piece(position, one.piece, deed)
            assert after != position, (one.piece, deed)
            assert (game.driver(after) == game.driver(position)) != deed.startswith("next:")
            assert game.status(after) <= game.status(position)
            assert deed.startswith("off") or one.words in [other.words for other in game.handled(after)]
            done += 1
    assert done >= 8
    position = raced(game)
    with pytest.raises(NotationError, match=r"\w+ \w+"):
        game.with_piece(position, game.handled(position)[0].piece, "face:9")


def test_what_is_turned_over_twice_lies_as_before(game: Game) -> None:
    """Flips undo themselves; turning there and back, giving and taking back too."""
    position = raced(game)
    back = {"flip": "flip", "turn:60": "turn:-60", "give": "take", "take": "give"}
    pairs = [
        (one.piece, deed, deed.replace(kind, other))
        for one in game.handled(position)
        for deed in one.offered
        for kind, other in back.items()
        if deed.startswith(kind) and ":any" not in deed
    ]
    assert pairs
    for piece, there, again in pairs:
        assert game.with_piece(game.with_piece(position, piece, there), piece, again) == position, (piece, there)


def test_the_drawing_and_the_law_name_the_same_pieces(game: Game) -> None:
    """Whatever the drawing offers to take hold of, the law knows; what can be moved about is drawn."""
    position = raced(game)
    drawn, known = set(handles(game, position, "piece")), {one.piece: one for one in game.handled(position)}
    assert drawn <= set(known)
    off = {row["car"] for row in game.what_now(position).standings if row["note"].startswith("finished")}
    assert {piece for piece, one in known.items() if one.moves} - off - {"tray"} <= drawn


def test_what_is_not_there_cannot_be_moved(game: Game) -> None:
    """A piece or a place that does not exist is refused with a sentence."""
    position = raced(game)
    piece = next(iter(handles(game, position, "piece")))
    with pytest.raises(NotationError, match=r"\w+ \w+"):
        game.with_piece(position, "Q", places(game, position)[0])
    with pytest.raises(NotationError, match=r"\w+ \w+"):
        game.with_piece(position, piece, "z99")


def test_only_a_game_with_hidden_cards_keeps_its_notation_to_itself(game: Game) -> None:
    """The notation of Royal Racers names what lies face down; every other may be shown to anybody."""
    assert game.open_notation is (game.name != "royal-racers")
