"""What is sent to pages, as types: wire.d.ts says the same to their scripts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NotRequired, TypedDict


class MoveShown(TypedDict):
    """A legal move in a list."""

    id: int
    text: str
    label: str


class MoveMade(TypedDict):
    """An action in notation, and the stored one it belongs to."""

    n: int
    seq: int
    actor: int | None  # None: chance
    text: str


class ChoiceShown(TypedDict):
    """A choice: a question opens inside, a leaf is a move."""

    label: str
    key: str
    question: str
    touch: str  # what stands for it in the picture
    gives: int | None
    marks: list[str] | None
    ends: bool  # the turn
    move: int | None
    text: str | None
    tip: str
    quiet: bool  # it costs something
    halves: bool  # a thing of two halves, whose cells are chosen inside: it is carried and turned
    inside: list[ChoiceShown]


class EventShown(TypedDict):
    """An event that a line of the log tells: which of all, and of which action."""

    number: int
    n: int
    kind: str


class LogLineShown(TypedDict):
    """A line of the log, made from events."""

    n: int  # the first action it tells of
    to: int  # and the last
    turn: int  # 0: set-up
    whose: int | None  # turn that is
    seat: int | None  # whose it is
    folded: bool  # set-up and draws
    label: str
    points: int
    events: list[EventShown]
    moment: str  # the sound and staging it is worth; "" for none
    dice: list[str]  # the faces of those that were rolled
    things: list[str]  # what stands for it in the picture


class PointsShown(TypedDict):
    """Points of a seat from one source."""

    source: str  # what they are for, as it can be asked about
    category: str
    points: int
    counted: bool  # in the score, or only if the game ended now


class AlarmShown(TypedDict):
    """What may end or lose the game."""

    label: str
    level: int
    rule: str


class AdviceShown(TypedDict):
    """A move that a lesson suggests, and what to touch for it."""

    move: str
    label: str
    said: str
    touch: list[str]


class LessonShown(TypedDict):
    """The card of a guided game."""

    id: str
    title: str
    text: str
    touch: list[str]
    next: bool
    final: bool  # with it one knows the game
    suggest: AdviceShown | None
    number: int
    of: int


# A part that the page has not: its drawing piece by piece, or what is different from another that it has.
NewPart = TypedDict(
    "NewPart",
    {
        "id": str,
        "v": str,  # the version of the drawing
        "name": NotRequired[str],
        "seat": NotRequired[int | None],
        "size": NotRequired[list[float]],
        "each": NotRequired[tuple[float, float] | None],  # the size of each piece, where they may lie anyhow
        "role": NotRequired[str],
        "label": NotRequired[str],
        "letters": NotRequired[float],  # the size of the smallest
        "target": NotRequired[float],  # the smallest thing to touch
        "pieces": NotRequired[Sequence[str]],
        "from": NotRequired[str],
        "at": NotRequired[dict[int, str]],
    },
)


class PictureShown(TypedDict):
    """A picture in parts, or what is new of it."""

    title: str
    said: str
    laid: NotRequired[list[list[str]]]  # ids and versions, from the ground up; left out if as before
    new: list[NewPart]


class LuckShown(TypedDict):
    """What everyone may know of how a game's luck is sealed; by seat, nothing where one has added none."""

    begun: dict[str, str]  # how the game begins, as the header of its record says
    commitment: str
    promises: list[str]
    nonces: list[str]
    stage: str
    full: bool  # every seat is taken
    awaited: list[int]  # seats that have promised a number and not told it
    secret: str | None  # when the game is over


class SeatSummed(TypedDict):
    """What a seat has done while another waited for her turn."""

    seat: int
    points: int
    said: list[str]


# The others' turns before one's own that begins, and the action from which on they were.
SinceShown = TypedDict("SinceShown", {"from": int, "seats": list[SeatSummed]})
# The newest actions as a record writes them, ? for what the seat may not know, and how many came before.
ActionsShown = TypedDict("ActionsShown", {"from": int, "moves": list[str]})


class PageState(TypedDict):
    """All a page shows of a table to one seat, or to a spectator."""

    seq: int
    at: int  # actions made when it was so
    last: int  # actions made in all
    seat: int | None
    game: str
    title: str
    players: int
    names: list[str]
    kinds: list[str]
    actor: int | None
    over: bool
    ending: str
    verdict: str
    winners: list[int]
    scores: list[int]
    points: list[list[PointsShown]]  # by seat
    alarms: list[AlarmShown]
    prompt: str
    pending: list[str]
    odds: float | None
    undo: bool
    choices: list[ChoiceShown]
    go_on: bool  # whether the page may make an only move by itself: all can see that it is, or nobody else is there
    since: SinceShown | None
    log: list[LogLineShown]
    made: ActionsShown
    lesson: NotRequired[LessonShown | None]
    picture: NotRequired[PictureShown]
    svg: NotRequired[str]  # the picture whole, where it was asked for so
