"""The component file of The Witches: what it must hold, and the tables made from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from coven.core.components import SURENESS, Checker, Data, empty
from coven.core.fields import dtype_of
from coven.core.seats import SEATS
from coven.games.witches import state as s

SCHEMA = 1
STARTS = ("", "green", "purple")  # numbered as in the tables
GREEN_SQUARES = 10
PURPLE_SQUARES = 5
FACES = [0, 2, 3, 4, 5, 6]
DICE = 4
WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
# The numbers of players a mode is made for.
PLAYERS = {"competitive": (2, 3, 4), "expert": (2, 3, 4), "coop": (2, 3, 4), "solo": (1,)}
NUMBER = (int, float)
PROBLEM = {"id": str, "name": str, "count": int, "difficulty": int, "points": int}
# The kinds that single effects and tiles are about: exactly one of each.
EASY_MARKS = ("pig", "sheep", "death")
HARD_MARKS = ("bela",)

Keys = dict[str, Any]


def check(c: Checker) -> None:
    """Name every reason why no game could be played with these components."""
    known = {"schema", "name"} | SECTIONS.keys()
    for key in c.data:
        c.need(key in known, key, "is not a known section")
    for name, (keys, look) in SECTIONS.items():
        section = c.section(name, keys)
        if section is not None:
            look(c, section)


# -- what the sections share --------------------------------------------------------------------------------


def _entry(c: Checker, where: str, entry: Any, keys: Keys, optional: Keys) -> bool:
    """Whether an entry has these keys, of the right types, so that the rest of it can be looked at."""
    if not isinstance(entry, dict):
        c.fault(where, f"must be a table with {', '.join(keys)}")
        return False
    good = True
    for key, value in entry.items():
        if key.startswith("sure"):
            known = isinstance(value, str) and value in SURENESS
            c.need(known, f"{where}.{key}", f"must be one of {', '.join(SURENESS)}, not {value!r}")
        elif key not in keys and key not in optional:
            c.fault(f"{where}.{key}", f"is not a known key; known are {', '.join((*keys, *optional))}")
        else:
            kind = keys.get(key) or optional[key]
            typed = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
            good &= c.need(typed, f"{where}.{key}", f"is of the wrong type: {value!r}")
    for key in keys:
        good &= c.need(key in entry, f"{where}.{key}", "is missing")
    return good


def _entries(
    c: Checker, where: str, entries: list[Any], number: int, keys: Keys, optional: Keys
) -> Iterator[tuple[str, Data]]:
    """The entries that can be used, each with where it stands; so many there must be."""
    c.need(len(entries) == number, where, f"must hold {number} entries, not {len(entries)}")
    for i, entry in enumerate(entries):
        if _entry(c, f"{where}[{i}]", entry, keys, optional):
            yield f"{where}[{i}]", entry


def _word(c: Checker, where: str, id: str, seen: set[str]) -> None:
    """Ids make up the notation, which is read without regard to case."""
    c.need(bool(WORD.fullmatch(id)), f"{where}.id", f"must be a word of letters and digits, not {id!r}")
    c.need(id.casefold() not in seen, f"{where}.id", f"{id!r} stands twice")
    seen.add(id.casefold())


def _spot(c: Checker, where: str, spot: Data) -> None:
    for key in ("x", "y"):
        c.need(0 <= spot[key] <= 100, f"{where}.{key}", f"must be between 0 and 100, not {spot[key]!r}")


def _listed(c: Checker, section: str, key: str) -> list[Data]:
    """The tables of another section's list, as far as it can be read."""
    table = c.data.get(section)
    entries = table.get(key) if isinstance(table, dict) else None
    return [entry for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []


def _ids(c: Checker, section: str, key: str) -> list[str]:
    return [str(entry.get("id")) for entry in _listed(c, section, key)]


# -- the sections -------------------------------------------------------------------------------------------


def _board(c: Checker, section: Data) -> None:
    seen: set[str] = set()
    seen_spaces: set[str] = set()
    starts: list[str] = []
    rooms: dict[str, int] = {}
    keys: Keys = {"id": str, "name": str, "spaces": list}
    for where, place in _entries(c, "board.locations", section["locations"], s.LOCATIONS, keys, {"fr": str}):
        _word(c, where, place["id"], seen)
        c.need(bool(place["name"]), f"{where}.name", "must not be empty")
        c.need(len(place["spaces"]) > 0, f"{where}.spaces", "must hold at least one space")
        rooms[place["id"]] = len(place["spaces"])
        for j, space in enumerate(place["spaces"]):
            here = f"{where}.spaces[{j}]"
            starts.append(str(space.get("start")) if isinstance(space, dict) else "")
            if _entry(c, here, space, {"id": str, "x": NUMBER, "y": NUMBER, "start": str}, {}):
                _word(c, here, space["id"], seen_spaces)
                _spot(c, here, space)
                known = space["start"] in STARTS
                c.need(known, f"{here}.start", f"must be green, purple or empty, not {space['start']!r}")
    c.need(len(starts) == s.SPACES, "board.locations", f"must have {s.SPACES} spaces, not {len(starts)}")
    for colour, number in (("green", GREEN_SQUARES), ("purple", PURPLE_SQUARES)):
        found = starts.count(colour)
        c.need(found == number, "board.locations", f"{number} spaces must start {colour}, not {found}")
    cottage = section["cottage"]
    c.need(rooms.get(cottage) == 1, "board.cottage", f"must be a location with one space, not {cottage!r}")
    if _entry(c, "board.dungeon", section["dungeon"], {"x": NUMBER, "y": NUMBER}, {"fr": str}):
        _spot(c, "board.dungeon", section["dungeon"])
    if _entry(c, "board.boxes", section["boxes"], {"x": NUMBER, "y": NUMBER}, {}):
        _spot(c, "board.boxes", section["boxes"])


def _paths(c: Checker, section: Data) -> None:
    places = _ids(c, "board", "locations")
    near: dict[str, set[str]] = {place: set() for place in places}
    for i, path in enumerate(section["list"]):
        where = f"paths.list[{i}]"
        if not (isinstance(path, list) and len(path) == 2 and all(isinstance(end, str) for end in path)):
            c.fault(where, "must be [location, location]")
            continue
        a, b = path
        unknown = [end for end in path if end not in near]
        for end in unknown:
            c.fault(where, f"there is no location {end!r}")
        c.need(a != b, where, "joins a location with itself")
        if not unknown:
            c.need(b not in near[a], where, f"{a} and {b} are joined twice")
            near[a].add(b)
            near[b].add(a)
    reached = set(places[:1])
    fresh = set(reached)
    while fresh:
        fresh = {there for here in fresh for there in near[here]} - reached
        reached |= fresh
    for place in near:
        c.need(place in reached, "paths.list", f"no way leads from {places[0]} to {place}")


def _problems(
    c: Checker, where: str, section: Data, number: int, marks: tuple[str, ...], seen: set[str], more: Keys
) -> None:
    marked: list[str] = []
    keys: Keys = {**PROBLEM, **more}
    for here, problem in _entries(c, where, section["list"], number, keys, dict.fromkeys(marks, bool)):
        _word(c, here, problem["id"], seen)
        c.need(bool(problem["name"]), f"{here}.name", "must not be empty")
        c.whole(f"{here}.count", problem["count"], 1, 60)
        c.whole(f"{here}.difficulty", problem["difficulty"], 1, 60)
        c.whole(f"{here}.points", problem["points"], 0, 20)
        marked += [mark for mark in marks if problem.get(mark)]
        if more:
            failure = problem["failure"]
            known = failure in s.FAILURES
            c.need(known, f"{here}.failure", f"must be one of {', '.join(s.FAILURES)}, not {failure!r}")
    for mark in marks:
        c.need(marked.count(mark) == 1, where, f"exactly one must be marked {mark}, not {marked.count(mark)}")


def _easy_problems(c: Checker, section: Data) -> None:
    _problems(c, "easy_problems.list", section, s.EASY, EASY_MARKS, set(), {})


def _hard_problems(c: Checker, section: Data) -> None:
    easy = {id.casefold() for id in _ids(c, "easy_problems", "list")}
    _problems(c, "hard_problems.list", section, s.HARD, HARD_MARKS, easy, {"failure": str})


def _boxes(c: Checker, section: Data) -> None:
    for kind, squares in (("easy", GREEN_SQUARES), ("hard", PURPLE_SQUARES)):
        numbers = [problem.get("count") for problem in _listed(c, f"{kind}_problems", "list")]
        tiles = sum(number for number in numbers if isinstance(number, int))
        rows = section[kind]
        c.need(len(rows) == SEATS, f"boxes.{kind}", f"must hold {SEATS} rows, not {len(rows)}")
        for i, row in enumerate(rows):
            where = f"boxes.{kind}[{i}]"
            if not isinstance(row, list):
                c.fault(where, f"must hold {s.BOXES} numbers")
            elif c.numbers(where, row, s.BOXES, 0, 60):
                wanted = squares + sum(row)
                c.need(wanted <= tiles, where, f"the squares and boxes need {wanted} {kind} tiles of {tiles}")
    for i, pair in enumerate(zip(section["easy"], section["hard"], strict=False)):
        empty_row = all(isinstance(row, list) and not any(row) for row in pair)
        c.need(not empty_row, "boxes", f"must hold a tile with {i + 1} players")


def _supplies(c: Checker, section: Data) -> None:
    for what in ("cackles", "crises", "aliss"):
        modes = section[what]
        for mode in modes:
            c.need(mode in s.MODES, f"supplies.{what}.{mode}", f"is not one of {', '.join(s.MODES)}")
        for mode, players in PLAYERS.items():
            where = f"supplies.{what}.{mode}"
            if c.need(isinstance(modes.get(mode), list), where, f"must hold {len(players)} numbers"):
                c.numbers(where, modes[mode], len(players), 1, 60)


def _dice(c: Checker, section: Data) -> None:
    c.need(section["number"] == DICE, "dice.number", f"must be {DICE}: the rules know no other")
    c.need(section["faces"] == FACES, "dice.faces", f"must be {FACES}: the rules know no other")


def _cards(c: Checker, section: Data) -> None:
    places = _ids(c, "board", "locations")
    problems = _ids(c, "easy_problems", "list") + _ids(c, "hard_problems", "list")
    seen: set[str] = set()
    named: set[str] = set()
    keys: Keys = {"id": str, "name": str, "symbol": str, "effect": str, "location": str}
    optional: Keys = {"power": str, "against": list}
    for where, card in _entries(c, "cards.list", section["list"], s.CARDS, keys, optional):
        _word(c, where, card["id"], seen)
        c.need(bool(card["name"]), f"{where}.name", "must not be empty")
        for key, allowed in (("symbol", s.SYMBOL_NAMES), ("effect", s.EFFECTS), ("power", s.POWER_NAMES)):
            known = key not in card or card[key] in allowed
            c.need(known, f"{where}.{key}", f"must be one of {', '.join(allowed)}, not {card.get(key)!r}")
        c.need(card["location"] in places, f"{where}.location", f"there is no location {card['location']!r}")
        named.add(card["location"])
        bound = bool(card.get("against")) == (card["effect"] == "plus four")
        c.need(bound, f"{where}.against", "a plus four says against which problems; no other card does")
        for id in card.get("against", ()):
            c.need(id in problems, f"{where}.against", f"there is no problem {id!r}")
    for place in places:
        c.need(place in named, "cards.list", f"no card names {place}")
    for name in s.POWER_NAMES:
        held = sum(isinstance(card, dict) and card.get("power") == name for card in section["list"])
        c.need(
            held == s.EACH_POWER,
            "cards.list",
            f"{s.EACH_POWER} cards must have the power of {name}, not {held}",
        )


SECTIONS: dict[str, tuple[dict[str, type], Callable[[Checker, Data], None]]] = {
    "board": ({"cottage": str, "dungeon": dict, "boxes": dict, "locations": list}, _board),
    "paths": ({"list": list}, _paths),
    "easy_problems": ({"list": list}, _easy_problems),
    "hard_problems": ({"list": list}, _hard_problems),
    "boxes": ({"easy": list, "hard": list}, _boxes),
    "supplies": ({"cackles": dict, "crises": dict, "aliss": dict}, _supplies),
    "dice": ({"number": int, "faces": list}, _dice),
    "cards": ({"list": list}, _cards),
}


# -- the tables ---------------------------------------------------------------------------------------------


def build(data: Data) -> npt.NDArray[Any]:
    """The tables the rules read, from data that has passed `check`."""
    tables = empty(dtype_of(s.Tables))
    t = tables[0]
    _build_board(t, data)
    _build_problems(t, data)
    _build_supplies(t, data)
    _build_cards(t, data)
    return tables


def _build_board(t: np.record, data: Data) -> None:
    places = [place["id"] for place in data["board"]["locations"]]
    space = 0
    for location, place in enumerate(data["board"]["locations"]):
        if place["id"] == data["board"]["cottage"]:
            t.cottage = space
        for entry in place["spaces"]:
            t.location[space] = location
            t.spaces[location] |= 1 << space
            t.start[space] = STARTS.index(entry["start"])
            space += 1
    near = [0] * s.LOCATIONS
    for ends in data["paths"]["list"]:
        a, b = (places.index(end) for end in ends)
        near[a] |= int(t.spaces[b])
        near[b] |= int(t.spaces[a])
    for space in range(s.SPACES):
        location = int(t.location[space])
        t.near[space] = near[location]
        t.same[space] = int(t.spaces[location]) & ~(1 << space)


def _build_problems(t: np.record, data: Data) -> None:
    problems = data["easy_problems"]["list"] + data["hard_problems"]["list"]
    for kind, problem in enumerate(problems):
        t.count[kind] = problem["count"]
        t.difficulty[kind] = problem["difficulty"]
        t.points[kind] = problem["points"]
        t.failure[kind] = s.FAILURES.index(problem.get("failure", "none"))
        for mark in (*EASY_MARKS, *HARD_MARKS):
            t[f"is_{mark}"][kind] = problem.get(mark, False)


def _build_supplies(t: np.record, data: Data) -> None:
    for i in range(SEATS):
        t.box_easy[i + 1] = data["boxes"]["easy"][i]
        t.box_hard[i + 1] = data["boxes"]["hard"][i]
    for what in ("cackles", "crises", "aliss"):
        for mode, players in PLAYERS.items():
            for number, seats in zip(data["supplies"][what][mode], players, strict=True):
                t[what][s.MODES.index(mode), seats] = number


def _build_cards(t: np.record, data: Data) -> None:
    places = [place["id"] for place in data["board"]["locations"]]
    problems = [problem["id"] for problem in data["easy_problems"]["list"] + data["hard_problems"]["list"]]
    for i, card in enumerate(data["cards"]["list"]):
        t.card_symbol[i] = s.SYMBOL_NAMES.index(card["symbol"])
        t.card_effect[i] = s.EFFECTS.index(card["effect"])
        t.card_location[i] = places.index(card["location"])
        t.card_power[i] = s.POWER_NAMES.index(card["power"]) if "power" in card else -1
        if "power" in card:
            name = s.POWER_NAMES.index(card["power"])
            t.power_cards[name, int(np.count_nonzero(t.card_power[:i] == name))] = i
        t.card_against[i] = sum(1 << problems.index(id) for id in set(card.get("against", ())))
