"""What a server says no with: a code that programs read, a sentence for people."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.errors import (
    BadComponents,
    BadOption,
    BrokenGame,
    CovenError,
    GameOver,
    IllegalMove,
    MalformedRecord,
    NothingToUndo,
    NotYourTurn,
    OtherComponents,
    OtherVersion,
    UnknownGame,
    UnknownMove,
)

CODES = {
    "bad_request": 400,
    "forbidden": 403,
    "seat_free": 403,
    "no_such_table": 404,
    "not_found": 404,
    "method_not_allowed": 405,
    "not_your_turn": 409,
    "stale": 409,
    "illegal": 409,
    "over": 409,
    "waiting": 409,
    "nothing_to_undo": 409,
    "not_over": 409,
    "seat_taken": 409,
    "other_version": 409,
    "too_large": 413,
    "unknown_move": 422,
    "bad_option": 422,
    "too_many": 429,
    "internal": 500,
    "unavailable": 503,
}


MOST_FAULTS = 5  # of a component set that are told at once


class Refusal(Exception):
    """A request that is not done, and why."""

    def __init__(self, code: str, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.status = CODES[code]
        self.message = message
        self.rule = rule  # of the game, that says so

    def body(self) -> dict[str, str]:
        """As it is sent."""
        told = {"error": self.code, "message": self.message}
        return {**told, "rule": self.rule} if self.rule else told


# The first that fits: particular errors before what they are kinds of.
_BY_ERROR: tuple[tuple[type[CovenError], str], ...] = (
    (GameOver, "over"),
    (NotYourTurn, "not_your_turn"),
    (UnknownMove, "unknown_move"),
    (IllegalMove, "illegal"),
    (NothingToUndo, "nothing_to_undo"),
    (OtherVersion, "other_version"),
    (OtherComponents, "bad_option"),
    (MalformedRecord, "bad_option"),
    (UnknownGame, "bad_option"),
    (BrokenGame, "unavailable"),
    (BadOption, "bad_option"),
)


def refusal(error: CovenError, lang: str = "en", names: Sequence[str] = ()) -> Refusal:
    """An error of the rules as the server says it; why a move is refused, in the reader's language."""
    if isinstance(error, BadComponents):  # where it was read from is the server's business
        return Refusal(
            "bad_option", f"the component set can't be used: {'; '.join(error.faults[:MOST_FAULTS])}"
        )
    for kind, code in _BY_ERROR:
        if isinstance(error, kind):
            reason = error.reason if isinstance(error, IllegalMove) else None
            if reason is not None:
                return Refusal(code, reason.label(lang, names), reason.rule)
            return Refusal(code, str(error))
    return Refusal("bad_request", str(error))
