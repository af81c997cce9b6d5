"""Gives the veiled draws and looks of a log faces that fit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from coven.core.game import Game
from coven.core.seats import SEATS
from coven.games.witches import moves
from coven.games.witches.state import CARDS, EACH_POWER, EASY, GRANNY, HARD, MAGRAT, NANNY


@dataclass
class Need:
    """A card a seat must have drawn after one moment and before another."""

    card: int
    after: int
    before: int


def retell(game: Game, log: Sequence[tuple[int, int]], state: np.record) -> list[int]:
    """A full log that fits the veiled one and the state that was imagined for its end."""
    told = [move for _, move in log]
    _tell_looks(told, state)
    _tell_draws(game, told, log, state)
    return told


def _tell_looks(told: list[int], state: np.record) -> None:
    """A tile looked at is the one turned up there next, or the one that lies there still."""
    for at, move in enumerate(told):
        if move >= moves.LOOK_UNSEEN:
            space = (move - moves.LOOK_UNSEEN) // SEATS
            first = moves.HARD_TILE + space * HARD
            later = (m for m in told[at + 1 :] if first <= m < first + HARD)
            kind = next(later, None)
            told[at] = first + int(state.tile[space]) - EASY if kind is None else kind


def _tell_draws(game: Game, told: list[int], log: Sequence[tuple[int, int]], state: np.record) -> None:
    """Each card a seat played or holds now was drawn after it last came back into the deck.

    Going through the draws in order, each gets the card that is needed soonest: no other order does better.
    """
    needs = _needs(game, log, state)
    for at, move in enumerate(told):
        if moves.DRAW_UNSEEN <= move < moves.LOOK_UNSEEN:
            seat = move - moves.DRAW_UNSEEN
            open_needs = [need for need in needs[seat] if need.after < at]
            need = min(open_needs, key=lambda need: need.before)
            needs[seat].remove(need)
            told[at] = moves.DRAW + need.card


def _shown(game: Game, move: int) -> list[int]:
    """The cards a player lays down with a move."""
    if moves.POWER <= move < moves.DISCARD:
        cards = game.tables[0].power_cards
        granny, rest = divmod(move - moves.POWER, EACH_POWER**2)
        nanny, magrat = divmod(rest, EACH_POWER)
        return [int(cards[GRANNY, granny]), int(cards[NANNY, nanny]), int(cards[MAGRAT, magrat])]
    if moves.DISCARD <= move < moves.TILE:
        return [move - moves.DISCARD]
    return [move % CARDS] if move < moves.POWER else []


def _needs(game: Game, log: Sequence[tuple[int, int]], state: np.record) -> list[list[Need]]:
    """Follow the deck through the log: when each card came back into it, and who showed it when.

    A card that the next shuffle did not bring back was drawn before that.
    """
    needs: list[list[Need]] = [[] for _ in range(SEATS)]
    back = [-1] * CARDS  # when a card last came into the deck
    discard: list[int] = []
    deck = CARDS
    shuffles: list[int] = []
    held: set[int] = set()  # cards whose draw was seen and that are in that hand still
    for at, (seat, move) in enumerate(log):
        drawn = moves.DRAW <= move < moves.HARD_TILE or moves.DRAW_UNSEEN <= move < moves.LOOK_UNSEEN
        if drawn and deck == 0:
            deck = len(discard)
            shuffles.append(at)
            for card in discard:
                back[card] = at - 1
            discard.clear()
        deck -= drawn
        if moves.DRAW <= move < moves.LOCATION:
            held.add(move - moves.DRAW)
        elif moves.LOCATION <= move < moves.HARD_TILE:
            discard.append(move - moves.LOCATION)
        for card in _shown(game, move):
            discard.append(card)
            if card in held:
                held.remove(card)
            else:
                needs[seat].append(Need(card, back[card], at))
    for seat in range(SEATS):
        for card in range(CARDS):
            if int(state.hand[seat]) >> card & 1 and card not in held:
                needs[seat].append(Need(card, back[card], len(log)))
    for need in (need for of_seat in needs for need in of_seat):
        need.before = min([need.before, *(at for at in shuffles if at > need.after + 1)])
    return needs
