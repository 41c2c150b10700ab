"""Walking through a puzzle without a browser."""

from __future__ import annotations


def after(view, *keys):
    """Return the screen of a puzzle after these spots, nodes, buttons or slider positions."""
    state = 0
    for key in keys:
        ways = ways_from(view.screens[state])
        assert key in ways, (key, sorted(ways))
        state = ways[key]
    return view.screens[state]


def ways_from(screen):
    """Return where a screen leads, by the names of what can be pressed."""
    ways = {}
    for picture in screen["pictures"]:
        ways |= {**picture["to"], **picture.get("swaps", {})}
    for control in screen["controls"]:
        if "slider" in control:
            ways |= dict(zip(control["texts"], control["to"], strict=True))
        else:
            ways[control.get("button") or control["switch"]] = control["to"]
    return ways


def paths(view):
    """Yield the keys that lead to each state, on a shortest way, with its screen."""
    known, todo = {0}, [((), 0)]
    for keys, state in todo:  # which grows
        yield keys, view.screens[state]
        for key, to in ways_from(view.screens[state]).items():
            if to not in known:
                known.add(to)
                todo.append(((*keys, key), to))
