"""Tournaments: rounds are paired, and standings are folded from the races' records and what the organiser said."""
