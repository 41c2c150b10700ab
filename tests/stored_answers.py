"""What the stored notebook of a lecture shows and what it folds."""

from __future__ import annotations

import re
from typing import Any


def outputs(cell: dict[str, Any]) -> str:
    """Return the outputs of a cell as text."""
    plain = (
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    )
    return "\n".join(map("".join, plain))


def folded(cell: dict[str, Any]) -> bool:
    """Return whether the outputs of a cell are folded."""
    return bool(cell["metadata"].get("jupyter", {}).get("outputs_hidden"))


def visible(cell: dict[str, Any]) -> str:
    """Return the text of a cell without what is folded."""
    text = re.sub(r"<details>.*?</details>", "", "".join(cell["source"]), flags=re.DOTALL)
    return text if folded(cell) else f"{text}\n{outputs(cell)}"


def assert_no_answer_is_open(
    cells: list[dict[str, Any]], answers: dict[str, str], end: str
) -> None:
    """Check that no answer can be read before the question after its own, or before `end`.

    `answers` has the first words of each question and a pattern of what would give it away.
    """
    questions = "\n".join(map(visible, cells)).split("**Predict.** ")
    assert len(questions) - 1 == len(answers) <= 6
    for number, (begins, answer) in enumerate(answers.items(), start=1):
        assert questions[number].startswith(begins)
        open_text = "\n".join(questions[: number + 1]).split(end)[0]
        assert not re.search(answer, open_text), (begins, re.search(answer, open_text))
