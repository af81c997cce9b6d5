"""The deck: cards drawn, discarded and shuffled again.

The order of the deck is known to nobody, but everyone sees which cards are shuffled back into it. A card that was not
among them and has not been seen since must be in somebody's hand. To keep that knowledge in the state, each card has
the number of the shuffle that last brought it into the deck, and each hand is counted by these numbers. A card that was
shown and kept is known to all until it is played, and not counted so.
"""

from coven.core.bits import lowest
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.games.witches.state import CARDS, SHUFFLES, State


@rule
def reshuffle(s: State) -> None:
    """An empty deck is the discards shuffled (TW-N7)."""
    if s.deck != 0 or s.discard == 0:
        return
    if s.shuffle == SHUFFLES - 1:
        _forget_the_first(s)
    s.shuffle += 1
    s.deck = s.discard
    s.discard = 0
    rest = int(s.deck)
    while rest != 0:
        s.shuffled[lowest(rest)] = s.shuffle
        rest &= rest - 1


@rule
def _forget_the_first(s: State) -> None:
    """The two oldest shuffles are told apart no longer."""
    s.shuffle -= 1
    for card in range(CARDS):
        if s.shuffled[card] > 0:
            s.shuffled[card] -= 1
    for seat in range(SEATS):
        s.held[seat, 0] += s.held[seat, 1]
        for i in range(1, SHUFFLES - 1):
            s.held[seat, i] = s.held[seat, i + 1]
        s.held[seat, SHUFFLES - 1] = 0


@rule
def take(s: State, seat: int, card: int) -> None:
    """A card from the deck into a hand."""
    s.deck &= ~(1 << card)
    s.hand[seat] |= 1 << card
    s.held[seat, int(s.shuffled[card])] += 1
    s.cards[seat] += 1


@rule
def drop(s: State, seat: int, card: int) -> None:
    """A card leaves a hand for the discards."""
    s.hand[seat] &= ~(1 << card)
    s.discard |= 1 << card
    s.cards[seat] -= 1
    if int(s.known[seat]) >> card & 1:
        s.known[seat] &= ~(1 << card)
    else:
        s.held[seat, int(s.shuffled[card])] -= 1


@rule
def show(s: State, seat: int, card: int) -> None:
    """All see a card of a hand, and know of it from now on."""
    if int(s.known[seat]) >> card & 1 == 0:
        s.known[seat] |= 1 << card
        s.held[seat, int(s.shuffled[card])] -= 1
