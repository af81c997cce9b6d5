"""The options of The Witches on the command line."""

from coven.core.option import Option

OPTIONS = (
    Option(
        "mode",
        "against each other, the same with fewer Crisis counters, together, or alone "
        "(default: solo for one player, else competitive)",
        choices=("competitive", "expert", "coop", "solo"),
        seats={"solo": 1},
    ),
    Option("harder", "together or alone: any number of Crisis counters on a problem"),
)
