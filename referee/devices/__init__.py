"""The only windows to the outside: cameras and other picture sources, the clock, the disk."""
