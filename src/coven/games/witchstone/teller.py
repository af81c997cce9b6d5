"""The sentences for what happens in a game of Witchstone, one an event."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from coven.core.events import Event
from coven.core.language import Words
from coven.games.witchstone import cells
from coven.games.witchstone.moves import TOKEN_NAMES
from coven.games.witchstone.say import COUNTED_NAMES, PLACE_NAMES, action, pair, place, token
from coven.games.witchstone.state import (
    COUNTS,
    GROUP,
    PAIR_NAMES,
    SCORED,
    SPELL,
    SPELL_ANY,
    SYMBOLS,
    WITCHES_AT,
)
from coven.games.witchstone.whereabouts import cell

if TYPE_CHECKING:
    from coven.core.game import Game

SCORED_NAMES = ("connections", "witches", "scrolls", "magic tokens", "crystals", "special tiles")


@lru_cache(maxsize=8)
def _indices(game: Game) -> dict[str, int]:
    """The numbers of places and scrolls by what notation calls them."""
    data = game.components.data
    places = {place["id"]: n for n, place in enumerate(data["locations"]["list"])}
    return places | {scroll["id"]: n for n, scroll in enumerate(data["scrolls"]["list"])}


def scroll(game: Game, name: str, say: Words) -> str:
    """What a scroll does or asks for, without saying which kind it is."""
    t, index = game.tables[0], _indices(game)[name]
    kind, what = int(t.scroll_kind[index]), [int(x) for x in t.scroll_what[index]]
    if kind == SPELL_ANY:
        return say("+1 of any action")
    if kind == SPELL:
        return say("+2 {action}", action=action(what[0], say))
    if kind == GROUP:
        return say("largest {action} group", action=action(what[0], say))
    if kind == COUNTS:
        counted = COUNTED_NAMES[what[0]]
        return say(counted)
    places = ", ".join(say(kind_of_place) for kind_of_place in (PLACE_NAMES[p] for p in what))
    return (
        say("witches on {places}", places=places)
        if kind == WITCHES_AT
        else say("connected to {places}", places=places)
    )


def _is_spell(game: Game, name: str) -> bool:
    return int(game.tables[0].scroll_kind[_indices(game)[name]]) <= SPELL


def actions_of(event: Event, say: Words) -> str:
    """So many actions of a type."""
    return say.plural("{n} {action} action", "{n} {action} actions", event.amount, action=_type(event, say))


def _type(event: Event, say: Words) -> str:
    return action(SYMBOLS.index(event.subject), say)


def token_named(name: str, say: Words) -> str:
    return token(TOKEN_NAMES.index(name), say)


class Teller:
    """An event in one language; what it speaks of by its name."""

    def __init__(self, game: Game, event: Event, say: Words, called: Sequence[str]) -> None:
        self.game = game
        self.event = event
        self.say = say
        self.name = "" if event.seat is None else called[event.seat]

    @property
    def place(self) -> str:
        return place(self.game, _indices(self.game)[self.event.place], self.say)

    @property
    def tile(self) -> str:
        return pair(PAIR_NAMES.index(self.event.subject), self.say)

    @property
    def actions(self) -> str:
        return actions_of(self.event, self.say)

    @property
    def action(self) -> str:
        return _type(self.event, self.say)

    @property
    def ends(self) -> tuple[str, str]:
        one, two = (_indices(self.game)[name] for name in self.event.place.split("-"))
        return place(self.game, one, self.say), place(self.game, two, self.say)

    # -- set-up and draws --

    def begins(self) -> str:
        return self.say("{name} begins", name=self.name)

    def found(self) -> str:
        what = token_named(self.event.subject, self.say)
        return self.say("A token lies on {place} – {token}", place=self.place, token=what)

    def shown(self) -> str:
        if self.event.subject in PAIR_NAMES:
            return self.say("A special tile is turned up – {tile}", tile=self.tile)
        what = scroll(self.game, self.event.subject, self.say)
        return self.say("A scroll is turned up – {what}", what=what)

    def drew(self) -> str:
        if self.event.subject and self.event.amount == 1:
            return self.say("{name} draws the {tile} tile", name=self.name, tile=self.tile)
        return self.say.plural(
            "{name} draws {n} tile", "{name} draws {n} tiles", self.event.amount, name=self.name
        )

    def settled(self) -> str:
        return self.say("The big witch of {name} stands on {place}", name=self.name, place=self.place)

    # -- the turn --

    def turn(self) -> str:
        return self.say("{name} to play", name=self.name)

    def laid(self) -> str:
        return self.say("{name} lays the {tile} tile", name=self.name, tile=self.tile)

    def aside(self) -> str:
        return self.say("{name} lays {tile} aside, as no tile fits", name=self.name, tile=self.tile)

    def acted(self) -> str:
        return self.say.plural(
            "{name} begins {n} {action} action",
            "{name} begins {n} {action} actions",
            self.event.amount,
            name=self.name,
            action=self.action,
        )

    def gained(self) -> str:
        return self.say.plural(
            "{name} gains {n} {action} action",
            "{name} gains {n} {action} actions",
            self.event.amount,
            name=self.name,
            action=self.action,
        )

    def stopped(self) -> str:
        if not self.event.amount:
            return self.say("{name} ends the {action} action", name=self.name, action=self.action)
        return self.say.plural(
            "{name} gives up {n} {action} action",
            "{name} gives up {n} {action} actions",
            self.event.amount,
            name=self.name,
            action=self.action,
        )

    def lost(self) -> str:
        return self.say.plural(
            "{name} has no use for {n} {action} action",
            "{name} has no use for {n} {action} actions",
            self.event.amount,
            name=self.name,
            action=self.action,
        )

    # -- the crystal ball --

    def energised(self) -> str:
        one, two = self.ends
        return self.say.plural(
            "{name} lays {n} energy between {here} and {there}",
            "{name} lays {n} energy between {here} and {there}",
            self.event.amount,
            name=self.name,
            here=one,
            there=two,
        )

    def connected(self) -> str:
        one, two = self.ends
        return self.say("{name} joins {one} and {two}", name=self.name, one=one, two=two)

    def came(self) -> str:
        return self.say.plural(
            "{name} lays {n} witch beside the tower",
            "{name} lays {n} witches beside the tower",
            self.event.amount,
            name=self.name,
        )

    def stood(self) -> str:
        return self.say("{name} sends a witch to {place}", name=self.name, place=self.place)

    def ranked(self) -> str:
        return self.say("{name} is number {n} on the Witchstone", name=self.name, n=self.event.amount)

    def token(self) -> str:
        what = token_named(self.event.subject, self.say)
        return self.say("{name} wins a token – {token}", name=self.name, token=what)

    def used(self) -> str:
        return self.say("{name} uses a token", name=self.name)

    def waits(self) -> str:
        what = token_named(self.event.subject, self.say)
        return self.say(
            "{name} keeps a token for the next witch action – {token}", name=self.name, token=what
        )

    # -- the pentagram --

    def stepped(self) -> str:
        return self.say.plural(
            "{name} goes {n} space on the pentagram",
            "{name} goes {n} spaces on the pentagram",
            self.event.amount,
            name=self.name,
        )

    def owl(self) -> str:
        return self.say("{name} takes an owl tile worth {n}", name=self.name, n=self.event.amount)

    def no_owl(self) -> str:
        return self.say("{name} finds no owl tile left", name=self.name)

    def special(self) -> str:
        if not self.event.subject:
            return self.say("{name} finds no special tile left", name=self.name)
        return self.say("{name} wins a special tile – {tile}", name=self.name, tile=self.tile)

    def free(self) -> str:
        return self.say("{name} chooses {action}", name=self.name, action=self.action)

    def spent(self) -> str:
        return self.say("{name} uses up the special tile {tile}", name=self.name, tile=self.tile)

    def placed(self) -> str:
        return self.say(
            "{name} puts the special tile {tile} into the cauldron", name=self.name, tile=self.tile
        )

    # -- crystals --

    def carried(self) -> str:
        if not self.event.place:
            return self._carried_on()
        where = cell(cells.NAMES.index(self.event.place), self.say)
        if self.event.subject:
            return self.say("{name} moves the black crystal to {place}", name=self.name, place=where)
        return self.say("{name} moves a crystal to {place}", name=self.name, place=where)

    def _carried_on(self) -> str:
        """Several moves, of one crystal or more."""
        if self.event.subject:
            return self.say.plural(
                "{name} moves the black crystal {n} cell",
                "{name} moves the black crystal {n} cells",
                self.event.amount,
                name=self.name,
            )
        return self.say.plural(
            "{name} moves crystals {n} cell",
            "{name} moves crystals {n} cells",
            self.event.amount,
            name=self.name,
        )

    def out(self) -> str:
        if not self.event.place:
            return self.say("{name} takes crystals out to the rim", name=self.name)
        rim = action(SYMBOLS.index(self.event.place), self.say)
        if self.event.subject:
            return self.say(
                "{name} takes the black crystal out to the {action} rim", name=self.name, action=rim
            )
        return self.say("{name} takes a crystal out to the {action} rim", name=self.name, action=rim)

    def shelved(self) -> str:
        if self.event.subject:
            return self.say("{name} shelves the black crystal", name=self.name)
        return self.say.plural(
            "{name} shelves {n} crystal",
            "{name} shelves {n} crystals",
            self.event.amount,
            name=self.name,
        )

    def bottom(self) -> str:
        if self.event.subject:
            return self.say("{name} puts the black crystal on the token shelf", name=self.name)
        return self.say.plural(
            "{name} puts {n} crystal on the token shelf",
            "{name} puts {n} crystals on the token shelf",
            self.event.amount,
            name=self.name,
        )

    def beside(self) -> str:
        return self.say.plural(
            "{name} finds no room for {n} crystal",
            "{name} finds no room for {n} crystals",
            self.event.amount,
            name=self.name,
        )

    def threw(self) -> str:
        if self.event.subject:
            return self.say("{name} throws out the black crystal", name=self.name)
        return self.say.plural(
            "{name} throws out {n} crystal",
            "{name} throws out {n} crystals",
            self.event.amount,
            name=self.name,
        )

    # -- wand and scrolls --

    def advanced(self) -> str:
        return self.say.plural(
            "{name} goes {n} space on the wand",
            "{name} goes {n} spaces on the wand",
            self.event.amount,
            name=self.name,
        )

    def bonus(self) -> str:
        if self.event.need > 1:
            return self.say(
                "{name} doubles the wand's bonus – {actions}", name=self.name, actions=self.actions
            )
        return self.say("{name} gets the wand's bonus – {actions}", name=self.name, actions=self.actions)

    def scored(self) -> str:
        what = self.say(SCORED_NAMES[SCORED.index(self.event.subject)])
        return self.say("{name} scores on the wand – {what}", name=self.name, what=what)

    def scroll(self) -> str:
        what = scroll(self.game, self.event.subject, self.say)
        if _is_spell(self.game, self.event.subject):
            return self.say("{name} takes a spell – {what}", name=self.name, what=what)
        return self.say("{name} takes a prophecy – {what}", name=self.name, what=what)

    def cast(self) -> str:
        return self.say.plural(
            "{name} casts a spell, {n} action more",
            "{name} casts a spell, {n} actions more",
            self.event.amount,
            name=self.name,
        )

    # -- the end --

    def last(self) -> str:
        return self.say("The last round begins")

    def counted(self) -> str:
        if self.event.subject:
            what = scroll(self.game, self.event.subject, self.say)
            return self.say("{name} – prophecy, {what}", name=self.name, what=what)
        source = self.event.source
        return f"{self.name} – {self.say(source)}"

    def ended(self) -> str:
        return self.say("The game is over")
