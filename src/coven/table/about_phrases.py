"""What the cards of the table's own buttons say, by the name a button has for it (`data-about`)."""

from __future__ import annotations

ABOUT = {
    # the head, and its menu
    "about.leave": "The game waits as it is. The same link, or the start page in this browser, brings you back.",
    "about.rules": "Every rule with its number, its example and a drawing, on a page of its own.",
    "about.book": "What has happened, what people say, and where everybody's points came from.",
    "about.menu": "Language and colours, pace and sounds, and what you are asked before the table goes on.",
    "about.seat": "A click tells who sits here and where her points came from.",
    "about.language": "The language of the table, for you alone.",
    "about.theme": "Dark, light, or as your system has it.",
    "about.confirm": "The move that ends your turn is asked about once more.",
    "about.on": "Where there is only one move, it is made for you after a moment.",
    "about.motion": "Pieces glide to where they go, and dice tumble. Without it everything is still told.",
    "about.curtain": "For several people at one screen: nothing is shown until the next one says that she is there.",
    "about.speed": (
        "How long each event of the others' turns stands. A click or the space bar goes on, Esc skips "
        "the rest."
    ),
    "about.sound": "A few notes for what matters, made by the page itself. All the way to the left it is silent.",
    "about.keys": "Everything can be done with the keyboard. This is the list.",
    # choosing
    "about.confirmed": "Makes this move, and ends your turn.",
    "about.back": "Puts back what you have picked. Nothing has happened yet.",
    "about.lay": "Leaves the tile where it lies. Its two actions come next.",
    "about.turn": "Turns the tile. The numbers tell what it would give then.",
    "about.list": "What glows in the picture, as buttons too.",
    "about.advice": (
        "How often you win after it and with how many points, as the coach reckons. A click makes the move."
    ),
    "about.hint": "The coach names the best moves, and what each is worth. It knows no more than you may know.",
    "about.undo": (
        "Takes your last move back, and then the one before, until something new has come to light or "
        "somebody else has acted."
    ),
    "about.waits": "What is still to be done in this turn, one after the other.",
    "about.odds": "How likely it goes well, over everything that luck can still bring.",
    # what happened
    "about.log": "What happened, turn by turn. A click on a line shows the table as it was then.",
    "about.chat": "For a word with the others at this table.",
    "about.scores": "Where everybody's points came from, and what the end would add now.",
    "about.line": "A click shows the table as it was after this. The game goes on meanwhile.",
    "about.unfold": "Shows what is usually folded away, how the table was set up and what was drawn.",
    "about.copy": "The whole log as text, to put somewhere else.",
    "about.download": "The whole log as a file of text.",
    "about.send": "Everyone at the table reads it.",
    "about.skip": "Shows at once how the table is now. What was left out stands in the log.",
    "about.since": "Plays the others' turns once more, event by event.",
    "about.close": "Puts the card away. The log keeps what it tells.",
    "about.look": "The table as it was, action by action. Nothing can be played there, and nothing is lost.",
    "about.now": "Back to the table as it is.",
    "about.tab": "More of the table. A dot says that something can be done there.",
    # the guided game
    "about.next": "On to the next thing to learn.",
    "about.pass": "On without doing it. You can still do it whenever you like.",
    "about.before": "The card before this one, to read it again.",
    # people, and the end
    "about.name": "What the others call you.",
    "about.return": "The bot stops, and the seat is yours again.",
    "about.let_bot": "When everyone who is still here agrees, a bot plays on until the owner comes back.",
    "about.invite": "Whoever opens the link may take a free seat.",
    "about.sit": "The seat is yours, in this browser.",
    "about.rematch": "The same people at a new table.",
    "about.replay": "The game once more, move by move, with anybody's eyes.",
    "about.review": "What each decision cost, luck apart from skill, and the turning points.",
    "about.verify": "Whether every rule was kept, and whether the luck is what was sealed before the game.",
    "about.record": "The whole game as text, for a replay here or for other programs.",
}
