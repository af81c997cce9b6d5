"""Checking a record: that every rule was kept, and that its luck is what was sealed before the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from coven.core.position import Position
from coven.core.record import Record
from coven.core.sealed_luck import BEFORE, LINKS, Luck, Seal, Unsealed, hash_of_secret, key_of
from coven.core.seats import CHANCE


class Verified(NamedTuple):
    """What a check of a record has found: nothing wrong, or it would have raised."""

    sealed: bool  # whether its luck was sealed at all
    draws: int  # what luck decided
    over: bool  # whether the game ends in it
    kept_back: tuple[int, ...] = ()  # seats that promised a number and never told it
    without: tuple[int, ...] = ()  # seats that added none from the start
    linked: int = 0  # actions that brought a number
    ended: tuple[tuple[int, int], ...] = ()  # of which none came from an action of theirs on, and its place


def verify(record: Record) -> Verified:
    """Replay a record by the rules and reckon its luck again.

    Raises MalformedRecord where a rule was broken, Unsealed where luck is not what was sealed.
    """
    seal = record.seal
    if seal is None:
        last = record.check()
        return Verified(False, sum(actor == CHANCE for actor, _ in record.actions), last.over)
    _check_promises(seal)
    last = record.check()
    brought = _brought(record, seal, last.over)
    luck, draws, ended = Luck.at_the_deal(key_of_record(record, seal), seal.nonces), 0, []
    for at, (position, (actor, move)) in enumerate(zip(record.positions(), record.actions, strict=False)):
        if actor != CHANCE:
            before, luck = luck, luck.after(actor, at, brought.get(at, ""))
            ended += [(seat, at) for seat in luck.ended - before.ended]
            continue
        draws += 1
        sealed = position.legal[luck.choose(position)]
        if sealed.id != record.game.parse(move):
            raise Unsealed("draw", n=at + 1, move=move, sealed=sealed.text)
    without = tuple(seat for seat, promise in enumerate(seal.promises) if not promise)
    return Verified(
        True, draws, last.over, seal.kept_back, without, len(brought), tuple(ended) if brought else ()
    )


def key_of_record(record: Record, seal: Seal) -> bytes:
    """The key of all draws of a record.

    Its options are written as a game begins with them: who could leave one out that is as always, or write it in
    another way, would have several keys to choose from once the numbers are told.
    """
    game = record.game
    return key_of(
        seal.secret,
        seal.nonces,
        game=game.name,
        version=record.version,
        components=game.components.digest,
        options=record.position(0).options,
    )


def _brought(record: Record, seal: Seal, over: bool) -> dict[int, str]:
    """The number that came with each action, from the last of each seat: every other is the hash of a later one."""
    actors = [actor for actor, _ in record.actions]
    brought: dict[int, str] = {}
    for seat, nonce in enumerate(seal.nonces):
        if (last := seal.link(seat)) is None:
            continue
        cut = last.at >= len(actors) and not over
        if not nonce or last.at >= LINKS or not (cut or actors[last.at : last.at + 1] == [seat]):
            raise Unsealed("link", seat=seat, n=last.at + 1)
        number = last.number
        for at in range(last.at, BEFORE, -1):
            if actors[at : at + 1] == [seat]:
                brought[at] = number
            number = hash_of_secret(number)
        if number != nonce:
            raise Unsealed("chain", seat=seat)
    return brought


def _check_promises(seal: Seal) -> None:
    if hash_of_secret(seal.secret) != seal.commitment:
        raise Unsealed("secret")
    for seat, (promise, nonce) in enumerate(zip(seal.promises, seal.nonces, strict=True)):
        if nonce and hash_of_secret(nonce) != promise:
            raise Unsealed("number", seat=seat)


def decisions_of_luck(record: Record) -> Iterator[tuple[int, Position, str]]:
    """Every action of luck: its place in the record, the position before, and what luck brought."""
    for at, position in enumerate(record.positions()):
        if at < len(record.actions) and record.actions[at][0] == CHANCE:
            yield at, position, record.actions[at][1]
