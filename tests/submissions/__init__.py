"""Submissions for the tests of grading: honest, careless and hostile ones, with what they get."""
