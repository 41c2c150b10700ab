"""The checks of the three homeworks, and what they are made of."""
