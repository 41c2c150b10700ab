"""What the homeworks give their students: it runs in the sandbox, so nothing here is a judge."""
