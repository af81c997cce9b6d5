"""The small drawings of Witchstone: actions, places, and what spaces and prophecies count."""

from __future__ import annotations

from functools import lru_cache

from coven.core.art import CUT, CUT_LINE, DRAWN, HAT, SILHOUETTE, drawings

_S, _D, _L, _O = SILHOUETTE, CUT, CUT_LINE, DRAWN

STAR = "M0,-8.6L2,-2.7L8.2,-2.7L3.2,1L5.1,7L0,3.3L-5.1,7L-3.2,1L-8.2,-2.7L-2,-2.7Z"
SPARK = "M0,-6Q.8,-.8 6,0Q.8,.8 0,6Q-.8,.8 -6,0Q-.8,-.8 0,-6Z"
GEM = "M-6.4,-9.6H6.4L11.4,-3.4L0,11.2L-11.4,-3.4Z"
WITCH = (
    "M1.6,-12.4L4.4,-3.8Q7.4,-3.4 8.2,-2Q6,-.8 3.6,-.8L7.4,11.4H-7.4L-3.6,-.8Q-6,-.8 -8.2,-2"
    "Q-7.4,-3.4 -4.4,-3.8L-1,-10.4Z"
)

ACTIONS = {
    "E": f'<path {_S} d="M3.4,-12L-9,2.6H-1.4L-4,12L9,-4H1.4Z"/>',
    "W": f'<path {_S} d="{HAT}"/><path {_L} stroke-width="1.8" d="M-6.2,4.2Q0,6.6 6.2,4.2"/>',
    "P": f'<circle {_O} r="10.8" stroke-width="1.9"/><path {_S} d="{STAR}"/>',
    "C": f'<path {_S} d="{GEM}"/>'
    f'<path {_L} stroke-width="1.3" d="M-11,-3.4H11M-4.4,-3.4L0,10M4.4,-3.4L0,10M-4.4,-3.4L0,-9.4'
    'L4.4,-3.4"/>',
    "M": f'<path {_S} d="M-11.6,9.2L1,-3.6L3.8,-.8L-9,11.8Q-12.4,12.6 -11.6,9.2Z"/>'
    f'<path {_L} stroke-width="1.4" d="M-8.4,5.6L-5.4,8.6"/>'
    f'<path {_S} transform="translate(6 -6)" d="{SPARK}"/>'
    f'<circle {_S} cx="-3" cy="-8.6" r="1.5"/><circle {_S} cx="9" cy="4" r="1.5"/>',
    "S": f'<path {_S} d="M-7,-6.4V6.4H7.6V-6.4Z"/>'
    f'<rect {_S} x="-11.4" y="-11.4" width="20.4" height="6" rx="3"/>'
    f'<rect {_S} x="-9" y="5.4" width="20.4" height="6" rx="3"/>'
    f'<path {_L} stroke-width="1.3" d="M-7,-5.2H7.4M-7,5.2H7.4M-3.6,-2H4.2M-3.6,1.6H4.2"/>',
}

