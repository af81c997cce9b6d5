"""Planes of a game that declares none: every field of its state, number by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from coven.core.plane import Kind, Observation, Plane
from coven.core.seats import SEATS

if TYPE_CHECKING:
    from coven.core.game import Game

# What becomes of numbers of so many bytes: small ones are scaled into the bounds of an observation, of large ones
# every bit is a value, since they may well be sets.
BY_SIZE: dict[int, tuple[Kind, int, float]] = {
    1: ("count", 1, 16.0),
    2: ("count", 1, 4096.0),
    4: ("bits", 32, 1.0),
    8: ("bits", 64, 1.0),
}
FRAME = "frame_"  # how the fields of the stack of decisions begin: see core/stack.py
FRAMES = ("asked", "behind", "further")


def observation_of(game: Game) -> Observation:
    """The observer's seat, the points from its side, what is being decided, and every other field as it stands."""
    planes = [Plane("seat", "", "self", "the observer's seat")]
    assert game.dtype.fields is not None
    for name, (field, *_) in game.dtype.fields.items():
        kind, size, scale = BY_SIZE[field.base.itemsize]
        said = name.replace("_", " ")
        if name == "score":
            planes.append(Plane(said, name, kind, "points", size, scale, seats=SEATS))
        elif name.startswith(FRAME) and field.shape:
            for frame, which in enumerate(FRAMES[: field.shape[0]]):
                part = said.removeprefix("frame ")
                about = f"{part} of the decision {which}"
                planes.append(Plane(f"{which} {part}", name, kind, about, size, scale, frame=frame))
        else:
            planes.append(Plane(said, name, kind, f"the field {name}", size, scale))
    return Observation(tuple(planes))
