"""A process that thinks for a server: bots, hints and reviews, asked and answered in lines of JSON.

A request is `{"id", "do", "game", "components", …}`; its answer `{"id", "result"}`, or `{"id", "refused"}` with the
reason in words. A review tells `{"id", "done", "of"}` on the way. `components` is the text of a component file where
it is not the standard one. The process ends with its standard input, or with whoever started it.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from coven.core import compiling

if TYPE_CHECKING:
    from coven.bots.budget import Budget
    from coven.core.game import Game
    from coven.core.view import View

Request = dict[str, Any]
Tell = Callable[..., None]
# Imported before anybody asks: most of a first answer's time.
SOON = ("coven.bots.warming", "coven.core.view")
PATIENCE = 8  # how much nicer a long thought is
NICENESS = 5  # whoever waits for the server's own answer comes first
THEMES = ("dark", "light")
UNCOMPILED = 0.4  # seconds for a move of a bot that has no time of its own, until the bots are compiled


def main() -> None:
    """Answer until nobody can ask any more."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever is printed by chance goes where it does no harm
    compiling.end_with_parent()
    compiling.leave_to_others()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C in a terminal is for the server, which ends this
    with suppress(AttributeError, OSError):  # not everywhere
        os.nice(NICENESS)
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    for name in SOON:
        import_module(name)
    saying = threading.Lock()
    while True:
        request = json.loads(requests.get())

        def tell(number: Any = request["id"], **facts: Any) -> None:
            with saying:
                answers.write(json.dumps({"id": number, **facts}) + "\n")
                answers.flush()

        if request["do"] in BESIDE:
            threading.Thread(target=_beside, args=(request, tell), daemon=True).start()
        else:
            _answer(request, tell)


def _listen(requests: queue.SimpleQueue[bytes]) -> None:
    """Take requests while others are thought about; nobody left to ask ends the process at once."""
    for line in sys.stdin.buffer:
        requests.put(line)
    os._exit(0)


def _beside(request: Request, tell: Tell) -> None:
    """Think beside other thoughts; a long one leaves the processor to the short ones, which somebody waits for."""
    if request.get("long") and sys.platform == "linux":  # where threads have a niceness of their own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS + PATIENCE)
    try:
        _answer(request, tell)
    except BaseException:
        traceback.print_exc()
        os._exit(1)  # what is wrong here may be wrong for the others too


def _answer(request: Request, tell: Tell) -> None:
    from coven.core.errors import CovenError

    try:
        tell(result=REQUESTS[request["do"]](request, tell))
    except CovenError as problem:
        tell(refused=str(problem))


@lru_cache(maxsize=16)
def _game(name: str, components: str | None) -> Game:
    from coven.core.registry import load_with

    return load_with(name, components)


def _view(request: Request) -> View:
    from coven.core.view import View

    return View.unpack(_game(request["game"], request["components"]), request["view"])


def _prepare(request: Request, tell: Tell) -> bool:
    """Load the rules and the bots of a game, compiled if they are by now."""
    from coven.bots.compiled import doors

    doors(_game(request["game"], None))
    return True


def _ping(request: Request, tell: Tell) -> bool:
    return True


def _choose(request: Request, tell: Tell) -> int:
    """The number of the move a bot makes."""
    from coven.bots import bot
    from coven.bots.budget import as_budget

    time.sleep(request["nap"])
    view, left = _view(request), request["budget"]
    budget = _time(request["bot"], view.game) if left is None else as_budget(left)
    return bot(request["bot"], request["seed"]).choose(view, budget).id


def _time(spec: str, game: Game) -> Budget | None:
    """The time for a bot that has none of its own, as long as it is not compiled: a table must not wait."""
    from coven.bots import read_spec
    from coven.bots.budget import Budget
    from coven.bots.compiled import BOTS, doors
    from coven.core.doors import is_compiled

    kind, wishes = read_spec(spec)
    timed = "budget" in kind.options and (wishes.budget is None or wishes.budget.seconds is not None)
    doors(game)
    return None if timed or is_compiled(game, BOTS) else Budget(seconds=UNCOMPILED)


def _analyse(request: Request, tell: Tell) -> dict[str, Any]:
    """What the seat to act could do, the best first."""
    from coven.coach import analyse

    analysis = analyse(_view(request), request["budget"], threads=request["threads"])
    seat = analysis.seat
    choices = [
        {
            "move": choice.move.text,
            "id": choice.move.id,
            "label": choice.move.label(request["lang"]),
            "share": choice.share,
            "chance": choice.chances[seat],
            "points": choice.points[seat],
            "loss": analysis.loss(choice),
        }
        for choice in analysis.choices
    ]
    return {"seat": seat, "choices": choices, "iterations": analysis.iterations}


def _review(request: Request, tell: Tell) -> dict[str, Any]:
    """Every decision of a finished game, and its curve in both themes."""
    from coven.coach import draw_curve, review
    from coven.core.components import as_file
    from coven.core.record import read

    with as_file(request["components"]) as path:
        record = read(request["record"], path)
    lang = request["lang"]
    found = review(
        record,
        request["budget"],
        lang=lang,
        names=record.names,
        threads=request["threads"],
        progress=lambda done, of: tell(done=done, of=of),
    )
    curves = {theme: draw_curve(found, record.names, lang, theme) for theme in THEMES}
    return {"review": found.as_dict(), "curve": curves}


BESIDE = ("choose", "analyse")
REQUESTS: dict[str, Callable[[Request, Tell], Any]] = {
    "prepare": _prepare,
    "ping": _ping,
    "choose": _choose,
    "analyse": _analyse,
    "review": _review,
}

if __name__ == "__main__":
    main()
