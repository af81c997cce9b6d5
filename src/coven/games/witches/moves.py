"""Every move of The Witches, declared once: see coven/core/moves.py."""

from __future__ import annotations

from coven.core.components import Data
from coven.core.moves import Block, MoveTable, Named
from coven.core.seats import SEATS
from coven.games.witches.state import (
    CARDS,
    EACH_POWER,
    EASY,
    HARD,
    POWER_NAMES,
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
BOTH = 2  # of the dice to roll again
# How often four dice show each total, of 6 ** 4.
TOTALS = tuple(
    sum(1 for a in FACES for b in FACES for c in FACES for d in FACES if a + b + c + d == total)
    for total in range(25)
)
# The verb of a card played for its symbol.
SYMBOL_VERBS = {name: "broom" if name == "broomstick" else name for name in SYMBOL_NAMES}


def space_ids(data: Data) -> list[str]:
    """The names of the spaces, in order."""
    return [space["id"] for place in data["board"]["locations"] for space in place["spaces"]]


def problem_ids(data: Data) -> list[str]:
    """The names of the kinds of problem, easy ones first."""
    return [kind["id"] for part in ("easy_problems", "hard_problems") for kind in data[part]["list"]]


def _cards(data: Data) -> list[str]:
    return [card["id"] for card in data["cards"]["list"]]


def _symbol(data: Data, card: int) -> str:
    found = data["cards"]["list"][card]
    return f"{SYMBOL_VERBS[found['symbol']]} {found['id']}"


def _of_power(power: int) -> Named:
    """The cards of one name."""
    return Named(
        EACH_POWER,
        lambda data: [
            card["id"] for card in data["cards"]["list"] if card.get("power") == POWER_NAMES[power]
        ],
    )


CARD = Named(CARDS, _cards)
SPACE = Named(SPACES, space_ids)

TABLE = MoveTable(
    Block("headology {card}", "play a card for its symbol; also `magic {card}`, and `broom {card}` to fly or run away",
          verb="symbol", text=_symbol, card=CARDS),
    Block("play {card}", "play a card for its effect", card=CARD),
    Block("power {granny} {nanny} {magrat}", "three cards for the Power of Three: `power Granny1 Nanny2 Magrat3`",
          granny=_of_power(0), nanny=_of_power(1), magrat=_of_power(2)),
    Block("discard {card}", "a card for a transmutation", card=CARD),
    Block("tile", "use the trainee's own tile"),
    Block("to {space}", "where to begin, where a tile goes, a step, the end of a flight", space=SPACE),
    Block("flee {space}", "run away from what is tried", space=SPACE),
    Block("look {space}", "a tile that an effect looks at", space=SPACE),
    Block("turn {space}", "a tile that an effect turns up", space=SPACE),
    Block("crisis {space}", "a Crisis that an effect is used on", space=SPACE),
    Block("return {number}", "give so many Cackles back", number=4),
    Block("reroll {die}", "roll a die again: `reroll 1`, `reroll 2`, `reroll both`", die=Named(3, ("1", "2", "both"))),
    Block("take {seat}", "whose Cackles are taken", seat=SEATS),
    Block("choose {trainee}", "a trainee (set-up)", trainee=Named(TRAINEES, TRAINEE_IDS)),
    Block("stay", "end the move here, or don't move"),
    Block("go", "go on"),
    Block("roll", "the next two dice of an attempt"),
    Block("face", "face the problem"),
    Block("done", "be judged; or enough is discarded"),
    Block("skip", "begin the second move at once"),
    Block("total {number}", "four dice for the choice of trainee", chance=True, number=25),
    Block("easy {kind}", "an easy problem turned up", chance=True,
          kind=Named(EASY, lambda data: problem_ids(data)[:EASY])),
    Block("draw {card}", "a card drawn", chance=True, card=CARD),
    Block("location {card}", "a card turned up for its location", chance=True, card=CARD),
    Block("hard {kind} at {space}", "a hard problem seen", chance=True, space=SPACE,
          kind=Named(HARD, lambda data: problem_ids(data)[EASY:])),
    Block("dice {pair}", "two dice; C is a Cackle", chance=True,
          pair=Named(len(PAIRS), [f"{FACE_NAMES[a]} {FACE_NAMES[b]}" for a, b in PAIRS])),
    Block("die {face}", "one die", chance=True, face=Named(6, FACE_NAMES)),
    Block("draw ? to {seat}", "a card drawn, as the others are told it", verb="draw unseen", veiled=True, seat=SEATS),
    Block("hard ? at {space} to {seat}", "a problem looked at, likewise", verb="look unseen", veiled=True, space=SPACE,
          seat=SEATS),
)  # fmt: skip
(
    SYMBOL, PLAY, POWER, DISCARD, TILE, TO, FLEE, LOOK, TURN_UP, CRISIS, RETURN, REROLL, TAKE, CHOOSE, STAY, GO, ROLL,
    FACE, DONE, SKIP, TOTAL, EASY_TILE, DRAW, LOCATION, HARD_TILE, DICE, DIE, DRAW_UNSEEN, LOOK_UNSEEN,
) = TABLE.firsts  # fmt: skip

# The most a position can offer: every card for its symbol and effect, every Power of Three, every space, some words.
MOST_LEGAL = 3 * CARDS + EACH_POWER**3 + 3 * SPACES + 16
