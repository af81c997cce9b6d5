"""The drawings of a rules page: parts of the table as it stood in a game, one for every section.

A game's `figures.toml` says which; `figures.coven` is the record of the game they show. They are drawn by the picture's
own parts, so what is learnt from the page is found again at the table.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StrictStr

from coven.core import registry
from coven.core.errors import BrokenGame, told
from coven.core.position import Position
from coven.core.record import read

LISTED, PLAYED = "figures.toml", "figures.coven"


class Figure(BaseModel):
    """A part of the table at a moment of the game."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    at: Annotated[int, Field(ge=0)]  # after so many actions
    part: StrictStr
    seat: int | None = None  # who looks; nobody sees what only a player may see
    crop: tuple[float, float, float, float] | None = None  # x, y, width and height within the part
    said: Annotated[StrictStr, Field(pattern=r"^\S.*[.]$")]  # what is to be seen on it


@cache
def figures(game: str) -> tuple[Figure, ...]:
    """The figures of a game, in the order of the sections; a game may have none, or some that can't be read."""
    path = registry.definition(game).folder / LISTED
    if not path.exists():
        return ()
    try:
        listed = tomllib.loads(path.read_text(encoding="utf-8"))["figure"]
        return tuple(Figure.model_validate(entry) for entry in listed)
    except (OSError, ValueError, KeyError, TypeError) as problem:
        registry.tell(BrokenGame(game, str(path), [told(problem)], "has figures that can't be read"))
        return ()


@cache
def _moments(game: str) -> dict[int, Position]:
    """The positions that the figures show, by the number of actions."""
    record = read((registry.definition(game).folder / PLAYED).read_text(encoding="utf-8"))
    wanted = {figure.at for figure in figures(game)}
    return {at: position for at, position in enumerate(record.positions()) if at in wanted}


@cache
def size(game: str, number: int) -> tuple[int, int]:
    """The width and height of a figure, which are the same in every language."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', drawn(game, number, "en", "dark"))
    assert found is not None, "a figure has a viewBox"
    return round(float(found[1])), round(float(found[2]))


@lru_cache(maxsize=256)
def drawn(game: str, number: int, lang: str, theme: str) -> str:
    """A figure, counted from 0, as SVG."""
    figure = figures(game)[number]
    view = _moments(game)[figure.at].view(figure.seat)
    return view.figure(figure.part, figure.crop, lang, theme)
