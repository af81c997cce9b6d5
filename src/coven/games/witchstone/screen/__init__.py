"""The table in a terminal: drawings in characters, and the moves as a menu."""

from coven.games.witchstone.screen.menu import choices
from coven.games.witchstone.screen.table import SECTIONS, draw, legend, others

__all__ = ["SECTIONS", "choices", "draw", "legend", "others"]
