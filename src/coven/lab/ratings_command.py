"""`coven ratings`: who plays how well, by the records of rated games."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from coven.arguments import FAILED, add_command

if TYPE_CHECKING:
    from coven.lab.rated_games import Found, Group, Standing


def add(commands: Any) -> None:
    """Add the command to the command line."""
    parser = add_command(commands, "ratings", run, "rate those who played, by the records of rated games")
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="records, or folders with records (.coven)"
    )
    parser.add_argument("--json", action="store_true", help="print every figure as JSON")


def run(args: argparse.Namespace) -> int:
    """Check the records, print the ratings, and name what was left out."""
    from coven.lab.rated_games import as_json, read_all

    found = read_all(args.files)
    if args.json:
        print(json.dumps(as_json(found), indent=1, ensure_ascii=False))
    else:
        print_found(found)
        for path, why in found.left_out:
            print(f"coven: {path} is left out: {why}", file=sys.stderr)
    return FAILED if found.left_out else 0


def print_found(found: Found) -> None:
    """A table for each game, and how many were left out for no fault of theirs."""
    from coven.lab.rated_games import rate

    if not found.games:
        print("There are no finished rated games here.")
    for name, games in sorted(found.games.items()):
        print(f"{name}: {len(games)} rated {'game' if len(games) == 1 else 'games'}")
        if nobody := sum(not game.winners for game in games):
            print(f"  won by nobody, and telling nothing: {nobody}")
        groups = rate(games)
        for group in groups:
            if group.standings[0].elo is not None:
                _print_group(group)
        if without := [str(group.anchor) for group in groups if group.standings[0].elo is None]:
            print(f"  not rated yet, for want of a game with a winner: {', '.join(without)}")
    for count, what in ((found.not_rated, "not rated"), (found.unfinished, "not finished")):
        if count:
            print(f"Left out, as they are {what}: {count}")


def _print_group(group: Group) -> None:
    wide = max(len(str(one.player)) for one in group.standings)
    print(f"\n  {'':{wide}}  {'Elo':>6}  {'95 % interval':>16}  {'games':>6}  {'won':>6}")
    for one in group.standings:
        print(f"  {one.player!s:{wide}}  {_elo(one)}  {one.games:6}  {one.won:6.4g}{_stood_in(one)}")
    print(f"  relative to {group.anchor}")
    if group.shrunk:
        print(
            "  Someone won or lost everything, which no finite rating fits: half a win is added to both "
            "sides of each pair."
        )


def _elo(one: Standing) -> str:
    assert one.elo is not None
    return f"{one.elo.value:+6.0f}  {f'{one.elo.low:+.0f} to {one.elo.high:+.0f}':>16}"


def _stood_in(one: Standing) -> str:
    return f"  (a bot stood in: {one.stood_in})" if one.stood_in else ""
