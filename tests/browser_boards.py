"""What a reader does on a board in the browser, and what is seen there."""

from __future__ import annotations


def until(board, ply):
    """Wait until so many moves are shown and nobody thinks."""
    board.page.wait_for_function(
        "([board, ply]) => board.dataset.ply === ply && !board.matches('.waiting')",
        arg=[board.element_handle(), str(ply)],
    )


def until_at(board, moment):
    """Wait until the moment after so many moves is shown."""
    board.page.wait_for_function(
        "([board, at]) => board.dataset.at === at", arg=[board.element_handle(), str(moment)]
    )


def choose(board, *cells):
    for cell in cells:
        board.locator(f"[data-cell='{cell}']").click(force=True)  # a cell that is taken too


def play(board, *moves):
    """Make moves, such as b2 or B4-D4, and wait for the answer to each."""
    for move in moves:
        at = int(board.get_attribute("data-at"))
        choose(board, *move.split("-"))
        board.page.wait_for_function(
            "([board, at]) => Number(board.dataset.at) > at && !board.matches('.waiting')",
            arg=[board.element_handle(), at],
        )


def press(board, act):
    board.locator(f"[data-act={act}]").click(force=True)


def keys(board, *names):
    for name in names:
        board.page.keyboard.press(name)


def sentence(board):
    return board.locator(".gl-says").inner_text()


def trouble(board):
    """Wait until something is told that went wrong, and return it."""
    board.locator(".gl-trouble:not(:empty)").wait_for()
    return board.locator(".gl-trouble").inner_text()


def drawn(board, kind):
    """Count what is drawn of a kind."""
    return board.locator(f".gl-strokes .gl-{kind.replace(' ', '.gl-')}").count()
