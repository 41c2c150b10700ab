"""The student's own copy of the lectures, and how new lectures come into it."""
