"""`coven verify` and `coven fairness`: whether luck was what was sealed, and what it brought in the long run."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coven.arguments import FAILED, add_command, add_common, read_record
from coven.core.errors import BadOption

if TYPE_CHECKING:
    from coven.core.language import Words
    from coven.core.record import Record
    from coven.core.verify import Verified
    from coven.lab.luck_count import LuckCount


def add(commands: Any) -> None:
    """Add the commands to the command line."""
    check = add_command(
        commands, "verify", _verify, "check a record: every rule, and its luck if it was sealed"
    )
    check.add_argument(
        "file", metavar="GAME", help="a file, or a kept game by its name or number as in resume"
    )
    check.add_argument("--json", action="store_true", help="print what was found as JSON")
    add_common(check)

    fair = add_command(
        commands, "fairness", _fairness, "count the luck of a server's finished games beside what is expected"
    )
    fair.add_argument("--database", metavar="URL", help="the server's database (default: as in coven serve)")
    fair.add_argument(
        "--games", type=int, default=1000, metavar="N", help="the newest N finished games (default: 1000)"
    )
    fair.add_argument("--all", action="store_true", help="print every outcome, not only the farthest")
    fair.add_argument("--json", action="store_true", help="print every figure as JSON")


def _verify(args: argparse.Namespace) -> int:
    from coven.core.errors import MalformedRecord
    from coven.core.language import words
    from coven.core.sealed_luck import Unsealed
    from coven.core.verify import verify
    from coven.terminal import saves

    say = words(args.lang)
    record = read_record(saves.find(args.file), args.components)
    try:
        found = verify(record)
    except (MalformedRecord, Unsealed) as problem:
        wrong = (
            say("Not as sealed: {problem}", problem=problem.told(say))
            if isinstance(problem, Unsealed)
            else say("A rule was broken: {problem}", problem=problem)
        )
        print(json.dumps({"ok": False, "problem": str(problem)}) if args.json else wrong)
        return FAILED
    cut = found.sealed and not found.over  # a server tells the secret when the game is over
    if args.json:
        print(json.dumps({"ok": not cut, **found._asdict()}))
    else:
        print("\n".join(_sentences(record, found, say)))
    return FAILED if cut else 0


def _sentences(record: Record, found: Verified, say: Words) -> Iterator[str]:
    """What a check has found, as the page says it."""
    from coven.core.art import seat_names

    if not found.sealed:
        yield say("Every rule was kept. The luck of this game was not sealed.")
        if not found.over:
            yield say("The game is not over in this record.")
        return
    if not found.over:
        yield say("The record is cut: it has the secret, which is told when a game is over, but not the end.")
    else:
        yield say(
            "Played as sealed: every rule and all {n} draws of luck are as they were sealed before the game.",
            n=found.draws,
        )
    names = seat_names(record.names, say, record.players)
    if found.kept_back:
        yield say("A number was kept back by {names}.", names=", ".join(names[s] for s in found.kept_back))
    if found.without:
        yield say("No number was added by {names}.", names=", ".join(names[s] for s in found.without))
    if not found.linked and len(found.without) < record.players:
        yield say("No numbers came with the moves.")
    for seat, at in found.ended:
        yield say("From action {n} on no number came from {name} any more.", n=at + 1, name=names[seat])


def _fairness(args: argparse.Namespace) -> int:
    from coven.lab.luck_count import count
    from coven.table.settings import from_environment

    if args.games < 1:
        raise BadOption(f"--games is a whole number from 1 on, not {args.games}")
    url = from_environment(database=args.database).url()
    counts = count(_finished(url, args.games))
    if args.json:
        print(json.dumps({name: one.as_json() for name, one in counts.items()}, indent=1))
    elif not counts:
        print("There are no finished games in this database yet.")
    else:
        for name, one in counts.items():
            _print(name, one, args.all)
    return FAILED if any(one.strange() for one in counts.values()) else 0


def _print(name: str, one: LuckCount, everything: bool) -> None:
    print(f"{name}: {one.draws} draws of luck in {one.games} finished games")
    shown = one.lines() if everything else sorted(one.telling(), key=lambda line: -abs(line.deviation))[:10]
    print(f"  {'outcome':28} {'came':>8} {'expected':>10} {'deviation':>10}")
    for line in shown:
        print(f"  {line.outcome:28} {line.came:8} {line.expected:10.1f} {line.deviation:+10.2f}")
    far = one.strange()
    said = ", ".join(line.outcome for line in far)
    print(f"  too far for luck alone: {said}" if far else "  nothing is too far from what was expected")


def _finished(url: str, most: int) -> Iterator[Record]:
    """The newest finished games of a database that was played at."""
    from coven.core.registry import games, load
    from coven.table import repository
    from coven.table.match import Match
    from coven.table.store import reading

    with reading(url) as connection:
        for row in repository.finished(connection, most):
            if row.game not in games() or row.metadata.uploaded:
                continue
            game = load(row.game)
            if row.components == game.components.digest and game.plays(row.rules):
                yield Match(row, game, repository.log_since(connection, row.id, 0)).record()
