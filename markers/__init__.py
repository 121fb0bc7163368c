"""The paper: pieces, their sizes, their fiducial markers and the sheets they are printed on. Knows no game's rules."""
