"""A hint on a phone: asked for, read, shown step by step, played; and the levels of computers on the seats page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import CAN, LAPTOP, PHONE, SMALL, Visit, set_up, start, turn, until, version
from tests.browser.test_reach import AXE, FINDINGS, SMALL_TARGETS


def begin(page: Page) -> None:
    """Start, and wait until all has been dealt."""
    start(page)
    page.wait_for_selector(CAN)


def hint(page: Page) -> None:
    """Ask for a hint until there is one: a player that has just come in makes its machine code first."""
    for _ in range(30):
        with page.expect_response(lambda answer: answer.url.endswith("hint=1")) as answer:
            page.click("#move a[href$='hint=1']")
        if answer.value.ok:
            page.wait_for_selector("#confirm")
            return
    raise AssertionError("no hint")


def test_a_hint_is_read_shown_and_played(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    begin(page)
    turn(page)
    page.wait_for_selector(CAN)
    before = version(page)
    hint(page)
    assert page.url.endswith("?hint=1")
    expect(page.locator("#offer.why")).to_have_text(re.compile(r"Marker 2 on .+\?\s+\S.+\."))
    assert page.locator(".chosen").count() == 1
    said = page.inner_text("#offer")
    page.reload()
    assert page.inner_text("#offer") == said
    page.click("text=Show how")
    expect(page.locator("#status")).to_contain_text("In mind:")
    page.click("[data-do=end]")
    expect(page.locator("#offer")).to_have_text(re.compile(re.escape(said.splitlines()[-1])))
    assert version(page) == before
    page.click("#confirm .go")
    until(page, lambda: version(page) > before)
    assert "hint" not in page.url


def test_a_hint_needs_no_script(visit: Visit) -> None:
    page = visit(java_script_enabled=False)
    page.click(".stall")
    page.click("#options summary")
    page.check("#o-quick")
    page.click(".options .btn")
    page.click("#start .go")
    before = version(page)
    hint(page)
    page.click("#confirm .go")
    assert version(page) > before


def test_a_tap_is_stronger_than_a_hint_that_is_on_its_way(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    begin(page)
    hint(page)
    page.click("#move .back")
    page.wait_for_selector(".is-choose")
    page.route("**/*hint=1", lambda route: (page.wait_for_timeout(500), route.continue_()))
    page.click("#move a[href$='hint=1']", no_wait_after=True)
    page.locator(CAN).last.click()
    page.wait_for_selector("#confirm")
    page.wait_for_timeout(900)
    assert "try=" in page.url and page.locator("#offer.why").count() == 0


@pytest.mark.parametrize(("scheme", "size", "lang"), [("light", PHONE, "de"), ("dark", SMALL, "fr"), ("dark", LAPTOP, "en")])
def test_everybody_can_use_a_hint(visit: Visit, scheme: str, size: dict[str, int], lang: str) -> None:
    """Axe finds nothing, the whole board stays on the screen, and all of what is said can be read."""
    page = visit(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce")
    set_up(page, 30)
    begin(page)
    turn(page)
    page.wait_for_selector(CAN)
    hint(page)
    page.evaluate(AXE)
    assert page.evaluate(FINDINGS) + page.evaluate(SMALL_TARGETS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 16")
    assert page.evaluate("(offer => offer.scrollHeight <= offer.clientHeight + 1)(document.getElementById('offer'))")


def test_a_level_is_chosen_on_the_seats_page(visit: Visit) -> None:
    page = visit()
    set_up(page, 30)
    expect(page.locator("#seat1 summary")).to_contain_text("Snowball")
    page.click("#seat1 summary")
    expect(page.locator("#seat1 .levels button")).to_have_count(5)
    page.click("#seat1 button[value=snowflake]")
    expect(page.locator("#seat1 summary")).to_contain_text("Snowflake")
    assert page.get_attribute("#seat1 button[value=snowflake]", "aria-pressed") == "true"
    begin(page)
    turn(page)
    expect(page.locator("#status")).to_contain_text("Red (Owl, Snowflake)")
    page.wait_for_selector(CAN)
