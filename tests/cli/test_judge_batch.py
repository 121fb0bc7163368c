"""`referee judge --batch` from the outside: many changes in one process, a line of JSON for each."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from referee.cli import unforeseen
from referee.cli.judge_batch import LONGEST_LINE_BYTES
from referee.cli.main import main
from referee.games.registry import GAMES
from tests.fuzz.mangled import FEWER, ODD_VALUES, mangled_bytes, mangled_value

Run = Callable[..., tuple[int, list[str], str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Iterator[Run]:
    """Exit code, lines of stdout and stderr of `referee judge ...` with this input."""
    interrupted = signal.getsignal(signal.SIGINT)

    def run_here(*words: str, into: bytes = b"") -> tuple[int, list[str], str]:
        monkeypatch.setattr(sys, "argv", ["referee", "judge", *words])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(into)))
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capfd.readouterr()
        return code, out.split("\n")[:-1], err

    yield run_here
    signal.signal(signal.SIGINT, interrupted)


@cache
def changes(name: str) -> tuple[dict[str, Any], ...]:
    """A handful of turns of a game: spoken and silent, legal and faulty, over and open, seen whole or at their end."""
    game, dice = GAMES[name], Random(11)
    position, found = game.start(game.players_allowed[-1], dice), []
    for number in range(6):
        faults = dice.sample(game.faults(), len(game.faults())) if number % 3 == 1 else [None]
        tried = (game.play(position, dice, one) for one in faults)
        turn = next(turn for turn in tried if number % 3 != 1 or turn.truth != "legal")
        change: dict[str, Any] = {"id": number, "game": name, "position": turn.before, "observed": turn.stops[-1]}
        if number % 2:
            change |= {"stops": list(turn.stops[:-1]), "declared": list(turn.declared)}
        if number % 3 == 2:
            change["closed"] = False
        found.append(change)
        position = turn.after
    return tuple(found)


def written(*values: Any) -> bytes:
    """JSON lines."""
    return b"".join(json.dumps(value).encode() + b"\n" for value in values)


def words_for(change: dict[str, Any]) -> list[str]:
    """How the same change is judged alone."""
    words = ["--game", change["game"], "--position", change["position"], "--observed", change["observed"], "--json"]
    words += [word for stop in change.get("stops", ()) for word in ("--stops", stop)]
    words += [word for said in change.get("declared", ()) for word in ("--declare", said)]
    return words if change.get("closed", True) else [*words, "--open"]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.few(1)
def test_a_batch_says_what_judge_says_of_each_change_alone(name: str, run: Run, tmp_path: Path) -> None:
    """Field for field, from a file and from stdin, in any language; the exit code is 1 when any was illegal."""
    told = ("--language", "fr" if name == "racepack" else "en")
    alone = [run(*words_for(change), *told) for change in changes(name)]
    expected = [{"id": number, **json.loads(lines[0])} for number, (_, lines, _) in enumerate(alone)]
    file = tmp_path / "changes.jsonl"
    file.write_bytes(written(*changes(name)))
    from_file, from_stdin = run("--batch", str(file), *told), run("--batch", "-", *told, into=file.read_bytes())
    assert [json.loads(line) for line in from_file[1]] == expected
    assert {"id", "verdict", "violations", "lines", "questions", "turn", "after", "sentence"} <= set(expected[0])
    assert from_file == from_stdin
    assert from_file[0] == max(code for code, _, _ in alone)
    assert from_file[2] == "", "a program gets all of it on stdout"


def test_the_changes_hold_every_verdict(run: Run) -> None:
    """Else the comparison above would show less than it says."""
    every = written(*(change for name in GAMES for change in changes(name)))
    found = {json.loads(line)["verdict"] for line in run("--batch", "-", into=every)[1]}
    assert found == {"LEGAL", "ILLEGAL", "UNDECIDED"}


def test_the_exit_code_is_0_without_a_finding_and_1_with_one(run: Run) -> None:
    """An illegal turn and a line that cannot be judged are findings; legal turns and questions are not."""
    legal, illegal = changes("racepack")[0], changes("racepack")[1]
    assert run("--batch", "-", into=written(legal))[0] == 0
    assert run("--batch", "-", into=written(legal, illegal, legal))[0] == 1
    assert run("--batch", "-", into=written(legal) + b"?\n")[0] == 1
    assert run("--batch", "-") == (0, [], ""), "nothing in, nothing out"


def test_an_empty_file_and_empty_lines_get_no_answer(run: Run, tmp_path: Path) -> None:
    """A blank line, a last one without its end, Windows' line ends and its mark at the beginning do no harm."""
    file = tmp_path / "empty.jsonl"
    file.write_bytes(b"")
    assert run("--batch", str(file)) == (0, [], "")
    line = written(changes("racepack")[0]).strip()
    file.write_bytes(b"\xef\xbb\xbf" + line + b"\r\n\r\n  \n" + line)
    code, lines, _ = run("--batch", str(file))
    assert (code, len(lines)) == (0, 2)
    assert lines[0] == lines[1]
    assert "verdict" in json.loads(lines[0])


