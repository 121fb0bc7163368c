"""What a game is, and one folder for each game. Pure code: no pictures, no clock, no chance, no disk."""
