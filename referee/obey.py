"""What people's commands do to a race: each one call of the match."""

from __future__ import annotations

from referee import commands
from referee.commands import Command
from referee.errors import NotationError
from referee.games.options import Agreed
from referee.games.words_said import declared_in_words
from referee.match import Match
from referee.record.words import sentence_in
from referee.words.catalogue import told


def obey(race: Match, asked: Command, now: int, agreed: Agreed, at_rest: bool = True) -> str:
    """Do it and say what was done.

    Parameters
    ----------
    now : the race's time in ns.
    agreed : the variants of a race that is started.
    at_rest : whether the match knows the table as it lies now.

    Raises
    ------
    NotationError : it is no command of a race.
    RefereeError : it cannot be done now.
    """
    match asked:
        case commands.Start(players, position, under_way, lines):
            race.start(players, now, position, agreed=agreed, said=_said(lines) if under_way else None)
            return told("race-is-on")
        case commands.Next(position):
            return told("as-sentence", said=race.next_race(now, position).cause)
        case commands.Declare(text, answered):
            said = race.declare(text, now, answered=answered)
            if said.kind != "declare":
                return said.cause
            return told("noted", text=declared_in_words(race.game, said.before, said.data["text"]))
        case commands.Undeclare():
            race.undeclare(now)
            return told("last-declaration-was-taken-back")
        case commands.Close():
            entry = race.close(now, at_rest)
            if entry.kind == "close":
                return told("judged-when-still")
            return sentence_in(entry.data) or told("turn-is-done")
        case commands.Undo(who=who, why=why):
            return race.undo(now, who, why).cause
        case commands.End(who=who, why=why):
            return race.end(now, who, why).cause
        case commands.Correct(position, who=who, why=why):
            return race.correct(now, position, who, why).cause
        case commands.Place(piece, space, who=who, why=why):
            return race.place(piece, space, now, who, why).cause
        case commands.Overrule(entry=number, status=status, who=who, why=why):
            return race.overrule(number, status, why, now, who).cause
        case commands.Stand(number, who=who, why=why):
            return race.stand(number, why, now, who).cause
        case commands.Mode(mode, who):
            return race.set_mode(mode, now, who).cause
        case commands.Name(driver, called):
            return race.name(driver, called, now).cause
        case commands.Pause(on):
            return race.pause(on, now).cause
    raise NotationError(f"{asked.name!r} is no command of this race")


def _said(lines: str) -> tuple[tuple[str, str], ...]:
    """What is said of a race that is under way: pieces and deeds. Raises NotationError."""
    words = [line.split() for line in lines.splitlines()]
    for one in words:
        if len(one) != 2:
            raise NotationError(told("said-badly", text=" ".join(one)[:40]))
    return tuple((piece, deed) for piece, deed in words)