def test_what_a_line_leaves_out_comes_from_the_command(run: Run) -> None:
    """--game where it names none, --open where it does not say `closed`; null is left out too."""
    change = dict(changes("royal-racers")[2])
    whole = run("--batch", "-", into=written(change))
    del change["game"], change["closed"]
    assert run("--batch", "-", "--game", "royal-racers", "--open", "--json", into=written(change)) == whole
    change |= dict.fromkeys(("game", "stops", "declared", "closed"))
    assert run("--batch", "-", "--game", "royal-racers", "--open", into=written(change)) == whole
    racepack = {key: value for key, value in changes("racepack")[0].items() if key != "game"}
    assert "verdict" in run("--batch", "-", into=written(racepack))[1][0]


IDS: tuple[Any, ...] = (
    None,
    True,
    0,
    -7,
    2**70,
    1.5,
    "",
    "é €",
    'a\n"b',
    "\U0001f697",
    [],
    [1, ["x"]],
    {},
    {"a": {"b": 1}},
)


def test_ids_of_any_kind_are_kept(run: Run) -> None:
    """With a verdict and with an error; a line without an id gets null."""
    good, bad = changes("racepack")[0], {"game": "chess", "position": "", "observed": ""}
    sent = [one | {"id": key} for key in IDS for one in (good, bad)]
    code, lines, _ = run("--batch", "-", into=written(*sent))
    answers = [json.loads(line) for line in lines]
    assert code == 1
    assert [(repr(answer["id"]), "error" in answer) for answer in answers] == [
        (repr(key), wrong) for key in IDS for wrong in (False, True)
    ]
    assert json.loads(run("--batch", "-", into=written(bad))[1][0])["id"] is None


def test_an_id_is_kept_or_refused_however_deep_it_is(run: Run) -> None:
    """At no depth does the answer fail to be written."""
    depths = (*range(1, 2000, 37), *range(960, 1000), 100_000)
    good = written(changes("royal-racers")[0]).strip()
    sent = b"\n".join(good.replace(b'"id": 0', b'"id": ' + b"[" * depth + b"]" * depth) for depth in depths)
    code, lines, err = run("--batch", "-", into=sent)
    assert (code, len(lines), err) == (1, len(depths), "")
    assert lines[0].startswith('{"id": [[') or lines[0].startswith('{"id": []')
    assert "nested too deeply" in lines[-1]


