"""Stickers for one's own pieces: every marker of the kit, alone in its white margin; and the sheets that save ink."""

from __future__ import annotations

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from reportlab.pdfbase.pdfmetrics import stringWidth

from markers import kits
from markers.design import USUAL, KitDesign, Wish
from markers.dictionary import gate_for
from markers.geometry import relative
from markers.pdf import CAPTION_MM
from markers.pen import CAP_HEIGHT, MM
from markers.sheet import Section
from markers.stickers import NAMED_GAP_MM, stickers
from markers.words import told

GAMES = ("racepack", "royal-racers")


def pages(pdf: bytes, chosen: slice = slice(None)) -> list[NDArray[np.uint8]]:
    """Some sheets at 120 dpi in grey."""
    sheets = pypdfium2.PdfDocument(pdf)
    shown = [sheets[number] for number in range(len(sheets))[chosen]]
    found = [np.asarray(page.render(scale=120 / 72, grayscale=True).to_numpy()).squeeze().copy() for page in shown]
    sheets.close()
    return found


def numbers_on(game: str, pictures: list[NDArray[np.uint8]]) -> set[int]:
    """The marker numbers that OpenCV finds."""
    chosen = gate_for(kits.manifest(game))
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    detector = cv2.aruco.ArucoDetector(chosen.dictionary, settings)
    found: set[int] = set()
    for picture in pictures:
        indices = detector.detectMarkers(picture)[1]
        found |= {chosen.marker_id(int(index)) for index in np.ravel(indices)} if indices is not None else set()
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.few(1)
def test_every_marker_is_among_the_stickers(game: str) -> None:
    """The sheets hold each marker of the kit once, in its true size, and OpenCV finds them all."""
    kit = kits.manifest(game)
    wanted = sorted(marker.marker_id for item in kit.items for marker in item.markers)
    sheet = stickers(kits.design_of(game), USUAL, "a4")
    assert sorted(marker.marker_id for item in sheet.manifest.items for marker in item.markers) == wanted
    assert not sheet.left_out
    pdf, count, _ = kits.sticker_pdf(game)
    pictures = pages(pdf)
    assert len(pictures) == count < len(kit.pages) + 1
    assert numbers_on(game, pictures) == set(wanted)


@pytest.mark.parametrize(("game", "sheets"), [("racepack", slice(1, 5)), ("royal-racers", slice(2, 15, 11))])
@pytest.mark.few(1)
def test_low_ink_saves_ink_and_stays_readable(game: str, sheets: slice) -> None:
    """The faces need less ink than the full print, and every marker on them is still found."""
    full, low = pages(kits.pdf(game), sheets), pages(kits.pdf(game, wish=Wish(low_ink=True)), sheets)
    ink = [sum(float(255 - page.mean()) for page in part) for part in (full, low)]
    assert ink[1] < 0.9 * ink[0]
    kit = kits.manifest(game)
    there = range(len(kit.pages))[sheets]
    wanted = {marker.marker_id for item in kit.items if item.page in there for marker in item.markers}
    assert numbers_on(game, low) == wanted


SETS = [(game, packs) for game in kits.GAMES_WITH_KITS for packs in range(1, kits.design_of(game).most_packs + 1)]


@pytest.mark.parametrize(("game", "packs"), SETS)
def test_no_caption_runs_into_its_neighbours(game: str, packs: int) -> None:
    """The words below a face are no wider than the face and the room beside it, on the sheets and on the stickers."""
    design = kits.design_of(game)
    wish = design.complete(Wish(packs=packs))
    for drawn, sections in ((design, design.sections(wish)), *_sticker_sections(game, wish)):
        for section in sections:
            for face in section.items:
                xs = [x for x, _ in face.outline_mm]
                wide = stringWidth(drawn.caption(face), "Helvetica", CAPTION_MM / CAP_HEIGHT * MM) / MM
                assert wide <= max(xs) - min(xs) + section.gap_mm, drawn.caption(face)


def _sticker_sections(game: str, wish: Wish) -> list[tuple[KitDesign, list[Section]]]:
    sheet = stickers(kits.design_of(game), wish, "a4")
    return [(sheet.design, [Section("", tuple(relative(item) for item in sheet.manifest.items), NAMED_GAP_MM)])]


def test_stickers_say_what_they_belong_to() -> None:
    """A coin's blank face, which shows no suit, is named below it; a tab names tile and place in words."""
    sheets = pypdfium2.PdfDocument(kits.sticker_pdf("racepack")[0])
    words = "\n".join(page.get_textpage().get_text_range() for page in sheets)
    sheets.close()
    assert all(f"{suit} coin, blank side" in words for suit in ("suns", "moons", "crowns", "arms"))
    assert "n suns top left" in words
    assert "tile:" not in words


@pytest.mark.parametrize("game", kits.GAMES_WITH_KITS)
def test_a_template_shows_where_the_stickers_of_each_kind_of_piece_sit(game: str) -> None:
    """One frame for each shape with its stickers, around the piece's outline; nothing on it is read as a marker."""
    design = kits.design_of(game)
    sheet = stickers(design, USUAL, "a4")
    frames = [relative(item) for item in sheet.manifest.items if item.side.startswith("template")]
    stuck = {item.piece.split(":")[0] for item in sheet.manifest.items if item.side.split()[-1] in {"left", "right"}}
    assert stuck <= {frame.piece.split(":")[0] for frame in frames}
    faces = {(face.piece, face.side): face for part in design.sections(design.complete(USUAL)) for face in part.items}
    assert len({frame.piece.split(":")[0] for frame in frames}) == len(frames)
    for frame in frames:
        face = faces[frame.piece, frame.side.removeprefix("template of ")]
        assert not frame.markers
        for axis in (0, 1):
            inner, outer = [[point[axis] for point in ring] for ring in (face.outline_mm, frame.outline_mm)]
            assert min(outer) <= min(inner) - 6.9
            assert max(outer) >= max(inner) + 6.9


@pytest.mark.parametrize("language", ["de", "fr"])
def test_sheets_of_stickers_speak_the_readers_language(language: str) -> None:
    """Their headings and the step that tells what to do with them."""
    sheet = stickers(kits.design_of("racepack"), USUAL, "a4")
    steps = sheet.design.steps(sheet.manifest)
    for words in (*(heading.text for heading in sheet.headings), steps[0][0], " ".join(steps[0][1:])):
        assert told(words, language) != words
