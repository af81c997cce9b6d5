"""Learn the judgement the search of The Witches uses, from games of the greedy bot.

    python examples/learn_judgement.py --games 50000 --jobs 16      # hours of one core, minutes of many
    python examples/learn_judgement.py --games 200 --epochs 2 --out weights.py    # a try

Games are played against each other, alone and together, some moves at random so that more is seen. Every end of a turn
is a lesson: what `describe` sees there, and how the game ended. A tenth of the games is kept to test what was learned
against the judgement made by hand (the loss is the log-likelihood: less is better). The result replaces weights.py in
src/coven/games/witches/judgement. Needs PyTorch: pip install 'coven[train]'.
"""

from __future__ import annotations

import argparse
import base64
import os
import random
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

try:
    import torch
    from torch import Tensor, nn
    from torch.nn.functional import binary_cross_entropy_with_logits
except ImportError as missing:
    raise SystemExit(f"this needs PyTorch ({missing}): pip install 'coven[train]'") from missing

import coven
from coven.bots.compiled import compiled_doors, recall
from coven.bots.judging_bots import GreedyBot, LightBot
from coven.games.witches.judgement import learned
from coven.games.witches.judgement.features import SEAT, TABLE

WAYS = ("competitive", "solo", "coop")
# How often a table is set: players, mode.
TABLES = {(2, "competitive"): 38, (3, "competitive"): 8, (4, "competitive"): 30, (1, "solo"): 16} | {
    (players, "coop"): 3 for players in (2, 3, 4)
}
SAMPLES = (2, 4, 8)  # worlds the greedy bots look at, fewer than usual: more games in the time
WILD = (0.0, 0.0, 0.03, 0.08)  # how many moves are light ones
LONGEST = 80  # turns of a game
POINTS = 0.3  # weight of guessing the points too, which helps to learn what matters
BATCH = 2048

Lessons = dict[str, np.ndarray]


def play(number: int) -> Lessons:
    """One game and what can be learned from it."""
    game = coven.load("witches")
    luck = random.Random(number)
    (players, mode) = luck.choices(list(TABLES), list(TABLES.values()))[0]
    position = game.new(players, seed=luck.getrandbits(40), mode=mode)
    greedy = [GreedyBot(luck.getrandbits(40), luck.choice(SAMPLES)) for _ in range(players)]
    light = LightBot(luck.getrandbits(40))
    wild = luck.choice(WILD)
    while not position.over:
        seat = position.actor
        assert seat is not None
        bot = light if luck.random() < wild else greedy[seat]
        position.play(bot.choose(position.view(seat)))
    record = np.array([past.move for past in position.history()], np.int32)
    states = np.zeros(1, game.dtype)
    numbers = game.numbers(players, {"mode": mode})
    table = np.zeros((LONGEST, TABLE), np.float32)
    own = np.zeros((LONGEST, 4, SEAT), np.float32)
    judged = np.zeros((LONGEST, 4))
    n = recall(game)(game.tables, states, record, players, numbers, table, own, judged)
    share = np.array([float(seat in position.winners) for seat in range(4)], np.float32)
    scores = np.zeros(4, np.float32)
    scores[:players] = position.scores
    return {
        "table": table[:n],
        "own": own[:n],
        "judged": judged[:n].astype(np.float32),
        "share": np.repeat(share[None] / max(1.0, share.sum()), n, 0),
        "scores": np.repeat(scores[None], n, 0),
        "seats": np.repeat((np.arange(4) < players)[None], n, 0).astype(np.float32),
        "way": np.full(n, WAYS.index(mode)),
        "test": np.full(n, number % 10 == 0),
    }


