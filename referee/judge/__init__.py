"""Where the eye meets the law: explain what changed on the table, and give a verdict on it."""
