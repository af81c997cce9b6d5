"""One package a game; each holds a module `game` whose `create(components)` makes the Game."""
