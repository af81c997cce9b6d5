"""When there is no memory left: a server that can't do its work ends, so that another is started in its place.

It can be ended at any moment, as nothing is told before it is kept; one that goes on answers wrongly.
"""

from __future__ import annotations

import errno
import logging
import os

from coven.table.logs import note

EXIT = 70  # what the process ends with: a service manager starts it again
SAID = ("can't start new thread", "out of memory", "cannot allocate memory", "unable to allocate")


def is_lack_of_memory(problem: BaseException | None) -> bool:
    """Whether an error came of too little memory, or what it came of did."""
    seen: set[int] = set()
    while problem is not None and id(problem) not in seen:
        seen.add(id(problem))
        if isinstance(problem, MemoryError) or (
            isinstance(problem, OSError) and problem.errno == errno.ENOMEM
        ):
            return True
        # Of other libraries' errors only the words are known; those of our own are about something else.
        if type(problem).__module__.partition(".")[0] != "coven" and any(
            said in str(problem).lower() for said in SAID
        ):
            return True
        problem = problem.__cause__ or problem.__context__
    return False


def end() -> None:
    """End the process."""
    os._exit(EXIT)


def look(problem: BaseException | None) -> None:
    """End the process if an error came of too little memory."""
    if is_lack_of_memory(problem):
        note("there is no memory left: the server ends", logging.CRITICAL, problem=repr(problem)[:200])
        end()
