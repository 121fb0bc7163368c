"""Ordinary dice on a plain mat, read by their pips: what is not plain is said to be unsure, never guessed."""
