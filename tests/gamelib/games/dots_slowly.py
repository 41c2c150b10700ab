"""Dots and Boxes by trying everything: to compare with what is worked out."""


def brute_force(grid):
    """Return a function that tells what the player to move still wins from a set of edges on."""
    known = {grid.all: 0}

    def value(edges):
        if edges not in known:
            known[edges] = max(after(grid, value, edges, bit) for bit in free(grid, edges))
        return known[edges]

    return value


def free(grid, edges):
    """Return the edges that are not drawn."""
    return [bit for bit in grid.names if not edges & bit]


def after(grid, value, edges, bit):
    """Return what the player to move wins if he draws an edge first."""
    new = edges | bit
    won = sum(new & sides == sides for sides, _ in grid.steps[grid.names[bit]][1])
    return won + value(new) if won else -value(new)
