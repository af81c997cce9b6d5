"""What happened in a game of Witchstone: every step of an action is looked at for what it gave and took.

Names of things are those of the notation: places, connections, cells, tiles, tokens and scrolls as moves call them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from coven.core.events import Event, steps
from coven.core.moves import Decoded
from coven.core.state import States
from coven.games.witchstone import cells, end, rules
from coven.games.witchstone.kinds import (
    CONNECTIONS,
    OWL_SPACES,
    OWLS,
    POINT_TOKENS,
    PROPHECIES,
    SPELLS,
    STONE,
    THROWN_OUT,
    TOKENS,
    WAND,
    WITCHES,
    Kind,
)
from coven.games.witchstone.moves import NO_TOKEN, TABLE, TOKEN_NAMES
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    BONUS,
    BONUS_SCROLL,
    CELLS,
    OWL,
    PAIR_NAMES,
    PAIRS,
    SCORE,
    SCORED,
    SCROLLS,
    SPELL,
    SYMBOLS,
    TURN,
    TURNS,
    WAIT_FREE,
    C,
    M,
    P,
    S,
    W,
)

if TYPE_CHECKING:
    from coven.core.game import Game
    from coven.core.position import Past


def happen(game: Game, action: Past, before: States, after: States) -> list[Event]:
    """What came of an action."""
    found: list[Event] = []
    for number, (one, two) in enumerate(steps(rules.act, rules.follow, game.tables[0], before, action.move)):
        step = Step(game, one, two)
        if number == 0:
            found += step.made(TABLE.decode(action.move), action.actor)
        else:
            found += step.followed()
        found += step.passed()
    return found


class Step:
    """One step of an action: the states before and after it."""

    def __init__(self, game: Game, one: Any, two: Any) -> None:
        self.game = game
        self.tables = game.tables[0]
        self.one = one
        self.two = two
        self.depth = int(one.depth) - 1
        self.frame = int(one.frame_kind[self.depth]) if self.depth >= 0 else -1
        self.seat = int(one.frame_seat[self.depth]) if self.depth >= 0 else -1

    def event(self, kind: Kind, seat: int | None = None, *things: str, **facts: Any) -> Event:
        return Event(kind=kind.value, seat=seat, things=things, game=self.game, **facts)

    # -- names --

    def place(self, index: int) -> str:
        """A place of the crystal ball by its name in notation."""
        return str(self.game.components.data["locations"]["list"][index]["id"])

    def link(self, index: int) -> str:
        """A connection likewise."""
        one, two, _ = self.game.components.data["connections"]["list"][index]
        return f"{one}-{two}"

    def scroll(self, index: int) -> str:
        """A scroll likewise."""
        return str(self.game.components.data["scrolls"]["list"][index]["id"])

    # -- the move itself --

    def made(self, move: Decoded, actor: int) -> Iterator[Event]:
        """What a move or an outcome is by itself."""
        return self._luck(move) if actor < 0 else self._decided(move, actor)

    def _luck(self, move: Decoded) -> Iterator[Event]:
        where = int(self.one.frame_pool[self.depth])
        match move:
            case "first", (seat,):
                yield self.event(Kind.BEGINS, seat)
            case "find", (token,):
                place = self.place(where)
                yield self.event(Kind.FOUND, None, f"place:{place}", subject=TOKEN_NAMES[token], place=place)
            case "reveal", (scroll,):
                name = self.scroll(scroll)
                yield self.event(Kind.SHOWN, None, f"scroll:{name}", subject=name, place=str(where + 1))
            case "special", (tile,):
                yield self.event(Kind.SHOWN, None, f"special:{PAIR_NAMES[tile]}", subject=PAIR_NAMES[tile])
            case "deal", (tile,):
                yield self.event(Kind.DREW, where, subject=PAIR_NAMES[tile], amount=1, knowers=1 << where)

    def _decided(self, move: Decoded, seat: int) -> Iterator[Event]:
        one, two = self.one, self.two
        match move:
            case "tower", (where,):
                place = self.place(where)
                yield self.event(Kind.SETTLED, seat, f"place:{place}", place=place, points=2, source=WITCHES)
                yield from self._tower_token(seat, where)
            case "place", (tile, edge, flip):
                ends = cells.EDGES[edge]
                names = [cells.NAMES[end] for end in (reversed(ends) if flip else ends)]
                pair = PAIR_NAMES[tile]
                yield self.event(Kind.LAID, seat, f"tile:{seat}:{pair}", subject=pair, place=" ".join(names))
            case "aside", (tile,):
                yield self.event(Kind.ASIDE, seat, subject=PAIR_NAMES[tile])
            case "do", (symbol,):
                yield self._acted(symbol)
            case "energy", (link,):
                yield from self._energy(seat, link)
            case "lay", ():
                yield self.event(Kind.CAME, seat, f"lying:{seat}", amount=1)
            case "stand", (where,):
                yield from self._stood(seat, where)
            case "token", (black, token):
                scored = self._scored(seat)
                source = POINT_TOKENS if scored else ""
                yield self.event(
                    Kind.USED, seat, subject=TOKEN_NAMES[token], amount=black, points=scored, source=source
                )
                yield from self._gained(seat)
            case "use", (tile, half):
                yield self.event(Kind.SPENT, seat, subject=PAIR_NAMES[tile], place=PAIR_NAMES[tile][half])
                yield from self._gained(seat)
            case "put", (tile, cell):
                name = PAIR_NAMES[tile]
                yield self.event(Kind.PLACED, seat, f"special:{name}", subject=name, place=cells.NAMES[cell])
            case "free", (symbol,):
                yield self.event(Kind.FREE, seat, subject=SYMBOLS[symbol])
                yield from self._gained(seat)
            case "crystal" | "shelve" | "bottom" | "remove", _:
                yield from self._crystal(move, seat)
            case "scroll", (slot,):
                name = self.scroll(int(one.display[slot]))
                yield self.event(Kind.SCROLL, seat, f"scroll:{name}", subject=name, amount=slot + 1)
            case "spell", _:
                cast = next(n for n in range(SCROLLS) if two.spent[seat, n] > one.spent[seat, n])
                name, more = self.scroll(cast), int(two.frame_pool[self.depth] - one.frame_pool[self.depth])
                yield self.event(Kind.CAST, seat, f"scroll:{name}", subject=name, amount=more)
            case "stop", ():
                yield from self._stopped(seat)
            case "move", (spaces,):
                left = int(one.frame_pool[self.depth]) - spaces
                yield self.event(Kind.STOPPED, seat, subject=SYMBOLS[self.frame], amount=left)
                if self.frame == M:
                    yield from self._advanced(seat)
            case "go", () if self.frame == M:
                yield from self._advanced(seat)

    def _scored(self, seat: int) -> int:
        return int(self.two.score[seat]) - int(self.one.score[seat])

    def _stopped(self, seat: int) -> Iterator[Event]:
        """Actions given up, and a witch's tokens that wait for another witch action."""
        one, d = self.one, self.depth
        left = int(one.frame_pool[d])
        held = [n for n in range(len(TOKEN_NAMES)) if self.frame == W and one.frame_waiting[d, n]]
        if left or not held:
            yield self.event(Kind.STOPPED, seat, subject=SYMBOLS[self.frame], amount=left)
        for token in held:
            for _ in range(int(one.frame_waiting[d, token])):
                yield self.event(Kind.WAITS, seat, subject=TOKEN_NAMES[token])

    def _tower_token(self, seat: int, where: int) -> Iterator[Event]:
        """The token of the own tower is used at once."""
        token = int(self.one.token_at[where])
        if token < 0:
            return
        name = TOKEN_NAMES[token]
        yield self.event(Kind.TOKEN, seat, f"token:{name}", subject=name, place=self.place(where))
        scored = self._scored(seat) - 2
        source = POINT_TOKENS if scored else ""
        yield self.event(Kind.USED, seat, subject=name, points=scored, source=source)
        yield from self._gained(seat)

    def _acted(self, symbol: int) -> Event:
        """An action of the laid tile begins, as large as its group."""
        top = int(self.two.depth) - 1
        seat, size = int(self.two.frame_seat[top]), int(self.two.frame_pool[top])
        name = SYMBOLS[symbol]
        return self.event(Kind.ACTED, seat, f"action:{name}", subject=name, amount=size)

    def _gained(self, seat: int) -> Iterator[Event]:
        """Actions set off: a frame more, or more in the frame that was on top."""
        one, two = self.one, self.two
        top = int(two.depth) - 1
        size = int(two.frame_pool[top])
        if two.depth == one.depth:
            size -= int(one.frame_pool[top])
        if size > 0 and two.frame_kind[top] <= S:
            yield self.event(Kind.GAINED, seat, subject=SYMBOLS[int(two.frame_kind[top])], amount=size)

    def _energy(self, seat: int, link: int) -> Iterator[Event]:
        name, length = self.link(link), int(self.tables.link_length[link])
        mark = f"link:{name}"
        laid = int(self.one.begun_units[seat]) + 1
        yield self.event(Kind.ENERGISED, seat, mark, place=name, amount=1, need=length - laid)
        if self.two.links[seat] != self.one.links[seat]:
            yield self.event(
                Kind.CONNECTED, seat, mark, place=name, points=self._scored(seat), source=CONNECTIONS
            )

    def _stood(self, seat: int, where: int) -> Iterator[Event]:
        place, one, two = self.place(where), self.one, self.two
        mark = f"place:{place}"
        paid = int(one.frame_pool[self.depth]) - int(two.frame_pool[self.depth])
        yield self.event(Kind.STOOD, seat, mark, place=place, amount=paid, points=2, source=WITCHES)
        bonus = self._scored(seat) - 2
        if two.stone_rank[seat] > one.stone_rank[seat]:
            rank = int(two.stone_rank[seat])
            source = STONE if bonus else ""
            yield self.event(Kind.RANKED, seat, mark, amount=rank, points=bonus, source=source)
        token = int(one.token_at[where])
        if token >= 0:
            yield self.event(
                Kind.TOKEN, seat, f"token:{TOKEN_NAMES[token]}", subject=TOKEN_NAMES[token], place=place
            )

    def _crystal(self, move: Decoded, seat: int) -> Iterator[Event]:
        """Crystals carried, shelved and thrown out; the subject says which is the black one."""
        one = self.one
        match move:
            case "crystal", (cell, target):
                black = "black" if int(one.black[seat]) == cell else ""
                paid = int(one.frame_pool[self.depth]) - int(self.two.frame_pool[self.depth])
                mark = f"{black or 'crystal'}:{seat}"
                if target < CELLS:
                    place = cells.NAMES[target]
                    yield self.event(Kind.CARRIED, seat, mark, subject=black, place=place, amount=paid)
                else:
                    rim = SYMBOLS[target - CELLS]
                    yield self.event(Kind.OUT, seat, mark, subject=black, place=rim, amount=paid)
            case "shelve", (black, symbol):
                name = SYMBOLS[symbol]
                dark = "black" if black else ""
                yield self.event(Kind.SHELVED, seat, f"shelf:{name}", subject=dark, place=name, amount=1)
                yield from self._gained(seat)
            case "bottom", (black, symbol, gift):
                dark = "black" if black else ""
                where = SYMBOLS[symbol]
                yield self.event(Kind.BOTTOM, seat, "shelf:bottom", subject=dark, place=where, amount=1)
                if gift != NO_TOKEN:
                    name = TOKEN_NAMES[gift]
                    yield self.event(Kind.TOKEN, seat, f"token:{name}", subject=name)
            case "remove", (cell,):
                black = "black" if int(one.black[seat]) == cell else ""
                lost = self._scored(seat)
                place = cells.NAMES[cell]
                yield self.event(
                    Kind.THREW,
                    seat,
                    "beside",
                    subject=black,
                    place=place,
                    amount=1,
                    points=lost,
                    source=THROWN_OUT,
                )

    # -- what follows --

    def followed(self) -> Iterator[Event]:
        """What came without a choice."""
        one, two, seat = self.one, self.two, self.seat
        if self.frame == TURN and two.depth > one.depth and two.frame_kind[int(two.depth) - 1] <= S:
            yield self._acted(int(two.frame_kind[int(two.depth) - 1]))
        elif self.frame == P and two.pentagram[seat] != one.pentagram[seat]:
            yield from self._stepped(seat)
        elif self.frame == M and one.frame_phase[self.depth] == 0:
            yield from self._advanced(seat)
        elif self.frame == M and two.wand_next > one.wand_next > 0:
            yield from self._resolved(seat, int(one.wand_next))
        elif self.frame == C and self._beside(two, seat) > self._beside(one, seat):
            n = self._beside(two, seat) - self._beside(one, seat)
            yield self.event(Kind.BESIDE, seat, "beside", amount=n)
        lost = int(one.frame_pool[self.depth]) if 0 <= self.frame <= S else 0
        if lost > 0 and two.depth == one.depth - 1:
            yield self.event(Kind.LOST, seat, subject=SYMBOLS[self.frame], amount=lost)

    def _beside(self, s: Any, seat: int) -> int:
        return int(s.beside[seat]) + int(s.black[seat] == BLACK_BESIDE)

    def _stepped(self, seat: int) -> Iterator[Event]:
        """One space of the pentagram, and what it gave."""
        one, two, d = self.one, self.two, self.depth
        space = int(two.pentagram[seat])
        yield self.event(Kind.STEPPED, seat, f"pentagram:{seat}", amount=1)
        won = [n for n in range(PAIRS) if two.frame_waiting[d, n] > one.frame_waiting[d, n]]
        if self._scored(seat):
            yield self.event(Kind.NO_OWL, seat, points=self._scored(seat), source=OWL_SPACES)
        elif int(self.tables.pentagram_kind[space]) == OWL:
            owl = int(one.owl_pile[int(self.tables.pentagram_slot[space])])
            yield self.event(Kind.OWL, seat, amount=int(self.tables.owl_values[owl]))
        elif won:
            name = PAIR_NAMES[won[0]]
            yield self.event(Kind.SPECIAL, seat, f"special:{name}", subject=name)
        elif two.frame_waiting[d, WAIT_FREE] > one.frame_waiting[d, WAIT_FREE]:
            yield self.event(Kind.SPECIAL, seat)

    def _advanced(self, seat: int) -> Iterator[Event]:
        """The whole move on the wand."""
        walked = int(self.two.wand[seat]) - int(self.one.wand[seat])
        if walked > 0:
            ahead = int(self.two.wand_doubled != self.one.wand_doubled)
            place = str(int(self.two.wand[seat]))
            yield self.event(Kind.ADVANCED, seat, f"wand:{seat}", place=place, amount=walked, need=ahead)

    def _resolved(self, seat: int, space: int) -> Iterator[Event]:
        """A space of the wand; of a bonus the need tells how often it counts."""
        t, kind = self.tables, int(self.tables.wand_kind[space])
        times = 1 + (int(self.one.wand_doubled) >> space & 1)
        place = str(space)
        if kind == BONUS:
            name, n = SYMBOLS[int(t.wand_what[space])], int(t.wand_count[space]) * times
            yield self.event(
                Kind.BONUS, seat, f"wand:{seat}", subject=name, place=place, amount=n, need=times
            )
        elif kind == BONUS_SCROLL:
            yield self.event(
                Kind.BONUS, seat, f"wand:{seat}", subject="S", place=place, amount=3 * times, need=times
            )
        elif kind == SCORE:
            what, scored = SCORED[int(t.wand_what[space])], self._scored(seat)
            source = WAND if scored else ""
            yield self.event(
                Kind.SCORED, seat, f"wand:{seat}", subject=what, place=place, points=scored, source=source
            )

    # -- time --

    def passed(self) -> Iterator[Event]:
        """A new turn, or the end with all it counts."""
        one, two = self.one, self.two
        if two.over and not one.over:
            for seat in range(int(one.players)):
                yield from self._counted(seat)
            yield self.event(Kind.ENDED)
        elif two.frame_kind[0] == TURN and (one.frame_kind[0] != TURN or two.turn > one.turn):
            yield self.event(Kind.TURN, int(two.frame_seat[0]))
            if int(two.turn) == (TURNS - 1) * int(two.players):
                yield self.event(Kind.LAST)

    def _counted(self, seat: int) -> Iterator[Event]:
        """What the end adds: by category, prophecies one by one."""
        s, t = self.one, self.tables
        for category, source in ((end.OWLS, OWLS), (end.TOKENS_KEPT, TOKENS), (end.SPELLS, SPELLS)):
            worth = int(end.worth(s, t, seat, category))
            if worth:
                yield self.event(Kind.COUNTED, seat, points=worth, source=source)
        for scroll in range(SCROLLS):
            if t.scroll_kind[scroll] > SPELL:
                for _ in range(int(s.scrolls[seat, scroll])):
                    worth = int(end.scroll_worth(s, t, seat, scroll))
                    name = self.scroll(scroll)
                    yield self.event(
                        Kind.COUNTED, seat, f"scroll:{name}", subject=name, points=worth, source=PROPHECIES
                    )
