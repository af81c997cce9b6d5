"""What an agent sees of Witchstone: the planes of its observation."""

from __future__ import annotations

from coven.core.plane import Drill, Observation, Plane
from coven.core.seats import SEATS
from coven.games.witchstone.state import (
    BLACK_BESIDE,
    CELLS,
    CHANCE_FIRST,
    HELD,
    LINKS,
    PAIRS,
    PLACES,
    SCROLLS,
    SPACES,
    TOKENS,
)

# What a network learns to play.
TRAINING = (
    Drill(2, {}, 0.5),
    Drill(3, {}, 0.15),
    Drill(4, {}, 0.25),
    Drill(2, {"handicap": [3, 0]}, 0.05),
    Drill(2, {"handicap": [0, 1]}, 0.05),
)

_PHASES = 6
_KINDS = CHANCE_FIRST  # players are asked by frames below those of chance

PLANES = (
    Plane("seat", "", "self", "the observer's seat"),
    Plane("players", "players", "choice", "number of players: 2, 3 or 4", size=3, low=2),
    Plane("first", "first", "seat", "who began"),
    Plane("turns", "turn", "count", "turns finished, of all players", scale=44),
    Plane("score", "score", "count", "points", seats=SEATS, scale=50),
    Plane("handicap", "handicap", "choice", "handicap level 1, 2 or 3", size=3, low=1, seats=SEATS),
    # what is being decided
    Plane(
        "asked", "frame_kind", "choice", "what is asked: E W P C M S, the turn, a tower", size=_KINDS, frame=0
    ),
    Plane("asked seat", "frame_seat", "seat", "who is asked", frame=0),
    Plane("asked phase", "frame_phase", "choice", "how far it has come", size=_PHASES, frame=0),
    Plane("asked pool", "frame_pool", "count", "actions left in it", scale=10, frame=0),
    Plane(
        "asked waiting",
        "frame_waiting",
        "bits",
        "what waits in it, 16 numbers of 6 bits: tokens won, crystals on the rim, special tiles",
        size=6,
        frame=0,
    ),
    Plane("behind", "frame_kind", "choice", "what goes on after it", size=_KINDS, frame=1),
    Plane("behind phase", "frame_phase", "choice", "how far that has come", size=_PHASES, frame=1),
    Plane("behind pool", "frame_pool", "count", "actions left in that", scale=10, frame=1),
    Plane("further", "frame_kind", "choice", "what goes on after that", size=_KINDS, frame=2),
    Plane("further pool", "frame_pool", "count", "actions left in it", scale=10, frame=2),
    Plane("depth", "depth", "count", "decisions within each other", scale=8),
    Plane("turn phase", "frame_phase", "choice", "how far the turn has come", size=_PHASES, part=(0, 1)),
    Plane("half", "frame_waiting", "choice", "symbol of the half to be done last", size=6, part=(0, 1)),
    Plane("half cell", "frame_waiting", "choice", "its cell", size=CELLS, part=(1, 2)),
    Plane("other half", "frame_waiting", "choice", "symbol of the half done first", size=6, part=(2, 3)),
    Plane("other half cell", "frame_waiting", "choice", "its cell", size=CELLS, part=(3, 4)),
    Plane(
        "held tokens",
        "frame_waiting",
        "count",
        "tokens that wait for the turn's next witch action",
        scale=3,
        part=(HELD, HELD + TOKENS),
    ),
    # tiles
    Plane("hand", "hand", "bits", "the observer's hex tiles", size=PAIRS, seats=1),
    Plane(
        "unseen",
        "unseen",
        "bits",
        "hex tiles not seen: supply, put away, others' hands",
        size=PAIRS,
        seats=SEATS,
    ),
    Plane("aside", "aside", "bits", "hex tiles laid aside", size=PAIRS, seats=SEATS),
    Plane("supply", "supply", "count", "hex tiles still to be drawn", scale=PAIRS, seats=SEATS),
    # the cauldrons
    Plane("symbols", "symbols", "bits", "cells that show each symbol, E W P C M S", size=CELLS, seats=SEATS),
    Plane("crystals", "crystals", "bits", "cells with a coloured crystal", size=CELLS, seats=SEATS),
    Plane("special cells", "special_cells", "bits", "cells with a special tile", size=CELLS, seats=SEATS),
    Plane(
        "black",
        "black",
        "choice",
        "black crystal: cell, rim, shelf, beside",
        size=BLACK_BESIDE + 1,
        seats=SEATS,
    ),
    Plane("beside", "beside", "count", "crystals beside the screen", scale=7, seats=SEATS),
    Plane("removed", "removed", "count", "crystals thrown out", scale=7, seats=SEATS),
    Plane("shelves", "shelf", "count", "crystals on each shelf", scale=6, seats=SEATS),
    # the crystal ball
    Plane("links", "links", "bits", "finished connections", size=LINKS, seats=SEATS),
    Plane("begun", "begun", "choice", "the unfinished connection", size=LINKS, seats=SEATS),
    Plane("begun units", "begun_units", "count", "energy on it", scale=3, seats=SEATS),
    Plane("energy", "energy", "count", "energy in supply", scale=20, seats=SEATS),
    Plane("standing", "standing", "bits", "places with a standing witch", size=PLACES, seats=SEATS),
    Plane("tower", "tower", "choice", "place of the big witch", size=PLACES, seats=SEATS),
    Plane("witches", "witches", "count", "small witches in supply", scale=11, seats=SEATS),
    Plane("lying", "lying", "count", "lying witches", scale=11, seats=SEATS),
    Plane(
        "stone rank",
        "stone_rank",
        "choice",
        "when on the Witchstone: first to fourth",
        size=4,
        low=1,
        seats=SEATS,
    ),
    Plane("tokens on places", "token_at", "choice", "the magic token of each place", size=TOKENS),
    Plane("table tokens", "table", "count", "tokens on the stone table", scale=3),
    Plane("tokens", "tokens", "count", "tokens owned", scale=3, seats=SEATS),
    # pentagram, wand and scrolls
    Plane("pentagram", "pentagram", "choice", "space of the marker", size=SPACES, seats=SEATS),
    Plane("owl piles", "owl_pile", "count", "owl tiles taken from each pile", scale=5),
    Plane("owls", "owls", "count", "owl tiles of each value", scale=2, seats=SEATS),
    Plane("special pile", "special_pile", "count", "special tiles still to come"),
    Plane("special spaces", "special_at", "choice", "special tiles on show", size=PAIRS),
    Plane("specials", "specials", "count", "special tiles owned", scale=5, seats=SEATS),
    Plane("specials used", "special_used", "count", "special tiles used", seats=SEATS),
    Plane("wand", "wand", "choice", "space of the marker", size=SPACES, seats=SEATS),
    Plane("wand under", "under", "count", "markers below on the same space", scale=3, seats=SEATS),
    Plane("wand waiting", "wand_next", "choice", "the next space to be resolved", size=SPACES - 1, low=1),
    Plane("wand doubled", "wand_doubled", "bits", "waiting spaces that count twice", size=SPACES),
    Plane("scroll pile", "scroll_pile", "count", "scrolls still to come", scale=4),
    Plane("display", "display", "choice", "scrolls on show", size=SCROLLS),
    Plane("scrolls", "scrolls", "count", "prophecies and unused spells", scale=2, seats=SEATS),
    Plane("spent", "spent", "count", "used spells", scale=2, seats=SEATS),
)

OBSERVATION = Observation(PLANES, points=40.0, training=TRAINING)
