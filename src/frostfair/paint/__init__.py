"""Shared drawing: paints, symbols, card frames, style.  Imports nothing of ours; games and the house draw with it."""

from frostfair.paint.style import FAIR, base_css, tokens_css
from frostfair.paint.symbols import FOLDER, avatar, icon, sheet, unseen

__all__ = ["FAIR", "FOLDER", "avatar", "base_css", "icon", "sheet", "tokens_css", "unseen"]
