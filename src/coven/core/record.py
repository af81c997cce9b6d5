"""The record of a game: a header and the list of actions, chance included, as readable text.

    Coven-Record: 1
    Game: witchstone
    Rules: 1
    Components: standard 29feb1634942
    Players: 2
    Options: first=random handicap=0,0
    Names: Ada | Ben
    Result: 87 91, winner 1, points

    * find E
    1 tower T2
    ...

A line is the seat, or * for chance, and the move in notation; # begins a comment. `docs/record.md` says it all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from coven.core.errors import (
    BadOption,
    CovenError,
    IllegalMove,
    MalformedRecord,
    OtherComponents,
    OtherVersion,
    UnknownGame,
    UnknownMove,
)
from coven.core.game import Chance, Game, as_seed
from coven.core.position import Position, Setup
from coven.core.sealed_luck import HASH, NONE, Link, Seal
from coven.core.seats import CHANCE

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMAT = 1
# Of a game whose luck was sealed: all of them or none.
SEALED = ("Commitment", "Secret", "Promises", "Nonces")
LINKS = "Links"  # of such a game whose actions brought numbers
RATED = ("Rated", "Bots", "Stand-ins")  # of a game that counts for ratings; the others only with the first
KEYS = (
    "Coven-Record",
    "Game",
    "Rules",
    "Components",
    "Players",
    "Options",
    "Names",
    "Result",
    *RATED,
    *SEALED,
    LINKS,
)
NEEDED = KEYS[:5]


@dataclass(frozen=True)
class Rated:
    """Who played a rated game beside those whose names it has. Seats without such a bot have empty strings."""

    bots: tuple[str, ...]  # the spec of the bot that has the seat
    stand_ins: tuple[str, ...]  # and of the one that played for a person who had left


@dataclass(frozen=True)
class Record:
    """A game written down. `str(record)` is its text, `coven.read` its inverse."""

    game: Game
    players: int
    options: Mapping[str, str]
    names: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]  # the seat or CHANCE, and the move
    version: int  # of the rules it was played by
    result: str = ""
    seal: Seal | None = None  # what its luck follows from, where that was sealed
    rated: Rated | None = None  # who played, where it counts for ratings
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)  # where each action was read

    @classmethod
    def of(cls, position: Position) -> Record:
        """The record of a position's history."""
        result = ""
        if position.over:
            won = " ".join(map(str, position.winners))
            who = f"{'winner' if len(position.winners) == 1 else 'winners'} {won}" if won else "nobody wins"
            result = f"{' '.join(map(str, position.scores))}, {who}, {position.ending}"
        text = position.game.text
        return cls(
            game=position.game,
            players=position.players,
            options=position.options,
            names=position.names,
            actions=tuple((past.actor, text(past.move)) for past in position.history()),
            version=position.version,
            result=result,
        )

    def __str__(self) -> str:
        head = {
            "Coven-Record": str(FORMAT),
            **begun(self),
            "Names": " | ".join(self.names),
            "Result": self.result,
            **(_rated_written(self.rated) if self.rated else {}),
            **(_seal_written(self.seal) if self.seal else {}),
        }
        lines = [f"{key}: {value}" for key, value in head.items() if value]
        lines.append("")
        lines += [f"{'*' if actor == CHANCE else actor} {text}" for actor, text in self.actions]
        return "\n".join(lines) + "\n"

    def __len__(self) -> int:
        return len(self.actions)

    def position(
        self, at: int | None = None, *, chance: Chance = "manual", seed: int | None = None
    ) -> Position:
        """The position after so many actions (all of them by default; -1: all but one).

        What follows is decided by hand, or from a seed with chance="seed".
        """
        count = len(self.actions)
        end = count if at is None else at + count if at < 0 else at
        if not 0 <= end <= count:
            raise BadOption(f"the record has {count} actions: there is no position at {at}")
        position = self._start()
        for _ in self._replay(position, end):
            pass
        if chance == "seed":
            position._seed = as_seed(seed)
        return position

    def positions(self) -> Iterator[Position]:
        """The position before the first action and after each."""
        position = self._start()
        yield position.copy()
        for _ in self._replay(position, len(self.actions)):
            yield position.copy()

    def _start(self) -> Position:
        game = self.game
        given = game.definition.read_options(self.options)
        states = game.set_up(self.players, given, self.version)
        written = game.definition.settle(self.players, given).written
        return Position.begin(Setup(game, self.players, written, self.names, self.version), states, None)

    def _replay(self, position: Position, end: int) -> Iterator[None]:
        for i in range(end):
            actor, text = self.actions[i]
            line = self.lines[i] if self.lines else i + 1
            try:
                if position.over:
                    raise IllegalMove("the game is already over")
                if actor != position.actor:
                    acting = "*" if position.actor == CHANCE else position.actor
                    raise IllegalMove(f"{'*' if actor == CHANCE else actor} acts, but it is {acting}'s turn")
                position.play(text)
            except (IllegalMove, UnknownMove) as problem:
                raise MalformedRecord(line, f"action {i + 1}, {text!r}: {problem}") from None
            yield

    def check(self) -> Position:
        """Replay the whole record and compare its result; returns the last position."""
        last = self.position()
        found = Record.of(last).result
        if self.result and self.result != found:
            raise MalformedRecord(1, f"the header gives the result {self.result!r}, the moves give {found!r}")
        return last

    def save(self, path: str | Path) -> None:
        """Write the text to a file, whole or not at all."""
        path = Path(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(path.name + ".part")
        part.write_text(str(self), encoding="utf-8")
        part.replace(path)


def read(text: str, components: str | Path | None = None) -> Record:
    """Read a record from its text. A component set other than the standard one must be given as a file."""
    from coven.core.registry import load

    head, actions, lines = _parse(text)
    if head["Coven-Record"] != str(FORMAT):
        raise OtherVersion(f"record format {head['Coven-Record']!r}; this program reads format {FORMAT}")
    try:
        game = load(head["Game"], components)
    except UnknownGame as problem:
        raise MalformedRecord(_line_of(text, "Game"), str(problem)) from None
    version = int(head["Rules"]) if _is_small(head["Rules"]) else -1
    game.check_version(version, f"recorded with version {head['Rules']} of the rules of {game.title}")
    if head["Components"].split()[-1:] != [game.components.digest]:
        raise OtherComponents(
            f"recorded with component set {head['Components']!r}; loaded is {game.components.tag!r}: "
            "give the component file it was played with"
        )
    if not _is_small(head["Players"]) or int(head["Players"]) not in game.players:
        raise MalformedRecord(_line_of(text, "Players"), f"{head['Players']!r} is not a number of players")
    options = _options(head.get("Options", ""), _line_of(text, "Options"))
    players = int(head["Players"])
    try:
        game.definition.settle(players, game.definition.read_options(options))
    except CovenError as problem:
        raise MalformedRecord(_line_of(text, "Options"), str(problem)) from None
    names = tuple(name.strip() for name in head["Names"].split("|")) if head.get("Names") else ()
    return Record(
        game,
        players,
        options,
        names,
        tuple(actions),
        version,
        head.get("Result", ""),
        _seal_read(head, players, text),
        _rated_read(head, players, text),
        tuple(lines),
    )


def begun(game: Record | Position) -> dict[str, str]:
    """What the header says of how a game begins, from which its luck follows too where that is sealed."""
    return {
        "Game": game.game.name,
        "Rules": str(game.version),
        "Components": game.game.components.tag,
        "Players": str(game.players),
        "Options": " ".join(f"{key}={value}" for key, value in game.options.items()),
    }


def _by_seat(each: Sequence[str]) -> str:
    return " ".join(one or NONE for one in each)


def _each_seat(line: str) -> tuple[str, ...]:
    return tuple("" if one == NONE else one for one in line.split())


def _rated_written(rated: Rated) -> dict[str, str]:
    return {
        "Rated": "yes",
        "Bots": _by_seat(rated.bots),
        "Stand-ins": _by_seat(rated.stand_ins) if any(rated.stand_ins) else "",
    }


def _rated_read(head: Mapping[str, str], players: int, text: str) -> Rated | None:
    """What the header says of a rated game, if it is one."""
    given = [key for key in RATED if head.get(key)]
    if not given:
        return None
    line = _line_of(text, given[0])
    if head.get("Rated") != "yes":
        raise MalformedRecord(
            line, "a rated game has the line Rated: yes; Bots and Stand-ins are for such alone"
        )
    bots, stand_ins = (_each_seat(head[key]) if head.get(key) else ("",) * players for key in RATED[1:])
    if len(bots) != players or len(stand_ins) != players:
        raise MalformedRecord(
            line, f"Bots and Stand-ins name a bot or {NONE} for each of the {players} seats"
        )
    return Rated(bots, stand_ins)


def _seal_written(seal: Seal) -> dict[str, str]:
    return {
        "Commitment": seal.commitment,
        "Secret": seal.secret,
        "Promises": _by_seat(seal.promises),
        "Nonces": _by_seat(seal.nonces),
        LINKS: _by_seat([f"{link.at}:{link.number}" if link else "" for link in seal.links])
        if any(seal.links)
        else "",
    }


def _seal_read(head: Mapping[str, str], players: int, text: str) -> Seal | None:
    """What the header says of sealed luck. Whether it is true is for `verify`; here it must only be whole."""
    given = [key for key in (*SEALED, LINKS) if head.get(key)]
    if not given:
        return None
    line = _line_of(text, given[0])
    if missing := ", ".join(key for key in SEALED if key not in given):
        raise MalformedRecord(line, f"sealed luck is written down whole or not at all: {missing} is missing")
    lists = [_each_seat(head[key]) for key in SEALED[2:]]
    hashes = [head["Commitment"], *filter(None, lists[0]), *filter(None, lists[1])]
    if any(len(one) != players for one in lists) or not all(map(HASH.fullmatch, hashes)):
        raise MalformedRecord(
            line,
            f"Commitment, Promises and Nonces are numbers of 64 hex digits, for {players} seats or {NONE}",
        )
    links = _links_read(head, players, text)
    return Seal(head["Commitment"], head["Secret"], lists[0], lists[1], links)


def _links_read(head: Mapping[str, str], players: int, text: str) -> tuple[Link | None, ...]:
    if not head.get(LINKS):
        return ()
    found: list[Link | None] = []
    whole = True
    for one in _each_seat(head[LINKS]):
        at, _, number = one.partition(":")
        good = at.isascii() and at.isdecimal() and len(at) < 5 and HASH.fullmatch(number)
        found.append(Link(int(at), number) if good else None)
        whole &= bool(good) or not one
    if not whole or len(found) != players:
        raise MalformedRecord(
            _line_of(text, LINKS),
            f"Links are an action, a colon and a number of 64 hex digits, for {players} seats or {NONE}",
        )
    return tuple(found)


def _parse(text: str) -> tuple[dict[str, str], list[tuple[int, str]], list[int]]:
    """Header, actions and the lines they stand on."""
    head: dict[str, str] = {}
    actions: list[tuple[int, str]] = []
    lines: list[int] = []
    in_head = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip() if in_head else raw.split("#")[0].strip()
        if in_head and line.startswith("#"):
            continue
        if not line:
            in_head = in_head and not head
            continue
        if in_head:
            key, colon, value = line.partition(":")
            if not colon or key not in KEYS:
                raise MalformedRecord(number, f"{line!r} is not a header line; keys are {', '.join(KEYS)}")
            if key in head:
                raise MalformedRecord(number, f"{key} stands twice")
            head[key] = value.strip()
        else:
            who, _, move = line.partition(" ")
            if not move or not (who == "*" or _is_small(who)):
                raise MalformedRecord(number, f"{line!r} is not an action: a seat or *, then a move")
            actions.append((CHANCE if who == "*" else int(who), " ".join(move.split())))
            lines.append(number)
    missing = [key for key in NEEDED if not head.get(key)]
    if missing:
        raise MalformedRecord(1, f"the header lacks {', '.join(missing)}")
    return head, actions, lines


def _is_small(text: str) -> bool:
    """Whether it is a number of seats or of one; Python refuses to read endless ones."""
    return text.isdecimal() and len(text) < 3


def _line_of(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(f"{key}:"):
            return number
    return 1


def _options(text: str, line: int) -> dict[str, str]:
    options: dict[str, str] = {}
    for part in text.split():
        key, equals, value = part.partition("=")
        if not equals or not value or key in options:
            raise MalformedRecord(line, f"{part!r} is not an option key=value")
        options[key] = value
    return options


__all__ = ["Rated", "Record", "read"]
