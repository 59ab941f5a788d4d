"""The paint box: paints of drawings, tokens of the screen in light and dark, colours of seats."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Paints of drawings; they never change with dark mode, paper and wood do not either.
# chalk: a mark on colour.  soot: a large dark area.  They look like white and ink, but are told apart for saving ink.
PAINT: Mapping[str, str] = MappingProxyType(
    {
        "ink": "#1b2a45", "soot": "#1b2a44", "paper": "#fffdf6", "white": "#ffffff", "chalk": "#fffffe",
        "mist": "#dbe6f1", "frost": "#bfe3f3", "ice": "#6db9e0", "sky": "#2b6fb5", "navy": "#24406e",
        "berry": "#c2334d", "wine": "#84203a", "rose": "#f2b3bf", "lamp": "#ffb52e", "honey": "#c9780f", "straw": "#f3dc67",
        "pine": "#2f9a74", "fir": "#1b5e49", "leaf": "#a9dcc3", "plum": "#84387a", "lilac": "#d9bfe3",
        "wood": "#cf9657", "bark": "#84552c", "birch": "#f0d2a4", "clay": "#cf7049", "metal": "#a9b6c5", "steel": "#66788d",
        "skin1": "#f8d6b8", "skin2": "#e3ad7e", "skin3": "#c48a58", "skin4": "#96623f",
        "hair1": "#2e2420", "hair2": "#74451f", "hair3": "#dfa63f", "hair4": "#b8532a", "hair5": "#8b93a0",
    }
)  # fmt: skip

# Tokens of the screen: custom properties of every page.
TOKENS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "light": {
            "bg": "#e8f0f8", "surface": "#ffffff", "sunk": "#f3f7fb", "ground": "#d5e3f0", "night": "#cfe4f5",
            "hill": "#ffffff", "hill2": "#e3eef7", "star": "#ffffff", "line": "#b9c9db", "edge": "#65788f",
            "ink": "#1b2a45", "soft": "#45576f", "lamp": "#ffb52e", "lampLine": "#8a4b00", "onLamp": "#1b2a45",
            "hint": "#fdeecb", "hintLine": "#ffb52e", "ring": "#1b2a45", "ring2": "#1b2a45",
            "good": "#1b6449", "bad": "#a8243c", "onAccent": "#ffffff", "chip": "transparent",
        },
        "dark": {
            "bg": "#0e1828", "surface": "#18263c", "sunk": "#132034", "ground": "#1f3049", "night": "#1b3156",
            "hill": "#c9d8ea", "hill2": "#8ea7c6", "star": "#ffe9ae", "line": "#34486a", "edge": "#8aa0bd",
            "ink": "#f1f5fb", "soft": "#b4c3d8", "lamp": "#ffc04d", "lampLine": "#7a4a06", "onLamp": "#1b2a45",
            "hint": "#272b3b", "hintLine": "#ffc04d", "ring": "#0e1828", "ring2": "#ffffff",
            "good": "#7fd6b0", "bad": "#ff9dab", "onAccent": "#0e1828", "chip": "#fffdf6",
        },
    }
)  # fmt: skip

# Every seat wears an animal and its paint; four also wear a pattern (stripes, dots, checks, zigzag: base.css).
SEATS: Mapping[str, str] = MappingProxyType(
    {
        "fox": "blue", "owl": "straw", "hare": "plum", "bear": "green",
        "robin": "frost", "seal": "brick", "penguin": "cocoa", "badger": "slate",
    }
)  # fmt: skip
SEAT_PAINT: Mapping[str, str] = MappingProxyType(
    {
        "blue": "#2a70bf", "straw": "#f6df6a", "green": "#4db38a", "plum": "#641a52",
        "brick": "#d9572b", "frost": "#bfe6f5", "cocoa": "#5e4630", "slate": "#93a0b0",
    }
)  # fmt: skip
