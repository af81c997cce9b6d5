"""Stones, put together."""

from __future__ import annotations

from coven.core.definition import Implementation
from tests.stones import moves, rules, state

IMPLEMENTATION = Implementation(rules=rules, state=state.State, moves=moves.TABLE)
