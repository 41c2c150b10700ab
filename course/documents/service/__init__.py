"""A stateless web service that plays Dots and Boxes: `python3 run.py serve` starts it."""
