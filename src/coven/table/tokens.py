"""The ids of tables and the secrets of seats."""

from __future__ import annotations

import hashlib
import re

ID_BYTES, TOKEN_BYTES = 12, 24
ID = re.compile(r"[\w-]{1,64}", re.ASCII)


def hash_of(token: str) -> str:
    """What is kept of a secret. It is long and random, so a plain hash can't be turned back."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
