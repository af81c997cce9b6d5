"""Templates of a batch's CUDA kernels, and their binding to a game's rules."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from coven.core.lists import find
from coven.core.loops import Deal
from coven.core.seats import SEATS
from coven.core.state import Numbers
from coven.env.groups import BatchTerms, Cells, Copies, Games, Offers, Shown, StepResult

if TYPE_CHECKING:  # bound when this is compiled
    from coven.core.interface import cuda, rules
    from coven.core.loops import game_seed
    from coven.env.loops import go_on, open_game, pick, write_values

THREADS = 64  # of a block that makes moves
SHOW_THREADS = 128  # of a block that writes: four games
WARP = 32


def begin(
    games: Games, deal: Deal, told: StepResult, offers: Offers, weights: Numbers, faults: Numbers
) -> None:
    """Game i of the seed in row i."""
    i = cuda.grid(1)
    if i < games.states.shape[0]:
        moves = offers.moves[i]
        games.number[i] = i
        open_game(games, i, deal, game_seed(deal.seed, i), moves, weights[i])
        told.done[i] = False
        for seat in range(SEATS):
            told.reward[i, seat] = 0.0
            told.score[i, seat] = games.states[i].score[seat]
        offers.counts[i] = rules.legal(games.states[i], games.tables[0], moves)
        if i == 0:
            faults[0] = 0
            faults[1] = 0


def move(
    games: Games,
    actions: Numbers,
    terms: BatchTerms,
    told: StepResult,
    before: Offers,
    offers: Offers,
    weights: Numbers,
    faults: Numbers,
) -> None:
    """An action in every row; one that is not legal is counted, and its row stays as it is."""
    i = cuda.grid(1)
    if i < games.states.shape[0]:
        moves = offers.moves[i]
        chosen = int(actions[i])
        if find(before.moves[i], int(before.counts[i]), chosen) >= 0:
            go_on(games, i, chosen, terms, told, moves, weights[i])
        else:
            cuda.atomic.add(faults, 0, 1)
            cuda.atomic.max(faults, 1, i)
            told.done[i] = False
            for seat in range(SEATS):
                told.reward[i, seat] = 0.0
        offers.counts[i] = rules.legal(games.states[i], games.tables[0], moves)


def show(games: Games, copies: Copies, cells: Cells, before: Offers, offers: Offers, shown: Shown) -> None:
    """What the seats to act may know and do, a game a warp."""
    i = cuda.grid(1) // WARP
    lane = cuda.threadIdx.x % WARP
    if i < games.states.shape[0]:
        for w in range(lane, games.words.shape[1], WARP):
            copies.views.eights[i, w] = games.words[i, w]
        for j in range(lane, before.counts[i], WARP):
            shown.mask[i, before.moves[i, j]] = 0
        seat = rules.actor(games.states[i])
        cuda.syncwarp()
        if lane == 0:
            rules.redact(copies.states[i], games.tables[0], seat)
            shown.actor[i] = seat
        for j in range(lane, offers.counts[i], WARP):
            shown.mask[i, offers.moves[i, j]] = 1
        cuda.syncwarp()
        depth = int(games.states[i].depth)
        write_values(copies.views, i, depth, seat, cells, shown.observation, lane, WARP)


def sample(offers: Offers, seed: int, step: int, out: Numbers) -> None:
    """A legal action for every row."""
    i = cuda.grid(1)
    if i < offers.counts.shape[0]:
        out[i] = pick(offers, seed, step, i)


@cache
def kernels(name: str) -> dict[str, Any]:
    """The kernels over a game's rules, made of the very functions that are compiled for the CPU."""
    from coven.core import loops as rule_loops
    from coven.core.cache import disabled
    from coven.core.cuda import bind_for_cuda
    from coven.core.doors import rule_scope
    from coven.core.registry import load
    from coven.env import loops

    listed = (
        rule_loops.decide_chance,
        rule_loops.game_seed,
        loops.settle_chance,
        loops.open_game,
        loops.pay,
        loops.go_on,
        loops.write_values,
        loops.pick,
        begin,
        move,
        show,
        sample,
    )
    templates = {template.__name__: template for template in listed}
    scope = rule_scope(load(name), native=not disabled())
    return bind_for_cuda(templates, scope, ["begin", "move", "show", "sample"])
