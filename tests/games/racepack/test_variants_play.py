"""Random races with variants on and off: legal turns are found legal, planted faults never pass, nothing is lost."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from referee.cli.hard_turns import hard_turns
from referee.games.base import PlayedTurn, Status
from referee.games.racepack.game import Racepack
from referee.games.racepack.position import parse_position, position_text
from tests.by_lot import lot, so_many
from tests.games.racepack.asked_again import judge

RACES: Mapping[str, tuple[int, dict[str, str]]] = {
    "timer, three players": (3, {"timer": "30"}),
    "pit stop, two players": (2, {"main": "pit", "stop": "1"}),
    "everything, one piecepack": (
        4,
        {"main": "pit", "stop": "1", "timer": "30", "spare": "yes", "defence": "yes", "chicanes": "yes"},
    ),
    "four teams of two": (4, {"packs": "2", "main": "four", "timer": "40", "spare": "yes"}),
    "eight drivers": (8, {"packs": "2", "main": "pit", "stop": "2", "spare": "yes", "hairpins": "yes"}),
}
TURNS = so_many(6, 60)


def _race(game: Racepack, name: str, seed: int, share: float) -> list[PlayedTurn]:
    players, agreed = RACES[name]
    dice = Random(seed)
    position, played = game.start(players, dice, agreed), list[PlayedTurn]()
    while len(played) < TURNS:
        fault = dice.choice(game.faults()) if dice.random() < share else None
        played.append(game.play(position, dice, fault))
        position = played[-1].after
    return played


@pytest.mark.by_lot
@pytest.mark.parametrize("name", RACES)
@pytest.mark.few(2)
def test_legal_turns_are_legal(name: str, game: Racepack) -> None:
    """With stops and words LEGAL and the same outcome; from the end alone never ILLEGAL; pieces are kept."""
    for turn in _race(game, name, lot(len(name)), 0.0):
        seen = [game.observe(text) for text in turn.stops]
        verdict = judge(game, turn.before, seen, turn.declared, closed=True)
        assert verdict.status is Status.LEGAL, f"{turn.turn} {turn.declared} from {turn.before}: {verdict.sentence}"
        assert verdict.after == turn.after
        blind = judge(game, turn.before, seen[-1:], (), closed=True)
        assert blind.status is not Status.ILLEGAL, f"{turn.turn} from {turn.before}: {blind.sentence}"
        after = parse_position(turn.after)
        assert {car for car, _ in after.cars} == set(after.teams.cars)
        assert 4 <= len(after.hazards) <= 8
        assert position_text(after) == turn.after
        assert game.check_position(turn.after) == ()


@pytest.mark.by_lot
@pytest.mark.parametrize("name", RACES)
@pytest.mark.few(2)
def test_planted_faults_do_not_pass(name: str, game: Racepack) -> None:
    """A planted fault is ILLEGAL under its own rule, or asked about where time may have run out unsaid."""
    for turn in _race(game, name, lot(len(name) + 1), 0.7):
        seen = [game.observe(text) for text in turn.stops]
        verdict = judge(game, turn.before, seen, turn.declared, closed=True)
        if turn.truth == "legal":
            assert verdict.status is Status.LEGAL, f"{turn.turn} {turn.declared} {verdict.sentence}"
        elif verdict.status is Status.ILLEGAL:
            assert turn.truth in [fault.rule for fault in verdict.violations], verdict.sentence
            assert verdict.alternatives
        else:
            assert verdict.status is Status.UNDECIDED, f"{turn.truth} passed: {verdict.sentence}"
            assert "time ran out" in verdict.sentence


def test_the_same_seed_plays_the_same_race(game: Racepack) -> None:
    """Chance comes only from the dice, with variants too."""
    assert _race(game, "timer, three players", 5, 0.3) == _race(game, "timer, three players", 5, 0.3)


@pytest.mark.by_lot
def test_a_round_of_eight_that_nobody_saw_is_bridged(game: Racepack) -> None:
    """The hard cases of the benchmark are legal or asked about, the missed round of eight drivers among them."""
    for name, turns in hard_turns(game, Random(lot(1)), so_many(1, 8)).items():
        for turn in turns:
            seen = [game.observe(text) for text in turn.stops[-1:]]
            verdict = judge(game, turn.before, seen, (), closed=True)
            assert verdict.status is not Status.ILLEGAL, f"{name}: {turn.turn}: {verdict.sentence}"
            if "missed round" in name:  # where the last of them is still under way the look is given to his turn
                begun = game.waiting(turn.before, seen, ())[1]
                assert verdict.turn.count(" / ") + begun == turn.turn.count(" / ")
