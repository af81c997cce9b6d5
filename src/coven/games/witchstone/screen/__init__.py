"""The table in a terminal: drawings in characters."""

from coven.games.witchstone.screen.table import SECTIONS, draw, legend, others

__all__ = ["SECTIONS", "draw", "legend", "others"]
