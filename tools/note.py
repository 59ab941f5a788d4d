"""Write the result of a proof or benchmark beside its script, with date, commit and machine."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

CPU = Path("/proc/cpuinfo")


def note(script: str, result: dict[str, Any]) -> None:
    """The script's path with .json: the result, when, at which commit ("+": files had changed since) and on what."""
    path = Path(script).with_suffix(".json")
    git = ["git", "describe", "--always", "--abbrev=12", "--dirty=+"]
    commit = subprocess.run(git, cwd=path.parent, capture_output=True, text=True).stdout.strip()
    facts = {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": commit, "machine": _machine()}
    path.write_text(json.dumps(facts | result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result))


def _machine() -> dict[str, Any]:
    """What figures depend on, without a name of the host."""
    rows = CPU.read_text().splitlines() if CPU.exists() else []
    models = [row.partition(":")[2].strip() for row in rows if row.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }
