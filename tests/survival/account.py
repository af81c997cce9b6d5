"""What guests have asked for and been told, and whether the database keeps all of it, once, in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import coven
from tests.table import logbook


@dataclass
class Account:
    """What the guests of a table have asked for and been told."""

    id: str
    game: str
    tokens: dict[int, str]  # of the seats that people have
    place: Callable[[], int] = lambda: 0  # how far the world has come, for what is promised when
    acked: dict[int, str] = field(
        default_factory=dict
    )  # the move a number was acknowledged for; "" for an undo
    tried: set[tuple[int, str]] = field(default_factory=set)  # every action sent, answered or not
    told: int = 0  # the last number a page was told
    said: dict[int, str] = field(default_factory=dict)  # acknowledged chat
    over: bool = False
    past: list[tuple[int, str, int, str]] = field(default_factory=list)  # place and kind of every promise
    born: int = 0  # the place where the table was promised
    chains: dict[int, list[str]] = field(default_factory=dict)  # what its people add to its luck

    def __post_init__(self) -> None:
        self.born = self.place()

    def promise(self, kind: str, n: int, text: str = "") -> None:
        """Note what a guest has been told: an action that is `acked` or `told`, a line that is `said`."""
        self.past.append((self.place(), kind, n, text))
        self._take(kind, n, text)

    def _take(self, kind: str, n: int, text: str) -> None:
        if kind == "told":
            self.told = max(self.told, n)
        else:
            (self.acked if kind == "acked" else self.said)[n] = text

    def promised(self, place: int | None = None) -> Account:
        """What had been promised up to a place, or up to now; whatever was tried counts as asked for."""
        then = Account(self.id, self.game, self.tokens, tried=self.tried)
        for at, kind, n, text in self.past:
            if place is None or at <= place:
                then._take(kind, n, text)
        return then


@dataclass
class Findings:
    """What went wrong, a sentence each."""

    lost: list[str] = field(default_factory=list)  # acknowledged or shown, and not kept
    doubled: list[str] = field(default_factory=list)  # kept, and not asked for so often
    out_of_order: list[str] = field(default_factory=list)  # kept or told in another order, or by halves
    pages: list[str] = field(default_factory=list)  # pages that show something else than there is
    other: list[str] = field(default_factory=list)  # answers nobody should get, tables that stand still

    def __iadd__(self, more: Findings) -> Findings:
        for name, found in vars(more).items():
            vars(self)[name] += found
        return self

    def __bool__(self) -> bool:
        return any(vars(self).values())

    def counts(self) -> dict[str, int]:
        return {name: len(found) for name, found in vars(self).items()}

    def sentences(self) -> list[str]:
        return [f"{name}: {one}" for name, found in vars(self).items() for one in found]


def check(database: str, accounts: Sequence[Account], replay: bool = True) -> Findings:
    """Everything acknowledged or told is kept, in order; everything kept was asked for, and is whole."""
    found = Findings()
    logs = logbook.logs(database)
    chats = logbook.query(database, "SELECT table_id, n, text FROM chat")
    spoken = {(table, n): text for table, n, text in chats}
    for account in accounts:
        log = logs.get(account.id)
        if log is None:
            found.lost.append(f"table {account.id}")
            continue
        _check_log(account, log, found)
        for n, text in account.said.items():
            if spoken.get((account.id, n)) != text:
                found.lost.append(f"table {account.id}: chat {n}, {text!r}")
        if replay:
            try:
                logbook.replay(database, account.id)
            except (AssertionError, coven.CovenError) as problem:
                found.out_of_order.append(f"table {account.id} can't be replayed: {problem!r}")
    return found


def _check_log(account: Account, log: Sequence[logbook.Written], found: Findings) -> None:
    where = f"table {account.id}"
    numbers = [written.seq for written in log]
    if numbers != list(range(1, len(log) + 1)):
        found.out_of_order.append(f"{where}: the numbers {numbers}")
    last = max(numbers, default=0)
    if account.told > last:
        found.lost.append(f"{where}: a page was told action {account.told}, {last} is the last that is kept")
    kept = {written.seq: written for written in log}
    for seq, move in account.acked.items():
        written = kept.get(seq)
        if written is None:
            found.lost.append(f"{where}: action {seq}, {move!r}")
        elif (written.kind, written.moves[:1]) != (("act", (move,)) if move else ("undo", ())):
            found.lost.append(f"{where}: action {seq} was {move!r}, kept is {written}")
    for written in log:
        if (
            written.actor in account.tokens
            and (written.seq, (written.moves or ("",))[0]) not in account.tried
        ):
            found.doubled.append(f"{where}: nobody asked for {written}")
