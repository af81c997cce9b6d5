"""What works over a game's rules: interpreted at once, compiled as soon as that is there.

A part (the rules, the bots, …) is a few modules of templates over what a game brings. Its doors are one object for
all who use it. At first they are plain Python; when the part has been compiled, beside the game or by somebody who
waited for it, the compiled doors take their place in that object, in the middle of a game or between two calls. Both
are made of the same source and do the same to the same bytes, so that nobody can tell but by the time it takes.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from coven.core import cache, loops
from coven.core.cache import BadCache, disabled
from coven.core.errors import BrokenGame
from coven.core.interface import NEEDED, OPTIONAL, NeededRules, Rules
from coven.core.rule import blaming, instantiate

if TYPE_CHECKING:
    from coven.core.game import Game

Scope = dict[str, Any]  # what templates name


class Doors:
    """Templates over one game: each stands in the class as it is written, in an instance as it runs."""

    def __init__(self, made: Mapping[str, Any]) -> None:
        self.__dict__.update(made)


class RuleDoors(Doors):
    """The doors of core/loops.py."""

    who = staticmethod(loops.who)
    start = staticmethod(loops.start)
    list_legal = staticmethod(loops.list_legal)
    list_chances = staticmethod(loops.list_chances)
    play = staticmethod(loops.play)
    decide_chance = staticmethod(loops.decide_chance)
    roll_on = staticmethod(loops.roll_on)
    play_on = staticmethod(loops.play_on)
    who_won = staticmethod(loops.who_won)
    turn = staticmethod(loops.turn)
    hide = staticmethod(loops.hide)
    fill = staticmethod(loops.fill)
    end_worth = staticmethod(loops.end_worth)
    game_seed = staticmethod(loops.game_seed)
    random_games = staticmethod(loops.random_games)
    inspect = staticmethod(loops.inspect)
    checked_games = staticmethod(loops.checked_games)
    perft = staticmethod(loops.perft)


D = TypeVar("D", bound=Doors)


@dataclass(frozen=True)
class CompiledPart(Generic[D]):
    """How a part of a game is made. `exercise` calls each door that will be needed once, which compiles or loads it."""

    name: str
    what: str
    kind: type[D]
    templates: tuple[ModuleType, ...]
    scope: Callable[[Game, bool], Scope]  # what the templates name, compiled or not
    exercise: Callable[[Game, D], None]


@dataclass
class Made:
    """A part over one game's rules."""

    doors: Any
    plain: Scope  # the functions, uncompiled
    native: Scope | None = None  # the functions as other templates call them, once they were bound
    compiled: bool = False  # whether the doors are
    asked: bool = False  # whether compiled ones have been looked for


_making = threading.RLock()
_compiling = threading.RLock()
_made: dict[tuple[str, str], Made] = {}


def at_once(game: Game, part: CompiledPart[D], hurry: bool = True) -> D:
    """The doors as they are now; compiled ones follow by themselves, before others if there is a hurry."""
    made = _made.get((game.definition.package, part.name))
    if made is None or not made.asked:
        made = _plain(game, part)
        made.asked = True
        if not (disabled() or made.compiled or load(game, part)):
            from coven.core import compiling

            compiling.begin(game, hurry)
    doors: D = made.doors
    return doors


def wait_for(game: Game, part: CompiledPart[D]) -> D:
    """The compiled doors, for those to whom speed is the point: compiled here if they are nowhere yet."""
    if part.name != RULES.name:
        wait_for(game, RULES)
    made = _plain(game, part)
    if not (disabled() or made.compiled or load(game, part)):
        _compile(game, part, made)
    doors: D = made.doors
    return doors


def is_compiled(game: Game, part: CompiledPart[D]) -> bool:
    """Whether a part's doors are compiled by now."""
    made = _made.get((game.definition.package, part.name))
    return made is not None and made.compiled


def functions(game: Game, part: CompiledPart[D], native: bool) -> Scope:
    """The functions of a part for other templates to name, compiled or not."""
    made = _plain(game, part)
    if not native or disabled():
        return made.plain
    if made.native is None:
        with _compiling:
            made.native = _bind(game, part, None)[0]
    return made.native


def _plain(game: Game, part: CompiledPart[D]) -> Made:
    key = game.definition.package, part.name
    with _making:
        if key not in _made:
            plain: Scope = {}
            named = part.scope(game, False)
            for module in part.templates:
                plain |= instantiate(module, {**named, **plain})
            _made[key] = Made(
                part.kind({name: blaming(game.blame, door) for name, door in plain.items()}), plain
            )
        return _made[key]


def _bind(game: Game, part: CompiledPart[D], folder: Any) -> tuple[Scope, Scope, list[list[bool]]]:
    """The functions of a part as others call them and as Python does, and what allows them to compile."""
    cache.aim()
    from coven.core.native import Instance

    named = part.scope(game, True)
    inner: Scope = {}
    doors: Scope = {}
    leave = []
    for module in part.templates:
        made = Instance(module, {**named, **inner}, game.definition.package, folder)
        inner |= made.inner
        doors |= made.doors
        leave.append(made.may_compile)
    return inner, doors, leave


def load(game: Game, part: CompiledPart[D]) -> bool:
    """Let compiled doors take over, if they are kept somewhere whole. What can't be trusted is thrown away."""
    made = _plain(game, part)
    with _compiling:
        if made.compiled:
            return True
        folder = kept(game, part)
        if folder is None:
            return False
        try:
            _take_over(game, part, made, folder, compile=False)
        except Exception as problem:  # whatever a file that is not what it should be makes of Numba
            _throw_away(game, part, f"{part.what} can't be loaded ({problem!r})")
            return False
        return True


def kept(game: Game, part: CompiledPart[D]) -> Any:
    """The folder that holds a compiled part; None if there is none, or it can't be trusted and is thrown away."""
    from coven.core import compiling

    try:
        return cache.complete_folder(game.definition.package, part.name)
    except (BadCache, OSError) as problem:
        if not compiling.leaves_to_others():
            _throw_away(game, part, str(problem))
        return None


def _throw_away(game: Game, part: CompiledPart[D], why: str) -> None:
    from coven.core import compiling

    compiling.notice(game, why)
    cache.throw_away(game.definition.package, part.name)


def _take_over(game: Game, part: CompiledPart[D], made: Made, folder: Any, *, compile: bool) -> None:
    inner, doors, leave = _bind(game, part, folder)
    for may_compile in leave:
        may_compile[0] = compile
    part.exercise(game, part.kind(doors))
    for may_compile in leave:
        may_compile[0] = True
    if made.native is None:
        made.native = inner
    made.doors.__dict__.update(doors)
    made.compiled = True


def _compile(game: Game, part: CompiledPart[D], made: Made) -> None:
    """Compile a part here and keep it; another process that is at it already is waited for."""
    from coven.core import compiling

    package = game.definition.package
    with _compiling:
        if made.compiled:
            return
        began = time.monotonic()
        print(f"Compiling {part.what} of {game.title}, once (up to a minute) …", file=sys.stderr, flush=True)
        try:
            folder = cache.open_folder(package, part.name)
        except (OSError, BadCache) as problem:
            compiling.trouble(f"compiled code can't be kept: {problem}")
            _take_over(game, part, made, None, compile=True)
        else:
            with cache.held(folder, wait=True):
                if not load(game, part):
                    _compile_into(game, part, made, folder)
                    keep(folder)
        print(f"… done in {time.monotonic() - began:.0f} s.", file=sys.stderr, flush=True)


def _compile_into(game: Game, part: CompiledPart[D], made: Made, folder: Any) -> None:
    """Compile a part, with what an interrupted try has left; anew if that can't be used."""
    from numba.core.errors import NumbaError

    try:
        _take_over(game, part, made, folder, compile=True)
    except NumbaError:
        raise
    except Exception:
        cache.throw_away(game.definition.package, part.name)
        _take_over(game, part, made, folder, compile=True)


def keep(folder: Any) -> None:
    """Seal a folder that has been compiled into, unless something could not be written."""
    from coven.core import compiling, inside

    try:
        if inside.unwritten:
            first = inside.unwritten[0]
            inside.unwritten.clear()
            raise first
        cache.seal(folder)
    except OSError as problem:
        compiling.trouble(f"compiled code can't be kept: {problem}")


def rule_doors(game: Game) -> RuleDoors:
    """The doors of core/loops.py over a game's rules, as they are now."""
    return at_once(game, RULES)


def compiled_rules(game: Game) -> RuleDoors:
    """The same compiled, waited for."""
    from numba.core.errors import NumbaError

    try:
        return wait_for(game, RULES)
    except NumbaError as problem:
        where = getattr(game.implementation.rules, "__name__", game.definition.package)
        raise BrokenGame(game.name, where, [f"its rules can't be compiled: {problem}"]) from problem


def rule_scope(game: Game, native: bool) -> Scope:
    """What every template may name: the game's rules, and the most moves a position can offer."""
    return {"rules": native_rules(game) if native else game.rules, "MOST": game.implementation.most_legal}


_natives: dict[str, Rules] = {}


def native_rules(game: Game) -> Rules:
    """A game's rules as compiled functions call them."""
    package = game.definition.package
    with _compiling:
        if package not in _natives:
            _natives[package] = whole_rules(package, game.implementation.rules, native=True)
        return _natives[package]


def whole_rules(package: str, rules: NeededRules, native: bool) -> Rules:
    """A game's rules with plain ones for what they leave out."""
    from coven.core import plain

    whole: Any = ModuleType(f"{package}.whole_rules")
    missing = [name for name in OPTIONAL if not hasattr(rules, name)]
    if native:
        from coven.core.native import Instance
        from coven.core.native import native as compiled

        stand_in = Instance(plain, {"rules": whole}, package).inner if missing else {}
    else:
        stand_in = instantiate(plain, {"rules": whole}) if missing else {}
    for name in NEEDED | OPTIONAL:
        own = stand_in[name] if name in missing else getattr(rules, name)
        setattr(whole, name, compiled(own) if native else own)
    whole.VERSION = rules.VERSION
    return whole  # type: ignore[no-any-return]


def _exercise(game: Game, doors: RuleDoors) -> None:
    tables = game.tables
    scratch = game.scratch
    players = game.players.start
    numbers = game.numbers(players, {})
    states = np.zeros(1, game.dtype)
    out, weights, told = scratch.moves, scratch.weights, scratch.told
    doors.start(states, tables, 0, players, numbers)
    doors.who(states, 0)
    doors.list_chances(states, tables, 0, out, weights)
    doors.play(states, tables, 0, -1, out, weights, told)
    doors.roll_on(states, tables, 0, 1, 0, out, weights, told)
    doors.list_legal(states, tables, 0, out)
    doors.play_on(states, tables, 0, -1, 1, 0, out, weights, told)
    doors.who_won(states, tables, 0)
    doors.turn(states, 0)
    doors.hide(states, tables, 0, -1)
    doors.fill(states, tables, 0, -1, 1)
    doors.end_worth(states, tables, 0, 0, 0)
    doors.inspect(states, tables, 0)
    doors.game_seed(1, 0)
    doors.random_games(tables, np.zeros(1, game.dtype), np.zeros(1, np.int64), players, numbers, 1, 0)


RULES = CompiledPart("rules", "the rules", RuleDoors, (loops,), rule_scope, _exercise)
