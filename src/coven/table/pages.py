"""The pages: which there are, in whose language and colours, and what their scripts may say."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from coven import __version__
from coven.bots import levels
from coven.coach import curve
from coven.core import registry
from coven.core.art import EMBLEMS, HAT, PALETTES, emblem_names
from coven.core.components import SURENESS
from coven.core.language import LANGUAGES, Words, words
from coven.core.provenance import labels
from coven.table import covers, figures, guide, palette, phrases
from coven.table.about_phrases import ABOUT
from coven.table.incoming import COOKIE, language, server_of
from coven.table.offers import credits, in_a_row, offers, usual_players
from coven.table.play_phrases import PLAY
from coven.table.rulebook import rulebook

HERE = Path(__file__).resolve().parent
STATIC = HERE / "static"
THEMES = ("dark", "light", "auto")
NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "hu": "Magyar", "pt": "Português"}
INSIDE = re.compile(r"/(?![/\\])[!-~]*$")  # an address of this server, not of another
IMPORT = re.compile(r'^(?:import|export|\}) .*?"(\.[^"]+\.js)"', re.MULTILINE)
YEAR = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)
_templates = Environment(
    loader=FileSystemLoader(HERE / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


# -- what every page knows -----------------------------------------------------------------------------------


def theme(request: Request) -> str:
    """The reader's theme: dark, light, or as the system has it."""
    chosen = request.cookies.get("coven_theme")
    return chosen if chosen in THEMES else "auto"


def digest(text: str | bytes) -> str:
    """A short name of some content."""
    data = text if isinstance(text, bytes) else text.encode()
    return hashlib.blake2b(data, digest_size=6).hexdigest()


@cache
def _hash(path: Path, changed: int) -> str:
    return digest(path.read_bytes())


def static(path: str) -> str:
    """The address of a static file; it changes with the content, so browsers may keep it for good."""
    if path == palette.NAME:
        return f"/static/{path}?v={digest(palette.STYLE)}"
    file = STATIC / path
    return f"/static/{path}?v={_hash(file, file.stat().st_mtime_ns)}"


@cache
def imported(path: str) -> list[str]:
    """The addresses of all that a script imports, and what those do: a browser that is told asks for them at once."""
    found = {STATIC / path: None}  # in order
    for file in (waiting := list(found)):
        for name in IMPORT.findall(file.read_text(encoding="utf-8")):
            one = (file.parent / name).resolve()
            if one not in found:
                found[one] = None
                waiting.append(one)
    return [f"/static/{one.relative_to(STATIC).as_posix()}" for one in waiting[1:]]


def _drawing(name: str) -> str:
    """The address of a drawing, which changes with it."""
    return f"/art/{name}.svg?v={digest(covers.drawn(name))}"


def translated(messages: Mapping[str, str], say: Words) -> dict[str, str]:
    """A page's phrases in a language."""
    return {key: say(message) for key, message in messages.items()}


def _here(request: Request) -> str:
    """The page's own address without the language, which may be chosen anew."""
    kept = [(key, value) for key, value in request.query_params.multi_items() if key != "lang"]
    return request.url.path + (f"?{urlencode(kept)}" if kept else "")


