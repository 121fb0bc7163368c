"""The eye: from a `Frame` to a `Scene`. It knows the printed pieces and no game."""
