"""Frostfair: winter table games to play, print, prove fair and study, from one description of each game."""

__version__ = "0.1.0"
