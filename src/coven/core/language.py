"""The words a person reads, in five languages. English is the source; `locale/` has the others."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from coven.core.errors import BadOption

LANGUAGES = ("en", "de", "fr", "hu", "pt")


def _catalogue(lang: str) -> NullTranslations:
    """A language's messages with its own plural rule; a message without a translation stays English."""
    if lang == "en":
        return NullTranslations()
    # only when another language is asked for: most programs never do
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    with (files("coven") / "locale" / f"{lang}.po").open("rb") as file:
        catalogue = read_po(file)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


class Words:
    """Says messages in one language: `say("{n} energy left", n=2)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalogue = _catalogue(lang)

    def __call__(self, message: str, **values: object) -> str:
        text = self._catalogue.gettext(message)
        return text.format(**values) if values else text

    def title(self, title: str) -> str:
        """A game's title; a word may be another thing's name as well, so titles have a context of their own."""
        return self._catalogue.pgettext("title", title)

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form that goes with the number n, which the text may use as {n}."""
        n = int(n)  # gettext takes no other kind of integer
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)


@cache
def words(lang: str = "en") -> Words:
    """The words of a language: en, de, fr, hu or pt."""
    if lang not in LANGUAGES:
        raise BadOption(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return Words(lang)