GOOD = {"game": "racepack", "position": "racepack track=a1:NESW", "observed": "racepack"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"nonsense", "no JSON"),
        (b'{"id": 1', "no JSON"),
        (b"\xff\xfe{", "no text in UTF-8"),
        (b"[1, 2]", "a JSON object"),
        (b"17", "a JSON object"),
        (b"[" * 5000, "nested too deeply"),
        (b'{"id": ' + b"9" * 5000 + b"}", "a number in it is too large"),
        (b'{"id": 1e999}', "too large"),
        (b'{"id": NaN}', "NaN is no number"),
        (b'{"id": "\\ud83d"}', "half a character"),
        (b'{"id": "' + b"x" * LONGEST_LINE_BYTES + b'"}', "longer than"),
        (written(GOOD | {"game": "chess"}), "no game called 'chess'; the games are"),
        (written(GOOD | {"game": ["racepack"]}), "game must be a text"),
        (written(GOOD | {"position": 5}), "position must be a text"),
        (written({"position": "racepack"}), "observed is missing"),
        (written({"observed": "racepack", "position": None}), "position is missing"),
        (written(GOOD | {"stops": "racepack"}), "stops must be a list of texts"),
        (written(GOOD | {"stops": ["racepack", 1]}), "stops must be a list of texts"),
        (written(GOOD | {"declared": {"speed:1": 2}}), "declared must be a list of texts"),
        (written(GOOD | {"closed": 1}), "closed must be true or false"),
        (written(GOOD | {"declare": ["speed:1=2"]}), "no field 'declare'"),
        (written(GOOD | {"position": "racepack lap=" + "9" * 5000}), "lap=999"),
        (written(GOOD | {"position": "\0"}), "racepack"),
        (None, "xxx"),  # a change that is right but for a look without an end
    ],
)  # fmt: skip
def test_a_bad_line_gets_one_sentence_and_the_next_is_judged(line: bytes | None, said: str, run: Run) -> None:
    """It names the number of its line, and nothing else is lost."""
    line = line or written({**changes("racepack")[0], "observed": "racepack cars=" + "x" * 9000})
    good = written(changes("racepack")[0])
    code, lines, err = run("--batch", "-", into=good + line.strip() + b"\n" + good)
    assert (code, len(lines), err) == (1, 3, "")
    answer = json.loads(lines[1])
    assert set(answer) == {"id", "error"}
    assert answer["error"].startswith("Line 2: ")
    assert answer["error"].endswith(".")
    assert "\n" not in answer["error"]
    assert said in answer["error"]
    assert lines[0] == lines[2]


def test_a_position_with_something_wrong_in_it_is_told_alone_and_in_a_batch(run: Run) -> None:
    """What keeps a race from going on is an error; what does not is said beside the verdict."""
    change = changes("racepack")[3]
    cars = dict(re.findall(r"(\w+):(\w+)", change["position"].partition(" cars=")[2].partition(" ")[0]))
    bumped = {**change, "position": change["position"].replace(f"M:{cars['M']}", f"M:{cars['A']}", 1)}
    _, alone, told = run(*words_for(bumped))
    _, lines, err = run("--batch", "-", into=written(bumped))
    assert json.loads(lines[0]) == {"id": 3, **json.loads(alone[0])}
    assert json.loads(lines[0])["wrong_before"] == [line[len("Before this turn: ") :] for line in told.splitlines()]
    assert "on the same space" in told
    assert err == ""
    nobody = {**change, "position": re.sub(r"M:\w+", "M:zz99", change["position"], count=1)}
    _, lines, _ = run("--batch", "-", into=written(nobody))
    assert "error" in json.loads(lines[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--batch", "-", "--position", "racepack"), "--position"),
        (("--batch", "-", "--declare", "done", "--stops", "racepack"), "--stops"),
        (("--batch", "-", "--game", "chess"), "no game called 'chess'"),
        (("--batch", "none.jsonl"), "none.jsonl: No such file"),
        (("--batch", "/dev/zero"), "no regular file"),
        (("--batch", "."), "a folder"),
        (("--observed", "racepack"), "Missing option '--position'"),
        (("--position", "racepack"), "Missing option '--observed'"),
    ],
)
def test_bad_use_is_a_sentence_and_exit_code_2(words: tuple[str, ...], said: str, run: Run) -> None:
    """Before anything is judged."""
    code, lines, err = run(*words, into=written(changes("racepack")[0]))
    assert (code, lines) == (2, [])
    assert said in err


