"""What the laboratory notes of a game of Witchstone: where points came from and what each seat had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.bits import count
from coven.core.fields import Row
from coven.core.rule import rule
from coven.core.seats import SEATS
from coven.core.statistic import Column, Statistic
from coven.games.witchstone import decode, end, moves
from coven.games.witchstone.energy import connection_points
from coven.games.witchstone.state import (
    BLACK_EXTRA,
    OWL,
    PAIR_NAMES,
    PAIRS,
    POINTS,
    SCROLLS,
    SYMBOLS,
    TOKENS,
    State,
    Tables,
)
from coven.games.witchstone.wand import crystals_shelved, scrolls_owned, tokens_owned
from coven.games.witchstone.witch import on_stone

if TYPE_CHECKING:
    from coven.core.game import Game

# -- what every row has -------------------------------------------------------------------------------------

ENDINGS = ("points",)


@rule
def ending(s: State) -> int:
    """How the game ended, as an index of ENDINGS."""
    return 0


@rule
def turns(s: State, t: Tables) -> int:
    """Turns that were taken."""
    return int(s.turn)


# -- points, by where they came from ------------------------------------------------------------------------

POINTS_FROM = {
    "points_connections": "points for finished connections",
    "points_witches": "points for witches sent to places, the big witch among them",
    "points_stone": "points of the Witchstone's bonus",
    "points_tokens_used": "points of magic tokens that give points",
    "points_wand": "points of score spaces of the wand",
    "points_pentagram": "points of owl spaces without an owl tile",
    "points_removed": "points paid for crystals thrown out (negative)",
    "points_owls": "final points: owl tiles",
    "points_tokens_kept": "final points: magic tokens",
    "points_spells": "final points: unused spells",
    "points_prophecies": "final points: prophecies",
}
LINKS, WITCHES, STONE, TOKENS_USED, WAND, PENTAGRAM, REMOVED, FINAL = (SEATS * i for i in range(8))
# Notes: points explained so far, and where marker, owls and wand were at the last look; who acted last.
TOLD, AT, OWLS, WAND_AT = (SEATS * (len(POINTS_FROM) + i) for i in range(4))
WAND_NEXT = WAND_AT + SEATS
LAST = WAND_NEXT + 1
POINTS_WIDTH = LAST + 1


def _points_columns(game: Game) -> list[Column]:
    notes = [Column(f"_{name}", "", seats=True, kept=False) for name in ("told", "at", "owls", "wand")]
    return [
        *(Column(name, about, seats=True) for name, about in POINTS_FROM.items()),
        *notes,
        Column("_wand_next", "", kept=False),
        Column("_last", "", kept=False),
    ]


@rule
def _owls(s: State, seat: int) -> int:
    total = 0
    for i in range(5):
        total += int(s.owls[seat, i])
    return total


@rule
def _look(s: State, t: Tables, seat: int, final: int, row: Row) -> None:
    """Points no move explains came from the wand or from an owl space without a tile: told apart by what moved."""
    at = int(s.pentagram[seat])
    owls = _owls(s, seat)
    missing = int(s.score[seat]) - row[TOLD + seat] - final
    if missing != 0:
        from_owls = missing
        if s.wand[seat] != row[WAND_AT + seat] or s.wand_next != row[WAND_NEXT]:
            from_owls = 2 * (row[OWLS + seat] - owls)
            space = int(row[AT + seat])
            while space != at:
                space = (space + 1) % int(t.pentagram)
                if t.pentagram_kind[space] == OWL:
                    from_owls += 2
        row[PENTAGRAM + seat] += from_owls
        row[WAND + seat] += missing - from_owls
        row[TOLD + seat] += missing
    row[AT + seat] = at
    row[OWLS + seat] = owls
    row[WAND_AT + seat] = s.wand[seat]
    row[WAND_NEXT] = s.wand_next


@rule
def points_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """What the last action set off, then what this move itself is worth."""
    if row[LAST] > 0:
        _look(s, t, row[LAST] - 1, 0, row)
    if who < 0:
        return
    row[LAST] = who + 1
    source = -1
    points = 0
    if moves.ENERGY <= move < moves.LAY:
        length = int(t.link_length[move - moves.ENERGY])
        if s.begun_units[who] + 1 == length:
            source = LINKS
            points = connection_points(length)
    elif moves.STAND <= move < moves.TOWER:
        source = WITCHES
        points = 2
        if move - moves.STAND == t.stone:
            bonus = t.stone_bonus[on_stone(s)]
            row[STONE + who] += bonus
            row[TOLD + who] += bonus
    elif moves.TOWER <= move < moves.TOKEN:
        source = WITCHES
        points = 2
        if s.token_at[move - moves.TOWER] == POINTS:
            row[TOKENS_USED + who] += 3
            row[TOLD + who] += 3
    elif moves.TOKEN <= move < moves.GO:
        black, token = decode.token(move)
        if token == POINTS:
            source = TOKENS_USED
            points = 3 + BLACK_EXTRA * black
    elif moves.REMOVE <= move < moves.MOVE:
        source = REMOVED
        points = -(int(s.removed[who]) + 1)
    if source >= 0:
        row[source + who] += points
        row[TOLD + who] += points


@rule
def points_end(s: State, t: Tables, row: Row) -> None:
    """The final scoring, and what the last action set off."""
    for seat in range(int(s.players)):
        final = 0
        for category in range(end.CATEGORIES):
            worth = end.worth(s, t, seat, category)
            row[FINAL + SEATS * category + seat] = worth
            final += worth
        _look(s, t, seat, final, row)


# -- actions of the tiles -----------------------------------------------------------------------------------

ACTIONS_WIDTH = 2 * 6 * SEATS


def _actions_columns(game: Game) -> list[Column]:
    return [
        *(
            Column(f"actions_{symbol}", f"tiles laid that set off the action {symbol}", seats=True)
            for symbol in SYMBOLS
        ),
        *(
            Column(f"first_{symbol}", f"own turn, from 1, of the first action {symbol}; 0: never", seats=True)
            for symbol in SYMBOLS
        ),
    ]


@rule
def _note_action(s: State, seat: int, symbol: int, row: Row) -> None:
    if row[SEATS * symbol + seat] == 0:
        row[SEATS * (6 + symbol) + seat] = int(s.turn) // int(s.players) + 1
    row[SEATS * symbol + seat] += 1


@rule
def actions_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """A tile laid sets off both its symbols."""
    if who >= 0 and move < moves.ASIDE:
        pair, _, _ = decode.place(move)
        _note_action(s, who, int(t.pair_a[pair]), row)
        _note_action(s, who, int(t.pair_b[pair]), row)


# -- what each seat had at the end --------------------------------------------------------------------------

HAD = {
    "stone_rank": "1 for the first witch on the Witchstone, 2 for the second, ...; 0: none",
    "wand": "space of the wand reached; 0: the handle",
    "pentagram": "space of the pentagram the marker stands on",
    "connections": "finished connections",
    "witches": "standing witches, the big witch among them",
    "lying": "lying witches",
    "energy_left": "energy left in the supply",
    "crystals_shelved": "own crystals on the shelves",
    "crystals_removed": "crystals thrown out for points",
    "tokens": "magic tokens owned",
    "specials": "special tiles owned",
    "scrolls": "scrolls taken, used ones too",
    "spells_cast": "spells used",
    "tiles_aside": "tiles laid aside because none fitted",
}
HAD_WIDTH = (1 + len(HAD)) * SEATS


def _had_columns(game: Game) -> list[Column]:
    places = game.components.data["locations"]["list"]
    towers = {place: entry["id"] for place, entry in enumerate(places) if entry["type"] == "tower"}
    return [
        Column("tower", "the tower of the big witch", seats=True, labels=towers),
        *(Column(name, about, seats=True) for name, about in HAD.items()),
    ]


@rule
def had_end(s: State, t: Tables, row: Row) -> None:
    """In the order of the columns."""
    for seat in range(int(s.players)):
        cast = 0
        for scroll in range(SCROLLS):
            cast += int(s.spent[seat, scroll])
        row[seat] = s.tower[seat]
        row[SEATS + seat] = s.stone_rank[seat]
        row[2 * SEATS + seat] = s.wand[seat]
        row[3 * SEATS + seat] = s.pentagram[seat]
        row[4 * SEATS + seat] = count(int(s.links[seat]))
        row[5 * SEATS + seat] = count(int(s.standing[seat]))
        row[6 * SEATS + seat] = s.lying[seat]
        row[7 * SEATS + seat] = s.energy[seat]
        row[8 * SEATS + seat] = crystals_shelved(s, seat)
        row[9 * SEATS + seat] = s.removed[seat]
        row[10 * SEATS + seat] = tokens_owned(s, seat)
        row[11 * SEATS + seat] = s.specials[seat]
        row[12 * SEATS + seat] = scrolls_owned(s, seat)
        row[13 * SEATS + seat] = cast
        row[14 * SEATS + seat] = count(int(s.aside[seat]))


# -- tokens, special tiles, scrolls, one by one -------------------------------------------------------------

TOKENS_WIDTH = TOKENS * SEATS
SPECIALS_WIDTH = (2 + PAIRS) * SEATS
SCROLLS_WIDTH = SCROLLS * SEATS


def _tokens_columns(game: Game) -> list[Column]:
    return [
        Column(f"token_{name}", f"magic tokens {'with points' if name == '3' else name} owned", seats=True)
        for name in moves.TOKEN_NAMES
    ]


@rule
def tokens_end(s: State, t: Tables, row: Row) -> None:
    """As they are owned."""
    for seat in range(int(s.players)):
        for token in range(TOKENS):
            row[SEATS * token + seat] = s.tokens[seat, token]


def _specials_columns(game: Game) -> list[Column]:
    return [
        Column("specials_used", "special tiles used at once for 2 actions", seats=True),
        Column("specials_placed", "special tiles laid into the cauldron", seats=True),
        *(Column(f"special_{pair}", f"special tiles {pair} taken", seats=True) for pair in PAIR_NAMES),
    ]


@rule
def specials_step(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """Every tile taken is used or placed in the same action."""
    if who < 0 or move < moves.USE or move >= moves.FREE:
        return
    used = move < moves.PUT
    pair = decode.use(move)[0] if used else decode.put(move)[0]
    row[(0 if used else SEATS) + who] += 1
    row[SEATS * (2 + pair) + who] += 1


def _scrolls_columns(game: Game) -> list[Column]:
    listed = [scroll["id"] for scroll in game.components.data["scrolls"]["list"]]
    named = [
        Column(f"scroll_{name.replace('-', '_')}", f"scrolls {name} taken", seats=True) for name in listed
    ]
    rest = range(len(listed), SCROLLS)
    return named + [Column(f"_scroll_{number}", "", seats=True, kept=False) for number in rest]


@rule
def scrolls_end(s: State, t: Tables, row: Row) -> None:
    """Kept and used ones."""
    for seat in range(int(s.players)):
        for scroll in range(SCROLLS):
            row[SEATS * scroll + seat] = int(s.scrolls[seat, scroll]) + int(s.spent[seat, scroll])


STATISTICS = (
    Statistic("points", "points by where they came from", _points_columns, points_step, points_end),
    Statistic("actions", "actions of each symbol", _actions_columns, actions_step),
    Statistic("had", "tower, ranks and counts at the end", _had_columns, None, had_end),
    Statistic("tokens", "magic tokens by kind", _tokens_columns, None, tokens_end),
    Statistic("specials", "special tiles by pair", _specials_columns, specials_step),
    Statistic("scrolls", "scrolls by kind", _scrolls_columns, None, scrolls_end),
)

# Where each begins in the row of all.
ACTIONS_AT = POINTS_WIDTH
HAD_AT = ACTIONS_AT + ACTIONS_WIDTH
TOKENS_AT = HAD_AT + HAD_WIDTH
SPECIALS_AT = TOKENS_AT + TOKENS_WIDTH
SCROLLS_AT = SPECIALS_AT + SPECIALS_WIDTH
WIDTH = SCROLLS_AT + SCROLLS_WIDTH


@rule
def watch(s: State, t: Tables, who: int, move: int, row: Row) -> None:
    """Every statistic's step, before an action."""
    points_step(s, t, who, move, row[:ACTIONS_AT])
    actions_step(s, t, who, move, row[ACTIONS_AT:HAD_AT])
    specials_step(s, t, who, move, row[SPECIALS_AT:SCROLLS_AT])


@rule
def watch_end(s: State, t: Tables, row: Row) -> None:
    """Every statistic's end."""
    points_end(s, t, row[:ACTIONS_AT])
    had_end(s, t, row[HAD_AT:TOKENS_AT])
    tokens_end(s, t, row[TOKENS_AT:SPECIALS_AT])
    scrolls_end(s, t, row[SCROLLS_AT:WIDTH])
