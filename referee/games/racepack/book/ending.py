"""How a turn ends, and what the table should show by then."""

from __future__ import annotations

from collections.abc import Iterator

from referee.frozen import replace
from referee.games.fact import Fact, fact
from referee.games.racepack.actions import (
    Leave,
)
from referee.games.racepack.book.looks import clash, others_differ, show
from referee.games.racepack.book.moving import most_movements, movements
from referee.games.racepack.book.state import (
    MOVEMENTS,
    OVERTAKEN,
    TOLD,
    Play,
    begin,
    claim_of,
    gone_on,
    others_tokens,
    seen_at,
    settled_of,
    stands_at,
    step_to,
)
from referee.games.racepack.book.ways import may_be_later
from referee.games.racepack.observation import (
    Observation,
    OffTrack,
    OnSquare,
    Place,
)
from referee.games.racepack.position import (
    Position,
)
from referee.games.racepack.succession import hand_on
from referee.games.racepack.upkeep import Upkeep, upkeep
from referee.games.rulebook import Claim, Step


def timed_out(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """The time has run out before the turn was over; what was not moved by then stays."""
    if play.position.variants.timer_s and not play.due and may_stay(play, seen_at(play, toward)):
        claims: tuple[Claim, ...] = (ran_out(play),)
        claims += (stands_at(play),)
        yield from handed_on(play, settled_of(play), toward, claims)


def ran_out(play: Play) -> Claim:
    """The claim that the time ran out by now; who says that more movements had been made then says so, too."""
    later = frozenset(fact("time", at=str(number), value="up") for number in range(play.used + 1, MOVEMENTS + 1))
    return replace(claim_of("time", play.car, "up", at=str(play.used)), others=later)


UNSEEN = Observation(None, (), hazards_seen=False)


def upkeep_of(play: Play, toward: Observation, settled: Position | None = None) -> Upkeep:
    """The lap die and the hazards as they should be now, and what is wrong with them as they are seen."""
    return upkeep(play.position, settled or settled_of(play), toward, play.spot)


def ends(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """The turn is over; the table is tidied up by then."""
    car, there = play.car, None if toward is None else seen_at(play, toward)
    settled = settled_of(play)
    if toward is not None and there is None:
        yield _out_of_sight(play, settled, toward)
        return
    finished = car in settled.finished and car not in play.position.finished
    if finished and isinstance(play.place, OnSquare) and (toward is None or isinstance(there, OffTrack)):
        gone = replace(play, place=OffTrack(), stopped=True, turned=False)
        yield step_to(play, Leave(), gone)
    later = toward is not None and not may_stay(play, there)
    if toward is not None and later and not may_be_later(play, toward):
        return
    if play.strayed and not play.used:
        yield step_to(play, None, begin(play.position), over=True)
    if (
        play.tray is not None
        and play.tray.face in (OVERTAKEN, TOLD)
        and toward is not None
        and not others_differ(play, toward)
    ):
        return
    claims: tuple[Claim, ...] = (stands_at(play), claim_of("done", car, "", free=True))
    if later and gone_on(play):
        claims += (claim_of("twice", car, "yes"),)  # where this turn ended nobody saw
    if play.stop_unseen:
        claims += (claim_of("stop", car, "yes"),)
    elif car in settled.pitted:
        claims += (claim_of("stop", car, "yes", free=True),)
    early = not (play.stopped or finished or play.adrift or play.used >= most_movements(begin(play.position)))
    if early:
        # that the time ran out is said; two drivers running do not lose a whole turn without a word
        if not play.position.variants.timer_s or (play.lapsed and not play.used):
            return
        claims += (ran_out(play),)
    for step in handed_on(play, settled, toward, claims):
        yield replace(step, after=replace(step.after, lapsed=True)) if early and not play.used else step


def _out_of_sight(play: Play, settled: Position, toward: Observation) -> Step[Play]:
    """The turn ended where nobody saw it. If others have moved since, the car stands nobody knows where; else its turn
    is judged when it is seen again."""
    unseen = (claim_of("view", play.car, "yes"),)
    if not others_differ(play, toward) and clash(show(play), toward) == 0:
        return step_to(play, None, replace(play, handed=True), unseen, over=True)
    seen = upkeep_of(play, toward, settled)
    after = replace(settled, lap=seen.lap, hazards=seen.hazards, owed=seen.owed)
    following = replace(begin(hand_on(after, play.car)), handed=True, ghosts=play.ghosts | {play.car})
    return step_to(play, None, following, unseen, over=True)


def used_up(play: Play) -> Play | None:
    """The next turn, if nothing more can come in this one and the table is tidy; None while something may."""
    forcible = play.safe and any(hand for _, hand in others_tokens(play.position, play.car))
    if play.due or play.strayed or forcible or not (play.used or play.stopped):
        return None
    if not play.stopped and next(movements(play, None), None) is not None:
        return None
    ended = list(handed_on(play, settled_of(play), show(play), ()))
    return ended[0].after if ended else None


def may_stay(play: Play, there: Place | None) -> bool:
    """Whether the turn may end where the car stands, for all that is seen of it."""
    return there is None or play.place == there or not isinstance(play.place, OnSquare)


def handed_on(
    play: Play,
    settled: Position,
    toward: Observation | None,
    claims: tuple[Claim, ...],
    broken: tuple[Fact | None, ...] = (),
    wrong: bool = False,
) -> Iterator[Step[Play]]:
    """The next turn, the table tidied up; with `wrong` only if something is not as it should be.

    What lies otherwise than it should may be the doing of a later turn, if a look shows another car elsewhere or hides
    one.
    """
    look = UNSEEN if toward is None or others_differ(play, toward) else toward
    for judged in (look, UNSEEN) if look is not UNSEEN and _others_hidden(play, look) else (look,):
        table = upkeep_of(play, judged, settled)
        if wrong == (bool(table.faults) or any(broken)):
            after = replace(settled, lap=table.lap, hazards=table.hazards, owed=table.owed)
            following = replace(begin(hand_on(after, play.car)), handed=True, lapsed=play.lapsed, ghosts=play.ghosts)
            yield step_to(play, None, following, claims, (*broken, *table.faults), over=True)
        if not table.faults:
            return


def _others_hidden(play: Play, toward: Observation) -> bool:
    """Whether the car of another driver who is in the race yet is out of sight."""
    elsewhere = {play.car, *play.position.finished, *(car for car, _ in toward.cars)}
    return any(car not in elsewhere for car, _ in play.position.cars)
