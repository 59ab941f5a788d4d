"""Write a benchmark's figures beside it, with date, commit and machine."""

from __future__ import annotations

import datetime
import json
import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import numba
import numpy as np

HERE = Path(__file__).parent


def note(name: str, figures: dict[str, Any]) -> None:
    """benchmarks/NAME.json: the figures, when, at which commit ("+" where files had changed since) and on what."""
    git = ["git", "describe", "--always", "--abbrev=40", "--dirty=+"]
    commit = subprocess.run(git, cwd=HERE, capture_output=True, text=True).stdout.strip()
    facts = {"date": datetime.datetime.now(datetime.UTC).date().isoformat(), "commit": commit, "machine": machine()}
    (HERE / f"{name}.json").write_text(json.dumps(facts | figures, indent=1) + "\n", encoding="utf-8")


def machine() -> dict[str, Any]:
    """What figures depend on, without a name of the host."""
    cpuinfo = Path("/proc/cpuinfo")
    models = [row.partition(":")[2].strip() for row in cpuinfo.read_text().splitlines() if row.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
    }
