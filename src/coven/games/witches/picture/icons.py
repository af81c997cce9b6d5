"""The small drawings of The Witches: problems, what cards do, counters and pieces."""

from __future__ import annotations

from functools import lru_cache

from coven.core.art import CUT, CUT_LINE, DRAWN, HAT, SILHOUETTE, around, drawings, num

_S, _D, _L, _O = SILHOUETTE, CUT, CUT_LINE, DRAWN

# Magic on the Disc comes in eights.
STAR = "M" + "L".join(
    "{},{}".format(*map(num, around(0, 0, 11.8 if k % 4 == 0 else 8.4 if k % 2 == 0 else 3.6, 22.5 * k - 90)))
    for k in range(16)
) + "Z"  # fmt: skip
_CROWN = "M-9,6.4L-10.4,-5.4L-5,-.6L0,-8.6L5,-.6L10.4,-5.4L9,6.4Z"
_BAT = (
    "M-12,-6.4Q-7,-6.8 -4.4,-3.2L-2.6,-2.6L-2,-6.4L-.7,-4.4H.7L2,-6.4L2.6,-2.6L4.4,-3.2Q7,-6.8 12,-6.4"
    "Q9.2,-2.6 9.6,1.6Q7.6,-.2 5.8,2.4Q4.2,.8 2.4,3L0,6.8L-2.4,3Q-4.2,.8 -5.8,2.4Q-7.6,-.2 -9.6,1.6Q-9.2,-2.6 -12,-6.4Z"
)
_ELF = "M-5,-4.4Q0,-9.4 5,-4.4L11.6,-8.4Q10.4,-2.4 5.8,.4Q5,7 0,9.6Q-5,7 -5.8,.4Q-10.4,-2.4 -11.6,-8.4Z"
_ELF_FACE = f'<path {_D} d="M-4,-.6L-.9,.8Q-2.6,2.2 -4,-.6ZM4,-.6L.9,.8Q2.6,2.2 4,-.6Z"/>'
_FLAKE = "".join(
    f'<g transform="rotate({60 * k})"><path {_O} stroke-width="1.9" d="M0,0V-11.4M-3.4,-9.6L0,-6.6L3.4,-9.6'
    'M-2.4,-4.4L0,-2.4L2.4,-4.4"/></g>'
    for k in range(6)
)
_SWARM = (
    (-8, -6),
    (-3, -9),
    (4, -8),
    (9, -4),
    (-10, 1),
    (-5, -2),
    (1, -3),
    (6, 1),
    (-7, 6),
    (-1, 3),
    (3, 6),
    (9, 7),
    (-2, 10),
)