def test_a_fault_of_the_program_is_told_in_its_line_and_by_exit_code_2(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The traceback is kept, the other lines are judged."""
    game = GAMES["royal-racers"]
    kept: list[str] = []

    def keep(text: str) -> Path:
        kept.append(text)
        return tmp_path / "kept.txt"

    def broken(text: str) -> None:
        raise KeyError("inside")

    monkeypatch.setattr(unforeseen, "_keep", keep)
    monkeypatch.setattr(game, "observe", broken)
    code, lines, _ = run("--batch", "-", into=written(changes("royal-racers")[0], changes("racepack")[0]))
    assert (code, len(lines), len(kept)) == (2, 2, 1)
    assert "a fault of this program" in json.loads(lines[0])["error"]
    assert "in broken" in kept[0]
    assert "verdict" in json.loads(lines[1])


@settings(FEWER, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_line_is_answered_in_its_place(run: Run, data: st.DataObject) -> None:
    """Whatever the lines hold: as many answers as lines, in their order, each a verdict or an error."""
    name = data.draw(st.sampled_from(("racepack", "royal-racers")))
    one = mangled_value(changes(name)) | st.sampled_from(changes(name)) | st.sampled_from(ODD_VALUES)
    values = data.draw(st.lists(one, max_size=6))
    sent = [{**value, "id": place} if isinstance(value, dict) else value for place, value in enumerate(values)]
    code, lines, err = run("--batch", "-", into=b"".join(json.dumps(value).encode() + b"\n" for value in sent))
    answers = [json.loads(line) for line in lines]
    assert (len(answers), err) == (len(sent), "")
    for place, (value, answer) in enumerate(zip(sent, answers, strict=True)):
        assert ("verdict" in answer) != ("error" in answer)
        assert answer["id"] == (place if isinstance(value, dict) and answer["id"] is not None else None)
        if "error" in answer:
            assert answer["error"].startswith(f"Line {place + 1}: ")
            assert "went wrong inside" not in answer["error"], value
    found = any("error" in answer or answer["verdict"] == "ILLEGAL" for answer in answers)
    assert code == int(found)


@settings(FEWER, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.deferred(lambda: mangled_bytes((written(*changes("royal-racers")[:2]),))))
def test_any_bytes_are_answered_line_by_line(run: Run, data: bytes) -> None:
    """A file cut, doubled or damaged anywhere."""
    code, lines, err = run("--batch", "-", into=data)
    assert (code in (0, 1), err) == (True, "")
    assert len(lines) == sum(bool(line.strip()) for line in data.split(b"\n"))


# -- as a program talks to it -----------------------------------------------------------------------------------------


@contextmanager
def talking() -> Iterator[subprocess.Popen[bytes]]:
    """The command with pipes at both its ends."""
    command = [sys.executable, "-m", "referee", "judge", "--batch", "-"]
    pipe = subprocess.PIPE
    usual = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}  # it would hide a delay
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, env=usual) as running:
        try:
            yield running
        finally:
            running.kill()


def asked(running: subprocess.Popen[bytes], *changes: dict[str, Any]) -> list[Any]:
    """Send some lines, then read as many."""
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(written(*changes))
    return [json.loads(running.stdout.readline()) for _ in changes]


def test_a_program_talks_to_it_line_by_line() -> None:
    """Each answer comes before the next request is sent, of one game after the other."""
    with talking() as running:
        for number in range(3):
            for name in GAMES:
                change = changes(name)[number] | {"id": [name, number]}
                assert asked(running, change)[0]["id"] == [name, number]
        assert [answer["id"] for answer in asked(running, *changes("racepack")[:3])] == [0, 1, 2]
        out, err = running.communicate(timeout=60)
    assert (out, err) == (b"", b"")
    assert running.returncode in (0, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="there Ctrl-C is sent otherwise")
def test_ctrl_c_ends_it_quietly() -> None:
    """While it waits for the next line: what was answered stays, no traceback."""
    with talking() as running:
        asked(running, changes("royal-racers")[0])
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=60) == 130
        assert running.stderr is not None
        assert running.stderr.read().strip() == b"stopped"


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    """As `| head -1` does: no traceback, and no waiting for the rest."""
    with talking() as running:
        asked(running, changes("royal-racers")[0])
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        running.stdin.write(written(changes("royal-racers")[0]))
        assert running.wait(timeout=60) == 1
        assert running.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_a_bar_is_drawn_for_a_person_who_judges_a_file(tmp_path: Path) -> None:
    """On stderr, when that is a terminal; what is read from a pipe has no length, and draws none."""
    file = tmp_path / "changes.jsonl"
    file.write_bytes(written(*changes("royal-racers")))
    drawn = {}
    for name in (str(file), "-"):
        ours, theirs = os.openpty()
        with file.open("rb") as into:
            done = subprocess.run(
                [sys.executable, "-m", "referee", "judge", "--batch", name],
                stdin=into, stdout=subprocess.PIPE, stderr=theirs, timeout=100, check=False,
                env={**os.environ, "TERM": "xterm"},
            )  # fmt: skip
        os.close(theirs)
        drawn[name] = b""
        while more := _read(ours):
            drawn[name] += more
        os.close(ours)
        assert len(done.stdout.splitlines()) == len(changes("royal-racers"))
    assert b"judging" in drawn[str(file)]
    assert drawn["-"] == b""


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # its other end is closed
        return b""
