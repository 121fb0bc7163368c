"""Turns played by chance, and faults planted in them: a slip that breaks one rule and that no legal world explains."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic

from referee.games.base import Dice, PlayedTurn, Status
from referee.games.rulebook import RuleBook, StateT, Step
from referee.games.words_said import Spoken
from referee.mind.belief import Belief, worlds_of
from referee.mind.legal import ROLL
from referee.mind.search import Evidence, Word, World, explain, legal_over
from referee.mind.verdict import ALONE, rule
from referee.words.fact import NO, Fact, parse_word, word_text

if TYPE_CHECKING:
    from referee.mind.reasoned import Game

LEGAL = "legal"
DENIED = 0.25
"""How often a fault is planted that is none but for what people deny: told again, it may leave the turns after it in
doubt."""
THROWN = (ROLL, "reroll")
"""What is claimed of dice that are thrown before people's eyes."""
TRIES = 3
"""So many turns are thought out to plant a fault in."""
MOST_JUDGED = 6
"""So many slips in each are put before the mind at most."""
AHEAD = 3
"""Hands may have done what is meant of the next so many looks, this one included, before anybody looks."""
NEAR = 3
"""A look that differs in so many things is what hands may still be on the way to."""
TALKATIVE = 0.3
"""How often is said what the table shows as well."""


@dataclass(frozen=True)
class Hands(Generic[StateT]):
    """The hands of a simulated player.

    Attributes
    ----------
    choose : the next step of a driver who keeps the rules; what chance decides lies where it came to rest. None where
        a slip has left nothing that he would go on with.
    otherwise : what may be wrong: looks that differ in one thing from what is seen now, the first of some, or after
        the next steps that are meant (where a piece may lie instead, what else show), words that are not so, and slips
        that the book knows without a look.
    told : a slip toward a look or by a word, with what its driver says of it; None for one that nobody makes.
    dare : as `choose`, of one who is going to slip: he may look for where more can go wrong.
    """

    choose: Callable[[StateT, Dice], Step[StateT] | None]
    otherwise: Callable[[StateT, Sequence[Any], Dice], Iterable[Any]]
    told: Callable[[StateT, Step[StateT], Any], Step[StateT] | None] = lambda state, slip, toward: slip
    dare: Callable[[StateT, Dice], Step[StateT] | None] | None = None


def any_hands(book: RuleBook[StateT, Any]) -> Hands[StateT]:
    """Hands that take any step, slip on the way to what others have to do, and say anything."""

    def choose(state: StateT, dice: Dice) -> Step[StateT]:
        every = tuple(book.actions(state))
        return every[dice.randrange(len(every))]

    def otherwise(state: StateT, looks: Sequence[Any], dice: Dice) -> Iterator[Any]:
        yield from (ask.about.also(value=value) for ask in book.asks(state) for value in ask.values)
        for _ in range(book.round_length(state) + 1):
            for step in by_chance(book, hands, state, dice):
                state = step.after
        yield book.show(state)

    hands = Hands(choose, otherwise)
    return hands


def slips_at(book: RuleBook[StateT, Any], hands: Hands[StateT], state: StateT, dice: Dice) -> Iterator[Step[StateT]]:
    """What hands may do wrong in a state."""
    then = tuple(step.after for step in by_chance(book, hands, state, dice))
    return (row[-1] for _, row, _ in _slips(book, hands, (state, *then), 1, dice) if len(row) == 1)


def _slips(
    book: RuleBook[StateT, Any], hands: Hands[StateT], states: Sequence[StateT], most: int, dice: Dice
) -> Iterator[tuple[int, tuple[Step[StateT], ...], Any]]:
    """What hands may do wrong in the first of some states that follow one another, and in which, in any order.

    Nothing more is done, or something is left undone or done otherwise, or said that is not so.
    """
    ways: dict[tuple[int, Any], None] = {}
    for at, state in enumerate(states[:most]):
        looks = [book.show(one) for one in states[at : at + AHEAD]]
        ways |= dict.fromkeys((at, one) for one in (looks[0], *hands.otherwise(state, looks, dice)))
    todo = list(ways)
    while todo:
        at, way = todo.pop(dice.randrange(len(todo)))
        yield from ((at, row, way) for row in _on_the_way(book, hands, states[at], way))


def _on_the_way(
    book: RuleBook[StateT, Any], hands: Hands[StateT], state: StateT, way: Any
) -> Iterator[tuple[Step[StateT], ...]]:
    """What slips on the way to a look, at once or after a step that is allowed; or what a word says wrongly."""
    looks = not isinstance(way, Fact | Step)
    far = book.clash(book.show(state), way) if looks else NEAR + 1
    for slip in book.slips(state, way) if looks else book.misstated(state, way) if isinstance(way, Fact) else (way,):
        told = hands.told(state, slip, way)
        yield from () if told is None else ((told,),)
        far = far if far > NEAR else min(far, book.clash(book.show(slip.after), way))
    for step in _nearer(book, state, way) if 0 < far <= NEAR else ():
        slips = (hands.told(step.after, slip, way) for slip in book.slips(step.after, way))
        yield from ((step, told) for told in slips if told is not None)


