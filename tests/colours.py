"""How light colours are, and how well they are told apart (WCAG 2.2)."""

from __future__ import annotations


def linear(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of "#rrggbb" as linear light from 0 to 1 (IEC 61966-2-1)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(c: float) -> float:
    return c / 12.92 if c <= 0.04045 else float(((c + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21, as WCAG 2.2 defines it."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
