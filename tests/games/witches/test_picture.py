"""The picture of a position: whole, safe, readable, and the same for the same position."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

from coven.core import art
from coven.core.fields import dtype_of
from coven.core.moves import Decoded
from coven.games.witches.attempt_state import FACING
from coven.games.witches.components import build
from coven.games.witches.moves import TABLE
from coven.games.witches.picture import boxes, cards, draw, icons, land, places, problems
from coven.games.witches.picture.scene import Marks, lines_of
from coven.games.witches.picture.table import SHRUNK
from coven.games.witches.state import (
    ATTEMPT,
    BY_ELVES,
    DUNGEON,
    KINDS,
    MOVE,
    PROBLEM,
    SETUP,
    SPACES,
    TURN,
    UNKNOWN,
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
    stands,
    tip,
    whole,
)

COMPONENTS = components("witches")
SPACE_IDS = [space["id"] for place in COMPONENTS["board"]["locations"] for space in place["spaces"]]
CARD_IDS = [card["id"] for card in COMPONENTS["cards"]["list"]]
PROBLEM_IDS = [kind["id"] for part in ("easy_problems", "hard_problems") for kind in COMPONENTS[part]["list"]]
HELD = ("Granny1", "Nanny2", "Feegle", "Jason", "Tomjon")


def at(space: str) -> int:
    return SPACE_IDS.index(space)


def kind(problem: str) -> int:
    return PROBLEM_IDS.index(problem)


def make_state(t: np.record, players: int = 4) -> np.record:
    """The Hiver with a Crisis is being faced on the bridge; as seat 0 sees it."""
    s = np.zeros(1, dtype_of(State))[0]
    s.players = players
    for field in ("tile", "box_top", "dice", "rolled", "trainee", "at", "placing"):
        s[field] = -1
    for space in range(SPACES):
        if t.start[space] == 1:
            s.tile[space], s.face_up[space] = space % 6, 1
        elif t.start[space] == 2:
            s.tile[space] = UNKNOWN
    s.tile[at("Slice")], s.lookers[at("Slice")] = kind("Wintersmith"), 0b11
    s.tile[at("Bridge")], s.face_up[at("Bridge")], s.crisis[at("Bridge")] = kind("Hiver"), 1, 1
    for seat in range(players):
        s.trainee[seat], s.tile_left[seat] = seat, seat != 1
        s.cackles[seat], s.aliss[seat], s.cards[seat], s.score[seat] = seat + 1, seat, 5, 9 * seat + 4
        s.solved[seat, :6], s.easy_row[seat] = [1, 1, 1, 0, 1, 0], 4
        s.solved[seat, kind("Duke")], s.solved[seat, kind("Vlad")] = 1, 1
        s.at[seat] = at("Razorback")
    s.at[0] = at("Bridge")
    s.hand[0] = sum(1 << CARD_IDS.index(card) for card in HELD)
    s.cackle_supply, s.crisis_supply, s.aliss_supply = 6, 7, 9
    s.box_easy[:], s.box_hard[:], s.box_top[:] = (
        [0, 2, 4, 3, 3, 0],
        [1, 2, 2, 2, 2, 0],
        [-1, 1, 3, 5, 0, -1],
    )
    s.discard = 0b11111111 << 40
    s.dice[:2], s.bonus, s.magic = [5, 4], 6, 2
    s.depth = 2
    s.frame_kind[:2], s.frame_phase[1], s.frame_what[1] = [TURN, ATTEMPT], FACING, at("Bridge")
    return s


@pytest.fixture(scope="module")
def tables() -> np.record:
    return build(COMPONENTS)[0]


class TestPicture(PictureChecks):
    draw = draw
    components = COMPONENTS
    make_state = staticmethod(make_state)


def space(root: ET.Element, name: str) -> ET.Element:
    (found,) = (e for e in having(root, "data-space") if e.get("data-space") == name)
    return found


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seat", [None, 0])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_draws_the_whole_table(tables, players, seat, theme):
    svg = draw(make_state(tables, players), tables, COMPONENTS, seat=seat, theme=theme)
    root = whole(svg, players)
    assert [e.get("data-space") for e in having(root, "data-space")] == ["Dungeon", *SPACE_IDS]
    assert len(having(root, "data-path")) == 22
    assert [e.get("data-box") for e in having(root, "data-box")] == list("123456")
    assert [e.get("data-die") for e in having(root, "data-die")] == list("1234")
    assert len([e for e in root.iter() if e.get("data-part") == "moor"]) == (players < 4)
    assert len(having(root, "data-witch")) == players
    supplies = {e.get("data-supply"): e.get("data-count") for e in having(root, "data-supply")}
    assert supplies == {
        "cackles": "6",
        "crises": "7",
        "aliss": "9",
        "discards": "8",
        "deck": str(55 - 8 - 5 * players),
    }


@pytest.mark.rule("TW-P6", "TW-P11")
def test_an_attempt_shows_what_is_needed(tables):
    s = make_state(tables)
    box = part(parse(draw(s, tables, COMPONENTS, seat=0)), "attempt")
    # 5 and 4, cards for 6, one pair of hard tiles
    assert (box.get("data-problem"), box.get("data-total"), box.get("data-need")) == ("Hiver", "16", "24")
    said = " ".join(text.text for text in box.iter(f"{SVG}text"))
    assert "8 more on 2 dice (42 %)" in said
    assert "difficulty 22 + 2" in said
    assert [e.get("data-owed") for e in having(box, "data-owed")] == ["2"]
    s.dice[2:] = [0, 6]
    box = part(parse(draw(s, tables, COMPONENTS, seat=0)), "attempt")
    assert (box.get("data-total"), [e.get("data-owed") for e in having(box, "data-owed")]) == ("22", ["3"])
    assert "2 short" in " ".join(text.text for text in box.iter(f"{SVG}text"))


def test_dice_show_their_faces(tables):
    s = make_state(tables)
    s.dice[:] = [0, 6, -1, -1]
    root = parse(draw(s, tables, COMPONENTS, seat=0))
    dice = having(root, "data-die")
    assert [e.get("data-face") for e in dice] == ["C", "6", None, None]
    (face,) = (e.get("href") for e in dice[1].iter(f"{SVG}use"))
    (drawn,) = (e for e in root.iter() if f"#{e.get('id')}" == face)
    assert len(list(drawn.iter(f"{SVG}circle"))) == 6
    assert tip(dice[0]) == "Die 1: a Cackle"


def test_a_sealed_tile_is_known_to_who_has_looked(tables):
    s = make_state(tables)
    seen, unseen = (space(parse(draw(s, tables, COMPONENTS, seat=seat)), "Slice") for seat in (0, 2))
    assert seen.get("data-problem") == "Wintersmith"
    assert unseen.get("data-problem") == "hidden"  # even of a position that was not redacted
    assert "Wintersmith" not in tip(unseen)
    for element in (seen, unseen):
        assert [e.get("data-looked") for e in having(element, "data-looked")] == ["0", "1"]
    spectator = draw(s, tables, COMPONENTS, seat=None)
    assert space(parse(spectator), "Slice").get("data-problem") == "hidden"


def hand_in(svg: str) -> set[str]:
    return {e.get("data-card") for e in having(part(parse(svg), "hand"), "data-card")}


def test_a_hand_is_shown_to_its_owner_alone(tables):
    s = make_state(tables)
    assert hand_in(draw(s, tables, COMPONENTS, seat=0)) == set(HELD)
    assert hand_in(draw(s, tables, COMPONENTS, seat=None)) == set()
    assert hand_in(draw(s, tables, COMPONENTS, seat=1)) == set()


@pytest.mark.rule("TW-S2")
def test_of_a_box_only_the_top_is_seen(tables):
    boxes = having(parse(draw(make_state(tables), tables, COMPONENTS, seat=0)), "data-box")
    assert tip(boxes[0]) == "Box 1. 0 easy problems. 1 hard problem"
    assert tip(boxes[1]).endswith("on top: Sick Pig: difficulty 8, 1 point")
    assert tip(boxes[5]) == "Box 6. empty"


@pytest.mark.rule("TW-P8", "TW-H3")
def test_tiles_beside_the_display_are_counted(tables):
    s = make_state(tables)
    s.solved[0, :6], s.easy_row[0] = 2, 7
    row = next(
        e
        for e in parse(draw(s, tables, COMPONENTS, seat=0)).iter()
        if (e.get("data-row"), e.get("data-seat")) == ("easy", "0")
    )
    assert len(having(row, "data-solved")) == 7
    assert [e.get("data-beside") for e in having(row, "data-beside")] == ["5"]
    assert "easy: a hand of 6" in [text.text for text in row.iter(f"{SVG}text")]


def test_witches_share_spaces_and_the_dungeon(tables):
    s = make_state(tables)
    for place, name in ((at("Skund"), "Skund"), (DUNGEON, "Dungeon")):
        s.at[:] = place
        root = parse(draw(s, tables, COMPONENTS, seat=0, names=("Ada", "Ben", "Cleo", "Dan")))
        here = having(space(root, name), "data-witch")
        assert sorted(e.get("data-witch") for e in here) == list("0123")
        assert "Ada, Ben, Cleo, Dan" in tip(space(root, name))


def test_the_tile_of_phase_one_seeks_a_place(tables):
    s = make_state(tables)
    s.frame_kind[1], s.placing = PROBLEM, UNKNOWN
    root = parse(
        draw(s, tables, COMPONENTS, seat=0, legal=numbers(TABLE, COMPONENTS, "to Town1", "to Town3"))
    )
    assert part(root, "arriving").get("data-problem") == "hidden"
    assert [e.get("data-space") for e in having(root, "data-legal")] == ["Town1", "Town3"]


def test_trainees_are_chosen_in_the_picture(tables):
    s = make_state(tables)
    s.trainee[:], s.at[:], s.rolled[:], s.depth = -1, -1, [17, 12, 20, 3], 1
    s.frame_kind[0], s.frame_phase[0] = SETUP, 3
    legal = numbers(TABLE, COMPONENTS, "choose Tiffany", "choose Dimity")
    root = parse(draw(s, tables, COMPONENTS, seat=0, legal=legal))
    assert [e.get("data-trainee") for e in having(root, "data-legal")] == ["Tiffany", "Dimity"]
    assert having(root, "data-witch") == []


LEGAL = {
    "to Skund": [("data-space", "Skund")],
    "flee MadStoat": [("data-space", "MadStoat")],
    "look Slice": [("data-space", "Slice")],
    "turn Caves": [("data-space", "Caves")],
    "crisis Bridge": [("data-space", "Bridge")],
    "headology Tomjon": [("data-card", "Tomjon")],
    "broom Nanny2": [("data-card", "Nanny2")],
    "play Feegle": [("data-card", "Feegle")],
    "power Granny1 Nanny2 Magrat1": [("data-card", "Granny1"), ("data-card", "Nanny2")],
    "discard Jason": [("data-card", "Jason")],
    "tile": [("data-tile", "Tiffany")],
    "roll": [("data-die", "3"), ("data-die", "4")],
    "reroll 2": [("data-die", "2")],
    "reroll both": [("data-die", "1"), ("data-die", "2")],
    "return 2": [("data-fact", "cackles")],
    "take 2": [("data-fact", "cackles")],
    "return 0": [],
    "done": [],
    "stay": [],
}


@pytest.mark.parametrize("text", LEGAL)
def test_what_may_be_done_glows(tables, text):
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0, legal=numbers(TABLE, COMPONENTS, text)))
    assert len(lit(root, LEGAL[text])) == len(LEGAL[text])


def test_a_card_lights_the_uses_it_can_be_played_for(tables):
    played = ("headology Granny1", "power Granny1 Nanny2 Magrat1", "play Tomjon")
    legal = numbers(TABLE, COMPONENTS, *played)
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0, legal=legal))
    uses = {e.get("data-card"): e.get("data-uses") for e in having(root, "data-uses")}
    assert uses == {"Granny1": "power symbol", "Nanny2": "power", "Tomjon": "effect"}


def test_a_card_says_all_it_can_do(tables):
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0))
    said = {e.get("data-card"): tip(e) for e in having(root, "data-card")}
    assert said["Tomjon"] == ("Tomjon. Headology: +1. Shamble: turn a face-down tile up. Place: Razorback")
    assert "against the elves" in said["Jason"]
    assert "Power of Three: Granny Weatherwax" in said["Granny1"]


def test_nothing_overlaps_on_the_map(tables):
    root = parse(draw(make_state(tables), tables, COMPONENTS, seat=0))
    spots = [
        places.where(place, k)
        for place in COMPONENTS["board"]["locations"]
        for k in range(len(place["spaces"]))
    ]
    for k, (x, y) in enumerate(spots):
        assert land.X + 30 < x < land.X + land.W - 30
        assert land.Y + 30 < y < land.Y + land.H - 30
        assert all(max(abs(x - a), abs(y - b)) > 58 for a, b in spots[k + 1 :])
    (x0, y0), (left, top) = (stands(part(root, name)) for name in ("board", "boxes"))
    left, top = left - x0, top - y0
    assert all(x + 27 < left or y + 60 < top for x, y in spots)
    assert left + boxes.SIZE[0] <= land.W


@pytest.mark.parametrize("size", range(1, 14))
def test_a_hand_of_any_size_lies_within_its_room(tables, size):
    s = make_state(tables)
    s.hand[0], s.cards[0] = (1 << size) - 1, size
    hand = part(parse(draw(s, tables, COMPONENTS, seat=0)), "hand")
    middles = [stands(hand)[0] + stands(card)[0] * SHRUNK for card in hand]
    assert len(middles) == size
    assert min(middles) - cards.W / 2 * SHRUNK > 326
    assert max(middles) + cards.W / 2 * SHRUNK < 1232


def test_places_are_named_in_the_language_of_the_reader(tables):
    s = make_state(tables)
    s.frame_kind[1] = MOVE
    root = parse(draw(s, tables, COMPONENTS, seat=0, lang="fr"))
    assert tip(space(root, "Slice")).startswith("Tranche")
    assert tip(space(root, "Dungeon")) == "Donjon"


def test_how_it_ended_is_said(tables):
    s = make_state(tables)
    s.over, s.depth = BY_ELVES, 0
    root = parse(draw(s, tables, COMPONENTS, seat=0))
    assert root.find(f"{SVG}desc").text.startswith("Three elves are loose")


def test_marks_know_a_card_by_each_use():
    played = [Decoded("symbol", (7,)), Decoded("play", (7,)), Decoded("reroll", (0,)), Decoded("take", (3,))]
    assert Marks.of(played, None).uses == {7: {"symbol", "effect"}}


def test_long_names_are_broken_evenly():
    assert lines_of("The Place Where the Sun Does Not Shine", 17, 3) == [
        "The Place",
        "Where the Sun",
        "Does Not Shine",
    ]
    assert lines_of("Unbreakablebutlong", 8, 1) == ["Unbreakab…"]
    unbroken = "Premier pas\u202f:"  # a no-break space
    assert lines_of(f"{unbroken} deux chemins", 16, 2) == [unbroken, "deux chemins"]


@pytest.mark.parametrize("theme", art.PALETTES)
def test_text_can_be_read(theme):
    p, inks = art.PALETTES[theme], land.INKS[theme]
    pairs = [(inks.name, ground) for ground in (inks.top, inks.foot, inks.verge)]
    pairs += [(inks.road, ground) for ground in (inks.top, inks.foot)]
    printed = (icons.EASY_INK, icons.HARD_INK, *icons.SYMBOL_INKS, icons.EFFECT_INK, icons.POWER_INK)
    pairs += [(ink, paper) for ink in printed for paper in (p.paper, cards.LIT)]
    pairs += [(number, ink) for ink in (icons.EASY_INK, icons.HARD_INK) for number in ("#fffaf0", "#ffe0a0")]
    pairs += [("#fffaf0", icons.DANGER_INK)]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_every_problem_has_its_own_engraving(tables):
    assert len(set(icons.PROBLEMS)) == KINDS
    s = make_state(tables)
    for index in range(KINDS):
        s.tile[index], s.face_up[index] = index, 1
    root = parse(draw(s, tables, COMPONENTS, seat=0))
    shown = [e.get("data-problem") for e in having(root, "data-space")][1 : KINDS + 1]
    assert shown == PROBLEM_IDS
    assert problems.FRAMES[0] != problems.FRAMES[1]
