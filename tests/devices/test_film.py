"""Films of a race, and diagrams as pictures."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import av
import numpy as np
import pytest
from PIL import Image as Pillow
from PIL import ImageChops

from referee.devices import film_frames as film_frames_module
from referee.devices.diagram_picture import diagram_picture
from referee.devices.film_frames import Look, film_frames
from referee.devices.film_writer import write_gif, write_mp4
from referee.errors import RecordError
from referee.games.registry import GAMES, game
from referee.record.story import tell
from tests.record.races import race

LOOK = Look(320, 180)


@cache
def stills(name: str = "racepack", look: Look = LOOK) -> list[Pillow.Image]:
    """The pictures of a short seeded race, whose evidence is one green photograph."""
    green = io.BytesIO()
    Pillow.new("RGB", (64, 48), (0, 200, 0)).save(green, "JPEG")
    store = race(name, 4)
    story = tell(game(name), store.header, store.entries())
    return list(film_frames(story, game(name), lambda entry, which: green.getvalue(), look))


@pytest.mark.parametrize("name", GAMES)
def test_a_diagram_becomes_a_picture_with_its_colours(name: str) -> None:
    """Drawn in the size asked for, on paper, with more than outlines in it: style variables were understood."""
    rules = game(name)
    position = race(name, 1).entries()[0].after
    drawn = diagram_picture(rules.diagram(position, {}), 300, 200)
    assert drawn.size == (300, 200)
    colours = drawn.getcolors(60_000)
    assert colours is not None
    black = sum(count for count, colour in colours if colour == (0, 0, 0))
    assert len(colours) > 20
    assert black < 0.1 * 300 * 200  # what a variable that is not understood paints


@pytest.mark.parametrize("name", GAMES)
def test_a_film_is_told_in_the_language_asked_for(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Titles, verdicts and the drawn boards: nothing that is said in English is said in German."""
    store, law, shown = race(name, 6, faults=0.4), game(name), []
    monkeypatch.setattr(film_frames_module, "_frame", lambda *told: shown.append(told))
    story = tell(law, store.header, store.entries())
    for language in ("en", "de"):
        assert list(film_frames(story, law, lambda entry, which: None, LOOK, language=language))
    half = len(shown) // 2
    for english, german in zip(shown[:half], shown[half:], strict=True):
        assert english[1] != german[1]
        assert english[4] != german[4]
        assert english[4].count("<") == german[4].count("<")


def test_each_turn_is_a_picture_with_photograph_and_board() -> None:
    """Start and four turns; photographs only where they are wanted; a torn one is left out."""
    both, drawn = stills(), stills(look=Look(320, 180, "diagrams"))
    assert len(both) == len(drawn) == 5

    def greenish(picture: Pillow.Image) -> int:
        pixels = np.asarray(picture).astype(int)
        return int(((pixels[..., 1] > 150) & (pixels[..., 0] < 60) & (pixels[..., 2] < 60)).sum())

    assert greenish(both[1]) > 2000
    assert greenish(drawn[1]) < 500
    store = race("racepack", 1)
    torn = list(film_frames(tell(game("racepack"), {}, store.entries()), game("racepack"), store.picture, LOOK))
    assert ImageChops.difference(torn[1], both[1]).getbbox() is not None


def test_a_film_plays_as_long_as_it_should(tmp_path: Path) -> None:
    """H.264 in MP4 and a GIF: every picture in it, each shown for its time, no half file beside it."""
    frames = stills()
    assert write_mp4(tmp_path / "race.mp4", frames, 0.5) == 5
    with av.open(str(tmp_path / "race.mp4")) as film:
        stream = film.streams.video[0]
        assert (stream.codec_context.name, stream.width, stream.height) == ("h264", 320, 180)
        shown = [frame.to_ndarray(format="rgb24") for frame in film.decode(stream)]
        assert stream.average_rate is not None
        assert len(shown) / float(stream.average_rate) == pytest.approx(2.5)
    assert np.abs(shown[-1].astype(int) - np.asarray(frames[-1]).astype(int)).mean() < 6
    assert write_gif(tmp_path / "race.gif", iter(frames), 0.5) == 5
    with Pillow.open(tmp_path / "race.gif") as moving:
        assert (getattr(moving, "n_frames", 1), moving.info["duration"], moving.info["loop"]) == (5, 500, 0)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["race.gif", "race.mp4"]


def test_a_film_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    """No such folder, or an interruption half way: an error in a sentence, and no file."""
    with pytest.raises(RecordError, match="cannot be written"):
        write_mp4(tmp_path / "no" / "race.mp4", stills(), 0.1)
    with pytest.raises(RecordError, match="cannot be written"):
        write_gif(tmp_path / "no" / "race.gif", stills(), 0.1)

    def breaking() -> object:
        yield stills()[0]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_mp4(tmp_path / "race.mp4", breaking(), 0.1)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
