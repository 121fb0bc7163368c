"""What all tests share: how random cases are drawn.

No test of random cases asks speed of a busy machine; speed belongs in `referee bench`. The cases are the same in every
run, or whether a change is good would hang on chance. `tools/wander.py` looks for new ones, many more of them; what it
finds becomes a case of its own.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
import time

# before numpy and OpenCV load: as many tests run at once as there are processors, and a second thread of one of them
# only takes the processor from another, or spins while it waits; programs that a test starts keep to it too
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")

# for workers and the programs that tests start: memory of a picture is kept for the next one, not handed back and
# wiped anew each time (glibc's settings, 32 and 256 MB; other systems know nothing of them)
os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", str(32 << 20))
os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", str(256 << 20))

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import HealthCheck, find, settings
from hypothesis.strategies import just
from xdist.scheduler import LoadFileScheduling

# what is compiled once serves all workers, the programs that tests start, and the next run
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# hundreds of records are written, each entry of them right through to the disk: where there is room it is no disk
MEMORY, ROOM_BYTES = Path("/dev/shm"), 2 << 30
if os.access(MEMORY, os.W_OK):
    there = os.statvfs(MEMORY)
    if there.f_bavail * there.f_frsize > ROOM_BYTES and not there.f_flag & os.ST_NOEXEC:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile("suite", deadline=None, derandomize=True, max_examples=50)
settings.register_profile(
    "wander",
    deadline=None,
    derandomize=False,
    max_examples=2000,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("suite")


@pytest.fixture(scope="session", autouse=True)
def _folders_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What a test's race is sealed with is never the key of whoever runs the tests; and what one worker has played for
    a record serves all (tests/record/races.py)."""
    own = tmp_path_factory.getbasetemp()
    races = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "races"
    races.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("settings")))
        patch.setenv("RACES_OF_THIS_RUN", str(races))
        yield


@pytest.fixture(scope="session", autouse=True)
def _what_is_recorded_fits_the_schema() -> Iterator[None]:
    """Every record that any test makes is one that docs/record-format.md promises."""
    from referee.devices import store
    from referee.record import memory
    from referee.record.entry_json import as_stored, entry_to_dict
    from tests.record.schema import faults_of

    def checked(*entry: Any) -> Any:
        stored = as_stored(*entry)
        faults = faults_of(entry_to_dict(stored))
        if faults:
            pytest.fail(f"this entry does not fit the record's schema: {faults}")
        return stored

    with pytest.MonkeyPatch.context() as patch:
        for module in (memory, store):
            patch.setattr(module, "as_stored", checked)
        yield


@pytest.fixture(scope="session", autouse=True)
def _the_pages_addresses_are_compiled_once() -> Iterator[None]:
    """Hundreds of tests make a page each; nine tenths of that is Werkzeug writing and compiling the same functions."""
    from werkzeug.routing import Rule

    kept: dict[tuple[str, str | None, bool], Any] = {}
    compiled = Rule._compile_builder

    def once(rule: Rule, append_unknown: bool = True) -> Any:
        key = (rule.rule, rule.endpoint, append_unknown)
        if key not in kept:
            kept[key] = compiled(rule, append_unknown)
        return kept[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


gc.disable()  # until all modules and tests are there


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, Any, list[Any]]:
    """No module is searched for examples, function by function, that has none in its text: hardly a test has any."""
    found = yield
    without = file_path.suffix == ".py" and b">>>" not in file_path.read_bytes()
    return [one for one in found if not (without and isinstance(one, DoctestModule))]


HERE = Path(__file__).parent
MOST_WAITED_S = 30.0
"""A first worker that comes to nothing holds up nobody for longer."""


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tells a worker where to look whether the first one has collected."""
    if not hasattr(node.config, "first_collected"):
        node.config.first_collected = tempfile.TemporaryDirectory()
        node.config.add_cleanup(node.config.first_collected.cleanup)
    node.workerinput["first_collected"] = str(Path(node.config.first_collected.name) / "gw0")


def _are_compiled() -> bool:
    """Whether Python has kept what it compiled of every test since that was written."""
    made = {
        (path.parent.parent, path.name.split(".")[0]): path.stat().st_mtime
        for path in HERE.rglob("__pycache__/test_*pytest*.pyc")
    }
    return all(made.get((path.parent, path.stem), 0.0) >= path.stat().st_mtime for path in HERE.rglob("test_*.py"))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """In a fresh clone the first worker compiles every test, with the others waiting: each would compile it, too."""
    given = getattr(session.config, "workerinput", {})
    if "first_collected" not in given:
        return (yield)
    done, end = Path(given["first_collected"]), time.monotonic() + MOST_WAITED_S
    while given["workerid"] != "gw0" and not (done.exists() or _are_compiled()) and time.monotonic() < end:
        time.sleep(1.0)
    try:
        return (yield)
    finally:
        done.touch()


def pytest_collection_finish() -> None:
    """Thousands of tests and modules live to the end: looking for rubbish among them took a tenth of the time.

    Hypothesis looks for it too before its first search, which is why that one is made here.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(2_000_000, 50, 50)
    gc.enable()
    find(just(None), lambda _: True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """What tests left is looked through once, not by everybody who tidies up at the end."""
    gc.collect()
    gc.freeze()


BROWSER = "tests/browser/"
LONGEST = (
    BROWSER,
    "tests/games/nestorgames_gp/test_properties.py",
    "tests/record/test_incident.py",
    "examples/backgammon/tests/test_backgammon.py",
    "tests/mind/test_nestorgames_gp.py",
    "tests/outside/",
    "tests/games/racepack/test_random_play.py",
    "tests/chain/test_film.py",
    "tests/games/test_",
    "tests/upkeep/",
    "tests/vision/test_pips.py",
    "tests/mind/",
    "tests/match/test_planted_races.py",
    "tests/judge/",
    "tests/cli/",
    "tests/match/",
    "tests/record/",
    "tests/games/racepack/",
    "tests/chain/",
    "tests/hosting/",
    "tests/web/",
    "tests/vision/",
)
"""What takes long, the longest first: what is begun last should be short, or one worker is at it when all others are
done. Nothing else hangs on it."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadFileScheduling:
    """A worker takes all tests of a file, or all in the browser, so that what they share is made once; in the order in
    which they were collected."""
    config.option.loadscopereorder = False
    dealt = LoadFileScheduling(config, log)
    dealt._split_scope = lambda nodeid: BROWSER if nodeid.startswith(BROWSER) else nodeid.partition("::")[0]
    return dealt


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of tests marked `few` so many cases, drawn by their names, are in the suite, all others `long`.

    Where several workers share the tests, the longest come first.
    """
    of_one_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("few"):
            of_one_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for cases in of_one_test.values():
        (so_many,) = next(cases[0].iter_markers("few")).args
        for item in sorted(cases, key=lambda item: crc32(item.nodeid.encode()))[so_many:]:
            item.add_marker("long")

    def place(item: pytest.Item) -> int:
        return next((at for at, head in enumerate(LONGEST) if item.nodeid.startswith(head)), len(LONGEST))

    if hasattr(config, "workerinput"):
        items.sort(key=place)
