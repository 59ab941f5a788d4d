"""Whole games in the browser: on two phones, by keyboard alone, without script, over a line that breaks."""

from __future__ import annotations

import hashlib
import re
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.conftest import CAN, LAPTOP, Visit, is_over, set_up, start, turn, until, version
from tests.browser.wire import Wire

RESULT = re.compile("wins|draw", re.IGNORECASE)


def invite(host: Page, guest: Page, code: str) -> None:
    """The host gives the second seat to whoever comes by link; the guest comes."""
    host.click("#seat1 summary")
    host.click("#seat1 button[value=open]")
    guest.click("button[popovertarget=join]")
    guest.fill("#code", code.lower())
    guest.click("form.code .go")
    guest.click("text=Sit here")
    expect(host.locator("#seat1")).to_contain_text("Taken")


def test_two_phones_play_a_whole_game(visit: Visit) -> None:
    green, red = visit(), visit()
    invite(green, red, set_up(green))
    start(green)
    expect(green).to_have_title("● Your turn – Soul Ward")
    expect(red.locator("#status")).to_contain_text("Waiting for Green")
    for _ in range(200):
        if is_over(green) and is_over(red):
            break
        for page in (green, red):
            if page.locator("[data-do=end]").count():
                page.click("[data-do=end]")
        mine = green if green.locator(CAN).count() else red if red.locator(CAN).count() else None
        if mine:
            turn(mine)
        else:
            green.wait_for_timeout(50)
    for page in (green, red):
        expect(page.locator("#status")).to_contain_text(RESULT)
        expect(page).to_have_title("Soul Ward")
    assert green.inner_text("#status") == red.inner_text("#status")
    last = version(red)
    red.click("text=Watch again")
    until(red, lambda: 0 < version(red) < 15)
    red.click("[data-do=end]")
    until(red, lambda: version(red) == last)
    green.click("text=Play again")
    red.click("text=Play again")
    green.wait_for_url("**/t/*")
    assert green.locator("#start .go").count() == 1
    expect(red.locator(".chairs")).to_contain_text("Taken")
    assert red.url == green.url


def test_a_move_reaches_the_other_phone_without_being_asked_for(visit: Visit) -> None:
    """How quickly is measured in benchmarks/house.py."""
    green, red = visit(), visit()
    invite(green, red, set_up(green, 30))
    start(green)
    for mine, other in ((green, red), (red, green)):
        mine.locator(CAN).first.click()
        before = version(other)
        mine.click("#confirm .go")
        until(other, lambda other=other, before=before: version(other) > before)
        other.wait_for_selector(CAN)


def test_two_taps_from_the_lobby_to_the_game(visit: Visit) -> None:
    page = visit()
    page.click(".stall")
    page.click("#start .go")
    page.wait_for_selector("#table:not(.before)[data-now]")
    page.wait_for_selector(CAN)


