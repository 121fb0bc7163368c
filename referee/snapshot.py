"""What the page shows of a moment of a race, as JSON-able data: a pure view."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from referee.games.base import Question, Reading, Status, Verdict
from referee.games.deeds import TAKE, WHOSE_TURN, told_by
from referee.games.words_said import declared_in_words
from referee.match import Moment
from referee.match.moment import in_order
from referee.match.starts import Joining
from referee.match.turn_clock import turn_lasted_ns
from referee.mind.reasoned import Game
from referee.recent import CLIP
from referee.record.accused import accused
from referee.record.entry import Entry
from referee.record.fold import RaceState
from referee.record.podium import outcome, podium
from referee.record.words import sentence_in
from referee.words.catalogue import told

SHOWN_ENTRIES = 100
SHOWN_WAITING = 9
"""Faults that wait for an answer."""


@dataclass(frozen=True)
class Surroundings:
    """What the view needs beyond the entries: the camera, the warnings, where the record lies, the table as it is read.

    `problems` are what is wrong with the table; only a survey shows the `reading`. `ahead` is what is still missing on
    the table for a season's next race, `missing` for a first one, `joining` one that is under way. `head` is the
    fingerprint of the record's newest entry, "" for none.
    """

    sequence: int
    source_name: str
    source_ok: bool
    source_note: str
    frames_per_second: float
    warnings: tuple[str, ...]
    record_path: str
    now_ns: int = 0
    problems: tuple[str, ...] = ()
    reading: Reading | None = None
    ahead: str = ""
    missing: str = ""
    joining: Joining | None = None
    head: str = ""


def snapshot(moment: Moment, around: Surroundings) -> dict[str, Any]:
    """The whole state of the page; `web/shape.py` holds the fields."""
    return race_in(race_view(moment), moment, around)


def race_view(moment: Moment) -> dict[str, Any]:
    """What follows from the entries alone: the same as long as the moment is the same. See `race_in` for the rest.

    `leaves`: whoever has a set-up behind the race knows whether there is a way back to it.
    """
    game, position, silent = moment.game, moment.state.position, moment.state.mode == "record"
    shown = moment.entries[-SHOWN_ENTRIES:]
    names = {row["player"] for row in _standings(moment)} | {name for entry in shown for name in _named(game, entry)}
    return {
        "game": game.name,
        "title": game.title,
        "phase": moment.phase,
        "turn": moment.state.settled,
        "diagram": _diagram(moment) if position else "",
        "now": _now(moment),
        "pad": [_question(question) for question in _likely_first(moment)],
        "declared": list(moment.state.declared),
        "said": list(dict.fromkeys(declared_in_words(game, position, text) for text in moment.state.declared)),
        **_verdicts(moment),
        "entries": [_shown(game, e, moment.state, silent) for e in reversed(shown)],
        "mode": moment.state.mode,
        "paused": moment.state.paused,
        "closing": moment.state.close_asked is not None,
        "undoing": _undoing(moment),
        "put_back": _put_back(moment),
        "outcome": outcome(game, moment.state),
        "guide": None,
        "replay": None,
        "leaves": False,
        "podium": _podium(moment),
        "season": _season(moment),
        "hands": _hands(moment) if position else [],
        "piece": game.words.told("drivers-piece"),
        "called": {name: game.words.told("called", who=name) for name in sorted(names - {""})},
        "names": dict(moment.state.names),
        "setup": {"players": list(game.players_allowed), "missing": "", "joining": None},
    }


def _named(game: Game, entry: Entry) -> frozenset[str]:
    return accused(game, entry.data) | {str(entry.data.get("player", ""))}


def _undoing(moment: Moment) -> dict[str, str] | None:
    newest = moment.state.undoing
    if newest is None:
        return None
    turn = next((one for one in moment.entries if (newest.what, one.id) == ("turn", newest.entry)), None)
    about = () if turn is None else accused(moment.game, turn.data)
    return {"what": newest.what, "player": next(iter(about)) if len(about) == 1 else newest.player}


def _put_back(moment: Moment) -> dict[str, Any] | None:
    """What is to be laid as it was before what people have undone, and the entry whose picture shows how it lay."""
    taken = moment.state.taken_back
    if taken is None or not moment.put_back:
        return None
    shown = next(one for one in moment.entries if one.id == taken.entry)
    return {"sentences": list(moment.put_back), "entry": taken.entry if "before" in shown.pictures else 0}


def race_in(race: Mapping[str, Any], moment: Moment, around: Surroundings) -> dict[str, Any]:
    """The view of a race among its surroundings."""
    reading = around.reading
    surveyed = reading.notation if reading is not None and not moment.state.position else ""
    return {
        **race,
        "seq": around.sequence,
        "source": {
            "name": around.source_name,
            "ok": around.source_ok,
            "note": around.source_note,
            "frames_per_second": around.frames_per_second,
        },
        "warnings": list(around.warnings),
        # once the race is over the table may be cleared
        "problems": [] if moment.phase == "over" else list(around.problems),
        "diagram": moment.game.diagram(surveyed, {}) if surveyed else race["diagram"],
        "now": {**race["now"], "lasted_ms": _lasted_ms(moment, around.now_ns)},
        "record": around.record_path,
        "head": around.head,
        "setup": {**race["setup"], "missing": around.missing, "joining": _joining(moment.game, around.joining)},
        "season": None if race["season"] is None else {**race["season"], "problem": around.ahead},
    }


def _verdicts(moment: Moment) -> dict[str, Any]:
    """The newest verdict, and while the race is on the older faults that nobody has answered, newest first.

    Large is the newest one, or the newest that waits if that one asks nothing.
    """
    newest = None
    if moment.verdict is not None and moment.state.mode != "record":
        newest = {**_view_now(moment, *moment.verdict), "readings": _readings(moment)}
    entry = 0 if moment.verdict is None else moment.verdict[0].id
    older = [one for one in moment.waiting if one[0].id != entry] if moment.phase == "race" else []
    waiting = [{**_view_now(moment, *one), "readings": []} for one in older[:SHOWN_WAITING]]
    if waiting and (newest is None or not _asks(newest)):
        waiting[0]["large"] = True
    elif newest is not None:
        newest["large"] = True
    return {"verdict": newest, "waiting": waiting}


def _asks(verdict: Mapping[str, Any]) -> bool:
    """Whether somebody has to answer: a fault or a doubt of which nobody has said anything yet."""
    return verdict["status"] != Status.LEGAL.value and not verdict["stands"] and verdict["overruled"] is None


def _readings(moment: Moment) -> list[dict[str, Any]]:
    """`board` is the number of the first reading that is drawn the same: where none differs no drawing helps."""
    drawings = [moment.game.diagram(one.after, dict(one.marks)) for one in moment.readings]
    return [
        {
            "answer": one.answer,
            "declaration": one.declaration,
            "words": one.words,
            "board": drawings.index(drawn),
        }
        for one, drawn in zip(moment.readings, drawings, strict=True)
    ]


def _view_now(moment: Moment, entry: Entry, verdict: Verdict) -> dict[str, Any]:
    """A verdict with what people have said of it."""
    overruling = moment.state.overruled.get(entry.id)
    return {
        **verdict_view(moment.game, entry, verdict),
        "stands": entry.id in moment.state.stands,
        "overruled": None if overruling is None else {"status": overruling.status, "why": overruling.why},
        "large": False,
    }


def reading_diagram(moment: Moment, entry_id: int, number: int) -> str:
    """The drawing of one reading of the newest verdict. Raises KeyError when there is none."""
    newest, found = moment.verdict, moment.readings
    if newest is None or newest[0].id != entry_id or not 0 <= number < len(found):
        raise KeyError(number)
    return moment.game.diagram(found[number].after, dict(found[number].marks))


def _lasted_ms(moment: Moment, now_ns: int) -> int:
    return turn_lasted_ns(moment.entries, moment.state, now_ns) // 1_000_000 if moment.phase == "race" else 0


def _likely_first(moment: Moment) -> list[Question]:
    """The pad, what was said most often in this race first: it changes with a turn's end only, never under a thumb."""
    open_turn = {entry.id for entry in moment.state.said}
    said = [str(e.data.get("text", "")) for e in moment.entries if e.kind == "declare" and e.id not in open_turn]
    kinds = Counter(_kind(text) for text in said)

    def often(question: Question) -> int:
        return -max((kinds[_kind(declaration)] for _, declaration in question.answers), default=0)

    return sorted(moment.pad, key=often)


