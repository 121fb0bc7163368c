"""Run by cibuildwheel on each wheel, with nothing else installed: the eye is compiled, and reads a drawn marker."""

import numpy as np

from markers.dictionary import bits, with_border
from referee.vision import native
from referee.vision.finder import Finder

assert native.library is not None, "the eye's loops are not compiled in this wheel"
NUMBER, CELL_PX = 7, 6
marker = np.kron(with_border(bits(NUMBER)).astype(np.uint8) * 255, np.ones((CELL_PX, CELL_PX), np.uint8))
picture = np.full((240, 320), 255, np.uint8)
picture[100 : 100 + len(marker), 100 : 100 + len(marker)] = marker
found = [seen.marker_id for seen in Finder([NUMBER]).find(picture).detections]
assert found == [NUMBER], found
print("The eye is compiled and reads.")
