"""The CUDA kernels of a batch, over a game's rules. Importing this needs a GPU (see core/cuda.py)."""

from __future__ import annotations

from functools import cache
from typing import Any

from coven.core import loops as rule_loops
from coven.core.cuda import cuda as find_cuda
from coven.core.doors import rule_scope
from coven.core.registry import load
from coven.core.rule import instantiate
from coven.env import loops

cuda: Any = find_cuda()
THREADS = 64  # of a block that makes moves
SHOW_THREADS = 128  # of a block that writes: four games
WARP = 32


@cache
def kernels(name: str) -> dict[str, Any]:
    """The kernels over a game's rules; they call the very functions that are compiled for the CPU.

    Here nothing is compiled for the CPU: that takes minutes a GPU need not wait for.
    """
    game = load(name)
    rules = game.definition.rules
    over_rules = instantiate(rule_loops, rule_scope(game), name, "rules")
    made = instantiate(loops, {**rule_scope(game), **over_rules}, name, "env")
    actor, legal, redact = rules.actor, rules.legal, rules.redact
    listed, go_on, open_game, write_values, pick = (
        made[key] for key in ("listed", "go_on", "open_game", "write_values", "pick")
    )
    game_seed = over_rules["game_seed"]

    @cuda.jit
    def begin(  # type: ignore[no-untyped-def]
        states, words, tables, seed, number, ply, players, options, reward, score, done, moves, counts, weights,
        faults,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < states.shape[0]:
            number[i] = i
            key = game_seed(seed, number[i])
            ply[i] = open_game(states, words, tables, i, players, options, key, moves[i], weights[i])
            done[i] = False
            for seat in range(4):
                reward[i, seat] = 0.0
                score[i, seat] = states[i].score[seat]
            counts[i] = legal(states[i], tables[0], moves[i])
            if i == 0:
                faults[0] = 0
                faults[1] = 0

    @cuda.jit
    def move(  # type: ignore[no-untyped-def]
        states, words, tables, actions, seed, number, ply, players, options, how, together, scale, grade, reward,
        score, done, old_moves, old_counts, moves, counts, weights, faults,
    ):  # fmt: skip
        i = cuda.grid(1)
        if i < states.shape[0]:
            chosen = int(actions[i])
            if listed(old_moves[i], int(old_counts[i]), chosen):
                go_on(
                    states, words, tables, i, chosen, seed, number, ply, players, options,
                    (how, together, scale, grade), reward, score, done, moves[i], weights[i],
                )  # fmt: skip
            else:
                cuda.atomic.add(faults, 0, 1)
                cuda.atomic.max(faults, 1, i)
                done[i] = False
                for seat in range(4):
                    reward[i, seat] = 0.0
            counts[i] = legal(states[i], tables[0], moves[i])

    @cuda.jit
    def show(  # type: ignore[no-untyped-def]
        states, words, tables, seen, ones, twos, fours, eights, cells, scales, old_moves, old_counts, moves,
        counts, observation, mask, who,
    ):  # fmt: skip
        i = cuda.grid(1) // WARP
        lane = cuda.threadIdx.x % WARP
        if i < states.shape[0]:
            for w in range(lane, words.shape[1], WARP):
                eights[i, w] = words[i, w]
            for j in range(lane, old_counts[i], WARP):
                mask[i, old_moves[i, j]] = 0
            seat = actor(states[i])
            cuda.syncwarp()
            if lane == 0:
                redact(seen[i], tables[0], seat)
                who[i] = seat
            for j in range(lane, counts[i], WARP):
                mask[i, moves[i, j]] = 1
            cuda.syncwarp()
            write_values(
                ones, twos, fours, eights, i, int(states[i].depth), seat, cells, scales, observation, i, lane, WARP,
            )  # fmt: skip

    @cuda.jit
    def sample(moves, counts, seed, step, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < counts.shape[0]:
            out[i] = pick(moves, counts, seed, step, i)

    return {"begin": begin, "move": move, "show": show, "sample": sample}
