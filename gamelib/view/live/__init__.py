"""Views in the browser: the stepper and the explorer, their data and their scripts."""
