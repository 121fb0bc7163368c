"""The law of a Royal Racers turn for the mind: what hands and dice may do next, and what they do wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import product

from referee.frozen import dataclass, replace
from referee.games.royal_racers import rules as law
from referee.games.royal_racers.actions import deed, deed_text
from referee.games.royal_racers.board import FACES, NEXT_TO, NULL, SQUARES, TURNABLE, Square, distance, square_name
from referee.games.royal_racers.position import (
    BACK,
    CAMPAIGN,
    PLACING,
    PUSHED,
    SAME,
    THROWN,
    UNSEEN,
    Die,
    Observation,
    Position,
    how_it_lies,
    observation_text,
    parse_observation,
    parse_position,
    position_text,
    turn_order,
    visible,
)
from referee.games.royal_racers.succession import (
    hand_on,
    out_of_turn,
    placements,
    put,
    step_squares,
    touch,
    turned,
    way_back,
    with_flag,
)
from referee.games.royal_racers.words import WORDS
from referee.games.rulebook import Ask, Claim, Step, spaced
from referee.words.fact import NO, Fact, fact, facts

rules = law.RULES
words = WORDS
ROLL, FLIP, BACK_UP, STEP, PLACE_FLAG = "roll", "flip", "back", "step", "place"
COVERED = "covered"
"""After a card that was named in vain lies face down again, while the pawn still has to go back."""
LATE = "late"
"""After a step that was made before a card was turned over."""
UNROLLED = "unrolled"
"""After a turn was begun without the roll: of which rank a card is that is turned is no further fault."""
KNOCKED = 2
"""A die knocked over is odder than a turn that was missed: the next player may have rolled already."""

ANY = "any"
"""What was rolled where nobody can know it."""
ANYWHERE = float("inf")
"""Where a die lies that was thrown unseen."""
name = "royal-racers"
title = "Royal Racers"


@dataclass(frozen=True)
class Play:
    """A position in the midst of a turn.

    Attributes
    ----------
    stage : what comes next.
    rolled : the face rolled in this turn; "" before, and when there was no roll.
    wrong : the card that was named in vain and lies face up for the moment.
    off : pawns that stand beside the board.
    opening : whether it is the turn under way since people last looked: its die may have been thrown before.
    early : whether its player's die was first seen once all was done that his turn before shows: he may have thrown it
        again by then.
    """

    position: Position
    stage: str
    rolled: str = ""
    wrong: Square | None = None
    off: frozenset[str] = frozenset()
    opening: bool = False
    early: bool = False


def begin(position: Position) -> Play:
    """The beginning of the turn of the player to act."""
    return Play(position, PLACE_FLAG if position.phase == PLACING else ROLL)


def worlds(text: str) -> tuple[Play, ...]:
    """The beginning of a turn in today's notation. Raises NotationError."""
    return (opening(parse_position(text)),)


def opening(position: Position) -> Play:
    """The beginning of a turn of which nothing was seen yet."""
    return replace(begin(position), opening=True)


def text(play: Play) -> str:
    """The position in today's notation; a die that was thrown unseen lies nowhere."""
    dice = tuple(one for one in play.position.dice if one[1].x_mm != ANYWHERE)
    return position_text(replace(play.position, dice=dice))


parse_look = parse_observation
turn_text = spaced


def look_text(seen: Observation) -> str:
    """A look in today's notation; a die that was thrown unseen lies nowhere."""
    return observation_text(replace(seen, dice=tuple(one for one in seen.dice if one[1].x_mm != ANYWHERE)))


def driver(play: Play) -> str:
    """The suit of the player to act; "" when the race is over."""
    return play.position.to_move if play.position.queue else ""


def round_length(play: Play) -> int:
    """Every seat has one turn."""
    return len(play.position.seats)


def show(play: Play) -> Observation:
    """What a camera sees."""
    seen = visible(play.position)
    if play.off:
        pawns = tuple((suit, None if suit in play.off else square) for suit, square in seen.pawns)
        seen = replace(seen, pawns=pawns)
    if play.wrong is None or play.stage == COVERED:
        return seen
    cells = list(seen.cards)
    cells[play.wrong] = cells[play.wrong].removeprefix(BACK)
    return replace(seen, cards=tuple(cells))


def clash(shown: Observation, seen: Observation) -> int:
    """In how many cards, pawns, flags and dice two looks differ; a die that was thrown unseen shows its face alone."""
    cards = _cards_apart(shown.cards, seen.cards)
    lying = dict(seen.dice)
    thrown = sum(one in lying and _how(die, lying[one]) == THROWN for one, die in shown.dice)
    at, flags = dict(shown.pawns), dict(shown.flags)
    pawns = sum(at.get(suit, place) != place for suit, place in seen.pawns)
    elsewhere = 0
    if shown.flags != seen.flags:
        hidden = shown.unseen.difference(at.values())  # beside a pawn a flag shows
        news = ((flag, square) for flag, square in seen.flags if flag in flags or square not in hidden)
        elsewhere = sum(flags.get(flag) != square for flag, square in news)
    return cards + pawns + thrown + elsewhere + len(gone(shown.flags, seen))


@lru_cache(1024)
def _cards_apart(shown: tuple[str, ...], seen: tuple[str, ...]) -> int:
    return sum(
        a != b and UNSEEN not in (a, b) and not (b == BACK and a.startswith(BACK))
        for a, b in zip(shown, seen, strict=True)
    )


