"""Royal Racers: a race over a board of cards that are turned over while it runs."""