PROBLEMS = (
    # Fever: a glass that stands too high
    f'<path {_S} d="M-2.8,-9.2Q-2.8,-12 0,-12Q2.8,-12 2.8,-9.2V2.6Q5.6,4.2 5.6,7Q5.6,12 0,12Q-5.6,12 -5.6,7'
    f'Q-5.6,4.2 -2.8,2.6Z"/><circle {_D} cy="7" r="3"/><path {_L} stroke-width="1.6" d="M0,6V-8.6"/>'
    f'<path {_O} stroke-width="1.3" d="M5.4,-8.6H8M5.4,-4.8H9.6M5.4,-1H8"/>',
    # Sick Pig
    f'<path {_S} d="M-9.6,-10.4Q-5.4,-10.2 -3.4,-7.4Q0,-8.4 3.4,-7.4Q5.4,-10.2 9.6,-10.4Q10.2,-6.4 8.4,-3.6'
    f'Q10,-.6 9.6,3Q8,10.6 0,10.6Q-8,10.6 -9.6,3Q-10,-.6 -8.4,-3.6Q-10.2,-6.4 -9.6,-10.4Z"/>'
    f'<ellipse {_D} cy="4.2" rx="5" ry="3.7"/><ellipse {_S} cx="-1.9" cy="4.2" rx="1" ry="1.7"/>'
    f'<ellipse {_S} cx="1.9" cy="4.2" rx="1" ry="1.7"/><path {_L} stroke-width="1.3" '
    'd="M-6.2,-2.6L-3.4,-1.4M6.2,-2.6L3.4,-1.4"/>',
    # Sick Sheep
    f'<path {_S} d="M-6,-3.6Q-9.6,-4.4 -7.4,-7.4Q-7.6,-10.6 -4.2,-9.6Q-2.6,-12.4 0,-10.8Q2.6,-12.4 4.2,-9.6'
    "Q7.6,-10.6 7.4,-7.4Q9.6,-4.4 6,-3.6L11.8,-2.6Q10.4,1.6 5.8,.8Q5.4,10.8 0,11.4Q-5.4,10.8 -5.8,.8"
    f'Q-10.4,1.6 -11.8,-2.6Z"/><path {_D} d="M-4.6,-2.4Q0,-5.4 4.6,-2.4Q4.6,8.8 0,9.4Q-4.6,8.8 -4.6,-2.4Z"/>'
    f'<path {_O} stroke-width="1.3" d="M-3,.2L-1,1.2M3,.2L1,1.2M0,4.8V6.6M-1.8,4.2L0,5L1.8,4.2"/>',
    # Pregnancy: a cradle
    f'<path {_S} d="M-10.6,-3H4.4Q4.6,-10 9.8,-10.4Q12.4,-4 9.4,5.6H-8.6Z"/>'
    f'<path {_O} stroke-width="2" d="M-11,7.6Q0,13.6 11,7.6"/><circle {_S} cx="-3.6" cy="-6.4" r="3"/>'
    f'<path {_L} stroke-width="1" d="M-9.4,0H9.6M-4,.2V5.4M1,.2V5.4M6,.2V5.4"/>',
    # Broken Limb: a bone in two
    f'<path {_S} transform="rotate(-40)" d="M-1.6,-2.6L-7,-2.4Q-8,-6 -10.6,-4.6Q-12.6,-3 -10.6,0Q-12.6,3 '
    "-10.6,4.6"
    f'Q-8,6 -7,2.4L-3.2,2.6L-1.2,.6L-2.8,-.8Z"/><path {_S} transform="rotate(-40)" d="M3.2,-2.6L7,-2.4'
    "Q8,-6 10.6,-4.6"
    f'Q12.6,-3 10.6,0Q12.6,3 10.6,4.6Q8,6 7,2.4L1.6,2.6L3.2,1L1.4,-.4Z"/>'
    f'<path {_O} stroke-width="1.3" d="M-5.4,-5.6L-3.2,-3.4M-.6,-8.4V-5.2M5.4,5.6L3.2,3.4M.6,8.4V5.2"/>',
    # Death: the skull under the scythe
    f'<path {_O} stroke-width="1.6" d="M10.4,11.6L3.4,-10.6"/><path {_S} d="M4.4,-11.8Q-6.6,-12.8 -11.4,-4.6'
    'Q-4.4,-9.2 4.8,-8.4Z"/>'
    f'<path {_S} d="M-7.8,2.2Q-7.8,-4.2 -1.8,-4.2Q4.2,-4.2 4.2,2.2Q4.2,4.8 2.2,6V9.6H-5.8V6Q-7.8,4.8 '
    '-7.8,2.2Z"/>'
    f'<circle {_D} cx="-4.2" cy="2" r="1.7"/><circle {_D} cx=".8" cy="2" r="1.7"/>'
    f'<path {_L} stroke-width="1" d="M-3.4,7V9.4M-1.8,7V9.4M-.2,7V9.4M-2.6,5L-1.8,4L-1,5"/>',
    # Elves
    f'<path {_S} d="{_ELF}"/>{_ELF_FACE}<path {_L} stroke-width=".9" d="M-1.8,5.4Q0,6.6 1.8,5.4"/>',
    # Elf Lord: a circlet
    f'<path {_S} d="{_ELF}"/>{_ELF_FACE}<path {_L} stroke-width="1.3" d="M-5.4,-3.2Q0,-5.4 5.4,-3.2"/>'
    f'<path {_S} d="M0,-12L2.4,-9L0,-6L-2.4,-9Z"/>',
    # King of the Elves: antlers
    f'<g transform="translate(0 3) scale(.8)"><path {_S} d="{_ELF}"/>{_ELF_FACE}</g>'
    f'<path {_O} stroke-width="1.7" d="M-2,-2.4Q-8,-4 -7.6,-11.4M2,-2.4Q8,-4 7.6,-11.4M-7.2,-7.4L-10.8,-9.6'
    'M7.2,-7.4L10.8,-9.6M-6,-5.4L-3.6,-9.4M6,-5.4L3.6,-9.4"/>',
    # Queen of the Elves: a crown of stars on long hair
    f'<g transform="translate(0 2.6) scale(.9)"><path {_S} d="M-6.6,-4Q-7.4,-8.4 0,-8.6Q7.4,-8.4 6.6,-4'
    "L10.4,9.4L5,5.8L0,9.8"
    f'L-5,5.8L-10.4,9.4Z"/><path {_D} d="M-4.4,-3Q0,-6.4 4.4,-3Q4.4,4 0,6.4Q-4.4,4 -4.4,-3Z"/>'
    f'<path {_S} d="M-3.4,-1.2L-.8,0Q-2.2,1.2 -3.4,-1.2ZM3.4,-1.2L.8,0Q2.2,1.2 3.4,-1.2Z"/></g>'
    f'<path {_S} d="M-5,-6.6L-6,-11L-2.8,-8.8L0,-12.2L2.8,-8.8L6,-11L5,-6.6Z"/>',
    # Duke Felmet: the crown
    f'<path {_S} d="{_CROWN}"/><path {_S} d="M-9,8H9V10.6H-9Z"/><circle {_S} cx="-10.4" cy="-6.6" r="1.6"/>'
    f'<circle {_S} cy="-9.8" r="1.7"/><circle {_S} cx="10.4" cy="-6.6" r="1.6"/>'
    f'<circle {_D} cy="2.6" r="1.6"/><path {_D} d="M-5.4,1.6L-4,3.2L-5.4,4.8L-6.8,3.2ZM5.4,1.6L6.8,3.2'
    'L5.4,4.8L4,3.2Z"/>',
    # Lady Felmet: the crown and the dagger
    f'<path {_S} transform="translate(0 -4.6) scale(.84)" d="{_CROWN}"/><path {_D} d="M-2.6,-3.4H2.6V1H-2.6'
    'Z"/>'
    f'<path {_S} d="M-1.2,-3H1.2V2H-1.2ZM-5.4,2H5.4V4.2H-5.4ZM-1.9,5H1.9L0,12Z"/>',
    # Lacrimosa: a tear
    f'<path {_S} transform="translate(0 -3)" d="{_BAT}"/><path {_S} d="M0,4.6Q3.4,8.8 1.9,10.8Q0,12.4 '
    "-1.9,10.8"
    'Q-3.4,8.8 0,4.6Z"/>',
    # Vlad: a bat with a bow tie
    f'<path {_S} transform="translate(0 -3)" d="{_BAT}"/><path {_S} d="M-5.6,5.6L0,8.2L5.6,5.6V11.4L0,8.8'
    'L-5.6,11.4Z"/>',
    # Count de Magpyr: a goblet
    f'<path {_S} transform="translate(0 -4) scale(.96)" d="{_BAT}"/><path {_S} d="M-4,3.6H4Q3.8,7.8 .8,8.4'
    "V10.4H3.4V12"
    'H-3.4V10.4H-.8V8.4Q-3.8,7.8 -4,3.6Z"/>',
    # Count Bela: the old one in his coffin
    f'<path {_S} d="M-3.4,-12H3.4L7.4,-5.4L3.8,12H-3.8L-7.4,-5.4Z"/><path {_D} transform="translate(0 '
    '-1.4) scale(.46)" '
    f'd="{_BAT}"/><path {_L} stroke-width=".9" d="M-2.6,-10.4H2.6L5.6,-5.2L2.6,10.4H-2.6L-5.6,-5.2Z"/>',
    # the Wintersmith
    _FLAKE,
    # the Hiver: a swarm without a body
    f'<path {_O} stroke-width=".9" opacity=".7" d="M-11,-3Q0,-13 10,-7M-8,9Q2,4 11,2M-9,4Q-2,-8 8,-1"/>'
    + "".join(f'<ellipse {_S} cx="{x}" cy="{y}" rx="1.9" ry="1.4"/>' for x, y in _SWARM),
    # Lily Weatherwax: a mirror
    f'<ellipse {_S} cy="-3.6" rx="7.4" ry="8.4"/><path {_S} d="M-1.7,4H1.7V12H-1.7Z"/><ellipse {_D} '
    'cy="-3.6" rx="5.2" '
    f'ry="6.2"/><path {_O} stroke-width="1.2" d="M-3,-3.6L.6,-7.8M-1.4,-1L3,-6"/>',
    # the Cunning Man: a hat, and holes for eyes
    f'<path {_S} d="M-12,-2.6Q-6,-5 -5.4,-5L-4.4,-11.6H4.4L5.4,-5Q6,-5 12,-2.6Q9,-.4 6,-.4Q6,10 0,11.8'
    "Q-6,10 -6,-.4"
    f'Q-9,-.4 -12,-2.6Z"/><circle {_D} cx="-2.6" cy="2" r="1.8"/><circle {_D} cx="2.6" cy="2" r="1.8"/>'
    f'<path {_L} stroke-width="1.1" d="M-5,-5.2H5M-2.4,7.4H2.4"/>',
)

