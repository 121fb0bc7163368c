"""A question that nobody answered stays open: what follows is judged from the answer “no” as well, and from “yes”."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

import pytest

from referee.games.base import PlayedTurn, Status
from referee.mind.reasoned import Game
from tests.by_lot import lot, so_many

from .conftest import Table

BEGUN = (
    "racepack track=i1:WWWWNNNENEEEESSEEESSWWWW line=0 cars=A:i2,C:b5,M:h2,S:h1,dA:i1,dC:b1 "
    "hazards=a3-,d8-,k9-,n6- lap=3 die=n:12:-4:105 players=3 race=3 round=2 turn=M,S,A,dA order=dC,C,M,S,A,dA "
    "laps=S:1,M:1,C:1,A:1,dC:1,dA:1 tokens=S:a2345oo,C:a2345oo,dC:a2345oo"
)
"""Black and red are of one team, and share its tokens."""
TOKENS = re.compile("tokens=([^ ]+)")
MOST_BEFORE, MOST_TRIES, AFTERWARDS, TRIES = 25, 40, 4, 8


def driven(table: Table, position: str, car: str, *places: str, says: str = "") -> str:
    """A car stands here and there in turn; something is said once it has moved. The table afterwards."""
    for number, place in enumerate(places):
        position = re.sub(f"([=,]{car}):[^, ]+", rf"\1:{place}", position, count=1)
        table.show(position)
        if says and not number:
            table.match.declare(says, table.time_ns)
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    return position


def test_a_token_that_nobody_has_told_of_may_be_there_still() -> None:
    """Black slows down from 5 to 1, which takes the ace or breaks a rule; nobody says which. Red uses the ace: "each
    strategy token may only be used once", but nobody knows that it was. Asked in time, "no" names black's fault."""
    for answer in ("", "token=no"):
        table = Table()
        table.show(BEGUN)
        table.match.start(3, table.time_ns, BEGUN)
        after = driven(table, BEGUN, "M", "c2", "b2", "b4")
        newest = table.match.moment().verdict
        assert newest is not None
        assert newest[1].status is Status.UNDECIDED
        assert {"token:2=a", "token=no"} <= {text for _, text in newest[1].questions[0].answers}
        if answer:
            table.match.declare(answer, table.time_ns, answered=newest[0].id)
            answered = table.match.moment().verdict
            assert answered is not None
            assert [one.rule for one in answered[1].violations] == ["racepack/speed-change"]
        driven(table, after, "S", "c1", "b2", "b3", says="token:2=a")
        then = [entry for entry in table.match.entries if entry.kind == "verdict" and entry.id > newest[0].id]
        assert not [one for one in then if one.data["player"] == "S" and one.data["status"] != "LEGAL"]
        assert then[-1].data["status"] == "LEGAL"


def spent(turn: PlayedTurn) -> set[tuple[str, str]]:
    """Whose tokens were spent in a turn, and which."""
    before, after = (
        dict(one.split(":") for one in found[1].split(","))
        for text in (turn.before, turn.after)
        if (found := TOKENS.search(text))
    )
    return {(pool, token) for pool, hand in before.items() for token in hand if token not in after.get(pool, "")}


def spending(game: Game, position: str, chance: Random) -> PlayedTurn | None:
    """A turn somewhere in a race in which a token is spent."""
    for _ in range(MOST_BEFORE + MOST_TRIES):
        if game.over(position) is not None:
            return None
        turn = game.play(position, chance, None)
        if spent(turn):
            return turn
        position = turn.after
    return None


def unanswered(seed: int) -> list[str]:
    """What is said of legal turns, each told in words, after one that a token makes legal and in which none was spent,
    of which nobody speaks. Whoever can plays with that token. Nothing if no question is asked."""
    chance, table = Random(seed), Table()
    played = table.game
    players = chance.choice((2, 3, 4))
    turn = spending(played, played.start(players, chance), chance)
    if turn is None:
        return []
    table.show(turn.before)
    table.match.start(players, table.time_ns, turn.before)
    for stop in turn.stops:
        table.show(stop)
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    newest = table.match.moment().verdict
    if newest is None or newest[1].status is not Status.UNDECIDED:
        return []
    had, asked = TOKENS.search(turn.before), len(table.match.entries)
    assert had is not None
    position = TOKENS.sub(had[0], turn.after)
    for _ in range(AFTERWARDS):
        if played.over(position) is not None:
            break
        tried = [played.play(position, chance, None) for _ in range(TRIES)]
        then = next((one for one in tried if spent(one) & spent(turn)), tried[0])
        table.show(then.stops[0])
        for text in then.declared:
            table.match.declare(text, table.time_ns)
        for stop in then.stops[1:]:
            table.show(stop)
        if table.match.state.provisional is not None:
            table.match.close(table.time_ns)
        position = then.after
    later = (one for one in table.match.entries[asked:] if one.kind == "verdict")
    return [one.data["status"] for one in later if not one.data["provisional"] or one.data["status"] == "ILLEGAL"]


@pytest.mark.by_lot
def test_nobody_is_accused_because_a_question_was_not_answered() -> None:
    """Turns by lot: a legal turn is told as one, whatever was not told of the turn before."""
    said = Counter(status for seed in range(so_many(8, 40)) for status in unanswered(lot(300) + seed))
    assert said["LEGAL"]
    assert not said["ILLEGAL"]
    assert said["UNDECIDED"] <= said["LEGAL"] / 10
