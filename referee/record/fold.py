"""The state of a race, folded from its entries: nothing is stored twice, so nothing can disagree.

start      the position to play from; another start begins the next race of the same record. With data["unsaid"] the
           race was under way before: what of it nobody has said, with what else may be so in data["lines"]
stop       a settled table seen during the turn           } kept until the turn is over
declare    what was said during the turn                  }
close      a person says the turn is over: it is judged when the table lies still
verdict    provisional: the word so far; else the turn is over and `after` stands
correct    a person says what stands on the table: `after` stands, the turn starts afresh; with data["guessed"] the
           table was taken as it stood in the middle of a turn, so that only what can be seen of it is sure; with
           data["unsure"] it was so taken while the position was in doubt or more than one was believed, which stays so
undo       takes back the verdict or correction data["entry"] and all that stood on it; its `before` stands again;
           of a later race's start: the race before stands again; of a close: the turn goes on; of an overrule: the
           verdict stands as it did before it; of an end: the race goes on
overrule   data["entry"] is now data["status"], because of data["why"]; the position stays
note       data["mode"], if there, is how strict the referee is from now on; data["pause"] whether there is a break;
           data["names"] what drivers are called from now on, by their colours ("": by the colour again);
           data["resumed"] that the referee was away since the entry before; data["wrong"] what was wrong on the table
           that the race began from, which nobody is faulted for; otherwise it changes nothing
end        people end the race before its end: the standings stand as they are, a turn under way counts no more
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from referee.games.believed import Believed, Otherwise, not_known, unknown_since, unsaid
from referee.games.deeds import WHOSE_TURN, told_by
from referee.games.rulebook import JOINED
from referee.games.words_said import Spoken
from referee.record.entry import Entry
from referee.record.verdict_json import owed_of

MODES = ("strict", "advise", "record")
"""How strict the referee is: an illegal turn waits for people; it stands by itself, marked; or nothing is said."""

TURNS_AFTER_UNEXPLAINED = 2
"""So many legal turns of each of two drivers make a position believed again that nothing legal led to."""

_NO_WORDS: Mapping[int, Word] = MappingProxyType({})
_NOBODYS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class Word:
    """A person's word over a verdict: what it is now and the reason, with the entry that says so.

    Over a fault in the middle of a turn it is a word over what the referee says of it from then on, too.

    Attributes
    ----------
    player : whose turn the verdict was about.
    about : what the verdict called broken, or asked.
    by_people : whether they said it; a referee who does not insist says himself that a fault stands.
    earlier : the word that it took the place of.
    """

    status: str
    why: str
    entry: int
    player: str = ""
    about: tuple[str, ...] = ()
    by_people: bool = True
    earlier: Word | None = None


@dataclass(frozen=True)
class TakenBack:
    """A turn or a correction that people undid: its entry, the look then, and the newest look since."""

    entry: int
    then: str
    now: str


@dataclass(frozen=True)
class Closed:
    """An entry that moved the position on, with the open turn as it was just before, and what is believed `before`
    and `after` it."""

    entry: Entry
    before: str
    after: str
    stops: tuple[str, ...]
    said: tuple[Entry, ...]
    last_verdicts: tuple[Entry, ...]
    stop_ids: tuple[int, ...] = ()
    unseen_ns: tuple[int | None, ...] = ()

    @property
    def declared(self) -> tuple[str, ...]:
        """What was said, oldest first."""
        return _declared(self.said, self.stop_ids)


@dataclass(frozen=True)
class Undoing:
    """What an undo takes back now: ``end``, ``close``, ``overrule``, ``turn``, ``correct`` or ``start``, which entry,
    and the player whose turn it is about ("" where it is about none).
    """

    what: str
    entry: int
    player: str = ""


@dataclass(frozen=True)
class RaceState:
    """What stands after some entries.

    Attributes
    ----------
    position : what the open turn starts from, in notation; "" before the start.
    stops : observations of the open turn in notation, oldest first.
    stop_ids : for each of them the entry that noted it.
    unseen_ns : for each of them how long nobody had looked before it; None where that is unknown.
    said : the declare entries of the open turn that stand.
    last_verdicts : the verdict entries that stand, oldest first, without the undone ones; the last one is provisional
        while its turn is open.
    undone : ids of entries taken back.
    overruled : by entry id, what a person made of a verdict.
    stands : by entry id, the faults that people or a referee who does not insist let stand.
    closers : verdicts and corrections that moved the position on and still stand, oldest first.
    taken_back : what people undid last, until another turn is over.
    close_asked : the entry by which a person closed the open turn, when no final verdict has come yet.
    ended : the entry by which people ended the race before its end, 0 for none.
    mode : one of `MODES`.
    paused : there is a break: nothing is judged until it is over.
    names : what drivers are called, by their colours; a driver without a name is called by the colour.
    started : the id of this race's start entry, 0 before the first.
    race_before : how the race before this one in the same record stood when this one was started.
    """

    position: str = ""
    stops: tuple[str, ...] = ()
    stop_ids: tuple[int, ...] = ()
    unseen_ns: tuple[int | None, ...] = ()
    said: tuple[Entry, ...] = ()
    last_verdicts: tuple[Entry, ...] = ()
    undone: frozenset[int] = frozenset()
    overruled: Mapping[int, Word] = field(default_factory=lambda: _NO_WORDS)
    stands: Mapping[int, Word] = field(default_factory=lambda: _NO_WORDS)
    closers: tuple[Closed, ...] = ()
    taken_back: TakenBack | None = None
    close_asked: Entry | None = None
    ended: int = 0
    mode: str = "strict"
    paused: bool = False
    names: Mapping[str, str] = field(default_factory=lambda: _NOBODYS)
    started: int = 0
    race_before: RaceState | None = None

    @property
    def declared(self) -> tuple[str, ...]:
        """What was said in the open turn, oldest first."""
        return _declared(self.said, self.stop_ids)

    @property
    def provisional(self) -> Entry | None:
        """The newest verdict on the open turn; None when nothing was said about it yet, and once the race was ended."""
        last = self.last_verdicts[-1] if self.last_verdicts and not self.ended else None
        return last if last is not None and is_provisional(last) else None

    @property
    def turns(self) -> tuple[Entry, ...]:
        """The verdicts that closed a turn and still stand, oldest first."""
        return tuple(closed.entry for closed in self.closers if closed.entry.kind == "verdict")

    @property
    def closed(self) -> Closed | None:
        """What moved the position on last; None while the race is in its first turn."""
        return self.closers[-1] if self.closers else None

    @property
    def settled(self) -> int:
        """The entry after which the open turn began: of what moved the position on last, or the start."""
        return self.started if self.closed is None else self.closed.entry.id

    @property
    def undoing(self) -> Undoing | None:
        """The newest thing that people or the referee settled and that can be taken back; None when there is none."""
        if self.ended:
            return Undoing("end", self.ended)
        if self.close_asked is not None:
            return Undoing("close", self.close_asked.id)
        last = None if self.closed is None else self.closed.entry
        given = [*self.overruled.items(), *self.stands.items()]
        words = [word for verdict, word in given if verdict not in self.undone and word.by_people]
        newest = max((one for one in words if one.entry > self.settled), key=lambda word: word.entry, default=None)
        if newest is not None:
            return Undoing("overrule", newest.entry, newest.player)
        if last is not None:
            what = "turn" if last.kind == "verdict" else "correct"
            return Undoing(what, last.id, str(last.data.get("player", "")) if what == "turn" else "")
        return None if self.race_before is None else Undoing("start", self.started)

    @property
    def in_doubt(self) -> bool:
        """Whether nobody can be sure of the position; see `doubts`."""
        return self.doubts()

    def doubts(self, player: str = "") -> bool:
        """Whether nobody can be sure of the position, or of what this player alone knows.

        A turn was closed that nothing legal explains, or that people called unclear, as they may the one under way; or
        the table was taken as it stood in the middle of one, which does not say what led to it; or a round or more went
        by unseen: what explains the look after it may be less than what happened. So it is where something is unsaid of
        a race that was begun in the middle.

        The position is believed again when two legal turns of each of two drivers have followed, for what nobody sees
        shows late, and one of the player's own, or a person has set it or whose turn it is. A turn that something
        explains is told again together with those after it; see `referee.record.word`.
        """
        so_far = filter(None, (self.word_about(word.about) for word in self._words_so_far))
        if any(word.status == "UNDECIDED" for word in so_far):
            return True
        legal_of = Counter[str]()

        def believed_again() -> bool:
            return _drivers(legal_of, TURNS_AFTER_UNEXPLAINED) > 1 and bool(legal_of[player] or not player)

        for closed in reversed(self.closers):
            if believed_again():
                return False
            piece = closed.entry.data.get("piece")  # who sets one piece by hand says nothing of the others
            one_set = piece not in (None, WHOSE_TURN) and not closed.entry.data.get("guessed")
            if one_set or closed.entry.data.get("unsure"):
                continue
            if closed.entry.kind != "verdict":
                return bool(closed.entry.data.get("guessed") or unsaid(self.position))
            status = self.status(closed.entry)
            if status == "UNDECIDED" and closed.entry.id not in self.overruled:
                if self.unclear(closed.entry):
                    return True
            elif "UNDECIDED" in (status, closed.entry.data.get("status")):  # overruled: that does not say what it was
                if _drivers(legal_of, 1) < 2 or not _explained(closed.entry):
                    return True
            elif status == "LEGAL":
                legal_of[str(closed.entry.data.get("player", ""))] += 1
        return bool(unsaid(self.position)) and not believed_again()

    def unclear(self, verdict: Entry) -> bool:
        """Whether a turn is in doubt that nothing legal explains, or that is told with one of everybody else's."""
        if self.status(verdict) != "UNDECIDED":
            return "guessed" in verdict.data
        drivers = {closed.entry.data.get("player") for closed in self.closers if closed.entry.kind == "verdict"}
        round_missed = str(verdict.data.get("turn", "")).count(JOINED) >= max(1, len(drivers) - 1)
        return round_missed or not _explained(verdict)

    def status(self, verdict: Entry) -> str:
        """What counts now of a verdict: as given, or as overruled."""
        overruling = self.overruled.get(verdict.id)
        return str(verdict.data.get("status", "")) if overruling is None else overruling.status

    def answered(self, verdict: int) -> bool:
        """Whether a word was said over the verdict with this number, by people or by a referee who does not insist."""
        return verdict in self.overruled or verdict in self.stands

    @property
    def _words_so_far(self) -> tuple[Word, ...]:
        """The words over verdicts of the open turn."""
        words = (*self.overruled.items(), *self.stands.items())
        return tuple(word for verdict, word in words if verdict > self.settled)

    def word_about(self, found: Sequence[str]) -> Word | None:
        """The newest word of the open turn over all that is found broken or asked in it; None for none."""
        return _newest_about(self._words_so_far, found)


