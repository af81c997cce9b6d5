"""What an agent sees of The Witches: the planes of its observation."""

from __future__ import annotations

from coven.core.plane import Drill, Observation, Plane
from coven.core.seats import SEATS
from coven.games.witches.state import (
    CARDS,
    CHANCE_TOTAL,
    DUNGEON,
    EASY,
    MODES,
    OWN_TILE,
    SHUFFLES,
    TRAINEES,
    UNKNOWN,
)

# What a network learns to play.
TRAINING = (
    Drill(2, {}, 0.42),
    Drill(3, {}, 0.12),
    Drill(4, {}, 0.2),
    Drill(1, {}, 0.12),
    Drill(2, {"mode": "coop"}, 0.05),
    Drill(4, {"mode": "coop"}, 0.05),
    Drill(2, {"mode": "expert"}, 0.04),
)

_PHASES = 9
_KINDS = CHANCE_TOTAL  # players are asked by frames below those of chance

PLANES = (
    Plane("seat", "", "self", "the observer's seat, as `take` numbers it"),
    Plane("players", "players", "choice", "number of players: 1 to 4", size=4, low=1),
    Plane("mode", "mode", "choice", "competitive, expert, coop or solo", size=len(MODES)),
    Plane("harder", "harder", "count", "any number of Crisis counters on a tile"),
    Plane("first", "first", "seat", "who chooses a trainee first, later who starts"),
    Plane("active", "active", "seat", "whose turn it is"),
    Plane("last", "last", "count", "the last tile of the boxes is placed"),
    Plane("score", "score", "count", "points", scale=20, seats=SEATS),
    # what is being decided
    Plane("asked", "frame_kind", "choice", "what is asked, in the order of the frames", size=_KINDS, frame=0),
    Plane("asked seat", "frame_seat", "seat", "who is asked", frame=0),
    Plane("asked phase", "frame_phase", "choice", "how far it has come", size=_PHASES, frame=0),
    Plane("asked pool", "frame_pool", "count", "how much is left", scale=4, frame=0),
    Plane("asked what", "frame_what", "choice", "the space or thing it is about", size=DUNGEON + 1, frame=0),
    Plane("behind", "frame_kind", "choice", "what goes on after it", size=_KINDS, frame=1),
    Plane("behind phase", "frame_phase", "choice", "how far that has come", size=_PHASES, frame=1),
    Plane("behind pool", "frame_pool", "count", "how much of that is left", scale=4, frame=1),
    Plane("behind what", "frame_what", "choice", "what that is about", size=DUNGEON + 1, frame=1),
    Plane("further", "frame_kind", "choice", "what goes on after that", size=_KINDS, frame=2),
    Plane("further phase", "frame_phase", "choice", "how far that has come", size=_PHASES, frame=2),
    Plane("further pool", "frame_pool", "count", "how much of that is left", scale=4, frame=2),
    Plane("further what", "frame_what", "choice", "what that is about", size=DUNGEON + 1, frame=2),
    Plane("depth", "depth", "count", "decisions within each other", scale=4),
    Plane(
        "placing", "placing", "choice", "the problem being placed; the last is face down", size=UNKNOWN + 1
    ),
    Plane(
        "shown",
        "shown",
        "choice",
        "by what she crosses a space: a card, or her own tile",
        size=OWN_TILE,
        low=1,
    ),
    Plane("dice", "dice", "choice", "the dice of the attempt: Cackle, (none), 2 to 6", size=7),
    Plane("bonus", "bonus", "count", "Headology, Magic and effects so far", scale=10),
    Plane("magic", "magic", "count", "Cackles owed for Magic", scale=4),
    # cards
    Plane("hand", "hand", "bits", "the observer's cards", size=CARDS, seats=1),
    Plane("known", "known", "bits", "cards of each hand that were shown to all", size=CARDS, seats=SEATS),
    Plane("deck", "deck", "bits", "cards not seen: the deck and others' hands", size=CARDS),
    Plane("discard", "discard", "bits", "cards played", size=CARDS),
    Plane("cards", "cards", "count", "cards in hand", scale=6, seats=SEATS),
    Plane("held", "held", "count", "those not known, by the shuffle that brought them", scale=6, seats=SEATS),
    Plane("shuffle", "shuffle", "count", "times the deck was shuffled", scale=4),
    Plane("shuffled", "shuffled", "count", "the shuffle that brought each card", scale=SHUFFLES),
    # the witches
    Plane("trainee", "trainee", "choice", "Tiffany, Annagramma, Petulia, Dimity", size=TRAINEES, seats=SEATS),
    Plane("own tile", "tile_left", "count", "the trainee's own tile is not used yet", seats=SEATS),
    Plane("at", "at", "choice", "where each stands; the last is the Dungeon", size=DUNGEON + 1, seats=SEATS),
    Plane("cackles", "cackles", "count", "Cackles", scale=8, seats=SEATS),
    Plane("aliss", "aliss", "count", "Black Aliss counters", scale=8, seats=SEATS),
    Plane("easy row", "easy_row", "count", "easy tiles on the display", scale=8, seats=SEATS),
    Plane("solved", "solved", "count", "problems solved, by kind", scale=3, seats=SEATS),
    # the board
    Plane("tile", "tile", "choice", "the problem on each space; the last is not known", size=UNKNOWN + 1),
    Plane("face up", "face_up", "count", "the problem lies face up"),
    Plane("lookers", "lookers", "seats", "who looked at it"),
    Plane("crisis", "crisis", "count", "Crisis counters on it", scale=3),
    Plane("cackle supply", "cackle_supply", "count", "Cackles left", scale=16),
    Plane("crisis supply", "crisis_supply", "count", "Crisis counters left", scale=12),
    Plane("aliss supply", "aliss_supply", "count", "Black Aliss left", scale=12),
    Plane("box easy", "box_easy", "count", "easy tiles in each box", scale=4),
    Plane("box hard", "box_hard", "count", "hard tiles in each box", scale=2),
    Plane("box top", "box_top", "choice", "the easy tile on top of each box", size=EASY),
    Plane("easy unseen", "easy_pool", "count", "easy tiles nobody has seen, by kind", scale=5),
    Plane("hard unseen", "hard_pool", "count", "hard tiles the observer has not seen, by kind", scale=4),
    Plane("removed", "removed", "count", "tiles out of the game, by kind", scale=5),
)

# Alone, 30 points win and more than 40 are the best grade (TW-V3).
OBSERVATION = Observation(PLANES, points=20.0, full_grade=40, training=TRAINING)
