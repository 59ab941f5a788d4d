"""What tests share.  Machine code made by tests is kept in the repository's ignored `.cache`, from run to run."""

from __future__ import annotations

import os
from pathlib import Path

os.environ.setdefault("FROSTFAIR_CACHE", str(Path(__file__).parent.parent / ".cache" / "machine"))

import pytest

from frostfair.engine.game import Game, load
from frostfair.engine.kits import Kit
from tests.soul_ward_table import Table


@pytest.fixture(scope="session")
def soul_ward() -> Game:
    """Soul Ward as machine code (as Python where NUMBA_DISABLE_JIT says so)."""
    game = load("soul_ward")
    game.compile()
    return game


@pytest.fixture(scope="session")
def kit(soul_ward: Game) -> Kit:
    """The box of Soul Ward."""
    return soul_ward.kit()


@pytest.fixture
def table(soul_ward: Game) -> Table:
    """A table of Soul Ward at the first marker of round 1."""
    return Table(soul_ward)


# What is skipped is named, and where everything must be tested (CI=true) that is a failure.


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = len(terminalreporter.stats.get("skipped", []))
    if skipped and os.environ.get("CI") == "true":
        terminalreporter.write_line(f"CI=true: {skipped} skipped tests are failures", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("CI") == "true" and reporter is not None and reporter.stats.get("skipped") and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
