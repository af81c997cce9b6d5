"""The component file: the standard one, broken ones, corrected ones."""

import random
from collections import Counter
from pathlib import Path

import pytest

import coven
from coven.core.position import Position
from coven.core.state import clone
from coven.games.witchstone import cells, rules, turn, wand
from coven.games.witchstone.state import PAIR_NAMES, SYMBOLS, E, M
from tests.games.witchstone.table import play, verbs

Change = tuple[str, str]

# A corrected set: another corner order with its exits, another map and wand, other numbers of everything.
CORNERS: Change = (
    'printed = { a1 = "E", a4 = "W", d7 = "P", g4 = "C", g1 = "M", d1 = "S" }',
    'printed = { a1 = "W", a4 = "S", d7 = "E", g4 = "M", g1 = "P", d1 = "C" }',
)
EXITS: Change = (
    'exits = { C = ["a2", "a3"], M = ["b5", "c6"],',
    'exits = { M = ["a2", "a3"], C = ["b5", "c6"],',
)
WAND: Change = (
    '"light", "bonus C1", "light", "score connections", "light", "bonus E1", "light", "score witches",',
    '"bonus E3", "score scrolls", "bonus P1", "score witches", "bonus scroll", "bonus W2",',
)
ENERGY: Change = ("energy = 20", "energy = 12")
TOKENS: Change = ("M = 3, S = 3, points = 3", "M = 6, S = 1, points = 0")


def changed(game: coven.Game, *changes: Change) -> str:
    """The standard file with some text replaced."""
    text = game.components.text
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def faults(witchstone, tmp_path):
    """What is wrong with a file of these changes."""

    def find(*changes: Change) -> list[str]:
        path = tmp_path / "changed.toml"
        path.write_text(changed(witchstone, *changes), encoding="utf-8")
        with pytest.raises(coven.BadComponents) as caught:
            coven.load("witchstone", path)
        assert all(fault in str(caught.value) for fault in caught.value.faults)
        assert str(path) in str(caught.value)
        return caught.value.faults

    return find


def load(game: coven.Game, folder: Path, *changes: Change) -> coven.Game:
    """The game with a file of these changes."""
    path = folder / "changed.toml"
    path.write_text(changed(game, *changes), encoding="utf-8")
    return coven.load("witchstone", path)


def play_out(position: Position, seed: int) -> Position:
    """Random moves to the end."""
    choose = random.Random(seed)
    while not position.over:
        position.play(position.legal[choose.randrange(len(position.legal))])
    return position


# -- the standard file ---------------------------------------------------------------------------------------


def test_the_ball_adds_up(witchstone):
    data = witchstone.components.data
    types = Counter(place["type"] for place in data["locations"]["list"])
    assert types == {"stone": 1, "tower": 4, "forest": 4, "village": 4, "castle": 4}
    lengths = [length for _, _, length in data["connections"]["list"]]
    assert len(lengths) == 40
    assert sum(lengths) == 76


def test_the_map_is_the_same_in_each_quadrant(witchstone):
    """Turning the ball by a quarter gives the same ten kinds of connection."""

    def turned(place: str) -> str:
        return place if place == "Stone" else f"{place[0]}{int(place[1]) % 4 + 1}"

    links = {
        (frozenset((a, b)), length) for a, b, length in witchstone.components.data["connections"]["list"]
    }
    assert {(frozenset(map(turned, ends)), length) for ends, length in links} == links


def test_tiles_tokens_and_scrolls_add_up(witchstone):
    data = witchstone.components.data
    assert data["magic_tokens"]["counts"] == {**dict.fromkeys(SYMBOLS, 3), "points": 3}  # 21
    assert data["special_tiles"]["counts"] == dict.fromkeys(PAIR_NAMES, 1)
    assert len(PAIR_NAMES) == len(set(data["hex_tiles"]["pairs"])) == 15
    assert data["owl_tiles"]["values"] == [7, 6, 5, 4, 3]
    assert data["player"] == {"sure": "R", "small_witches": 11, "energy": 20}
    assert data["stone_bonus"]["points"] == [5, 3, 2, 1]


