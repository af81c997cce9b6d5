"""The table in a terminal: drawings in characters."""

from coven.games.witchstone.choices import choices
from coven.games.witchstone.news import news, verdict
from coven.games.witchstone.screen.table import SECTIONS, draw, legend, others

__all__ = ["SECTIONS", "choices", "draw", "legend", "news", "others", "verdict"]
