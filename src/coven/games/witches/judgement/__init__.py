"""What the bots think of The Witches: which moves look inviting, and what a position is worth.

`appeals` weighs moves in integers, the same on every machine; `worth` and `outlook` say what is to be expected.
"""

from coven.games.witches.judgement.appeal import appeals
from coven.games.witches.judgement.features import describe
from coven.games.witches.judgement.learned import foresee
from coven.games.witches.judgement.prospects import outlook, worth

__all__ = ["NETWORK_SEARCH", "SEARCH", "appeals", "describe", "foresee", "outlook", "worth"]

# How a tree grows best here. Two dice have 21 outcomes: what is done after them must not be one choice for all.
SEARCH = {"candidates": 8, "halving": True, "horizon": 0, "few": 24, "even": True, "doubt": 1.0}

# The same with a network, which says as much of who will win as the judgement does; both together say a little more.
NETWORK_SEARCH = {**SEARCH, "network_share": 0.5, "softness": 1.5, "guided": 0.5}
