"""`Game`, whose turns the mind explains: what the judge asks of one is answered from its rule book alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from itertools import chain, product
from string import ascii_uppercase
from typing import Any

from referee.errors import IllegalAction, NotationError
from referee.games.base import Dice, InParts, Line, PlayedTurn, Question, Status, Violation, violation
from referee.games.believed import Believed, all_of, unknown_since, unsaid
from referee.games.deeds import NEXT, TURNS_HANG_ON, WHOSE_TURN, told_by
from referee.games.looking import about_the_view, idle_before, with_look
from referee.games.rulebook import JOINED
from referee.games.turn_facts import TurnFacts
from referee.games.words_said import ABOUT_THEM, Spoken, declared_in_words
from referee.mind.belief import Belief, after, worlds_of
from referee.mind.legal import LegalTurn, legal_turns
from referee.mind.plant import Hands, any_hands, faulty_turn, legal_turn
from referee.mind.search import (
    MOST_BROKEN,
    Evidence,
    Turn,
    Word,
    World,
    different,
    each_state_first,
    explain,
    legal_over,
)
from referee.mind.verdict import Ruling, rule
from referee.words.catalogue import Sentence, messages_of, told
from referee.words.fact import Fact, fact, parse_word, word_text

LIKELY_TURNS = 2
"""Whose doing a look is, is asked of him whose turn it was and of the next: who is thought to have come before others
whose turns nobody saw may as well have come too early, and then the turn under way is not over."""
MOST_LINES = 6
"""So many worlds are told at most. Whoever is accused after more of them were left has those turns told again."""
NEAREST = 3
"""So many legal turns are named to who made none."""
DONE = "done"
"""The word that a turn is over."""
OTHERWISE = "otherwise"
"""A fact told this way says that the thing is otherwise than supposed."""


class Game(InParts):
    """One game, as the judge, the match, the command line and the page see it. All text is the game's notation.

    Its `Parts` tell what it is; how its turns are explained, asked about and played follows from its rule book.
    """

    @property
    def hands(self) -> Hands[Any]:
        """Those of its simulated players."""
        return any_hands(self.book)

    def play(self, position: str, dice: Dice, fault: str | None, last: PlayedTurn | None = None) -> PlayedTurn:
        """One random turn; with `fault` one that breaks just that rule if the position allows it, else a legal one.

        After the turn that was played `last` it is no fault that anybody could take for a part of that one. Raises
        IllegalAction after the race.
        """
        if not self.book.driver(self._worlds_of(position)[0]):
            raise IllegalAction("the race is over: there is no turn to play.")
        planted = faulty_turn(self, position, dice, (fault,), last) if fault is not None else None
        return planted or legal_turn(self, position, dice)

    def faults(self) -> tuple[str, ...]:
        """The rule ids that `play` can plant."""
        return tuple(name for name in self.book.rules if name not in self.only_said)

    def in_words(self, turn: str, complete: bool) -> str:
        """A turn's notation, or that of several, in words as a part of a sentence; it may not be `complete` yet."""
        if not turn:
            return told("race-is-over")
        *before, last = turn.split(JOINED)
        said = [*(self.parts.turn_in_words(one, True) for one in before), self.parts.turn_in_words(last, complete)]
        return self.words.tell(fact("story"), turns=said) if before else said[0]

    def turn_facts(self, turn: str) -> tuple[TurnFacts, ...]:
        """The facts for statistics in a turn's notation, or in that of several; none where a game tells none.

        Nor does a turn that cannot be read tell any, as in a record of somebody else's.
        """
        found, of_one = list[TurnFacts](), self.parts.turn_facts
        for one in filter(None, turn.split(JOINED)):
            with suppress(NotationError):
                found += [of_one(one)] if of_one else []
        return tuple(found)

    def went_through(self, before: str, turn: str) -> Mapping[str, Sequence[tuple[float, float]]]:
        """Which places (mm, as in `layout`) pieces went through in a turn, by name, where a game knows it."""
        found = dict[str, Sequence[tuple[float, float]]]()
        for one in filter(None, turn.split(JOINED)):
            with suppress(NotationError):  # a record of somebody else's
                found |= self.parts.went_through(self._position(before), one)
        return found

    def stop(self, state: Any) -> str:
        """What the table shows in a state of its book, as a stop of a turn is written."""
        return self.book.look_text(self.book.show(state))

    def takes(self, position: str, turn: LegalTurn[Any]) -> tuple[str, ...]:
        """What may be said of what a legal turn takes to have happened, as it is written."""
        return tuple(self.spoken(position, turn.driver, one) for one in turn.takes)

    def spoken(self, position: str, driver: str, told: Fact) -> str:
        """What a driver says, as it is written: whose turn is meant only where it is not his."""
        return self.check_declaration(position, word_text(_bare(told, driver)))

    def explain(self, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool) -> tuple[Line, ...]:
        """Every line of play for the turn that gives what was seen: the worlds that are left, likeliest first.

        `stops` are the observations since `position`, oldest first (perhaps only the last one); `closed` says the turn
        is over. Legal lines if there are any (with what each assumes), else the least-broken ones with their
        violations. Never empty when something decisive changed.
        """
        ruling = self._ruling(position, stops, declared, closed)
        if ruling is None:
            return (Line("", (), (), closed, position),)
        worlds = self._told(ruling, closed)
        worlds = each_state_first(self._until_over(worlds) if closed else worlds)[:MOST_LINES]
        if not worlds:
            taken = self.after_turns_missed(position, stops[-1]) if stops else position
            line = Line(self.book.turn_text(ruling.driver, ()), (), (self._unexplained(),), False, position)
            return tuple(replace(line, after=one.position) for one in all_of(taken))
        return tuple(self._line(position, ruling, world) for world in worlds)

    def _told(self, ruling: Ruling[Any], closed: bool) -> list[World[Any]]:
        """The worlds that a word tells, of a closed turn those first of which the last turn is over."""
        fault = ruling.status is Status.ILLEGAL  # then a world that breaks a rule nobody can be sure of tells nothing
        worlds = [one for one in ruling.found.worlds if one.proven or not fault]
        if closed:
            worlds.sort(key=lambda one: (bool(one.broken), self._had(one) < len(one.turns)))
        return worlds

    def _had(self, world: World[Any]) -> int:
        """How many of its turns a position can tell of: all of them where it may hold half a turn."""
        return len(world.turns)

    def _until_over(self, worlds: Sequence[World[Any]]) -> Sequence[World[Any]]:
        """The worlds of a closed turn; where the last turn of the likeliest is under way, as they were before it."""
        had = self._had(worlds[0]) if worlds else 0
        if not worlds or had == len(worlds[0].turns):
            return worlds
        return different(one.until(had) for one in worlds if len(one.turns) > had)

    def waiting(self, position: str, stops: Sequence[Any], declared: Sequence[str]) -> tuple[tuple[str, ...], int]:
        """Of a turn that is over the words that are the next driver's, and how many of the looks show his turn.

        They are what the likeliest story leaves to the next turn, however often it was said.
        """
        ruling = self._ruling(position, stops, declared, closed=True)
        worlds = self._told(ruling, closed=True) if ruling is not None else []
        if not worlds:
            return (), 0
        whole, best = worlds[0], self._until_over(worlds)[0]
        had, since = (
            [*chain.from_iterable(step.claims for turn in turns for step in turn.steps)]
            for turns in (best.turns, whole.turns[len(best.turns) :])
        )
        waiting = {*whole.waiting} - {*whole.astray}

        def waits(said: Fact) -> bool:
            return said in waiting or (any(one.told_by(said) for one in since) > any(one.told_by(said) for one in had))

        words = tuple(text for text in declared if text != DONE and waits(self.word(position, text).said))
        return words, 0 if whole is best else len(stops) - whole.turns[len(best.turns)].looks

    def questions(self, position: str, lines: Sequence[Line]) -> tuple[Question, ...]:
        """What to ask so that these lines become one; none if one takes nothing for granted.

        It is what most of them do, asked with the values that it has in them.
        """
        lines = [line for line in lines if not line.violations]
        if any(not line.assumes for line in lines):
            return ()
        told = [message.fact for line in lines for message in messages_of(line.assumes)]
        granted = [one for one in told if one.kind != "astray"]
        slots = Counter(one.slot for one in granted)
        strange = [message.fact for message in messages_of(lines[0].assumes) if message.fact.kind == "astray"]
        if strange:
            return (self._about_a_word(position, strange[0]),)
        driver = self.book.driver(self._worlds_of(position)[0])
        for slot, _ in slots.most_common():
            asked = self._question(position, driver, [one for one in granted if one.slot == slot])
            if asked is not None:
                return (asked,)
        return ()

    def nearest(self, position: str, observation: Any) -> tuple[tuple[str, str, str], ...]:
        """The legal turns that come nearest to what was seen, in words and notation, each with where it leads.

        That is a position, "" for a turn that shows nothing.
        """
        state = self._worlds_of(position)[0]
        book: Any = self.book
        told: dict[str, tuple[str, str]] = {}
        for legal in _nearest(book, state, observation):
            turn = Turn(legal.driver, state, legal.steps, over=True)
            advice = self.told((turn,)) or self.advice(legal.text)
            told.setdefault(advice, (legal.text, self.book.text(legal.after)))
            if len(told) == NEAREST:
                break
        return tuple((advice, *turn) for advice, turn in told.items())

    def alternatives(self, position: str, observation: Any) -> tuple[str, ...]:
        """The nearest legal turns to what was seen, in words alone."""
        return tuple(words for words, *_ in self.nearest(position, observation))

    def told(self, turns: Sequence[Turn[Any]]) -> str:
        """Some turns in words, as a part of a sentence; "" for a game that tells them from its notation."""
        return ""

    def advice(self, turn: str) -> str:
        """A legal turn as advice, from its notation."""
        return self.in_words(turn, True)

    def next_turn_began(self, position: str, stops: Sequence[Any], observation: Any) -> bool:
        """Whether a look is the next driver's doing, so that the turn shown by the stops is over.

        It is when the likeliest story tells so, and tells no more of what the stops show alone; and of a fault when it
        is a lesser one as the next driver's, or takes less for granted, or is his with his own piece rather than with
        another's, or is none that one turn tells.
        """
        looks = with_look(stops, observation)
        whole = self._ruling(position, looks, (), closed=False, likely=True)
        if whole is None:
            return False
        best = whole.found.worlds[0] if whole.found.worlds else None
        fine = best is not None and not best.broken
        if best is not None and fine and (not best.goes_on or (best.granted and not self.trusts)):
            return False
        first = self._ruling(position, stops, (), closed=True, likely=True)
        if first is None:
            return False
        if not first.found.worlds:
            return best is None and self._is_followed_again(position, stops[-1], observation)
        if first.found.worlds[0].granted and not self.trusts:
            return False
        belief = after(first.found, self._belief(position))
        if not self.book.driver(belief.state):
            return False
        now = Evidence(tuple(looks[-2:]), idle=idle_before(looks)[-2:])
        most = MOST_BROKEN  # more rules than the whole breaks in one story, two turns need not break
        if best is not None:
            most = len(best.broken) - len(first.found.worlds[0].broken) + max(one.owed[0] for one in belief.worlds)
        then = rule(self.book, belief, now, LIKELY_TURNS, min(most, MOST_BROKEN))
        if not then.found.worlds or best is None:  # what a fault left lying, the next driver goes on from
            return bool(then.found.worlds)
        so, otherwise = _weight(first.found.worlds[0], then.found.worlds[0]), _weight(best)
        more = len(best.turns) > len(first.found.worlds[0].turns)
        if fine:  # else a part of the look was still the driver's own doing, or that of who had begun already
            return so <= otherwise and more
        if first.found.worlds[0].broken:
            return so[0] < otherwise[0] or (so[0] == otherwise[0] and more)
        return so < otherwise and not so[1]

    def _is_followed_again(self, position: str, lost: Any, observation: Any) -> bool:
        """Whether a look is legal play from the table as it lay when nothing explained it: judging goes on there."""
        belief = self._belief(self.after_turns_missed(position, lost))
        if not self.book.driver(belief.state):
            return False
        seen = Evidence((lost, observation))
        return bool(explain(self.book, belief.worlds, seen, LIKELY_TURNS, most_broken=0).worlds)

    def goes_back(self, position: str, stops: Sequence[Any], observation: Any) -> bool:
        """Whether a look like an earlier one is play and no move taken back, as when a wrong card goes down again.

        Where nothing was done by it, or something odd, it is rather taken back.
        """
        first, now = (
            ruling.found.worlds[0] if ruling is not None and ruling.found.worlds else None
            for looks in (stops, with_look(stops, observation))
            for ruling in (self._ruling(position, looks, (), closed=False, likely=True),)
        )
        if now is None or now.broken:
            return False
        return first is None or (now.odd <= first.odd and now.cost[-1] > first.cost[-1])

    def legal_together(
        self, position: str, turns: Sequence[tuple[Sequence[Any], Sequence[str]]], closed: bool
    ) -> tuple[Line, ...] | None:
        """The legal play that explains what was seen and said in several turns running, the last perhaps still open.

        Turns that were judged one by one may have gone otherwise than they were taken: what was seen and said since
        clears that up, wherever one ended, whichever a word was about. None when there is too much to think of.
        """
        begun = self._belief(position)
        belief, looks, words = Belief((*begun.worlds, *self._unsaid(position))), list[Any](), list[Word]()
        idle = [one for stops, _ in turns for one in idle_before(stops)]
        if not self.book.driver(belief.state):
            return ()
        for stops, declared in turns:
            said = (self.word(position, text) for text in declared if text != DONE)
            words += [replace(word, at=len(looks) + word.at, sure=word.answer) for word in said]
            looks += stops
        evidence = Evidence(tuple(looks), tuple(words), closed, tuple(idle))
        least = max(1, sum(len(stops) > 1 for stops, _ in turns))  # a close may be no turn, and words late
        worlds = legal_over(self.book, belief.worlds, evidence, len(turns), self.trusts, least)
        if worlds is None:
            return None
        return tuple(self._told_again(one, len(turns)) for one in each_state_first(worlds)[:MOST_LINES])

    def _told_again(self, world: World[Any], turns: int) -> Line:
        """A world in which several turns were legal play as the line of the last of them; it owes nothing before."""
        last = world.turns[turns - 1 :]
        text = JOINED.join(self.book.turn_text(turn.driver, turn.steps) for turn in last)
        granted = tuple(self.words.tell(one) for one in world.granted) or (self._unexplained(),)
        return Line(text, (), granted, True, self.book.text(world.state), "", self.told(last) if last else "")

    def _as_said(self, position: str, text: str) -> str:
        """A declaration as the pad words it, else as it is written."""
        told = declared_in_words(self, position, text)
        return told if isinstance(told, Sentence) else self.words.tell(fact("written", text=told))

    def _belief(self, position: str) -> Belief[Any]:
        worlds = (World(state, owed=one.owed) for one in all_of(position) for state in self._worlds_of(one.position))
        return Belief(tuple(worlds))

    def _worlds_of(self, position: str) -> tuple[Any, ...]:
        return worlds_of(self.book, position)

    def _ruling(
        self, position: str, stops: Sequence[Any], declared: Sequence[str], closed: bool, likely: bool = False
    ) -> Ruling[Any] | None:
        """What the mind makes of a turn; None when the race is over. Raises NotationError.

        It may be over as many turns as may have been missed, or only over those that likely were.
        """
        belief = self._belief(position)
        if not self.book.driver(belief.state):
            return None
        looks = tuple(stops) or (self.book.show(belief.state),)
        words = tuple(self.word(position, text) for text in declared if text != DONE)
        done = DONE in declared
        most = 1 if done else LIKELY_TURNS if likely else 0
        evidence = Evidence(looks, words, closed or done, idle_before(stops))
        ruling = rule(self.book, belief, evidence, most)
        unknown: tuple[World[Any], ...] = ()
        worlds = ruling.found.worlds
        wrong = all(world.broken for world in worlds)
        if wrong:
            unknown += tuple(self._unknown(position, ruling))
        if wrong or (not likely and all(world.broken or world.granted for world in worlds)):
            unknown += tuple(self._unsaid(position))
        other = rule(self.book, Belief((*belief.worlds, *unknown)), evidence, most) if unknown else ruling
        # what explains no more would only stand in the way of what else may be so
        better = any(not world.broken and (wrong or not world.granted) for world in other.found.worlds)
        return other if better else ruling

    def _unsaid(self, position: str) -> Iterator[World[Any]]:
        """What else may be so of a race that was begun in the middle: each thing that nobody has told is otherwise.

        That is taken for granted, as an unseen throw would be.
        Where that is a thing on which turns hang it may as well be any other driver's turn.
        """
        left = unsaid(position)
        if any(one.rpartition(" ")[2] in TURNS_HANG_ON for one in left):
            left |= {told_by(WHOSE_TURN, f"{NEXT}:")}
        for one in all_of(position) if left else ():
            pieces = ((piece.piece, deed) for piece in self.handled(one.position) for deed in piece.deeds)
            for piece, deed in pieces:
                if not deed.so and told_by(piece, deed.text) in left:
                    for state in self._worlds_of(self.parts.position_text(deed.after)):
                        yield World(state, owed=(one.owed[0], one.owed[1] + 1))

    def _unknown(self, position: str, ruling: Ruling[Any]) -> Iterator[World[Any]]:
        """What else may be so of who is to act and whose fault it would be, as long as no look has shown it."""
        since = unknown_since(position)
        drivers = {ruling.driver, *(turn.driver for one in ruling.found.worlds for turn in one.turns if turn.broken)}
        for one, driver in product(all_of(position) if since else (), sorted(drivers)):
            for state in self.parts.unknown(self._position(since), self._position(one.position), driver):
                yield World(state, owed=one.owed)

    def word(self, position: str, text: str) -> Word:
        """What was said, read again."""
        said = parse_word(self.check_declaration(position, text), ascii_uppercase)
        return heard(said, text)

    def _line(self, position: str, ruling: Ruling[Any], world: World[Any]) -> Line:
        turns = JOINED.join(self.book.turn_text(turn.driver, turn.steps) for turn in world.turns)
        broken, taken = self._violations(world.proven), [self.words.tell(one) for one in world.granted]
        doubtful = not ruling.found.worlds[0].broken  # then it is what else may be so
        told = self.told(world.turns) if world.turns else ""
        if world.broken and ruling.status is not Status.ILLEGAL and not doubtful:
            broken = ()
            taken += [self.words.tell(one.also(how=OTHERWISE)) for one in world.supposed] or [self._unexplained()]
            told = self.words.tell(fact("fault"), faults=[one.message for one in self._violations(world.broken)])
        for word in world.astray:
            said = word_text(word)
            strange = fact("astray", word=said, who=self.book.driver(world.turns[0].before))
            taken.append(self.words.tell(strange, said=self._as_said(position, said)))
        player = self.driver(self.book.text(world.turns[0].before)) if isinstance(position, Believed) else ""
        return Line(turns, broken, tuple(taken), world.over, self.book.text(world.state), "", told, player, world.owed)

    def _violations(self, broken: Iterable[Fact]) -> tuple[Violation, ...]:
        return tuple(violation(self.words, one) for one in broken)

    def _unexplained(self) -> str:
        return self.words.tell(fact("missed"))

    def _question(self, position: str, driver: str, granted: Sequence[Fact]) -> Question | None:
        """The question about one thing, with a button for each value that it has in some world or may be said."""
        first = granted[0]
        about = Fact(first.kind, tuple(pair for pair in first.params if pair[0] not in ("value", "how")))
        asks = [ask for ask in self.book.asks(self._worlds_of(position)[0]) if ask.about.kind == first.kind]
        offered = [ask for ask in asks if ask.about.says(first)] or asks
        called = {value: one for ask in offered for value, one in zip(ask.values, ask.called, strict=False)}
        values = dict.fromkeys(value for ask in offered for value in ask.values)
        values |= dict.fromkeys(str(value) for one in granted if (value := one.get("value")) != "")
        asked = about.also(how="ask")
        if not self.words.knows(asked):
            return None
        text = self.words.tell(asked)
        if not offered:
            views = (("view", about_the_view()), ("look", about_the_view(moved=True)))
            return Question(
                text, next((answers for how, answers in views if self.words.knows(about.also(how=how))), ())
            )
        return Question(text, tuple(self._answer(driver, about, value, called.get(value)) for value in values))

    def _about_a_word(self, position: str, strange: Fact) -> Question:
        said = self._as_said(position, str(strange.get("word")))
        who = strange.get("who")
        text = self.words.tell(fact("astray", how="ask", who=who), said=said)
        labels = (self.words.tell(fact("astray", how=how, who=who)) for how in ("here", "before", "after", "gone"))
        return Question(text, tuple(zip(labels, ABOUT_THEM, strict=True)))

    def _answer(self, driver: str, about: Fact, value: str, called: Fact | None) -> tuple[str, str]:
        """A button and what it declares; whose turn is meant is said only where it is not the driver's.

        A value that has words of its own, as `no` has, is told by them.
        """
        said = about.also(value=value)
        label = called or said.also(by=said.get("by") or driver)
        if not label.get("how"):
            own = label.also(how=str(label.get("value")))
            label = own if own.get("how") and self.words.knows(own) else label.also(how="answer")
        return self.words.tell(label), word_text(_bare(said, driver))


