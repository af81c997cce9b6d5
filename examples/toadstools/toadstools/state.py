"""The facts of a game of Toadstools, and its moves."""

from coven.core.fields import Flat, Grid, Row, i1, i2
from coven.core.moves import Block, MoveTable, Named
from coven.core.seats import SEATS

NAMES = ("fly agaric", "ink cap", "puffball", "chanterelle", "death cap", "morel")
KINDS = len(NAMES)
HAND = 3  # toadstools dealt to each
WORTH = (0, 1, 3, 6, 10, 15, 21)  # points of a brew, by how many are in it
TURN, FIND, DEAL = range(3)  # kinds of frame; from FIND on luck decides
DEPTH = 1 + SEATS  # a turn, and the hands that are dealt before the first


class State(Flat):
    """The facts of a game."""

    score: Row = i2(SEATS)
    wood: Row = i1(KINDS)  # toadstools nobody has seen; in a view the others' hands are among them
    left: int = i1()  # toadstools in the wood
    hand: Grid = i1(SEATS, KINDS)
    cards: Row = i1(SEATS)  # how many each holds, which all may know
    basket: Row = i1(SEATS)  # the kinds in it, as bits
    players: int = i1()
    first: int = i1()
    # Whose decision it is: see coven/core/stack.py.
    depth: int = i1()
    frame_kind: Row = i1(DEPTH)
    frame_seat: Row = i1(DEPTH)
    frame_phase: Row = i1(DEPTH)
    frame_pool: Row = i1(DEPTH)


KIND = Named(KINDS, [name.replace(" ", "-") for name in NAMES])
MOVES = MoveTable(
    Block("add {kind}", "put a toadstool from your hand into your basket", touch="hand:{kind}", kind=KIND),
    Block("pick", "pick one in the wood: a kind you have already spoils the basket", touch="wood"),
    Block("brew", "brew what is in your basket", touch="basket"),
    Block("found {kind}", "what was picked", chance=True, kind=KIND),
    Block("deal {kind}", "a toadstool drawn to the hand", chance=True, kind=KIND),
    Block("deal ? to {seat}", "the same, as the others are told it", verb="unseen", veiled=True, seat=SEATS),
)
ADD, PICK, BREW, FOUND, DEALT, TOLD = MOVES.firsts
