"""What happened in a game of The Witches, said to a person."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from coven.core.events import Event, Join, Role, Telling
from coven.core.language import Words
from coven.games.witches import moves, names
from coven.games.witches.counts import COUNTED
from coven.games.witches.events import happen
from coven.games.witches.kinds import SOURCES, Kind
from coven.games.witches.moves import TRAINEE_IDS
from coven.games.witches.say import card, location, problem, space
from coven.games.witches.state import BROOMSTICK, DUNGEON, ENDINGS, UNKNOWN

if TYPE_CHECKING:
    from coven.core.game import Game


@lru_cache(maxsize=8)
def _indices(game: Game) -> dict[str, dict[str, int]]:
    """The numbers of spaces, locations, problems and cards by what notation calls them."""
    data = game.components.data
    return {
        "space": {id: n for n, id in enumerate(moves.space_ids(data))} | {"Dungeon": DUNGEON},
        "location": {place["id"]: n for n, place in enumerate(data["board"]["locations"])},
        "problem": {id: n for n, id in enumerate(moves.problem_ids(data))} | {"": UNKNOWN},
        "card": {card["id"]: n for n, card in enumerate(data["cards"]["list"])},
    }


class _Teller:
    """An event in one language; what it speaks of by its name."""

    def __init__(self, game: Game, event: Event, say: Words, called: Sequence[str]) -> None:
        self.game = game
        self.event = event
        self.say = say
        self.called = called
        self.name = "" if event.seat is None else called[event.seat]

    @property
    def place(self) -> str:
        return space(self.game, _indices(self.game)["space"][self.event.place], self.say)

    @property
    def problem(self) -> str:
        return problem(self.game, _indices(self.game)["problem"][self.event.subject], self.say)

    @property
    def card(self) -> str:
        return card(self.game, _indices(self.game)["card"][self.event.subject], self.say)

    def dice(self) -> str:
        """What dice show."""
        faces = [self.say("Cackle") if face == "C" else face for face in self.event.subject.split()]
        return self.say("{one} and {two}", one=faces[0], two=faces[1]) if len(faces) == 2 else faces[0]

    # -- set-up --

    def set(self) -> str:
        return _begin(self.say("{problem} in {place}", problem=self.problem, place=self.place))

    def stocked(self) -> str:
        return self.say("{problem} is next in a box", problem=self.problem)

    def threw(self) -> str:
        return self.say("{name} rolls {n} for the choice", name=self.name, n=self.event.amount)

    def chose(self) -> str:
        trainee = names.trainee(TRAINEE_IDS.index(self.event.subject), self.say)
        return self.say("{name} is {trainee}", name=self.name, trainee=trainee)

    def began(self) -> str:
        return self.say("{name} begins in {place}", name=self.name, place=self.place)

    # -- cards and time --

    def turn(self) -> str:
        return self.say("{name} to play", name=self.name)

    def drew(self) -> str:
        if self.event.subject and self.event.amount == 1:
            return self.say("{name} draws {card}", name=self.name, card=self.card)
        return self.say.plural(
            "{name} draws {n} card", "{name} draws {n} cards", self.event.amount, name=self.name
        )

    def discarded(self) -> str:
        if self.event.amount == 1:
            return self.say("{name} discards {card}", name=self.name, card=self.card)
        return self.say.plural(
            "{name} discards {n} card", "{name} discards {n} cards", self.event.amount, name=self.name
        )

    def shuffled(self) -> str:
        return self.say("The discards are shuffled")

    def played(self) -> str:
        effect = int(self.game.tables[0].card_effect[_indices(self.game)["card"][self.event.subject]])
        gives = names.effect_gives(effect, self.say)
        return self.say("{name} plays {card} – {effect}", name=self.name, card=self.card, effect=gives)

    def showed(self) -> str:
        return self.say("{name} shows {card}", name=self.name, card=self._crossing())

    def kept(self) -> str:
        return self.say("{name} keeps {card}", name=self.name, card=self._crossing())

    def _crossing(self) -> str:
        """A card, or Tiffany's tile."""
        if self.event.subject in TRAINEE_IDS:
            return names.own_tile(TRAINEE_IDS.index(self.event.subject), self.say)
        return self.card

    def added(self) -> str:
        symbol = int(self.game.tables[0].card_symbol[_indices(self.game)["card"][self.event.subject]])
        if symbol == BROOMSTICK:
            return self.say("{name} takes the broomstick – {card}", name=self.name, card=self.card)
        called, n = names.symbol(symbol, self.say), self.event.amount
        return self.say("{name} adds {n} – {symbol}", name=self.name, n=n, symbol=called)

    def power(self) -> str:
        return self.say("{name} calls on the Power of Three", name=self.name)

    def used(self) -> str:
        trainee = TRAINEE_IDS.index(self.event.subject)
        return self.say(
            "{name} uses up a tile – {tile}", name=self.name, tile=names.own_tile(trainee, self.say)
        )

    # -- problems --

    def named(self) -> str:
        place = location(self.game, _indices(self.game)["location"][self.event.place], self.say)
        return self.say("The card of {card} points to {place}", card=self.card, place=place)

    def arrived(self) -> str:
        return _begin(self.say("{problem} comes up in {place}", problem=self.problem, place=self.place))

    def left(self) -> str:
        return self.say("No space is empty: the new problem is put away")

    def crisis(self) -> str:
        return self.say.plural(
            "A Crisis in {place}, {n} left",
            "A Crisis in {place}, {n} left",
            self.event.amount,
            place=self.place,
        )

    def eased(self) -> str:
        return self.say("A Crisis is over in {place}", place=self.place)

    def revealed(self) -> str:
        told = self.say("Turned up in {place} – {problem}", problem=self.problem, place=self.place)
        if self.event.need:
            n, of = self.event.amount, self.event.need
            return self.say("{what}, elf {n} of {of}", what=told, n=n, of=of)
        return told

    def looked(self) -> str:
        if not self.event.subject:
            return self.say("{name} secretly looks at {place}", name=self.name, place=self.place)
        return self.say(
            "{name} secretly sees {problem} in {place}",
            name=self.name,
            problem=self.problem,
            place=self.place,
        )

    def last(self) -> str:
        return self.say("The last problem is placed – the game ends with this turn")

    # -- moving --

    def walked(self) -> str:
        return self.say("{name} walks to {place}", name=self.name, place=self.place)

    def flew(self) -> str:
        return self.say("{name} flies to {place}", name=self.name, place=self.place)

    def stayed(self) -> str:
        return self.say("{name} stays in {place}", name=self.name, place=self.place)

    def unseen(self) -> str:
        return self.say("{name} passes {place} unseen", name=self.name, place=self.place)

    def tea(self) -> str:
        other = self.called[self.event.other or 0]
        return self.say("{name} has tea with {other}", name=self.name, other=other)

    def rested(self) -> str:
        return self.say("{name} rests in {place}", name=self.name, place=self.place)

    # -- an attempt --

    def rolled(self) -> str:
        have, need = self.event.amount, self.event.need
        return self.say(
            "{name} rolls {dice}, {have} of {need}", name=self.name, dice=self.dice(), have=have, need=need
        )

    def rerolled(self) -> str:
        have, need = self.event.amount, self.event.need
        return self.say(
            "{name} rolls again, {dice}, {have} of {need}",
            name=self.name,
            dice=self.dice(),
            have=have,
            need=need,
        )

    def faced(self) -> str:
        return self.say("{name} faces {problem}", name=self.name, problem=self.problem)

    def fled(self) -> str:
        return self.say("{name} runs away to {place}", name=self.name, place=self.place)

    def solved(self) -> str:
        have, need = self.event.amount, self.event.need
        if have < need:  # by a card or a tile
            return self.say("{name} solves {problem}", name=self.name, problem=self.problem)
        return self.say(
            "{name} solves {problem} with {have} of {need}",
            name=self.name,
            problem=self.problem,
            have=have,
            need=need,
        )

    def failed(self) -> str:
        return self.say(
            "{name} fails against {problem} with {have} of {need}",
            name=self.name,
            problem=self.problem,
            have=self.event.amount,
            need=self.event.need,
        )

    def jailed(self) -> str:
        return self.say("{name} goes to the Dungeon", name=self.name)

    def withered(self) -> str:
        return self.say("{name} moves an easy tile beside the display", name=self.name)

    def vanished(self) -> str:
        return self.say("{problem} leaves {place}", problem=self.problem, place=self.place)

    def cackled(self) -> str:
        n = self.event.amount
        if self.event.other is None:
            return self.say.plural("{name} takes {n} Cackle", "{name} takes {n} Cackles", n, name=self.name)
        return self.say(
            "{name} takes a Cackle from {other}", name=self.name, other=self.called[self.event.other]
        )

    def calmed(self) -> str:
        n = self.event.amount
        return self.say.plural("{name} returns {n} Cackle", "{name} returns {n} Cackles", n, name=self.name)

    def aliss(self) -> str:
        return self.say("{name} takes a Black Aliss tile", name=self.name)

    def ended(self) -> str:
        return names.ending(ENDINGS.index(self.event.subject), self.say)


