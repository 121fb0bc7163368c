"""What people are told: a turn, whose turn it is, how the race stands; and what they may say.

What lies face down is never named here: the players have to remember it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.errors import NotationError
from referee.games.base import Question, standing
from referee.games.royal_racers.actions import deed, parse_turn
from referee.games.royal_racers.board import COLOURS, FACES, SUITS, TURNABLE, square_name
from referee.games.royal_racers.position import CAMPAIGN, PLACING, Position
from referee.games.royal_racers.rules import due_flag
from referee.games.royal_racers.succession import placements, step_squares
from referee.games.royal_racers.words import WORDS
from referee.games.season import Season, ranked
from referee.games.words_said import Pad, Sayable
from referee.words.fact import fact

PAD = Pad(WORDS)


def turn_in_words(text: str, complete: bool) -> str:
    """A turn in words.

    >>> turn_in_words("S r4 -c3 >d4", True)
    'red rolled a 4, turned down c3 and went to d4'
    >>> turn_in_words("M", False)
    'black has not moved yet'
    """
    suit, deeds = parse_turn(text)
    if not deeds:
        return WORDS.tell(fact("turn", who=suit, how="nothing" if complete else "not-yet"))
    if complete and not any(done.get("how") in ENDS_A_TURN for done in deeds):
        deeds = (*deeds, deed("not-moved"))
    return WORDS.tell(fact("turn", who=suit), deeds=[WORDS.tell(one) for one in deeds])


ENDS_A_TURN = ("went", "put", "left", "placed", "coin")
ADVICE = {"rolled": "rolled", "down": "down", "back": "back", "went": "go", "placed": "place"}
"""How a deed is advised."""


def advice(turn: str) -> str:
    """A legal turn as advice: a card to be turned up is not given away.

    >>> advice("S r4 -c3 >d4")
    'with 4 rolled, turn down c3, go to d4'
    """
    steps = []
    for done in parse_turn(turn)[1]:
        how = str(done.get("how"))
        if how in ADVICE:
            steps.append(fact("advice", **{**dict(done.params), "how": ADVICE[how]}))
        elif how in ("up", "wrong", "wrong-unseen"):
            steps.append(fact("advice", how="up"))
    if [step.get("how") for step in steps] == ["rolled"]:
        steps.append(fact("advice", how="stay"))
    return WORDS.tell(fact("advice"), steps=[WORDS.tell(step) for step in steps])


def now(position: Position) -> tuple[str, tuple[str, ...]]:
    """What the player may do, and where a legal turn can end."""
    who = position.to_move
    if position.phase == PLACING:
        flag, quarter = due_flag(position)
        sentence = WORDS.tell(fact("now", how="place", who=who, who2=flag[0], rank=flag[1], quadrant=quarter))
        return sentence, _names(placements(position))
    goal = position.goal(who)
    race = fact("now", how="race", who=who)
    sentence = WORDS.tell(race if goal is None else race.also(how="race-to", square=square_name(goal)))
    return sentence, _names([position.at[who], *step_squares(position, who)])


def _names(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(sorted(map(square_name, squares)))


def standings(position: Position) -> Iterator[Mapping[str, str]]:
    """One row a player, the one with the most flags first."""
    counts = sorted(map(position.count, position.seats), reverse=True)
    for suit in sorted(position.seats, key=lambda suit: -position.count(suit)):
        count = position.count(suit)
        notes = [fact("note", how="king")] if suit == position.winner else []
        if CAMPAIGN in position.variants:
            notes.append(fact("note", how="score", count=dict(position.score).get(suit, 0)))
        left = [WORDS.tell(fact("left", how="rank", rank=rank)) for rank in position.ranks[count:]]
        flags, noted = WORDS.tell(fact("left"), ranks=left), WORDS.tell(fact("note"), notes=map(WORDS.tell, notes))
        lap = f"{count}/{len(position.ranks)}"
        yield standing(suit, COLOURS[suit], lap, 1 + counts.index(count), flags, noted)


def over(position: Position) -> str | None:
    """The outcome once somebody has touched the last flag, else None; in a campaign with the score."""
    if not position.winner:
        return None
    king = WORDS.tell(fact("outcome", who=position.winner))
    if CAMPAIGN not in position.variants:
        return king
    scores = [WORDS.tell(fact("outcome", how="count", who=suit, count=count)) for suit, count in position.score]
    if position.race < position.races:
        after = fact("outcome", how="score", race=position.race, races=position.races)
        return WORDS.tell(after, king=king, scores=scores)
    most = max(count for _, count in position.score)
    best = [WORDS.tell(fact("outcome", how="name", who=suit)) for suit, count in position.score if count == most]
    return WORDS.tell(fact("outcome", how="campaign"), king=king, scores=scores, best=best)


def season(position: Position) -> Season | None:
    """The campaign as it stands; None for a single race."""
    if CAMPAIGN not in position.variants:
        return None
    score = dict(position.score)
    rows = ranked([(suit, COLOURS[suit], float(score.get(suit, 0)), 0) for suit in position.seats])
    goes_on = bool(position.winner) and position.race < position.races
    return Season("campaign", position.race, position.races, 0, rows, goes_on)


def pad(position: Position) -> tuple[Question, ...]:
    """Everything that may be said in this turn, each with its buttons."""
    who = position.to_move
    done = PAD.button("done", "done", by=who)
    if position.phase == PLACING:
        flag, _ = due_flag(position)
        return (PAD.heading("flag", [done], how="placing", who=flag[0], rank=flag[1]),)
    found = [PAD.heading("roll", (*PAD.values("roll", FACES), PAD.button("roll=no", "roll", how="no")), by=who)]
    if position.down:
        found.append(PAD.heading("named", PAD.values("named", map(square_name, sorted(position.down)))))
        found.append(PAD.heading("any", [PAD.button("any", "any")]))
        found.append(PAD.heading("back", [PAD.button("back=stay", "back", how="pad-stay")]))
    turned = PAD.values("turned", map(square_name, _turnable(position)))
    found.append(PAD.heading("turned", (*turned, PAD.button("turned=no", "turned", how="no"))))
    count = position.count(who)
    if count < len(position.ranks):
        found.append(PAD.heading("touch", PAD.values("touch", position.ranks[count]), by=who))
    if CAMPAIGN in position.variants:
        for suit in position.seats:
            coins = (PAD.button(f"coin:{suit}={face}", "coin", value=str(n)) for n, face in enumerate(FACES))
            found.append(PAD.heading("coin", coins, at=suit))
    found.append(PAD.heading("done", [done], by=who))
    return tuple(found)


def _turnable(position: Position) -> list[int]:
    """Cards that may be turned at all; of those that lie face down all, so that nothing is given away."""
    return [square for square in range(36) if square in position.down or position.rank(square) in TURNABLE]


_SQUARE = "[a-f][1-6]"
SAYABLE = Sayable(
    (
        r"roll=([na0-5]|no)",
        rf"named={_SQUARE}",
        rf"turned=({_SQUARE}|no)",
        rf"back=({_SQUARE}|stay)",
        r"touch=[na0-5]",
        rf"flag={_SQUARE}",
        r"coin:[SMCA]=[na0-5]",
        r"any|done",
    ),
    "roll=4, named=c4, back=stay, turned=c4, any, touch=2, coin:S=3, done",
    SUITS,
)


def normal_declaration(text: str, seats: Sequence[str]) -> str:
    """A declaration in its normal form. Raises NotationError with a sentence that shows how to write it.

    >>> normal_declaration(" roll=1 ", ("S", "M")), normal_declaration("M:named=c4", ("S", "M"))
    ('roll=a', 'M:named=c4')
    """
    whose, said = SAYABLE.read(text)
    key, equals, value = said.partition("=")
    for suit in (whose.rstrip(":"), key.removeprefix("coin:") if key.startswith("coin:") else ""):
        if suit and suit not in seats:
            raise NotationError(WORDS.told("not-in-this-race", text=suit, list=seats))
    if value in ("0", "1"):
        value = FACES[int(value)]
    return f"{whose}{key}{equals}{value}"
