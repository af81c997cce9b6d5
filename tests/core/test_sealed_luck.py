"""Luck that was sealed before a game can be reckoned again by anybody, and no other luck passes for it."""

from __future__ import annotations

import hashlib
import hmac
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

import coven
from coven.core.errors import CovenError, MalformedRecord
from coven.core.record import Record
from coven.core.sealed_luck import (
    LINKS,
    Link,
    Links,
    Luck,
    Seal,
    Unsealed,
    chain,
    draw,
    hash_of_secret,
    key_of,
)
from coven.core.seats import CHANCE
from coven.core.verify import key_of_record, verify

NUMBERS = chain("ab" * 32)
NONCES = (NUMBERS[0], "")
SEAL = Seal(hash_of_secret("secret"), "secret", (hash_of_secret(NONCES[0]), ""), NONCES)


WHOLE = "Commitment: " + "0" * 64 + "\nSecret: s\nPromises: - -\nNonces: - -"


def played(name: str, seal: Seal = SEAL, players: int = 2) -> Record:
    """A game whose luck follows from a seal, its players taking the first move there is."""
    position = coven.load(name).new(players, chance="manual")
    key = key_of_record(position.record(), seal)
    while not position.over and position.ply < 400:
        at = 0
        if position.actor == CHANCE:
            at = draw(key, position.ply, position.weights)
        position.play(position.legal[at])
    return replace(position.record(), seal=seal)


def linked(until: int = 1000) -> Record:
    """Such a game of The Witches, where seat 0 brings a number with so many of its actions."""
    position = coven.load("witches").new(2, chance="manual")
    luck, brought = Luck.at_the_deal(key_of_record(position.record(), SEAL), NONCES), 0
    while not position.over and position.ply < 400:
        if position.actor == CHANCE:
            position.play(position.legal[luck.choose(position)])
            continue
        if position.actor == 0:
            luck = luck.after(0, position.ply, NUMBERS[1 + position.ply] if brought < until else "")
            brought += 1
        position.play(position.legal[0])
    return replace(position.record(), seal=replace(SEAL, links=luck.brought))


@pytest.fixture(scope="module", params=["witchstone", "witches"])
def record(request: pytest.FixtureRequest) -> Record:
    return played(request.param)


def test_played_as_sealed(record: Record) -> None:
    found = verify(record)
    assert found.sealed
    assert found.draws == sum(actor == CHANCE for actor, _ in record.actions) > 0
    assert (found.without, found.kept_back) == ((1,), ())


def test_a_sealed_record_is_read_as_it_was_written(record: Record) -> None:
    assert coven.read(str(record)) == record
    assert verify(coven.read(str(record))).sealed


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"secret": "another"}, "secret is not the one"),
        ({"commitment": hash_of_secret("x"), "secret": "x"}, "luck brought"),
        ({"nonces": ("cd" * 32, "")}, "number of seat 0 is not the one"),
        ({"nonces": ("", "")}, "luck brought"),
    ],
)
def test_another_seal_is_noticed(record: Record, change: dict[str, object], said: str) -> None:
    with pytest.raises(Unsealed, match=said):
        verify(replace(record, seal=replace(SEAL, **change)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("witches", {}),
        ("witches", {"harder": "no"}),
        ("witchstone", {"handicap": "0"}),
        ("witchstone", {"first": "random"}),
    ],
)
def test_how_options_are_written_is_no_choice(name: str, written: dict[str, str]) -> None:
    """Else whoever knows all numbers could write them in several ways, and keep the luck she likes best."""
    record = played(name)
    assert verify(coven.read(str(replace(record, options=written)))).sealed
    other = replace(record, options=written)
    assert key_of_record(other, SEAL) == key_of_record(record, SEAL)


def test_a_doctored_draw_is_named_with_its_place() -> None:
    record = played("witches")
    luck = (at for at, (actor, _) in enumerate(record.actions) if actor == CHANCE)
    at = next(at for at in luck if len(record.position(at).legal) > 1)
    position, (_, text) = record.position(at), record.actions[at]
    other = next(move.text for move in position.legal if move.text != text)
    actions = (*record.actions[:at], (CHANCE, other))
    with pytest.raises(Unsealed, match=f"action {at + 1}: luck brought '{other}', sealed was '{text}'"):
        verify(replace(record, actions=actions, result=""))


def by_both(name: str) -> Record:
    """A whole game to which both seats bring numbers, with moves as they come."""
    chains = (NUMBERS, chain("cd" * 32))
    nonces = tuple(numbers[0] for numbers in chains)
    seal = Seal(SEAL.commitment, SEAL.secret, tuple(map(hash_of_secret, nonces)), nonces)
    position = coven.load(name).new(2, chance="manual", names=["Ada", "Ben"])
    luck = Luck.at_the_deal(key_of_record(position.record(), seal), nonces)
    chosen = random.Random(1)
    while not position.over:
        assert position.ply < LINKS
        if position.actor == CHANCE:
            position.play(position.legal[luck.choose(position)])
            continue
        assert position.actor is not None
        luck = luck.after(position.actor, position.ply, chains[position.actor][1 + position.ply])
        position.play(chosen.choice(position.legal))
    return replace(position.record(), seal=replace(seal, links=luck.brought))


