"""A verdict as a dict that JSON can hold, and back, without losing anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import RecordError
from referee.games.base import Line, Question, Status, Verdict, Violation
from referee.record.facts_json import facts_of, messages_from, told_by

Told = Callable[[Any], str]
"""Makes a sentence of a text that a record knows the facts of."""


def violation_to_dict(violation: Violation) -> dict[str, Any]:
    """``{rule, message}``."""
    return {"rule": violation.rule, "message": violation.message}


def question_to_dict(question: Question) -> dict[str, Any]:
    """``{text, answers: [[words, declaration], ...]}``."""
    return {"text": question.text, "answers": [list(answer) for answer in question.answers]}


def line_to_dict(line: Line) -> dict[str, Any]:
    """``{turn, violations, assumes, complete, after, due}``, and where they say more ``told``, ``player``, ``owed``."""
    told: dict[str, Any] = {"told": line.told} if line.told else {}
    told |= {"player": line.player} if line.player else {}
    told |= {"owed": list(line.owed)} if any(line.owed) else {}
    return {
        "turn": line.turn,
        "violations": [violation_to_dict(violation) for violation in line.violations],
        "assumes": list(line.assumes),
        "complete": line.complete,
        "after": line.after,
        "due": line.due,
        **told,
    }


def verdict_to_json(verdict: Verdict) -> dict[str, Any]:
    """Every field of a verdict under its own name; this is `Entry.data` of a ``verdict`` entry.

    `facts` tell what its sentences say, where that is known: ``{text, kind, params}``, see `facts_of`.
    """
    fields = {
        "status": verdict.status.value,
        "player": verdict.player,
        "turn": verdict.turn,
        "sentence": verdict.sentence,
        "violations": [violation_to_dict(violation) for violation in verdict.violations],
        "lines": [line_to_dict(line) for line in verdict.lines],
        "questions": [question_to_dict(question) for question in verdict.questions],
        "alternatives": list(verdict.alternatives),
        "provisional": verdict.provisional,
        "after": verdict.after,
        "due": verdict.due,
    }
    facts = facts_of(fields)
    return {**fields, "facts": facts} if facts else fields


def verdict_from_json(fields: Mapping[str, Any]) -> Verdict:
    """The inverse of `verdict_to_json`; fields it does not know are ignored. Raises RecordError when one is missing.

    Old records have no `due` and no `facts`.
    """
    try:
        told = told_by(messages_from(fields.get("facts", ())))
        return Verdict(
            status=Status(fields["status"]),
            player=str(fields["player"]),
            turn=str(fields["turn"]),
            sentence=told(fields["sentence"]),
            violations=tuple(_violation(one, told) for one in fields["violations"]),
            lines=tuple(_line(one, told) for one in fields["lines"]),
            questions=tuple(_question(one, told) for one in fields["questions"]),
            alternatives=tuple(told(one) for one in fields["alternatives"]),
            provisional=bool(fields["provisional"]),
            after=str(fields["after"]),
            due=told(fields.get("due", "")),
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise RecordError(f"This verdict in the record cannot be read: {problem!r} is missing or wrong.") from problem


def _violation(fields: Mapping[str, Any], told: Told) -> Violation:
    return Violation(rule=str(fields["rule"]), message=told(fields["message"]))


def _question(fields: Mapping[str, Any], told: Told) -> Question:
    answers = tuple((told(words), str(declaration)) for words, declaration in fields["answers"])
    return Question(text=told(fields["text"]), answers=answers)


def _line(fields: Mapping[str, Any], told: Told) -> Line:
    return Line(
        turn=str(fields["turn"]),
        violations=tuple(_violation(one, told) for one in fields["violations"]),
        assumes=tuple(told(one) for one in fields["assumes"]),
        complete=bool(fields["complete"]),
        after=str(fields["after"]),
        due=told(fields.get("due", "")),
        told=told(fields.get("told", "")),
        player=str(fields.get("player", "")),
        owed=owed_of(fields),
    )


def owed_of(line: Mapping[str, Any]) -> tuple[int, int]:
    """How many rules were broken and things taken for granted before a line, as `line_to_dict` writes it."""
    broken, granted = line.get("owed", (0, 0))
    return int(broken), int(granted)
