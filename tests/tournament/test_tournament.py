"""Rounds are paired fairly, and the standings are what the records say, however often those are corrected."""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.devices.reader import RecordReader
from referee.devices.store import SqliteStore
from referee.errors import NotationError, RecordError
from referee.record.entry import Entry
from referee.record.fold import fold
from referee.record.memory import MemoryStore
from referee.tournament.log import Enter, Leave, Log, Ruling, Unpair, made
from referee.tournament.pairing import pair
from referee.tournament.races import races_in, unplaced
from referee.tournament.standings import championship, ratings, scores, seeded, standings
from referee.words.catalogue import LANGUAGES, in_language
from tests.record.races import play_into
from tests.tournament.evenings import BEGAN_NS, SECOND_NS, by_lot, evening, raced, record, whole_race

FEW = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def test_64_players_race_five_rounds_and_the_totals_are_what_the_records_say(tmp_path: Path) -> None:
    """160 records; who won each is counted anew from the files by hand, faults too."""
    log, found = evening(tmp_path / "evening", 64)
    races, dice = tmp_path / "races", random.Random(1)
    for number in range(1, 6):
        at_ns = BEGAN_NS + number * 1800 * SECOND_NS
        _, counted = raced(found, races)
        paired = pair(found, {key: one.places for key, one in counted.items() if one.places})
        found = log.say(paired.model_copy(update={"at_ns": at_ns}))
        for heat in paired.heats:
            order = sorted(heat.seats, key=lambda name: int(name[1:]) + dice.gauss(0, 12))
            record(races, order, at_ns + dice.randrange(1000) * SECOND_NS, dice.choices(order, k=dice.randrange(3)))
    every, counted = raced(found, races)
    rows = standings(found, counted)
    assert len(every) == 160
    assert unplaced(found, every, counted) == ()
    wins, faults = Counter[str](), Counter[str]()
    for path in races.glob("*.sqlite"):
        state = fold(RecordReader(path).entries())
        winner = next(turn.data["player"] for turn in state.turns if turn.after != state.closers[0].entry.before)
        wins[state.names[winner]] += 1
        faults.update(state.names[turn.data["player"]] for turn in state.turns if turn.data["status"] == "ILLEGAL")
    assert {row.player: row.points for row in rows} == {row.player: wins[row.player] for row in rows}
    assert {row.player: row.faults for row in rows} == {row.player: faults[row.player] for row in rows}
    assert sum(row.points for row in rows) == 160
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    meetings = Counter(frozenset(heat.seats) for one in found.rounds for heat in one.heats)
    assert set(meetings.values()) == {1}


def test_a_corrected_record_corrects_the_standings(tmp_path: Path) -> None:
    """A fault overruled no longer costs its penalty; a corrected end of the race makes the other one the winner."""
    log, found = evening(tmp_path, 2, penalty=0.25)
    found = log.say(pair(found, {}).model_copy(update={"at_ns": BEGAN_NS}))
    path = record(tmp_path / "races", ("P01", "P02"), BEGAN_NS, ["P01"])

    def points() -> dict[str, float]:
        return {row.player: row.points for row in standings(found, raced(found, tmp_path / "races")[1])}

    assert points() == {"P01": 0.75, "P02": -0.0}
    store = SqliteStore.open(path)
    end = store.entries()[-1].after
    fault = next(one.id for one in store.entries() if one.data.get("status") == "ILLEGAL")
    overruled = {"entry": fault, "status": "LEGAL", "why": "his hand was in the way"}
    store.append(Entry(BEGAN_NS + 9, "person", "overrule", "overruled", end, end, overruled), {})
    store.close()
    assert points() == {"P01": 1.0, "P02": 0.0}
    other = record(tmp_path / "other", ("P02", "P01"), BEGAN_NS)
    names = {driver: colour for colour, driver in fold(RecordReader(other).entries()).names.items()}
    store = SqliteStore.open(path)
    swapped = {"names": {names["P02"]: "P02", names["P01"]: "P01"}}
    store.append(Entry(BEGAN_NS + 10, "person", "note", "the names were the wrong way round", end, end, swapped), {})
    store.close()
    assert points() == {"P01": 0.0, "P02": 1.0}


