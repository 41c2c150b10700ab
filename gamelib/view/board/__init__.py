"""A board to play on, for every game."""
