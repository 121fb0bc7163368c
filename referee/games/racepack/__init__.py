"""Racepack (version 1.3, March 2003): a car race on piecepack tiles."""