def _nearer(book: RuleBook[StateT, Any], state: StateT, look: Any) -> Iterator[Step[StateT]]:
    """The steps that the rules allow and that make the table look more like a look."""
    far = book.clash(book.show(state), look)
    for step in book.actions(state, look) if 0 < far <= NEAR else ():
        shown = book.show(step.after)
        if not step.over and book.clash(shown, look) < far:
            yield replace(step, after=book.settle(step.after, shown))


def _until(book: RuleBook[StateT, Any], state: StateT, look: Any) -> Iterator[Step[StateT]]:
    """What is allowed and leads from a slip to the look, as far as it does."""
    while step := next(_nearer(book, state, look), None):
        yield step
        state = step.after


def by_chance(
    book: RuleBook[StateT, Any], hands: Hands[StateT], state: StateT, dice: Dice, daring: bool = False
) -> Iterator[Step[StateT]]:
    """The steps of one legal turn, or of the rest of one."""
    while book.driver(state):
        step = (hands.dare if daring and hands.dare else hands.choose)(state, dice)
        if step is None:
            return
        yield step
        if step.over:
            return
        state = step.after


def legal_turn(game: Game, position: str, dice: Dice) -> PlayedTurn:
    """One random legal turn."""
    state = worlds_of(game.book, position)[0]
    return _played(game, state, tuple(by_chance(game.book, game.hands, state, dice)), dice)


def faulty_turn(
    game: Game, position: str, dice: Dice, faults: Collection[str], last: PlayedTurn | None = None
) -> PlayedTurn | None:
    """A turn in which hands break one rule, any of these, which the mind names if it sees and hears everything.

    Nothing of it may be a part of the `last` turn.
    """
    return next(faulty_turns(game, position, dice, faults, last), None)


def faulty_turns(
    game: Game, position: str, dice: Dice, faults: Collection[str], last: PlayedTurn | None = None
) -> Iterator[PlayedTurn]:
    """The same, turn after turn: what may slip on the way is thought of once for all of them.

    Whoever takes a turn may strike its rule off the `faults` before he asks for the next one.
    """
    book, hands = game.book, game.hands
    state = worlds_of(book, position)[0]
    for _ in range(TRIES):
        steps = tuple(by_chance(book, hands, state, dice, daring=True))
        left, judged = MOST_JUDGED, set[tuple[Step[Any], ...]]()
        for at, row, way in _slips(book, hands, (state, *(step.after for step in steps)), len(steps), dice):
            broken = [one.kind for step in row for one in step.broken]
            if len(broken) > 1 or broken[0] not in faults or row in judged:
                continue
            judged.add(row)
            if not (row[-1].over or isinstance(way, Fact | Step)):
                row = (*row, *_until(book, row[-1].after, way))
            rest = () if row[-1].over else by_chance(book, hands, row[-1].after, dice)
            played = _played(game, state, whole := (*steps[:at], *row, *rest), dice)
            denied = dice.random() < DENIED
            if not whole[-1].over or (last is not None and _is_of_the_last(game, last, played)):
                continue
            if _is_named(game, played, denied):
                yield played
                left = MOST_JUDGED
            elif not (left := left - 1):
                break


def _is_of_the_last(game: Game, last: PlayedTurn, played: PlayedTurn) -> bool:
    """Whether a look of a turn may be a part of the last one: its driver went on, or took something back."""
    book, starts = game.book, tuple(map(World, worlds_of(game.book, last.before)))
    looks = tuple(map(game.observe, (last.before, *last.stops, last.after)))
    changed = [look for look in map(game.observe, played.stops) if book.clash(looks[-1], look)]
    legal = (explain(book, starts, Evidence((*looks, look)), 1, most_broken=0).worlds for look in changed)
    return any(game.went_on(last.before, looks, look) for look in changed[:1]) or any(legal)


