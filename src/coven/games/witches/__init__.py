"""The Witches: A Discworld Game, by Martin Wallace (2013): 1 to 4 players, also together and alone."""
