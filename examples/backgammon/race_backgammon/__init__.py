"""Backgammon for the referee: its law, its pieces on paper, its drawing, and records that other programs read."""
