"""Parts: drawn from what they say they read, once for everybody, and the same whether new or kept."""

import random
import re

import pytest

import coven
from coven.core.parts import ALL_SIGHT, Drawn, Part, PartCache, made
from coven.core.picture import DEFS

PLENTY = 1 << 26
each_game = pytest.mark.parametrize("name", coven.games())
large_game = pytest.mark.parametrize("name", ["witchstone", "witches"])


def spread(view, cache):
    return view.parts(cache, "en", "dark")


def walk(name, players, steps, seed=4):
    """Positions of a random game."""
    luck, position = random.Random(seed), coven.load(name).new(players=players, seed=seed)
    for _ in range(steps):
        if position.over:
            return
        yield position
        position.play(luck.choice(list(position.legal)))


@each_game
def test_a_kept_part_is_what_would_be_drawn_anew(name):
    cache = PartCache(PLENTY)
    for k, position in enumerate(walk(name, 2, 120)):
        for seat in (0, 1, None):
            kept = spread(position.view(seat), cache)
            if k % 6 == 0:
                fresh = spread(position.view(seat), PartCache(PLENTY))
                assert [drawn for _, drawn in kept.parts] == [drawn for _, drawn in fresh.parts]
    assert cache.hits


@large_game
def test_most_parts_are_drawn_once_for_all_seats(name):
    cache = PartCache(PLENTY)
    drawn = steps = 0
    for position in walk(name, 4, 60):
        before = cache.misses
        for seat in range(4):
            spread(position.view(seat), cache)
        drawn, steps = drawn + cache.misses - before, steps + 1
    parts = len(spread(position.view(0), cache).parts)
    assert drawn / steps < parts  # all four pages together draw less than one picture


@each_game
def test_parts_fit_their_sheet_and_have_names_of_their_own(name):
    for players in coven.load(name).players:
        found = spread(coven.load(name).new(players=players, seed=1).view(0), PartCache(PLENTY))
        ids = [part.id for part, _ in found.parts]
        assert len(set(ids)) == len(ids)
        assert DEFS not in ids
        for part, _ in found.parts:
            assert part.x >= 0 <= part.y
            assert part.x + part.width * part.scale <= 1600
            assert part.y + part.height * part.scale <= 1001


@each_game
def test_what_a_page_refers_to_is_defined(name):
    found = spread(coven.load(name).new(players=2, seed=1).view(0), PartCache(PLENTY))
    text = "".join(piece for _, drawn in found.parts for piece in drawn.pieces)
    used = set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text))
    assert used <= set(re.findall(r' id="([^"]+)"', "".join(found.defs.pieces)))


@large_game
def test_a_part_says_what_it_reads_and_gets_no_more(name):
    view = coven.load(name).new(players=2, seed=1).view(0)
    for part, _ in spread(view, PartCache(PLENTY)).parts:
        assert part.reads is not None
        assert set(part.reads) - set(ALL_SIGHT) <= set(view.state.dtype.names)
        assert set(part.each) <= set(view.state.dtype.names)


def drawing(id: str, size: int) -> Drawn:
    return made(id, ["x" * size])


def test_the_cache_is_bounded_and_forgets_the_oldest():
    cache = PartCache(250)
    for k in range(3):
        cache.get(k, lambda k=k: drawing(f"part{k}", 100))
    assert cache.misses == 3
    cache.get(2, lambda: pytest.fail("it is there"))
    cache.get(0, lambda: drawing("part0", 100))
    assert cache.misses == 4


def test_the_same_drawing_is_held_once():
    cache = PartCache(250)
    first = cache.get(0, lambda: drawing("a", 100))
    assert cache.get(1, lambda: drawing("a", 100)) is first


def test_things_side_by_side_lie_where_the_sheet_says():
    def lie(n: int) -> list[str]:
        return [f"translate({k} 0)" for k in range(n)]

    part = Part("hand", lambda scene: [], 10, 5, each_size=(4, 5), lie=lie)
    assert list(part.on_sheet(["<a/>", "<b/>"])) == [
        '<g transform="translate(0 0)"><a/></g>',
        '<g transform="translate(1 0)"><b/></g>',
    ]


def test_what_two_threads_draw_at_once_is_counted_once():
    """The second begins to draw before the first has put its drawing away."""
    cache = PartCache(250)

    def draw_while_another_does() -> Drawn:
        cache.get("key", lambda: made("a", ["x" * 100]))
        return made("a", ["x" * 100])

    drawn = cache.get("key", draw_while_another_does)
    assert cache._held == 100
    assert cache.get("key", lambda: made("a", ["y"])) is drawn
    cache.get("other", lambda: made("b", ["z" * 100]))
    assert cache._held == 200
