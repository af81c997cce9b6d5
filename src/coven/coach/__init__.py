"""The coach: what a seat could do now, and how a finished game might have gone better."""

from coven.coach.account import Account, Change
from coven.coach.analysis import Analysis, WeighedMove, analyse
from coven.coach.curve import draw_curve
from coven.coach.review import Decision, Review, review
from coven.coach.rollouts import Estimate
from coven.coach.what_if import WhatIf, what_if

__all__ = [
    "Account",
    "Analysis",
    "Change",
    "Decision",
    "Estimate",
    "Review",
    "WeighedMove",
    "WhatIf",
    "analyse",
    "draw_curve",
    "review",
    "what_if",
]
