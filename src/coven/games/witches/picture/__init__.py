"""The table as a picture: one SVG, the same in a notebook and in the browser."""

from coven.games.witches.picture.table import draw

__all__ = ["draw"]
