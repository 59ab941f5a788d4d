"""A house in a process of its own, browsers that visit it, and what people do at a table."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
PHONE, SMALL, LAPTOP = ({"width": w, "height": h} for w, h in ((390, 844), (360, 640), (1280, 800)))
CAN = "[form=try]:enabled:visible"

Visit = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a house, with its key."""
    data = tmp_path_factory.mktemp("house")
    command = [sys.executable, "-m", "frostfair", "serve", "--host", "127.0.0.1", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env={**os.environ, "COLUMNS": "200"}) as process:
        assert process.stderr
        try:
            for line in process.stderr:
                if found := re.search(r"http://\S+key=\S+", line):
                    yield found[0].replace("localhost", "127.0.0.1")
                    break
        finally:
            process.terminate()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM:
        pytest.skip("no Chromium")
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def visit(house: str, browser: Browser) -> Iterator[Visit]:
    """Open the lobby on a new device; what its script complains about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def come(address: str = house, **options: Any) -> Page:
        context = browser.new_context(**{"viewport": PHONE, "locale": "en", **options})
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        return page

    yield come
    for context in contexts:
        context.close()
    assert not complaints


def until(page: Page, true: Callable[[], object], seconds: float = 15) -> None:
    """Wait for something to become true.  (Chromium's own waiting needs eval, which our pages forbid.)"""
    for _ in range(int(seconds * 50)):
        if true():
            return
        page.wait_for_timeout(20)
    raise AssertionError(f"not true within {seconds} s")


def set_up(page: Page, ward: int = 5, *, quick: bool = True) -> str:
    """From the lobby to a table with its edge laid by chance and weak wards; its code."""
    page.click(".stall")
    page.click("#options summary")
    if quick:
        page.check("#o-quick")
    for name in ("green", "red"):
        page.fill(f"#o-{name}_ward", str(ward))
        page.press(f"#o-{name}_ward", "Tab")
    until(page, lambda: page.get_attribute("#o-red_ward", "value") == str(ward))
    return page.url.rsplit("/", 1)[1]


def start(page: Page) -> None:
    page.click("#start .go")
    page.wait_for_selector(f"{CAN}, .turn:not(.mine)")


def version(page: Page) -> int:
    return int(page.get_attribute("#table", "data-version") or 0)


def is_over(page: Page) -> bool:
    return page.locator("#table.over").count() > 0


def turn(page: Page, nth: int = 0) -> None:
    """Wait for one's turn, try a move, play it; a story on the way is cut short.  At the end of the game: nothing."""
    page.wait_for_selector(f"{CAN}, #table.over, [data-do=end]")
    while page.locator("[data-do=end]").count() and not is_over(page):
        page.click("[data-do=end]")
        page.wait_for_selector(f"{CAN}, #table.over, .is-wait")
    if is_over(page):
        return
    page.wait_for_selector(f"{CAN}, #table.over")
    if not is_over(page):
        page.locator(CAN).nth(nth).click()
        before = version(page)
        page.click("#confirm .go")
        until(page, lambda: version(page) > before)