def test_the_scroll_deck_adds_up(witchstone):
    scrolls = witchstone.components.data["scrolls"]["list"]
    number = Counter()
    for entry in scrolls:
        number[next(key for key in entry if key not in ("id", "count"))] += entry["count"]
    assert number == {"spell": 16, "group": 6, "counts": 8, "witches": 7, "linked": 3}
    assert sum(number.values()) == 40
    assert {entry["spell"]: entry["count"] for entry in scrolls if "spell" in entry} == {
        "any": 4,
        **dict.fromkeys(SYMBOLS, 2),
    }


def test_the_cauldron_is_laid_out_as_told(witchstone):
    """Corners clockwise E W P C M S; each side's exits lead to the symbol three corners on."""
    cauldron = witchstone.components.data["cauldron"]
    corners = ["a1", "a4", "d7", "g4", "g1", "d1"]
    assert "".join(cauldron["printed"][corner] for corner in corners) == "EWPCMS"
    for i, corner in enumerate(corners):
        side = cauldron["exits"]["EWPCMS"[(i + 3) % 6]]
        ends = cells.BY_NAME[corner], cells.BY_NAME[corners[(i + 1) % 6]]
        steps = sorted(sorted(cells.distance(cells.BY_NAME[cell], end) for end in ends) for cell in side)
        assert steps == [[1, 2], [1, 2]]  # the two cells between the corners
    assert cauldron["black"] == "d4"
    assert {cells.distance(cells.BY_NAME[cell], cells.BY_NAME["d4"]) for cell in cauldron["crystals"]} == {2}


def test_the_tracks_are_laid_out_as_told(witchstone):
    data = witchstone.components.data
    rewards = {
        i: space for i, space in enumerate(data["pentagram"]["spaces"]) if space not in ("start", "light")
    }
    assert rewards == {2: "special", 5: "owl", 8: "special", 11: "owl", 14: "special"}
    assert len(data["pentagram"]["spaces"]) == 15
    wand = {i: space for i, space in enumerate(data["wand"]["spaces"], 1) if space != "light"}
    assert wand == {
        2: "bonus C1", 4: "score connections", 6: "bonus E1", 8: "score witches", 10: "bonus W2",
        12: "score scrolls", 14: "bonus P2", 16: "score tokens", 18: "bonus scroll", 20: "score crystals",
        22: "score specials",
    }  # fmt: skip
    assert data["shelves"]["action"] == [4, 5, 6]
    assert data["shelves"]["token"] == [4, 5, 5]


def test_every_section_says_how_sure_it_is(witchstone):
    for name, section in witchstone.components.data.items():
        if isinstance(section, dict):
            assert section["sure"] in "RSDX", name


# -- broken files --------------------------------------------------------------------------------------------

