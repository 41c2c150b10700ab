"""The exercises of the lectures, one module a lecture."""