def one_change_each(text: str) -> Iterator[str]:
    """A record with one thing changed, or gone: each word of its head, each action of luck, whose an action is.

    Names, and what players chose, are not sealed; without its result a record says no less.
    """
    head, _, rest = text.partition("\n\n")
    lines, actions = head.split("\n"), rest.splitlines()
    for at, line in enumerate(lines):
        key, _, value = line.partition(": ")
        said = value.split(" ")
        others = [
            [*said[:n], said[n][:-1] + "01"[said[n][-1] == "0"], *said[n + 1 :]] for n in range(len(said))
        ]
        others += [[*said[:n], "-", *said[n + 1 :]] for n in range(len(said))]
        if key == "Components":
            others = [said[:1] + other[1:] for other in others if other[1] != said[1]]
        if key != "Names":
            for other in others:
                yield "\n".join([*lines[:at], f"{key}: {' '.join(other)}", *lines[at + 1 :]]) + f"\n\n{rest}"
        if key not in ("Names", "Result", "Options"):
            yield "\n".join([*lines[:at], *lines[at + 1 :]]) + f"\n\n{rest}"
    record = coven.read(text)
    for at, (position, line) in enumerate(zip(record.positions(), actions, strict=False)):
        if at % 5 and at < len(actions) - 10:
            continue
        who, _, move = line.partition(" ")
        others = [[], [line, line], [f"{'1' if who == '0' else '0'} {move}"]]
        if who == "*":
            others += [[f"* {other.text}"] for other in position.legal[:3] if other.text != move]
        for instead in others:
            yield head + "\n\n" + "\n".join([*actions[:at], *instead, *actions[at + 1 :]]) + "\n"


@pytest.mark.parametrize("name", ["witchstone", "witches"])
def test_whatever_is_changed_in_a_sealed_record_is_told(name: str) -> None:
    record = by_both(name)
    found = verify(record)
    assert (found.over, found.ended, found.without, found.kept_back) == (True, (), (), ())
    changed = list(one_change_each(str(record)))
    assert len(changed) > 150
    for text in changed:
        try:
            unlike = verify(coven.read(text))
        except CovenError:
            continue
        assert unlike != found, text


def test_an_outcome_that_lies_elsewhere_unseen_is_a_broken_rule() -> None:
    """What nobody who looks on could tell is told of a record, which knows all."""
    record = by_both("witches")
    for at, (position, (actor, move)) in enumerate(zip(record.positions(), record.actions, strict=False)):
        for other in {text for who, text in record.actions[:at] if (who, actor) == (CHANCE, CHANCE)}:
            if other.split()[0] == move.split()[0] and all(one.text != other for one in position.legal):
                actions = (*record.actions[:at], (CHANCE, other))
                with pytest.raises(MalformedRecord, match="Luck can't bring that now"):
                    verify(replace(record, actions=actions, result=""))


def test_a_broken_rule_is_noticed_in_a_sealed_game(record: Record) -> None:
    with pytest.raises(MalformedRecord):
        verify(replace(record, actions=(*record.actions[:-1], (0, record.actions[0][1]))))


def test_a_game_that_was_not_sealed_says_so() -> None:
    assert not verify(coven.load("witches").new(2, seed=1).record()).sealed


def own(record: Record) -> list[int]:
    """The places of seat 0's actions."""
    return [at for at, (actor, _) in enumerate(record.actions) if actor == 0]


def test_what_actions_bring_decides_what_luck_brings() -> None:
    record = linked()
    assert record.seal is not None
    assert record.seal.link(0) == Link(own(record)[-1], NUMBERS[1 + own(record)[-1]])
    assert record.seal.link(1) is None
    found = verify(record)
    assert (found.sealed, found.ended) == (True, ())
    assert coven.read(str(record)) == record
    with pytest.raises(Unsealed, match="luck brought"):
        verify(replace(record, seal=replace(record.seal, links=())))


def test_who_brings_none_any_more_is_told_from_where_on() -> None:
    record = linked(5)
    assert verify(record)[-2:] == (5, ((0, own(record)[5]),))
    assert verify(played("witches"))[-2:] == (0, ())  # as in all games of before


def test_a_record_that_is_cut_keeps_what_was_brought_until_there() -> None:
    record = linked()
    cut = replace(record, actions=record.actions[: own(record)[20] + 1], result="")
    found = verify(coven.read(str(cut)))
    assert (found.over, found.linked, found.ended) == (False, 21, ())