BROKEN: dict[str, tuple[Change, str]] = {
    "unknown section": (("[player]", "[spoon]\nsilver = 1\n\n[player]"), "spoon: is not a known section"),
    "missing section": (("[owl_tiles]", "[owls]"), "owl_tiles: the section is missing"),
    "unknown key": (
        ("small_witches = 11", "small_witches = 11\nbrooms = 2"),
        "player.brooms: is not a known key",
    ),
    "missing key": (("small_witches = 11\n", ""), "player.small_witches: is missing"),
    "bad type": (("energy = 20", 'energy = "many"'), "player.energy: must be of type int, not 'many'"),
    "truth is no number": (("energy = 20", "energy = true"), "player.energy: must be of type int"),
    "out of bounds": (("energy = 20", "energy = 0"), "player.energy: must be a whole number from 1 to 100"),
    "other schema": (("schema = 1", "schema = 2"), "schema: must be 1, not 2"),
    "bad name": (('name = "standard"', 'name = "no name"'), "name: must be a word"),
    "no sureness": (('[player]\nsure = "R"', "[player]"), "player.sure: must be one of R, S, D, X"),
    "bad sureness": (('sure_total = "S"', 'sure_total = "?"'), "magic_tokens.sure_total: must be one of"),
    "place twice": (('id = "T2"', 'id = "T1"'), "locations.list[2].id: 'T1' stands twice"),
    "bad type of place": (('id = "T1", type = "tower"', 'id = "T1", type = "pub"'), "locations.list[1].type"),
    "too few towers": (
        ('id = "T1", type = "tower"', 'id = "T1", type = "castle"'),
        "at least 4 must be towers",
    ),
    "two stones": (
        ('id = "T1", type = "tower"', 'id = "T1", type = "stone"'),
        "exactly one must be of type stone",
    ),
    "off the ball": (("angle = 45, radius = 0.40", "angle = 45, radius = 1.40"), "locations.list[1].radius"),
    "no such place": (
        ('["T1", "F1", 1]', '["T1", "F9", 1]'),
        "connections.list[8]: there is no location 'F9'",
    ),
    "too long": (('["T1", "F1", 1]', '["T1", "F1", 4]'), "connections.list[8] length"),
    "joined twice": (('["T1", "F1", 1]', '["F2", "T1", 1]'), "T1 and F2 are joined twice"),
    "joined with itself": (('["T1", "F1", 1]', '["T1", "T1", 1]'), "joins a place with itself"),
    "no connection": (
        ('["T1", "F1", 1]', '["T1", "F1"]'),
        "connections.list[8]: must be [place, place, length]",
    ),
    "too few tokens": (("E = 3, W = 3, P = 3,", "E = 0, W = 0, P = 0,"), "must add up to 16 to 60, not 12"),
    "unknown token": (("S = 3, points = 3", "S = 3, gold = 3"), "magic_tokens.counts.gold: is not one of"),
    "negative count": (("EW = 1, EP", "EW = -1, EP"), "special_tiles.counts.EW: must be a whole number"),
    "too few specials": (
        ("counts = { EW = 1, EP = 1, EC = 1, EM = 1, ES = 1, WP = 1, WC = 1, WM = 1, WS = 1, PC = 1, PM = 1, "
         "PS = 1, CM = 1, CS = 1, MS = 1 }",
         "counts = { EW = 1, EP = 1, EC = 0, EM = 0, ES = 0, WP = 0, WC = 0, WM = 0, WS = 0, PC = 0, PM = 0, "
         "PS = 0, CM = 0, CS = 0, MS = 0 }"),
        "special_tiles.counts: must add up to 3 to 40, not 2",
    ),
    "hex tile twice": (('pairs = ["EW", "EP"', 'pairs = ["EW", "EW"'), "hex_tiles.pairs: must be each of"),
    "too few owls": (("values = [7, 6, 5, 4, 3]", "values = [7, 6, 5, 4]"), "must hold 5 numbers, not 4"),
    "too few bonuses": (("points = [5, 3, 2, 1]", "points = [5, 3]"), "stone_bonus.points: must hold 4"),
    "shelf without room": (
        ("token = [4, 5, 5]", "token = [0, 5, 5]"),
        "shelves.token[0]: must be a whole number",
    ),
    "no such cell": (('black = "d4"', 'black = "d9"'), "cauldron.black: there is no cell 'd9'"),
    "cell twice": (('black = "d4"', 'black = "b3"'), "b3 is already cauldron.black"),
    "symbol printed twice": (('a1 = "E"', 'a1 = "W"'), "cauldron.printed: must show each of"),
    "too few crystals": (('"e2", "c2"]', '"e2"]'), "cauldron.crystals: must name 6 cells"),
    "exit inside": (('C = ["a2", "a3"]', 'C = ["c3"]'), "cauldron.exits.C: c3 is not on the border"),
    "no exit": (('C = ["a2", "a3"]', "C = []"), "cauldron.exits.C: must list at least one cell"),
    "rim symbol missing": (('C = ["a2", "a3"], ', ""), "cauldron.exits: must name"),
    "no start": (('"start", "light"', '"light", "light"'), "pentagram.spaces[0]: must be start, not 'light'"),
    "too many owl spaces": (('"start", "light"', '"start", "owl"'), "must hold 2 owl spaces"),
    "too few special spaces": (
        ('"light", "special",\n]', '"light", "light",\n]'),
        "must hold 3 special spaces",
    ),
    "bad wand space": (('"bonus E1"', '"bonus M1"'), "wand.spaces[5]: 'bonus M1' is not"),
    "bad score": (('"score witches"', '"score toads"'), "wand.spaces[7]: 'score toads' is not"),
    "scroll twice": (('id = "group-W"', 'id = "group-E"'), "scrolls.list[8].id: 'group-E' stands twice"),
    "spell twice": (('spell = "W"', 'spell = "E"'), "scrolls.list[2].spell: 'E' stands twice"),
    "bad group": (('group = "W"', 'group = "X"'), "scrolls.list[8].group: must be one of"),
    "bad count": (('counts = "tokens"', 'counts = "toads"'), "scrolls.list[19].counts: must be one of"),
    "two places": (
        ('linked = ["village", "forest", "castle"]', 'linked = ["village", "forest"]'),
        "must list three of",
    ),
    "unknown kind of scroll": (('group = "E"', 'poem = "E"'), "scrolls.list[7].poem: is not one of"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "fault"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_is_refused_by_the_name_of_its_fault(faults, change, fault):
    assert any(fault in found for found in faults(change))


def test_every_fault_is_named(faults):
    """One of each section, all in one file."""
    several = (
        "bad name", "off the ball", "too long", "too few tokens", "hex tile twice", "negative count",
        "too few owls", "out of bounds", "too few bonuses", "shelf without room", "exit inside", "no start",
        "bad wand space", "bad group",
    )  # fmt: skip
    found = faults(*(BROKEN[name][0] for name in several))
    for name in several:
        assert any(BROKEN[name][1] in fault for fault in found), name
    assert len(found) == len(several)


def test_a_wrong_key_hides_no_other_fault_of_its_section(faults):
    found = faults(("[wand]\n", "[wand]\nlength = 22\n"), BROKEN["bad wand space"][0])
    assert any("wand.length: is not a known key" in fault for fault in found)
    assert any(BROKEN["bad wand space"][1] in fault for fault in found)


def test_a_place_without_a_connection_is_refused(faults):
    links = ('["T1", "V1", 2], ', '["V1", "C1", 1], ', ', ["C4", "V1", 3]', '["F1", "V1", 2], ')
    assert any("no connection reaches V1" in fault for fault in faults(*((link, "") for link in links)))


def test_places_cut_off_from_all_others_are_refused(faults):
    """V1 and C1 are joined with each other alone: no way leads there."""
    links = (
        '["T1", "V1", 2], ', '["T1", "C1", 2], ', '["C1", "V2", 3], ', ', ["C4", "V1", 3]',
        '["C1", "F2", 2], ', '["F1", "V1", 2], ',
    )  # fmt: skip
    assert any("V1" in fault for fault in faults(*((link, "") for link in links)))


@pytest.mark.parametrize(
    "change",
    [('"V2"', '"v1"'), ('id = "group-W"', 'id = "GROUP-E"')],
    ids=["place", "scroll"],
)
def test_names_that_differ_only_in_case_are_refused(faults, change):
    """Notation is read without regard to case: two moves would have one text."""
    assert any("stands twice" in fault for fault in faults(change))


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (('sure_where = "X"\nlist = [', 'sure_where = "X"\nlist = 5\nother = ['), "locations.list"),
        (('id = "T1", type', 'id = ["T1"], type'), "locations.list[1].id"),
        (('crystals = ["b3"', 'crystals = [["b3"]'), "cauldron.crystals"),
        (('C = ["a2"', 'C = [["a2"]'), "cauldron.exits.C"),
        (('[player]\nsure = "R"', '[player]\nsure = ["R"]'), "player.sure"),
    ],
    ids=["number for a list", "list for an id", "list for a cell", "list for an exit", "list for a label"],
)
def test_values_of_a_wrong_shape_are_faults_not_crashes(faults, change, where):
    assert any(where in fault for fault in faults(change))


