"""The printed sheets, rasterised: what the manifest says is what the paper shows."""

import io
from functools import cache

import cv2
import numpy as np
import pypdfium2
import pytest
from numpy.typing import NDArray
from reportlab.pdfgen.canvas import Canvas

from markers import charuco, kits
from markers.dictionary import gate_for
from markers.kit import Manifest
from markers.label import KitLabel
from markers.pen import Pen
from markers.qr import read_labels
from markers.sheet import FOOT_MM, HEAD_MM

Grey = NDArray[np.uint8]
Points = NDArray[np.float64]
PX_PER_MM = 200 / 25.4
PAPERS = ("a4", "letter")
LIGHT, EVEN = 205, 4
"""Of 255: the pale road around the markers, and how little its grey may change within a margin."""


@cache
def _pages(paper: str) -> tuple[Grey, ...]:
    sheets = pypdfium2.PdfDocument(kits.pdf("racepack", paper))
    pages = tuple(np.array(page.render(scale=200 / 72, grayscale=True).to_numpy()).squeeze() for page in sheets)
    sheets.close()
    return pages


def _to_mm(points_px: Points) -> Points:
    return np.asarray((points_px + 0.5) / PX_PER_MM)


@cache
def _detected(paper: str) -> dict[tuple[int, int], Points]:
    """(page, marker number) -> corners on the page in mm."""
    gate = gate_for(kits.manifest("racepack", paper))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = 0.01
    detector = cv2.aruco.ArucoDetector(gate.dictionary, settings)
    out = {}
    for number, page in enumerate(_pages(paper)):
        corners, indices, _ = detector.detectMarkers(page)
        for index, square in zip(np.ravel(indices) if len(corners) else (), corners, strict=True):
            out[number, gate.marker_id(int(index))] = _to_mm(np.asarray(square, dtype=np.float64).reshape(4, 2))
    return out


def _printed(kit: Manifest) -> dict[tuple[int, int], Points]:
    return {(item.page, marker.marker_id): np.array(marker.corners_mm) for item in kit.items for marker in item.markers}


@pytest.mark.parametrize("paper", PAPERS)
def test_pages_have_the_paper_size(paper: str) -> None:
    """There are as many pages as the manifest says, each of the true size."""
    kit = kits.manifest("racepack", paper)
    assert len(_pages(paper)) == len(kit.pages)
    for picture, page in zip(_pages(paper), kit.pages, strict=True):
        assert picture.shape[1] == pytest.approx(page.width_mm * PX_PER_MM, abs=1)
        assert picture.shape[0] == pytest.approx(page.height_mm * PX_PER_MM, abs=1)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.few(1)
def test_every_marker_is_where_the_manifest_says(paper: str) -> None:
    """OpenCV finds each marker on its page, no other, and each corner within 0.15 mm of the manifest's."""
    wanted, found = _printed(kits.manifest("racepack", paper)), _detected(paper)
    assert set(found) == set(wanted)
    errors = [float(np.linalg.norm(found[key] - corners, axis=1).max()) for key, corners in wanted.items()]
    assert max(errors) < 0.15


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.few(1)
def test_margins_are_light_and_even(paper: str) -> None:
    """No line, ring or letter touches a marker's margin of one cell, as far as the face goes."""
    kit, pages = kits.manifest("racepack", paper), _pages(paper)
    for item in kit.items:
        outline = np.rint(np.array(item.outline_mm) * PX_PER_MM - 0.5).astype(np.int32)
        face = cv2.fillPoly(np.zeros(pages[item.page].shape, dtype=np.uint8), [outline], 255)
        face = cv2.erode(face, np.ones((5, 5), dtype=np.uint8))
        for marker in item.markers:
            corners = np.array(marker.corners_mm)
            cell = float(np.ptp(corners[:, 0])) / 6
            ring = np.zeros(face.shape, dtype=np.uint8)
            for grow, value in ((cell - 0.2, 255), (0.2, 0)):
                low = np.rint((corners.min(axis=0) - grow) * PX_PER_MM).astype(int)
                high = np.rint((corners.max(axis=0) + grow) * PX_PER_MM).astype(int)
                ring[low[1] : high[1], low[0] : high[0]] = value
            margin = pages[item.page][(ring > 0) & (face > 0)]
            assert margin.size > 500
            assert margin.min() > LIGHT, (item.piece, item.side)
            assert np.ptp(margin) < EVEN, (item.piece, item.side)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_code_reads_back(paper: str) -> None:
    """The code on every sheet names the kit, its version, the paper and the ruler."""
    for page in _pages(paper):
        corner = page[: round(HEAD_MM * PX_PER_MM), page.shape[1] // 2 :]
        assert read_labels(np.ascontiguousarray(corner)) == (KitLabel("racepack", "1", paper, 100.0),)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_ruler_is_100_mm_long(paper: str) -> None:
    """The line at the foot of every sheet is 100 mm long."""
    for page in _pages(paper):
        foot = page[-round(FOOT_MM * PX_PER_MM) :, : round(120 * PX_PER_MM)] < 128
        longest = max(np.flatnonzero(row)[-1] - np.flatnonzero(row)[0] for row in foot if row.sum() > 700)
        assert longest / PX_PER_MM == pytest.approx(100.0, abs=0.4)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_calibration_board_is_found(paper: str) -> None:
    """OpenCV finds all inner corners of the board on the last sheet at their true distances."""
    board, page = charuco.board(), _pages(paper)[-1]
    corners, indices, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(page)
    assert len(indices) == (charuco.SQUARES[0] - 1) * (charuco.SQUARES[1] - 1)
    found = _to_mm(np.asarray(corners, dtype=np.float64).reshape(-1, 2))
    size = kits.manifest("racepack", paper).pages[-1]
    wanted = np.array(board.getChessboardCorners())[np.ravel(indices), :2]
    wanted = wanted + np.array(charuco.top_left_mm(size, HEAD_MM, FOOT_MM))
    assert np.linalg.norm(found - wanted, axis=1).max() < 0.1


def test_the_same_kit_gives_the_same_bytes() -> None:
    """Printing twice gives one and the same file."""
    kits.pdf.cache_clear()
    first = kits.pdf("racepack")
    kits.pdf.cache_clear()
    assert kits.pdf("racepack") == first


def test_a_stamp_with_a_name_that_ends_a_pdfs_page_is_refused() -> None:
    """A blank in the name of a form: some readers show all of the page, others nothing after it."""
    pen = Pen(Canvas(io.BytesIO()), 0.0, 0.0)
    with pytest.raises(ValueError, match="no name"):
        pen.stamp("pale grains", lambda _: None)
