"""Every move of The Witches as a number, and as text.

    to Slice           walk, fly or stand there                  headology X, magic X   play a card's symbol
    flee Slice         run away                                  broom X                play it to fly or flee
    stay               end the move here, or don't move          play X                 play a card's effect
    skip               begin the second move at once             power X Y Z            the Power of Three
    roll, face, done   go on with an attempt                     tile                   use the trainee's own tile
    look, turn, crisis Slice    what an effect is used on        discard X              for a transmutation
    return 2, take 1, reroll both, choose Tiffany, go            answers to the other questions

What luck decides: total 17, easy Fever, draw X, location X, hard Lily at Slice, dice 2 5 (C is a Cackle), die 4.
"""

from __future__ import annotations

from itertools import product

from coven.core.components import Components
from coven.games.witches.state import (
    CARDS,
    EACH_POWER,
    EASY,
    HARD,
    POWER_NAMES,
    SEATS,
    SPACES,
    SYMBOL_NAMES,
    TRAINEES,
)

TRAINEE_IDS = ("Tiffany", "Annagramma", "Petulia", "Dimity")
FACES = (0, 2, 3, 4, 5, 6)  # of a die; 0 is the Cackle
FACE_NAMES = ("C", "2", "3", "4", "5", "6")
PAIRS = tuple((a, b) for a in range(6) for b in range(a, 6))  # two dice as one outcome
PAIR_ONE = tuple(FACES[a] for a, _ in PAIRS)
PAIR_TWO = tuple(FACES[b] for _, b in PAIRS)
# How often four dice show each total, of 6 ** 4.
TOTALS = tuple(
    sum(1 for a in FACES for b in FACES for c in FACES for d in FACES if a + b + c + d == total)
    for total in range(25)
)

SYMBOL = 0  # card
PLAY = SYMBOL + CARDS  # card
POWER = PLAY + CARDS  # a card of each name: Granny, Nanny, Magrat
DISCARD = POWER + EACH_POWER**3  # card
TILE = DISCARD + CARDS
TO = TILE + 1  # space
FLEE = TO + SPACES  # space
LOOK = FLEE + SPACES  # space
TURN_UP = LOOK + SPACES  # space
CRISIS = TURN_UP + SPACES  # space
RETURN = CRISIS + SPACES  # number
REROLL = RETURN + 4  # first, second, both
TAKE = REROLL + 3  # seat
CHOOSE = TAKE + SEATS  # trainee
STAY = CHOOSE + TRAINEES
GO = STAY + 1
ROLL = GO + 1
FACE = ROLL + 1
DONE = FACE + 1
SKIP = DONE + 1
TOTAL = SKIP + 1  # total of four dice
EASY_TILE = TOTAL + 25  # kind
DRAW = EASY_TILE + EASY  # card
LOCATION = DRAW + CARDS  # card
HARD_TILE = LOCATION + CARDS  # space, kind
DICE = HARD_TILE + SPACES * HARD  # pair
DIE = DICE + len(PAIRS)  # face
DRAW_UNSEEN = DIE + 6  # seat; never legal: how a draw is told to the others
LOOK_UNSEEN = DRAW_UNSEEN + SEATS  # space, seat; likewise for a tile looked at
MOVES = LOOK_UNSEEN + SPACES * SEATS

# The most a position can offer: every card for its symbol and effect, every Power of Three, every space, some words.
MOST_LEGAL = 3 * CARDS + EACH_POWER**3 + 3 * SPACES + 16


def space_ids(components: Components) -> list[str]:
    """The names of the spaces, in order."""
    return [space["id"] for place in components.data["board"]["locations"] for space in place["spaces"]]


def problem_ids(components: Components) -> list[str]:
    """The names of the kinds of problem, easy ones first."""
    data = components.data
    return [kind["id"] for part in ("easy_problems", "hard_problems") for kind in data[part]["list"]]


def texts(components: Components) -> list[str | None]:
    """The notation of every move; None for numbers without a use."""
    spaces = space_ids(components)
    kinds = problem_ids(components)
    cards = components.data["cards"]["list"]
    verbs = {name: "broom" if name == "broomstick" else name for name in SYMBOL_NAMES}
    out: list[str | None] = [f"{verbs[card['symbol']]} {card['id']}" for card in cards]
    out += [f"play {card['id']}" for card in cards]
    powers = [[card["id"] for card in cards if card.get("power") == name] for name in POWER_NAMES]
    out += [f"power {' '.join(three)}" for three in product(*powers)]
    out += [f"discard {card['id']}" for card in cards]
    out += ["tile"]
    for verb in ("to", "flee", "look", "turn", "crisis"):
        out += [f"{verb} {space}" for space in spaces]
    out += [f"return {n}" for n in range(4)]
    out += ["reroll 1", "reroll 2", "reroll both"]
    out += [f"take {seat}" for seat in range(SEATS)]
    out += [f"choose {name}" for name in TRAINEE_IDS]
    out += ["stay", "go", "roll", "face", "done", "skip"]
    out += [f"total {n}" for n in range(25)]
    out += [f"easy {kind}" for kind in kinds[:EASY]]
    out += [f"draw {card['id']}" for card in cards]
    out += [f"location {card['id']}" for card in cards]
    out += [f"hard {kind} at {space}" for space in spaces for kind in kinds[EASY:]]
    out += [f"dice {FACE_NAMES[a]} {FACE_NAMES[b]}" for a, b in PAIRS]
    out += [f"die {face}" for face in FACE_NAMES]
    out += [f"draw ? to {seat}" for seat in range(SEATS)]
    out += [f"hard ? at {space} to {seat}" for space in spaces for seat in range(SEATS)]
    return out
