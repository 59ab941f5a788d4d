"""`python -m frostfair`: the command, where its script is not on the path."""

from frostfair.cli.main import app

app(prog_name="frostfair")
