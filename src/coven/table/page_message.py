"""What pages are told on the live line, as it is sent: what is the same for several is written and packed once."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from typing import Any

SMALL = 600  # bytes that are not worth compressing
LEVEL = 3
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


class Writer:
    """Writes the messages of one moment."""

    def __init__(self) -> None:
        self._written: dict[
            int, tuple[Any, str]
        ] = {}  # with what was written, which so stays the one of its number
        self._packed: dict[str, str | bytes] = {}

    def message(self, facts: Mapping[str, Any]) -> str | bytes:
        """A message as it goes over the line: text, or where it is long, the same compressed."""
        text = self._object(facts)
        packed = self._packed.get(text)
        if packed is None:
            packed = text if len(text) < SMALL else zlib.compress(text.encode(), LEVEL)
            self._packed[text] = packed
        return packed

    def _object(self, facts: Mapping[str, Any]) -> str:
        inside = [
            f'"{name}":{self._picture(value) if name == "picture" else self._value(value)}'
            for name, value in facts.items()
        ]
        return "{" + ",".join(inside) + "}"

    def _picture(self, facts: Mapping[str, Any]) -> str:
        """A picture, whose parts are the same for many."""
        others = _encode({name: value for name, value in facts.items() if name != "new"})
        return f'{others[:-1]},"new":[{",".join(map(self._value, facts["new"]))}]}}'

    def _value(self, value: Any) -> str:
        """A value in JSON; of lists and objects the very same one is written once."""
        if not isinstance(value, list | dict):
            return _encode(value)
        known = self._written.get(id(value))
        if known is None:
            known = self._written[id(value)] = value, _encode(value)
        return known[1]
