"""How sure we are of every component, read from the labels of the component file, said in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from coven.core.components import Data
from coven.core.language import Words

if TYPE_CHECKING:
    from coven.core.game import Game


@dataclass(frozen=True)
class Label:
    """One line of the table: a section, or what differs in it."""

    section: str  # said once, at the section's own line
    what: str
    letter: str
    key: str = ""  # the section's own line: what the file calls it


def labels(game: Game, say: Words) -> list[Label]:
    """Every section of a game's components with how sure it is, and every exception in it."""
    found: list[Label] = []
    how = game.implementation.components
    if how is None:
        return found

    def called(names: Mapping[str, str], key: str) -> str:
        """What a key stands for; where the game does not say it, the key speaks for itself."""
        message = names.get(key) or key.replace("_", " ")
        return say(message) if key else say("all of it")

    for name, section in game.components.data.items():
        if not isinstance(section, dict):
            continue
        found.append(Label(called(how.sections, name), "", str(section.get("sure", "")), name))
        found += [Label("", called(how.aspects, key), letter) for key, letter in _sure(section) if key]
        for thing, key, letter in _things(section, say, say.lang):
            told = say("{thing}: {what}", thing=thing, what=called(how.aspects, key))
            found.append(Label("", told, letter))
    return found


def _sure(table: Data) -> Iterator[tuple[str, str]]:
    """The labels of a table itself; the general one has no name."""
    for key, letter in table.items():
        if key == "sure" or key.startswith("sure_"):
            yield key.removeprefix("sure").removeprefix("_"), str(letter)


def _things(
    value: Any, called: Callable[[str], str], lang: str, name: str = ""
) -> Iterator[tuple[str, str, str]]:
    """The labels of single things inside a section: whose, of what, and the letter.

    A thing is called as the file has it in the language, or else as the game's own words have it.
    """
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        whose = name
        if isinstance(inner, dict):
            if "name" in inner:
                whose = str(inner.get(lang) or called(inner["name"]))
            if whose:
                yield from ((whose, key, letter) for key, letter in _sure(inner))
        yield from _things(inner, called, lang, whose)
