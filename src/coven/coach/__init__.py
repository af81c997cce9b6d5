"""The coach: what a seat could do now, and how a finished game might have gone better."""

from coven.coach.analysis import Analysis, WeighedMove, analyse
from coven.coach.curve import draw_curve
from coven.coach.review import Decision, Review, review

__all__ = ["Analysis", "Decision", "Review", "WeighedMove", "analyse", "draw_curve", "review"]