def _kind(declaration: str) -> str:
    """What a declaration is about.

    >>> _kind("speed:2=3"), _kind("token=no")
    ('speed', 'token')
    """
    return re.split(r"[:=]", declaration, maxsplit=1)[0]


def verdict_view(game: Game, entry: Entry, verdict: Verdict) -> dict[str, Any]:
    """One verdict with its rules' titles and sections."""
    return {
        "entry": entry.id,
        "status": verdict.status.value,
        "player": verdict.player,
        "about": sorted(accused(game, entry.data)),
        "turn": verdict.turn,
        "sentence": verdict.sentence,
        "violations": [
            {
                "rule": v.rule,
                "title": game.words.title(rule.id, rule.title),
                "section": rule.section,
                "message": v.message,
            }
            for v in verdict.violations
            for rule in [game.rules[v.rule]]
        ],
        "questions": [_question(question) for question in verdict.questions],
        "alternatives": list(verdict.alternatives),
        "due": verdict.due,
        "provisional": bool(entry.data.get("provisional", verdict.provisional)),
        "pictures": _stills(entry),
        "clip_ms": list(entry.data.get("clip_ms", ())),
        "place": _has_place(entry),
    }


def entry_view(game: Game, entry: Entry, state: RaceState) -> dict[str, Any]:
    """One line of the record as the page lists it, with what counts of a verdict now."""
    data = entry.data
    return {
        "id": entry.id,
        "time": entry.time_ns,
        "kind": entry.kind,
        "origin": entry.origin,
        "player": str(data.get("player", "")),
        "about": sorted(accused(game, data)),
        "status": str(data.get("status", "")),
        "holds": state.status(entry),
        "stands": entry.id in state.stands,
        "sentence": sentence_in(data) or _plain(entry),
        "rules": [v["rule"] for v in data.get("violations", [])],
        "provisional": bool(data.get("provisional", False)),
        "undone": entry.id in state.undone,
        "pictures": _stills(entry),
        "clip_ms": list(data.get("clip_ms", ())),
        "place": _has_place(entry),
    }


