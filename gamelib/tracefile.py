"""A trace as readable JSON: a short head, then an event a line, then the skipped nodes."""

from __future__ import annotations

import json
from dataclasses import asdict
from math import inf
from typing import Any

from gamelib.events import CUT, ENTER, LEAF, LEAVE, UPDATE, Event, fold
from gamelib.game import Game, listed
from gamelib.trace import Node, Settings, Trace

__all__ = ["FORMAT", "dumps", "loads"]

FORMAT = "gamelib trace 1"
NUMBERS = ("alpha", "beta", "value", "window")  # the only fields that may hold an infinity


def dumps(trace: Trace, most_skipped: int) -> str:
    """Return the trace as JSON, with its skipped nodes if there are at most `most_skipped`."""
    head = {
        "format": FORMAT,
        "settings": _plain(asdict(trace.settings)),
        "root": trace.root_name,
        "line": _plain(trace.line),
    }
    known = trace.count_skipped(most_skipped) is not None
    skipped = [node for node in trace.nodes.values() if not node.visited] if known else []
    parts = [f'"{key}": {json.dumps(value, ensure_ascii=False)}' for key, value in head.items()]
    parts.append('"events": ' + _rows([_changed(e._asdict()) for e in trace.events]))
    parts.append('"skipped": ' + (_rows([_saved(node) for node in skipped]) if known else "null"))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def loads(text: str, game: Game[Any, Any] | None, state: Any) -> Trace:
    """Return the trace that `dumps` wrote."""
    data = json.loads(text)
    if data["format"] != FORMAT:
        raise ValueError(f"its format is {data['format']!r}, but must be {FORMAT!r}")
    root = data["root"]
    skipped = data["skipped"]
    events = tuple(Event(**_read(row)) for row in data["events"])
    _require_search(events, game, state)
    trace = Trace.of_events(
        Settings(**_read(data["settings"])),
        events,
        line=_tuples(data["line"]),
        root_name=root,
        skipped=None,
        game=game,
        state=state,
    )
    if skipped is None:
        return trace
    nodes = tuple(
        Node(name=trace.name(_tuples(row["path"])), **({"side": ""} | _read(row)))
        for row in skipped
    )
    return Trace.of_events(
        trace.settings,
        trace.events,
        line=trace.line,
        root_name=root,
        skipped=nodes,
        game=game,
        state=state,
    )


def _require_search(events: tuple[Event, ...], game: Game[Any, Any] | None, state: Any) -> None:
    """Raise ValueError if the events are not those of a whole search, in this game if given."""
    for event in events:
        if event.kind not in (ENTER, LEAF, UPDATE, CUT, LEAVE):
            raise ValueError(f"{event.kind!r} is no kind of event")
    if not events or fold(events).stack:
        raise ValueError("its events end before the search does")
    if game is not None and events[0].kind == ENTER:
        moves = game.moves(state)
        if set(moves) != set(events[0].moves):
            raise ValueError(
                f"its moves at the root are {listed(events[0].moves)}, "
                f"but the game given has {listed(moves)} there"
            )


def _rows(items: list[dict[str, Any]]) -> str:
    lines = ",\n".join("  " + json.dumps(item, ensure_ascii=False) for item in items)
    return f"[\n{lines}\n]" if items else "[]"


def _saved(node: Node) -> dict[str, Any]:
    fields = {"path": node.path, "cut_at": node.cut_at, "side": node.side}
    return {k: _plain(v) for k, v in fields.items() if v != ""} | {
        k: _plain(v)
        for k, v in (("moves", node.moves), ("value", node.value))
        if v not in ((), None)
    }


def _changed(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an event that differ from their defaults, ready for JSON."""
    defaults = Event._field_defaults
    return {k: _plain(v) for k, v in fields.items() if k not in defaults or v != defaults[k]}


def _plain(item: Any) -> Any:
    """Return the item in JSON's own types, infinities as words."""
    if isinstance(item, float) and item in (inf, -inf):
        return "inf" if item > 0 else "-inf"
    if isinstance(item, dict):
        return {key: _plain(value) for key, value in item.items()}
    if isinstance(item, list | tuple):
        return [_plain(value) for value in item]
    if item is None or isinstance(item, str | int | float):
        return item
    raise TypeError(
        f"{item!r} cannot be saved: moves must be strings, numbers or tuples of them, "
        "and values must be numbers"
    )


def _read(row: dict[str, Any]) -> dict[str, Any]:
    return {key: _number(value) if key in NUMBERS else _tuples(value) for key, value in row.items()}


def _number(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_number(item) for item in value)
    return float(value) if isinstance(value, str) else value


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value
