"""Play in the terminal: sessions, replays and the pages a command prints."""