def _shown(game: Game, entry: Entry, state: RaceState, silent: bool) -> dict[str, Any]:
    """The same with declarations in words, and without the verdict's word while the referee is to say nothing."""
    view = entry_view(game, entry, state)
    if entry.kind == "declare":
        return {**view, "sentence": _with(entry, declared_in_words(game, entry.before, entry.data["text"]))}
    if silent and entry.kind == "verdict":
        return {
            **view,
            "about": [view["player"]],
            "status": "",
            "holds": "",
            "rules": [],
            "place": False,
            "sentence": told("turn-was-noted", who=view["player"]),
        }
    return view


def _stills(entry: Entry) -> list[str]:
    return [name for name in entry.pictures if name != CLIP]


def _has_place(entry: Entry) -> bool:
    """Whether the place of a verdict can be shown, and not only the whole table."""
    return entry.kind == "verdict" and "after" in entry.data.get("views", {})


def _plain(entry: Entry) -> str:
    return _with(entry, str(entry.data.get("text") or entry.data.get("why") or ""))


def _with(entry: Entry, text: str) -> str:
    """Why there is an entry, and behind it what somebody said or wrote."""
    name = str(entry.data.get("who") or "")
    if not text:
        return told("noted-why", how="alone", cause=entry.cause, name=name) if name else entry.cause
    return told("noted-why", cause=entry.cause, text=text, **({"how": "by", "name": name} if name else {}))


def _question(question: Question) -> dict[str, Any]:
    answers = [list(answer) for answer in in_order(question)]
    return {"text": question.text, "answers": answers, "dice": question.dice}


