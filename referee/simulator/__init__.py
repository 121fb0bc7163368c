"""A virtual table, camera and players: the demonstration, the test bench and the try-out without a camera."""