class Network(nn.Module):
    """As learned.py computes it, and a guess at the points."""

    def __init__(self) -> None:
        super().__init__()
        hidden, deeper = learned.HIDDEN, learned.DEEPER
        self.own = nn.Linear(SEAT, hidden)
        self.wide = nn.Linear(TABLE, hidden, bias=False)
        self.narrow = nn.Linear(hidden, deeper)
        self.mean = nn.Linear(hidden, deeper, bias=False)
        self.rank = nn.Linear(deeper, 1)
        self.plain = nn.Linear(SEAT, 1, bias=False)
        self.pool = nn.Linear(hidden, deeper)
        self.fate = nn.Linear(deeper, 1)
        self.broad = nn.Linear(TABLE, 1, bias=False)
        self.points = nn.Linear(deeper, 1)
        self.plain_points = nn.Linear(SEAT, 1)
        nn.init.zeros_(self.plain.weight)
        nn.init.zeros_(self.broad.weight)

    def forward(self, table: Tensor, own: Tensor, seats: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """How each seat stands to the others, whether the game is won at all, and the points to come."""
        hidden = torch.relu(self.own(own) + self.wide(table)[:, None]) * seats[..., None]
        mean = hidden.sum(1) / seats.sum(1, keepdim=True)
        deeper = torch.relu(self.narrow(hidden) + self.mean(mean)[:, None])
        rank = self.rank(deeper)[..., 0] + self.plain(own)[..., 0]
        fate = self.fate(torch.relu(self.pool(mean)))[:, 0] + self.broad(table)[:, 0]
        return rank, fate, self.points(deeper)[..., 0] + self.plain_points(own)[..., 0]

    def layers(self) -> list[Tensor]:
        """In the order of learned.SHAPES, inputs first."""
        return [
            self.own.weight.T,
            self.wide.weight.T,
            self.own.bias,
            self.narrow.weight.T,
            self.mean.weight.T,
            self.narrow.bias,
            self.rank.weight[0],
            self.plain.weight[0],
            self.pool.weight.T,
            self.pool.bias,
            self.fate.weight[0],
            self.broad.weight[0],
            torch.cat([self.rank.bias, self.fate.bias]),
        ]


def loss(network: Network, lessons: dict[str, Tensor], against: bool) -> tuple[Tensor, Tensor]:
    """Of each lesson: how unlikely the result was held, and by how much the points were missed."""
    seats, share = lessons["seats"], lessons["share"]
    rank, fate, points = network(lessons["table"], lessons["own"], seats)
    found = binary_cross_entropy_with_logits(fate, (share.sum(1) > 0).float(), reduction="none")
    if against:
        chances = torch.log_softmax(rank.masked_fill(seats == 0, -1e9), 1)
        found = found - (share * chances.masked_fill(seats == 0, 0.0)).sum(1)
    missed = lessons["own"][..., 2] + points - lessons["scores"] / 10
    return found, (missed**2 * seats).sum(1) / seats.sum(1)


def by_hand(lessons: dict[str, Tensor], against: bool) -> float:
    """The same of the judgement made by hand."""
    chances = lessons["judged"].clamp(1e-4, 1 - 1e-4)
    share = lessons["share"]
    alive = chances[:, 0] if not against else lessons["judged"].sum(1).clamp(1e-4, 1 - 1e-4)
    won = (share.sum(1) > 0).float()
    found = -won * alive.log() - (1 - won) * (1 - alive).log()
    if against:
        found = found - (share * (chances.log() - alive.log()[:, None])).sum(1)
    return float(found.mean())


def learn(lessons: Lessons, epochs: int, against: bool) -> Network:
    """The network of one way to play."""
    test = lessons["test"]
    known = {name: torch.from_numpy(array[~test]) for name, array in lessons.items()}
    kept = {name: torch.from_numpy(array[test]) for name, array in lessons.items()}
    network = Network()
    best = torch.optim.AdamW(network.parameters(), lr=4e-3, weight_decay=0.01)
    n = len(known["table"])
    pieces = max(1, n // BATCH)
    pace = torch.optim.lr_scheduler.OneCycleLR(best, 4e-3, total_steps=epochs * pieces + 1, pct_start=0.15)
    for epoch in range(epochs):
        order = torch.randperm(n)
        for piece in order.tensor_split(pieces):
            found, points = loss(network, {name: array[piece] for name, array in known.items()}, against)
            best.zero_grad()
            (found.mean() + POINTS * points.mean()).backward()
            best.step()
            pace.step()
        with torch.no_grad():
            tested = float(loss(network, kept, against)[0].mean())
        print(f"  epoch {epoch}: {tested:.4f}, by hand {by_hand(kept, against):.4f}", flush=True)
    return network


def write(networks: list[Network], out: Path) -> None:
    """weights.py, with numbers of two bytes as text."""
    layers = zip(*(network.layers() for network in networks), strict=True)
    flat = torch.cat([torch.stack(same).detach().flatten() for same in layers]).numpy().astype("<f2")
    text = base64.b85encode(flat.tobytes()).decode()
    lines = "\n".join(f'    "{text[at : at + 100]}"' for at in range(0, len(text), 100))
    out.write_text(
        '"""What learned.py knows, learned as examples/learn_judgement.py does: numbers of two bytes, as text."""\n\n'
        f"HIDDEN = {learned.HIDDEN}\nDEEPER = {learned.DEEPER}\nTEXT = (\n{lines}\n)\n"
    )


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path(learned.weights.__file__))
    given = parser.parse_args()
    torch.manual_seed(1)
    compiled_doors(coven.load("witches"))  # compile once, before every process would
    play(0)
    with ProcessPoolExecutor(given.jobs) as pool:
        games = list(pool.map(play, range(given.games), chunksize=8))
    lessons = {name: np.concatenate([game[name] for game in games]) for name in games[0]}
    networks = []
    for way, name in enumerate(WAYS):
        mine = {key: array[lessons["way"] == way] for key, array in lessons.items()}
        print(f"{name}: {len(mine['way'])} lessons", flush=True)
        networks.append(learn(mine, given.epochs, name == "competitive"))
    write(networks, given.out)


if __name__ == "__main__":
    main()
