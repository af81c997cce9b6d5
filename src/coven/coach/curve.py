"""The curve of a reviewed game: everyone's chances from the first decision to the end, as a picture."""

from __future__ import annotations

from collections.abc import Sequence

from coven.coach.review import Decision, Review
from coven.core import art
from coven.core.language import words

WIDTH, HEIGHT = 1200, 600
LEFT, RIGHT, TOP, BOTTOM = 80, 980, 84, 520
SMALL = 20  # of letters: still 12 pixels where the curve is as narrow as a page lets it be
# A line each seat can be told by without its colour.
DASHES = (None, "10 5", "2.5 4.5", "14 4 3 4")
SHOWN = 8  # missed moves that are marked, the costliest


def draw_curve(review: Review, names: Sequence[str] = (), lang: str = "en", theme: str = "dark") -> str:
    """An SVG picture. The costliest missed moves are marked, with what would have been better."""
    return _Curve(review, names, lang, theme).draw()


class _Curve:
    def __init__(self, review: Review, names: Sequence[str], lang: str, theme: str) -> None:
        self.review = review
        self.say = words(lang)
        self.palette = art.palette(theme)
        players = len(review.scores)
        self.names = art.seat_names(names, self.say, players)
        self.last = len(review.record)
        # Who wins or loses together has one line.
        self.together = players > 1 and all(len(set(one.chances)) == 1 for one in review.decisions)
        self.seats = [0] if self.together else list(range(players))
        self.prefix = art.digest("curve", str(review.record), lang, theme, self.names)

    def x(self, action: int) -> float:
        return LEFT + (RIGHT - LEFT) * action / max(1, self.last)

    def y(self, chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * min(1.0, max(0.0, chance))

    def draw(self) -> str:
        p = self.palette
        title = self.say("Everyone's chances, action by action")
        return art.el(
            "svg",
            art.tip(title),
            art.el("defs", art.seat_defs(self.prefix)),
            art.rect(0, 0, WIDTH, HEIGHT, 0, p.ground),
            art.rect(5, 5, WIDTH - 10, HEIGHT - 10, 8, "none", stroke=p.line, stroke_width=0.6, opacity=0.6),
            art.words_at(LEFT, 52, title, 24, p.text),
            *self._axes(),
            *(self._line(seat) for seat in self.seats),
            *(self._missed(one) for one in self.review.missed[:SHOWN]),
            *self._legend(),
            xmlns="http://www.w3.org/2000/svg",
            id=self.prefix,
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            width="100%",
            role="img",
            font_family=art.SERIF,
        )

    def _axes(self) -> list[str]:
        """Chances in quarters, actions in round numbers."""
        p = self.palette
        parts = []
        for quarter in range(5):
            at = self.y(quarter / 4)
            line = f"M{LEFT},{art.num(at)}H{RIGHT}"
            parts.append(art.path(line, stroke=p.quiet, stroke_width=0.6, opacity=0.5))
            share = self.say.percent(25 * quarter)
            parts.append(art.words_at(LEFT - 12, at + 7, share, SMALL, p.quiet, text_anchor="end"))
        step = next((step for step in (10, 20, 50, 100, 200, 500) if self.last / step <= 12), 1000)
        for action in range(0, self.last + 1, step):
            parts.append(
                art.words_at(self.x(action), BOTTOM + 30, action, SMALL, p.quiet, text_anchor="middle")
            )
        parts.append(art.words_at(RIGHT, BOTTOM + 60, self.say("Actions"), SMALL, p.quiet, text_anchor="end"))
        return parts

    def _line(self, seat: int) -> str:
        points = [(self.x(one.action), self.y(one.chances[seat])) for one in self.review.decisions]
        points.append((self.x(self.last), self.y(self.review.result[seat])))
        return art.path(
            "M" + "L".join(f"{art.num(a)},{art.num(b)}" for a, b in points),
            stroke=self.palette.text if self.together else art.SEAT_COLOURS[seat],
            stroke_width=2.6,
            stroke_linejoin="round",
            stroke_dasharray=DASHES[seat],
            data_seat=seat,
        )

    def _missed(self, one: Decision) -> str:
        """A mark on the curve where something better was missed; the tip says what."""
        x, y = self.x(one.action), self.y(one.chances[one.seat])
        said = self.say(
            "{name}: {move}. Better by {percent} %: {better}",
            name=self.names[one.seat],
            move=one.label,
            better=one.better_label,
            percent=round(100 * one.loss),
        )
        return art.el(
            "g",
            art.tip(said),
            art.circle(x, y, 7, self.palette.ground, stroke=self.palette.danger, stroke_width=2.4),
            art.circle(x, y, 2.2, art.SEAT_COLOURS[one.seat]),
            data_action=one.action,
        )

    def _legend(self) -> list[str]:
        """Who is who beside the end of each line, kept apart where lines meet."""
        p = self.palette
        ranked = sorted(self.seats, key=lambda seat: -self.review.result[seat])
        heights: list[float] = []
        for seat in ranked:
            wanted = self.y(self.review.result[seat])
            heights.append(max(wanted, heights[-1] + 46) if heights else wanted)
        over = max(0.0, heights[-1] - BOTTOM)
        parts = []
        for seat, height in zip(ranked, heights, strict=True):
            name = self.say("Together") if self.together else art.clip(self.names[seat], 14)
            points = self.say.plural("{n} point", "{n} points", self.review.scores[seat])
            parts.append(art.marker(self.prefix, seat, RIGHT + 26, height - over, 14, p.ink, p.ink))
            parts.append(art.words_at(RIGHT + 48, height - over - 2, name, 22, p.text))
            parts.append(art.words_at(RIGHT + 48, height - over + 19, points, SMALL, p.quiet))
        return parts
