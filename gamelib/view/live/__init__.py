"""A search that steps in the browser: its data, the stepper, a page of its own."""