def _drivers(turns_of: Mapping[str, int], turns: int) -> int:
    """How many drivers have had so many turns."""
    return sum(count >= turns for count in turns_of.values())


def _explained(verdict: Entry) -> bool:
    """Whether something legal would explain the turn: a story that comes to its end."""
    return any(not line.get("violations") and line.get("complete", True) for line in verdict.data.get("lines", ()))


def is_provisional(entry: Entry) -> bool:
    """Whether a verdict entry leaves its turn open."""
    return entry.kind == "verdict" and bool(entry.data.get("provisional", False))


def fold(entries: Iterable[Entry], state: RaceState | None = None) -> RaceState:
    """The state after all `entries`, from the beginning or on from `state`."""
    state = RaceState() if state is None else state
    for entry in entries:
        state = step(state, entry)
    return state


def step(state: RaceState, entry: Entry) -> RaceState:
    """The state after one more entry."""
    match entry.kind:
        case "start":
            seen = _baseline(entry)
            position = not_known(_believed(entry), "", frozenset(entry.data.get("unsaid", ())))
            begun = RaceState(position, seen, _ids(seen, entry), undone=state.undone, overruled=state.overruled)
            before = state if state.position else None
            begun = replace(begun, stands=state.stands, mode=state.mode, paused=state.paused, names=state.names)
            return replace(begun, started=entry.id, race_before=before)
        case "stop":
            return _with_stop(state, entry)
        case "declare":
            return replace(state, said=(*state.said, entry))
        case "close":
            return replace(state, close_asked=entry)
        case "verdict":
            return _with_verdict(state, entry)
        case "correct":
            return _closed(state, entry, _finals(state))
        case "undo":
            return _taken_back(state, entry)
        case "overrule":
            word = _word(state, entry, entry.data.get("entry"), str(entry.data.get("status", "")), state.overruled)
            return replace(state, overruled=word)
        case "end":
            return replace(state, ended=entry.id)
        case "note" if entry.data.get("mode") in MODES:
            return replace(state, mode=str(entry.data["mode"]))
        case "note" if "stands" in entry.data:
            return replace(state, stands=_word(state, entry, entry.data["stands"], "ILLEGAL", state.stands))
        case "note" if "pause" in entry.data:
            return replace(state, paused=bool(entry.data["pause"]))
        case "note" if isinstance(entry.data.get("names"), Mapping):
            names = {**state.names, **{str(driver): str(name) for driver, name in entry.data["names"].items()}}
            return replace(state, names=MappingProxyType({driver: name for driver, name in names.items() if name}))
        case _:
            return state