@pytest.mark.parametrize("angle", ["inf", "nan"])
def test_an_angle_is_a_real_number(faults, angle):
    assert any("locations.list[1].angle" in fault for fault in faults(("angle = 45", f"angle = {angle}")))


@pytest.mark.parametrize("content", [b"wand = = 3", b"\xff\xfe", b""], ids=["no toml", "no text", "empty"])
def test_what_is_no_component_file_is_refused(witchstone, tmp_path, content):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    with pytest.raises(coven.BadComponents):
        coven.load("witchstone", path)


def test_a_missing_file_is_refused(witchstone, tmp_path):
    with pytest.raises(coven.BadComponents, match="nowhere"):
        coven.load("witchstone", tmp_path / "nowhere.toml")


# -- corrected files -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_corrected_file_plays_whole_games(witchstone, tmp_path, players):
    game = load(witchstone, tmp_path, ('"standard"', '"mine"'), CORNERS, EXITS, WAND, ENERGY, TOKENS)
    for seed in range(3):
        over = play_out(game.new(players, seed=seed), seed)
        assert over.view().state.turn == 11 * players
        assert over.winners


def test_the_rules_read_the_corrected_file(witchstone, tmp_path):
    """The same moment, told by both files."""
    game = load(witchstone, tmp_path, CORNERS, EXITS, WAND, ENERGY)
    s = game.new(2, seed=1, first=0).view().state
    assert s.energy[0] == 12
    assert s.symbols[0, SYMBOLS.index("W")] == 1 << cells.BY_NAME["a1"]
    assert witchstone.new(2, seed=1, first=0).view().state.symbols[0, 0] == 1 << cells.BY_NAME["a1"]
    tables = game.tables[0]
    assert tables.wand == 20
    assert tables.exit_cost[cells.BY_NAME["a2"], SYMBOLS.index("M")] == 1
    assert tables.exit_cost[cells.BY_NAME["a2"], SYMBOLS.index("C")] > 1


