"""What every picture shares: the two palettes, SVG elements, and how the four seats look.

Only presentation attributes are used, no style sheet: several pictures live in one notebook page, and a style
sheet inside one of them would reach the others.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import cos, radians, sin
from unicodedata import combining, normalize

from coven.core.errors import BadOption
from coven.core.seats import SEATS

# Palatino under the names it has on the systems there are; where there is none, what every Debian has. DejaVu Serif is
# too wide for numbers beside each other: its narrow cut comes first.
SERIF = (
    "'Iowan Old Style','Palatino Linotype',Palatino,'URW Palladio L',P052,'TeX Gyre Pagella','Book Antiqua',Georgia,"
    "'Liberation Serif','DejaVu Serif Condensed',serif"
)


class Glow(str):
    """The colour of what can be chosen now. What is drawn in it says so: a page where other things glow dims it."""

    __slots__ = ()


@dataclass(frozen=True)
class Palette:
    """The colours of a theme. Glass and iron stay dark by daylight: deep, and what is drawn on it."""

    ground: str
    light: str  # the ground where the candle falls on it
    panel: str
    raised: str  # what lies on a panel
    line: str
    hair: str  # a line that only parts
    text: str
    quiet: str
    glow: Glow
    focus: str  # where the keyboard is
    taught: str  # what a lesson or the coach points at
    danger: str
    danger_text: str
    paper: str
    paper_line: str
    paper_link: str
    ink: str  # what is read on paper and on a seat's colour
    deep: str
    deep_edge: str
    on_deep: str
    brass: str  # lines on deep
    silver: str
    shadow: str


DARK = Palette(
    ground="#14121f", light="#241f38", panel="#1e1b2e", raised="#29253d", line="#c9a45c", hair="#c9a45c4d",
    text="#f4efe2", quiet="#9a93b0", glow=Glow("#ffd479"), focus="#ffd479", taught="#7fd6c2", danger="#e2574c",
    danger_text="#ff9187", paper="#efe3c8", paper_line="#8a6826", paper_link="#5e4310", ink="#1b1726",
    deep="#2b2644", deep_edge="#0c0a15", on_deep="#f4efe2", brass="#c9a45c", silver="#b9bdcc", shadow="#0007",
)  # fmt: skip
LIGHT = Palette(
    ground="#ecdfc0", light="#f8efda", panel="#faf4e4", raised="#fffaf0", line="#8a6826", hair="#8a682652",
    text="#2a2138", quiet="#655a74", glow=Glow("#e08a00"), focus="#2a2138", taught="#7fd6c2", danger="#b3372d",
    danger_text="#a32d24", paper="#f6ead0", paper_line="#8a6826", paper_link="#5e4310", ink="#1b1726",
    deep="#3a3459", deep_edge="#17132a", on_deep="#f4efe2", brass="#d0ac66", silver="#c3c7d4", shadow="#0007",
)  # fmt: skip
PALETTES = {"dark": DARK, "light": LIGHT}


def palette(theme: str) -> Palette:
    """The colours of "dark" or "light"."""
    if theme not in PALETTES:
        raise BadOption(f"no theme {theme!r}: choose one of {', '.join(PALETTES)}")
    return PALETTES[theme]


@lru_cache(maxsize=1 << 14)
def num(value: float) -> str:
    """A coordinate, to a tenth, as short as can be."""
    text = f"{value:.1f}"
    if text == "-0.0":
        return "0"
    return text[:-2] if text.endswith(".0") else text


_DELICATE = re.compile(r"[^\w .,:;()/#%+-]", re.ASCII)
# What XML 1.0 can't hold at all, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(text: object) -> str:
    """Text made safe both between tags and inside a quoted attribute."""
    said = str(text)
    # the same few colours, names and words come again and again
    return _short(said) if len(said) < 48 else _escaped(said)


@lru_cache(maxsize=1 << 13)
def _short(said: str) -> str:
    return _escaped(said)


def _escaped(said: str) -> str:
    if _DELICATE.search(said) is None:  # nearly always: coordinates, colours, plain words
        return said
    said = _FORBIDDEN.sub("", said).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return said.replace('"', "&quot;").replace("'", "&#39;")


@cache
def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def el(tag: str, *children: str, **attributes: object) -> str:
    """One element. Attributes that are None are left out; `stroke_width` becomes `stroke-width`.

    What is drawn in the colour of choosing is marked: `data-stroke="glow"`, `data-fill="glow"`.
    Children are SVG already; words of people go through `words_at` and `tip`, which escape them.
    """
    parts = [f"<{tag}"]
    for name, value in attributes.items():
        if value is not None:
            kind = type(value)
            said = num(value) if kind is float else value if kind is int else escape(value)
            parts.append(f' {_attribute(name)}="{said}"')
            if kind is Glow:
                parts.append(f' data-{name}="glow"')
    if not children:
        parts.append("/>")
        return "".join(parts)
    return f"{''.join(parts)}>{''.join(children)}</{tag}>"


def tip(text: str) -> str:
    """What the browser shows while the pointer rests on the element around it."""
    return f"<title>{escape(text)}</title>"


def words_at(x: float, y: float, text: object, size: float, fill: str, **attributes: object) -> str:
    """A line of text whose base line starts at a point (see `text_anchor`)."""
    return el("text", escape(text), x=float(x), y=float(y), font_size=float(size), fill=fill, **attributes)


# How wide letters are, in thousandths of their size: between the narrowest serif of the stack and the widest, each a
# fifteenth away.
_BREADTHS = {
    letter: width
    for letters, width in (
        ("'’.,:;! ", 270), ("ijl", 290), ("frtI-()", 345), ("sJ", 410), ("acezv", 485), ("mMW", 855), ("wO", 780),
        ("ABCDGHKNQRTUVXY", 705),
    )
    for letter in letters
}  # fmt: skip
_OTHER_BREADTH = 550


def breadth(text: str, size: float) -> float:
    """About how much room a line needs."""
    plain = normalize("NFD", text)
    return size * sum(_BREADTHS.get(one, _OTHER_BREADTH) for one in plain if not combining(one)) / 1000


def words_within(
    x: float, y: float, text: str, size: float, fill: str, room: float, **attributes: object
) -> str:
    """A line of text with so much room: one that is wider is drawn together."""
    if breadth(text, size) > room:
        attributes |= {"textLength": float(room), "lengthAdjust": "spacingAndGlyphs"}
    return words_at(x, y, text, size, fill, **attributes)


def clip(text: str, length: int) -> str:
    """Text cut to a length: names are a person's own, and may be long."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def circle(x: float, y: float, r: float, fill: str = "none", **attributes: object) -> str:
    """A circle by its middle."""
    return el("circle", cx=float(x), cy=float(y), r=float(r), fill=fill, **attributes)