def _played(game: Game, before: Any, steps: Sequence[Step[Any]], dice: Dice) -> PlayedTurn:
    """A turn with its truth: the looks that differ from the one before, and what is said before each."""
    book = game.book
    broken = next((one for step in steps for one in step.broken), None)
    driver, shown = book.driver(before), book.show(before)
    start = book.text(before)
    stops: list[str] = []
    said = [Spoken(ALONE, 0)] if broken and game.says_alone else []
    rolls: list[tuple[int, str]] = []
    for number, step in enumerate(steps, 1):
        look = book.show(step.after)
        thrown = (str(claim.fact.get("value")) for claim in step.claims if step.chance and claim.fact.kind in THROWN)
        rolls += [(len(stops), face) for face in islice(thrown, 1)]
        for claim in step.claims:
            seen = bool(claim.shown_by) and book.shows(shown if claim.before else look, claim.shown_by)
            unseen = not (seen or claim.free) or not game.trusts
            talks = seen and not any(one.broken for one in steps[:number])
            if unseen or (talks and _is_said_too(book, before, claim.fact, dice)):
                said.append(Spoken(game.spoken(start, driver, claim.fact), len(stops)))
        stop = game.stop(step.after)
        if step.over and not step.deed.params:  # what nobody tells of is seen with what was done last
            stops[-1:] = [stop]
        elif book.clash(shown, look) or (number == len(steps) and stops[-1:] != [stop]):
            stops.append(stop)
            shown = look
    turn, after = book.turn_text(driver, steps), book.text(steps[-1].after)
    truth, culprit = (broken.kind, _culprit(game, driver, broken)) if broken else (LEGAL, "")
    return PlayedTurn(game.driver(start), turn, start, after, tuple(stops), tuple(said), truth, tuple(rolls), culprit)


def _culprit(game: Game, driver: str, broken: Fact) -> str:
    """Who broke a rule in a driver's turn, as he is called: another, where somebody came out of turn."""
    return game.called(str(broken.get("who", driver)) if game.rules[broken.kind].takes_turns else driver)


def _is_said_too(book: RuleBook[Any, Any], before: Any, seen: Fact, dice: Dice) -> bool:
    """What the table shows is said now and then, where people are asked for it."""
    word = parse_word(word_text(seen), (str(seen.get("by")),))
    return any(ask.offers(word) for ask in book.asks(before)) and dice.random() < TALKATIVE


def _is_named(game: Game, played: PlayedTurn, denied: bool) -> bool:
    """Whether the mind, seeing and hearing everything, calls the fault by its rule and goes on from its end."""
    book = game.book
    worlds = worlds_of(book, played.before)
    looks = book.show(worlds[0]), *map(game.observe, played.stops)
    if not any(book.clash(looks[0], look) for look in looks) or _is_taken_back(game, played.before, looks):
        return False  # "turn done" when nothing has moved is no turn at all
    sure = played.truth in game.confirmed
    said = [text for text in played.declared if isinstance(text, Spoken)]
    spoken = [game.word(played.before, Spoken(text, text.at, sure)) for text in said]

    def heard(late: int) -> tuple[Word, ...]:  # when "alone" is said changes nothing
        told = (word for word in spoken if late or word.said.get("value") != NO)
        return tuple(word if word.said.kind == ALONE else replace(word, at=word.at + late) for word in told)

    for words in dict.fromkeys(map(heard, (1, 2, 0)[: 2 if denied else 3])):  # people speak before a look or after it
        found = rule(book, Belief(tuple(map(World, worlds))), Evidence(looks, words, closed=True))
        if found.status is not Status.ILLEGAL or {one.kind for one in found.broken} != {played.truth}:
            return False
        if book.text(found.found.worlds[0].state) != played.after:
            return False
    alike = Evidence(looks, tuple(word for word in heard(2) if word.said.kind != ALONE), closed=True)
    if game.says_alone and legal_over(book, tuple(map(World, worlds)), alike, 1):
        return False  # somebody else's turn may have gone before or after it
    return not _is_over_before(game, played, looks)


def _is_taken_back(game: Game, before: str, looks: Sequence[Any]) -> bool:
    """Whether some look puts back what those before it show."""
    back = (at for at in range(1, len(looks)) if game.put_back(looks[:at], looks[at]) is not None)
    return any(at + 1 == len(looks) or not game.goes_back(before, looks[:at], looks[at]) for at in back)


def _is_over_before(game: Game, played: PlayedTurn, looks: Sequence[Any]) -> bool:
    """Whether an earlier look shows a legal turn that is over: then the fault would be the next driver's.

    So does the first one where the driver cannot move. It is his own if all that follows is that he goes on.
    """
    spoken = [text for text in played.declared if isinstance(text, Spoken)]
    for number in range(1, len(looks) - 1):
        for said in {tuple(text for text in spoken if text.at + late <= number) for late in (1, 2)}:
            best = game.explain(played.before, looks[: number + 1], said, False)[0]
            goes_on = number + 2 == len(looks) and played.turn.startswith(best.turn)
            if best.complete and not (best.violations or best.assumes or goes_on):
                return True
    begins = [1] * game.has_no_move(played.before) + [*range(2, len(looks))] * game.says_alone
    return any(game.next_turn_began(played.before, looks[:at], looks[at]) for at in begins)
