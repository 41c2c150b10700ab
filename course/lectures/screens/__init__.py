"""Puzzles of the lectures, most of them first screens: computed when their cell runs."""
