"""For lecturers only: release homework, grade it in a sandbox, report, keep a gradebook."""