def gone(flags: Iterable[tuple[str, Square]], seen: Observation) -> list[tuple[str, Square]]:
    """The flags whose card is seen bare; under a pawn it may lie unseen, and a look without any flag says nothing."""
    if not seen.flags or flags == seen.flags:
        return []
    now = {flag for flag, _ in seen.flags}
    hidden = {*seen.unseen, *(place for _, place in seen.pawns)}
    away = [(flag, square) for flag, square in flags if flag not in now]
    return [(flag, square) for flag, square in away if square not in hidden and seen.cards[square] != UNSEEN]


def settle(play: Play, seen: Observation) -> Play:
    """The dice lie as a look shows them that agrees with their faces."""
    lying = dict(seen.dice)
    dice = tuple((suit, lying.get(suit, die)) for suit, die in play.position.dice)
    dice += tuple((suit, die) for suit, die in seen.dice if suit not in dict(dice))
    if dice == play.position.dice:
        return play
    suit = driver(play)
    unseen = any(one == suit and die.x_mm == ANYWHERE for one, die in play.position.dice)
    early = play.early or (unseen and suit in lying)
    return replace(play, position=replace(play.position, dice=dice), early=early)


def actions(play: Play, toward: Observation | None = None) -> Iterator[Step[Play]]:
    """Everything the rules allow next."""
    position = play.position
    suit = position.to_move
    yield from _knocks(play, toward)
    yield from _taken_off(play, toward)
    yield from _found(play, toward)
    yield from _righted(play, toward)
    match play.stage:
        case "place":
            lying = dict(toward.flags) if toward is not None else {}
            flag, _ = law.due_flag(position)
            for square in placements(position):
                if lying.get(flag, square) == square:
                    lies = fact("flag", by=suit, who=flag[0], rank=flag[1], value=square_name(square))
                    after = begin(hand_on(with_flag(position, flag, square)))
                    yield _step(
                        _placed(flag, square), after, (Claim(lies, f"flag:{flag}"),), over=True, reversible=True
                    )
        case "roll":
            for face in FACES:
                yield from _rolls(play, face, toward)
        case "flip":
            yield from _flips(play, toward)
            if not law.must_turn(position, play.rolled):
                yield from _steps(Play(position, STEP))
        case "back" | "covered":
            # a card that is seen lies face down again, or this is not what happened
            seen = toward is None or play.wrong is None or toward.cards[play.wrong] != UNSEEN
            again = Claim(fact("covered", by=suit), f"card:{play.wrong}", free=seen)
            back = way_back(position, suit)
            stays = toward is not None and dict(toward.pawns).get(suit) == position.at[suit]
            if play.stage == BACK_UP and stays and back not in (None, position.at[suit]):
                yield Step("", replace(play, stage=COVERED), again.fact, (again,))
            if play.stage == BACK_UP and toward is not None and play.wrong is not None and back is not None:
                home = put(position, suit, back)  # before the card is turned down again, and a look shows both
                goes = position.at[suit] != back == dict(toward.pawns).get(suit)
                if goes and not toward.cards[play.wrong].startswith(BACK):
                    yield Step("", replace(play, position=home), fact("back", by=suit, value=square_name(back)))
            if back is not None:
                yield _step(deed("back", back), Play(put(position, suit, back), STEP), (again,))
            else:
                for place in dict.fromkeys((position.last_flag(suit), position.at[suit])):
                    if place is not None:
                        here = place == position.at[suit]
                        said = Claim(fact("back", by=suit, value="stay" if here else square_name(place)))
                        after = Play(put(position, suit, place), STEP)
                        yield _step(deed("stayed") if here else deed("back", place), after, (again, said))
        case "unrolled":
            for square in sorted(_turned_over(toward, position.down)) if toward is not None else ():
                if not law.turned_over(position, "", square):
                    yield _turned(play, square)
            yield from _steps(Play(position, STEP))
        case "late":
            for square in position.squares_of(play.rolled):
                if law.may_turn(position, square):
                    turn = Play(turned(position, square), LATE)
                    yield _step(_flip(position, square), turn, _card(suit, square))
            touched, flag = touch(position, suit)
            yield _step(deed("not-moved"), begin(hand_on(touched)), _touches(suit, flag), over=True)
        case _:
            yield from _steps(play)


def _rolls(play: Play, face: str, toward: Observation | None) -> Iterator[Step[Play]]:
    """A throw, unless the die is seen to lie as it lay: where it came to rest a look will show."""
    position = play.position
    suit = position.to_move
    lain, now = dict(position.dice).get(suit), dict(toward.dice).get(suit) if toward is not None else None
    rolled = fact("roll", by=suit, value=face)
    if toward is None or lain is None or now is None or _how(lain, now) != SAME:
        shown = face if now is None or now.face == face else ANY  # another is thrown again before the look
        after = Play(_with_die(position, suit, Die(shown, ANYWHERE, ANYWHERE, 0.0)), FLIP, face)
        yield _step(deed("rolled", rank=face), after, (Claim(rolled, f"die:{suit}"),), chance=True)
    elif (face == now.face and (play.early or (play.opening and _left_a_trace(position, face, toward)))) or (
        play.opening and not _others_acted(position, toward)
    ):
        yield _step(deed("rolled", rank=face), Play(position, FLIP, face), (Claim(rolled),), chance=True)


