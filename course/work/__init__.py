"""The student's own copy of the lectures: how it is made and updated."""
