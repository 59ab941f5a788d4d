"""The project's frame: what is shipped, locked, written down and kept short."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from typer.main import get_command

import frostfair
from frostfair.cli.main import app

HOME = Path(__file__).parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
PAGES = [HOME / "README.md", HOME / "CONTRIBUTING.md", HOME / "CHANGELOG.md", *sorted((HOME / "docs").glob("*.md"))]


def tracked() -> list[Path]:
    """Every file of the project, as git knows it."""
    git = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, text=True, check=False)
    if git.returncode:
        pytest.skip("not a git checkout")
    return [HOME / name for name in git.stdout.split("\0") if name and (HOME / name).is_file()]


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in tracked():
        try:
            found.append((path, path.read_text("utf-8")))
        except UnicodeDecodeError:
            continue
    return found


def name_of(requirement: str) -> str:
    return re.split(r"[\[<>=; ]", requirement)[0].lower().replace("_", "-")


def test_every_dependency_that_play_and_test_install_is_locked() -> None:
    locked = {line.partition("==")[0] for line in (HOME / "constraints.txt").read_text("utf-8").splitlines()}
    extras = PROJECT["optional-dependencies"]
    asked = [*PROJECT["dependencies"], *extras["fast"], *extras["test"]]
    assert {name_of(requirement) for requirement in asked} <= locked


def test_extras_are_the_promised_ones() -> None:
    assert set(PROJECT["optional-dependencies"]) == set("fast test print lab train envs postgres ray bench".split())


@pytest.mark.parametrize("name", ["play", "test", ".ci/run"])
def test_scripts_can_be_run_and_are_plain_sh(name: str) -> None:
    assert os.access(HOME / name, os.X_OK)
    assert (HOME / name).read_text("utf-8").startswith("#!/bin/sh\n")
    subprocess.run(["sh", "-n", str(HOME / name)], check=True)


def test_no_file_knows_a_machine_or_a_registry() -> None:
    hosts = ["pypi" + ".org", "python" + "hosted", "npm" + "js", "files" + "://", "file" + ":///"]
    places = ["/" + "work/", "/" + "tmp/ff", "/" + "root/", "/" + "home/"]
    bad = [f"{path.relative_to(HOME)}: {word}" for path, text in texts() for word in (*hosts, *places) if word in text]
    assert not bad


def test_files_are_short() -> None:
    long = [
        f"{path.relative_to(HOME)}: {lines} lines"
        for path, text in texts()
        if path.suffix in {".py", ".js", ".css", ".html"} and "vendor" not in path.parts and (lines := text.count("\n")) > 400
    ]
    assert not long


def test_changelog_has_this_version() -> None:
    assert f"## [{frostfair.__version__}]" in (HOME / "CHANGELOG.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|figure:|#)([^)#]+)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_commands_of_the_pages_exist() -> None:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    lines = [line for page in PAGES for line in page.read_text("utf-8").splitlines() if line.startswith("frostfair ")]
    assert len(lines) > 10
    for line in lines:
        _, name, *rest = line.partition("#")[0].split()
        known = {option for param in commands[name].params for option in param.opts}
        assert {word for word in rest if word.startswith("--")} <= known, line


def build(kind: str, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=HOME, check=True, capture_output=True)
    (made,) = folder.iterdir()
    return made


def test_the_source_archive_has_every_file(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        shipped = {name.partition("/")[2] for name in archive.getnames()}
    assert {str(path.relative_to(HOME)) for path in tracked()} <= shipped


def test_wheel_ships_everything_and_nothing_else(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path)
    shipped = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("frostfair/")}
    ours = {str(path.relative_to(HOME / "src")) for path in tracked() if (HOME / "src") in path.parents}
    assert ours <= shipped
    assert {Path(name).suffix for name in shipped} <= {
        ".py",
        ".typed",
        ".toml",
        ".md",
        ".css",
        ".svg",
        ".woff2",
        ".html",
        ".js",
        ".txt",
        ".webmanifest",
        ".png",
    }


def test_licence_and_thanks() -> None:
    assert "Apache License" in (HOME / "LICENSE").read_text("utf-8")
    notice = (HOME / "NOTICE").read_text("utf-8")
    assert all(name in notice for name in ("Moe", "Andreas Steiger", "Christian T. Petersen"))
