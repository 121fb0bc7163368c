"""Backgammon for race-referee."""
