from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.vision import settle
from referee.vision.scene import DieSeen, Point, Scene, SceneQuality, Sighting
from referee.vision.settle import Settler, settle_single

elected = settle._voted_sightings

PAWN = Sighting("pawn:S", "cap", 10.0, 20.0, 30.0, 0.9)
CAR = Sighting("pawn:M", "cap", -40.0, 0.0, 350.0, 0.9)


def scene(
    number: int,
    *sightings: Sighting,
    hand: bool = False,
    clear: tuple[Point, ...] = (),
    hidden: tuple[Point, ...] = (),
    bumped: bool = False,
) -> Scene:
    """One scene of a good picture."""
    quality = SceneQuality(0.5, hand, bumped=bumped)
    return Scene(number * 100, sightings, clear, hidden, (), quality)


def fed(settler: Settler, scenes: list[Scene]) -> list[int]:
    """The frame numbers at which something was settled."""
    return [s.time_ns // 100 for s in scenes if settler.feed(s) is not None]


def test_a_settled_scene_knows_when_the_table_was_last_seen_at_rest() -> None:
    """The time with a hand over it is time in which nobody looked; the first scene knows of none before it."""
    settler = Settler(2)
    given = [settler.feed(scene(number, PAWN)) for number in range(4)]
    hand = replace(scene(4, PAWN), quality=replace(scene(4, PAWN).quality, hand=True))
    after = [settler.feed(one) for one in (hand, hand, scene(9, PAWN), scene(10, PAWN))]
    first, again = given[1], after[-1]
    assert first is not None
    assert again is not None
    assert (first.rested_ns, again.rested_ns) == (None, scene(3, PAWN).time_ns)
    assert settle_single(scene(12, PAWN)).rested_ns is None  # nobody knows how long before it the last still was taken


def test_four_frames_that_agree_settle_once() -> None:
    """A table at rest is given once, with the times of its first and last frame."""
    settler = Settler(4)
    assert fed(settler, [scene(n, PAWN, CAR) for n in range(3)]) == []
    settled = settler.feed(scene(3, PAWN, CAR))
    assert settled is not None
    assert (settled.frames, settled.first_time_ns, settled.last_time_ns) == (4, 0, 300)
    assert fed(settler, [scene(n, PAWN, CAR) for n in range(4, 20)]) == []


def test_a_table_that_goes_on_resting_is_elected_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of the very same cost no vote; the first other one does, and time goes on being counted."""
    votes: list[int] = []

    def counted(window: Sequence[Scene]) -> dict[settle.Key, Sighting]:
        votes.append(len(window))
        return elected(window)

    monkeypatch.setattr(settle, "_voted_sightings", counted)
    settler = Settler(4)
    fed(settler, [scene(n, PAWN, CAR) for n in range(9)])
    resting = len(votes)
    assert fed(settler, [scene(n, PAWN, CAR) for n in range(9, 40)]) == []
    assert len(votes) == resting
    nearly = replace(PAWN, x_mm=PAWN.x_mm + 0.1)
    assert fed(settler, [scene(40, nearly, CAR)]) == []
    assert len(votes) == resting + 1
    later = [settler.feed(one) for one in (scene(41, PAWN, hand=True), *(scene(n, PAWN) for n in range(42, 46)))]
    assert later[-1] is not None
    assert later[-1].rested_ns == scene(40).time_ns


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_nothing_settles_within_four_frames_of_a_hand(hands: list[bool]) -> None:
    """Whatever the hands do, a settled scene is preceded by four frames without one."""
    settler = Settler(4)
    for number in fed(settler, [scene(n, PAWN, hand=hand) for n, hand in enumerate(hands)]):
        assert number >= 3
        assert not any(hands[number - 3 : number + 1])


def test_a_die_that_is_told_a_quarter_turn_further_rests() -> None:
    """An ordinary die's turn is told from 0 to 90 degrees: 89 and 1 are two degrees apart; a car's are not."""
    for same_deg, settled in ((90.0, [3]), (360.0, [])):
        dice = [Sighting("die:R1", "4", 0.0, 0.0, angle, 0.9, same_deg) for angle in (89.0, 1.0, 88.0, 0.0)]
        assert fed(Settler(4), [scene(n, PAWN, die) for n, die in enumerate(dice)]) == settled


def test_after_a_hand_the_table_is_given_again() -> None:
    """Even an unchanged table settles again once a hand has passed."""
    settler = Settler(2)
    scenes = [scene(n, PAWN, hand=n == 3) for n in range(8)]
    assert fed(settler, scenes) == [1, 5]


def test_a_bump_costs_one_picture() -> None:
    """Pictures before it count when those after it agree with them; a table at rest is given again at once."""
    scenes = [scene(n, PAWN, bumped=n in (2, 8)) for n in range(12)]
    assert fed(Settler(4), scenes) == [4, 9]
    settler = Settler(4)
    assert [settler.feed(s) is not None or settler.at_rest for s in scenes[:10]] == 4 * [False] + 4 * [True] + [
        False,
        True,
    ]


def test_what_moves_in_a_bump_waits() -> None:
    """A piece that lies elsewhere after a bump is seen anew as often as any other."""
    scenes = [scene(n, CAR, replace(PAWN, x_mm=20.0 * (n > 5)), bumped=n == 5) for n in range(12)]
    assert fed(Settler(4), scenes) == [3, 9]


def test_a_moving_piece_waits() -> None:
    """A piece that slides 5 mm a frame settles only when it stops."""
    settler = Settler(3)
    scenes = [scene(n, replace(PAWN, x_mm=5.0 * min(n, 6))) for n in range(10)]
    assert fed(settler, scenes) == [8]


def test_a_turning_piece_waits() -> None:
    """So does one that turns, across 0 degrees too; small jitter does not matter."""
    settler = Settler(3)
    turning = [scene(n, replace(PAWN, angle_deg=(350.0 + 10.0 * min(n, 4)) % 360.0)) for n in range(8)]
    assert fed(settler, turning) == [6]
    jitter = [scene(n, replace(CAR, angle_deg=(359.0 + 2.0 * (n % 2)) % 360.0)) for n in range(4)]
    assert fed(Settler(4), jitter) == [3]


def test_a_piece_placed_anew_has_not_moved() -> None:
    """A pawn that turns out to stand lower than was thought is settled in its new place, without a picture more."""
    lower = replace(PAWN, x_mm=PAWN.x_mm + 4.0)
    scenes = [scene(n, PAWN if n < 3 else lower, CAR) for n in range(5)]
    known_better = [*scenes[:3], replace(scenes[3], placed_anew=(("pawn:S", "cap"),)), scenes[4]]
    settler = Settler(4)
    settled = [settler.feed(s) for s in known_better]
    assert [s is not None for s in settled] == [False, False, False, True, False]
    assert settled[3] is not None
    assert {s.piece: s.x_mm for s in settled[3].scene.sightings} == {"pawn:S": lower.x_mm, "pawn:M": CAR.x_mm}
    assert fed(Settler(4), scenes) == []


def test_pieces_are_elected_by_their_frames() -> None:
    """A piece in most frames counts, one in a single doubtful frame does not."""
    ghost = Sighting("pawn:A", "cap", 0.0, 50.0, 0.0, 0.35)
    settler = Settler(4)
    frames = [scene(0, PAWN, ghost), scene(1, PAWN, CAR), scene(2, CAR, PAWN), scene(3, PAWN, CAR)]
    settled = [settler.feed(s) for s in frames][-1]
    assert settled is not None
    assert {s.piece for s in settled.scene.sightings} == {"pawn:S", "pawn:M"}


def test_a_die_has_one_face() -> None:
    """Of two faces read on one die the one seen more often wins."""
    two, five = Sighting("die:M", "2", 0.0, 0.0, 0.0, 0.6), Sighting("die:M", "5", 0.0, 0.0, 0.0, 0.9)
    settler = Settler(4)
    settled = [settler.feed(scene(n, two if n == 1 else five)) for n in range(4)][-1]
    assert settled is not None
    assert [(s.piece, s.side) for s in settled.scene.sightings] == [("die:M", "5")]


@pytest.mark.parametrize("doubtful", range(1, 12))
def test_a_doubt_that_dissolves_leaves_no_gap(doubtful: int) -> None:
    """Each settled scene shows the die or says why it cannot be read; so too when it comes to be in doubt."""
    die, unsure = Sighting("die:M", "2", 0.0, 0.0, 0.0, 0.6), "A die cannot be read."
    dark = [replace(scene(n, PAWN), problems=(unsure,)) for n in range(16)]
    light = [scene(n, PAWN, die) for n in range(16)]
    for scenes in (dark[:doubtful] + light[doubtful:], light[:doubtful] + dark[doubtful:]):
        settler = Settler(4)
        settled = [found.scene for one in scenes if (found := settler.feed(one)) is not None]
        assert all((unsure in one.problems) != (len(one.sightings) == 2) for one in settled)
        assert ({s.piece for s in settled[-1].sightings}, settled[-1].problems) == (
            {s.piece for s in scenes[-1].sightings},
            scenes[-1].problems,
        )
        assert len(settled) <= 2


def test_a_card_seen_faintly_in_some_frames_is_not_only_remembered() -> None:
    """Memory is surer than a faint sight in a dim light, but only the sight says which side is up now."""
    faint = Sighting("card:6s", "face", 0.0, 0.0, 0.0, 0.15)
    memory = replace(faint, confidence=0.3, remembered=True)
    for frames, remembered in (((memory, faint, memory, faint), False), ((memory,) * 4, True)):
        settler = Settler(4)
        settled = [settler.feed(scene(n, PAWN, card)) for n, card in enumerate(frames)][-1]
        assert settled is not None
        assert {s.piece: s.remembered for s in settled.scene.sightings} == {"card:6s": remembered, "pawn:S": False}


def test_a_die_doubted_in_one_frame_is_read_and_one_read_at_last_is_given_again() -> None:
    """A doubt in the last frame alone covers no die; one in most frames does, until the die can be read."""
    die = DieSeen("red", 4, 0.0, 0.0, 30.0, 0.9)
    unread = replace(die, value=None, doubt="it leans against something")
    square = ((-8.0, -8.0), (8.0, -8.0), (8.0, 8.0))

    def shown(number: int, doubted: bool) -> Scene:
        return replace(
            scene(number, PAWN, Sighting("die:R1", "4", 0.0, 0.0, 30.0, 0.9, 90.0)),
            dice=(unread if doubted else die,),
            covered=(square,) if doubted else (),
        )

    settler = Settler(4)
    settled = [settler.feed(shown(n, doubted=n == 3)) for n in range(4)][-1]
    assert settled is not None
    assert (settled.scene.dice, settled.scene.covered) == ((die,), ())
    later = [settler.feed(shown(n, doubted=8 < n < 15)) for n in range(4, 20)]
    told = [(one.scene.time_ns, len(one.scene.covered)) for one in later if one is not None]
    assert told == [(1000, 1), (1600, 0)]


def test_a_piece_read_late_makes_a_new_settled_scene() -> None:
    """A car that only later frames can read is given as soon as most frames show it."""
    settler = Settler(4)
    scenes = [scene(n, PAWN) if n < 6 else scene(n, PAWN, CAR) for n in range(12)]
    assert fed(settler, scenes) == [3, 7]


def test_a_place_seen_bare_in_any_frame_is_bare() -> None:
    """Clear places add up over the frames; hidden ones are those that no frame saw bare."""
    settler = Settler(2)
    settler.feed(scene(0, PAWN, clear=((0.0, 0.0),), hidden=((30.0, 0.0), (60.0, 0.0))))
    settled = settler.feed(scene(1, PAWN, clear=((30.2, 0.1),), hidden=((0.1, 0.0), (60.0, 0.0))))
    assert settled is not None
    assert sorted(settled.scene.clear_mm) == [(0.0, 0.0), (30.2, 0.1)]
    assert settled.scene.hidden_mm == ((60.0, 0.0),)


def test_a_still_is_settled_by_itself() -> None:
    """A picture from a folder of stills counts at once."""
    settled = settle_single(scene(5, PAWN))
    assert (settled.frames, settled.first_time_ns, settled.last_time_ns) == (1, 500, 500)


def test_a_blind_scene_settles_nothing() -> None:
    """Pictures in which nothing is seen never settle."""
    assert fed(Settler(2), [scene(n) for n in range(6)]) == []
