"""The referee's word on a turn: legal, illegal, or a question. A fault is called only when no legal line is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.games.base import Line, Question, Status, Verdict, Violation
from referee.games.rulebook import JOINED
from referee.mind.reasoned import Game
from referee.words.catalogue import COMMON, kind_of
from referee.words.fact import fact


def judge(game: Game, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool) -> Verdict:
    """Explain what was seen since `position` and say what it was.

    Parameters
    ----------
    position : where the turn began, in notation.
    stops : the settled observations since then, oldest first.
    declared : what was said, in declaration notation.
    closed : whether the turn is over; an open turn gets a provisional verdict unless it is over by itself.

    Raises
    ------
    NotationError : the position or a declaration cannot be read.
    """
    lines = game.explain(position, stops, declared, closed)
    status = status_of(lines)
    best = lines[0]
    provisional = not (closed or nothing_left(lines))
    asked = game.questions(position, lines) if status is Status.UNDECIDED else ()
    nearest = game.alternatives(position, stops[-1]) if status is Status.ILLEGAL and stops else ()
    return Verdict(
        status=status,
        player=best.player or game.driver(position),
        turn=best.turn,
        sentence=_sentence(game, status, best, provisional),
        violations=best.violations if status is Status.ILLEGAL else (),
        lines=tuple(lines),
        questions=asked,
        alternatives=nearest,
        provisional=provisional,
        after=best.after,
        due=best.due if provisional and status is not Status.ILLEGAL else "",
    )


def nothing_left(lines: Sequence[Line]) -> bool:
    """Whether the turn is over by itself in all stories that break what the best one does."""
    return all(line.complete for line in lines if line.violations == lines[0].violations)


def excuses(verdict: Verdict) -> bool:
    """Whether a word tells of no fault, and by a story: that more happened than anybody can follow is none."""
    return verdict.status is Status.LEGAL or (verdict.status is Status.UNDECIDED and bool(verdict.questions))


def turns_in(turn: str) -> int:
    """How many turns a line's notation tells.

    >>> turns_in("S: f1@b2 / M: f2@c1"), turns_in("S: f1@b2"), turns_in("")
    (2, 1, 0)
    """
    return len(turn.split(JOINED)) if turn else 0


def doubted(verdict: Verdict, how: str = "") -> Verdict:
    """The word on a turn that follows one whose question nobody answered: it may have begun otherwise than assumed.

    A fault there might be the referee's own, so it is asked about; everything else stays as it is. `how` names another
    reason: the fault before was ``put-back``, turns told ``together`` may be legal, or what was ``set-by-hand`` lies
    otherwise.
    """
    if verdict.status is not Status.ILLEGAL:
        return verdict
    sentence = COMMON.tell(fact("in-doubt", **({"how": how} if how else {})), faults=verdict.sentence)
    asked = Question(COMMON.tell(fact("right")), ())
    return replace(verdict, status=Status.UNDECIDED, sentence=sentence, violations=(), questions=(asked,))


def status_of(lines: Sequence[Line]) -> Status:
    """LEGAL when a legal line takes nothing for granted, UNDECIDED when each does, ILLEGAL when there is none."""
    legal = [line for line in lines if not line.violations]
    if not legal:
        return Status.ILLEGAL
    return Status.LEGAL if any(not line.assumes for line in legal) else Status.UNDECIDED


def _sentence(game: Game, status: Status, best: Line, provisional: bool) -> str:
    said = best.told or game.in_words(best.turn, not provisional)
    match status:
        case Status.LEGAL:
            return game.words.tell(fact("legal", how="so-far") if provisional else fact("legal"), said=said)
        case Status.ILLEGAL:
            return game.words.tell(fact("fault"), faults=_with_rules(game, best.violations))
        case Status.UNDECIDED:
            # what the words begin with need not be said a second time
            granted = tuple(dict.fromkeys(best.assumes))
            if kind_of(said) == "fault":
                return game.words.tell(fact("unsure", how="fault"), said=said, granted=granted)
            if all(said.startswith(assumed) for assumed in granted):
                return game.words.tell(fact("unsure", how="whether"), said=said)
            return game.words.tell(fact("unsure"), said=said, granted=granted)


def _with_rules(game: Game, faults: Sequence[Violation]) -> Iterator[str]:
    """Each fault in words, those of one rule together and the rule once, after the last of them."""
    for broken in dict.fromkeys(fault.rule for fault in faults):
        yield from dict.fromkeys(fault.message for fault in faults if fault.rule == broken)
        rule = game.rules[broken]
        yield game.words.tell(fact("rule", section=rule.section), title=game.words.title(rule.id, rule.title))