def _others_acted(position: Position, toward: Observation) -> bool:
    """Whether a look shows that another player rolled or moved; then a die that lies as it lay was hardly thrown."""
    lain = dict(position.dice)
    rolled = any(one in lain and _how(lain[one], die) == THROWN for one, die in toward.dice)
    moved = any(one != position.to_move and position.at.get(one, place) != place for one, place in toward.pawns)
    return rolled or moved


def _left_a_trace(position: Position, face: str, toward: Observation) -> bool:
    """Whether a look shows what the player at turn may have done with this roll: his pawn elsewhere, or such a card."""
    suit = position.to_move
    over = _turned_over(toward, position.down)
    return dict(toward.pawns).get(suit, position.at[suit]) != position.at[suit] or not over.isdisjoint(
        position.squares_of(face)
    )


def _knocks(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A die that is seen to lie otherwise though its player has nothing to roll: somebody knocked it over."""
    for suit, now in toward.dice if toward is not None else ():
        lain = dict(play.position.dice).get(suit)
        rolling = play.stage == ROLL and suit == play.position.to_move
        if not rolling and lain is not None and lain.x_mm != ANYWHERE and _how(lain, now) == THROWN:
            after = replace(play, position=_with_die(play.position, suit, now))
            yield Step("", after, fact("knocked", by=suit), odd=KNOCKED)


def _taken_off(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """Flags that were touched may be taken off the board, by whom and when nobody minds."""
    position = play.position
    for flag, _ in gone(position.flags, toward) if toward is not None else ():
        if position.has_touched(flag) and flag not in position.off:
            after = replace(position, off=tuple(sorted((*position.off, flag))))
            yield Step("", replace(play, position=after), fact("cleared", by=flag[0]))


def _found(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """Flags that come into sight only in the race: what hid them is gone, and nobody put them there now."""
    position = play.position
    for flag, square in toward.flags if toward is not None and position.phase != PLACING else ():
        if flag not in position.flag_at:
            after = replace(play, position=with_flag(position, flag, square))
            yield Step("", after, fact("found", by=flag[0]), odd=1)


def _righted(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    """A card that may never lie face down is turned up: who puts right what a fault left does nothing wrong."""
    position = play.position
    for square in sorted(_lies_wrongly(position) & _turned_over(toward, position.down)) if toward is not None else ():
        yield Step("", replace(play, position=turned(position, square)), fact("righted", by=position.to_move), odd=1)


def _lies_wrongly(position: Position) -> frozenset[Square]:
    """The cards that lie face down and never may (Setup b) and Gameplay)."""
    placing = position.phase == PLACING
    return frozenset(square for square in position.down if placing or position.rank(square) not in TURNABLE)


def _turned_by_play(position: Position, toward: Observation) -> frozenset[Square]:
    """The squares whose card is seen to lie otherwise, but for those that anybody may put right."""
    return _turned_over(toward, position.down) - _lies_wrongly(position)


def _with_die(position: Position, suit: str, die: Die) -> Position:
    dice = dict(position.dice) | {suit: die}
    return replace(position, dice=tuple((one, dice[one]) for one in position.seats if one in dice))


def _flips(play: Play, toward: Observation | None) -> Iterator[Step[Play]]:
    position, roll = play.position, play.rolled
    suit = position.to_move
    if roll not in TURNABLE:
        return
    down = [square for square in SQUARES if law.may_try(position, square)]
    if law.all_under_pawns(position, roll):
        for square in down:
            yield _turned(play, square, _card(suit, square))
        return
    for square in position.squares_of(roll):
        if law.may_turn(position, square):
            yield _turned(play, square, _card(suit, square))
    wrong = [square for square in down if position.rank(square) != roll]
    again = [square for square in wrong if toward is not None and toward.cards[square].startswith(BACK)]
    # of those that lie face down again by the look one is as good as another: nobody sees which was named
    yield from (_in_vain(play, square, square in again) for square in wrong if square not in again[1:])


def _in_vain(play: Play, square: Square, again: bool) -> Step[Play]:
    """A card of another rank is named, and turned up for the moment: no look shows it if it lies face down `again`."""
    named = fact("named", by=play.position.to_move, value=square_name(square))
    claim = Claim(named, "" if again else f"card:{square}")
    return _step(deed("wrong", square), Play(play.position, BACK_UP, play.rolled, square), (claim,))


def _card(suit: str, square: Square) -> tuple[Claim, ...]:
    named = frozenset((fact("named", value=square_name(square)),))
    return (Claim(fact("turned", by=suit, value=square_name(square)), f"card:{square}", others=named),)


def _flip(position: Position, square: Square) -> Fact:
    return deed("up" if square in position.down else "down", square)


def _turned(play: Play, square: Square, claims: tuple[Claim, ...] = (), broken: tuple[Fact, ...] = ()) -> Step[Play]:
    """The card on a square is turned over, and a step may follow."""
    position = play.position
    return _step(_flip(position, square), Play(turned(position, square), STEP), claims, broken)


def _steps(play: Play) -> Iterator[Step[Play]]:
    position = play.position
    suit = position.to_move
    for square in step_squares(position, suit):
        yield _stepped(play, square, ())
    after = begin(hand_on(position))
    after = replace(after, early=play.early and driver(after) == suit)
    yield _step(deed("not-moved"), after, (_pawn(suit, position.at[suit]),), over=True)


@lru_cache(256)
def _pawn(suit: str, square: Square) -> Claim:
    return Claim(fact("pawn", by=suit, value=square_name(square)), f"pawn:{suit}")


def _stepped(play: Play, square: Square, broken: tuple[Fact, ...]) -> Step[Play]:
    position = play.position
    suit = position.to_move
    after, flag = touch(put(position, suit, square), suit)
    claims = _touches(suit, flag)
    proper = square in NEXT_TO[position.at[suit]]
    pawn = _pawn(suit, square)
    if after.winner and CAMPAIGN in position.variants:
        coins = {one: FACES[after.count(one) : after.count(one) + 1] for one in after.seats}
        claims += tuple(Claim(fact("coin", at=one, value=face), free=True) for one, face in coins.items() if face)
    done = deed("went" if proper else "put", square)
    return _step(done, begin(hand_on(after)), (pawn, *claims), broken, over=True, reversible=True)


def _placed(flag: str, square: Square) -> Fact:
    return deed("placed", square, who=flag[0], rank=flag[1])


def _step(
    done: Fact,
    after: Play,
    claims: tuple[Claim, ...] = (),
    broken: tuple[Fact, ...] = (),
    over: bool = False,
    chance: bool = False,
    odd: int = 0,
    reversible: bool = False,
) -> Step[Play]:
    return Step(deed_text(done), after, done, claims, broken, over, odd, chance, reversible)


def shows(seen: Observation, thing: str) -> bool:
    """Whether a look shows a card, pawn, die or flag, or what flag lies on a place."""
    kind, _, name = thing.partition(":")
    match kind:
        case "place":
            return int(name) not in seen.unseen
        case "card":
            return seen.cards[int(name)] != UNSEEN
        case "pawn":
            return name in dict(seen.pawns)
        case "die":
            return name in dict(seen.dice)
    return name in dict(seen.flags)


def slips(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """What hands do wrong on the way to a look."""
    position = play.position
    suit = position.to_move
    placing = play.stage == PLACE_FLAG
    for other, place in toward.pawns:
        if (placing or other != suit) and place is not None and position.at.get(other, place) != place:
            after = replace(play, position=out_of_turn(touch(put(position, other, place), other)[0], (other,)))
            wrong = facts(law.before_race(other) if placing else law.turn_order(other, suit))
            stood = (_lay(f"pawn:{other}", "pawn", by=other),)
            yield _step(deed("put", place), after, stood, wrong, reversible=True)
            if play.stage == ROLL:  # whose turn it is may have done nothing at all
                yield _step(deed("put", place), after, stood, wrong, over=True)
    if placing:
        yield from _misplaced(play, toward)
        yield from _touched(play, toward)
        return
    for square in sorted(_turned_by_play(position, toward)):
        if play.stage not in (FLIP, STEP, UNROLLED):
            continue
        lay = _lay_so(position, square)
        broken = law.turned_over(position, play.rolled, square)
        if play.stage == STEP:
            fixed = tuple(one for one in broken if one.kind == law.FLIP_FIXED.id)
            pawn = tuple(one for one in broken if one.kind == law.FLIP_PAWN.id)
            broken = fixed or (*pawn, law.second_card(position, square))
        if broken:
            yield _turned(play, square, lay, broken)
        chosen = law.turned_over(position, play.rolled, square, any_card=True) if play.stage == FLIP else ()
        if chosen and chosen != broken:
            claims = (*lay, Claim(fact("any")), *_others_stand(position))
            yield _turned(play, square, claims, chosen)
    yield from _touched(play, toward)
    if play.stage == ROLL:
        none = Claim(fact("roll", by=suit, value=NO))
        yield _step(deed("not-moved"), Play(position, UNROLLED), (none,), facts(law.no_roll(position)))
    if play.stage == FLIP and play.rolled in TURNABLE:
        for square in step_squares(position, suit):
            early = Play(put(position, suit, square), LATE, play.rolled, off=play.off)
            broken = facts(law.too_early(position, play.rolled))
            yield _step(deed("went", square), early, (_pawn(suit, square),), broken, odd=1, reversible=True)
    nothing = law.nothing_turned(position, play.rolled) if play.stage == FLIP else None
    if nothing is not None:
        yield _step(deed("not-moved"), Play(position, STEP), tuple(_others_stand(position)), facts(nothing))
    if play.stage in (BACK_UP, COVERED) and way_back(position, suit) not in (None, position.at[suit]):
        broken = law.tried(position, play.rolled, play.wrong, back=False)
        yield _step(deed("stayed"), Play(position, STEP), broken=broken)
    if play.stage in (FLIP, STEP):
        end = dict(toward.pawns).get(suit, position.at[suit])
        if end is None and suit not in play.off:
            left = replace(begin(hand_on(position)), off=play.off | {suit})
            yield _step(deed("left"), left, broken=facts(law.step(suit, position.at[suit], None)), over=True)
        elif end is not None and end != position.at[suit]:
            steps = (
                law.step(suit, position.at[suit], end),
                law.occupied(position, suit, end),
                law.face_down(suit, end, position.down),
                law.opponent_flag(position, suit, position.at[suit], end, position.down),
            )
            broken = tuple(one.also(start=square_name(position.at[suit])) for one in steps if one)
            if broken:
                stepped = _stepped(replace(play, stage=STEP), end, broken)
                yield replace(stepped, claims=(*stepped.claims, *_others_stand(position)), odd=1)


def _lay(thing: str, what: str, **whose: str) -> Claim:
    """What a fault of moving a thing, as `shows` names it, hangs on: it lay until then as it was last seen."""
    return Claim(fact("lay", what=what, **whose), thing, before=True)


def _flag_lay(flag: str, thing: str) -> tuple[Claim, ...]:
    """What a fault of moving a flag hangs on: it lay where a look from before shows it, or not where one shows none."""
    return (_lay(thing, "flag", who=flag[0], rank=flag[1]),)


def _lay_so(position: Position, square: Square) -> tuple[Claim, ...]:
    """What a fault of turning a card may hang on: the card lay so before, a pawn or its flag is still on it."""
    flag = position.flagged.get(square)
    card = Claim(fact("card", by=position.to_move, value=square_name(square)), f"card:{square}", before=True)
    on_it = tuple(one for one in _others_stand(position) if one.fact.get("value") == square_name(square))
    if flag is None or not position.has_touched(flag):
        return (card, *on_it)
    lies = fact("flag", by=position.to_move, who=flag[0], rank=flag[1], value=square_name(square))
    return (card, *on_it, Claim(lies, f"flag:{flag}", before=True))


def _others_stand(position: Position) -> Iterator[Claim]:
    """What a fault of a step may hang on: the other pawns stand where they were last seen."""
    for suit, square in position.pawns:
        if suit != position.to_move:
            yield Claim(fact("pawn", by=suit, value=square_name(square)), f"pawn:{suit}", before=True)


def heard(play: Play, toward: Observation, word: Fact) -> Iterator[Step[Play]]:
    """The card that somebody says was named in vain, of all that lie face down again."""
    if word.kind == "named" and play.stage == FLIP:
        yield from (one for one in _flips(play, None) if one.after.stage == BACK_UP and one.claims[0].told_by(word))


def misstated(play: Play, word: Fact) -> Iterator[Step[Play]]:
    """A flag that a player says he touched and did not, a coin that he took and should not have."""
    position, suit = play.position, play.position.to_move
    value = str(word.get("value"))
    ends = tuple(_steps(Play(position, STEP))) if play.stage in (FLIP, STEP) else ()
    if word.kind == "touch" and value in position.ranks:
        for one in ends:
            touched = next((str(claim.fact.get("value")) for claim in one.claims if claim.fact.kind == "touch"), "")
            broken = law.flag_order(position, suit, touched, value)
            claims = (*(claim for claim in one.claims if claim.fact.kind != "touch"), Claim(_touch(suit, value)))
            if broken:
                yield replace(one, claims=claims, broken=facts(broken))
    by_name = {square_name(square): square for square in SQUARES}
    if word.kind == "named" and play.stage == FLIP and value in by_name:
        tried = law.tried(position, play.rolled, by_name[value], back=True)
        if tried:
            said = (Claim(fact("named", by=suit, value=value)),)
            yield _step(
                deed("wrong", by_name[value]), Play(position, BACK_UP, play.rolled, by_name[value]), said, tried
            )
    if word.kind == "coin" and value in FACES:
        whose = str(word.get("at"))
        claim = Claim(word)
        won = [one for one in ends if CAMPAIGN in position.variants and one.after.position.winner]
        for one in won:
            broken = law.campaign(whose, FACES.index(value), one.after.position.count(whose))
            if broken:
                yield replace(one, claims=(*one.claims, claim), broken=facts(broken))
        if not won:
            coin = deed("coin", who=whose, count=FACES.index(value))
            yield _step(coin, play, (claim,), facts(law.campaign_not_played(whose)))


def _touches(suit: str, rank: str) -> tuple[Claim, ...]:
    return (Claim(_touch(suit, rank), free=True),) if rank else ()


def _touch(suit: str, rank: str) -> Fact:
    return fact("touch", by=suit, value=rank)


def _touched(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """Flags and cards that lie elsewhere."""
    position = play.position
    for flag, square in toward.flags:
        if position.flag_at.get(flag, square) != square:
            after = replace(play, position=with_flag(position, flag, square))
            lay = _flag_lay(flag, f"flag:{flag}")
            yield _step(_placed(flag, square), after, lay, facts(law.flag_moved(flag, gone=False)))
    for flag, square in gone(position.flags, toward):
        if flag not in position.off:
            after = replace(play, position=replace(position, off=tuple(sorted((*position.off, flag)))))
            if not position.has_touched(flag):
                lay = _flag_lay(flag, f"place:{square}")
                yield _step(deed("not-moved"), after, lay, facts(law.flag_moved(flag, gone=True)))
    swapped = _swapped(position.cards, toward.cards)
    if swapped:
        seen = tuple(cell.removeprefix(BACK) for cell in toward.cards)
        cards = tuple(seen[square] if square in swapped else card for square, card in enumerate(position.cards))
        down = position.down.difference(swapped) | _sides(toward.cards)[0].intersection(swapped)
        after = replace(play, position=replace(position, cards=cards, down=down))
        laid = tuple(_lay(f"card:{square}", "card", at=square_name(square)) for square in sorted(swapped))
        yield _step(deed("not-moved"), after, laid, facts(law.card_moved(min(swapped))))


def _misplaced(play: Play, toward: Observation) -> Iterator[Step[Play]]:
    """A flag put elsewhere than it is due, or none at all; a card turned over before the race."""
    position = play.position
    yield _step(deed("not-moved"), begin(hand_on(position)), broken=facts(law.not_placed(position)), over=True)
    for square in sorted(_turned_by_play(position, toward)):
        after = replace(play, position=turned(position, square))
        up = law.layout(position.cards, frozenset((square,)))
        yield _step(deed("down", square), after, _lay_so(position, square)[:1], facts(up))
    for flag, square in toward.flags:
        if flag not in position.flag_at:
            broken = law.flag_placement(position, flag, square)
            if broken:
                after, lay = begin(hand_on(with_flag(position, flag, square))), _flag_lay(flag, f"place:{square}")
                yield replace(_step(_placed(flag, square), after, lay, facts(broken), over=True), odd=1)
            yield from _left_out(position, flag, square)


def _left_out(position: Position, flag: str, square: Square) -> Iterator[Step[Play]]:
    """A flag that lies as one of the next players should have placed it: whose turn it is has placed none."""
    later = hand_on(position)
    while later.phase == PLACING and later.to_move != position.to_move:
        if law.flag_placement(later, flag, square) is None:
            broken, lay = law.not_placed(position), _flag_lay(flag, f"place:{square}")
            after = begin(hand_on(with_flag(later, flag, square)))
            yield _step(_placed(flag, square), after, lay, (broken,), over=True)
            return
        later = hand_on(later)


def asks(play: Play) -> tuple[Ask, ...]:
    """What may be said: the roll, the card that was named or turned over, the flag that was touched."""
    suit, position = driver(play), play.position
    squares = tuple(square_name(square) for square in SQUARES)
    down = tuple(square_name(square) for square in sorted(position.down))
    due = position.ranks[position.count(suit) :][:1] if suit else ""
    return (
        Ask(fact("roll", by=suit), (*FACES, NO)),
        Ask(fact("any", by=suit), ("",)),
        Ask(fact("named", by=suit), down),
        Ask(fact("turned", by=suit), squares),
        Ask(fact("touch", by=suit), tuple(due)),
        Ask(fact("back", by=suit), ("stay", *squares)),
    )


def reach(play: Play, toward: Observation, turns: int) -> bool:
    """Whether so many turns may lead to a look.

    A turn turns one card over at most, and moves its own pawn by a step or from one of its flags by a step; a player
    whose die is seen to lie as it lay has not had a whole turn while others had, and one whose die was thrown unseen
    and shows another face has thrown it again. So many turns were begun at least as it takes to move those pawns and to
    throw those dice.
    """
    position = play.position
    order = _order(position, turns)
    first = 0 if play.stage == ROLL else 1
    over = _turned_by_play(position, toward)
    either = {over, over - {play.wrong}}  # the card that is turned up for the moment may be turned up for good yet
    again = set[str]()
    if position.phase != PLACING:
        lain = dict(position.dice)
        how = {suit: _how(lain[suit], die) for suit, die in toward.dice if suit in lain}
        thrown = first + (play.early or play.opening)  # whose die may have been thrown before it was seen to lie so
        still = next((at for at in range(thrown, len(order)) if how.get(order[at]) == SAME), len(order))
        order = order[: max(1, still)]
        again = {suit for suit in how if lain[suit].x_mm == ANYWHERE and how[suit] == THROWN}
        if not again.issubset(order[first:]):
            return False
    if any(position.rank(square) not in TURNABLE for square in over - {play.wrong}):
        return False
    if position.flags != toward.flags:
        placed = sum(flag not in position.flag_at for flag, _ in toward.flags)
        if position.phase == PLACING and placed > (len(order) if play.stage == PLACE_FLAG else 0):
            return False
        if any(position.flag_at.get(flag, square) != square for flag, square in toward.flags):
            return False
    if _swapped(position.cards, toward.cards):
        return False
    if any(
        flag not in position.off and not position.has_touched(flag, order.count(flag[0]))
        for flag, _ in gone(position.flags, toward)
    ):
        return False
    if not _all_may_come(play, order, toward):
        return False
    if position.phase == PLACING:
        return len(over) <= len(order)
    least = max((order.index(one, first) + 1 for one in again), default=min(first, len(order)))
    begun = [order[:turns] for turns in range(least, len(order) + 1)]
    return any(_may_lie_so(play, toward, had, cards) for cards in either for had in begun)


def _all_may_come(play: Play, order: tuple[str, ...], toward: Observation) -> bool:
    """Whether pawns may come to where they are seen in these turns; none steps to where another has yet to leave."""
    places, lie = play.position.at, {square: suit for suit, square in play.position.pawns}
    for suit, place in toward.pawns:
        if place is None:
            continue
        times = order.count(suit)
        if not _may_come(play, suit, place, times, toward):
            return False
        there = lie.get(place, suit)
        if there != suit and places.get(suit) != place and place not in _may_rest(play.position, suit, times)[1]:
            last = max(at for at, one in enumerate(order) if one == suit)
            if there not in order[:last]:
                return False
    return True


def _may_lie_so(play: Play, toward: Observation, order: tuple[str, ...], over: frozenset[Square]) -> bool:
    """Whether just these turns, the last one perhaps under way, may turn over these cards and no other.

    A roll turns over a card of its rank, which another roll of that rank may turn back, or a card is named in vain. The
    last player, whose pawn has not moved then, may have one turned up so, or none yet.
    """
    position, rolls = play.position, _rolled(play, toward, order)
    if _all_may_come(play, order, toward) and _turn_over(position, toward, order, over, rolls):
        return True
    if not rolls or rolls[-1][0] != order[-1]:  # the last one is past his card
        return False
    face, rolls = rolls[-1][1], [(suit, rolled, own - (suit == order[-1])) for suit, rolled, own in rolls[:-1]]
    order = order[:-1]
    if not _all_may_come(play, order, toward):
        return False
    if _turn_over(position, toward, order, over, rolls, spare=int(face != NULL)):
        return True
    up = (square for square in over & position.down if face not in (NULL, position.rank(square)))
    return any(_turn_over(position, toward, order, over - {square}, rolls) for square in up)


def _turn_over(
    position: Position,
    toward: Observation,
    order: tuple[str, ...],
    over: Iterable[Square],
    rolls: Sequence[Roll],
    spare: int = 0,
) -> bool:
    """Whether rolls may turn over these cards and no other, but for so many that are turned back otherwise.

    Whose pawn comes where only the way back leads has turned over none.
    """
    vain = [roll for roll in rolls if _must_fail(position, toward, roll[0], order)]
    if any(face == NULL for _, face, _ in vain):
        return False
    rolls = [roll for roll in rolls if roll not in vain]
    faces = [face for _, face, _ in rolls if face != ANY]
    more = Counter(faces)
    more.subtract(map(position.rank, over))
    free = len(rolls) - len(faces) + sum(count for count in more.values() if count < 0)
    if free < 0:
        free += sum(_may_be_covered(position, toward, face, order) for face in faces)
    if free < 0:
        return False
    odd = [face for face, count in more.items() if count > 0 and count % 2 and face in TURNABLE]
    if free + spare >= len(odd):
        return True
    fail = sum(any(_may_fail(position, toward, roll, order) for roll in rolls if roll[1] == face) for face in odd)
    return free + spare >= len(odd) - fail


Roll = tuple[str, str, int]
"""Who rolls, what, and how many turns of his are left with that one."""


def _rolled(play: Play, toward: Observation, order: Sequence[str]) -> list[Roll]:
    """What is rolled in these turns for a card to come.

    ANY where nobody can know it: a die shows what was rolled last, and one that lies as it lay tells nothing.
    """
    lain, seen = dict(play.position.dice), dict(toward.dice)
    rolled, last = list[Roll](), Counter[str]()
    for suit in reversed(order[play.stage != ROLL :]):
        last[suit] += 1
        tells = suit in seen and last[suit] == 1 and not (suit in lain and _how(lain[suit], seen[suit]) == SAME)
        rolled.append((suit, seen[suit].face if tells else ANY, last[suit]))
    if play.stage in (FLIP, UNROLLED, LATE):
        suit = play.position.to_move
        rolled.append((suit, play.rolled if play.stage == FLIP else ANY, last[suit] + 1))
    return rolled[::-1]


@lru_cache(1024)
def _may_fail(position: Position, toward: Observation, roll: Roll, order: tuple[str, ...]) -> bool:
    """Whether a roll may have turned over no card of its rank that is seen: pawns and flags kept each as it lay, or a
    card was named in vain, after which the pawn came from its last flag to where it is seen."""
    suit, rank, own = roll
    place, last = dict(toward.pawns).get(suit), position.last_flag(suit)
    if place is None or last is None:
        return True
    _, backs = _may_rest(position, suit, order.count(suit) - own)
    if any(distance(back, place) <= own for back in backs):
        return True
    if last in position.down or toward.lies_down(last) is not False:
        return True  # the way back may have been barred, as by a pawn
    stands = _stands(position, toward, order)
    if any(last in where for one, where in stands.items() if one != suit):
        return True
    cards = position.squares_of(rank)
    bare = [square for square in cards if square not in position.flagged]
    return not bare or any(toward.cards[square] == UNSEEN for square in cards) or _may_stand_on(bare, stands)


def _must_fail(position: Position, toward: Observation, suit: str, order: Sequence[str]) -> bool:
    """Whether a pawn comes to where it is seen only by the way back after a card that was named in vain."""
    here, place = position.at[suit], dict(toward.pawns).get(suit)
    return place is not None and order.count(suit) == 1 and distance(here, place) > 1


@lru_cache(1024)
def _stands(position: Position, toward: Observation, order: tuple[str, ...]) -> Mapping[str, Set[Square]]:
    """Where each pawn may stand between these turns: of its own the last one leads to where it is seen."""
    found, places = dict[str, Set[Square]](), dict(toward.pawns)
    for suit in position.at:
        times, place = order.count(suit), places.get(suit)
        if times and place is not None:
            found[suit] = _may_rest(position, suit, times - 1)[0] | {place}
        else:
            found[suit] = _may_rest(position, suit, times)[0]
    return found


def _may_rest(position: Position, suit: str, times: int) -> tuple[frozenset[Square], frozenset[Square]]:
    """Where a pawn may stand after so many turns of its own or fewer, and its last flag may lie."""
    last = position.last_flag(suit)
    due = (position.flag_at.get(suit + rank) for rank in position.ranks[position.count(suit) : -1]) if times > 0 else ()
    return _rests(position.at[suit], frozenset(() if last is None else (last,)), frozenset(due), times)


@lru_cache(4096)
def _rests(
    at: Square, lasts: frozenset[Square], due: frozenset[Square | None], times: int
) -> tuple[frozenset[Square], frozenset[Square]]:
    """The same; a turn leads by a step from where the pawn stands, or from its last flag."""
    rest = frozenset((at,))
    for _ in range(times):
        rest = frozenset(square for square in SQUARES if any(distance(start, square) <= 1 for start in rest | lasts))
        lasts |= rest & due
    return rest, lasts


@lru_cache(1024)
def _may_be_covered(position: Position, toward: Observation, rank: str, order: tuple[str, ...]) -> bool:
    """Whether pawns may stand on every card of a rank, all that there are, so that any card may be turned up for it."""
    return rank in TURNABLE and _may_stand_on(position.squares_of(rank), _stands(position, toward, order))


def _may_stand_on(squares: Sequence[Square], stands: Mapping[str, Set[Square]]) -> bool:
    """Whether pawns that may stand in these places may stand on all these squares at once."""
    ways = product(*([suit for suit, where in stands.items() if square in where] for square in squares))
    return any(len({*those}) == len(squares) for those in ways)


def near(play: Play, toward: Observation, slips: int, turns: int) -> bool:
    """Whether so many slips in so many turns may lead to a look.

    A slip moves one pawn or one flag, turns over one card, or lays all cards otherwise; a legal turn moves its own pawn
    and turns over one card. Of two turns the second is the next player's, unless he was moved out of turn. What a die
    that was thrown unseen shows is not undone before its player's next turn.
    """
    position, stage = play.position, play.stage
    if position.phase == PLACING or not position.queue or turns < 1:
        return True
    suit, lain = position.to_move, dict(position.dice)
    for one, die in toward.dice:
        rolls = stage == ROLL if one == suit else turns > 1
        again = turns > 2 or (turns == 2 and turn_order(position.seats, position.round + 1)[0] == one)
        if not (rolls or again) and one in lain and lain[one].x_mm == ANYWHERE and lain[one].face != die.face:
            return False
    swapped = _swapped(position.cards, toward.cards)
    over = _turned_by_play(position, toward) - swapped - ({play.wrong} if play.wrong is not None else set())
    never = sum(position.rank(square) not in TURNABLE for square in over)
    flags = sum(position.flag_at.get(flag, square) != square for flag, square in toward.flags)
    needed = max(never, len(over) - turns + (stage == STEP)) + flags + bool(swapped)
    needed += sum(place is None and one not in play.off for one, place in toward.pawns)
    moved = {one: at for one, at in toward.pawns if at is not None and position.at.get(one, at) != at}
    own = moved.pop(suit, None)
    if turns == 1:
        lawful = own is None or bool(flags) or _may_come(play, suit, own, 1, toward)
        return needed + (not lawful) + len(moved) <= slips
    lawful = own is None or bool(flags) or _is_near(play, suit, own, turns)
    by_law = sum(bool(flags) or _is_near(play, one, at, turns - 1) for one, at in moved.items())
    if turns == 2 and _order(position, 2)[1] not in moved:
        by_law = 0
    return needed + (not lawful) + len(moved) - min(turns - 1, by_law) <= slips


@lru_cache(256)
def _swapped(lying: tuple[str, ...], seen: tuple[str, ...]) -> frozenset[Square]:
    """The squares where another card is seen than the one that lies there."""
    return frozenset(
        square for square in SQUARES if seen[square] not in (UNSEEN, BACK, "", lying[square], BACK + lying[square])
    )


@lru_cache(256)
def _sides(cells: tuple[str, ...]) -> tuple[frozenset[Square], frozenset[Square]]:
    """The squares whose card is seen to lie face down, and face up."""
    down = frozenset(square for square in SQUARES if cells[square].startswith(BACK))
    return down, frozenset(square for square in SQUARES if cells[square] != UNSEEN) - down


def _turned_over(toward: Observation, down: frozenset[Square]) -> frozenset[Square]:
    """The squares whose card is seen to lie otherwise."""
    seen_down, seen_up = _sides(toward.cards)
    return (seen_down - down) | (seen_up & down)


def _how(lain: Die, now: Die) -> int:
    """How a die lies beside how it lay; one that was thrown unseen may lie anywhere, but shows its face."""
    if lain.x_mm == ANYWHERE:
        return PUSHED if lain.face == now.face else THROWN
    return SAME if lain is now else how_it_lies(lain, now)


def _may_come(play: Play, suit: str, place: Square, times: int, toward: Observation) -> bool:
    """Whether a pawn may come to a square in so many turns of its own; nobody steps onto a card that lies face down.

    A card that was named in vain sends it back first, to its last flag.
    """
    position = play.position
    here = position.at.get(suit, place)
    if here == place:
        return True
    if toward.cards[place].startswith(BACK) and place not in _may_rest(position, suit, times)[1]:
        return False
    return _is_near(play, suit, place, times)


def _is_near(play: Play, suit: str, place: Square, times: int) -> bool:
    """The same of a pawn whatever lies on the square by then."""
    position = play.position
    here = position.at.get(suit, place)
    if times != 1:
        return place in _may_rest(position, suit, times)[0]
    stage = play.stage if suit in position.queue[:1] else ROLL  # nobody is to move once the race is over
    back = way_back(position, suit) if stage in (BACK_UP, COVERED) else None
    starts = (here, None if stage == STEP else position.last_flag(suit)) if back is None else (back,)
    return any(start is not None and distance(start, place) <= 1 for start in starts)


def _order(position: Position, turns: int) -> tuple[str, ...]:
    """Who acts in so many turns; anybody may be the first in the race once the flags are placed."""
    queue, number = position.queue, position.round
    if position.phase == PLACING and turns > len(queue):
        return queue + position.seats * (turns - len(queue))
    while len(queue) < turns:
        number += 1
        queue += turn_order(position.seats, number)
    return queue[:turns]