# In the order of the symbols.
SYMBOLS = (
    # Headology: a head, and what goes on in it
    f'<path {_S} d="M-7,11.6L-6,6Q-10,2.6 -9.6,-2.6Q-8.6,-11 .4,-11.4Q8,-11 8.6,-4L11,.6L8.6,1.6L8.4,6'
    "Q6,7.6 3.6,7"
    f'L4,11.6Z"/><path {_L} stroke-width="1.6" d="M-.6,-2.6Q1.4,-3.6 1.6,-1.6Q1,.8 -2,.2Q-4.6,-1.4 '
    "-3.4,-4.4Q-1,-7.2 2.6,-5.8"
    'Q5.6,-3.6 4.4,.2"/>',
    f'<path {_S} d="{STAR}"/><circle {_D} r="2"/>',
    f'<path {_O} stroke-width="2.2" d="M11.6,-11.4L-2.4,2.6"/><path {_S} d="M-3.4,-.4L.6,3.6Q-.6,9.8 '
    "-8.6,12Q-6.6,9.6 -7,8.6"
    f'Q-9.4,10.6 -11.4,10.8Q-9.8,8.6 -10.2,7.4Q-11.4,8.4 -12,8.4Q-10,.6 -3.4,-.4Z"/>'
    f'<path {_L} stroke-width="1" d="M-5.2,.6L-.6,5.2M-4.4,3.4L-7.4,7M-2.8,5L-5.6,8.6"/>',
)

