"""Handing in: masters and submissions read, and the visible checks run on a student's machine."""
