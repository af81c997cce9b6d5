"""What so many happenings of a kind are called, for a summary of others' turns; the weightiest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coven.core.language import Words
from coven.games.witchstone.kinds import Kind

COUNTED: Mapping[str, Callable[[int, Words], str]] = {
    Kind.CONNECTED: lambda n, say: say.plural("{n} connection finished", "{n} connections finished", n),
    Kind.STOOD: lambda n, say: say.plural("{n} witch sent to a place", "{n} witches sent to places", n),
    Kind.OWL: lambda n, say: say.plural("{n} owl tile", "{n} owl tiles", n),
    Kind.SCROLL: lambda n, say: say.plural("{n} scroll", "{n} scrolls", n),
    Kind.TOKEN: lambda n, say: say.plural("{n} token won", "{n} tokens won", n),
    Kind.OUT: lambda n, say: say.plural("{n} crystal taken out", "{n} crystals taken out", n),
    Kind.THREW: lambda n, say: say.plural("{n} crystal thrown out", "{n} crystals thrown out", n),
    Kind.ENERGISED: lambda n, say: say.plural("{n} energy laid", "{n} energy laid", n),
}
