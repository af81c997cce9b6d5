"""What every game shares: compiling, chance, positions, views, records. Here is what a game is defined with.

Rules are written with `coven.core.rule`, states with `coven.core.fields`, moves with `coven.core.moves`.
"""

from coven.core.definition import ComponentFile, Definition, Implementation, Speech
from coven.core.option import Option, Value

__all__ = [
    "ComponentFile",
    "Definition",
    "Implementation",
    "Option",
    "Speech",
    "Value",
]
