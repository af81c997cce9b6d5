"""The picture on its way to a page: only the parts that are not those it has, and of them only what has changed."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from coven.core.parts import Drawn, Part
from coven.core.picture import DEFS, Spread
from coven.table.page_types import NewPart, PictureShown
from coven.table.refusals import Refusal

KEPT = 48 << 20  # characters of drawings that a server process keeps
MOST = 40  # parts a page may say it has

# What a page lays a part by.
_laid_by = attrgetter("name", "seat", "width", "height", "each_size", "role", "label", "target")

Have = Mapping[str, Drawn]  # what a page has, by id
Entries = dict[tuple[str, str, str], NewPart]  # how parts differ, by id and both versions


def told(spread: Spread, have: Have) -> PictureShown:
    """A picture for a page: the order of its parts, and what is new of them."""
    new = [_entry(part, drawn, have.get(part.id)) for part, drawn in spread.parts if _newer(drawn, have)]
    if _newer(spread.defs, have):
        new.insert(0, _defs(spread))
    return {"title": spread.title, "said": spread.said, "laid": laid(spread), "new": new}


def changed(spread: Spread, before: Spread, known: Entries) -> PictureShown:
    """What is new of a picture for a page that was told another before; the order of its parts, if that is new too.

    Of a part that it has as it should be laid, only what is drawn differently is told: the same to all, and kept in
    `known` for those who are told next.
    """
    old = {part.id: (part, drawn) for part, drawn in before.parts}
    new: list[NewPart] = []
    for part, drawn in spread.parts:
        was, had = old.get(part.id, (part, None))
        if had is None or not _alike(part, was) or len(had.pieces) != len(drawn.pieces):
            new.append(_entry(part, drawn, had))
        elif had.version != drawn.version:
            key = part.id, had.version, drawn.version
            if key not in known:
                known[key] = _difference(drawn, had)
            new.append(known[key])
    facts: PictureShown = {"title": spread.title, "said": spread.said, "new": new}
    if spread.defs.version != before.defs.version:
        new.insert(0, _defs(spread))
    if [part.id for part, _ in spread.parts] != [part.id for part, _ in before.parts]:
        facts["laid"] = laid(spread)
    return facts


def laid(spread: Spread) -> list[list[str]]:
    """The parts of a picture from the ground up, each with its version."""
    return [[id, drawn.version] for id, drawn in has(spread).items()]


def has(spread: Spread) -> dict[str, Drawn]:
    """What a page has when it has been told all of a picture."""
    return {DEFS: spread.defs} | {part.id: drawn for part, drawn in spread.parts}


def _newer(drawn: Drawn, have: Have) -> bool:
    old = have.get(drawn.id)
    return old is None or old.version != drawn.version


def _entry(part: Part, drawn: Drawn, old: Drawn | None) -> NewPart:
    """A part as it is now; of one that the page has had, what is different, piece by piece."""
    entry: NewPart = {
        "id": part.id,
        "v": drawn.version,
        "name": part.name,
        "seat": part.seat,
        "size": [part.width, part.height],
        "each": part.each_size,
        "role": part.role,
        "label": part.label,
        "target": part.target,
        "letters": drawn.letters,
    }
    # An old one without pieces may be known by its name alone.
    if old is None or not old.pieces or len(old.pieces) != len(drawn.pieces):
        return entry | {"pieces": drawn.pieces}
    return entry | _difference(drawn, old)


def _alike(part: Part, other: Part) -> bool:
    """Whether a page lays two parts alike."""
    return part is other or _laid_by(part) == _laid_by(other)


def _difference(drawn: Drawn, old: Drawn) -> NewPart:
    """What is drawn differently, piece by piece."""
    pairs = enumerate(zip(old.pieces, drawn.pieces, strict=True))
    at = {k: new for k, (was, new) in pairs if was != new}
    told: NewPart = {"id": drawn.id, "v": drawn.version, "from": old.version, "at": at}
    return told if drawn.letters == old.letters else told | {"letters": drawn.letters}


def _defs(spread: Spread) -> NewPart:
    """What its parts refer to."""
    return {"id": DEFS, "v": spread.defs.version, "pieces": list(spread.defs.pieces)}


def read_have(text: str) -> dict[str, Drawn]:
    """What a page says it has: id=version, and so on.

    Only its name is taken, never a drawing found by it: else a page could learn whether somebody else has been shown
    what it only guesses at. A part that has changed it is told whole.
    """
    pairs = [pair.partition("=") for pair in text.split(",") if pair]
    if len(pairs) > MOST:
        raise Refusal("bad_request", f"have: a picture has at most {MOST} parts")
    return {id: Drawn(id, version, (), 0.0) for id, _, version in pairs}
