"""The table in a terminal: drawings in characters, and the moves as a menu."""

from coven.games.witches.screen.menu import choices
from coven.games.witches.screen.news import news
from coven.games.witches.screen.table import SECTIONS, draw, legend, others, verdict

END_ADDS = False  # the points of the end are in the score all along

__all__ = ["END_ADDS", "SECTIONS", "choices", "draw", "legend", "news", "others", "verdict"]
