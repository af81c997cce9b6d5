"""What a report asks of games of The Witches."""

from __future__ import annotations

from coven.core.statistic import Report, Topic

REPORT = Report(
    topics=(
        Topic("Trainees", "trainee"),
        Topic("The trainee's own tile", "(own_tile_used)", {"own_tile_used": "used"}),
    ),
    sources={"easy": "easy problems", "hard": "hard problems", "aliss": "Black Aliss"},
    endings={
        "points": "by points",
        "crisis": "lost: a Crisis too many",
        "elves": "lost: three elves",
        "aliss": "lost: Black Aliss",
        "coop won": "won together",
        "coop lost": "lost: too many hard problems",
    },
    losses=("crisis", "elves", "aliss"),
    alone="of games reach 30 points and are not lost",
)
