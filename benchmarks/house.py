"""How quick the house is, as its users meet it.

    python -m benchmarks.house [RUNS]

Measures, medians of several runs, and writes benchmarks/house.json:
start (process to first page, warm and with an empty cache of machine code), lobby to the first legal move (by the forms
a browser sends), a move to the other browser (two real Chromium pages, click to changed page), and the bytes of a
table's first load.
"""

from __future__ import annotations

import os
import re
import statistics
import sys
import tempfile
import time
from pathlib import Path

import httpx2 as httpx
from playwright.sync_api import Browser, Page, sync_playwright

from proofs.kills import House
from tools.note import note

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def first_move(house: House) -> float:
    """From the lobby's tap on the game to a page with something legal to tap, against a bot."""
    device = house.device()
    device.headers["accept"] = "text/html"
    began = time.perf_counter()
    table = device.post("/new", data={"game": "soul_ward"}).headers["location"]
    device.post(f"{table}/options", data={"quick": "on"})
    device.post(f"{table}/start", data={"nonce": "ab"})
    while 'name="try"' not in device.get(table).text:
        time.sleep(0.02)
    return time.perf_counter() - began


def moves(house: House, browser: Browser, most: int) -> list[float]:
    """Click in one browser to change in the other, milliseconds."""
    key = house.rows("SELECT value FROM house WHERE name = 'door'")[0][0]
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        page.goto(f"{house.url}/?key={key}")
    ada, ben = pages
    ada.locator("form[action='/new'] button").first.click()
    ada.wait_for_url("**/t/*")
    code = ada.url.rsplit("/", 1)[1]
    ada.request.post(f"{house.url}/t/{code}/seat", form={"seat": "1", "kind": "open"}, headers={"origin": house.url})
    ben.goto(f"{house.url}/t/{code}")
    ben.request.post(f"{house.url}/t/{code}/sit", form={"seat": "1", "nonce": "ab"}, headers={"origin": house.url})
    ada.request.post(f"{house.url}/t/{code}/start", form={"nonce": "cd"}, headers={"origin": house.url})
    lags: list[float] = []
    for _ in range(most):
        mover, other = (ada, ben) if mine(ada) else (ben, ada)
        lags.append(one(mover, other))
    for page in pages:
        page.context.close()
    return lags


def mine(page: Page) -> bool:
    page.wait_for_timeout(300)
    return page.locator("#table").get_attribute("data-mine") == "true"


def one(mover: Page, other: Page) -> float:
    """One whole move: tap until the gold button is there, then clock from its click to the other page's new version."""
    mover.locator("button[name=try]:visible").first.click()
    mover.locator("#confirm button").first.wait_for()
    version = int(other.locator("#table").get_attribute("data-version") or 0)
    other.evaluate(
        """version => { window.changed = new Promise(done => { const look = () =>
           Number(document.getElementById('table').dataset.version) > version ? done(performance.timeOrigin + performance.now())
           : requestAnimationFrame(look); look(); }); }""",
        version,
    )
    clicked = mover.evaluate(
        """() => { const button = document.querySelector("#confirm button"); const at = performance.timeOrigin +
           performance.now(); button.click(); return at; }"""
    )
    return float(other.evaluate("window.changed")) - float(clicked)


def first_load(house: House) -> dict[str, int]:
    """Bytes of a table page in play and all it loads, uncompressed, as a browser without a cache."""
    device = house.device()
    device.headers["accept"] = "text/html"
    table = device.post("/new", data={"game": "soul_ward"}).headers["location"]
    device.post(f"{table}/start", data={"nonce": "ab"})
    time.sleep(1)
    todo, sizes = [table], {}
    while todo:
        path = todo.pop()
        if path in sizes:
            continue
        answer = device.get(path)
        sizes[path] = len(answer.content)
        kind = answer.headers.get("content-type", "")
        found = re.findall(r'<(?:script|link)[^>]+(?:src|href)="([^"]+)"', answer.text) if "html" in kind else []
        found += re.findall(r"url\(['\"]?([^'\")]+\.woff2)", answer.text) if "css" in kind or "html" in kind else []
        found += re.findall(r'from "(\./[^"]+)"', answer.text) if "javascript" in kind else []
        todo += [str(httpx.URL(house.url + path).join(link).path) for link in found if not link.startswith("data:")]
    sizes["table"] = sizes.pop(table)
    return sizes


def main(runs: int) -> None:
    warm, cold, legal, cold_legal = [], [], [], []
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for _ in range(runs + 1):
            house = House(Path(folder) / "warm")
            warm.append(house.start())
            legal.append(first_move(house))
            house.kill()
        for n in range(runs):
            house = House(Path(folder) / f"cold{n}")
            cold.append(house.start(FROSTFAIR_CACHE=str(Path(folder) / f"cache{n}")))
            cold_legal.append(first_move(house))
            house.kill()
        house = House(Path(folder) / "warm")
        house.start()
        time.sleep(6)
        sizes = first_load(house)
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            lags = moves(house, browser, 11)  # the draft: no story is played in between
            browser.close()
        house.kill()
    note(
        __file__,
        {
            "warm_start_s": round(statistics.median(warm[1:]), 2),
            "first_start_s": round(statistics.median(cold), 2),
            "lobby_to_legal_move_s": round(statistics.median(legal[1:]), 2),
            "lobby_to_legal_move_first_start_s": round(statistics.median(cold_legal), 2),
            "move_to_other_browser_ms": round(statistics.median(lags), 1),
            "move_to_other_browser_worst_ms": round(max(lags), 1),
            "table_first_load_bytes": sum(sizes.values()),
            "table_first_load": dict(sorted(sizes.items(), key=lambda size: -size[1])),
        },
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
