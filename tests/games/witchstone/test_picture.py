"""The picture of a position: whole, safe, readable, and the same for the same position."""

import copy
import re

import numpy as np
import pytest

from coven.core import art
from coven.core.fields import dtype_of
from coven.games.witchstone import cells
from coven.games.witchstone.components import build
from coven.games.witchstone.moves import TABLE
from coven.games.witchstone.picture import draw, icons
from coven.games.witchstone.picture.scene import Marks
from coven.games.witchstone.state import (
    BLACK_SHELF,
    HELD,
    PAIR_NAMES,
    RIM_BLACK,
    TOKENS,
    TURN,
    WAIT_FREE,
    WAIT_RIM,
    C,
    E,
    M,
    P,
    State,
)
from tests.picture_checks import (
    SVG,
    PictureChecks,
    components,
    contrast,
    having,
    lit,
    numbers,
    parse,
    part,
    whole,
)

COMPONENTS = components("witchstone")


def make_state(t: np.record, players: int = 4) -> np.record:
    """A position in mid-game, as seat 0 sees it."""
    s = np.zeros(1, dtype_of(State))[0]
    s.players, s.turn, s.first = players, 4 * players, 1
    for field in ("laid", "tower", "begun", "special_at", "display"):
        s[field][...] = -1
    s.display[:] = [0, 3, 9, 13, 24, 28]
    s.special_at[:2] = [0, 7]
    s.token_at[:] = [-1, -1, -1, -1, -1, *range(7), *range(5)]
    s.table[:] = [1, 1, 1, 0, 0, 1, 1]
    s.owl_pile[:] = [2, 5]
    s.scroll_pile[14:20] = 1
    for seat in range(players):
        for symbol in range(6):
            s.symbols[seat, symbol] = 1 << int(t.printed[symbol])
        a, b = cells.BY_NAME["c3"], cells.BY_NAME["c4"]
        s.laid[seat, 0] = 2 * cells.EDGE_INDEX[a, b]
        s.symbols[seat, 0] |= 1 << a
        s.symbols[seat, 1] |= 1 << b
        special = cells.BY_NAME["f2"]
        s.special_cells[seat] = 1 << special
        s.symbols[seat, 2] |= 1 << special
        s.symbols[seat, 5] |= 1 << special
        s.crystals[seat] = sum(1 << cells.BY_NAME[cell] for cell in ("b3", "c5", "e5"))
        s.black[seat] = cells.BY_NAME["d4"]
        s.tower[seat], s.standing[seat] = seat + 1, 1 << (seat + 1) | 1 << 6
        s.links[seat] = 1 << seat | 1 << (seat + 8)
        s.energy[seat], s.witches[seat], s.lying[seat], s.score[seat] = 12, 6, seat, 10 * seat + 3
        s.tokens[seat, 0] = s.scrolls[seat, 1] = s.scrolls[seat, 24] = s.spent[seat, 0] = s.owls[seat, 1] = 1
        s.shelf[seat, 3] = 1
        s.hand[seat] = 0b111110 if seat == 0 else 0
        s.unseen[seat] = 0b11111 << 6 if seat == 0 else 0b1111111111 << 1
        s.supply[seat] = 5
    s.black[1] = BLACK_SHELF + 6
    s.stone_rank[0] = 1
    s.begun[1], s.begun_units[1] = 28, 2
    s.depth = 3
    s.frame_kind[:3], s.frame_pool[:3] = [TURN, C, E], [0, 2, 3]
    s.frame_waiting[1, WAIT_RIM + 2], s.frame_waiting[1, WAIT_RIM + 4], s.frame_waiting[1, 3] = (
        1,
        RIM_BLACK,
        1,
    )
    return s


@pytest.fixture(scope="module")
def tables() -> np.record:
    return build(COMPONENTS)[0]


class TestPicture(PictureChecks):
    draw = draw
    components = COMPONENTS
    make_state = staticmethod(make_state)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_draws_the_whole_table(tables, players, seat, theme):
    svg = draw(make_state(tables, players), tables, COMPONENTS, seat=seat, theme=theme)
    root = whole(svg, players)
    assert len(having(root, "data-cell")) == 37 * players
    assert len({e.get("data-link") for e in having(root, "data-link")}) == 40
    assert {e.get("data-place") for e in having(root, "data-place")} == {
        place["id"] for place in COMPONENTS["locations"]["list"]
    }
    spaces = [e.get("data-space") for e in having(root, "data-space")]
    assert sum(space.startswith("wand:") for space in spaces) == 22
    assert sum(space.startswith("pentagram:") for space in spaces) == 15
    assert [e.get("data-scroll") for e in having(root, "data-scroll")] == list("123456")


