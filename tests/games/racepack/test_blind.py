"""The law and the judge need no OpenCV, numpy, scipy or Flask."""

import subprocess
import sys

PROGRAM = """
import sys
from importlib.abc import MetaPathFinder

class Wall(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"cv2", "numpy", "scipy", "skimage", "flask"}:
            raise ImportError(f"{name} is walled off")
        return None

sys.meta_path.insert(0, Wall())
from random import Random
import referee.games.racepack.game
from referee.games.registry import game
from referee.judge import judge
racepack, dice = game("racepack"), Random(1)
turn = racepack.play(racepack.start(4, dice), dice, None)
seen = [racepack.observe(text) for text in turn.stops]
print(judge(racepack, turn.before, seen, turn.declared, True).status.value)
"""


def test_the_law_runs_without_eyes() -> None:
    """A turn is played and judged with those libraries walled off."""
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "LEGAL", done.stderr
