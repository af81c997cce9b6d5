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

    def message(self, fields: Mapping[str, str]) -> str | bytes:
        """A message of fields that are written, as it goes over the line: text, or where it is long, compressed."""
        text = "{" + ",".join(f'"{name}":{value}' for name, value in fields.items()) + "}"
        packed = self._packed.get(text)
        if packed is None:
            packed = text if len(text) < SMALL else zlib.compress(text.encode(), LEVEL)
            self._packed[text] = packed
        return packed

    def fields(self, facts: Mapping[str, Any]) -> dict[str, str]:
        """Facts as the fields of a message."""
        return {name: self.value(value) for name, value in facts.items()}

    def picture(self, facts: Mapping[str, Any]) -> str:
        """A picture, whose parts are the same for many."""
        others = _encode({name: value for name, value in facts.items() if name != "new"})
        return f'{others[:-1]},"new":[{",".join(map(self.value, facts["new"]))}]}}'

    def value(self, value: Any) -> str:
        """A value in JSON; of lists and objects the very same one is written once."""
        if not isinstance(value, list | dict):
            return _encode(value)
        known = self._written.get(id(value))
        if known is None:
            known = self._written[id(value)] = value, _encode(value)
        return known[1]
