"""The table of moves: numbers, texts and parts are one thing."""

from pathlib import Path

import pytest

import coven
from coven.core.moves import Block, Decoded, MoveTable, Named
from coven.games.witches.moves import TABLE as WITCHES
from coven.games.witchstone import decode
from coven.games.witchstone.moves import TABLE as WITCHSTONE

TABLES = {"witchstone": WITCHSTONE, "witches": WITCHES}
RECORD = Path(__file__).parents[2] / "docs" / "record.md"


@pytest.fixture(params=TABLES)
def table(request):
    return TABLES[request.param]


@pytest.fixture(params=TABLES)
def game(request):
    return coven.load(request.param)


def small() -> MoveTable:
    return MoveTable(
        Block("tower {place}", "take a tower", place=Named(3, ("north", None))),
        Block("step {to} {far}", "walk", to=2, far=Named(2, ("", "far"))),
        Block("stop", "enough"),
        Block("find {token}", "a token", chance=True, token=Named(2, lambda data: data["tokens"])),
        Block("find ?", "a token, as others are told", verb="find unseen", veiled=True),
    )


def test_what_is_touched_stands_for_moves() -> None:
    table = MoveTable(
        Block(
            "play {card} {to}", "play it there", touch="hand:{card}", card=Named(2, ("moth", "newt")), to=2
        ),
        Block("draw", "draw one", touch="deck"),
        Block("stop", "enough"),
    )
    touched = [table.touch(number) for number in range(table.size)]
    assert touched == ["hand:0", "hand:0", "hand:1", "hand:1", "deck", ""]
    assert [table.meant(thing) for thing in ("hand:1", "deck", "hand:2", "")] == [[2, 3], [4], [], []]


def test_a_number_is_its_parts(table):
    for number in range(table.size):
        verb, arguments = table.decode(number)
        assert table.encode(verb, *arguments) == number


def test_numbers_follow_each_other(table):
    assert table.firsts[0] == 0
    for block, after in zip(table.blocks, [*table.firsts[1:], table.size], strict=True):
        assert block.first + block.size == after
    assert table.actions == min(block.first for block in table.blocks if block.chance)


def test_a_text_is_a_number(game):
    texts = game.moves.texts(game.components.data)
    assert len(texts) == game.moves.size
    for number, text in enumerate(texts):
        if text is not None:
            assert game.parse(text) == number
            assert game.text(number) == text


def test_every_kind_of_move_has_a_text_that_begins_with_its_verb(game):
    texts = game.moves.texts(game.components.data)
    for block in game.moves.blocks:
        written = [text for text in texts[block.first : block.first + block.size] if text is not None]
        assert written, block.verb
        if block.verb != "symbol" and not block.veiled:  # a card's symbol is its verb
            assert {text.split()[0] for text in written} == {block.verb}


def test_a_move_knows_its_parts(game):
    move = game.new(2, seed=1).legal[0]
    assert move.decoded == game.decode(move.id) == game.moves.decode(move.id)


@pytest.mark.parametrize("verb", ["place", "token", "use", "put", "crystal", "shelve", "bottom"])
def test_the_compiled_parts_are_the_same(verb):
    apart = getattr(decode, verb)
    block = WITCHSTONE.by_verb[verb]
    for number in range(block.first, block.first + block.size):
        assert apart(number) == WITCHSTONE.decode(number).arguments


def test_a_small_table():
    table = small()
    assert table.firsts == (0, 3, 7, 8, 10)
    assert (table.size, table.actions) == (11, 8)
    assert table.decode(5) == Decoded("step", (1, 0))
    assert table.encode("step", 1, 1) == 6
    assert table.texts({"tokens": ["A"]}) == [
        "tower north",
        None,
        None,
        "step 0",
        "step 0 far",
        "step 1",
        "step 1 far",
        "stop",
        "find A",
        None,
        "find ?",
    ]
    assert table.page().splitlines()[2:] == [
        "| `tower {place}` | take a tower |",
        "| `step {to} {far}` | walk |",
        "| `stop` | enough |",
        "| `find {token}` | luck: a token |",
    ]


@pytest.mark.parametrize("number", [-1, 11])
def test_a_number_without_a_move(number):
    with pytest.raises(ValueError, match=f"there is no move number {number}"):
        small().decode(number)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((1,), "step takes 2 arguments, not 1"),
        ((2, 0), "2 is not from 0 to 1, as step needs"),
        ((0, -1), "-1 is not from 0 to 1, as step needs"),
    ],
)
def test_parts_without_a_move(arguments, told):
    with pytest.raises(ValueError, match=told):
        small().encode("step", *arguments)


def test_a_verb_is_one_block():
    with pytest.raises(ValueError, match="two blocks have the same verb"):
        MoveTable(Block("go", "one"), Block("go {to}", "two", to=2))


def test_luck_comes_last():
    with pytest.raises(ValueError, match="behind the players' moves"):
        MoveTable(Block("roll {die}", "a die", chance=True, die=6), Block("go", "on"))


@pytest.mark.parametrize("name", TABLES)
def test_the_documents_have_the_table(name):
    assert f"\n\n{TABLES[name].page()}" in RECORD.read_text("utf-8")
