"""Witchstone's component file: what it must hold, and the tables made from it."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from coven.core.components import Checker, Data, empty
from coven.core.fields import dtype_of
from coven.core.seats import SEATS
from coven.games.witchstone import cells
from coven.games.witchstone import state as s

SCHEMA = 1
BONUS_PATTERN = re.compile(r"bonus ([EWPC])([1-6])")


def check(c: Checker) -> None:
    """Name every reason why no game could be played with these components."""
    known = {"schema", "name"} | SECTIONS.keys()
    for key in c.data:
        c.need(key in known, key, "is not a known section")
    for name, (keys, look) in SECTIONS.items():
        section = c.section(name, keys)
        if section is not None:
            look(c, section)


def _locations(c: Checker, section: Data) -> None:
    seen: set[str] = set()
    types: list[str] = []
    c.need(len(section["list"]) == s.PLACES, "locations.list", f"must hold {s.PLACES} locations")
    for i, place in enumerate(section["list"]):
        where = f"locations.list[{i}]"
        if not isinstance(place, dict) or set(place) != {"id", "type", "angle", "radius"}:
            c.fault(where, "must be a table with id, type, angle and radius")
            continue
        good = isinstance(place["id"], str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", place["id"])
        c.need(bool(good), f"{where}.id", "must be a word of letters and digits")
        name = str(place["id"]).casefold()  # notation is read whatever its case
        c.need(name not in seen, f"{where}.id", f"{place['id']!r} stands twice")
        c.need(place["type"] in s.PLACE_TYPES, f"{where}.type", f"is not one of {', '.join(s.PLACE_TYPES)}")
        c.need(_is_number(place["angle"]), f"{where}.angle", "must be a number of degrees")
        good_radius = _is_number(place["radius"]) and 0 <= place["radius"] <= 1
        c.need(good_radius, f"{where}.radius", "must be between 0 and 1")
        seen.add(name)
        types.append(place["type"])
    c.need(types.count("stone") == 1, "locations", "exactly one must be of type stone")
    c.need(types.count("tower") >= SEATS, "locations", f"at least {SEATS} must be towers")


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_cell(value: Any) -> bool:
    return isinstance(value, str) and value in cells.BY_NAME


def _connections(c: Checker, section: Data) -> None:
    listed = c.data.get("locations", {})
    entries = listed.get("list") if isinstance(listed, dict) else None
    entries = entries if isinstance(entries, list) else []
    places = [p["id"] for p in entries if isinstance(p, dict) and isinstance(p.get("id"), str)]
    ends: set[frozenset[str]] = set()
    c.need(1 <= len(section["list"]) <= s.LINKS, "connections.list", f"must hold 1 to {s.LINKS} connections")
    joined: dict[str, set[str]] = {}
    for i, link in enumerate(section["list"]):
        where = f"connections.list[{i}]"
        if not (isinstance(link, list) and len(link) == 3 and all(isinstance(end, str) for end in link[:2])):
            c.fault(where, "must be [place, place, length]")
            continue
        a, b, length = link
        known = all([c.need(end in places, where, f"there is no location {end!r}") for end in (a, b)])
        c.whole(f"{where} length", length, 1, 3)
        c.need(a != b, where, "joins a place with itself")
        c.need(frozenset((a, b)) not in ends, where, f"{a} and {b} are joined twice")
        ends.add(frozenset((a, b)))
        if known:
            joined.setdefault(a, set()).add(b)
            joined.setdefault(b, set()).add(a)
    reached = {places[0]} if places else set()
    edge = list(reached)
    while edge:
        fresh = joined.get(edge.pop(), set()) - reached
        reached |= fresh
        edge += fresh
    for place in places:
        if place not in joined:
            c.fault("connections.list", f"no connection reaches {place}")
        elif place not in reached:
            c.fault("connections.list", f"{place} is not connected with {places[0]}")


def _magic_tokens(c: Checker, section: Data) -> None:
    names = (*s.SYMBOLS, "points")
    if c.counts("magic_tokens.counts", section["counts"], names, s.PLACES - 1, 60):
        c.whole("magic_tokens.counts.P", section["counts"]["P"], 0, s.MOST_PENTAGRAM_TOKENS)


def _hex_tiles(c: Checker, section: Data) -> None:
    c.need(
        sorted(map(str, section["pairs"])) == sorted(s.PAIR_NAMES),
        "hex_tiles.pairs",
        f"must be each of {' '.join(s.PAIR_NAMES)} once",
    )


def _special_tiles(c: Checker, section: Data) -> None:
    c.counts("special_tiles.counts", section["counts"], s.PAIR_NAMES, 3, 40)


def _owl_tiles(c: Checker, section: Data) -> None:
    c.numbers("owl_tiles.values", section["values"], 5, 0, 20)


def _player(c: Checker, section: Data) -> None:
    c.whole("player.small_witches", section["small_witches"], 1, s.MOST_WITCHES)
    c.whole("player.energy", section["energy"], 1, 100)


def _stone_bonus(c: Checker, section: Data) -> None:
    c.numbers("stone_bonus.points", section["points"], SEATS, 0, 20)


def _shelves(c: Checker, section: Data) -> None:
    c.numbers("shelves.action", section["action"], 3, 1, 28)
    c.numbers("shelves.token", section["token"], 3, 1, 28)


def _cauldron(c: Checker, section: Data) -> None:
    used: dict[str, str] = {}

    def claim(where: str, cell: Any) -> None:
        if c.need(_is_cell(cell), where, f"there is no cell {cell!r}; cells are a1 to g4"):
            c.need(cell not in used, where, f"{cell} is already {used.get(cell)}")
            used[cell] = where

    for cell in section["printed"]:
        claim("cauldron.printed", cell)
    c.need(
        sorted(map(str, section["printed"].values())) == sorted(s.SYMBOLS),
        "cauldron.printed",
        f"must show each of {' '.join(s.SYMBOLS)} once",
    )
    claim("cauldron.black", section["black"])
    c.need(len(section["crystals"]) == 6, "cauldron.crystals", "must name 6 cells")
    for cell in section["crystals"]:
        claim("cauldron.crystals", cell)
    exits = section["exits"]
    c.need(sorted(exits) == sorted(s.SYMBOLS), "cauldron.exits", f"must name {' '.join(s.SYMBOLS)} once each")
    for symbol, border in exits.items():
        where = f"cauldron.exits.{symbol}"
        if c.need(isinstance(border, list) and len(border) > 0, where, "must list at least one cell"):
            for cell in border:
                known = c.need(_is_cell(cell), where, f"there is no cell {cell!r}")
                if known:
                    middle = cells.distance(cells.BY_NAME[cell], cells.BY_NAME["d4"])
                    c.need(middle == cells.SIDE - 1, where, f"{cell} is not on the border")


def _pentagram(c: Checker, section: Data) -> None:
    spaces = section["spaces"]
    c.need(5 <= len(spaces) <= s.SPACES, "pentagram.spaces", f"must hold 5 to {s.SPACES} spaces")
    for i, space in enumerate(spaces):
        allowed = ("start",) if i == 0 else ("light", "owl", "special")
        c.need(space in allowed, f"pentagram.spaces[{i}]", f"must be {' or '.join(allowed)}, not {space!r}")
    c.need(spaces.count("owl") == 2, "pentagram.spaces", "must hold 2 owl spaces")
    c.need(spaces.count("special") == 3, "pentagram.spaces", "must hold 3 special spaces")


def _wand(c: Checker, section: Data) -> None:
    spaces = section["spaces"]
    c.need(1 <= len(spaces) < s.SPACES, "wand.spaces", f"must hold 1 to {s.SPACES - 1} spaces")
    for i, space in enumerate(spaces):
        good = isinstance(space, str) and (
            space in ("light", "bonus scroll")
            or BONUS_PATTERN.fullmatch(space)
            or space in {f"score {what}" for what in s.SCORED}
        )
        c.need(
            bool(good),
            f"wand.spaces[{i}]",
            f"{space!r} is not light, bonus scroll, bonus E1 (symbol E W P C, number) or score "
            + "/".join(s.SCORED),
        )
    bonuses = [space for space in map(str, spaces) if space.startswith("bonus")]
    c.need(len(bonuses) <= s.MOST_BONUSES, "wand.spaces", f"at most {s.MOST_BONUSES} may be bonus spaces")
    steps = [space for space in bonuses if space.startswith("bonus P")]
    c.need(
        len(steps) <= s.MOST_PENTAGRAM_BONUSES,
        "wand.spaces",
        f"at most {s.MOST_PENTAGRAM_BONUSES} bonuses may be for the pentagram",
    )


def _scrolls(c: Checker, section: Data) -> None:
    ids: set[str] = set()
    spells: list[str] = []
    total = 0
    c.need(
        s.SLOTS <= len(section["list"]) <= s.SCROLLS,
        "scrolls.list",
        f"must hold {s.SLOTS} to {s.SCROLLS} kinds of scroll",
    )
    for i, scroll in enumerate(section["list"]):
        where = f"scrolls.list[{i}]"
        if (
            not isinstance(scroll, dict)
            or len(set(scroll) - {"id", "count"}) != 1
            or not {"id", "count"} <= set(scroll)
        ):
            c.fault(where, "must have id, count, and one of spell, group, counts, witches, linked")
            continue
        good = isinstance(scroll["id"], str) and re.fullmatch(r"[A-Za-z][A-Za-z0-9-]*", scroll["id"])
        if c.need(bool(good), f"{where}.id", "must be a word of letters, digits and -"):
            c.need(scroll["id"].casefold() not in ids, f"{where}.id", f"{scroll['id']!r} stands twice")
            ids.add(scroll["id"].casefold())
        if c.whole(f"{where}.count", scroll["count"], 1, 60):
            total += scroll["count"]
        kind = (set(scroll) - {"id", "count"}).pop()
        what = scroll[kind]
        if kind == "spell":
            c.need(what == "any" or what in tuple(s.SYMBOLS), f"{where}.spell", "must be any or a symbol")
            c.need(what not in spells, f"{where}.spell", f"{what!r} stands twice: raise its count instead")
            spells.append(what)
        elif kind == "group":
            c.need(what in tuple(s.SYMBOLS), f"{where}.group", f"must be one of {' '.join(s.SYMBOLS)}")
        elif kind == "counts":
            c.need(what in s.COUNTED, f"{where}.counts", f"must be one of {', '.join(s.COUNTED)}")
        elif kind in ("witches", "linked"):
            three = isinstance(what, list) and len(what) == 3 and all(p in s.PROPHECY_PLACES for p in what)
            c.need(three, f"{where}.{kind}", f"must list three of {', '.join(s.PROPHECY_PLACES)}")
        else:
            c.fault(f"{where}.{kind}", "is not one of spell, group, counts, witches, linked")
    c.need(s.SLOTS <= total <= 120, "scrolls", f"must be {s.SLOTS} to 120 cards, not {total}")


SECTIONS: dict[str, tuple[dict[str, type], Callable[[Checker, Data], None]]] = {
    "locations": ({"list": list}, _locations),
    "connections": ({"list": list}, _connections),
    "magic_tokens": ({"counts": dict}, _magic_tokens),
    "hex_tiles": ({"pairs": list}, _hex_tiles),
    "special_tiles": ({"counts": dict}, _special_tiles),
    "owl_tiles": ({"values": list}, _owl_tiles),
    "player": ({"small_witches": int, "energy": int}, _player),
    "stone_bonus": ({"points": list}, _stone_bonus),
    "shelves": ({"action": list, "token": list}, _shelves),
    "cauldron": ({"printed": dict, "black": str, "crystals": list, "exits": dict}, _cauldron),
    "pentagram": ({"spaces": list}, _pentagram),
    "wand": ({"spaces": list}, _wand),
    "scrolls": ({"list": list}, _scrolls),
}


def build(data: Data) -> npt.NDArray[Any]:
    """The tables the rules read, from data that has passed `check`."""
    tables = empty(dtype_of(s.Tables))
    t = tables[0]
    _build_cauldron(t, data)
    _build_ball(t, data)
    _build_tracks(t, data)
    _build_scrolls(t, data)
    for pair, name in enumerate(s.PAIR_NAMES):
        t.pair_a[pair], t.pair_b[pair] = s.SYMBOLS.index(name[0]), s.SYMBOLS.index(name[1])
        t.special_count[pair] = data["special_tiles"]["counts"][name]
    for token, name in enumerate((*s.SYMBOLS, "points")):
        t.token_count[token] = data["magic_tokens"]["counts"][name]
    t.owl_values[:] = data["owl_tiles"]["values"]
    t.small_witches = data["player"]["small_witches"]
    t.energy = data["player"]["energy"]
    for i, players in enumerate((2, 3, 4)):
        t.shelf_room[players, :6] = data["shelves"]["action"][i]
        t.shelf_room[players, 6] = data["shelves"]["token"][i]
    return tables


def _build_cauldron(t: np.record, data: Data) -> None:
    for a in range(s.CELLS):
        for b in range(s.CELLS):
            apart = cells.distance(a, b)
            t.distance[a, b] = apart
            if apart == 1:
                t.near[a] |= 1 << b
            for steps in range(apart, 7):
                if apart:
                    t.within[a, steps] |= 1 << b
        for symbol, border in data["cauldron"]["exits"].items():
            steps = min(cells.distance(a, cells.BY_NAME[cell]) for cell in border)
            t.exit_cost[a, s.SYMBOLS.index(symbol)] = steps + 1
    for edge, (a, b) in enumerate(cells.EDGES):
        t.edge_a[edge], t.edge_b[edge] = a, b
        t.edge_cells[edge] = 1 << a | 1 << b
    for cell, symbol in data["cauldron"]["printed"].items():
        t.printed[s.SYMBOLS.index(symbol)] = cells.BY_NAME[cell]
    t.black_start = cells.BY_NAME[data["cauldron"]["black"]]
    t.crystal_start = sum(1 << cells.BY_NAME[cell] for cell in data["cauldron"]["crystals"])


def _build_ball(t: np.record, data: Data) -> None:
    names = [place["id"] for place in data["locations"]["list"]]
    for place, entry in enumerate(data["locations"]["list"]):
        kind = s.PLACE_TYPES.index(entry["type"])
        t.place_type[place] = kind
        t.type_places[kind] |= 1 << place
        if kind == s.STONE:
            t.stone = place
    t.links = len(data["connections"]["list"])
    for link, (a, b, length) in enumerate(data["connections"]["list"]):
        t.link_a[link], t.link_b[link], t.link_length[link] = names.index(a), names.index(b), length
    t.stone_bonus[:] = data["stone_bonus"]["points"]


def _build_tracks(t: np.record, data: Data) -> None:
    slots = {"owl": 0, "special": 0}
    t.pentagram = len(data["pentagram"]["spaces"])
    for space, kind in enumerate(data["pentagram"]["spaces"]):
        t.pentagram_kind[space] = {"owl": s.OWL, "special": s.SPECIAL}.get(kind, s.LIGHT)
        if kind in slots:
            t.pentagram_slot[space] = slots[kind]
            slots[kind] += 1
    t.wand = len(data["wand"]["spaces"])
    for i, space in enumerate(data["wand"]["spaces"]):
        bonus = BONUS_PATTERN.fullmatch(space)
        if bonus:
            t.wand_kind[i + 1] = s.BONUS
            t.wand_what[i + 1] = s.SYMBOLS.index(bonus[1])
            t.wand_count[i + 1] = int(bonus[2])
        elif space == "bonus scroll":
            t.wand_kind[i + 1] = s.BONUS_SCROLL
        elif space != "light":
            t.wand_kind[i + 1] = s.SCORE
            t.wand_what[i + 1] = s.SCORED.index(space.removeprefix("score "))


def _build_scrolls(t: np.record, data: Data) -> None:
    t.scrolls = len(data["scrolls"]["list"])
    t.spell_any = -1
    t.spell_of[:] = -1
    for i, scroll in enumerate(data["scrolls"]["list"]):
        t.scroll_count[i] = scroll["count"]
        if scroll.get("spell") == "any":
            t.scroll_kind[i] = s.SPELL_ANY
            t.spell_any = i
        elif "spell" in scroll:
            symbol = s.SYMBOLS.index(scroll["spell"])
            t.scroll_kind[i] = s.SPELL
            t.scroll_what[i, 0] = symbol
            t.spell_of[symbol] = i
        elif "group" in scroll:
            t.scroll_kind[i] = s.GROUP
            t.scroll_what[i, 0] = s.SYMBOLS.index(scroll["group"])
        elif "counts" in scroll:
            t.scroll_kind[i] = s.COUNTS
            t.scroll_what[i, 0] = s.COUNTED.index(scroll["counts"])
        else:
            kind = "witches" if "witches" in scroll else "linked"
            t.scroll_kind[i] = s.WITCHES_AT if kind == "witches" else s.LINKED
            t.scroll_what[i] = [s.PROPHECY_PLACES.index(place) for place in scroll[kind]]
