"""What people's commands do to a race: each one call of the match."""

from __future__ import annotations

from referee import commands
from referee.commands import Command
from referee.errors import NotationError
from referee.games.options import Agreed
from referee.games.words_said import declared_in_words
from referee.match import Match

WAITING = "The turn is judged as soon as no hand is over the table and all lies still."


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
        case commands.Start(players, position):
            race.start(players, now, position, agreed=agreed)
            return "The race is on."
        case commands.Next(position):
            cause = race.next_race(now, position).cause
            return f"{cause[0].upper()}{cause[1:]}."
        case commands.Declare(text):
            said = race.declare(text, now)
            if said.kind != "declare":
                return said.cause
            return f"Noted: {declared_in_words(race.game, said.before, said.data['text'])}"
        case commands.Undeclare():
            race.undeclare(now)
            return "The last declaration was taken back."
        case commands.Close():
            entry = race.close(now, at_rest)
            return WAITING if entry.kind == "close" else str(entry.data.get("sentence", "The turn is done."))
        case commands.Undo(who=who, why=why):
            return race.undo(now, who, why).cause
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
        case commands.Pause(on):
            return race.pause(on, now).cause
    raise NotationError(f"{asked.name!r} is no command of this race")
