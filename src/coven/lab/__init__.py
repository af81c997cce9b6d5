"""Many games at once: playing them, checking them, measuring how fast that goes."""
