"""Everything Coven refuses, each with its own class and a message that says what would be right.

All are ValueErrors, so that code which only cares that the input was bad needs to know one name.
"""

from __future__ import annotations

from traceback import extract_tb
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from coven.core.why import Reason


class CovenError(ValueError):
    """The base of all refusals."""


class UnknownGame(CovenError):
    """No game of that name."""


class BrokenGame(CovenError):
    """A game that can't be used as it is; `faults` says what must be mended."""

    def __init__(self, game: str, where: str, faults: list[str], trouble: str = "can't be loaded") -> None:
        self.game = game
        self.faults = faults
        listed = "\n".join(f"  - {fault}" for fault in faults)
        super().__init__(f"the game {game!r} {trouble}; {where}:\n{listed}")


def told(problem: Exception) -> str:
    """What went wrong in another's code, and in which line of it."""
    what = problem.msg if isinstance(problem, SyntaxError) else str(problem)
    frames = [frame for frame in extract_tb(problem.__traceback__) if not frame.filename.startswith("<")]
    where = (problem.filename, problem.lineno) if isinstance(problem, SyntaxError) else frames[-1][:2]
    return f"{type(problem).__name__}: {what} ({where[0]}, line {where[1]})"


class BadOption(CovenError):
    """A number of players, an option or a language the game does not have."""


class BadComponents(CovenError):
    """A component file that breaks the schema or can't make a playable game; `faults` names every fault."""

    def __init__(self, source: str, faults: list[str]) -> None:
        self.faults = faults
        listed = "\n".join(f"  - {fault}" for fault in faults)
        super().__init__(f"{source} is not a usable component file:\n{listed}")


class UnknownMove(CovenError):
    """A text or number that names no move of this game."""


class IllegalMove(CovenError):
    """A move of this game that can't be made now; `reason` says why, where the rules were asked."""

    def __init__(self, message: str, reason: Reason | None = None) -> None:
        self.reason = reason
        super().__init__(message)


class NotYourTurn(IllegalMove):
    """A move for a seat that is not the one to act."""


class GameOver(IllegalMove):
    """A move after the end."""


class NothingToUndo(CovenError):
    """Undo at the very start."""


class MalformedRecord(CovenError):
    """A record that can't be read; `line` is where."""

    def __init__(self, line: int, problem: str) -> None:
        self.line = line
        super().__init__(f"line {line}: {problem}")


class OtherVersion(CovenError):
    """A record or saved position of another version of the rules."""


class OtherComponents(CovenError):
    """A record or saved position made with another component set."""


class BadBytes(CovenError):
    """Bytes that are not a whole saved position of this game."""


class NoHistory(CovenError):
    """A record was asked of a position whose beginning is not known."""
