"""The table in a terminal: drawings in characters, and the moves as a menu."""

from coven.games.witchstone.screen.menu import choices
from coven.games.witchstone.screen.table import SECTIONS, draw, legend, news, others, verdict

__all__ = ["SECTIONS", "choices", "draw", "legend", "news", "others", "verdict"]
