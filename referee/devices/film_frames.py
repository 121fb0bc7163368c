"""The pictures of a race's film: for each turn the camera's picture, the drawn board, and the verdict in words."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PIL import Image as Pillow
from PIL import ImageDraw

from referee.devices.diagram_picture import diagram_picture
from referee.mind.reasoned import Game
from referee.record.export_csv import time_text
from referee.record.incident_picture import Places, Shown, close_up
from referee.record.lettering import font
from referee.record.report import no_place
from referee.record.story import Chapter, Story
from referee.record.words import Tongue
from referee.words.catalogue import ENGLISH, told, with_names

PAPER, INK, SOFT = "#fbfaf7", "#22201c", "#5f594e"
_COLOURS = {"LEGAL": "#0b6b3a", "ILLEGAL": "#a8121c", "UNDECIDED": "#7a5200"}


@dataclass(frozen=True)
class Look:
    """How a film looks: its size, and whether it shows the camera's pictures, the diagrams, or both side by side."""

    width_px: int = 1280
    height_px: int = 720
    show: str = "both"


def film_frames(
    story: Story,
    game: Game,
    pictures: Callable[[int, str], bytes | None],
    look: Look,
    places: Places = no_place,
    language: str = ENGLISH,
) -> Iterator[Pillow.Image]:
    """The start, then a picture for each turn, or two of a fault or question whose place can be shown: before, after.

    A turn without a camera picture shows its diagram alone.
    """
    t = Tongue(game.words, with_names(language, story.names))
    starts = t.told(told("as-sentence", said=told("race-starts")))
    yield _frame(story.title, starts, INK, None, t.told(game.diagram(story.start.after, {})), look)
    for chapter in story.chapters:
        word, colour = t.named("status", chapter.status or "correction"), _COLOURS.get(chapter.status, INK)
        when = time_text(chapter.entry.time_ns)
        title = f"{chapter.counted}{t.all_named('who', chapter.about)} – {word}   {when}".replace("  ", " ")
        place = place_of(chapter, places, look)
        for name in ("before", "after") if place is not None else ("after",):
            jpeg = pictures(chapter.entry.id, name) if look.show != "diagrams" else None
            jpeg = jpeg and close_up(place, name, jpeg, t.language)
            board = "" if look.show == "pictures" and jpeg is not None else t.told(_board(chapter, game, name))
            yield _frame(title, t.told(chapter.words), colour, jpeg, board, look)
    if story.outcome:
        board = t.told(game.diagram(story.position, {}))
        yield _frame(story.title, t.told(story.outcome), INK, None, board, look)


def place_of(chapter: Chapter, places: Places, look: Look) -> Shown | None:
    """The place that a film shows of a turn: of a fault or a question, where the record can show it."""
    shown = look.show != "diagrams" and chapter.status in ("ILLEGAL", "UNDECIDED")
    return places(chapter.entry.id) if shown else None


def _board(chapter: Chapter, game: Game, name: str) -> str:
    entry = chapter.entry
    if name == "before":
        return game.diagram(entry.before, {})
    told = {"fault": chapter.status == "ILLEGAL", "turn": str(entry.data.get("turn", ""))}
    return game.diagram(entry.after, {**game.moved(entry.before, entry.after), **told})


def _frame(title: str, words: str, colour: str, jpeg: bytes | None, board: str, look: Look) -> Pillow.Image:
    width, height = look.width_px, look.height_px
    sheet = Pillow.new("RGB", (width, height), PAPER)
    draw = ImageDraw.Draw(sheet)
    bar = height // 10
    draw.text((bar // 3, bar // 4), title, fill=colour, font=font(bar // 2, bold=True))
    foot = _words(draw, words, bar, look)
    room = (width, height - bar - foot)
    views = [view for view in (_photo(jpeg, room, bool(board)), _drawing(board, room, jpeg is not None)) if view]
    left = (width - sum(view.width for view in views)) // 2
    for view in views:
        sheet.paste(view, (left, bar + (room[1] - view.height) // 2))
        left += view.width
    return sheet


def _words(draw: ImageDraw.ImageDraw, words: str, bar: int, look: Look) -> int:
    """Write the verdict at the foot, in as many lines as it takes up to four; returns how high that is."""
    size = max(10, bar // 3)
    lines = textwrap.wrap(words, max(20, int(look.width_px / size / 0.62)), max_lines=4, placeholder=" …")
    step = int(size * 1.35)
    foot = step * max(2, len(lines)) + bar // 4
    for index, line in enumerate(lines):
        draw.text((bar // 3, look.height_px - foot + index * step), line, fill=INK, font=font(size))
    return foot


def _photo(jpeg: bytes | None, room: tuple[int, int], beside: bool) -> Pillow.Image | None:
    if jpeg is None:
        return None
    try:
        photo = Pillow.open(io.BytesIO(jpeg)).convert("RGB")
    except OSError:  # a picture that is no picture (any more): the words and the board still tell the turn
        return None
    photo.thumbnail((int(room[0] * (0.6 if beside else 1.0)), room[1]), Pillow.Resampling.LANCZOS)
    return photo


def _drawing(board: str, room: tuple[int, int], beside: bool) -> Pillow.Image | None:
    return diagram_picture(board, int(room[0] * (0.4 if beside else 1.0)), room[1], PAPER) if board else None
