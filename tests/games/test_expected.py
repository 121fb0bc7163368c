"""Every piece that a position expects is accounted for."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from markers.kit import PlacedPiece
from referee.games.base import PieceReading
from referee.games.expected import Doubt, State, accounted

PLACES = {"road:1": 0.0, "road:2": 90.0, "disc:G1": 200.0, "disc:G2": 230.0, "die:R1": 300.0, "tile:S2": 400.0}
LAID = tuple(PlacedPiece(piece, "face", x_mm, 0.0, 2.0, 0.0) for piece, x_mm in PLACES.items())


def seen(piece: str, x_mm: float, confidence: float = 1.0) -> PieceReading:
    """A piece read at a place."""
    return PieceReading(piece, "face", x_mm, 0.0, 0.0, None, confidence)


def states(*readings: PieceReading, doubts: tuple[Doubt, ...] = ()) -> dict[str, tuple[State, str, str]]:
    """The state of each piece laid, what it was seen as, and why."""
    return {one.piece: (one.state, one.seen_as, one.why) for one in accounted(LAID, readings, doubts)}


@given(st.sets(st.sampled_from(sorted(PLACES))))
def test_every_piece_is_named_once_in_order(there: set[str]) -> None:
    """Whatever is seen, each piece of the layout comes once, in its order; those seen are seen, the others are not."""
    told = accounted(LAID, [seen(piece, PLACES[piece]) for piece in sorted(there)], ())
    assert [one.piece for one in told] == list(PLACES)
    for one in told:
        if one.piece in there:
            assert (one.state, one.seen_as) == (State.SEEN, one.piece)
        else:
            assert (one.state, one.seen_as) == (State.NOT_SEEN, "")


def test_pieces_that_are_alike_stand_for_each_other() -> None:
    """Another road tile or disc of the same colour is as good, a tile of another number only at the same place."""
    told = states(seen("road:9", 700.0), seen("disc:G3", 230.0), seen("tile:S4", 405.0))
    assert told["road:1"] == (State.SEEN, "road:9", "")
    assert told["disc:G1"] == (State.SEEN, "disc:G3", "")
    assert told["tile:S2"] == (State.SEEN, "tile:S4", "")
    assert states(seen("tile:S4", 700.0))["tile:S2"][0] is State.NOT_SEEN


def test_doubts_are_told() -> None:
    """What is read with little confidence, a marker read with doubt and a die that cannot be read are doubtful."""
    told = states(
        seen("road:1", 0.0, 0.3),
        doubts=(Doubt("disc:G1", "its marker is read with doubt"), Doubt("die:", "it is half covered", (310.0, 20.0))),
    )
    assert told["road:1"] == (State.DOUBTFUL, "road:1", "only 30% sure")
    assert told["disc:G1"] == (State.DOUBTFUL, "", "its marker is read with doubt")
    assert told["die:R1"] == (State.DOUBTFUL, "", "it is half covered")
    assert told["tile:S2"] == (State.NOT_SEEN, "", "")
    far = states(doubts=(Doubt("die:", "it is half covered", (900.0, 0.0)),))
    assert far["die:R1"][0] is State.NOT_SEEN


def test_what_is_seen_in_the_place_of_a_missing_piece_is_named() -> None:
    """A tile on which a road tile lies now is not seen, and it is said what lies there."""
    assert states(seen("road:1", 400.0), seen("road:2", 90.0))["tile:S2"] == (
        State.NOT_SEEN,
        "",
        "road:1 is seen there",
    )
