"""frostfair serve: the house."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

HOST, PORT = "0.0.0.0", 8000


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on; 127.0.0.1 for this computer alone.")] = HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any that is free.")] = PORT,
    data: Annotated[Path | None, typer.Option(file_okay=False, help="Where tables are kept (also: FROSTFAIR_DATA).")] = None,
    public_url: Annotated[str, typer.Option(help="The address under which others reach the house, if not its own.")] = "",
) -> None:
    """Run the house until Ctrl+C, without opening a browser."""
    open_house(host, port, data, public_url, open_browser=False)


def open_house(
    host: str = HOST, port: int = PORT, data: Path | None = None, public_url: str = "", *, open_browser: bool
) -> None:
    from frostfair.house import serve as house

    house.serve(host, port, data, public_url, open_browser=open_browser)