def _begin(sentence: str) -> str:
    """A sentence that may begin with a word that is small elsewhere."""
    return sentence[:1].upper() + sentence[1:]


def sentence(game: Game, event: Event, say: Words, called: Sequence[str]) -> str:
    """An event in a sentence, without its points."""
    tell: Callable[[], str] = getattr(_Teller(game, event, say, called), Kind(event.kind).value)
    return tell()


def tail(event: Event, say: Words) -> str:
    """What is said of an event behind what brought it."""
    n = event.amount
    match event.kind:
        case Kind.CACKLED if event.other is None:
            return say.plural("{n} Cackle", "{n} Cackles", n)
        case Kind.EASED:
            return say.plural("{n} Crisis less", "{n} Crises less", n)
        case Kind.JAILED:
            return say("to the Dungeon")
        case Kind.ALISS:
            return say.plural("{n} Black Aliss tile", "{n} Black Aliss tiles", n)
    return ""


LOST = ("crisis", "elves", "aliss", "coop lost")  # endings in which nobody wins
LAST_DICE = frozenset({"die:2", "die:3"})  # of an attempt's four
MOMENTS = {
    Kind.ROLLED: "roll",
    Kind.REROLLED: "roll",
    Kind.SOLVED: "solved",
    Kind.FAILED: "failed",
    Kind.JAILED: "failed",
    Kind.CRISIS: "trouble",
    Kind.TEA: "calm",
    Kind.LAST: "last",
    Kind.ENDED: "end",
}


