"""The picture on its way to a page: only the parts that are not those it has, and of them only what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coven.core.parts import Drawn, Part
from coven.core.picture import DEFS, Spread
from coven.table.refusals import Refusal

KEPT = 48 << 20  # characters of drawings that a server process keeps
MOST = 40  # parts a page may say it has

Have = Mapping[str, Drawn]  # what a page has, by id


def told(spread: Spread, have: Have) -> dict[str, Any]:
    """A picture for a page: the order of its parts, and what is new of them."""
    new = [_entry(part, drawn, have.get(part.id)) for part, drawn in spread.parts if _newer(drawn, have)]
    if _newer(spread.defs, have):
        new.insert(0, {"id": DEFS, "v": spread.defs.version, "pieces": list(spread.defs.pieces)})
    laid = [[id, drawn.version] for id, drawn in has(spread).items()]
    return {"title": spread.title, "said": spread.said, "laid": laid, "new": new}


def has(spread: Spread) -> dict[str, Drawn]:
    """What a page has when it has been told all of a picture."""
    return {DEFS: spread.defs} | {part.id: drawn for part, drawn in spread.parts}


def _newer(drawn: Drawn, have: Have) -> bool:
    old = have.get(drawn.id)
    return old is None or old.version != drawn.version


def _entry(part: Part, drawn: Drawn, old: Drawn | None) -> dict[str, Any]:
    """A part as it is now; of one that the page has had, what is different, piece by piece."""
    entry: dict[str, Any] = {
        "id": part.id,
        "v": drawn.version,
        "name": part.name,
        "seat": part.seat,
        "size": [part.width, part.height],
        "each": part.each_size,
        "role": part.role,
        "label": part.label,
        "letters": drawn.letters,
        "target": part.target,
    }
    # An old one without pieces may be known by its name alone.
    if old is None or not old.pieces or len(old.pieces) != len(drawn.pieces):
        return entry | {"pieces": drawn.pieces}
    pairs = enumerate(zip(old.pieces, drawn.pieces, strict=True))
    return entry | {"from": old.version, "at": {k: new for k, (was, new) in pairs if was != new}}


def read_have(text: str) -> dict[str, Drawn]:
    """What a page says it has: id=version, and so on.

    Only its name is taken, never a drawing found by it: else a page could learn whether somebody else has been shown
    what it only guesses at. A part that has changed it is told whole.
    """
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    if len(pairs) > MOST:
        raise Refusal("bad_request", f"have: a picture has at most {MOST} parts")
    return {id: Drawn(id, version, (), 0.0) for id, _, version in pairs}
