"""Moves taken apart in compiled code, where the table of moves can't be asked."""

from coven.core.rule import rule
from coven.games.witches import moves
from coven.games.witches.state import EACH_POWER, GRANNY, MAGRAT, NANNY, Tables


@rule
def is_play(move: int) -> bool:
    """A card played for its effect."""
    return moves.PLAY <= move < moves.POWER


@rule
def is_power(move: int) -> bool:
    """A Power of Three."""
    return moves.POWER <= move < moves.DISCARD


@rule
def is_step(move: int) -> bool:
    """A step, the end of a flight, or where something is laid."""
    return moves.TO <= move < moves.FLEE


@rule
def is_flight(move: int) -> bool:
    """Running away from a problem."""
    return moves.FLEE <= move < moves.LOOK


@rule
def three_cards(t: Tables, move: int) -> tuple[int, int, int]:
    """The cards of a Power of Three."""
    three = move - moves.POWER
    return (
        int(t.power_cards[GRANNY, three // EACH_POWER**2]),
        int(t.power_cards[NANNY, three // EACH_POWER % EACH_POWER]),
        int(t.power_cards[MAGRAT, three % EACH_POWER]),
    )
