"""Dots and Boxes by brute force, to compare with the library."""


def brute_force(grid):
    """Return a function from the drawn edges to the margin that the player to move still wins."""
    values = {grid.all: 0}

    def value(edges):
        if edges not in values:
            values[edges] = max(after(grid, value, edges, bit) for bit in free(grid, edges))
        return values[edges]

    return value


def free(grid, edges):
    """Return the edges that are not drawn."""
    return [bit for bit in grid.names if not edges & bit]


def after(grid, value, edges, bit):
    """Return the margin of the player to move if he draws this edge."""
    new = edges | bit
    won = sum(new & sides == sides for sides, _ in grid.steps[grid.names[bit]][1])
    return won + value(new) if won else -value(new)
