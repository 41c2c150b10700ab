"""The tool that runs the lectures, writes them in one normal form and knows the rules they keep."""
