"""Who acts: a seat counted from 0, or one of the numbers below; and how many may sit."""

SEATS = 4  # the most that sit at any game
CHANCE = -1  # the actor where luck decides
NOBODY = -2  # the actor when the game is over
EVERYONE = -1  # of sets of seats: all bits, spectators among them
