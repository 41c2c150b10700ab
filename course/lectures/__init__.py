"""The exercises of the lectures, one module for each lecture."""
