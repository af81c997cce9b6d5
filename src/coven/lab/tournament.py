"""Tournaments: bots against each other from the same deals and from every seat, with intervals and ratings.

    result = tournament("witchstone", ["greedy", "random"], games=200, seed=1)
    result.pairs()[0].wins  # Interval(value=…, low=…, high=…)

Two players: every deal is played twice, with the seats changed. More players: one of the first bot among the
second's, once in every seat of each deal. Alone or together: each bot plays the same deals by itself.

A deal is game number `deal` of the seed, the same luck as everywhere in the laboratory. A move that is the only
one is made without asking the bot. In a tournament a search thinks on one core (`threads=1`) unless its spec says
otherwise, and never more games run side by side than there are cores. Games in several processes need the usual
`if __name__ == "__main__":` in a script; `jobs=1` plays in this process.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from coven.bots import bot
from coven.core.errors import BadOption
from coven.core.game import Game, as_seed
from coven.core.registry import load
from coven.lab import intervals
from coven.lab.intervals import Interval
from coven.lab.kept_deals import KeptDeals, key_of
from coven.lab.matches import DealTask, Played, game_setup, jobs_for, play_all
from coven.lab.ratings import Ratings, Tie, bradley_terry


@dataclass(frozen=True)
class Pair:
    """What two bots did against each other. Rates are per game; a shared win counts its share."""

    one: int
    other: int
    deals: int
    games: int
    wins: Interval  # of the first; the deal is the unit (intervals.dealt_share)
    lost: Interval  # won by the other side, all its seats together
    nobody: int  # games without a winner
    points: Interval  # of the first, a game
    points_other: Interval  # of the other side, a seat
    margin: Interval  # of points, the first over the mean of the others


@dataclass(frozen=True)
class Alone:
    """What a bot did by itself, alone or together with its like."""

    bot: int
    games: int
    reached: Interval  # how often the aim was reached
    points: Interval
    endings: dict[str, int]


@dataclass
class Tournament:
    """The games played so far and what they say."""

    game: str
    components: str
    players: int
    options: dict[str, str]
    seed: int
    bots: tuple[str, ...]
    jobs: int
    by_itself: bool  # alone or together: no one plays against another
    total: int  # games planned
    played: list[Played] = field(default_factory=list)

    @property
    def terms(self) -> dict[str, Any]:
        """What is played, however long: the same terms and deals make the same tournament."""
        return {
            "game": self.game,
            "components": self.components,
            "players": self.players,
            "options": self.options,
            "seed": self.seed,
            "bots": list(self.bots),
        }

    @property
    def done(self) -> int:
        """Games played so far."""
        return len(self.played)

    @property
    def names(self) -> list[str]:
        """The bots' specs, told apart where one plays twice."""
        seen: Counter[str] = Counter()
        names = []
        for spec in self.bots:
            seen[spec] += 1
            names.append(spec if seen[spec] == 1 else f"{spec} ({seen[spec]})")
        return names

    def pairs(self) -> list[Pair]:
        """Every two bots that met, in the order of the list."""
        if self.by_itself:
            return []
        met: dict[tuple[int, int], dict[int, list[Played]]] = {}
        for game in self.played:
            pair = min(game.seats), max(game.seats)
            met.setdefault(pair, {}).setdefault(game.deal, []).append(game)
        return [_pair(*pair, list(deals.values())) for pair, deals in sorted(met.items())]

    def alone(self) -> list[Alone]:
        """Each bot by itself."""
        if not self.by_itself:
            return []
        found = []
        for number in range(len(self.bots)):
            games = [game for game in self.played if game.seats[0] == number]
            reached = sum(bool(game.winners) for game in games)
            points = intervals.mean([math.fsum(game.scores) / len(game.scores) for game in games])
            endings = dict(Counter(game.ending for game in games).most_common())
            found.append(Alone(number, len(games), intervals.wilson(reached, len(games)), points, endings))
        return found

    def ratings(self) -> Ratings | None:
        """Elo points relative to the first bot; games nobody won tell nothing and are left out."""
        pairs = self.pairs()
        if len(pairs) < math.comb(len(self.bots), 2):
            return None  # stopped before every two had met
        ties = [
            Tie(
                pair.one,
                pair.other,
                pair.wins.value * pair.games,
                pair.lost.value * pair.games,
                self.players - 1,
            )
            for pair in pairs
        ]
        return bradley_terry(len(self.bots), ties) if any(t.wins_one + t.wins_other for t in ties) else None

    def as_json(self) -> dict[str, Any]:
        """Everything, for a file."""
        names = self.names
        ratings = self.ratings()
        return {
            **self.terms,
            "games_planned": self.total,
            "games_played": self.done,
            "pairs": [
                {**_plain(vars(pair)), "one": names[pair.one], "other": names[pair.other]}
                for pair in self.pairs()
            ],
            "alone": [{**_plain(vars(each)), "bot": names[each.bot]} for each in self.alone()],
            "ratings": ratings
            and {
                "elo": dict(zip(names, (_plain(each._asdict()) for each in ratings.points), strict=True)),
                "shrunk": ratings.shrunk,
            },
            "games": [game._asdict() for game in self.played],
        }


