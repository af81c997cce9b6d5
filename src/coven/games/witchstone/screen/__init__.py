"""The table in a terminal: drawings in characters, and the moves as a menu."""

from coven.games.witchstone.screen.menu import choices
from coven.games.witchstone.screen.table import SECTIONS, draw, legend, news, others, verdict

END_ADDS = True  # the end adds its points to the score

__all__ = ["END_ADDS", "SECTIONS", "choices", "draw", "legend", "news", "others", "verdict"]
