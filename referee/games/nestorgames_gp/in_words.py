"""A turn in words for the table."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.nestorgames_gp import actions
from referee.games.nestorgames_gp.actions import Turn, parse_turn
from referee.games.nestorgames_gp.rules import listed
from referee.games.nestorgames_gp.words import WORDS
from referee.words.fact import Fact, fact

NONE, MAIN = "none", "main"
"""What stands for no item, no dice seen, and no turning taken."""


def turn_in_words(text: str, complete: bool) -> str:
    """A turn's notation (several are joined with ` / `) as a part of a sentence.

    >>> turn_in_words("R roll=2+6+1+3 move=12", True)
    'red rolled 2, 6, 1, 3 and moved 12 spaces'
    """
    turns = [parse_turn(part) for part in text.split(" / ")]
    told = [WORDS.tell(fact("turn", who=turn.car), deeds=[WORDS.tell(one) for one in _deeds(turn)]) for turn in turns]
    whole = told[0] if len(told) == 1 else WORDS.tell(fact("story"), turns=told)
    return whole if complete else WORDS.tell(fact("goes-on"), told=whole)


def _deeds(turn: Turn) -> tuple[Fact, ...]:
    let = (fact("deed", how="let", who=turn.let),) if turn.let else ()
    return let if let and turn == Turn(turn.car, actions.ROLLING, let=turn.let) else (*let, deed_of(turn))


def deed_of(turn: Turn) -> Fact:
    """What was done in a turn.

    >>> deed_of(Turn("R", "up"))
    Fact(kind='deed', params=(('aim', 0), ('how', 'up'), ('item', 'none'), ('roll', 'none')))
    """
    begun = fact("deed", item=turn.use or NONE, aim=turn.aim, roll=listed(turn.roll) or NONE)
    match turn.kind:
        case actions.MOVE:
            return begun.also(how="move", steps=turn.steps, via=road(turn.via))
        case actions.BUST if not turn.roll:
            return begun.also(how="bust-unseen")
        case actions.PUT:
            return begun.also(how="put", onto=turn.end or "off")
        case actions.ROLLING if not (turn.use or turn.roll):
            return begun.also(how="begins")
    return begun.also(how=turn.kind)


def road(via: Sequence[str]) -> str:
    """The turnings taken as one word, each once.

    >>> road(("gate", "shortcut")), road(())
    ('gate-shortcut', 'main')
    """
    return "-".join(dict.fromkeys(via)) or MAIN
