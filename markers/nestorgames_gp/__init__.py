"""The nestorgames GP kit: boards as posters over several sheets, and every loose piece of the game."""