def _now(moment: Moment) -> dict[str, Any]:
    now, standings = moment.now, _standings(moment)
    if now is None or moment.phase == "over":
        return {"player": "", "sentence": "", "ends": [], "standings": standings, "seconds": 0, "time_up": ""}
    if not moment.knows_whose_turn:
        told_so = {"player": "", "sentence": told("whose-turn-is-not-known"), "ends": []}
        return {**told_so, "standings": standings, "seconds": 0, "time_up": ""}
    return {
        "player": now.player,
        "sentence": now.sentence,
        "ends": list(now.ends),
        "standings": standings,
        "seconds": now.seconds,
        "time_up": now.time_up,
    }


def _standings(moment: Moment) -> list[dict[str, str]]:
    return [dict(row) for row in moment.now.standings] if moment.now is not None else []


def _hands(moment: Moment) -> list[dict[str, Any]]:
    """The pieces that can be set by hand as the board is drawn, and what can be done to each beside moving it."""
    return [
        {
            "piece": one.piece,
            "name": one.words,
            "moves": one.moves,
            "deeds": [list(deed) for deed in one.offered.items()],
        }
        for one in moment.game.handled(_drawn(moment))
    ]


def _joining(game: Game, joining: Joining | None) -> dict[str, Any] | None:
    """A race that is under way: what of it people may say, piece by piece, whose turn it is first."""
    if joining is None:
        return None
    unseen: dict[str, dict[str, Any]] = {}
    for one in sorted(joining.unseen, key=lambda piece: piece.piece != WHOSE_TURN):
        for deed in one.deeds:
            about = told_by(one.piece, deed.text)
            called = game.called(one.piece)
            player = called if called != one.piece else ""
            asked = {"piece": one.piece, "player": player, "name": one.words, "kind": about.rpartition(" ")[2]}
            so = deed.so or deed.text.startswith(TAKE)
            unseen.setdefault(about, {**asked, "deeds": []})["deeds"].append(
                [deed.text, deed.about, "so" if so else ""]
            )
    return {"players": joining.players, "problem": joining.problem, "unseen": list(unseen.values())}


def _podium(moment: Moment) -> dict[str, Any] | None:
    """Who came where, once the race is over. `again`: whoever hosts several races knows whether another may follow."""
    if moment.phase != "over":
        return None
    began_ns = next((entry.time_ns for entry in moment.entries if entry.id == moment.state.started), 0)
    return {**podium(moment.game, moment.state, _standings(moment), began_ns), "again": False}


def _season(moment: Moment) -> dict[str, Any] | None:
    """The championship or campaign of this race; what is missing for its next race is said in `problem`."""
    position = moment.state.position
    season = moment.game.season(position) if position else None
    return None if season is None else {**asdict(season), "problem": ""}


def _diagram(moment: Moment) -> str:
    game, newest = moment.game, moment.verdict
    marks: dict[str, Any] = {}
    if moment.phase == "race" and moment.now is not None:
        marks["ends"] = list(moment.now.ends) if moment.knows_whose_turn else []
    if moment.put_back and moment.state.taken_back is not None:
        lying = game.observe(moment.state.taken_back.now)
        marks |= game.moved(game.accept(moment.state.position, lying), moment.state.position)
    elif newest is not None and newest[1].after:
        marks |= {**game.moved(newest[0].before, newest[1].after), "turn": newest[1].turn}
        marks["fault"] = moment.state.status(newest[0]) == Status.ILLEGAL.value and moment.state.mode != "record"
    return game.diagram(_drawn(moment), marks)


def _drawn(moment: Moment) -> str:
    """While a turn is under way the board shows what stands on the table, not yet what is in the record."""
    newest = moment.verdict
    if newest is not None and newest[1].after and newest[0].data.get("provisional"):
        return newest[1].after
    return moment.state.position


def as_line(game: Game, entry: Entry, verdict: Verdict) -> Mapping[str, Any]:
    """One verdict as `referee watch --json` prints it."""
    view = verdict_view(game, entry, verdict)
    return {**view, "time_ns": entry.time_ns, "before": entry.before, "after": verdict.after, "cause": entry.cause}
