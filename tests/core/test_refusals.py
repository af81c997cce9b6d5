"""Bad input: each kind gets its own error, a message that says what would be right, and changes nothing."""

import re

import numpy as np
import pytest

import coven


@pytest.fixture
def position(witchstone):
    return witchstone.new(2, seed=3)


def record_text(witchstone, **changes):
    text = str(witchstone.new(2, seed=3).record())
    for key, value in changes.items():
        text = re.sub(f"^{key}: .*$", f"{key}: {value}", text, flags=re.MULTILINE)
    return text


def test_unknown_move_suggests_what_comes_close(position):
    before = bytes(position)
    with pytest.raises(
        coven.UnknownMove, match=r"'towr T1' is not a move of Witchstone; did you mean 'tower T1'"
    ):
        position.play("towr T1")
    with pytest.raises(coven.UnknownMove, match="no move number 99999"):
        position.play(99999)
    assert bytes(position) == before


@pytest.mark.parametrize("kind", [np.int16, np.int32, np.uint64])
def test_a_number_of_a_move_may_be_of_any_kind(position, kind):
    legal = position.legal
    number = kind(legal[0].id)
    assert number in legal
    assert position.why_not(number) is None
    played = position.play(number)
    assert type(played.history()[-1].move) is int
    assert type(legal.by_id(number).id) is int


@pytest.mark.parametrize("odd", [1.0, None, b"stop", [1]])
def test_what_is_no_move_at_all_is_refused_as_such(position, odd):
    before = bytes(position)
    with pytest.raises(coven.UnknownMove, match="give a move, its text or its number"):
        position.play(odd)
    assert bytes(position) == before


def test_illegal_move_says_what_can_be_done(position):
    before = bytes(position)
    with pytest.raises(coven.IllegalMove, match=r"place .* is not legal .*only: tower"):
        position.play("place Ec3 Wc4")
    with pytest.raises(coven.IllegalMove, match=r"only these can be made now: tower T1, tower T2"):
        position.play("tower V1")
    assert bytes(position) == before


def test_a_move_for_another_seat(position):
    other = 1 - position.actor
    with pytest.raises(
        coven.NotYourTurn, match=f"seat {other} can't play now: it is seat {position.actor}'s turn"
    ):
        position.play(position.legal[0], seat=other)
    assert position.ply == 0 or position.history()[-1].actor == coven.CHANCE


def test_a_move_after_the_end(position):
    while not position.over:
        position.play(position.legal[0])
    with pytest.raises(coven.GameOver, match="the game is over"):
        position.play("stop")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"players": 5}, "2 to 4 players, not 5"),
        ({"handicap": 4}, "handicap is one of"),
        ({"handicap": [1]}, "one for each of the 2 seats"),
        ({"first": 2}, "first is a seat from 0 to 1"),
        ({"mode": "solo"}, "no option mode; it has first and handicap"),
        ({"chance": "dice"}, '"seed" or "manual"'),
        ({"chance": "manual", "seed": 1}, "takes no seed"),
        ({"seed": "seven"}, "a seed is a whole number"),
        ({"names": ["a", "b", "c"]}, "3 names for 2 players"),
    ],
)
def test_bad_options(witchstone, arguments, told):
    with pytest.raises(coven.BadOption, match=told):
        witchstone.new(**arguments)


def test_unknown_game_and_language(position):
    with pytest.raises(coven.UnknownGame, match=r"there are: .*witchstone"):
        coven.load("chess")
    with pytest.raises(coven.BadOption, match="choose one of en, de, fr, hu, pt"):
        position.legal[0].label("xx")
    with pytest.raises(coven.BadOption, match="seats are 0 to 1"):
        position.view(2)


def test_record_of_another_version_or_component_set(witchstone):
    with pytest.raises(
        coven.OtherVersion, match="version 99 of the rules of Witchstone; this program plays version"
    ):
        coven.read(record_text(witchstone, Rules="99"))
    with pytest.raises(coven.OtherVersion, match="record format '2'"):
        coven.read(record_text(witchstone, **{"Coven-Record": "2"}))
    with pytest.raises(coven.OtherComponents, match="give the component file"):
        coven.read(record_text(witchstone, Components="mine 0123456789ab"))


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", 1, "the header lacks Coven-Record"),
        ("hello", 1, "not a header line"),
        ("Game: witchstone\nGame: witchstone", 2, "Game stands twice"),
    ],
)
def test_malformed_header(text, line, told):
    with pytest.raises(coven.MalformedRecord, match=told) as caught:
        coven.read(text)
    assert caught.value.line == line


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("Players", "seven", "not a number of players"),
        ("Players", "9", "not a number of players"),
        ("Game", "chess", "there is no game 'chess'"),
        ("Options", "first", "not an option key=value"),
        ("Options", "mode=solo", "no option mode"),
        ("Options", "handicap=x,y", "handicap is one of"),
    ],
)
def test_malformed_value(witchstone, key, value, told):
    text = record_text(witchstone, **{key: value})
    with pytest.raises(coven.MalformedRecord, match=told) as caught:
        coven.read(text)
    assert text.splitlines()[caught.value.line - 1].startswith(f"{key}:")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("nonsense", "not an action: a seat or"),
        ("0 fly", "'fly' is not a move"),
        ("* deal EW", r"\* acts, but it is \d's turn"),
        ("0 place Ec3 Wc4", "acts, but|is not legal"),
    ],
)
def test_malformed_action(witchstone, line, told):
    text = record_text(witchstone) + line + "\n"
    with pytest.raises(coven.MalformedRecord, match=told) as caught:
        coven.read(text).position()
    assert caught.value.line == len(text.splitlines())


def test_a_result_that_does_not_fit(witchstone):
    position = witchstone.new(2, seed=3)
    while not position.over:
        position.play(position.legal[0])
    text = str(position.record()).replace("Result: ", "Result: 1")
    with pytest.raises(coven.MalformedRecord, match="the moves give"):
        coven.read(text).check()


def test_bytes_that_are_not_a_whole_position(witchstone, position):
    good = bytes(position)
    for cut in (0, 3, 20, len(good) - 1):
        with pytest.raises(coven.BadBytes):
            witchstone.restore(good[:cut])
    with pytest.raises(coven.BadBytes, match="cut off or added to"):
        witchstone.restore(good + b"x")
    with pytest.raises(coven.BadBytes, match="damaged"):
        witchstone.restore(good[:-5] + bytes([good[-5] ^ 1]) + good[-4:])
    with pytest.raises(coven.BadBytes, match="saved position of nothing"):
        witchstone.restore(good.replace(b"witchstone", b"nothing\0\0\0"))
    assert witchstone.restore(good) == position


def test_a_restored_position_has_no_record(witchstone, position):
    with pytest.raises(coven.NoHistory, match="restored from bytes"):
        witchstone.restore(bytes(position)).record()


def test_record_has_no_position_beyond_its_end(position):
    record = position.record()
    with pytest.raises(coven.BadOption, match="there is no position at 9999"):
        record.position(at=9999)


def test_seeds_may_come_from_generators(witchstone):
    one = witchstone.new(2, seed=np.random.default_rng(1))
    two = witchstone.new(2, seed=np.random.default_rng(1))
    assert one == two
