"""Rated games: what can be one, and what is asked of those who play it.

Each plays by name, on equal terms and without help, and nobody has the secrets of two seats. `coven ratings` reads
the records.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from coven.table.clean_text import clean_name
from coven.table.refusals import Refusal

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.table.match import Match
    from coven.table.metadata import Metadata


def check(
    game: Game,
    written: Mapping[str, str],
    seats: Sequence[Mapping[str, Any]],
    options: Mapping[str, Any],
    metadata: Metadata,
) -> None:
    """Refuse a table that is asked for as rated and can't be."""
    people = sum(seat["kind"] == "human" for seat in seats)
    alone = len(seats) < 2 or game.definition.together(written)
    uneven = [
        option.name
        for option in game.definition.options
        if option.each_seat and len(set(written[option.name].split(","))) > 1
    ]
    for wrong, sentence in (
        (metadata.uploaded, "a game that goes on from a record can't be rated: set up a new table"),
        (metadata.guide, "a guided game can't be rated: leave out guide or rated"),
        (options.get("hints"), "the coach is silent in a rated game: leave out hints"),
        (options.get("components"), "a rated game has the standard components: leave out components"),
        (alone, "a rated game is played against others: take more seats, or another mode"),
        (uneven, f"a rated game is played on equal terms: give every seat the same {', '.join(uneven)}"),
        (people > 1, "in a rated game nobody has two seats: make the others open, and send their link"),
    ):
        if wrong:
            raise Refusal("bad_option", sentence)
    for seat in seats:
        if seat["kind"] == "human":
            check_name(clean_name(seat.get("name") or ""))


def check_name(name: str) -> None:
    """Refuse to seat a person without a name, as a rating is somebody's."""
    if not name:
        raise Refusal("bad_option", "a rated game is played by name: say what you are called")


def check_rename(match: Match, name: str) -> None:
    """Refuse another name once everyone sits, so that nobody loses under somebody else's."""
    if match.full:
        raise Refusal("forbidden", "the names of a rated game stay as they are once everyone sits")
    check_name(name)