def _baseline(entry: Entry) -> tuple[str, ...]:
    seen = entry.data.get("baseline")
    return (str(seen),) if seen else ()


def _ids(baseline: tuple[str, ...], entry: Entry) -> tuple[int, ...]:
    return (entry.id,) * len(baseline)


def _declared(said: tuple[Entry, ...], stop_ids: tuple[int, ...]) -> tuple[str, ...]:
    """Words, each with the look before which it was said, and what is known of how it was said."""
    return tuple(
        Spoken(
            str(one.data.get("text", "")),
            max(1, sum(stop < one.id for stop in stop_ids)),
            bool(one.data.get("sure")),
            bool(one.data.get("answer")),
            bool(one.data.get("late")),
        )
        for one in said
    )


def _finals(state: RaceState) -> tuple[Entry, ...]:
    """The standing verdicts without the provisional one."""
    return state.last_verdicts if state.provisional is None else state.last_verdicts[:-1]


def _with_stop(state: RaceState, entry: Entry) -> RaceState:
    keep = entry.data.get("keep")
    kept = len(state.stops) if keep is None else int(keep)
    stops = (*state.stops[:kept], str(entry.data.get("observation", "")))
    unseen = (*state.unseen_ns[:kept], *[None] * (kept - len(state.unseen_ns)), entry.data.get("unseen_ns"))
    back = None if state.taken_back is None else replace(state.taken_back, now=stops[-1])
    ids = (*state.stop_ids[:kept], entry.id)
    state = replace(state, stops=stops, stop_ids=ids, unseen_ns=unseen, taken_back=back)
    # Back where the turn began: what was said of the move that was taken back is void.
    return replace(state, last_verdicts=_finals(state)) if keep == 0 else state