def test_the_organisers_word_stands_before_the_record_and_can_be_taken_back(tmp_path: Path) -> None:
    """A ruling gives places or names another record; the newest one counts, and one without either gives them back."""
    log, found = evening(tmp_path, 2)
    found = log.say(pair(found, {}).model_copy(update={"at_ns": BEGAN_NS}))
    record(tmp_path / "races", ("P01", "P02"), BEGAN_NS)
    early = record(tmp_path / "races", ("P02", "P01"), BEGAN_NS - 3600 * SECOND_NS)

    def first() -> str:
        return standings(log.read(), raced(log.read(), tmp_path / "races")[1])[0].player

    assert first() == "P01"
    log.say(made(Ruling, round=1, heat=1, places=(("P02",), ("P01",)), why="P01 left"))
    assert first() == "P02"
    log.say(made(Ruling, round=1, heat=1))
    assert first() == "P01"
    log.say(made(Ruling, round=1, heat=1, record=early.name))
    assert first() == "P02"
    with pytest.raises(NotationError, match="P01, P02"):
        log.say(made(Ruling, round=1, heat=1, places=(("P02",),)))


def test_a_race_that_is_not_over_or_was_raced_again_does_not_count(tmp_path: Path) -> None:
    """The newest race that came to its end does; names are compared as people do; a wrong name is pointed out."""
    log, found = evening(tmp_path, 4, system="heats", seats=4)
    found = log.say(pair(found, {}).model_copy(update={"at_ns": BEGAN_NS}))
    races = tmp_path / "races"
    record(races, ("P01", "P02", "P03", "P04"), BEGAN_NS + 1)
    record(races, ("p04", "P03", "P02", " P01 "), BEGAN_NS + 2)
    record(races, ("P03", "P04", "P02", "P01"), BEGAN_NS + 3, over=False)
    record(races, ("P01", "P04", "P02", "Pete"), BEGAN_NS + 4)
    every, counted = raced(found, races)
    assert counted[1, 1].places == (("P04",), ("P03",), ("P02",), ("P01",))
    assert [race.drivers for race in unplaced(found, every, counted)] == [frozenset({"p01", "p04", "p02", "pete"})]


def test_who_drives_two_cars_has_the_place_of_the_better_one(tmp_path: Path) -> None:
    """The other car is called Ann 2; while a car has nobody's name the race is no heat's: anybody may have driven."""
    log, found = evening(tmp_path, 2)
    found = log.say(made(Enter, player="Ann"), made(Enter, player="Bob"), made(Leave, player="P01"))
    log.say(made(Leave, player="P02"))
    found = log.say(pair(log.read(), {}).model_copy(update={"at_ns": BEGAN_NS}))
    assert sorted(found.rounds[0].heats[0].seats) == ["Ann", "Bob"]
    path = record(tmp_path / "races", ("Bob", "Ann"), BEGAN_NS, name="racepack")
    every, counted = raced(found, tmp_path / "races")
    assert counted[1, 1].places == ()
    assert len(unplaced(found, every, counted)) == 1
    store = SqliteStore.open(path)
    end = store.entries()[-1].after
    first, second, third, fourth = whole_race("racepack", 2)[2]
    called = {"names": {first: "Ann 2", second: "Bob", third: "Bob 2", fourth: "Ann"}}
    store.append(Entry(BEGAN_NS + 3 * SECOND_NS, "person", "note", "names", end, end, called), {})
    store.close()
    assert raced(found, tmp_path / "races")[1][1, 1].places == (("Ann",), ("Bob",))


