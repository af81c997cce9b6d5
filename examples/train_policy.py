"""Train a small policy by self-play for a few minutes, then let it play against random.

    python examples/train_policy.py                      # Witchstone, 3 minutes on the CPU
    python examples/train_policy.py --device cuda --save policy.pt

One network plays both seats (PPO with generalised advantages). A step's reward is how much the points of seat 0 gained
on those of seat 1, and the end of a game adds who won; the game is zero-sum, so what is good for seat 0 is bad for
seat 1, and a position is judged with the sign of whoever is to move. Needs PyTorch: pip install 'coven[train]'.

The Witches (--game witches) can be lost by the whole table, to crises or elves. That costs both seats the same, so this
policy does not learn to avoid it. How many games were lost so is printed, and the wins among the others.
"""

from __future__ import annotations

import argparse
import time

try:
    import torch
    from torch import Tensor, nn
except ImportError as missing:
    raise SystemExit(f"this needs PyTorch ({missing}): pip install 'coven[train]'") from missing

import coven.env
from coven.lab.intervals import wilson

STEPS = 32  # of each game between two updates
DISCOUNT, LAMBDA = 0.99, 0.95
CLIP, ENTROPY, EPOCHS, PIECE = 0.2, 0.01, 2, 1024
POINTS = 10.0  # gained on the other seat that count like a win


