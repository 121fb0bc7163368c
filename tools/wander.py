"""Runs the suite's tests of random cases again and again, each time on other cases, until one fails or time is up.

    .venv/bin/python tools/wander.py --minutes 30
    .venv/bin/python tools/wander.py --minutes 30 tests/vision tests/games/racepack

`make test` draws the same cases every time, and few where they are dear (tests/by_lot.py); this looks where it does
not. What it finds is made a case of the test: write the failing arguments, which are printed, as `@example(...)` above
it, and every run from then on tries them.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time

NO_TESTS = 5
"""What pytest returns when none was chosen."""


def main() -> int:
    """Go round until a round fails: 1 then, 0 when the time is up, 2 when there is nothing to run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=["tests"], help="folders or files of tests; all without")
    parser.add_argument("--minutes", type=float, default=10.0, help="begin no further round after so long")
    chosen = parser.parse_args()
    random_cases = ["-m", "hypothesis or by_lot", "--hypothesis-profile", "wander", "--timeout", "0"]
    once = [sys.executable, "-m", "pytest", *random_cases, "-x", *chosen.paths]
    end, rounds = time.monotonic() + 60.0 * chosen.minutes, 0
    first = random.randrange(1, 1_000_000)
    while rounds == 0 or time.monotonic() < end:
        drawn = {**os.environ, "WANDER_ROUND": str(first + rounds), "CONTRACT_TIMES": "10"}
        code = subprocess.run(once, check=False, env=drawn).returncode
        if code == NO_TESTS:
            print("No test of random cases is there.")
            return 2
        if code:
            print(f"Found in round {rounds + 1}. Make it a case: @example(...) with these arguments, above the test.")
            print(f"A test by lot (tests/by_lot.py) draws the same again with WANDER_ROUND={drawn['WANDER_ROUND']}.")
            return 1
        rounds += 1
    print(f"{rounds} rounds, nothing found.")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
