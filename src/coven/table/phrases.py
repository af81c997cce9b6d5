"""What the scripts of the pages say: keys to English messages, sent to a page in its reader's language."""

from __future__ import annotations

# every page
COMMON = {
    "theme.dark": "Theme: dark",
    "theme.light": "Theme: light",
    "theme.auto": "Theme: as the system",
    "failed": "The server does not answer. Is it still running?",
    # refusals by their code; what the server says about them is in English, for programs
    "refused.bad_request": "The server did not understand that.",
    "refused.forbidden": "That is not for this seat.",
    "refused.no_such_table": "There is no such table here.",
    "refused.not_found": "There is nothing here by that name.",
    "refused.not_your_turn": "It is not your turn.",
    "refused.stale": "The table has moved on: look again.",
    "refused.illegal": "That can't be done now.",
    "refused.unknown_move": "There is no such move.",
    "refused.over": "The game is over.",
    "refused.waiting": "The game begins when every seat is taken.",
    "refused.nothing_to_undo": "That can't be taken back: something has been revealed, or somebody else has acted.",
    "refused.not_over": "That can be had when the game is over.",
    "refused.seat_taken": "That seat is taken: somebody was quicker.",
    "refused.other_version": "This table was played with other rules or components than this server has.",
    "refused.too_large": "That is too long.",
    "refused.bad_option": "That can't be set up so.",
    "refused.too_many": "That was too often: wait a moment.",
    "refused.internal": "Something went wrong on the server; it has been noted.",
    "refused.unavailable": "The server is busy: try again in a moment.",
}

# the start page
START = {
    "seat.0": "Owl",
    "seat.1": "Cat",
    "seat.2": "Toad",
    "seat.3": "Raven",
    "seat.free": "free seat",
    "state.yours": "your turn",
    "state.goes_on": "goes on",
    "state.over": "over",
    "state.rated": "{ago}, rated",
    "state.uploaded": "{ago}, from a record",
    "do.go_on": "Go on",
    "do.replay": "Replay",
    "do.join": "Sit down",
    "do.watch": "Watch",
    "do.forget": "Forget",
    "record.strange": "This file is not a record of a game Coven knows.",
    "record.go_on": "{game} goes on from the record. Choose who plays each seat.",
}

# a game's rules
RULES = {
    "found": "Rules found: {n}",
}

# the replay of a game
REPLAY = {
    "eyes.nobody": "a spectator",
    "at": "Action {n} of {last}",
    "log.start": "The game begins",
    "log.setup": "Set-up",
    "play": "Run",
    "pause": "Pause",
    "goes_on": "This game still goes on. You see what is known so far.",
    "review.running": "The coach looks at move {done} of {of}.",
    "review.waiting": "The coach puts the kettle on.",
    "review.none_missed": "Nothing better was missed. Well played!",
    "review.missed": "Better by {percent} % (± {sure}), {points} points: {better}",
    "review.rate": "{name}: a decision cost {percent} % of the chances and {points} points on average",
    "review.sum": "{start} % at the start, luck {luck} %, own errors {errors} %, others' errors {gifts} %: {result} %",
    "review.what_if": "Play on from here",
    "review.again": "The coach could not finish. Ask again in a moment.",
    "winner": "winner",
    "board.pan": "Drag to move, pinch to zoom",
}