class Policy(nn.Module):
    """Two layers; an action's logit is the product of the position's vector and its own."""

    def __init__(self, size: int, actions: int, hidden: int = 128, inner: int = 64) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(size, hidden), nn.ReLU(), nn.Linear(hidden, inner), nn.ReLU())
        self.action = nn.Embedding(actions, inner)
        self.bias = nn.Embedding(actions, 1)
        self.value = nn.Linear(inner, 1)
        nn.init.normal_(self.action.weight, std=0.02)
        nn.init.zeros_(self.bias.weight)

    def forward(self, seen: Tensor, rows: Tensor, moves: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the legal moves, listed as pairs of row and move, and the value of each row.

        Few of thousands of moves are legal: logits of those alone cost a fraction of a masked softmax over all.
        """
        inner = self.body(seen)
        logits = (inner[rows] * self.action(moves)).sum(1) + self.bias(moves)[:, 0]
        top = torch.full((len(seen),), -1e30, device=seen.device)
        top = top.scatter_reduce(0, rows, logits.detach(), "amax")
        total = torch.zeros_like(top).index_add(0, rows, (logits - top[rows]).exp())
        return logits - top[rows] - total.log()[rows], self.value(inner)[:, 0]


def choose(logs: Tensor, rows: Tensor, n: int, best: bool = False) -> Tensor:
    """One listed move a row, as likely as the policy says, or its best."""
    if not best:
        logs = logs - torch.empty_like(logs).exponential_().log()
    top = torch.full((n,), -1e30, device=logs.device).scatter_reduce(0, rows, logs, "amax")
    hits = (logs == top[rows]).nonzero()[:, 0]
    chosen = torch.zeros(n, dtype=torch.long, device=logs.device)
    chosen[rows[hits]] = hits
    return chosen


def arrays(step, device: str) -> list[Tensor]:
    """The batch's arrays as tensors: the same memory, on the GPU too."""
    return [torch.as_tensor(array, device=device) for array in step]


def as_actions(moves: Tensor):
    """Moves as the batch takes them: from the device, or as a NumPy array."""
    return moves.to(torch.int32) if moves.is_cuda else moves.numpy()


def train(policy: Policy, env, device: str, minutes: float) -> int:
    """Self-play until the time is up; returns how many games ended."""
    optimiser = torch.optim.Adam(policy.parameters(), lr=1e-3)
    n = env.n
    seen, mask, reward, done, actor, score = arrays(env.reset(), device)
    began, shown, ended, total = time.monotonic(), 0.0, 0, 0
    while time.monotonic() - began < 60 * minutes:
        past: list[tuple[Tensor, ...]] = []
        signs, gains, ends, values = [], [], [], []
        with torch.no_grad():
            for _ in range(STEPS):
                rows, moves = mask.nonzero(as_tuple=True)
                now = seen.clone()
                logs, value = policy(now, rows, moves)
                picked = choose(logs, rows, n)
                sign = 1.0 - 2.0 * actor.to(torch.float32)
                # a game that ended was told with its last score; the next one begins at 0
                before = torch.where(done, 0, score[:, 0] - score[:, 1])
                past.append((now, rows, moves, picked, logs[picked]))
                env.step(as_actions(moves[picked]))
                lead = (score[:, 0] - score[:, 1] - before) / POINTS
                gains.append(lead + reward[:, 0] - reward[:, 1])
                signs.append(sign)
                ends.append(done.clone())
                values.append(value * sign)
                ended += int(done.sum())
            rows, moves = mask.nonzero(as_tuple=True)
            ahead = policy(seen, rows, moves)[1] * (1.0 - 2.0 * actor.to(torch.float32))
            gathered = torch.zeros(n, device=device)
            advantages = []
            for t in reversed(range(STEPS)):
                going = 1.0 - ends[t].to(torch.float32)
                error = gains[t] + DISCOUNT * going * ahead - values[t]
                gathered = error + DISCOUNT * LAMBDA * going * gathered
                ahead = values[t]
                advantages.append(gathered * signs[t])
            advantages.reverse()
        returns = [a + v * s for a, v, s in zip(advantages, values, signs, strict=True)]
        spread = torch.cat(advantages).std() + 1e-6
        for _ in range(EPOCHS):
            for t in torch.randperm(STEPS).split(max(1, PIECE // n)):
                loss = torch.zeros((), device=device)
                for u in t.tolist():
                    now, rows, moves, picked, old = past[u]
                    logs, value = policy(now, rows, moves)
                    ratio = (logs[picked] - old).exp()
                    gain = advantages[u] / spread
                    better = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
                    entropy = -(logs.exp() * logs).sum() / n
                    loss = (
                        loss - better.mean() + 0.5 * (value - returns[u]).square().mean() - ENTROPY * entropy
                    )
                optimiser.zero_grad()
                (loss / len(t)).backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimiser.step()
        total += STEPS * n
        spent = time.monotonic() - began
        if spent - shown > 15:
            shown = spent
            print(f"{spent:4.0f} s: {total:,} steps, {ended:,} games", flush=True)
    return ended


@torch.no_grad()
def against_random(
    policy: Policy, game: str, games: int, device: str, seed: int
) -> tuple[float, int, list[float]]:
    """Wins (a shared one counts half), games nobody won, and mean points, its own and random's.

    Every deal is played from both seats.
    """
    wins, lost, points = 0.0, 0, [0.0, 0.0]
    n = max(1, games // 2)
    for seat in range(2):
        env = coven.env.batch(game, n, players=2, seed=seed, device=device)
        seen, mask, reward, done, actor, score = arrays(env.reset(), device)
        open_rows = torch.ones(n, dtype=torch.bool, device=device)
        while bool(open_rows.any()):
            rows, moves = mask.nonzero(as_tuple=True)
            own = moves[choose(policy(seen, rows, moves)[0], rows, n, best=True)]
            chance = torch.as_tensor(env.sample(), device=device).to(torch.long)
            env.step(as_actions(torch.where(actor == seat, own, chance)))
            over = open_rows & done
            wins += float((reward[over, seat] > 0).sum()) + 0.5 * float((reward[over, seat] == 0).sum())
            lost += int((reward[over, :2] < 0).all(1).sum())
            for side in range(2):
                points[side] += float(score[over, (seat + side) % 2].sum())
            open_rows &= ~done
    return wins, lost, [side / (2 * n) for side in points]


def share(wins: float, n: int) -> str:
    """How many were won, with the 95 % interval."""
    value, low, high = wilson(wins, n)
    return f"{value:.1%} won [{low:.1%}, {high:.1%}]"


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a policy by self-play and measure it against random.")
    parser.add_argument("--game", default="witchstone", choices=["witchstone", "witches"])
    parser.add_argument("--minutes", type=float, default=3.0)
    parser.add_argument("--games", type=int, default=200, help="to play against random")
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--batch", type=int, help="games at once (default: 256, on the GPU 4096)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--save", help="a file for the weights")
    args = parser.parse_args()
    torch.manual_seed(args.seed)
    rows = args.batch or (4096 if args.device == "cuda" else 256)
    env = coven.env.batch(args.game, rows, players=2, seed=args.seed, device=args.device)
    policy = Policy(env.size, env.actions).to(args.device)
    ended = train(policy, env, args.device, args.minutes)
    print(f"trained on {ended:,} games of self-play")
    wins, lost, points = against_random(policy, args.game, args.games, args.device, args.seed + 1)
    played = 2 * max(1, args.games // 2)
    print(f"against random: {share(wins, played)}, {points[0]:.1f} to {points[1]:.1f} points")
    if lost:
        others = f"; of the others {share(wins, played - lost)}" if lost < played else ""
        print(f"{lost} of {played} games were lost by the whole table{others}")
    if args.save:
        torch.save(policy.state_dict(), args.save)
        print(f"saved to {args.save}")


if __name__ == "__main__":
    main()