def press_until(page: Page, selector: str, most: int = 90) -> None:
    """Tab to the first thing of a kind."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector) ?? false", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by keyboard")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    page = visit(viewport=LAPTOP)
    press_until(page, ".stall")
    page.keyboard.press("Enter")
    page.wait_for_selector("#start")
    press_until(page, "#options summary")
    page.keyboard.press("Enter")
    press_until(page, "#o-quick")
    page.keyboard.press("Space")
    for name in ("green", "red"):
        press_until(page, f"#o-{name}_ward")
        page.keyboard.press("Control+A")
        page.keyboard.type("3")
    press_until(page, "#start .go")
    page.keyboard.press("Enter")
    for _ in range(60):
        page.wait_for_selector(f"{CAN}, #table.over, [data-do=end]")
        if is_over(page):
            break
        if page.locator("[data-do=end]").count():
            press_until(page, "[data-do=end]")
            page.keyboard.press("Enter")
            page.wait_for_selector(f"{CAN}, #table.over, .is-wait")
            continue
        press_until(page, CAN.removesuffix(":visible"))
        page.keyboard.press("Enter")
        page.wait_for_selector("#confirm .go:focus")
        before = version(page)
        page.keyboard.press("Enter")
        until(page, lambda before=before: version(page) > before)
        assert page.evaluate("document.getElementById('table').contains(document.activeElement)")
    expect(page.locator("#status")).to_contain_text(RESULT)
    press_until(page, ".is-over .go")


def test_a_whole_game_without_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.click(".stall")
    page.click("#options summary")
    page.check("#o-quick")
    for name in ("green", "red"):
        page.fill(f"#o-{name}_ward", "3")
    page.click(".options .btn")
    page.click("#start .go")
    for _ in range(80):
        if is_over(page):
            break
        if page.locator(CAN).count():
            page.locator(CAN).first.click()
            page.locator("#confirm .go").click()
        else:
            page.wait_for_timeout(300)
            page.reload()
    expect(page.locator("#status")).to_contain_text(RESULT)
    page.click("text=Watch again")
    page.click("[data-do=next]")
    assert version(page) == 2


def test_a_line_that_breaks_and_comes_back(visit: Visit, house: str) -> None:
    address = urlsplit(house)
    wire = Wire(address.port or 80)
    green, red = visit(), visit(f"http://127.0.0.1:{wire.port}/?{address.query}")
    invite(green, red, set_up(green, 30))
    start(green)
    red.wait_for_selector("#table:not(.before)")  # all of the page has come
    wire.cut()
    expect(red.locator(".away")).to_be_visible()
    turn(green)
    assert version(red) < version(green)
    wire.mend()
    red.wait_for_selector(CAN)
    assert version(red) == version(green)
    expect(red.locator(".away")).to_be_hidden()
    turn(red)


def test_a_page_loaded_again_goes_on_where_it_was(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    start(page)
    page.locator(CAN).nth(2).click()
    page.wait_for_selector("#confirm")
    offer = page.inner_text("#move")
    page.reload()
    assert page.inner_text("#move") == offer
    turn(page)


def test_taking_back(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    start(page)
    turn(page)
    page.wait_for_selector(CAN)
    before = version(page)
    page.click("#move form[action$=undo] button")
    until(page, lambda: version(page) > before)
    page.wait_for_selector(CAN)
    expect(page.locator("#status")).to_contain_text("place your marker 1")


def test_a_plan_is_laid_changed_and_played(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    start(page)
    page.click("text=Make a plan")
    page.wait_for_selector(".is-plan")
    for n in range(1, 4):
        page.locator(CAN).first.click()
        expect(page.locator(".chips li")).to_have_count(n)
    assert page.locator(CAN).count() == 0
    expect(page.locator("#status")).to_contain_text("so the round would end")
    page.locator(".chips a:not(.drop)").nth(1).click()
    expect(page.locator("#status")).to_contain_text("another space for move 2")
    page.locator(CAN).last.click()
    expect(page.locator(".chips li")).to_have_count(3)
    page.locator(".chips .drop").last.click()
    expect(page.locator(".chips li")).to_have_count(2)
    page.click("text=Show how")
    expect(page.locator("#status")).to_contain_text("In mind:")
    page.click("[data-do=end]")
    page.click("#confirm .go")
    page.wait_for_selector(".is-plan #confirm", timeout=20_000)  # the rest of the plan, when it is one's turn again
    expect(page.locator(".chips li")).to_have_count(1)


def test_a_story_can_be_paused_and_gone_through_by_hand(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    start(page)
    for nth in range(3):
        turn(page, nth)
    page.wait_for_selector("[data-kind=act] [data-do=pause]")
    page.click("[data-do=pause]")
    held = version(page)
    page.wait_for_timeout(2500)
    assert version(page) == held
    page.keyboard.press("ArrowRight")
    assert version(page) == held + 1
    page.keyboard.press("ArrowLeft")
    assert version(page) == held
    page.click("[data-do=end]")
    page.wait_for_selector(CAN)
    page.click("button[popovertarget=story]")
    page.click("#story [data-film]")
    page.wait_for_selector("[data-kind=act] [data-do=next]")
    assert version(page) < held + 1
    page.click("[data-do=end]")
    page.wait_for_selector(CAN)


def test_with_reduced_motion_a_story_waits(visit: Visit) -> None:
    page = visit(reduced_motion="reduce")
    set_up(page, 30)
    start(page)
    for nth in range(3):
        turn(page, nth)
    page.wait_for_selector("[data-kind=act] [data-do=next]")
    held = version(page)
    page.wait_for_timeout(2500)
    assert version(page) == held
    page.click("[data-do=next]")
    assert version(page) == held + 1


def test_one_tap_plays_where_that_is_wanted(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    start(page)
    page.click("button[popovertarget=settings]")
    page.uncheck("[data-setting=confirm]")
    page.keyboard.press("Escape")
    before = version(page)
    page.locator(CAN).first.click()
    until(page, lambda: version(page) > before)
    page.reload()
    assert not page.is_checked("[data-setting=confirm]")


def test_what_is_refused_is_said(visit: Visit) -> None:
    page = visit()
    code = set_up(page, 30)
    start(page)
    page.locator(CAN).first.click()
    page.wait_for_selector("#confirm")
    page.evaluate("document.querySelector('#confirm [name=version]').value = 3")
    page.click("#confirm .go")
    expect(page.locator("[role=alert]")).to_contain_text("The table has moved on")
    assert page.url.endswith(code)
    turn(page)


def test_the_check_recomputes_chance_in_the_browser(visit: Visit) -> None:
    page = visit()
    set_up(page, 1)
    start(page)
    while not is_over(page):
        turn(page)
    page.click("text=Check this game")
    expect(page.locator("#verdict")).to_contain_text("All is right")
    assert page.locator("#draws tbody tr").count() > 10
    digest = page.evaluate("async () => { const { sha256, toHex } = await import('/static/sha256.js');"
                           "return [0, 55, 56, 64, 200].map(n => toHex(sha256(new Uint8Array(n).fill(7)))); }")  # fmt: skip
    assert digest == [hashlib.sha256(b"\7" * n).hexdigest() for n in (0, 55, 56, 64, 200)]
