"""The words a person reads, in five languages. English is the source; the others are catalogues in `locale/`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from coven.core.errors import BadOption

LANGUAGES = ("en", "de", "fr", "hu", "pt")


class Words:
    """Says messages in one language: `say("{n} energy left", n=2)`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang
        self._catalog = None
        if lang != "en":
            from babel.messages.pofile import read_po

            with (files("coven") / "locale" / f"{lang}.po").open("rb") as file:
                self._catalog = read_po(file, locale=lang)

    def __call__(self, message: str, **values: object) -> str:
        text = message
        if self._catalog is not None:
            found = self._catalog.get(message)
            if found is not None and isinstance(found.string, str) and found.string:
                text = found.string
        return text.format(**values) if values else text

    def plural(self, one: str, many: str, n: int, **values: object) -> str:
        """The form that goes with the number n, which the text may use as {n}."""
        text = one if n == 1 else many
        if self._catalog is not None:
            found = self._catalog.get(one)
            if found is not None and isinstance(found.string, tuple):
                form = found.string[min(int(n != 1), len(found.string) - 1)]
                if self.lang in ("fr", "pt"):
                    form = found.string[int(n > 1)]
                text = form or text
        return text.format(n=n, **values)


@cache
def words(lang: str = "en") -> Words:
    """The words of a language: en, de, fr, hu or pt."""
    if lang not in LANGUAGES:
        raise BadOption(f"no language {lang!r}: choose one of {', '.join(LANGUAGES)}")
    return Words(lang)
