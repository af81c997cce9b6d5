"""What the bots think of Witchstone: which moves look inviting, and what a position is worth.

`appeals` weighs moves in integers, the same on every machine; `worth` and `outlook` say what is to be expected.
"""

from coven.games.witchstone.judgement.appeal import appeals
from coven.games.witchstone.judgement.prospects import outlook, worth

__all__ = ["NETWORK_SEARCH", "SEARCH", "appeals", "outlook", "worth"]

# How a tree grows best here: found by tournaments at 50 ms a move.
SEARCH = {"horizon": 4}

# The same with a network. With three tenths of the judgement its word of who will win is nearest to what comes.
NETWORK_SEARCH = {"network_share": 0.7, "softness": 2.0}
