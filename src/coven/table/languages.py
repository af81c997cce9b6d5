"""Which language a reader wants: asked for, chosen before, or the browser's."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from coven.core.language import LANGUAGES
from coven.table.refusals import Refusal

COOKIE = "coven_lang"


def language(request: HTTPConnection) -> str:
    """The language of a page."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(COOKIE)):
        if wanted in LANGUAGES:
            return str(wanted)
    return preferred(request.headers.get("accept-language", ""))


def language_of(request: HTTPConnection) -> str:
    """The language of an answer to a program, which is told if it asks for one there isn't."""
    asked = request.query_params.get("lang")
    if asked is not None and asked not in LANGUAGES:
        raise Refusal("bad_option", f"no language {asked[:20]!r}: choose one of {', '.join(LANGUAGES)}")
    return language(request)


def preferred(header: str) -> str:
    """The best of our languages for an Accept-Language header."""
    wanted: list[tuple[float, int, str]] = []
    for place, part in enumerate(header.split(",")[:20]):
        tag, _, quality = part.strip().partition(";q=")
        try:
            weight = float(quality) if quality else 1.0
        except ValueError:
            weight = 0.0
        lang = tag.split("-")[0].lower()
        if lang in LANGUAGES and weight > 0.0:
            wanted.append((-weight, place, lang))
    return min(wanted)[2] if wanted else "en"