@pytest.mark.rule("WS-M3", "WS-M5")
def test_wand_spaces_say_what_they_give(tables):
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0))
    labels = {
        e.get("data-space"): "".join(t.text for t in e.iter(f"{SVG}text")) for e in having(root, "data-space")
    }
    shown = {space: labels[f"wand:{space}"] for space in range(2, 23, 2)}
    assert shown == {
        2: "×1", 4: "+1", 6: "×1", 8: "+1", 10: "×2", 12: "+1", 14: "×2", 16: "+1", 18: "1–3", 20: "+1",
        22: "+2",
    }  # fmt: skip


def test_a_larger_component_set_still_fits():
    data = copy.deepcopy(COMPONENTS)
    data["shelves"]["action"] = [20, 24, 28]
    data["magic_tokens"]["counts"]["points"] = 20
    t = build(data)[0]
    s = make_state(t)
    s.table[:] = 4
    shelves = part(parse(draw(s, t, data, seat=0)), "shelves")
    right = [
        float(x)
        for e in shelves.iter()
        for x in re.findall(r"^(?:M|translate\()([\d.]+)", e.get("d", e.get("transform", "")))
    ]
    assert len(right) > 7 * 28 // 2
    assert max(right) < 1584


def hand_in(svg: str) -> set[str | None]:
    return {e.get("data-tile") for e in having(part(parse(svg), "hand"), "data-tile")}


@pytest.mark.rule("WS-K2")
def test_a_hand_is_shown_to_its_owner_alone(tables):
    s = make_state(tables)
    assert hand_in(draw(s, tables, COMPONENTS, seat=0)) == set(PAIR_NAMES[1:6])
    assert hand_in(draw(s, tables, COMPONENTS, seat=None)) == set()
    # a position that was not redacted gives nothing away either
    s.hand[1] = 0b11111 << 1
    s.unseen[1] = 0b11111 << 6
    assert hand_in(draw(s, tables, COMPONENTS, seat=None)) == set()


def test_hand_sizes_are_counted_without_seeing_the_hand(tables):
    s = make_state(tables)
    s.handicap[2] = 3
    s.unseen[2] = (1 << 11) - 1
    root = parse(draw(s, tables, COMPONENTS, seat=0))
    said = {
        e.get("data-seat"): "".join(e.find(f"{SVG}text").itertext())
        for e in root.iter()
        if e.get("data-fact") == "tiles"
    }
    assert said == {"0": "5+5", "1": "5+5", "2": "2+5", "3": "5+5"}


def test_both_halves_of_a_tile_follow_its_flip(tables):
    s = make_state(tables)
    for flip, (first, second) in ((0, ("c3", "c4")), (1, ("c4", "c3"))):
        s.laid[0, 0] = s.laid[0, 0] & ~1 | flip
        s.symbols[0, 0] = 1 << int(tables.printed[0]) | 1 << cells.BY_NAME[first]
        s.symbols[0, 1] = 1 << int(tables.printed[1]) | 1 << cells.BY_NAME[second]
        root = parse(draw(s, tables, COMPONENTS, seat=0))
        said = {e.get("data-cell"): e.find(f"{SVG}title").text for e in having(root, "data-cell")}
        assert said[f"own:{first}"] == f"Row 3, cell {first[1]}: energy"
        assert said[f"own:{second}"] == f"Row 3, cell {second[1]}: witch"
        assert said["own:f2"] == "Row 6, cell 2: pentagram, scroll"
        assert said["own:d4"] == "The middle cell: black crystal"
        assert said["own:d3"] == "Row 4, cell 3: empty"


