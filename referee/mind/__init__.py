"""One reasoner for every game: from what lay on the table, what was seen and what was said to worlds and a verdict."""
