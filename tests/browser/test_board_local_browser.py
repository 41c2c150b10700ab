"""A board of a small game needs no kernel: its saved page plays, reviews and teaches by itself."""

from __future__ import annotations

from browser_views import assert_accessible
from playwright.sync_api import expect

from browser.test_mount_browser import ADD
from gamelib import TicTacToe, board, search_player
from gamelib.view.live.view import TABLE_ELEMENT, bare

GAME = TicTacToe()
PHONE = {"width": 390, "height": 844}


def moves_of(page):
    return page.locator(".gl-moves").inner_text().split()


def press(page, act):
    page.locator(f".gl-acts [data-act={act}]").click()


def test_a_saved_page_plays_reviews_and_teaches_by_mouse(show):
    page = show(board(GAME))
    view, box = page.locator(".gl-board"), page.locator(".gl-text-box")
    assert_accessible(page)
    expect(view.locator(".gl-turn")).to_have_text("Your turn: you are X")
    page.locator("[data-cell=a1]").click()
    expect(box).to_have_text(
        "O played b2. It lies on 3 open lines. It is the only reply that holds."
    )
    page.locator("[data-cell=b2]").click(force=True)
    expect(box).to_have_text("b2 is taken.")
    for cell in ("a2", "c3"):
        page.locator(f"[data-cell={cell}]").click()
    expect(view.locator(".gl-turn")).to_have_text("You lose")
    press(page, "review")
    expect(box).to_have_text("You made 1 mistake: c3 at move 5.")
    press(page, "learn")
    page.locator("[data-cell=b1]").click()
    expect(box).to_contain_text("b1 does not hold. O wins by force. O answers c1.")
    press(page, "again")
    page.locator("[data-cell=c1]").click()
    expect(box).to_contain_text("c1 holds.")
    assert_accessible(page)
    press(page, "leave")
    press(page, "new")
    expect(view).to_have_attribute("data-ply", "0")


def test_it_goes_on_from_what_was_played_in_python_by_keys_on_a_dark_phone(show):
    played = board(GAME, you="MIN")
    played.play("b2")
    page = show(played)
    page.set_viewport_size(PHONE)
    page.emulate_media(color_scheme="dark")
    assert moves_of(page) == ["1", "a1", "b2", "3", *played.moves[2:]]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    spots = page.locator("[data-cell]").evaluate_all(
        "cells => cells.map(cell => cell.getBoundingClientRect().width)"
    )
    assert min(spots) >= 44
    page.keyboard.press("Tab")
    while page.locator(".gl-board").get_attribute("data-at") != "9":
        page.keyboard.press("h")
        page.keyboard.press("h")
        page.keyboard.press("h")
        best = page.locator(".gl-text-box b").inner_text()
        page.locator(f"[data-cell={best}]").focus()
        page.keyboard.press("Enter")
    expect(page.locator(".gl-turn")).to_have_text("A draw")
    assert_accessible(page)
    page.keyboard.press("u")
    expect(page.locator(".gl-board")).to_have_attribute("data-at", "7")


def test_the_saved_form_of_a_board_against_your_player_plays_perfectly(show):
    page = show(board(GAME, against=search_player()))
    note = "This saved board plays perfectly by itself, without your player."
    expect(page.locator(".gl-text-box")).to_contain_text(note)
    page.locator("[data-cell=b2]").click()
    expect(page.locator(".gl-board")).to_have_attribute("data-ply", "2")


def test_boards_of_a_page_share_a_table_and_wait_for_it(offline):
    html = board(GAME).html
    without = TABLE_ELEMENT.sub("", bare(html))
    alive = offline.locator(".gl-live")
    offline.set_content(TABLE_ELEMENT.sub("", html))  # the script, but no table
    offline.evaluate(ADD, without)
    expect(offline.locator(".gl-twin img")).to_have_count(2)
    expect(alive).to_have_count(0)
    offline.evaluate(ADD, bare(html))
    expect(alive).to_have_count(3)
    offline.evaluate(ADD, without)
    expect(alive).to_have_count(4)
    for view in offline.locator(".gamelib-view").all():
        expect(view.locator(".gl-twin")).to_be_hidden()
