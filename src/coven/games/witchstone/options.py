"""The options of Witchstone on the command line."""

from coven.core.option import Option

OPTIONS = (
    Option("handicap", "0 (none), 3, 2 or 1 (hardest), for all or one a seat: 0,3", "LEVELS"),
    Option("first", "the seat that begins, counted from 0, or random (default: random)", "SEAT"),
)
