"""Rated games: their records, checked, and what they say of those who played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from coven.arguments import read_record
from coven.core.errors import CovenError
from coven.core.record import Rated, Record
from coven.core.sealed_luck import Unsealed
from coven.core.verify import verify
from coven.lab.intervals import Interval
from coven.lab.ratings import Tie, bradley_terry
from coven.terminal.saves import ENDING


class RatedPlayer(NamedTuple):
    """Somebody who is rated: a person by her name, a bot by its spec."""

    name: str
    bot: bool

    def __str__(self) -> str:
        return f"{self.name} (bot)" if self.bot else self.name


Wins = defaultdict[tuple[RatedPlayer, RatedPlayer], float]  # of the first against the second


class RatedGame(NamedTuple):
    """A finished rated game."""

    players: tuple[RatedPlayer, ...]  # by seat
    winners: tuple[int, ...]
    stand_ins: tuple[int, ...]  # the seats a bot played for a while

    def share(self, seat: int) -> float:
        """What a seat has of the win."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


@dataclass
class Found:
    """What some files hold."""

    games: dict[str, list[RatedGame]] = field(default_factory=lambda: defaultdict(list))  # by their game
    not_rated: int = 0
    unfinished: int = 0
    left_out: list[tuple[Path, str]] = field(default_factory=list)  # and why


@dataclass(frozen=True)
class Standing:
    """What is known of a player in a game."""

    player: RatedPlayer
    elo: Interval | None  # relative to another of the same group; nobody else in it: none
    games: int
    won: float  # a shared win is its share
    stood_in: int  # games in which a bot played for her for a while


@dataclass(frozen=True)
class Group:
    """Players who can be compared, the strongest first, as games lead from each to every other."""

    standings: tuple[Standing, ...]
    anchor: RatedPlayer  # whose rating is 0 by definition
    shrunk: bool  # as in Ratings


# -- reading -------------------------------------------------------------------------------------------------------


def read_all(given: Iterable[Path]) -> Found:
    """Read files, and the records in folders; one that can't be counted hinders no other."""
    found = Found()
    seen: dict[str, Path] = {}  # the file of each game, by the commitment to its luck
    for path in _files(given):
        try:
            _read(path, found, seen)
        except OSError as problem:
            found.left_out.append((path, problem.strerror or str(problem)))
        except Unsealed as problem:
            found.left_out.append((path, f"not as sealed: {problem}"))
        except CovenError as problem:
            found.left_out.append((path, str(problem)))
    return found


def _files(given: Iterable[Path]) -> Iterable[Path]:
    """Every file once, however often it was named."""
    found: dict[Path, Path] = {}
    for path in given:
        inside = sorted(path.rglob(f"*{ENDING}")) if path.is_dir() else [path]
        for one in inside:
            found.setdefault(one.resolve(), one)
    return found.values()


def _read(path: Path, found: Found, seen: dict[str, Path]) -> None:
    record = read_record(path, None)
    if record.rated is None:
        found.not_rated += 1
    elif not record.result:
        found.unfinished += 1
    elif record.seal is None:
        raise CovenError("its luck was not sealed, as that of a rated game is")
    else:
        verify(record)
        if (first := seen.get(record.seal.commitment)) is not None:
            raise CovenError(f"it is the same game as {first}, which is counted")
        found.games[record.game.name].append(_game(record, record.rated))
        seen[record.seal.commitment] = path


def _game(record: Record, rated: Rated) -> RatedGame:
    names = (*record.names, *[""] * record.players)
    players = tuple(RatedPlayer(bot or name, bool(bot)) for bot, name in zip(rated.bots, names, strict=False))
    if not all(player.name for player in players):
        raise CovenError("a person in it has no name")
    stand_ins = tuple(seat for seat, bot in enumerate(rated.stand_ins) if bot)
    return RatedGame(players, tuple(record.position().winners), stand_ins)


# -- rating --------------------------------------------------------------------------------------------------------


def rate(games: Sequence[RatedGame]) -> list[Group]:
    """Everybody who played, in groups that can be compared, the largest first."""
    played, stood_in = Counter[RatedPlayer](), Counter[RatedPlayer]()
    won: defaultdict[RatedPlayer, float] = defaultdict(float)
    for game in games:
        played.update(dict.fromkeys(game.players, 1))  # once each, by seat
        stood_in.update(game.players[seat] for seat in game.stand_ins)
        for seat, player in enumerate(game.players):
            won[player] += game.share(seat)
    wins = _wins(games)
    groups = []
    for members in _groups(list(played), wins):
        # Others are told by their distance to one who is often met; a bot stays as strong as it is.
        members.sort(key=lambda player: (not player.bot, -played[player], player.name))
        ties = [
            Tie(a, b, wins[one, other], wins[other, one])
            for (a, one), (b, other) in combinations(enumerate(members), 2)
            if wins[one, other] or wins[other, one]
        ]
        ratings = bradley_terry(len(members), ties) if ties else None
        points: Sequence[Interval | None] = ratings.points if ratings else [None]
        standings = [
            Standing(player, elo, played[player], won[player], stood_in[player])
            for player, elo in zip(members, points, strict=True)
        ]
        standings.sort(key=lambda one: -one.elo.value if one.elo else 0.0)
        groups.append(Group(tuple(standings), members[0], bool(ratings and ratings.shrunk)))
    return sorted(groups, key=lambda group: -len(group.standings))


def _wins(games: Iterable[RatedGame]) -> Wins:
    """What was won against whom.

    A winner has won against everyone else at the table. With more than two these pairs hang together, so a pair weighs
    less: among equals the game then tells as much as the draw of one winner does.
    """
    wins: Wins = defaultdict(float)
    for game in games:
        weight = 2 / len(game.players)
        for a, b in combinations(range(len(game.players)), 2):
            one, other = game.players[a], game.players[b]
            if one != other:
                wins[one, other] += weight * game.share(a)
                wins[other, one] += weight * game.share(b)
    return wins


def _groups(players: Iterable[RatedPlayer], wins: Wins) -> list[list[RatedPlayer]]:
    """Players between whom games with a winner lead, however far around."""
    group = {player: [player] for player in players}
    for (one, other), won in wins.items():
        if won and group[one] is not group[other]:
            joined = group[one] + group[other]
            group.update(dict.fromkeys(joined, joined))
    return list({id(members): members for members in group.values()}.values())


def as_json(found: Found) -> dict[str, Any]:
    """Everything, for a program."""
    return {
        "games": {
            name: {
                "games": len(games),
                "nobody_won": sum(not game.winners for game in games),
                "groups": [_group_told(group) for group in rate(games)],
            }
            for name, games in sorted(found.games.items())
        },
        "not_rated": found.not_rated,
        "unfinished": found.unfinished,
        "left_out": [{"file": str(path), "why": why} for path, why in found.left_out],
    }


def _group_told(group: Group) -> dict[str, Any]:
    return {
        "relative_to": group.anchor._asdict(),
        "shrunk": group.shrunk,
        "ratings": [
            {
                **one.player._asdict(),
                "elo": one.elo and one.elo._asdict(),
                "games": one.games,
                "won": one.won,
                "stood_in": one.stood_in,
            }
            for one in group.standings
        ],
    }
