"""What so many happenings of a kind are called, for a summary of others' turns; the weightiest first."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from coven.core.language import Words
from coven.games.witches.kinds import Kind

COUNTED: Mapping[str, Callable[[int, Words], str]] = {
    Kind.SOLVED: lambda n, say: say.plural("{n} problem solved", "{n} problems solved", n),
    Kind.FAILED: lambda n, say: say.plural("{n} attempt failed", "{n} attempts failed", n),
    Kind.ALISS: lambda n, say: say.plural("{n} Black Aliss tile", "{n} Black Aliss tiles", n),
    Kind.CRISIS: lambda n, say: say.plural("{n} new Crisis", "{n} new Crises", n),
    Kind.ARRIVED: lambda n, say: say.plural("{n} new problem", "{n} new problems", n),
    Kind.TEA: lambda n, say: say.plural("{n} cup of tea", "{n} cups of tea", n),
}