PLACES = {
    "stone": f'<path {_S} d="M-3,11.4L-8.4,3L-4.4,-8.6L1,-12L6.4,-6L8.4,4L3,11.4Z"/>'
    f'<path {_L} stroke-width="1" d="M1,-12L-.6,-2.4L3,11.4M-.6,-2.4L-8.4,3M-.6,-2.4L6.4,-6M4.4,2L7,4.6'
    'M3.6,5L5.6,7"/>',
    "tower": f'<path {_S} d="M-5.2,11.6L-4,-2.4L-6.4,-4.4V-10.4H-3.8V-8.2H-1.4V-10.4H1.4V-8.2H3.8V-10.4'
    "H6.4V-4.4"
    'L4,-2.4L5.2,11.6Z"/>'
    f'<path {_D} d="M-1.3,3.4V0Q0,-2.2 1.3,0V3.4Z"/>'
    f'<path {_L} stroke-width=".8" d="M-4.2,-2.4H4.2M2.2,6H4.6M1.6,8H4.8M2.4,10H5M3,-6.6H5.6"/>',
    "forest": f'<path {_S} d="M-7.4,-3.6L-4.6,1.4H-5.8L-3.2,6H-4.6L-2.4,10H-12.4L-10.2,6H-11.6L-9,1.4'
    'H-10.2Z"/>'
    f'<path {_S} d="M7.4,-3.6L10.2,1.4H9L11.6,6H10.2L12.4,10H2.4L4.6,6H3.2L5.8,1.4H4.6Z"/>'
    '<path stroke-width="1" fill="currentColor" d="M0,-12L4,-5H2.4L5.8,1H4L7.2,8.6H1.3V11.6H-1.3V8.6'
    "H-7.2L-4,1"
    'H-5.8L-2.4,-5H-4Z"/>'
    f'<path {_L} stroke-width=".8" d="M1,-5H3M1.6,1H4.4M2,3.6H4.6M2.4,6H5.6M.8,-2H3.4"/>',
    "village": f'<path {_S} d="M3.4,-5.8V-9.6H6.2V-8.4L6.6,-8.8L12.4,-2.4H11V11.4H1.6V-2.4H.4Z"/>'
    f'<path stroke-width="1" fill="currentColor" d="M-12.6,2.6L-6,-4L.8,2.6H-.8V11.4H-11V2.6Z"/>'
    f'<path {_D} d="M-7.6,11.4V6.6H-4.4V11.4ZM4.4,2H6.4V5H4.4ZM7.6,2H9.6V5H7.6Z"/>'
    f'<path {_L} stroke-width=".8" d="M-10.4,2.6H-1.4M2.6,-2.4H10.6M5,-4.6H8.6M-7.6,.4H-4.4M2.6,7H5.4'
    'M2.6,9H5.4"/>',
    "castle": f'<path {_S} d="M-12,11.4V-6.4H-10.2V-4.6H-8.4V-6.4H-6.4V.6H-4.4V-7.4H-2.6V-5.8H-.9V-11.8'
    "L4,-10.2"
    'L.9,-8.6V-5.8H2.6V-7.4H4.4V.6H6.4V-6.4H8.4V-4.6H10.2V-6.4H12V11.4Z"/>'
    f'<path {_D} d="M-2.6,11.4V6.6Q0,3 2.6,6.6V11.4ZM-.9,-3.4H.9V-.6H-.9Z"/>'
    f'<path {_L} stroke-width=".8" d="M-6.4,.6V11.4M6.4,.6V11.4M-4.4,.9H4.4M8,1H11.6M8.6,4H11.6M8,7H11.6'
    "M4,4H6"
    'M-11.6,-1.6H-7M7,-1.6H11.6"/>',
}

