"""The numbers that several steps of the eye share.

| number | value | where it comes from |
|---|---|---|
| `SURE_MARGIN` | 0.5 | of a marker's margin, 0 to 1: e^8 times as likely as the stated rate asks (`likelihood.py`) |
| `UNSURE` | 0.45 | what one look alone shows half hidden, or is remembered, is less sure than that |
| `FEWEST` | 3 | markers of a table, prints in the mirror, hidden neighbours, pictures that agree: one may be misread |
| `FEW`, `SOME` | 4, 6 | markers, pips, pixels: a homography takes four; a median of six is right when two are wrong |
| `SAME_PLACE` | 0.5 | of a marker's side: two prints nearer than that would lie on each other |
| `MOVED_MM` | 1.5 | a pixel of a floor of two metres in 1280: what is measured nearer to where it lay has not moved |
| `AGREE_MM` | 3.0 | readings so near are of one thing: of 1,464 path-traced pieces, lens guessed, none is 3 mm off |
| `AGREE_DEG` | 8 | and turned by no more |
| `STILL_PX` | 1.0 | corners of a marker that lies still stray by 0.1 px, in a picture at dusk by 0.5 |
| `BENT_PX` | 0.7 | so far a corner may be from where a known shape puts it, and a marker from where the others go |
| `USUAL_SIDE_PX` | 26 | of a marker of 13 mm at 2 px a mm; of larger ones edges are as good as whole prints |
| `LARGE_PX` | 32 | of this size half of the picture's size shows as much |
| `THIN_MM` | 12 | the thickest thing that another one is put upon, or that a pawn hides: a tile, a coin, a card |
| `SHADOW_MM` | 6 | how far a piece darkens the table beyond its face |
| `COLOURED` | 0.25 | colours that differ by less, as a share of the brightest, are grey: compression smears them |
| `ALL_BUT` | 0.85 | of a face or a paper so much must look like it |
| `MOST` | 0.6 | of what lies still so much must go along, or be gone, and light explain so much of a change |
| `IN_TURN` | 5 | what rests is looked at in one of so many pictures: within a sixth of a second |
| `LOOKS` | 8 | pictures in which noise is averaged out: a third is left |
| `A_SECOND` | 30 | pictures |
"""

SURE_MARGIN, UNSURE = 0.5, 0.45
FEWEST, FEW, SOME = 3, 4, 6
SAME_PLACE = 0.5
MOVED_MM, AGREE_MM, AGREE_DEG = 1.5, 3.0, 8.0
STILL_PX, BENT_PX = 1.0, 0.7
USUAL_SIDE_PX = 26.0
LARGE_PX = 32.0
THIN_MM = 12.0
SHADOW_MM = 6.0
COLOURED, ALL_BUT, MOST = 0.25, 0.85, 0.6
IN_TURN, LOOKS, A_SECOND = 5, 8, 30
