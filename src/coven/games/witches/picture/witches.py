"""Witches as hats: the seat's colour and pattern, its emblem on the brim."""

from __future__ import annotations

from coven.core import art
from coven.games.witches import names
from coven.games.witches.picture.scene import Scene

# Where hats stand in a space, by their number: across and down in parts of the size, and the size.
_GROUPS = (
    (),
    ((0.0, 0.0),),
    ((-0.46, 0.0), (0.46, 0.0)),
    ((-0.48, 0.3), (0.48, 0.3), (0.0, -0.44)),
    ((-0.48, 0.44), (0.48, 0.44), (-0.48, -0.44), (0.48, -0.44)),
)
_SIZES = (0.0, 48.0, 37.0, 32.0, 30.0)


Here = tuple[tuple[int, int, bool], ...]  # who stands in a place: seat, trainee, whose turn it is


def here(scene: Scene, place: int) -> Here:
    """Everyone in a place."""
    s = scene.state
    return tuple(
        (seat, int(s.trainee[seat]), seat == int(s.active) and not int(s.over))
        for seat in scene.witches(place)
    )


def hat(scene: Scene, witch: tuple[int, int, bool], x: float, y: float, size: float) -> str:
    """One witch."""
    p = scene.palette
    seat, trainee, active = witch
    who = scene.names[seat]
    said = who if trainee < 0 else f"{who}, {names.trainee(trainee, scene.say)}"
    return art.el(
        "g",
        art.tip(said),
        # a light ground keeps her clear of whatever she stands before
        art.circle(
            x,
            y,
            size * 0.56,
            p.paper,
            stroke=art.SEAT_COLOURS[seat],
            stroke_width=3.0 if active else 1.4,
        ),
        art.el(
            "use",
            href=f"#{scene.prefix}-hat",
            transform=art.at(x, y, size),
            fill=scene.fill(seat),
            stroke=p.ink,
        ),
        scene.marker(seat, x, y + size * 0.24, size * 0.23),
        data_thing=f"witch:{seat}",
        data_witch=seat,
        data_active=1 if active else None,
    )


def group(scene: Scene, seats: Here, x: float, y: float, beside: bool) -> str:
    """All who stand on a space; before a problem they stand at its upper left."""
    if not seats:
        return ""
    if beside:
        return "".join(hat(scene, seat, x - 29 + 24 * k, y - 33, 40) for k, seat in enumerate(seats))
    size = _SIZES[len(seats)]
    # the back row first
    spots = sorted(zip(_GROUPS[len(seats)], seats, strict=True), key=lambda pair: pair[0][1])
    return "".join(hat(scene, seat, x + size * dx, y - 2 + size * dy, size) for (dx, dy), seat in spots)
