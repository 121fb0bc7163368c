"""The penalty die: rolls, re-rolls that a token forces, spinning out, and throws for nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.frozen import replace
from referee.games.fact import Fact
from referee.games.racepack.actions import (
    Defence,
    Roll,
    SpinOut,
    action_text,
    token_speed,
)
from referee.games.racepack.book.looks import same_die
from referee.games.racepack.book.state import (
    AGAIN,
    ANYWHERE,
    FASTEST,
    OUT,
    OVERTAKEN,
    ROLL,
    SAFE,
    TOLD,
    UNTOLD,
    Play,
    claim_of,
    field_of,
    others_tokens,
    seen_at,
    step_to,
    tokens_in,
)
from referee.games.racepack.declarations import spend
from referee.games.racepack.in_words import deed, met_and_rolled
from referee.games.racepack.notation import FACES, face_value
from referee.games.racepack.observation import (
    Observation,
    OnSquare,
    OutsideCorner,
    TrayDie,
)
from referee.games.racepack.rules import corners
from referee.games.racepack.throws import may_be_pushed, rolled_anew
from referee.games.rulebook import Step

SAFELY, SPUN = "safe", "out"
"""What is claimed of a throw that nobody saw: it spun nobody out; it did."""


def rolls(play: Play, toward: Observation | None, said: str = "") -> Iterator[Step[Play]]:
    """The penalty roll or a re-roll: as the die is seen to lie, as it was said to have fallen, or unseen."""
    lay, lies = play.tray, None if toward is None else toward.tray
    if toward is None:
        x_mm = 0.0 if lay is None else lay.x_mm - 60.0 if lay.x_mm > 0 else lay.x_mm + 60.0
        for face in FACES:
            yield from _rolled(play, face, TrayDie(face, x_mm, 0.0, 0.0), "die")
        return
    if play.stirred:
        yield from _rolled(replace(play, stirred=False), said, lay or TrayDie(SAFE, ANYWHERE, ANYWHERE, 0.0), "")
    lain = lies is not None and lay is not None and not rolled_anew(lay, lies)
    pushed = lies is not None and lay is not None and may_be_pushed(lay, lies)
    if lies is not None and (lain or pushed):
        yield from _told(play, lies, said, toward)
        if lain:
            return
    if lies is not None and said in ("", lies.face) and lies.face not in play.told:
        thrown = replace(play, fell=play.fell + lies.face)
        yield from _rolled(thrown, lies.face, lies, "" if pushed else "die", "pushed" if pushed else "")
    # more throws may come before the next look, if it shows the car elsewhere or another player may spend a token
    if lies is None or (not pushed and (seen_at(play, toward) != play.place or _others_hold(play))):
        if said and lies is not None and said in play.fell:
            return
        for face in (said,) if said else ("", corners.SPIN_OUT_FACE):
            overtaken = TOLD if said else OVERTAKEN
            shown = overtaken if lies is not None else face if face == corners.SPIN_OUT_FACE else SAFE
            die = TrayDie(shown, ANYWHERE, ANYWHERE, 0.0)
            yield from _rolled(replace(play, told=play.told + said), face, die, "die" if lies is None else "")


def _told(play: Play, lies: TrayDie, said: str, toward: Observation) -> Iterator[Step[Play]]:
    """A throw that no look shows: people tell of it, or the car was not seen to stand where it was due."""
    if said and said not in play.fell:
        yield from _rolled(replace(play, told=play.told + said), said, lies, "")
    unseen = play.due == ROLL and all(stand.used == 0 for stand in play.stands) and seen_at(play, toward) != play.place
    if not said and unseen:
        yield from _rolled(replace(play, told=play.told + UNTOLD), "", lies, "")


def _rolled(play: Play, face: str, die: TrayDie, shown_by: str, how: str = "") -> Iterator[Step[Play]]:
    """A throw and what becomes of it; of one that nobody knows enough about either may."""
    again = play.due == AGAIN
    # of a re-roll that nobody saw either may have come
    outs = (True, False) if again and not face else (corners.spins_out(face, play.token if again else None),)
    for out in outs:
        after = replace(play, tray=die, due=OUT if out else "", safe=not out, token="")
        fell = face or (SPUN if out else SAFELY)
        if how and face in play.fell[:-1]:
            fell = how  # what was said of a throw that showed this face says nothing of a push
        claim = claim_of("reroll" if again else "roll", play.car, fell, shown_by=shown_by, how=how)
        yield step_to(play, Roll(face or None, again), after, (claim,), chance=True)


def _others_hold(play: Play) -> bool:
    """Whether another player has a token left."""
    return any(hand for _, hand in others_tokens(play.position, play.car))


def may_spend_more(play: Play) -> bool:
    """Whether the table allows one more token against this entry."""
    return not (play.position.variants.one_defence and play.against)


def may_be_met(play: Play, toward: Observation | None) -> bool:
    """Whether a token may be spent against the roll just made: the die is then seen thrown once more, or is hidden."""
    if not may_spend_more(play):
        return False
    lies = None if toward is None else toward.tray
    return lies is None or play.tray is None or not same_die(play.tray, lies)


def defences(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A token of another player's against a safe roll; unsaid, it is thought of where the table shows some of it."""
    if not _others_hold(play):
        return
    spun = toward is not None and not isinstance(seen_at(play, toward), OnSquare | None)
    unseen = play.tray is not None and play.tray.x_mm == ANYWHERE
    if not may_be_met(play, toward):
        if spun and not unseen and play.tray is not None:
            yield from _met_unseen(play, play.tray.face)
        return
    most = FASTEST
    if toward is not None:
        if not spun and (unseen or toward.tray is None):
            return  # a re-roll that changed nothing need not be thought of
        five = toward.tray is not None and corners.spins_out(toward.tray.face)
        if unseen and (play.against or five):
            return  # the 5 that is seen was the roll
        if spun and toward.tray is not None:
            most = face_value(toward.tray.face)
    for pool, hand in others_tokens(play.position, play.car):
        fitting = sorted((token for token in tokens_in(hand) if token_speed(token) <= most), key=token_speed)
        if toward is not None:
            # unsaid, one token of a player's stands for all: the likeliest to spin the car out, or not to
            fitting = fitting[:1] if spun else fitting[-1:]
        for token in fitting:
            yield from with_re_roll(defended_by(play, pool, token, spend(hand, token) or ""), toward)