def rect(x: float, y: float, w: float, h: float, rx: float, fill: str, **attributes: object) -> str:
    """A rectangle by its upper left corner, with round corners."""
    return el(
        "rect", x=float(x), y=float(y), width=float(w), height=float(h), rx=float(rx), fill=fill, **attributes
    )


def path(d: str, fill: str = "none", **attributes: object) -> str:
    """An outline as SVG writes it."""
    return el("path", d=d, fill=fill, **attributes)


def outline(points: list[tuple[float, float]]) -> str:
    """A closed path through points."""
    return "M" + "L".join(f"{num(x)},{num(y)}" for x, y in points) + "Z"


def at(x: float, y: float, size: float, box: float = 24) -> str:
    """The transform that sets a drawing made in a box around (0, 0) at a point."""
    return f"translate({num(x)} {num(y)}) scale({size / box:.3g})"


def around(x: float, y: float, radius: float, degrees: float) -> tuple[float, float]:
    """The point at an angle, counted clockwise from the right."""
    return x + radius * cos(radians(degrees)), y + radius * sin(radians(degrees))


def digest(*parts: object) -> str:
    """A short name for the same content always, so that ids of two pictures on a page don't clash."""
    return "c" + hashlib.blake2b(repr(parts).encode(), digest_size=5).hexdigest()