def test_a_name_that_would_be_somebodys_second_car_is_refused(tmp_path: Path) -> None:
    """In whatever order they come; a number is part of a name where nobody has the name without it."""
    log, _ = evening(tmp_path, 2)
    log.say(made(Enter, player="Ann"), made(Enter, player="Team 2"), made(Enter, player="Team 3"))
    for name in ("ann 2", "Team", "Ann  9"):
        with pytest.raises(NotationError, match="second car"):
            log.say(made(Enter, player=name))
    log.say(made(Enter, player="Ann 12"), made(Enter, player="Ann B"))
    assert {"Ann", "Team 2", "Team 3", "Ann 12", "Ann B"} <= log.read().here


@given(players=st.integers(2, 13), rounds=st.integers(1, 9), lot=st.randoms(use_true_random=False))
@FEW
def test_swiss_repeats_nothing_that_it_need_not(
    tmp_path_factory: pytest.TempPathFactory, players: int, rounds: int, lot: random.Random
) -> None:
    """Nobody twice in a round, a bye at most once each and one a round, no pair again before there is no other way."""
    log, _ = evening(tmp_path_factory.mktemp("swiss"), players, rounds=rounds)
    met, byes = Counter[frozenset[str]](), Counter[str]()
    for found, _ in by_lot(log, lot):
        last = found.rounds[-1]
        racing = [name for heat in last.heats for name in heat.seats]
        assert sorted([*racing, *last.byes]) == sorted(found.players)
        assert len(last.byes) == players % 2
        pairs = [frozenset(heat.seats) for heat in last.heats]
        if any(met[one] for one in pairs):
            assert not _can_be_new(found.players, met, byes)
        met.update(pairs)
        byes.update(last.byes)
        if len(found.rounds) <= players:
            assert max(byes.values(), default=0) <= 1


def _can_be_new(players: tuple[str, ...], met: Counter[frozenset[str]], byes: Counter[str]) -> bool:
    """Whether some pairing has only new pairs and nobody a second bye, by trying all."""

    def rest(left: tuple[str, ...], bye: bool) -> bool:
        if not left:
            return True
        one, others = left[0], left[1:]
        if bye and not byes[one] and rest(others, False):
            return True
        return any(
            not met[frozenset((one, other))] and rest(tuple(name for name in others if name != other), bye)
            for other in others
        )

    return rest(players, len(players) % 2 == 1)


@given(players=st.integers(2, 24), lot=st.randoms(use_true_random=False))
@FEW
def test_in_a_round_robin_everybody_meets_everybody_once_from_either_seat(
    tmp_path_factory: pytest.TempPathFactory, players: int, lot: random.Random
) -> None:
    """One bye each where the number is odd; first seats differ by one at most; then all again from the other seat."""
    once = players - 1 + players % 2
    log, _ = evening(tmp_path_factory.mktemp("robin"), players, system="round-robin", rounds=2 * once)
    *_, (found, _) = by_lot(log, lot)
    rounds = found.rounds
    for one in rounds:
        racing = [name for heat in one.heats for name in heat.seats]
        assert sorted([*racing, *one.byes]) == sorted(found.players)
    first = Counter(frozenset(heat.seats) for one in rounds[:once] for heat in one.heats)
    assert first == {frozenset(both): 1 for both in combinations(found.players, 2)}
    seats = Counter(heat.seats[0] for one in rounds[:once] for heat in one.heats)
    counts = [seats[name] for name in found.players]
    assert max(counts) - min(counts) <= 1
    both_ways = Counter(heat.seats for one in rounds for heat in one.heats)
    assert all(both_ways[pair] == 1 for one in combinations(found.players, 2) for pair in (one, one[::-1]))