def tournament(
    game: str | Game,
    bots: Sequence[str],
    games: int,
    players: int = 2,
    seed: int = 0,
    options: dict[str, Any] | None = None,
    jobs: int | None = None,
    progress: Callable[[Tournament], None] = lambda so_far: None,
    keep: Path | None = None,
) -> Tournament:
    """Play `games` games a pair (or a bot, alone and together), rounded up to whole deals.

    An interrupted tournament (KeyboardInterrupt) returns the deals that are finished; `done` is then below `total`.
    With a file to `keep` them in the same tournament goes on from there, also if it was killed.
    """
    if isinstance(game, str):
        game = load(game)
    given = dict(options or {})
    seed = as_seed(seed)
    game.check_players(players)
    written = game.definition.settle(players, given).written
    by_itself = players == 1 or game.definition.together(written)
    _check(bots, games, players, by_itself)
    jobs = jobs_for(jobs)
    shared = game_setup(game.compile(), bots, players, given)
    for spec in shared.specs:
        # Refuses a bad spec and compiles once, before other processes would all do so.
        bot(spec, seed=0).prepare(game)
    seatings = _seatings(len(bots), players, by_itself)
    deals = -(-games // len(seatings[0]))
    result = Tournament(
        game.name,
        game.components.tag,
        players,
        written,
        seed,
        tuple(bots),
        jobs,
        by_itself,
        deals * sum(map(len, seatings)),
    )
    tasks = (
        DealTask(deal, int(game.doors.game_seed(seed, deal)), seating)
        for deal in range(deals)
        for seating in seatings
    )
    wanted = {key_of(deal, seating) for deal in range(deals) for seating in seatings}
    kept = KeptDeals(keep, {**result.terms, "rules": game.rules.VERSION})
    result.played += [one for key, games in kept.done.items() if key in wanted for one in games]
    playing = play_all(game, shared, kept.missing(tasks), jobs)
    try:
        for played in playing:
            kept.keep(played)
            result.played += played
            progress(result)
    except KeyboardInterrupt:
        pass
    finally:
        playing.close()
        kept.close()
    result.played.sort()
    return result


def _check(bots: Sequence[str], games: int, players: int, by_itself: bool) -> None:
    if isinstance(bots, str):
        raise BadOption(f'bots are a list of specs, such as ["greedy", "random"], not {bots!r}')
    if games < 1:
        raise BadOption(f"a tournament needs 1 game a pair or more, not {games}")
    if not bots:
        raise BadOption("a tournament needs bots: name them, such as greedy random")
    if by_itself:
        return
    if len(bots) == 1:
        raise BadOption(f"{bots[0]} has no one to play against: name two bots or more")
    if players > 2 and len(bots) != 2:
        raise BadOption(
            f"with {players} players a match is one of the first bot among {players - 1} of the second: "
            f"name two bots, not {len(bots)}"
        )


def _seatings(bots: int, players: int, by_itself: bool) -> list[tuple[tuple[int, ...], ...]]:
    """For each pair, or each bot by itself, who sits where in the games of a deal."""
    if by_itself:
        return [((number,) * players,) for number in range(bots)]
    return [
        tuple(tuple(one if seat == at else other for seat in range(players)) for at in range(players))
        for one, other in itertools.combinations(range(bots), 2)
    ]


def _pair(one: int, other: int, deals: list[list[Played]]) -> Pair:
    won, lost, points, points_other = np.array(
        [np.mean([_game(one, g) for g in deal], axis=0) for deal in deals]
    ).T
    return Pair(
        one,
        other,
        len(deals),
        sum(map(len, deals)),
        intervals.dealt_share(won),
        intervals.dealt_share(lost),
        sum(not game.winners for deal in deals for game in deal),
        intervals.mean(points),
        intervals.mean(points_other),
        intervals.mean(points - points_other),
    )


def _game(one: int, game: Played) -> tuple[float, float, float, float]:
    """The share of the win and the points, of the first bot and of the others (points: a seat)."""
    seat = game.seats.index(one)
    won = (seat in game.winners) / len(game.winners) if game.winners else 0.0
    lost = 1 - won if game.winners else 0.0
    own = game.scores[seat]
    return won, lost, own, (sum(game.scores) - own) / (len(game.scores) - 1)


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    """Without what JSON can't say."""
    found = {}
    for name, value in values.items():
        if isinstance(value, Interval):
            value = _plain(value._asdict())
        elif isinstance(value, float) and not math.isfinite(value):
            value = None
        found[name] = value
    return found