LEGAL = {
    "place Ed2 Pd3": [("data-tile", "EP"), ("data-cell", "own:d2"), ("data-cell", "own:d3")],
    "energy Stone-F2": [("data-link", "Stone-F2")],
    "stand V2": [("data-place", "V2")],
    "tower T3": [("data-place", "T3")],
    "lay": [("data-place", "T1")],
    "crystal b3 out C": [("data-cell", "own:b3"), ("data-rim", "own:C")],
    "crystal b3 b4": [("data-cell", "own:b3"), ("data-cell", "own:b4")],
    "scroll 3": [("data-scroll", "3")],
    "shelve P": [("data-rim", "own:P"), ("data-shelf", "P")],
    "shelve M black": [("data-rim", "own:M"), ("data-shelf", "M")],
    "bottom P token W": [("data-rim", "own:P"), ("data-shelf", "bottom"), ("data-token", "W")],
    "bottom M black none": [("data-rim", "own:M"), ("data-shelf", "bottom")],
    "token C": [("data-token", "C")],
    "aside EP": [("data-tile", "EP")],
    "spell 2": [("data-kind", "spell-E")],
    "do W": [("data-action", "W")],
    "go": [],
    "stop": [],
}


@pytest.mark.parametrize("text", LEGAL)
def test_what_may_be_done_glows(tables, text):
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0, legal=numbers(TABLE, COMPONENTS, text)))
    assert bool(lit(root, LEGAL[text])) == bool(LEGAL[text])


def test_what_a_pentagram_has_won_waits_beside_it(tables):
    s = make_state(tables)
    s.frame_kind[2] = P
    s.frame_waiting[2, 4], s.frame_waiting[2, WAIT_FREE] = 1, 1
    legal = numbers(TABLE, COMPONENTS, "use ES E", "put ES d3", "free W")
    root = parse(draw(s, tables, COMPONENTS, seat=0, legal=legal))
    lit = having(root, "data-legal")
    assert {e.get("data-special") for e in lit} == {None, "ES"}
    assert any(e.get("data-free") for e in lit)
    assert any(e.get("data-cell") == "own:d3" for e in lit)


@pytest.mark.rule("WS-T4")
@pytest.mark.parametrize(
    ("kind", "start", "ends"),
    [
        (P, 13, {"pentagram:14", "pentagram:0", "pentagram:1"}),
        (M, 4, {"wand:5", "wand:6", "wand:7"}),
        (M, 20, {"wand:21", "wand:22"}),
    ],
)
def test_a_marker_may_be_sent_to_the_spaces_that_glow(tables, kind, start, ends):
    s = make_state(tables)
    d = int(s.depth) - 1
    s.frame_kind[d], s.frame_phase[d], s.frame_pool[d] = kind, 0, 3
    s.pentagram[s.frame_seat[d]] = s.wand[s.frame_seat[d]] = start
    legal = numbers(TABLE, COMPONENTS, "go", *(f"move {n}" for n in range(len(ends))))
    root = parse(draw(s, tables, COMPONENTS, seat=0, legal=legal))
    assert {e.get("data-key") for e in having(root, "data-legal")} == ends


@pytest.mark.rule("WS-W8")
def test_a_token_that_waits_for_a_witch_action_is_shown(tables):
    s = make_state(tables)
    s.frame_waiting[0, HELD + TOKENS - 1] = 1
    root = parse(draw(s, tables, COMPONENTS, seat=0))
    (held,) = having(root, "data-held")
    assert held.get("data-held") == "3"
    assert held.find(f"{SVG}title").text == "Waits for the next witch action: Magic token: 3 points"


def test_marks_know_a_tile_by_its_pair_whichever_way_round(tables):
    both = [TABLE.decode(move) for move in numbers(TABLE, COMPONENTS, "place Ec4 Sc3", "place Ec3 Sc4")]
    assert Marks.of(both, tables).tiles == {PAIR_NAMES.index("ES")}


@pytest.mark.parametrize("p", art.PALETTES.values(), ids=art.PALETTES)
def test_text_can_be_read(p):
    pairs = [(text, ground) for text in (p.text, p.quiet) for ground in (p.ground, p.light, p.panel)]
    pairs += [(p.on_deep, p.deep), (p.on_deep, p.deep_edge), (p.ink, p.paper), ("#97242f", p.paper)]
    pairs += [(ink, p.paper) for ink in icons.INKS.values()]
    pairs += [(p.ink, colour) for colour in art.SEAT_COLOURS]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_seats_differ_in_pattern_and_emblem():
    defs = art.seat_defs("x")
    assert all(f'id="x-emblem-{name}"' in defs for name in art.EMBLEMS)
    assert len({art.seat_fill("x", seat) for seat in range(4)}) == 4
