"""Template of what is learned from games: their positions at the ends of turns (see `rule.instantiate`).

Beside the rules' names it uses those of a judgement that can be learned: `describe` fills what it looks at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.seats import CHANCE
from coven.core.state import Numbers, States

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import judgement, rules


def recall(
    tables: States,
    states: States,
    record: Numbers,
    players: int,
    options: Numbers,
    table: Numbers,
    own: Numbers,
    judged: Numbers,
) -> int:
    """Play a record again; a row a turn's end gets what the judgement sees, and what `outlook` says of it.

    states[0] is zeroed and has the last state afterwards. Returns the number of rows.
    """
    s = states[0]
    t = tables[0]
    rules.begin(s, t, players, options)
    row = 0
    mark = rules.turn_mark(s)
    for ply in range(len(record)):
        asked = rules.actor(s) >= 0
        rules.apply(s, t, int(record[ply]))
        if rules.actor(s) < CHANCE:
            break
        now = rules.turn_mark(s)
        if now != mark and (now >= 0 or asked) and row < table.shape[0]:  # dealing is no turn
            judgement.describe(s, t, table[row], own[row])
            judgement.outlook(s, t, judged[row])
            row += 1
        mark = now
    return row