def _bare(said: Fact, driver: str) -> Fact:
    """A word as its driver says it himself."""
    return Fact(said.kind, tuple(pair for pair in said.params if pair != ("by", driver)))


def _weight(*worlds: World[Any]) -> tuple[int, int, int]:
    """How many rules some turns broke, what is taken for granted, and how many of them others than the driver broke."""
    turns = [turn for world in worlds for turn in world.turns]
    others = [one.get("who", turn.driver) != turn.driver for turn in turns for one in turn.broken]
    granted = sum(len(world.granted) + len(world.supposed) for world in worlds)
    return len(others), granted, sum(others)


def heard(said: Fact, text: str) -> Word:
    """What was said, with what is known of how it was."""
    if not isinstance(text, Spoken):
        return Word(said)
    return Word(said, text.at, text.sure or text.answer, text.answer, text.late)


@lru_cache(maxsize=4)
def _nearest(book: Any, state: Any, look: Any) -> tuple[LegalTurn[Any], ...]:
    """Every legal turn with the dice as they lie in a look, those first that lead nearest to it.

    A fault is told while it is open and when it ends.
    """

    far = cache(lambda after: book.clash(book.show(after), look))
    return tuple(sorted(legal_turns(book, state, lying=look), key=lambda turn: (far(turn.after), len(turn.steps))))
