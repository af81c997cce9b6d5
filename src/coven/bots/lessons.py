"""Template of what is learned from games: their positions at the ends of turns (see `rule.instantiate`).

Beside the rules' names it uses those of a judgement that can be learned: `describe` fills what it looks at.
"""

# mypy: ignore-errors
# Compiled: its names are bound per game.

ACTOR_CHANCE = -1


def recall(tables, states, record, players, options, table, own, judged):
    """Play a record again; a row a turn's end gets what the judgement sees, and what `outlook` says of it.

    states[0] is zeroed and has the last state afterwards. Returns the number of rows.
    """
    s = states[0]
    t = tables[0]
    begin(s, t, players, options)  # noqa: F821
    row = 0
    mark = turn_mark(s)  # noqa: F821
    for ply in range(len(record)):
        asked = actor(s) >= 0  # noqa: F821
        apply(s, t, int(record[ply]))  # noqa: F821
        if actor(s) < ACTOR_CHANCE:  # noqa: F821
            break
        now = turn_mark(s)  # noqa: F821
        if now != mark and (now >= 0 or asked) and row < table.shape[0]:  # dealing is no turn
            describe(s, t, table[row], own[row])  # noqa: F821
            outlook(s, t, judged[row])  # noqa: F821
            row += 1
        mark = now
    return row
