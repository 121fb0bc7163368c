"""Who answers all that is asked truthfully: his legal turn is no fault, his fault in view is not let pass, and nothing
is asked twice."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import pytest

from referee.games.base import PlayedTurn, Status, Verdict
from referee.games.looking import OF_THE_VIEW
from referee.games.registry import GAMES
from referee.games.rulebook import Claim
from referee.games.words_said import ABOUT_THEM, HERE, Spoken
from referee.mind.plant import LEGAL
from referee.mind.reasoned import Game
from referee.mind.search import Evidence
from referee.mind.verdict import rule
from referee.record.entry import Entry
from referee.simulator.plain_view import settled

from .conftest import Table

SEEDS = {"racepack": 12, "royal-racers": 17, "nestorgames-gp": 10, "home-racers": 14}
MOST_PLAYERS, MOST_BEFORE, MOST_ASKED = 4, 12, 6
DICE = {
    "racepack": " die=[^ ]+",
    "royal-racers": " dice=[^ ]+",
    "nestorgames-gp": " dice=[^ ]+",
    "home-racers": " tray=[^ ]+",
}
IN_VIEW = re.compile(
    "home-racers/(path-length|connection|turns|lane-changes|start-tile|tiles-cleared)"
    "|racepack/(no-bumping|inside-corner-edge|hazard-flip|hazard-place|lap-die|forward)"
    "|royal-racers/(step|occupied|face-down|flip-pawn|flip-fixed|flip-flag|opponent-flag)"
    "|nestorgames-gp/(lap|crash|belly-up)"
)
"""Faults that are there whatever the dice showed."""
AMISS = ("home-racers/path-length", "home-racers/connection")
"""Faults of which people say “they do not touch”, though each tile may."""


def claims_of(game: Game, turn: PlayedTurn) -> list[Claim] | None:
    """All that was done in a turn, as the book claims it that sees and hears everything; None if it tells another."""
    book = game.book
    belief = game._belief(turn.before)
    looks = book.show(belief.state), *map(game.observe, turn.stops)
    said = [game.word(turn.before, Spoken(text, getattr(text, "at", 0) + 1)) for text in turn.declared]
    found = rule(book, belief, Evidence(looks, tuple(said), closed=True), 1).found.worlds
    if not found or book.turn_text(found[0].turns[0].driver, found[0].turns[0].steps) != turn.turn:
        return None
    return [claim for one in found[0].turns for step in one.steps for claim in step.claims]


def truthful(game: Game, turn: PlayedTurn, claims: Sequence[Claim], verdict: Verdict) -> str | None:
    """The answer that is so; None where nobody knows one."""
    answers = [said for _, said in verdict.questions[0].answers]
    if answers == list(ABOUT_THEM):
        return HERE  # nothing was said but of this turn
    so = dict[str, int]()
    for text in answers:
        if text in OF_THE_VIEW:
            continue
        said = game.word(turn.before, text).said
        if said.kind == "touching" and turn.truth in AMISS:
            told = [said.get("value") == "no"]
        elif said.get("value") == "no":
            told = [not any(said.denies(claim.fact) for claim in claims)]
        else:
            told = [claim.told_by(said) for claim in claims]
        if any(told):
            so[text] = max(at for at, one in enumerate(told) if one)
    return max(so, key=lambda text: so[text], default=None)  # the sum of all dice, not that of the first


def without_dice(stop: str) -> str:
    """A table from which the dice were taken."""
    return re.sub(DICE[stop.partition(" ")[0]], "", stop)


def newest(table: Table) -> tuple[Entry, Verdict]:
    """The last word."""
    found = table.match.moment().verdict
    assert found is not None
    return found


def asked(name: str, seed: int) -> Iterator[tuple[PlayedTurn, str, Verdict]]:
    """One turn by lot of which no dice are seen, with every question's truthful answer, and the words said of it."""
    chance, table = Random(seed), Table(name)
    played, manifest = table.game, table.manifest
    players = chance.choice([one for one in played.players_allowed if one <= MOST_PLAYERS])
    position = played.start(players, chance)
    for _ in range(chance.randrange(MOST_BEFORE)):
        if played.over(position) is None:
            position = played.play(position, chance, None).after
    if played.over(position) is not None:
        return
    turn = played.play(position, chance, chance.choice([None, *played.faults()]))
    unread = {found[0] for stop in (position, *turn.stops) if (found := re.search(DICE[name], stop))}
    claims = claims_of(played, turn) if len(unread) > 1 else None
    if claims is None:
        return
    table.show(position)
    table.match.start(players, table.time_ns, position)
    for stop in turn.stops:
        table.time_ns += 1_000_000_000
        dice = [one for one in played.layout(stop, manifest) if one not in played.layout(without_dice(stop), manifest)]
        seen = [one for one in played.layout(stop, manifest) if one not in dice]
        table.match.feed(settled(seen, table.time_ns), lambda: b"picture")
    if table.match.state.provisional is not None:
        table.match.close(table.time_ns)
    if table.match.moment().verdict is None:
        return
    for _ in range(MOST_ASKED):
        entry, verdict = newest(table)
        answer = truthful(played, turn, claims, verdict) if verdict.questions else None
        yield turn, answer or "", verdict
        if answer is None:
            return
        table.match.declare(answer, table.time_ns, answered=entry.id)


def wrong(name: str, seed: int) -> list[str]:
    """What is wrong with the words on a turn."""
    told = list(asked(name, seed))
    if not told:
        return ["none"]
    turn, _, last = told[-1]
    found = []
    if last.status is Status.ILLEGAL and turn.truth == LEGAL:
        found.append("legal turn called a fault")
    if last.status is Status.LEGAL and IN_VIEW.fullmatch(turn.truth):
        found.append("fault let pass")
    questions = Counter((one.questions[0].text) for _, answer, one in told if answer)
    if max(questions.values(), default=0) > 1:
        found.append("asked twice")
    return found


@pytest.mark.parametrize("name", sorted(GAMES))
def test_truthful_answers_are_believed(name: str) -> None:
    """Turns by lot, legal ones and faults, the dice of which nobody sees: whoever is asked answers as it was."""
    judged = 0
    for seed in range(SEEDS[name]):
        found = wrong(name, seed)
        judged += found != ["none"]
        assert found in ([], ["none"]), seed
    assert judged


@pytest.mark.parametrize("seed", [17, 321, 432])
def test_a_turn_that_nobody_saw_is_asked_about_once(seed: int) -> None:
    """A fault that would be none if its car had driven twice: who says that it did not hears what is wrong."""
    told = list(asked("home-racers", seed))
    assert wrong("home-racers", seed) == []
    assert sum(answer == "again=no" for _, answer, _ in told) == 1
    turn, _, last = told[-1]
    assert [one.rule for one in last.violations] == [turn.truth]