def halo(x: float, y: float, r: float, colour: str, *, rings: int, step: float, fade: float) -> str:
    """Broken rings around a light, fainter and more open outwards."""
    return "".join(
        circle(
            x,
            y,
            r + step * k,
            stroke=colour,
            stroke_width=0.7,
            stroke_dasharray=f"{9 - k} {5 + 2 * k}",
            opacity=0.5 - fade * k,
        )
        for k in range(1, rings + 1)
    )


# Small drawings fit a box of 24 around (0, 0). Silhouettes are in currentColor; the cuts of the woodcutter's
# knife take the fill and stroke the drawing is used with, which is the colour of its ground.

SILHOUETTE = 'fill="currentColor" stroke="none"'
CUT = 'stroke="none"'  # an area
CUT_LINE = 'fill="none"'
DRAWN = 'fill="none" stroke="currentColor"'  # a line of the silhouette
HAT = (
    "M-11.6,8.4Q-9.6,5.2 -6.4,4.8L-2.6,-6.4Q-1.2,-11.2 4,-11.6Q7.6,-11.4 9,-8Q5.4,-8.6 3.4,-5.2L6.4,4.8"
    "Q9.6,5.2 11.6,8.4Q0,13 -11.6,8.4Z"
)


def drawings(prefix: str, named: Mapping[str, str], **attributes: object) -> str:
    """Every small drawing once, to be used by reference."""
    return "".join(
        el("g", drawing, id=f"{prefix}-{name}", stroke_linecap="round", **attributes)
        for name, drawing in named.items()
    )


# The seats.

SEAT_COLOURS = ("#4c9be8", "#e8734c", "#6dbb63", "#b884e0")
EMBLEMS = ("owl", "cat", "toad", "raven")
_EMBLEM_ART = {
    "owl": (
        f'<path {SILHOUETTE} d="M-8,-12Q-4.5,-8.6 0,-8.6Q4.5,-8.6 8,-12Q10,-6 8.6,-2.6Q10,6 4.6,11.4L-4.6,11.4'
        f'Q-10,6 -8.6,-2.6Q-10,-6 -8,-12Z"/><circle {CUT} cx="-3.7" cy="-4" r="3.1"/>'
        f'<circle {CUT} cx="3.7" cy="-4" r="3.1"/><circle {SILHOUETTE} cx="-3.4" cy="-4" r="1.4"/>'
        f'<circle {SILHOUETTE} cx="3.4" cy="-4" r="1.4"/><path {CUT} d="M-1.3,-1.4H1.3L0,1.8Z"/>'
        f'<path {CUT_LINE} stroke-width="1.1" d="M-4,4.4q1.3,1.5 2.6,0M1.4,4.4q1.3,1.5 2.6,0'
        'M-1.3,7q1.3,1.5 2.6,0"/>'
    ),
    "cat": (
        f'<path {SILHOUETTE} d="M-10.6,-11.6L-5,-6.4Q0,-7.8 5,-6.4L10.6,-11.6L11,0Q10,9.4 0,10.4'
        'Q-10,9.4 -11,0Z"/>'
        f'<path {CUT} d="M-7.6,-1.6Q-5,-4.4 -2.2,-0.6Q-5,1.4 -7.6,-1.6ZM7.6,-1.6Q5,-4.4 2.2,-0.6'
        "Q5,1.4 7.6,-1.6Z"
        'M-1.6,3H1.6L0,5Z"/>'
        f'<path {CUT_LINE} stroke-width="1" d="M0,5V6.4M-3,5.2L-9.4,4M-3,6.6L-8.6,7.6M3,5.2L9.4,4M3,6.6'
        'L8.6,7.6"/>'
    ),
    "toad": (
        f'<path {SILHOUETTE} d="M-12,4.6Q-12,-1.6 -8.6,-4Q-9.2,-10.4 -5,-10.4Q-1.4,-10.4 -1.2,-6.4H1.2'
        "Q1.4,-10.4 5,"
        '-10.4Q9.2,-10.4 8.6,-4Q12,-1.6 12,4.6Q8,10.6 0,10.6Q-8,10.6 -12,4.6Z"/>'
        f'<circle {CUT} cx="-5" cy="-6.8" r="2.1"/><circle {CUT} cx="5" cy="-6.8" r="2.1"/>'
        f'<path {CUT_LINE} stroke-width="1.4" d="M-9.6,3Q0,9.4 9.6,3M-1.6,-0.8v.8M1.6,-0.8v.8"/>'
    ),
    "raven": (
        f'<path {SILHOUETTE} d="M-10.6,11.6Q-11.6,-10.4 -.6,-11.2Q4.4,-11.4 6.2,-7.8Q11.8,-7.4 13.4,-1'
        'Q9.4,-3 5.8,-1.6Q6.8,1.4 9.6,3.4L5.6,3.8L7.8,7.4L4,7.2L5,11.6Z"/>'
        f'<circle {CUT} cx="1.4" cy="-6.4" r="1.7"/><path {CUT_LINE} stroke-width="1.1" '
        'd="M5.4,-4.8Q9,-5.4 12,-2.4M-6.6,-1Q-3.4,1 -3,4M-7,4Q-4,6 -3.6,9M-1.6,-1.2Q.8,.8 1,3.6"/>'
    ),
}
# What is laid over the seat's colour, in a tile of 6: nothing, stripes, dots, checks.
_PATTERN_ART = (
    "",
    f'<path d="M-1,4L4,-1M-1,10L10,-1M2,7L7,2" stroke="{DARK.ink}" stroke-width="1.4" opacity=".6"/>',
    f'<circle cx="1.5" cy="1.5" r="1.1" fill="{DARK.ink}" opacity=".65"/>'
    f'<circle cx="4.5" cy="4.5" r="1.1" fill="{DARK.ink}" opacity=".65"/>',
    f'<path d="M0,0H3V3H0ZM3,3H6V6H3Z" fill="{DARK.ink}" opacity=".5"/>',
)