_CARDS = (
    f'<path {_S} d="M-9,-8.6L.4,-11L4,3.6L-5.4,6Z"/><path fill="currentColor" stroke-width="1.3" d="'
    'M-2,-6.4H8.4V9.6H-2Z"/>'
)
# In the order of the effects; +2 and +4 are written instead.
EFFECTS = (
    f'{_CARDS}<path {_L} stroke-width="1.6" d="M.4,1.6H6M3.2,-1.2V4.4"/>',
    f'{_CARDS}<path {_D} d="M0,-1.4H6.4Q6,4.4 3.2,4.4Q.4,4.4 0,-1.4Z"/><circle {_D} cx="1.2" cy="-3.6" '
    'r="1"/>'
    f'<circle {_D} cx="5.2" cy="-3.6" r="1"/>',
    # a face at peace
    f'<circle {_S} r="10.8"/><path {_L} stroke-width="1.5" d="M-6.4,-2.4Q-4.2,.2 -2,-2.4M2,-2.4Q4.2,.2 '
    "6.4,-2.4"
    'M-4.4,4Q0,7.6 4.4,4"/>',
    "",
    "",
    # a signpost
    f'<path {_S} d="M-1.3,-12H1.3V12H-1.3Z"/><path {_S} d="M-1,-9.6H7.4L11.4,-6.6L7.4,-3.6H-1Z"/>'
    f'<path {_S} d="M1,-2H-7.4L-11.4,1L-7.4,4H1Z"/>',
    # a hand
    f'<path {_S} d="M-4.6,12V6Q-10,1 -11,-2.4Q-9.4,-4.4 -6.6,-1.4V-8.4Q-5.2,-10.4 -3.8,-8.4V-10.4'
    "Q-2.2,-12.6 -.8,-10.4V-11"
    f'Q.8,-13 2.2,-10.6V-8.6Q3.6,-10.4 5.2,-8.2V2.4Q5.2,6 3.4,8V12Z"/><path {_L} stroke-width="1" '
    'd="M-3.8,-8V-1.6M-.8,-9.6V-1.8M2.2,-8V-1.6"/>',
    # an open door
    f'<path {_O} stroke-width="1.7" d="M1.6,11.4H-9.6V-11.4H1.6V-5.6M1.6,5.6V11.4"/><path {_S} d="M2.6,-1.6'
    "H6.2V-5.4L12,0"
    'L6.2,5.4V1.6H-4.4V-1.6Z"/>',
    # Borrowing: a hawk's eye
    f'<path {_O} stroke-width="1.9" d="M-12,0Q0,-11 12,0Q0,11 -12,0Z"/><circle {_S} r="4.8"/>'
    f'<path {_D} d="M-.9,-3.4H.9V3.4H-.9Z"/>',
    # a shamble: string, and something living in the middle
    f'<path {_O} stroke-width="1.1" d="M0,-11.6L11.6,0L0,11.6L-11.6,0ZM0,-11.6L4.4,0L0,11.6L-4.4,0ZM-11.6,0'
    'L0,-4.4L11.6,0L0,4.4Z"/>'
    f'<ellipse {_S} rx="3" ry="3.8"/><circle {_S} cy="-11" r="1.7"/><circle {_S} cy="11" r="1.7"/><circle '
    f'{_S} cx="-11" r="1.7"/>'
    f'<circle {_S} cx="11" r="1.7"/>',
    # a hat that is hardly there
    f'<path {_O} stroke-width="1.7" stroke-dasharray="3.4 2.2" d="{HAT}"/>',
    # laid out: a candle at head and feet
    f'<path {_S} d="M-12,4.4H12V7H-12ZM-10.6,7H-8.4V11.6H-10.6ZM8.4,7H10.6V11.6H8.4Z"/><circle {_S} '
    'cx="-6.6" cy="1" r="2.7"/>'
    f'<path {_S} d="M-3.4,-.6Q2,-2.2 8.4,1V3.6H-3.4Z"/><path {_S} d="M-1.2,-11.8Q.8,-9 0,-7.6Q-1.2,-6.4 '
    "-2.4,-7.6Q-3,-9 -1.2,-11.8Z"
    'M-2,-6H-.4V-3.4H-2ZM6,-11.8Q8,-9 7.2,-7.6Q6,-6.4 4.8,-7.6Q4.2,-9 6,-11.8ZM5.2,-6H6.8V-2.6H5.2Z"/>',
    # a remedy: a bottle with a label
    f'<path {_S} d="M-2.6,-11.8H2.6V-9.4H2V-5.4Q7,-3.4 7,1V10Q7,11.8 5,11.8H-5Q-7,11.8 -7,10V1Q-7,-3.4 '
    '-2,-5.4V-9.4H-2.6Z"/>'
    f'<path {_D} d="M-5.4,1.4H5.4V8.4H-5.4Z"/><path {_S} d="M-.9,2.2H.9V4H2.8V5.8H.9V7.6H-.9V5.8H-2.8V4H-.9'
    'Z"/>',
    # a second chance: the die again
    f'<path {_O} stroke-width="1.9" d="M-10.4,2.6A10.6,10.6 0 0 1 7,-8"/><path {_S} d="M9.6,-11.8L10.2,-4.2'
    'L3.2,-6.6Z"/>'
    f'<path {_O} stroke-width="1.9" d="M10.4,-2.6A10.6,10.6 0 0 1 -7,8"/><path {_S} d="M-9.6,11.8L-10.2,4.2'
    'L-3.2,6.6Z"/>'
    f'<rect {_S} x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1.8"/><circle {_D} cx="-1.9" cy="-1.9" '
    'r="1.1"/>'
    f'<circle {_D} cx="1.9" cy="1.9" r="1.1"/>',
    # a transmutation: what was a card is a frog
    f'<path {_S} d="M-11.6,5Q-11.6,-.6 -8.4,-2.8Q-9,-8.6 -5,-8.6Q-1.6,-8.6 -1.4,-5.2H1.4Q1.6,-8.6 5,-8.6'
    "Q9,-8.6 8.4,-2.8"
    f'Q11.6,-.6 11.6,5Q8,10 0,10Q-8,10 -11.6,5Z"/><circle {_D} cx="-5" cy="-5.4" r="1.8"/><circle {_D} '
    'cx="5" cy="-5.4" r="1.8"/>'
    f'<path {_L} stroke-width="1.3" d="M-8.4,3Q0,7.6 8.4,3"/>',
)