def moment(event: Event) -> str:
    """What an event is worth on the stage; of the tiles that turn up an elf is, the last one more than the others.

    A roll of the last dice decides, for as long as nobody changes it.
    """
    if dice(event) and LAST_DICE.intersection(event.things):
        return "hit" if event.amount >= event.need else "miss"
    if event.kind == Kind.REVEALED and event.need:
        return "omen" if event.amount < event.need else "doom"
    if event.kind == Kind.ENDED and event.subject in LOST:
        return "lost"
    return MOMENTS.get(Kind(event.kind), "")


def dice(event: Event) -> list[str]:
    """The faces of the dice that were rolled."""
    return event.subject.split() if event.kind in (Kind.ROLLED, Kind.REROLLED) else []


TELLING = Telling(
    happen=happen,
    sentence=sentence,
    tail=tail,
    roles={
        **dict.fromkeys(
            (
                Kind.SET,
                Kind.STOCKED,
                Kind.THREW,
                Kind.CHOSE,
                Kind.BEGAN,
                Kind.DREW,
                Kind.SHUFFLED,
                Kind.NAMED,
                Kind.STAYED,
            ),
            Role.FOLDED,
        ),
        **dict.fromkeys((Kind.CACKLED, Kind.EASED, Kind.JAILED, Kind.ALISS), Role.TAIL),
        Kind.TURN: Role.SILENT,
    },
    joins={
        Kind.DREW: Join(),
        Kind.DISCARDED: Join(),
        Kind.WALKED: Join(),
        Kind.CACKLED: Join(("seat", "other")),
        Kind.ALISS: Join(),
    },
    sources=SOURCES,
    moment=moment,
    counts=COUNTED,
    dice=dice,
)
