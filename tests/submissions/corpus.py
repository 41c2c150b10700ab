"""The corpus: hundreds of submissions, each with its expected points and remarks."""

from __future__ import annotations

from submissions.broken import BROKEN
from submissions.entries import Entry
from submissions.honest import HONEST
from submissions.hostile import HOSTILE
from submissions.real import REAL

ENTRIES: tuple[Entry, ...] = (
    *(entry._replace(kind="honest") for entry in HONEST),
    *(entry._replace(kind="broken") for entry in BROKEN),
    *(entry._replace(kind="hostile") for entry in HOSTILE),
    *(entry._replace(kind="homework") for entry in REAL),
)

SAMPLE = """\
prints 5 MB a call; draws; texts with % and a magic; an attribute called position; the name
checks; Windows line ends; 600 kB in a text; knows no draw; await at the top; a cell duplicated;
untouched; not JSON; another fifty megabytes; metadata {'gamelib': {'homework': ['hw1']}}; a line
end; a line end, written; a number in brackets; a larger number in brackets; a program; outputs
forged; os._exit; endless loop; memory bomb; memory of System V; reads the master; writes outside;
opens a socket; a user's namespace; kills the grader; looks among frames; equal to everything;
collisions, forged; an answer unasked; a flood of messages; patches json; markup in an answer;
blank lines by the thousand
"""
BY_NAME = {entry.name: entry for entry in ENTRIES}
TELLING = tuple(BY_NAME[name] for name in " ".join(SAMPLE.split()).split("; "))
"""A selection for the ordinary run; the nightly run grades all of them."""
