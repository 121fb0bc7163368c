"""The page at the table: it draws, and it posts declarations. It decides nothing."""