# As long as a wand may be, with a bonus on its tip.
LONGEST = ('"score specials",\n]', '"score specials",' + ' "light",' * 8 + ' "bonus E1",\n]')


@pytest.mark.rule("WS-M3")
@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "interpreted"])
def test_a_wand_of_31_spaces_doubles_the_bonus_on_its_tip(witchstone, tmp_path, plain):
    game = load(witchstone, tmp_path, LONGEST)
    assert game.tables[0].wand == 31
    position = game.new(2, seed=1, first=0)
    while "place" not in verbs(position):
        position.play(position.legal[0])
    states = clone(position._states)
    s = states[0]
    s.frame_phase[0], s.depth = turn.DRAWING, 2
    s.frame_kind[1], s.frame_pool[1], s.wand[0] = M, 3, 28
    move = getattr(wand.move, "py_func", wand.move) if plain else wand.move
    move(s, game.tables[0], 1, 3)
    assert s.wand[0] == 31
    assert [space for space in range(32) if s.wand_doubled >> space & 1] == [29, 30, 31]
    rules._settle(s, game.tables[0])
    assert (s.frame_kind[2], s.frame_pool[2]) == (E, 2)


def test_a_record_of_a_corrected_file_needs_that_file(witchstone, tmp_path):
    game = load(witchstone, tmp_path, ('"standard"', '"mine"'), CORNERS, EXITS)
    over = play_out(game.new(2, seed=5), 5)
    text = str(over.record())
    assert f"Components: mine {game.components.digest}" in text
    assert coven.read(text, tmp_path / "changed.toml").check() == over
    with pytest.raises(coven.OtherComponents):
        coven.read(text)


@pytest.mark.parametrize(
    "change",
    [
        ("schema = 1", "# by hand\nschema = 1"),
        ('[player]\nsure = "R"', '[player]\nsure = "X"'),
        ('[player]\nsure = "R"', '[player]\nsure = "R"\nsure_energy = "S"'),
        ("small_witches = 11\nenergy = 20", "energy = 20\n\nsmall_witches = 11"),
    ],
    ids=["comment", "other label", "new label", "other order"],
)
def test_the_digest_ignores_what_makes_no_difference(witchstone, tmp_path, change):
    assert load(witchstone, tmp_path, change).components.digest == witchstone.components.digest


@pytest.mark.parametrize("change", [CORNERS, EXITS, WAND, ENERGY, TOKENS, ('"standard"', '"mine"')])
def test_the_digest_tells_sets_apart(witchstone, tmp_path, change):
    assert load(witchstone, tmp_path, change).components.digest != witchstone.components.digest


@pytest.mark.rule("WS-S7")
def test_a_token_that_is_gone_before_its_tower_is_chosen_gives_nothing(witchstone, tmp_path):
    """With other tracks, a small witch may come to a free tower while set-up goes on, and take its token."""
    game = load(
        witchstone,
        tmp_path,
        ('"start", "light", "special", "light"', '"start", "special", "light", "light"'),
        ('"light", "bonus C1", "light", "score connections"', '"bonus E1", "bonus W1", "light", "light"'),
    )
    table = game.new(2, chance="manual", first=0)
    play(table, "find E", "find P")  # on T1 and T2
    while table.legal[0].text != "special EW":
        table.play(table.legal[0])
    play(table, "special EM", "*", "tower T2", "go", "*", "use EM M", "go")
    play(table, "energy T2-F2", "energy T1-F2", "lay", "stand T1", "token E", "stop")
    assert table.actor == 0
    play(table, "tower T1")
    assert table.scores[0] == 2
    assert table.actor == 0
    assert "place" in verbs(table)
