"""The camera and the table plane: lens model, calibration from a ChArUco board, and pixels to table millimetres."""
