"""The component file: the standard one and broken ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import coven
from coven.core.components import Components, load
from coven.core.definition import ComponentFile
from coven.games.witches import components
from coven.games.witches import state as s

Change = tuple[str, str]
Faults = Callable[..., list[str]]

STANDARD = Path(components.__file__).with_name("components.toml")
TEXT = STANDARD.read_text(encoding="utf-8")


def read(path: Path) -> Components:
    return load(ComponentFile(components.SCHEMA, components.check, components.build), path)


@pytest.fixture(scope="module")
def standard() -> Components:
    return read(STANDARD)


@pytest.fixture
def faults(tmp_path: Path) -> Faults:
    """What is wrong with a file of these changes."""

    def find(*changes: Change) -> list[str]:
        text = TEXT
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        path = tmp_path / "changed.toml"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(coven.BadComponents) as caught:
            read(path)
        return caught.value.faults

    return find


def spaces(standard: Components) -> list[str]:
    return [space["id"] for place in standard.data["board"]["locations"] for space in place["spaces"]]


def names(standard: Components, bits: int) -> set[str]:
    """The spaces of a set."""
    return {id for i, id in enumerate(spaces(standard)) if bits >> i & 1}


# -- the standard file --------------------------------------------------------------------------------------


def test_the_board_adds_up(standard: Components) -> None:
    places = standard.data["board"]["locations"]
    assert len(places) == s.LOCATIONS
    assert {place["id"]: len(place["spaces"]) for place in places if len(place["spaces"]) > 1} == {
        "Town": 3,
        "Castle": 2,
    }
    assert len(spaces(standard)) == s.SPACES
    assert len(standard.data["paths"]["list"]) == 22
    t = standard.tables[0]
    assert np.bincount(t.start).tolist() == [10, 10, 5]
    assert spaces(standard)[t.cottage] == "Granny"


def test_neighbours_are_all_spaces_one_path_away(standard: Components) -> None:
    t = standard.tables[0]
    where = {id: i for i, id in enumerate(spaces(standard))}
    town = {"Town1", "Town2", "Town3"}
    assert names(standard, t.near[where["Magrat"]]) == {"BadAss", "MadStoat", "Bridge"} | town
    assert names(standard, t.near[where["Castle1"]]) == town
    assert names(standard, t.near[where["Town2"]]) == {"Well", "Magrat", "Castle1", "Castle2"}
    assert names(standard, t.same[where["Town2"]]) == {"Town1", "Town3"}
    assert names(standard, t.same[where["Castle1"]]) == {"Castle2"}
    assert t.same[where["Slice"]] == 0
    for a in range(s.SPACES):
        assert not t.near[a] >> a & 1
        for b in range(s.SPACES):
            assert t.near[a] >> b & 1 == t.near[b] >> a & 1


def test_the_problems_add_up(standard: Components) -> None:
    t = standard.tables[0]
    assert t.count[: s.EASY].sum() == 30
    assert t.count[s.EASY :].sum() == 17
    assert list(zip(t.difficulty[: s.EASY], t.points[: s.EASY], strict=True)) == [
        (7, 1), (8, 1), (9, 1), (10, 2), (11, 2), (12, 3),
    ]  # fmt: skip
    failures = Counter[str]()
    for kind in range(s.KINDS):
        failures[s.FAILURES[t.failure[kind]]] += int(t.count[kind])
    assert failures == {
        "none": 30, "elf": 7, "dungeon": 2, "magpyr": 4, "winter": 1, "aliss": 2, "all to the dungeon": 1,
    }  # fmt: skip
    kinds = [
        kind["id"] for section in ("easy", "hard") for kind in standard.data[f"{section}_problems"]["list"]
    ]
    for mark, id in (("pig", "Pig"), ("sheep", "Sheep"), ("death", "Death"), ("bela", "Bela")):
        assert np.flatnonzero(t[f"is_{mark}"]).tolist() == [kinds.index(id)]


def test_boxes_and_supplies_are_as_told(standard: Components) -> None:
    t = standard.tables[0]
    assert t.box_easy.sum(axis=1).tolist() == [0, 5, 9, 12, 18]
    assert t.box_hard.sum(axis=1).tolist() == [0, 3, 7, 12, 10]
    assert t.cackles.tolist() == [[0, 0, 8, 12, 16], [0, 0, 8, 12, 16], [0, 0, 6, 9, 12], [0, 4, 0, 0, 0]]
    assert t.crises.tolist() == [[0, 0, 12, 12, 12], [0, 0, 8, 8, 8], [0, 0, 9, 8, 7], [0, 10, 0, 0, 0]]
    assert t.aliss.tolist() == [[0, 0, 12, 12, 12], [0, 0, 12, 12, 12], [0, 0, 5, 6, 7], [0, 4, 0, 0, 0]]


def test_the_cards_add_up(standard: Components) -> None:
    cards = standard.data["cards"]["list"]
    assert len(cards) == s.CARDS
    assert Counter(card["symbol"] for card in cards) == {"headology": 20, "magic": 18, "broomstick": 17}
    assert Counter(card["effect"] for card in cards) == dict(
        zip(s.EFFECTS, (3, 3, 5, 4, 6, 4, 5, 4, 3, 3, 4, 2, 2, 4, 3), strict=True)
    )
    three = {"Slice", "Razorback", "Well", "Magrat", "Creel"}
    assert Counter(card["location"] for card in cards) == {
        place["id"]: 2 * len(place["spaces"]) + (place["id"] in three)
        for place in standard.data["board"]["locations"]
    }


def test_features_are_spread_over_the_cards(standard: Components) -> None:
    """No effect keeps to one symbol, no location to one effect."""
    cards = standard.data["cards"]["list"]
    for effect in s.EFFECTS:
        symbols = Counter(card["symbol"] for card in cards if card["effect"] == effect)
        assert len(symbols) == min(symbols.total(), 3)
    for place in standard.data["board"]["locations"]:
        effects = [card["effect"] for card in cards if card["location"] == place["id"]]
        assert len(effects) == len(set(effects))


def test_the_power_of_three(standard: Components) -> None:
    cards = standard.data["cards"]["list"]
    powers = [card for card in cards if "power" in card]
    assert Counter(card["name"] for card in powers) == {
        "Granny Weatherwax": 4,
        "Nanny Ogg": 4,
        "Magrat Garlick": 4,
    }
    assert len({card["location"] for card in powers}) == 12
    for power in s.POWER_NAMES:
        assert len({card["symbol"] for card in powers if card["power"] == power}) == 3
        assert len({card["effect"] for card in powers if card["power"] == power}) == 4
    single = [card["name"] for card in cards if "power" not in card]
    assert len(set(single)) == len(single) == 43
    assert np.bincount(standard.tables[0].card_power + 1).tolist() == [43, 4, 4, 4]


def test_what_each_plus_four_works_against(standard: Components) -> None:
    t = standard.tables[0]
    hard = [kind["id"] for kind in standard.data["hard_problems"]["list"]]
    against = {
        frozenset(id for i, id in enumerate(hard, s.EASY) if bits >> i & 1) for bits in t.card_against if bits
    }
    assert against == {
        frozenset({"CunningMan"}),
        frozenset({"Lily"}),
        frozenset({"Elves", "ElfLord", "ElfKing", "ElfQueen"}),
        frozenset({"Lacrimosa", "Vlad", "Count", "Bela"}),
        frozenset({"Duke", "Lady"}),
        frozenset({"Wintersmith", "Hiver"}),
    }
    assert np.array_equal(t.card_against != 0, t.card_effect == s.PLUS_FOUR)


def test_the_cards_that_are_known(standard: Components) -> None:
    cards = {card["name"]: card for card in standard.data["cards"]["list"]}
    tomjon = cards["Tomjon"]
    assert [tomjon[key] for key in ("symbol", "effect", "location", "sure")] == [
        "headology", "shamble", "Razorback", "S",
    ]  # fmt: skip
    for name, effect in (("Igor and Scraps", "second chance"), ("Nac Mac Feegle", "plus two")):
        assert (cards[name]["effect"], cards[name]["sure_effect"]) == (effect, "R")
    assert cards["Greebo"]["sure_name"] == cards["Casanunda"]["sure_name"] == "S"


def test_names_that_only_follow_are_marked_so(standard: Components) -> None:
    """The rulebook names them, but does not say whose name it is in English."""
    places = {place["id"]: place for place in standard.data["board"]["locations"]}
    surmised = {name for name, place in places.items() if place.get("sure_fr") == "D"}
    assert surmised == {"Razorback", "Rock", "Magrat"}
    hard = {kind["id"]: kind for kind in standard.data["hard_problems"]["list"]}
    assert {name for name, kind in hard.items() if "sure_name" in kind} == {"ElfLord"}
    assert hard["ElfLord"]["sure_name"] == "D"


# -- broken files -------------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[Change, str]] = {
    "other schema": (("schema = 1", "schema = 2"), "schema: must be 1, not 2"),
    "bad name": (('name = "standard"', 'name = "no name"'), "name: must be a word"),
    "unknown section": (("[dice]", "[spoon]\nsilver = 1\n\n[dice]"), "spoon: is not a known section"),
    "missing section": (("[dice]", "[bones]"), "dice: the section is missing"),
    "missing key": (("number = 4\n", ""), "dice.number: is missing"),
    "no sureness": (('[paths]\nsure = "S"', "[paths]"), "paths.sure: must be one of R, S, D, X"),
    "bad sureness of an entry": (
        ('sure_name = "S"', 'sure_name = "?"'),
        ".sure_name: must be one of R, S, D, X",
    ),
    "unknown key of an entry": (
        ('fr = "Tranche"', 'fa = "Tranche"'),
        "board.locations[0].fa: is not a known key",
    ),
    "missing key of an entry": (('fr = "Tranche"\nspaces', "room"), "board.locations[0].spaces: is missing"),
    "place twice": (('id = "Place"\n', 'id = "slice"\n'), "board.locations[1].id: 'slice' stands twice"),
    "space twice": (('id = "Town2"', 'id = "Town1"'), "spaces[1].id: 'Town1' stands twice"),
    "no word": (('id = "Town2"', 'id = "Town 2"'), "must be a word of letters and digits, not 'Town 2'"),
    "nameless place": (('name = "Slice"', 'name = ""'), "board.locations[0].name: must not be empty"),
    "off the board": (
        ("x = 4, y = 11", "x = 104, y = 11"),
        "spaces[0].x: must be between 0 and 100, not 104",
    ),
    "nowhere": (("x = 4, y = 11", "x = nan, y = 11"), "spaces[0].x: must be between 0 and 100"),
    "dungeon off the board": (
        ("dungeon = { x = 95", "dungeon = { x = -5"),
        "board.dungeon.x: must be between",
    ),
    "bad colour": (
        ('y = 11, start = "purple"', 'y = 11, start = "red"'),
        "must be green, purple or empty, not 'red'",
    ),
    "too few purple": (
        ('y = 11, start = "purple"', 'y = 11, start = ""'),
        "5 spaces must start purple, not 4",
    ),
    "too many green": (
        ('y = 11, start = "purple"', 'y = 11, start = "green"'),
        "10 spaces must start green, not 11",
    ),
    "too few spaces": (
        ('  { id = "Town3", x = 74, y = 66, start = "" },\n', ""),
        "must have 25 spaces, not 24",
    ),
    "no cottage": (
        ('cottage = "Granny"', 'cottage = "Town"'),
        "board.cottage: must be a location with one space",
    ),
    "no such place": (
        ('["Town", "Castle"]', '["Town", "Genua"]'),
        "paths.list[21]: there is no location 'Genua'",
    ),
    "cut off": (('["Town", "Castle"],', ""), "paths.list: no way leads from Slice to Castle"),
    "joined twice": (
        ('["Town", "Castle"]', '["Town", "Well"]'),
        "paths.list[21]: Town and Well are joined twice",
    ),
    "joined with itself": (('["Town", "Castle"]', '["Town", "Town"]'), "joins a location with itself"),
    "no path": (('["Town", "Castle"]', '["Town"]'), "paths.list[21]: must be [location, location]"),
    "no number of tiles": (
        ("count = 4,", 'count = "four",'),
        "hard_problems.list[0].count: is of the wrong type",
    ),
    "no tile": (("count = 4,", "count = 0,"), "hard_problems.list[0].count: must be a whole number from 1"),
    "too hard": (("difficulty = 24", "difficulty = 240"), "difficulty: must be a whole number from 1 to 60"),
    "negative points": (
        ("difficulty = 24, points = 7", "difficulty = 24, points = -7"),
        "points: must be a whole",
    ),
    "bad failure": (('failure = "winter"', 'failure = "summer"'), "must be one of none, elf, dungeon"),
    "problem twice": (('id = "Vlad"', 'id = "fever"'), "hard_problems.list[7].id: 'fever' stands twice"),
    "no pig": ((", pig = true", ""), "easy_problems.list: exactly one must be marked pig, not 0"),
    "two Belas": (('"winter" }', '"winter", bela = true }'), "exactly one must be marked bela, not 2"),
    "too few kinds": (
        ('  { id = "Pregnancy", name = "Pregnancy", count = 5, difficulty = 10, points = 2 },\n', ""),
        "easy_problems.list: must hold 6 entries, not 5",
    ),
    "too few easy tiles": (("[4, 4, 4, 3, 3, 0]", "[4, 4, 4, 4, 4, 1]"), "boxes need 31 easy tiles of 30"),
    "too few hard tiles": (
        ("count = 4,", "count = 3,"),
        "boxes.hard[2]: the squares and boxes need 17 hard tiles of 16",
    ),
    "five boxes": (("[4, 4, 4, 3, 3, 0]", "[4, 4, 4, 3, 3]"), "boxes.easy[3]: must hold 6 numbers, not 5"),
    "three rows": ((", [4, 4, 4, 3, 3, 0]]", "]"), "boxes.easy: must hold 4 rows, not 3"),
    "a row that is none": (("[4, 4, 4, 3, 3, 0]", "18"), "boxes.easy[3]: must hold 6 numbers"),
    "unknown mode": (("coop = [6", "team = [6"), "supplies.cackles.team: is not one of"),
    "mode missing": (("coop = [6", "team = [6"), "supplies.cackles.coop: must hold 3 numbers"),
    "players missing": (
        ("coop = [6, 9, 12]", "coop = [6, 9]"),
        "supplies.cackles.coop: must hold 3 numbers, not 2",
    ),
    "no Crisis": (("solo = [10]", "solo = [0]"), "supplies.crises.solo[0]: must be a whole number from 1"),
    "five dice": (("number = 4", "number = 5"), "dice.number: must be 4"),
    "other faces": (("faces = [0, 2", "faces = [1, 2"), "dice.faces: must be [0, 2, 3, 4, 5, 6]"),
    "card twice": (('id = "Hwel"', 'id = "TOMJON"'), "cards.list[41].id: 'Tomjon' stands twice"),
    "bad symbol": (
        ('"Hwel", symbol = "headology"', '"Hwel", symbol = "wit"'),
        "cards.list[12].symbol: must be one of",
    ),
    "bad effect": (('effect = "remedy"', 'effect = "cure"'), "effect: must be one of trick, cackling trick"),
    "bad power": (
        ('location = "Rock", power = "granny"', 'location = "Rock", power = "lily"'),
        "cards.list[1].power",
    ),
    "card to nowhere": (
        ('"lay out the dead", location = "Gorge"', '"lay out the dead", location = "Genua"'),
        "cards.list[47].location: there is no location 'Genua'",
    ),
    "place no card names": (('location = "Gorge"', 'location = "Slice"'), "cards.list: no card names Gorge"),
    "against nobody": ((', against = ["Lily"]', ""), "cards.list[24].against: a plus four says"),
    "against for no reason": (
        ('location = "Skund" }', 'location = "Skund", against = ["Lily"] }'),
        "cards.list[13].against: a plus four says",
    ),
    "against no problem": (('against = ["Lily"]', 'against = ["Esme"]'), "there is no problem 'Esme'"),
    "too few cards": (
        (
            '  { id = "Hwel", name = "Hwel", symbol = "headology", effect = "trick", location = "Town" },\n',
            "",
        ),
        "cards.list: must hold 55 entries, not 54",
    ),
}


@pytest.mark.parametrize(("change", "fault"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_by_the_name_of_its_fault(
    faults: Faults, change: Change, fault: str
) -> None:
    assert any(fault in found for found in faults(change))


def test_every_fault_is_named(faults: Faults) -> None:
    """One or more of each section, all in one file."""
    several = (
        "bad name", "space twice", "off the board", "joined with itself", "too hard", "no pig", "five boxes",
        "no Crisis", "five dice", "bad symbol", "against nobody",
    )  # fmt: skip
    found = faults(*(BROKEN[name][0] for name in several))
    for name in several:
        assert any(BROKEN[name][1] in fault for fault in found), name
    cut_off = "paths.list: no way leads from Slice to Castle"  # the path lost by joining Town with itself
    assert cut_off in found
    assert len(found) == len(several) + 1


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (('id = "Slice"\n', 'id = ["Slice"]\n'), "board.locations[0].id"),
        (('spaces = [{ id = "Slice"', 'spaces = [5, { id = "Slice"'), "board.locations[0].spaces[0]"),
        (("dungeon = { x = 95, y = 29", 'dungeon = { x = true, y = "low"'), "board.dungeon"),
        (('["Town", "Castle"]', '[["Town"], "Castle"]'), "paths.list[21]"),
        (('list = [\n  { id = "Fever"', 'list = [\n  7,\n  { id = "Fever"'), "easy_problems.list[0]"),
        (("pig = true", "pig = 1"), "easy_problems.list[1].pig"),
        (("[4, 4, 4, 3, 3, 0]", '[4, 4, 4, 3, "3", 0]'), "boxes.easy[3][4]"),
        (("solo = [10]", "solo = 10"), "supplies.crises.solo"),
        (('against = ["Lily"]', 'against = [["Lily"]]'), "cards.list[24].against"),
        (('location = "Town"', 'location = ["Town"]'), "cards.list[12].location"),
        (('id = "Hwel", name = "Hwel"', 'id = "Hwel", name = "Hwel", sure = ["X"]'), "cards.list[12].sure"),
    ],
)  # fmt: skip
def test_values_of_a_wrong_shape_are_faults_not_crashes(faults: Faults, change: Change, where: str) -> None:
    assert any(fault.startswith(where) for fault in faults(change))


@pytest.mark.parametrize(
    "section", ["board", "paths", "easy_problems", "hard_problems", "boxes", "supplies", "cards"]
)
def test_a_missing_section_crashes_no_other(faults: Faults, section: str) -> None:
    changes: list[Any] = [(f"[{section}]\n", "[lost]\n")]
    if section == "board":
        changes.append(("[[board.locations]]", "[[lost.locations]]"))
    assert f"{section}: the section is missing" in faults(*changes)