def _with_verdict(state: RaceState, entry: Entry) -> RaceState:
    verdicts, again = (*_finals(state), entry), partial(_said_before, state, entry)
    state = replace(state, overruled=again(state.overruled), stands=again(state.stands))
    return replace(state, last_verdicts=verdicts) if is_provisional(entry) else _closed(state, entry, verdicts)


def _closed(state: RaceState, entry: Entry, verdicts: tuple[Entry, ...]) -> RaceState:
    told_apart = not (entry.data.get("unsure") and entry.after == state.position)
    after = _believed(entry) if told_apart else state.position
    since = unknown_since(state.position) or (entry.before if state.unclear(entry) else "")
    if entry.kind == "verdict" or not entry.data.keys().isdisjoint(("guessed", "unsure", "piece")):
        after = not_known(after, since, unsaid(state.position) - _said(entry))
    told = state.stops, state.said, state.last_verdicts, state.stop_ids, state.unseen_ns
    closed = Closed(entry, state.position, after, *told)
    seen = _baseline(entry)
    return replace(
        state,
        position=after,
        stops=seen,
        stop_ids=_ids(seen, entry),
        unseen_ns=(0 if seen == state.stops[-1:] else None,) * len(seen),
        said=(),
        last_verdicts=verdicts,
        closers=(*state.closers, closed),
        taken_back=None,
        close_asked=None,
    )