@given(players=st.integers(4, 40), seats=st.integers(3, 6), rounds=st.integers(1, 8))
@FEW
def test_heats_mix_as_evenly_as_can_be(
    tmp_path_factory: pytest.TempPathFactory, players: int, seats: int, rounds: int
) -> None:
    """Everybody races in every round; heats differ by one; meetings, seats and small heats are spread evenly.

    Where all mixtures of a round can be tried, none meets fewer again.
    """
    log, _ = evening(tmp_path_factory.mktemp("heats"), players, system="heats", rounds=rounds, seats=seats)
    met, sat, small = Counter[frozenset[str]](), Counter[tuple[str, int]](), Counter[str]()
    for found, _ in by_lot(log, random.Random(1)):
        one = found.rounds[-1]
        assert sorted(name for heat in one.heats for name in heat.seats) == sorted(found.players)
        assert one.byes == ()
        sizes = [len(heat.seats) for heat in one.heats]
        assert max(sizes) <= seats
        assert max(sizes) - min(sizes) <= 1
        if players <= 9 and min(sizes) == max(sizes):
            again = sum(met[frozenset(both)] ** 2 for heat in one.heats for both in combinations(heat.seats, 2))
            assert again == _least(found.players, max(sizes), met)
        for heat in one.heats:
            met.update(frozenset(both) for both in combinations(heat.seats, 2))
            sat.update((name, seat) for seat, name in enumerate(heat.seats))
            small.update(heat.seats if len(heat.seats) < max(sizes) else ())
    meetings = [met[frozenset(both)] for both in combinations(found.players, 2)]
    mean = sum(meetings) / len(meetings)
    assert sum((count - mean) ** 2 for count in meetings) / len(meetings) <= 0.9
    for name in found.players:
        times = [sat[name, seat] for seat in range(seats - 1)]
        assert max(times) - min(times) <= 2 + rounds // 5
    lone = [small[name] for name in found.players]
    assert max(lone) - min(lone) <= 1


def _least(players: tuple[str, ...], size: int, met: Counter[frozenset[str]]) -> int:
    """How often players meet again at least in heats of this size, by trying all."""
    if not players:
        return 0
    return min(
        sum(met[frozenset(both)] ** 2 for both in combinations((players[0], *others), 2))
        + _least(tuple(name for name in players[1:] if name not in others), size, met)
        for others in combinations(players[1:], size - 1)
    )


def test_who_leaves_is_paired_no_more_and_who_comes_late_is(tmp_path: Path) -> None:
    """The others go on; a bye counts as the plan says; the points of a round away are none."""
    log, found = evening(tmp_path, 4, rounds=3, bye=0.5)
    found = log.say(pair(found, {}))
    log.say(made(Leave, player="p04"), made(Enter, player="Zoe"))
    found = log.say(made(Leave, player="P03"))
    known = {(1, 1): (("P01",), ("P03",)), (1, 2): (("P02",), ("P04",))}
    paired = pair(found, known)
    assert sorted(paired.heats[0].seats + paired.byes) == ["P01", "P02", "Zoe"]
    found = log.say(paired, *(made(Ruling, round=r, heat=h, places=places) for (r, h), places in known.items()))
    assert scores(found, raced(found, tmp_path)[1])[paired.byes[0]][1] == 0.5
    assert scores(found, raced(found, tmp_path)[1])["P04"] == [0.0, None]
    again = log.say(Unpair())
    assert len(again.rounds) == 1
    assert log.say(made(Enter, player="P04")).here == frozenset({"P01", "P02", "P04", "Zoe"})


def test_ties_are_broken_in_words_of_every_language(tmp_path: Path) -> None:
    """Each row that has as many points as the one above says what tells them apart, or that nothing does."""
    log, _ = evening(tmp_path, 12, rounds=5)
    *_, (found, known) = by_lot(log, random.Random(4))
    found = log.say(*(made(Ruling, round=r, heat=h, places=places) for (r, h), places in known.items()))
    rows = standings(found, raced(found, tmp_path)[1])
    for above, row in pairwise(rows):
        assert bool(row.why) == (above.points == row.points)
        if row.why:
            said = [in_language(row.why, language) for language in LANGUAGES]
            assert all(one and row.player in one and above.player in one for one in said)
            assert len(set(said)) == len(LANGUAGES)
            assert not re.search(r"\d\.\d", f"{said[1]} {said[2]}"), "numbers have a comma in German and French"
            assert (row.place == above.place) == ("level" in row.why)
    assert any(row.why for row in rows)


