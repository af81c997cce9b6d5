"""Drawing with characters: blocks of lines that can be set beside each other, and a canvas to draw on."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from coven.core.art import DARK, EMBLEMS, SEAT_COLOURS

Block = list[Text]  # lines to print
QUIET = "bright_black"
LINE = DARK.line
GLOW = f"bold {DARK.glow}"


def emblem(seat: int) -> str:
    """A seat's letter, small: capitals are the games' own symbols. Colour alone never tells seats apart."""
    return EMBLEMS[seat][0]


def seat_style(seat: int) -> str:
    return f"bold {SEAT_COLOURS[seat]}"


def marked(seat: int, text: str = "") -> Text:
    """A seat's letter in its colour, before a text."""
    return Text.assemble((emblem(seat), seat_style(seat)), f" {text}" if text else "")


def title(text: str, width: int) -> Text:
    """A heading that fills a line."""
    line = Text.assemble(("─ ", LINE), (text, f"bold {LINE}"), " ") if text else Text()
    line.append("─" * max(0, width - line.cell_len), LINE)
    return clip(line, width)


def clip(line: Text, width: int) -> Text:
    """A line of at most this width."""
    line.truncate(width, overflow="ellipsis")
    return line


def wrap(line: Text, width: int, indent: int = 2) -> Block:
    """A line broken between words; what follows is indented."""
    if line.cell_len <= width:
        return [line]
    first = line.wrap(Console(width=width), width)[0]
    first.rstrip()
    left = line[len(first) :]
    left = left[len(left.plain) - len(left.plain.lstrip()) :]
    if not left:
        return [first]
    indent = indent if indent <= width // 2 else 0
    return [first, *(Text(" " * indent).append_text(more) for more in wrap(left, width - indent, 0))]


def fill(line: Text, width: int) -> Text:
    """A line of exactly this width."""
    line = line.copy()
    line.truncate(width, overflow="ellipsis", pad=True)
    return line


def beside(*blocks: tuple[Block, int], gap: int = 2) -> Block:
    """Blocks of given widths next to each other."""
    lines = []
    for row in range(max(len(block) for block, _ in blocks)):
        parts = [fill(block[row] if row < len(block) else Text(), width) for block, width in blocks]
        lines.append(Text(" " * gap).join(parts))
    return lines


def columns(items: Sequence[Text], width: int, gap: int = 3) -> Block:
    """Items in as many columns as fit, read downwards."""
    if not items:
        return []
    widest = min(width, max(item.cell_len for item in items))
    across = max(1, (width + gap) // (widest + gap))
    down = -(-len(items) // across)
    rows = [[fill(item, widest) for item in items[row::down]] for row in range(down)]
    return [Text(" " * gap).join(row) for row in rows]


class Canvas:
    """A grid of characters with styles, and under it fine lines of braille dots (2 by 4 in a character)."""

    _DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}
        self._lines: dict[tuple[int, int], tuple[int, str]] = {}

    def put(self, row: int, col: int, text: str, style: str = "") -> None:
        """Text from a cell to the right; what falls outside is lost."""
        for i, letter in enumerate(text):
            if 0 <= row < self.height and 0 <= col + i < self.width:
                self._cells[row, col + i] = (letter, style)

    def taken(self, row: int, col: int) -> bool:
        return (row, col) in self._cells

    def dot(self, y: float, x: float, style: str) -> None:
        """A fine dot; coordinates count in characters. A later style in the same character wins."""
        row, col = int(y), int(x)
        if 0 <= row < self.height and 0 <= col < self.width:
            bit = self._DOTS[int((y - row) * 4)][int((x - col) * 2)]
            self._lines[row, col] = (self._lines.get((row, col), (0, ""))[0] | bit, style)

    def block(self) -> Block:
        lines = []
        for row in range(self.height):
            line = Text(no_wrap=True)
            for col in range(self.width):
                if (row, col) in self._cells:
                    line.append(*self._cells[row, col])
                elif (row, col) in self._lines:
                    dots, style = self._lines[row, col]
                    line.append(chr(0x2800 + dots), style)
                else:
                    line.append(" ")
            lines.append(line)
        return lines
