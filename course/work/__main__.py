"""Make or update the student's folder: before JupyterLab opens, and for `python3 run.py update`."""

from __future__ import annotations

import sys

from course.work import folder

COMMAND = "python3 run.py update"
IN_A_BROWSER = (
    "This command needs a folder, and a browser has none. What you change stays in this browser. "
    '"Start over" on a lecture\'s page brings the lecture back and keeps your version.'
)


def main(command: str) -> int:
    """Make the folder if it is missing, or update it; return the exit code."""
    if sys.platform == "emscripten":
        print(IN_A_BROWSER, file=sys.stderr)
        return 1
    try:
        if command == "update":
            update()
            sign()
            return 0
        first, new = not folder.WORK.exists(), ", ".join(folder.make())
        if first:
            print(f"Your own copy of the lectures is in the folder {folder.WORK}. Work there.")
        elif new:
            print(f"New in your copy: {new}.")
        if lectures := ", ".join(folder.newer()):
            print(f"The course has a newer version of {lectures}.")
            if sys.stdin.isatty() and agreed():
                update()
            else:
                print(f"To update your copy and keep everything you wrote: {COMMAND}")
        sign()
    except OSError as error:
        print(
            f"Your copy could not be written: {error}. The files in {folder.WORK} are complete, "
            f"and everything you wrote is there. When there is room, run {COMMAND}",
            file=sys.stderr,
        )
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def update() -> None:
    """Update the folder and print what has changed."""
    last = "Your copy has the newest lectures."
    for sentence in folder.update():
        print(sentence)
        last = "If one of them is open in JupyterLab, choose File > Reload Notebook from Disk."
    print(last)


def sign() -> None:
    """Sign the lectures that the student has not changed; they work without that, too."""
    try:
        folder.sign_copies()
    except Exception as error:
        print(f"JupyterLab shows pictures of views that were not run yet: {error}.")


def agreed() -> bool:
    """Ask whether to update now; Enter means yes."""
    try:
        answer = input("Update your copy now? Everything you wrote is kept. [Y/n] ")
        return answer.strip().lower()[:1] != "n"
    except EOFError:
        return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
