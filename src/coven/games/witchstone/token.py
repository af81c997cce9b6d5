"""Magic tokens: won by witches, crystals and in set-up, used once, then kept face down."""

from coven.core.fields import Row
from coven.core.rule import rule
from coven.games.witchstone import moves
from coven.games.witchstone.frames import gain
from coven.games.witchstone.state import BLACK_EXTRA, POINTS, TOKENS, WAIT_BLACK_TOKEN, State


@rule
def list_moves(s: State, d: int, out: Row, n: int) -> int:
    """Tokens won in this action and not yet used (WS-W8, WS-C7)."""
    for token in range(TOKENS):
        if s.frame_waiting[d, token] > 0:
            out[n] = moves.TOKEN + token
            n += 1
    if s.frame_waiting[d, WAIT_BLACK_TOKEN] > 0:
        out[n] = moves.TOKEN + TOKENS + int(s.frame_waiting[d, WAIT_BLACK_TOKEN]) - 1
        n += 1
    return n


@rule
def use(s: State, seat: int, token: int, extra: int) -> None:
    """One action of the token's type, or 3 points; 2 more with the black crystal (WS-C6)."""
    if token == POINTS:
        s.score[seat] += 3 + extra
    else:
        gain(s, seat, token, 1 + extra)


@rule
def use_waiting(s: State, d: int, token: int, black: int) -> None:
    """Use a token that waits in the action being done."""
    if black:
        s.frame_waiting[d, WAIT_BLACK_TOKEN] = 0
    else:
        s.frame_waiting[d, token] -= 1
    use(s, int(s.frame_seat[d]), token, black * BLACK_EXTRA)
