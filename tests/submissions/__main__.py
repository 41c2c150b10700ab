"""Grade the corpus and print it as a table in Markdown: `python -m tests.submissions > corpus.md`.

Each homework is one folder and one batch. `--homework hw1` grades one of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parents[1]))

from gamelib.spread import bar
from submissions.corpus import ENTRIES
from submissions.entries import Entry
from submissions.graded import Graded, scores

HEAD = "| | submission | expected | got |\n|---|---|---|---|"


def expected(entry: Entry) -> str:
    if entry.scores is None:
        return "refused" + (f": {entry.words}" if entry.words else "")
    total = "all points" if not entry.scores else points(entry.scores)
    remark = f", says “{entry.words}”" if entry.words else ""
    return f"{'at most ' if entry.bound else ''}{total}{remark}"


def points(scored: dict[str, float]) -> str:
    return ", ".join(f"{name} {score:g}" for name, score in scored.items())


def got(made: Graded, entry: Entry) -> str:
    result = made.results[entry.name]
    if not result:
        return "no result"
    if result["status"] != "graded":
        return f"{result['status']}: {result['reason']}"
    troubles = {c["trouble"] for q in result["questions"] for c in q["checks"]} - {""}
    return points(scores(result)) + "".join(f"; {trouble}" for trouble in sorted(troubles))


def main() -> int:
    """Grade, print the table, and return 1 if something is not as expected."""
    parser = argparse.ArgumentParser(prog="python -m tests.submissions", description=__doc__)
    there = ["small", "hw1", "hw2", "hw3"]
    parser.add_argument("--homework", choices=there, help="one of them; all if none")
    options = parser.parse_args()
    wrong = total = 0
    for homework in [options.homework] if options.homework else there:
        entries = [entry for entry in ENTRIES if entry.homework == homework]
        total += len(entries)
        with TemporaryDirectory(prefix="corpus-") as folder:
            made = Graded(Path(folder), entries, progress=bar)
            print(f"\n## {homework}: {len(entries)} submissions\n\n{HEAD}")
            for entry in entries:
                complaint = made.complaint(entry)
                wrong += bool(complaint)
                cells = [entry.kind, entry.name, expected(entry), got(made, entry)]
                texts = [str(cell).replace("|", "\\|").replace("\n", " ") for cell in cells]
                mark = f" **{complaint}**".replace("\n", " ") if complaint else ""
                print(f"| {' | '.join(texts)}{mark} |".encode("utf-8", "replace").decode())
    print(f"\n{wrong} of {total} are not as expected.")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
