"""The table in a terminal: drawings in characters."""

from coven.games.witches.choices import choices
from coven.games.witches.news import news, verdict
from coven.games.witches.screen.table import SECTIONS, draw, legend, others

__all__ = ["SECTIONS", "choices", "draw", "legend", "news", "others", "verdict"]
