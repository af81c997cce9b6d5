"""Plans that once failed, made smaller, by what was wrong with the server. They must hold for good."""

from __future__ import annotations

FOUND = {
    "a server on SQLite that came back soon charged the time in which it was not there": (
        '{"seed": 14, "clock": 0.4, "think": 3.0, "misfortunes": [[17.81, "kill", 0, 3.0]]}'
    ),
    "a jump of the machine's clock was charged until the database had kept it": (
        '{"seed": 1, "clock": 2.0, "slow": 0.3, "spectators": 2, '
        '"misfortunes": [[4.0, "jump", 0, 3.0], [5.5, "drop", 0, 0.1]]}'
    ),
    "the time in which the database was away was charged to whoever was to act": (
        '{"seed": 92, "clock": 2.0, "promises": true, "lag": 0.5, "slow": 0.05, '
        '"misfortunes": [[34.15, "away", 1, 14.19]]}'
    ),
    "of several processes that were killed the first to come back soon charged the time in which none was there": (
        '{"seed": 76, "processes": 2, "clock": 0.4, "lag": 0.001, '
        '"misfortunes": [[11.28, "kill", 0, 0.13], [4.15, "kill", 1, 14.39]]}'
    ),
    "who was at a process that ended was shown as here for good": (
        '{"seed": 3, "processes": 2, "seats": ["human", "human", "bot"], "spectators": 1, "quiet": true, '
        '"misfortunes": [[55.0, "kill", 0, 0.1]]}'
    ),
    "a bot whose table moved on elsewhere while it began to think failed": (
        '{"seed": 348, "processes": 3, "seats": ["human", "bot", "bot"], "undo": 0.4, "promises": true, "think": 0.1, '
        '"shuffle": true, "lag": 0.001, "lost": 0.08, "doubled": 0.15, "slow": 0.05, '
        '"misfortunes": [[23.6, "stop", 0, 2.81], [6.87, "hung", 1, 0.13]]}'
    ),
    "the power was cut when the simulation thought that all had healed": (
        '{"seed": 734, "seats": ["human", "open"], "rivals": 1, "undo": 0.4, "promises": true, "think": 0.1, '
        '"misfortunes": [[40.37, "drop", 2, 3.1], [59.56, "away", 3, 1.76], [10.65, "away", 0, 0.14], '
        '[59.07, "power", 3, 27.26]]}'
    ),
    "a table whose number came while its seats filled was dealt by luck without it": (
        '{"seed": 2434, "seats": ["human", "open"], "promises": true, "think": 0.1, "lag": 0.001, "failing": 0.05}'
    ),
    "a process that had lost the database showed nobody as here until the others spoke by themselves": (
        '{"seed": 2309, "processes": 2, "think": 0.1, "lag": 0.001, "misfortunes": [[51.4, "hung", 3, 19.3]]}'
    ),
}
