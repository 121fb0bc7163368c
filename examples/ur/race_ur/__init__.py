"""The Royal Game of Ur for race-referee."""