def test_a_championship_sums_up_the_evenings_and_seeds_the_next_one(tmp_path: Path) -> None:
    """The best two of three count; ratings follow who beats whom; the strongest is seeded first, a stranger last."""
    evenings = []
    for number in range(3):
        log, _ = evening(tmp_path / str(number), 6 - number, rounds=3)
        *_, (found, known) = by_lot(log, random.Random(number))
        found = log.say(*(made(Ruling, round=r, heat=h, places=places) for (r, h), places in known.items()))
        evenings.append((found, raced(found, tmp_path)[1]))
    table = championship(evenings, best=2)
    for row in table:
        gained = sorted((one for one in row.evenings if one is not None), reverse=True)
        assert row.points == sum(gained[:2])
    assert [row.points for row in table] == sorted((row.points for row in table), reverse=True)
    assert next(row for row in table if row.player == "P06").evenings[1:] == (None, None)
    rated = ratings(evenings)
    order = seeded(["Zoe", "P06", "P01", "P02"], evenings)
    assert order[-1] == "Zoe"
    assert order[:-1] == sorted(["P06", "P01", "P02"], key=lambda name: -rated[name.casefold()])


@pytest.mark.parametrize(
    "damage", ["", "{}\n", '{"kind":"enter","player":"A"}\n', "\0\n", '{"kind":"plan","name":3}\n']
)
def test_a_file_that_is_no_tournament_is_refused_in_a_sentence(tmp_path: Path, damage: str) -> None:
    """Neither a traceback nor a tournament."""
    (tmp_path / "tournament.jsonl").write_text(damage, encoding="utf-8")
    with pytest.raises(RecordError):
        Log(tmp_path).read()


def test_half_a_line_was_never_said(tmp_path: Path) -> None:
    """A program killed while it wrote leaves half a line: it is ignored, and the next one is written in its place."""
    log, found = evening(tmp_path, 3)
    with open(tmp_path / "tournament.jsonl", "a", encoding="utf-8") as file:
        file.write('{"kind":"enter","pl')
    assert log.read() == found
    assert log.say(made(Enter, player="Zoe")).players[-1] == "Zoe"
    assert log.read().players[-1] == "Zoe"
    with pytest.raises(RecordError):
        log.begin([])


def test_faults_can_be_counted_as_todays_rules_find_them(tmp_path: Path) -> None:
    """A fault that an older program called and today's rules do not counts no more; nothing else changes."""
    memory = MemoryStore({"game": "royal-racers"})
    play_into(memory, "royal-racers", 6, players=2, faults=0.0)
    entries = [replace(one, time_ns=BEGAN_NS + one.id) for one in memory.entries()]
    turn = next(at for at, one in enumerate(entries) if one.kind == "verdict" and not one.data["provisional"])
    entries[turn] = replace(entries[turn], data={**entries[turn].data, "status": "ILLEGAL"})
    driver = str(entries[turn].data["player"])
    called = {"names": {"red": "Ann", "black": "Bob"}}
    entries.insert(1, Entry(BEGAN_NS, "person", "note", "names", "", "", called))
    store = SqliteStore.create(tmp_path / "old.sqlite", memory.header)
    store.append_all([(one, {}) for one in entries])
    store.close()
    (was,), (now,) = races_in([tmp_path])[0], races_in([tmp_path], again=True)[0]
    assert was.faults[called["names"][driver]] == 1
    assert set(now.faults.values()) == {0}
    assert now.places == was.places
