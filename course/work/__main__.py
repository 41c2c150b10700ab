"""What `python3 run.py` does before JupyterLab opens, and `python3 run.py update`."""

from __future__ import annotations

import sys

from course.work import folder

COMMAND = "python3 run.py update"
IN_A_BROWSER = (
    "In a browser there is no folder to copy the lectures to: what you change stays in this "
    'browser, and "Start afresh" on a lecture\'s page brings the lecture back and keeps yours.'
)


def main(command: str) -> int:
    """Open the copy, which is made if there is none, or update it; return the exit code."""
    if sys.platform == "emscripten":
        print(IN_A_BROWSER, file=sys.stderr)
        return 1
    try:
        if command == "update":
            bring()
            return 0
        first, new = not folder.COPY.exists(), ", ".join(folder.make())
        if first:
            print(f"Your own copy of the lectures is in the folder {folder.COPY}. Work there.")
        elif new:
            print(f"New in your copy: {new}.")
        if lectures := ", ".join(folder.newer()):
            print(f"The course has something newer than your copy: {lectures}.")
            if sys.stdin.isatty() and agreed():
                bring()
            else:
                print(f"To bring it in, with all that you wrote: {COMMAND}")
    except OSError as error:
        print(
            f"Your copy could not be written: {error}. What is in {folder.COPY} is whole, and "
            f"nothing that you wrote is lost. When there is room: {COMMAND}",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def bring() -> None:
    """Update the copy and tell what has changed."""
    last = "Your copy has the newest lectures."
    for sentence in folder.update():
        print(sentence)
        last = "If one of them is open in JupyterLab: File > Reload Notebook from Disk."
    print(last)


def agreed() -> bool:
    """Ask whether to update now; Enter means yes."""
    try:
        return input("Bring it in now? What you wrote is kept. [Y/n] ").strip().lower()[:1] != "n"
    except EOFError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
