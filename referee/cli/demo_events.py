"""What the demo's simulated players do, done to the referee as people would do it."""

from __future__ import annotations

from referee.assemble import Referee
from referee.commands import Close, Next
from referee.scoring import Score
from referee.simulator.race import Event, NextLaid, Said, SimulatedFrame, TurnPlayed


def take(event: Event, referee: Referee, score: Score) -> None:
    """Show it, say it, lay it or press "turn done", and count it; all of them wait for a disk that cannot be written.

    Raises RefereeError when what is said is refused.
    """
    if isinstance(event, SimulatedFrame):
        referee.look(event.frame)
        referee.catch_up()
        score.frames += 1
    elif isinstance(event, Said):
        referee.hear_word(event.text)
    elif isinstance(event, NextLaid):
        referee.insist(Next(event.position))
    elif isinstance(event, TurnPlayed):
        score.over(event.turn, lambda: referee.match.entries, lambda: referee.insist(Close()))
