"""For lecturers only: homework released, graded behind walls, reported, kept in a gradebook."""