def _said(entry: Entry) -> frozenset[str]:
    """What people say with a piece that they set by hand, as `Believed.unsaid` names it."""
    return frozenset({told_by(str(entry.data.get("piece", "")), str(entry.data.get("space", "")))})


def _believed(entry: Entry) -> str:
    """The position after an entry, with what else may be so after one that leaves something open."""
    lines = entry.data.get("lines", ())
    status = str(entry.data.get("status", ""))
    asked = entry.kind == "verdict" and status == "UNDECIDED"
    owing: dict[str, tuple[int, int]] = {}
    for line in lines:
        broken, granted = owed_of(line)
        faults, assumed = len(line["violations"]), len(line["assumes"])
        # what is asked about may be a fault as well: while nobody answers, one is as likely as what it would take
        owed = (broken, granted + assumed + faults) if asked else (broken + faults, granted + assumed)
        owing[str(line["after"])] = min(owed, owing.get(str(line["after"]), owed))
    if entry.after not in owing or len(owing) < 2:
        return entry.after
    least = owing[entry.after]
    if entry.kind == "verdict" and status != "UNDECIDED":
        # what is sure is sure: only ways that are as good are left, and faults late words deny
        denied = status == "LEGAL"
        owing = {after: owed for after, owed in owing.items() if owed == least or (denied and owed[0] > least[0])}
    few = min(owed[0] for owed in owing.values()), min(owed[1] for owed in owing.values())
    worlds = [Otherwise(after, (owed[0] - few[0], owed[1] - few[1])) for after, owed in owing.items()]
    first = next(one for one in worlds if one.position == entry.after)
    return Believed(entry.after, first.owed, tuple(one for one in worlds if one is not first))


def _taken_back(state: RaceState, entry: Entry) -> RaceState:
    target = entry.data.get("entry")
    if isinstance(target, int) and any(declare.id == target for declare in state.said):
        said = tuple(declare for declare in state.said if declare.id != target)
        return replace(state, said=said, undone=state.undone | {target})
    if state.ended and target == state.ended:
        return replace(state, ended=0, undone=state.undone | {target})
    if target == state.started and state.race_before is not None:
        gone = state.undone | {target} | {closed.entry.id for closed in state.closers}
        before = replace(state.race_before, undone=gone, overruled=state.overruled, stands=state.stands)
        return replace(before, mode=state.mode, paused=state.paused, names=state.names)
    if state.close_asked is not None and target == state.close_asked.id:
        return replace(state, close_asked=None, undone=state.undone | {target})
    if isinstance(target, int) and any(one.entry == target for words in _words(state) for one in words.values()):
        overruled, stands = (_without(words, target) for words in _words(state))
        return replace(state, overruled=overruled, stands=stands, undone=state.undone | {target})
    first = next((index for index, closed in enumerate(state.closers) if closed.entry.id == target), None)
    if first is None:  # taken back before, or lost with a damaged record
        return state
    reopened = state.closers[first]
    lies = (*reopened.stops, *state.stops)[-1:]
    by_people = lies and entry.origin == "person"
    return replace(
        state,
        position=reopened.before,
        stops=reopened.stops,
        stop_ids=reopened.stop_ids,
        unseen_ns=reopened.unseen_ns,
        said=reopened.said,
        last_verdicts=reopened.last_verdicts,
        undone=state.undone | {closed.entry.id for closed in state.closers[first:]},
        closers=state.closers[:first],
        taken_back=TakenBack(reopened.entry.id, *lies, *lies) if by_people else None,
        close_asked=None,
        ended=0,
    )