def render(
    request: Request,
    template: str,
    messages: Mapping[str, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HTMLResponse:
    """A page in the reader's language and colours; the messages are what its scripts say."""
    lang, chosen = language(request), theme(request)
    say = words(lang)
    html = _templates.get_template(template).render(
        say=say,
        lang=lang,
        languages=NAMES,
        theme=chosen,
        next_theme=THEMES[(THEMES.index(chosen) + 1) % len(THEMES)],
        static=static,
        imported=imported,
        drawing=_drawing,
        seals=[_drawing(name) for name in EMBLEMS],
        hat=HAT,
        in_a_row=partial(in_a_row, say=say),
        here=_here(request),
        titles={name: _title(name, say) for name in registry.playable()},
        phrases=translated({**phrases.COMMON, **(messages or {})}, say),
        **context,
    )
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language, Cookie", "Content-Language": lang}
    return HTMLResponse(html, status, headers)


def error_page(request: Request, status: int) -> HTMLResponse:
    """What is told in place of a page: that it isn't there, or that something broke."""
    return render(request, "error.html", status=status, status_code=status)


def _game(name: str) -> str:
    if name not in registry.playable():
        raise HTTPException(404)
    return name


def _title(game: str, say: Words) -> str:
    """A game's title as it is sold in the reader's language."""
    return say.title(registry.definition(game).title)


# -- the pages -----------------------------------------------------------------------------------------------


@router.get("/settings")
def settings(request: Request, back: str = "/", lang: str = "", theme: str = "") -> Response:
    """Keeps the language and the theme, and goes back: the way without scripts."""
    answer = RedirectResponse(back if INSIDE.match(back) else "/", 303)
    if lang in LANGUAGES:
        answer.set_cookie(COOKIE, lang, max_age=YEAR, samesite="lax")
    if theme in THEMES:
        answer.set_cookie("coven_theme", theme, max_age=YEAR, samesite="lax")
    return answer


@router.get(f"/static/{palette.NAME}")
def colours() -> Response:
    """The colours of both themes, which every page's style sheet uses by name."""
    return Response(palette.STYLE, media_type="text/css")


def _addresses(request: Request) -> list[str]:
    """Where others on the network find this server, if they can."""
    every: list[str] = getattr(request.app.state, "addresses", [])
    return [address for address in every if not re.match(r"https?://(127\.|localhost|\[::1\])", address)]


@router.get("/")
def start(request: Request) -> Response:
    """Choose a game, seats and options; the tables there are."""
    say = words(language(request))
    games, bots = offers(say), levels.lines(say)
    return render(
        request,
        "start.html",
        phrases.START,
        games=games,
        fields=[field for game in games for field in game.fields],
        game_data={game.name: game.data() for game in games},
        bots=bots,
        bot_names={bot["spec"]: bot["name"] for bot in bots},
        everyday=levels.EVERYDAY,
        seat_names=emblem_names(say),
        addresses=_addresses(request),
    )


@router.get("/art/{name}.svg")
def drawing(name: str) -> Response:
    """A cover of a game, or the counter of a seat."""
    if name not in covers.names():
        raise HTTPException(404)
    headers = {"Cache-Control": f"public, max-age={YEAR}, immutable"}
    return Response(covers.drawn(name), media_type="image/svg+xml", headers=headers)


@router.get("/rules/{game}")
def rules(request: Request, game: str) -> Response:
    """A game's rules, and how sure its components are."""
    lang = language(request)
    say = words(lang)
    return render(
        request,
        "rules.html",
        phrases.RULES,
        game=_game(game),
        book=rulebook(game, lang),
        figures=_figures(game, lang, say),
        taught=bool(guide.lessons(game)),
        labels=labels(registry.load(game), say),
        meanings={letter: say(meaning) for letter, meaning in SURENESS.items()},
    )


def _figures(game: str, lang: str, say: Words) -> list[dict[str, Any]]:
    """The drawings of a rules page: what is to be seen on each, its size, and its address by theme."""
    return [
        {
            "said": say(figure.said),
            "size": figures.size(game, number),
            "at": {theme: _figure(game, number, lang, theme) for theme in PALETTES},
        }
        for number, figure in enumerate(figures.figures(game))
    ]


def _figure(game: str, number: int, lang: str, theme: str) -> str:
    """The address of a drawing of a rules page, which changes with it."""
    drawn = figures.drawn(game, number, lang, theme)
    return f"/rules/{game}/{number}-{lang}-{theme}.svg?v={digest(drawn)}"


@router.get("/rules/{game}/{number}-{lang}-{theme}.svg")
def figure(game: str, number: int, lang: str, theme: str) -> Response:
    """A drawing of a rules page."""
    listed = figures.figures(_game(game))
    if number not in range(len(listed)) or lang not in LANGUAGES or theme not in PALETTES:
        raise HTTPException(404)
    headers = {"Cache-Control": f"public, max-age={YEAR}, immutable"}
    return Response(figures.drawn(game, number, lang, theme), media_type="image/svg+xml", headers=headers)


@router.get("/learn/{game}")
def learn(request: Request, game: str) -> Response:
    """The way to a first game that teaches by playing."""
    say, name = words(language(request)), _game(game)
    definition = registry.definition(name)
    if not guide.lessons(name):
        raise HTTPException(404)
    return render(
        request,
        "learn.html",
        game=name,
        title=_title(name, say),
        lead=[say(sentence) for sentence in definition.lead],
        others=usual_players(definition) - 1,
        bot=levels.FIRST,
    )


@router.get("/about")
def about(request: Request) -> Response:
    """What this is, what it keeps, and the keys."""
    say = words(language(request))
    return render(request, "about.html", version=__version__, credits=credits(say))


async def _there(request: Request, table: str) -> None:
    """Refuses a table that isn't there."""
    await server_of(request).matches.get(table)


@router.get("/table/{table}")
async def play(request: Request, table: str) -> Response:
    """The table itself."""
    await _there(request, table)
    addresses, said = _addresses(request), {**PLAY, **ABOUT}
    return await server_of(request).draw(
        lambda: render(request, "play.html", said, table=table, addresses=addresses)
    )


@router.get("/table/{table}/replay")
async def replay(request: Request, table: str) -> Response:
    """A game once more, move by move, and what the coach thinks of it."""
    await _there(request, table)
    frame = {"width": curve.WIDTH, "left": curve.LEFT, "right": curve.RIGHT}
    rival = {"spec": levels.EVERYDAY, "name": levels.EVERYDAY.capitalize()}
    return await server_of(request).draw(
        lambda: render(request, "replay.html", phrases.REPLAY, table=table, frame=frame, rival=rival)
    )