OTHERS = {
    # a piece of a connection: two places and the beads between
    "link": f'<path {_O} stroke-width="2" d="M-8,6L8,-6"/><circle {_S} cx="-8.4" cy="6.2" r="3.4"/>'
    f'<circle {_S} cx="8.4" cy="-6.2" r="3.4"/><circle {_S} r="2.6"/>',
    "token": f'<circle {_S} r="10.6"/><circle {_L} r="7.6" stroke-width="1.4"/>'
    f'<path {_D} transform="scale(.78)" d="{SPARK}"/>',
    "special": f'<path {_O} stroke-width="2" d="M0,-10.8L9.4,-5.4V5.4L0,10.8L-9.4,5.4V-5.4Z"/>'
    f'<path {_S} d="M9.4,-5.4V5.4L0,10.8L-9.4,5.4Z"/>'
    f'<path {_S} transform="translate(-3.4 -3) scale(.62)" d="{SPARK}"/>',
    "broom": f'<path {_O} stroke-width="1.3" d="M-12,4.4L12,-2.4"/><path {_S} d="M-12.6,1.4L-6.4,2.2'
    'L-5.8,3.6L-11.2,7.6Z"/>'
    f'<path {_S} d="M-4,3L-1,-4.6L-3.4,-5.4L1,-6.2L2.2,-12L4.4,-6.8L7.2,-7L4.6,-5.4L5,-3.4L8,-1.6'
    'L3.8,-.8L2.8,4.6Z"/>',
    "tile": f'<path {_S} d="M-6,-6.4L-.6,-3.4H.6L6,-6.4L11.6,-3.2V3.2L6,6.4L.6,3.4H-.6L-6,6.4L-11.6,3.2'
    'V-3.2Z"/>'
    f'<path {_L} stroke-width="1.2" d="M0,-2.4V2.4"/>',
    "owl": f'<path {_O} stroke-width="2" d="M-10.6,-9Q-6,-7.6 0,-3.6Q6,-7.6 10.6,-9"/>'
    f'<circle {_O} cx="-5.4" cy="1.6" r="4.6" stroke-width="2"/><circle {_O} cx="5.4" cy="1.6" r="4.6" '
    f'stroke-width="2"/><circle {_S} cx="-5" cy="1.6" r="1.7"/><circle {_S} cx="5" cy="1.6" r="1.7"/>'
    f'<path {_S} d="M-1.7,5H1.7L0,9.6Z"/>',
    "lying": f'<path {_S} transform="translate(0 1) rotate(-90)" d="{WITCH}"/>',
    "silver": f'<circle {_O} r="9.6" stroke-width="2.6"/><circle {_S} r="4.4"/>',
    # a reinforcement of any action: a spark with room for all
    "any": f'<path {_S} transform="scale(1.9)" d="{SPARK}"/><circle {_S} cx="-7.6" cy="-7.6" r="1.6"/>'
    f'<circle {_S} cx="7.6" cy="-7.6" r="1.6"/><circle {_S} cx="-7.6" cy="7.6" r="1.6"/>'
    f'<circle {_S} cx="7.6" cy="7.6" r="1.6"/>',
    "eye": f'<path {_O} stroke-width="1.8" d="M-12,0Q0,-11 12,0Q0,11 -12,0Z"/><circle {_S} r="4.4"/>'
    f'<circle {_D} cx="1.4" cy="-1.4" r="1.5"/>',
    "group": f'<path {_S} d="M-5.4,-10.4L0,-7.3V-1.2L-5.4,2L-10.8,-1.2V-7.3Z"/>'
    f'<path {_S} d="M5.8,-10.4L11.2,-7.3V-1.2L5.8,2L.4,-1.2V-7.3Z"/><path {_S} d="M.2,-.6L5.6,2.5V8.6L.2,11.8'
    'L-5.2,8.6V2.5Z"/>',
}

# Pieces take the seat's paint as their fill, and a stroke for their edge.
PIECES = {
    "gem": f'<path d="{GEM}" stroke-width="1.2" stroke-linejoin="round"/><path fill="none" stroke-width=".9" '
    'd="M-11.4,-3.4H11.4M-4.4,-3.4L0,11.2M4.4,-3.4L0,11.2M-4.4,-3.4L0,-9.6L4.4,-3.4"/>'
    '<path fill="#fff" fill-opacity=".45" stroke="none" d="M-6.4,-9.6H0L-4.4,-3.4H-11.4Z"/>',
    "witch": f'<path d="{WITCH}" stroke-width="1.5" stroke-linejoin="round"/>'
    '<path fill="none" stroke-width="1.2" d="M-4.4,-3.8Q0,-2.4 4.4,-3.8"/>',
}

# Woodcut inks for the symbols on paper, so that groups show at a glance; the shapes alone tell them apart.
INKS = {"E": "#8f5200", "W": "#54247a", "P": "#97242f", "C": "#0b5a6e", "M": "#2c5a22", "S": "#5b4127"}


@lru_cache(maxsize=8)
def defs(prefix: str) -> str:
    """Every drawing once, to be used by reference."""
    return drawings(prefix, {**ACTIONS, **PLACES, **OTHERS, **PIECES})
