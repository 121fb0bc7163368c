"""What the game's facts are called, one Fluent file a language."""