def _met_unseen(play: Play, face: str) -> Iterator[Step[Play]]:
    """The throw that was seen was the re-roll already; the roll before it nobody saw."""
    if not may_spend_more(play):
        return
    claims = (claim_of("roll", play.car, SAFELY), claim_of("reroll", play.car, face, free=True))
    for pool, hand in others_tokens(play.position, play.car):
        for token in [one for one in tokens_in(hand) if corners.spins_out(face, one)][:1]:
            defended, roll = defended_by(play, pool, token, spend(hand, token) or ""), Roll(face, True)
            yield replace(
                defended,
                text=f"{defended.text} {action_text(roll)}",
                after=replace(defended.after, due=OUT, token=""),
                deed=met_and_rolled(defended.deed, deed(roll)),
                claims=(*defended.claims, *claims),
            )


def with_re_roll(
    defended: Step[Play], toward: Observation | None, faces: Iterable[str] = ("",)
) -> Iterator[Step[Play]]:
    """A token spent against the driver, and the re-roll that it forces."""
    for face in faces:
        for roll in rolls(defended.after, toward, face):
            text, claims = f"{defended.text} {roll.text}", (*defended.claims, *roll.claims)
            yield replace(roll, text=text, deed=met_and_rolled(defended.deed, roll.deed), claims=claims)


def defended_by(play: Play, pool: str, token: str, left: str, broken: Fact | None = None) -> Step[Play]:
    """Another player spends a token against the roll just made; the re-roll is due."""
    tokens = tuple((one, left if one == pool else hand) for one, hand in play.position.tokens)
    position = replace(play.position, tokens=tokens)
    after = replace(play, position=position, due=AGAIN, token=token, against=play.against + 1, safe=False)
    claim = claim_of("defence", play.car, token, at=pool)
    return step_to(play, Defence(pool, token), after, (claim,), (broken,))


def spun_out(play: Play) -> Step[Play]:
    """The car is set outside the corner that it stands on."""
    shape = field_of(play.position).shape
    square = play.place.square if isinstance(play.place, OnSquare) else shape.circuit.tiles[0]
    tile = shape.circuit.tiles[shape.tile_at[square]]
    after = replace(
        play,
        place=OutsideCorner(tile),
        due="",
        stopped=True,
        spot=square,
        turned=False,
        speeds=0,
        stands=(),
        safe=False,
    )
    return step_to(play, SpinOut(tile), after)


def idle_throw(play: Play, lies: TrayDie, hidden: bool) -> Iterator[Step[Play]]:
    """The die is pushed, or thrown for nothing, where nothing says that this was a roll that was due."""
    if play.tray is None or (play.tray.x_mm == ANYWHERE and (play.safe or play.spot) and play.tray.face != TOLD):
        # a roll and the look after it are not parted by one more throw that nobody saw
        return
    if play.handed and not play.used:
        # what happened at the edge of two turns was the turn's that was over
        return
    thrown = not may_be_pushed(play.tray, lies)
    if thrown and lies.face in play.told:
        return  # then this was the throw that people told of
    claims = [claim_of("thrown", play.car, "", shown_by="die", free=True)]
    if play.safe and thrown and _others_hold(play):
        claims.append(claim_of("defence", play.car, "no"))
    if play.doubtful and corners.spins_out(lies.face):
        claims.append(claim_of("speed", play.car, "1", at=str(play.used)))
    stirred = play.stirred or hidden
    yield step_to(
        play,
        None,
        replace(play, tray=lies, stirred=stirred, safe=False, fell=play.fell + lies.face),
        tuple(claims),
        odd=int(thrown),
    )