def test_numbers_that_do_not_belong_to_their_actions_are_noticed() -> None:
    record = linked(5)
    assert record.seal is not None
    at, number = own(record)[4], record.seal.link(0).number  # type: ignore[union-attr]
    others = next(at for at, (actor, _) in enumerate(record.actions) if actor == 1)
    for link, said in (
        (Link(at, NUMBERS[at]), "not those of the chain"),
        (Link(at, "0" * 64), "not those of the chain"),
        (Link(own(record)[3], number), "not those of the chain"),
        (Link(others, NUMBERS[1 + others]), "no number with action"),
        (Link(900, NUMBERS[901]), "no number with action"),
        (Link(own(record)[3], NUMBERS[1 + own(record)[3]]), "luck brought"),  # one is left out
    ):
        with pytest.raises(Unsealed, match=said):
            verify(replace(record, seal=replace(record.seal, links=(link, None))))
    with pytest.raises(Unsealed, match="seat 1 has brought no number"):
        verify(replace(record, seal=replace(record.seal, links=(None, Link(others, number)))))


def test_each_place_has_one_number() -> None:
    luck = Luck.at_the_deal(b"key", NONCES).after(0, 4, NUMBERS[5])
    assert luck.after(0, 9, NUMBERS[10]).key != luck.key
    for at, number in ((9, NUMBERS[9]), (9, NUMBERS[11]), (4, NUMBERS[5]), (3, NUMBERS[4]), (9, "x")):
        with pytest.raises(Unsealed, match="not the one of its chain"):
            luck.after(0, at, number)
    assert luck.after(1, 5, NUMBERS[6]) == luck  # it has told none
    ended = luck.after(0, 7, "")
    assert (ended.key, ended.ended) == (luck.key, {0})
    assert ended.after(0, 9, NUMBERS[10]) == ended
    assert luck.after(0, LINKS, "") == luck  # its chain is at its end


def test_what_was_taken_back_brought_nothing() -> None:
    links, start = Links(), Luck.at_the_deal(b"key", NONCES)
    links.acted(0, 3, NUMBERS[4])
    luck = links.begin(start)
    links.acted(1, 4, "")
    links.acted(0, 5, "")
    assert links.luck is not None
    assert links.luck.ended == {0}
    links.taken_back(5)
    assert links.begin(start) == luck
    links.acted(0, 5, NUMBERS[6])
    assert links.luck == luck.after(0, 5, NUMBERS[6])


def test_who_kept_a_number_back_is_told() -> None:
    kept = Seal(hash_of_secret("s"), "s", (hash_of_secret("ab" * 32), ""), ("", ""))
    assert verify(played("witches", kept)).kept_back == (0,)


def test_the_reckoning_is_what_the_docs_say() -> None:
    """Written out with Python's own library, as somebody would who trusts nobody."""
    facts = "game g\nrules 2\ncomponents c\noptions a=1 b=2\nseat 0 n\nseat 1 -"
    key = hmac.new(b"s", facts.encode(), hashlib.sha256).digest()
    options = {"b": "2", "a": "1"}
    assert key_of("s", ("n", ""), game="g", version=2, components="c", options=options) == key
    number = int.from_bytes(hmac.new(key, b"draw 7", hashlib.sha256).digest()[:16], "big")
    assert draw(key, 7, [1, 2, 3]) == [0, 1, 1, 2, 2, 2][number * 6 >> 128]
    link = chain("ab" * 32)[8]
    assert Luck.at_the_deal(key, [chain("ab" * 32)[0], ""]).after(0, 7, link).key == hmac.digest(
        key, link.encode(), "sha256"
    )
    assert hash_of_secret("s") == hashlib.sha256(b"coven sealed luck\ns").hexdigest()


def test_draws_are_as_likely_as_their_weights() -> None:
    came = Counter(draw(b"key", at, [1, 0, 2, 3]) for at in range(12_000))
    assert came[1] == 0
    assert all(abs(came[outcome] - 2000 * weight) < 180 for outcome, weight in ((0, 1), (2, 2), (3, 3)))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Commitment: " + "0" * 64, "whole or not at all"),
        ("Commitment: x\nSecret: s\nPromises: - -\nNonces: - -", "64 hex digits"),
        ("Commitment: " + "0" * 64 + "\nSecret: s\nPromises: -\nNonces: - -", "2 seats"),
        ("Links: - -", "whole or not at all"),
        (WHOLE + "\nLinks: -", "2 seats"),
        (WHOLE + f"\nLinks: - x:{'0' * 64}", "an action"),
        (WHOLE + f"\nLinks: 5:{'0' * 64} - none", "an action"),
        (WHOLE + f"\nLinks: - ٣:{'0' * 64}", "an action"),
    ],
)
def test_half_a_seal_is_refused(line: str, said: str) -> None:
    text = str(coven.load("witches").new(2, seed=1).record())
    with pytest.raises(MalformedRecord, match=said):
        coven.read(text.replace("Players: 2", f"Players: 2\n{line}"))
