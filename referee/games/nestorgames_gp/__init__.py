"""nestorgames GP: the law of the game and how its table is laid and read."""
