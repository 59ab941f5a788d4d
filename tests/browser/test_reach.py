"""Pages that everybody can use: axe-core finds nothing, nothing runs over the side, all can be hit, little is loaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import CAN, LAPTOP, PHONE, SMALL, Visit, is_over, set_up, start, turn

AXE = (Path(__file__).parent.parent / "vendor" / "axe.min.js").read_text("utf-8")
FINDINGS = """async () => (await axe.run({ resultTypes: ["violations"] })).violations
    .map(found => `${found.id}: ${found.nodes.map(node => node.html.slice(0, 160)).join(" | ")}`)"""
SMALL_TARGETS = """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
    .filter(thing => thing.checkVisibility({ visibilityProperty: true }) && !thing.closest(".book, .skip"))
    .map(thing => [(thing.type === "checkbox" && thing.closest("label, .option")) || thing, thing.outerHTML.slice(0, 120)])
    .map(([thing, html]) => [thing.getBoundingClientRect(), html])
    .filter(([box]) => box.width && box.top > -50 && Math.min(box.width, box.height) < 43.5)
    .map(([box, html]) => `${box.width} x ${box.height}: ${html}`)"""
STATES = ("lobby", "seats", "opened", "draft", "choose", "try", "plan", "story", "sheet", "over", "check", "rules", "problem")


def walk(page: Page, house: str) -> Any:
    """Through every page and state of one table; yields its name."""
    root = f"{urlsplit(house).scheme}://{urlsplit(house).netloc}"
    yield "lobby"
    page.click(".stall")
    yield "seats"
    for summary in page.locator("summary").all():
        summary.click()
    yield "opened"
    page.click("#start .go")
    page.wait_for_selector(CAN, state="attached")
    yield "draft"
    page.goto(root)
    set_up(page, 3)
    start(page)
    yield "choose"
    page.locator(CAN).first.click()
    page.wait_for_selector("#confirm")
    yield "try"
    page.click(".back")
    page.click("text=/plan/i >> visible=true")
    page.wait_for_selector(".is-plan")
    page.locator(CAN).first.click()
    page.wait_for_selector(".chips li")
    yield "plan"
    page.click(".back")
    page.wait_for_selector(".is-choose")
    for nth in range(3):
        turn(page, nth)
    page.wait_for_selector("[data-kind=act] [data-do=pause]")
    page.click("[data-do=pause]")
    yield "story"
    page.click("[popovertarget=settings] >> visible=true")
    yield "sheet"
    page.keyboard.press("Escape")
    while not is_over(page):
        turn(page)
    page.wait_for_timeout(400)
    yield "over"
    page.goto(f"{page.url.partition('?')[0]}/check")
    page.wait_for_selector("#verdict.good")
    yield "check"
    page.goto(f"{root}/rules/soul_ward")
    yield "rules"
    page.goto(f"{root}/t/QQQQQ")
    yield "problem"


@pytest.mark.parametrize(("scheme", "size", "lang"), [("light", PHONE, "en"), ("dark", LAPTOP, "de"), ("dark", SMALL, "fr")])
def test_axe_finds_nothing(visit: Visit, house: str, scheme: str, size: dict[str, int], lang: str, tmp_path: Path) -> None:
    """In both modes, three sizes and three languages; on the way nothing may run over the side or be too small to hit."""
    page, found = visit(viewport=size, color_scheme=scheme, locale=lang, reduced_motion="reduce"), {}
    for state in walk(page, house):
        page.wait_for_load_state("networkidle" if state in ("lobby", "seats", "rules", "problem") else "load")
        page.evaluate(AXE)
        found[state] = page.evaluate(FINDINGS) + page.evaluate(SMALL_TARGETS)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[state].append("runs over the side")
        if page.locator("h1").count() != 1:
            found[state].append("not one h1")
        page.screenshot(path=tmp_path / f"{state}-{scheme}-{lang}-{size['width']}.png")
    assert {state: faults for state, faults in found.items() if faults} == {}
    assert tuple(found) == STATES


def test_the_board_stays_on_the_screen_of_a_short_phone(visit: Visit, house: str) -> None:
    page = visit(viewport={"width": 390, "height": 664})
    for state in walk(page, house):
        if state in ("choose", "try", "story"):
            assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), state
        if state == "story":
            break


def test_dark_mode_is_dark(visit: Visit) -> None:
    grounds = [
        visit(color_scheme=scheme).evaluate("getComputedStyle(document.body).backgroundColor") for scheme in ("light", "dark")
    ]
    assert grounds == ["rgb(232, 240, 248)", "rgb(14, 24, 40)"]


def test_the_first_load_of_a_table_is_small(visit: Visit) -> None:
    page = visit()
    set_up(page)
    start(page)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.reload(wait_until="networkidle")
    assert len(sizes) > 8
    assert sum(sizes) < 150_000, sizes
