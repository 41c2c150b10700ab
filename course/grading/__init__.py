"""Homework: released from a master, checked by students, graded without trusting anybody."""