@lru_cache(maxsize=8)
def seat_defs(prefix: str) -> str:
    """The patterns and emblems that `seat_fill`, `emblem` and `marker` refer to."""
    patterns = "".join(
        f'<pattern id="{prefix}-seat{seat}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{SEAT_COLOURS[seat]}"/>{_PATTERN_ART[seat]}</pattern>'
        for seat in range(1, SEATS)
    )
    return patterns + drawings(f"{prefix}-emblem", _EMBLEM_ART)


def seat_fill(prefix: str, seat: int) -> str:
    """The paint of a seat's things: its colour and pattern."""
    return f"url(#{prefix}-seat{seat})" if seat else SEAT_COLOURS[0]


@cache
def emblem_names(say: Callable[[str], str]) -> tuple[str, ...]:
    """What the seats are called while nobody has named them."""
    return say("Owl"), say("Cat"), say("Toad"), say("Raven")


def seat_name(seat: int, say: Callable[[str], str]) -> str:
    """What a seat is called while nobody has named it."""
    return emblem_names(say)[seat]


def seat_names(given: Sequence[str], say: Callable[[str], str], players: int = len(EMBLEMS)) -> list[str]:
    """What the seats are called: as given, or by their emblems."""
    called = list(emblem_names(say)[:players])
    for seat, name in enumerate(given[:players]):
        called[seat] = name or called[seat]
    return called


def emblem(prefix: str, seat: int, x: float, y: float, size: float, colour: str, ground: str) -> str:
    """A seat's animal, in a colour on a ground."""
    return el(
        "use",
        href=f"#{prefix}-emblem-{EMBLEMS[seat]}",
        transform=at(x, y, size),
        color=colour,
        fill=ground,
        stroke=ground,
    )


def marker(prefix: str, seat: int, x: float, y: float, r: float, ink: str, edge: str) -> str:
    """A round counter of a seat: the pattern around, the emblem within."""
    return (
        circle(x, y, r, seat_fill(prefix, seat), stroke=edge, stroke_width=1.0)
        + circle(x, y, r * 0.76, SEAT_COLOURS[seat])
        + emblem(prefix, seat, x, y, r * 1.22, ink, SEAT_COLOURS[seat])
    )