def _words(state: RaceState) -> tuple[Mapping[int, Word], Mapping[int, Word]]:
    return state.overruled, state.stands


def _word(state: RaceState, entry: Entry, target: Any, status: str, words: Mapping[int, Word]) -> Mapping[int, Word]:
    """Some words with one more, over the verdict with the number `target`."""
    if not isinstance(target, int):
        return words
    verdict = next((one for one in state.last_verdicts if one.id == target), None)
    about = ("", ()) if verdict is None else (str(verdict.data.get("player", "")), disputed(verdict))
    word = Word(status, str(entry.data.get("why", "")), entry.id, *about, entry.origin == "person", words.get(target))
    return MappingProxyType({**words, target: word})


def says_no_more(found: Sequence[str], about: Sequence[str]) -> bool:
    """Whether all that is found broken, or asked, is `disputed` already; where it is nothing, nothing was."""
    return bool(found) == bool(about) and Counter(found) <= Counter(about)


def _newest_about(words: Iterable[Word], found: Sequence[str]) -> Word | None:
    """The newest word over all that is found broken or asked."""
    given = (word for word in words if says_no_more(found, word.about))
    return max(given, key=lambda word: word.entry, default=None)


def disputed(verdict: Entry) -> tuple[str, ...]:
    """What a verdict calls broken, or else asks."""
    broken = tuple(str(one["rule"]) for one in verdict.data.get("violations", ()))
    return broken or tuple(str(one["text"]) for one in verdict.data.get("questions", ()))


def _said_before(state: RaceState, verdict: Entry, words: Mapping[int, Word]) -> Mapping[int, Word]:
    """Some words with the newest that was said of just this earlier in the open turn, and so is said of it again."""
    so_far = (word for given, word in words.items() if given > state.settled)
    newest = _newest_about(so_far, disputed(verdict))
    return words if newest is None else MappingProxyType({**words, verdict.id: replace(newest, earlier=None)})


def _without(words: Mapping[int, Word], entry: int) -> Mapping[int, Word]:
    """Some words without those that an entry said; what they took the place of is back."""
    back = {verdict: word.earlier if word.entry == entry else word for verdict, word in words.items()}
    return MappingProxyType({verdict: word for verdict, word in back.items() if word is not None})


def check(entries: Iterable[Entry]) -> tuple[str, ...]:
    """What does not fit together in a record, in sentences; empty when it folds cleanly.

    Looked for: numbers that are missing or out of order, an entry before the start, a verdict or correction that starts
    from another position than the one that stood, an undo or overrule of an entry that is not there.
    """
    found: list[str] = []
    state = RaceState()
    seen: set[int] = set()
    for entry in entries:
        expected = max(seen, default=0) + 1
        if entry.id != expected:
            found.append(f"Entry {expected} should come next, but entry {entry.id} does.")
        found.extend(_misfits(state, entry, seen))
        seen.add(entry.id)
        state = step(state, entry)
    return tuple(found)


def _misfits(state: RaceState, entry: Entry, seen: set[int]) -> list[str]:
    if entry.kind in ("start", "note"):
        return []
    if not state.position:
        return [f"Entry {entry.id} ({entry.kind}) comes before the start of a race."]
    if entry.kind in ("verdict", "correct") and entry.before and entry.before != state.position:
        return [f"Entry {entry.id} ({entry.kind}) starts from another position than the one that stood before it."]
    if entry.kind in ("undo", "overrule") and entry.data.get("entry") not in seen:
        return [f"Entry {entry.id} ({entry.kind}) names entry {entry.data.get('entry')}, which is not there."]
    return []
