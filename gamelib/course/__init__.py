"""What the course adds to the library: checks, predictions, homework."""