OTHERS = {
    # a Cackle: someone laughs who should not
    "cackle": f'<circle {_S} r="11.2"/><path {_D} d="M-7.4,1H7.4Q6.8,8.6 0,8.6Q-6.8,8.6 -7.4,1Z"/>'
    f'<path {_S} d="M-3.6,1H-.6L-2.1,3.6ZM2,1H5L3.5,3.6ZM-1.6,8.6L0,6.2L1.6,8.6Z"/>'
    f'<path {_L} stroke-width="1.7" d="M-7.4,-6.4L-2.6,-3L-7.2,-1.6M7.4,-6.4L2.6,-3L7.2,-1.6"/>',
    "crisis": f'<path {_S} d="M1,-12Q3,-7.6 6,-4.4Q9.6,-.4 9,4.6Q7.8,11.6 0,12Q-7.8,11.6 -9,4.6Q-9.2,0 '
    "-5.6,-3.6"
    f'Q-5,-.4 -3.2,.6Q-3.6,-7 1,-12Z"/><path {_D} d="M.6,1.4Q4.6,5.4 3.4,8.2Q2.2,10.4 -.2,10.4Q-3.2,10.2 '
    "-3.6,7.4"
    'Q-3.4,5.6 -1.8,4.4Q-1.2,6 -.4,6Q.8,4.6 .6,1.4Z"/>',
    # Black Aliss: nose and chin, and the oven door behind her
    "aliss": f'<path {_S} d="M-10.4,-3.4Q-6.4,-5 -4,-5.2L.4,-12L3.8,-5.6Q7.4,-5.4 10.6,-3.8Q8.6,-2.4 '
    "5.4,-2.2L6.4,.6L11,4.2"
    f'L6,4.6L5.4,6.4L7.6,9.6Q4.6,10.4 2,8.6L1.6,12H-8L-6.4,3.4Q-7.4,.4 -6.2,-2.2Q-8.8,-2.4 -10.4,-3.4Z"/>'
    f'<circle {_D} cx="2.8" cy="1" r="1.2"/><path {_L} stroke-width="1" d="M-4.6,-2.8Q0,-4 4.6,-2.8M3,6.6'
    'H5.4"/>',
    "card": f'<path {_S} d="M-9.4,-7.4L-1.4,-9.6L1.8,2.6V9.4L-4.6,9.6Z"/><path fill="currentColor" '
    'stroke-width="1.2" '
    f'd="M-1.4,-9.8H9.6V9.8H-1.4Z"/><path {_L} stroke-width="1" d="M1.2,-6.8H7V6.8H1.2Z"/>',
    "discard": f'<path {_O} stroke-width="1.6" d="M-1.4,-9.8H9.6V9.8H-1.4ZM-2.4,-8.8L-9.4,-7L-5,9.4'
    'L-2.4,8.8"/>',
    "place": f'<path {_S} d="M0,12Q-8.4,1.4 -8.4,-3.8Q-8.4,-12 0,-12Q8.4,-12 8.4,-3.8Q8.4,1.4 0,12Z"/>'
    f'<circle {_D} cy="-4" r="3.2"/>',
    # the Power of Three
    "three": f'<path {_S} transform="translate(0 -5.6) scale(.56)" d="{HAT}"/><path {_S} '
    'transform="translate(-6 5.6) scale(.56)" '
    f'd="{HAT}"/><path {_S} transform="translate(6 5.6) scale(.56)" d="{HAT}"/>',
    "bars": f'<path {_O} stroke-width="1.8" d="M-10,12V-2Q-10,-11 0,-11Q10,-11 10,-2V12ZM-5,12V-9.4M0,12'
    'V-11M5,12V-9.4M-10,1H10"/>',
    # the wax that seals a face-down tile
    "seal": f'<path {_S} d="M0,-11.4L3.6,-9.6L7.4,-9.2L8.8,-5.6L11.4,-2.6L10.2,1.2L10.4,5L7,7L4.6,10.2'
    "L.6,9.8L-3.2,11.2L-6,8.4"
    f'L-9.6,7L-9.8,3L-11.6,-.6L-9.2,-3.8L-8.2,-7.6L-4.2,-8.4Z"/><circle {_L} r="7.4" stroke-width="1"/>'
    f'<path {_D} transform="scale(.5)" d="{HAT}"/>',
}

