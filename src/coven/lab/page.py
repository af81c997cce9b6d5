"""The frame of a report: one page that needs nothing else, by day and by night, on a desk and on a phone."""

from __future__ import annotations

from collections.abc import Sequence

from coven.core.art import DARK, LIGHT, SERIF, Palette, escape

# Parts of a whole and series, told apart by lightness too; letters in the ground's colour stand on them.
SERIES_DARK = (
    "#d9b56a", "#6aaef0", "#ee8a66", "#84cb7a", "#c69aea", "#efe3c8",
    "#58b8b0", "#d886a8", "#a8a26a", "#8e9bd0", "#c98b5e", "#9a93b0",
)  # fmt: skip
SERIES_LIGHT = (
    "#8a6826", "#22649f", "#a8452a", "#38763a", "#72459c", "#4d4558",
    "#1c6e69", "#98396a", "#66611f", "#465aa0", "#7d4a22", "#655a74",
)  # fmt: skip


def _variables(palette: Palette, series: Sequence[str], grid: str) -> str:
    named = {
        "ground": palette.light if palette is LIGHT else palette.ground,
        "panel": palette.panel,
        "line": palette.line,
        "text": palette.text,
        "quiet": palette.quiet,
        "danger": palette.danger,
        "grid": grid,
        **{f"s{i}": colour for i, colour in enumerate(series)},
    }
    return "".join(f"--{name}:{value};" for name, value in named.items())


STYLE = f"""\
:root{{color-scheme:light dark;{_variables(LIGHT, SERIES_LIGHT, "#e2d5b6")}}}
@media (prefers-color-scheme:dark){{:root{{{_variables(DARK, SERIES_DARK, "#322d48")}}}}}
*{{box-sizing:border-box}}
body{{margin:0;background:var(--ground);color:var(--text);font:17px/1.5 {SERIF};-webkit-text-size-adjust:100%}}
main{{max-width:1120px;margin:0 auto;padding:1.2rem clamp(.9rem,3vw,2rem) 4rem}}
h1,h2,h3{{font-weight:600;line-height:1.2;text-wrap:balance}}
h1{{font-size:2rem;margin:.6rem 0 .2rem}}
h2{{font-size:1.55rem;margin:3rem 0 .4rem;padding-top:1.2rem;border-top:1px solid var(--line)}}
h3{{font-size:1.15rem;margin:0 0 .3rem;color:var(--line)}}
p{{margin:.3rem 0 .8rem;max-width:44em}}
a{{color:var(--line)}}
.quiet{{color:var(--quiet);font-size:.88em}}
.facts{{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.7rem;
grid-template-columns:repeat(auto-fit,minmax(14rem,1fr))}}
.facts li{{border-left:3px solid var(--line);padding:.1rem 0 .1rem .8rem}}
.facts b{{display:block;font-size:1.5rem;font-weight:600;line-height:1.2}}
.facts span{{color:var(--quiet);font-size:.88em}}
.figures{{columns:2 25rem;column-gap:1.1rem;margin-top:1rem}}
figure{{break-inside:avoid;margin:0 0 1.1rem;padding:1rem 1rem .8rem;
background:var(--panel);border:1px solid var(--grid);border-radius:6px}}
figure svg{{display:block;width:100%;height:auto;overflow:visible}}
figure svg text{{font-family:-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif}}
figcaption{{color:var(--quiet);font-size:.86rem;margin-top:.5rem;line-height:1.4}}
.key{{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem .9rem;margin:.2rem 0 .5rem;padding:0;font-size:.86rem}}
.key i{{display:inline-block;width:.8em;height:.8em;margin-right:.35em;border-radius:2px}}
.key i.dashed{{background:none!important;border:2px dashed}}
details{{margin-top:.5rem;font-size:.86rem}}
summary{{cursor:pointer;color:var(--quiet)}}
.wide{{overflow-x:auto}}
table{{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;margin:.4rem 0}}
th,td{{text-align:left;padding:.18rem .9rem .18rem 0;vertical-align:top;border-bottom:1px solid var(--grid)}}
th{{font-weight:600;color:var(--quiet)}}
td.n,th.n{{text-align:right;white-space:nowrap}}
"""


UNNUMBERED = "g@"  # begins every name in a drawing until the page gives the drawing its number


def page(title: str, body: str) -> str:
    before, *drawings = body.split("<svg")
    numbered = (f"<svg{drawing.replace(UNNUMBERED, f'g{i}')}" for i, drawing in enumerate(drawings, 1))
    body = before + "".join(numbered)
    return (
        "<!doctype html>\n"
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{STYLE}</style>\n</head>\n"
        f"<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def table(headings: Sequence[str], rows: Sequence[Sequence[str]], words: int = 1) -> str:
    """A table; the first so many columns are words, the others numbers."""

    def row(tag: str, cells: Sequence[str]) -> str:
        listed = (
            f"<{tag}{'' if i < words else ' class=n'}>{escape(cell)}</{tag}>" for i, cell in enumerate(cells)
        )
        return f"<tr>{''.join(listed)}</tr>"

    body = "\n".join(row("td", cells) for cells in rows)
    return (
        f'<div class="wide"><table><thead>{row("th", headings)}</thead>\n<tbody>{body}</tbody></table></div>'
    )


def figure(title: str, svg: str, caption: str, numbers: str = "", key: str = "") -> str:
    """A picture with what it shows, how many games it is from, and its numbers to open."""
    more = f"<details><summary>Numbers</summary>{numbers}</details>" if numbers else ""
    said = f"<figcaption>{escape(caption)}</figcaption>"
    return f"<figure>\n<h3>{escape(title)}</h3>\n{key}{svg}\n{said}{more}\n</figure>"


def key(names: Sequence[str], lines: bool = False) -> str:
    """Which colour is what; every other line is dashed."""
    items = []
    for i, name in enumerate(names):
        how = ' class="dashed"' if lines and i % 2 else ""
        items.append(
            f'<li><i style="background:var(--s{i});border-color:var(--s{i})"{how}></i>{escape(name)}</li>'
        )
    return f'<ul class="key">{"".join(items)}</ul>\n'


def facts(listed: Sequence[tuple[str, str]]) -> str:
    """The few numbers one came for."""
    items = "\n".join(
        f"<li><b>{escape(number)}</b><span>{escape(about)}</span></li>" for number, about in listed
    )
    return f'<ul class="facts">\n{items}\n</ul>'
