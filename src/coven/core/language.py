"""The words a person reads, in five languages. English is the source; `locale/` has the others.

A package of games brings its own words the same way: `locale/de.po` and so on, beside its modules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from io import BytesIO

from coven.core.errors import BadOption
from coven.core.hungarian import with_articles

LANGUAGES = ("en", "de", "fr", "hu", "pt")


def _catalogue(lang: str) -> NullTranslations:
    """A language's messages with its own plural rule; a message without a translation stays English."""
    if lang == "en":
        return NullTranslations()
    catalogue = _read(files("coven") / "locale" / f"{lang}.po")
    for path in _of_games(lang):
        try:
            catalogue.add_fallback(_read(path))
        except Exception as problem:  # another's file: whatever is wrong with it must not stop ours
            print(f"coven: the words in {path} can't be read: {problem!r}", file=sys.stderr)
    return catalogue


def _of_games(lang: str) -> Iterator[Traversable]:
    """The catalogues that packages of games bring along."""
    from coven.core.registry import definitions

    for package in dict.fromkeys(definition.package for definition in definitions().values()):
        path = files(package) / "locale" / f"{lang}.po"
        if path.is_file():
            yield path


def _read(path: Traversable) -> GNUTranslations:
    # only when another language is asked for: most programs never do
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


class Words:
    """Says messages in one language: `say("{n} energy left", n=2)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalogue = _catalogue(lang)
        self._finish = with_articles if lang == "hu" else str

    def __call__(self, message: str, **values: object) -> str:
        text = self._catalogue.gettext(message)
        return self._finish(text.format(**values)) if values else text

    def title(self, title: str) -> str:
        """A game's title; a word may be another thing's name as well, so titles have a context of their own."""
        return self._catalogue.pgettext("title", title)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """The form that goes with the number n, which the text may use as {n}."""
        n = int(n)  # gettext takes no other kind of integer
        return self._finish(self._catalogue.ngettext(one, many, n).format(n=n, **values))

    def decimal(self, number: float, digits: int) -> str:
        """A number with so many decimals; English alone has a point before them."""
        text = f"{number:.{digits}f}"
        return text if self.lang == "en" else text.replace(".", ",")

    def percent(self, number: object) -> str:
        """A number of percent."""
        say = self  # messages are looked for in the source by this name
        return say("{percent} %", percent=number)


@cache
def words(lang: str = "en") -> Words:
    """The words of a language: en, de, fr, hu or pt."""
    if lang not in LANGUAGES:
        raise BadOption(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return Words(lang)
