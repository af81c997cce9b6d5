"""Gives the veiled draws and looks of a log faces that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coven.core.game import Game
from coven.core.moves import Decoded
from coven.core.seats import SEATS
from coven.games.witches.moves import TABLE
from coven.games.witches.state import (
    CARDS,
    EASY,
    GRANNY,
    INVISIBILITY,
    MAGRAT,
    NANNY,
    SPACES,
    UNKNOWN,
    State,
)


@dataclass
class Need:
    """A card a seat must have drawn after one moment and before another."""

    card: int
    after: int
    before: int


def retell(game: Game, log: Sequence[tuple[int, int]], state: State) -> list[int]:
    """A full log that fits the veiled one and the state that was imagined for its end."""
    told = [move for _, move in log]
    decoded = [TABLE.decode(move) for move in told]
    _tell_looks(told, decoded, state)
    needs = _needs(game, [(seat, move) for (seat, _), move in zip(log, decoded, strict=True)], state)
    _tell_draws(told, decoded, needs)
    return told


def _tell_looks(told: list[int], decoded: Sequence[Decoded], state: State) -> None:
    """A tile looked at is the one turned up there next, or the one that lies there still."""
    lies: dict[int, int] = {}
    for space in range(SPACES):
        if EASY <= state.tile[space] < UNKNOWN:
            lies[space] = TABLE.encode("hard", space, int(state.tile[space]) - EASY)
    for at in reversed(range(len(told))):
        match decoded[at]:
            case Decoded("hard", (space, _)):
                lies[space] = told[at]
            case Decoded("look unseen", (space, _)):
                told[at] = lies[space]


def _tell_draws(told: list[int], decoded: Sequence[Decoded], needs: Sequence[list[Need]]) -> None:
    """Each card a seat played or holds now was drawn after it last came back into the deck.

    Going through the draws in order, each gets the card that is needed soonest: no other order does better.
    """
    for at, move in enumerate(decoded):
        if move.verb == "draw unseen":
            (seat,) = move.arguments
            open_needs = [need for need in needs[seat] if need.after < at]
            need = min(open_needs, key=lambda need: need.before)
            needs[seat].remove(need)
            told[at] = TABLE.encode("draw", need.card)


def _shown(game: Game, move: Decoded) -> list[int]:
    """The cards a player lays down with a move."""
    match move:
        case Decoded("power", three):
            cards = game.tables[0].power_cards
            return [int(cards[name, at]) for name, at in zip((GRANNY, NANNY, MAGRAT), three, strict=True)]
        case Decoded("symbol" | "play" | "discard", (card,)):
            return [card]
    return []


def _only_shown(game: Game, state: State, log: Sequence[tuple[int, Decoded]], at: int) -> bool:
    """Whether a card played was kept for a while: an invisibility on entering a space (TW-E9).

    One that shows her a tile of the place she begins in is followed by her choice of it, one that leads out of the
    Dungeon by her step out, with no draw between: for that it makes no difference when it was spent.
    """
    _, move = log[at]
    invisible = move.verb == "play" and game.tables[0].card_effect[move.arguments[0]] == INVISIBILITY
    followed = log[at + 1][1].verb if at + 1 < len(log) else ""
    return int(state.version) > 1 and bool(invisible) and followed != "look"


def _needs(game: Game, log: Sequence[tuple[int, Decoded]], state: State) -> list[list[Need]]:
    """Follow the deck through the log: when each card came back into it, and who showed it when.

    A card that the next shuffle did not bring back was drawn before that.
    """
    needs: list[list[Need]] = [[] for _ in range(SEATS)]
    back = [-1] * CARDS  # when a card last came into the deck
    discard: list[int] = []
    deck = CARDS
    shuffles: list[int] = []
    held: set[int] = set()  # cards whose draw is told, or that were shown, and that are in that hand still
    shown: list[int] = []  # the card of an invisibility that is spent if she goes on
    for at, (seat, move) in enumerate(log):
        drawn = move.verb in ("draw", "location", "draw unseen")
        if drawn and deck == 0:
            deck = len(discard)
            shuffles.append(at)
            for card in discard:
                back[card] = at - 1
            discard.clear()
        deck -= drawn
        match move:
            case Decoded("draw", (card,)):
                held.add(card)
            case Decoded("location", (card,)):
                discard.append(card)
        if move.verb in ("to", "skip", "stay"):
            if move.verb != "stay":
                discard += shown
                held.difference_update(shown)
            shown.clear()
        for card in _shown(game, move):
            if card not in held:
                needs[seat].append(Need(card, back[card], at))
            held.discard(card)
            if _only_shown(game, state, log, at):
                held.add(card)
                shown.append(card)
            else:
                discard.append(card)
    for seat in range(SEATS):
        for card in range(CARDS):
            if int(state.hand[seat]) >> card & 1 and card not in held:
                needs[seat].append(Need(card, back[card], len(log)))
    for need in (need for of_seat in needs for need in of_seat):
        need.before = min([need.before, *(at for at in shuffles if at > need.after + 1)])
    return needs
