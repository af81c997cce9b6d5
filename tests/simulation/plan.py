"""What a seed stands for: how many processes, who sits there, how bad the weather is, and which misfortunes come when.

A plan can be written down and changed, so that one that fails can be made smaller and kept.
"""

from __future__ import annotations

import json
import random
from dataclasses import asdict, dataclass, replace
from typing import Any

TROUBLED = 60.0  # seconds in which misfortunes happen; after that everything heals
KINDS = (
    "kill",  # a process ends without a word, and another takes its place
    "stop",  # one is stopped properly
    "power",  # all are killed, and what was not synced is lost
    "away",  # the database fails whatever it is asked
    "deaf",  # the line to the neighbours is cut
    "hung",  # or says nothing more, without being cut
    "drop",  # every connection to a process is cut
    "half-open",  # the clients are gone, and the process is not told for long
    "leave",  # a player goes away for a while
    "jump",  # the machine's clock is set
    "unreachable",  # nobody reaches a process
    "crash",  # the processes that think for bots die
)
SHARED_ONLY, ALONE_ONLY = ("deaf", "hung", "unreachable"), ("power", "jump")


@dataclass(frozen=True)
class Misfortune:
    """Something that goes wrong."""

    at: float
    kind: str
    which: int = 0  # a process or a player
    lasts: float = 0.0


@dataclass(frozen=True)
class Plan:
    """A run of the simulation."""

    seed: int
    processes: int = 1  # more than one share a database with LISTEN and NOTIFY; one has SQLite for itself
    seats: tuple[str, ...] = ("human", "human")
    rivals: int = 0  # who would like an open seat, beside the one for whom it is
    spectators: int = 0
    rogues: int = 0
    pages: bool = False  # whether players look on as pages, or as programs
    clock: float | None = None
    undo: float = 0.0  # how often a move is taken back, if it can be
    chat: float = 0.0
    promises: bool = False  # whether players add to the luck
    think: float = 1.0  # seconds at most
    shuffle: bool = False  # whether what is ready runs in any order
    lag: float = 0.02  # seconds a message takes, at most
    lost: float = 0.0  # of requests and answers
    doubled: float = 0.0
    slow: float = 0.0  # of pieces of work for the store, that take seconds
    failing: float = 0.0  # of pieces of work
    quiet: bool = False  # whether one leaves before the end, and everyone must see it
    misfortunes: tuple[Misfortune, ...] = ()

    @classmethod
    def of(cls, seed: int) -> Plan:
        """What a seed stands for. Every kind of trouble is left out of many seeds, so that none hides another."""
        luck = random.Random(f"plan {seed}")
        some = luck.random

        def often(share: float, value: float) -> float:
            return value if some() < share else 0.0

        processes = luck.choice((1, 1, 2, 2, 3))
        players = luck.choice((2, 2, 2, 3, 4))
        seats = ("human", *(luck.choice(("human", "human", "open", "bot")) for _ in range(players - 1)))
        kinds = [kind for kind in KINDS if kind not in (ALONE_ONLY if processes > 1 else SHARED_ONLY)]
        chosen = luck.sample(kinds, luck.randint(1, 5))
        return cls(
            seed,
            processes,
            seats,
            rivals=int(often(0.4, 1)),
            spectators=luck.choice((0, 0, 1, 2)),
            rogues=luck.choice((0, 0, 1, 2)),
            pages=some() < 0.25,
            clock=luck.choice((None, None, 0.4, 2.0)),
            undo=often(0.6, 0.4),
            chat=often(0.5, 0.3),
            promises=some() < 0.4,
            think=luck.choice((0.1, 1.0, 3.0)),
            shuffle=some() < 0.5,
            lag=luck.choice((0.001, 0.02, 0.5)),
            lost=often(0.5, 0.08),
            doubled=often(0.5, 0.15),
            slow=often(0.4, 0.05),
            failing=often(0.4, 0.05),
            quiet=some() < 0.5,
            misfortunes=tuple(
                Misfortune(
                    round(luck.uniform(1.0, TROUBLED), 2),
                    luck.choice(chosen),
                    luck.randrange(4),
                    round(luck.choice((0.1, 3.0, 20.0)) * (0.5 + some()), 2),
                )
                for _ in range(luck.choice((0, 1, 2, 4, 7)))
            ),
        )

    def to_json(self) -> str:
        """Only what is not as usual."""
        usual = asdict(Plan(0))
        told: dict[str, Any] = {name: value for name, value in asdict(self).items() if value != usual[name]}
        if self.misfortunes:
            told["misfortunes"] = [[one.at, one.kind, one.which, one.lasts] for one in self.misfortunes]
        return json.dumps({"seed": self.seed} | told)

    @classmethod
    def from_json(cls, text: str) -> Plan:
        told = json.loads(text)
        told["misfortunes"] = tuple(Misfortune(*one) for one in told.get("misfortunes", ()))
        if "seats" in told:
            told["seats"] = tuple(told["seats"])
        return cls(**told)

    def smaller(self) -> list[Plan]:
        """Plans with less in them, the boldest first."""
        found: list[Plan] = []
        troubles = self.misfortunes
        if len(troubles) > 1:
            half = len(troubles) // 2
            found += [replace(self, misfortunes=some) for some in ((), troubles[half:], troubles[:half])]
        found += [replace(self, misfortunes=troubles[:n] + troubles[n + 1 :]) for n in range(len(troubles))]
        simple: dict[str, Any] = {
            "rogues": 0, "spectators": 0, "rivals": 0, "lost": 0.0, "doubled": 0.0, "failing": 0.0, "slow": 0.0,
            "chat": 0.0, "undo": 0.0, "promises": False, "pages": False, "shuffle": False, "clock": None,
            "quiet": False, "lag": 0.001, "think": 0.1,
        }  # fmt: skip
        found += [
            replace(self, **{name: value}) for name, value in simple.items() if getattr(self, name) != value
        ]
        if len(self.seats) > 2:
            found += [
                replace(self, seats=self.seats[:n] + self.seats[n + 1 :]) for n in range(1, len(self.seats))
            ]
        found += [
            replace(self, seats=(*self.seats[:n], "human", *self.seats[n + 1 :]))
            for n, kind in enumerate(self.seats)
            if kind != "human"
        ]
        if self.processes > 2:
            found.append(replace(self, processes=2))
        return found
