"""The first screens of the lectures: puzzles that are computed when their cell runs."""
