"""Write a proof's result beside it, with date and commit."""

from __future__ import annotations

import datetime
import json
import subprocess
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent


def note(name: str, result: dict[str, Any]) -> None:
    """proofs/NAME.json: the result, when and at which commit it was found ("+" where files had changed since)."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty=+"], cwd=HERE, capture_output=True, text=True
    ).stdout.strip()
    facts = {"date": datetime.date.today().isoformat(), "commit": commit, **result}
    (HERE / f"{name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(facts))