# Pieces take the seat's paint as their fill, and a stroke for their edge.
PIECES = {
    "hat": f'<path d="{HAT}" stroke-width="1.3" stroke-linejoin="round"/><path fill="none" '
    'stroke-width="1.1" '
    'd="M-6.4,4.8Q0,7.4 6.4,4.8M3.4,-5.2Q.6,-4.8 -2.6,-6.4"/>',
}

# Woodcut inks on paper: easy and hard problems, the three symbols, effects, the Power of Three, danger.
EASY_INK, HARD_INK = "#28562f", "#54247a"
SYMBOL_INKS = ("#0b5a6e", "#54247a", "#5b4127")
EFFECT_INK, POWER_INK, DANGER_INK = "#7a4300", "#97242f", "#97242f"


@lru_cache(maxsize=8)
def defs(prefix: str) -> str:
    """Every drawing once, to be used by reference."""
    every = {**OTHERS, **PIECES}
    every |= {f"problem-{k}": drawing for k, drawing in enumerate(PROBLEMS)}
    every |= {f"symbol-{k}": drawing for k, drawing in enumerate(SYMBOLS)}
    every |= {f"effect-{k}": drawing for k, drawing in enumerate(EFFECTS) if drawing}
    return drawings(prefix, every, stroke_linejoin="round")
