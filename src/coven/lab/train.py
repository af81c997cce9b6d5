"""Training a network by self-play: rounds of playing and learning, with checkpoints to go on from.

All luck of a stretch between two checkpoints follows from the seed and the number of its first round, and games begin
anew there. So a training that goes on from a checkpoint is the one that was never interrupted, on the same machine.
"""

from __future__ import annotations

import contextlib
import json
import os
import platform
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from coven.lab import checkpoints
from coven.lab.export import export, unfold
from coven.lab.greedy_match import Greedy
from coven.lab.learner import Learner, Recipe
from coven.lab.learning_curve import called, draw_learning
from coven.lab.rivals import match
from coven.lab.selfplay import SelfPlayBatch, drills
from coven.lab.torch_network import network

if TYPE_CHECKING:
    from coven.bots.network import Network
    from coven.core.game import Game

PATIENCE = 900.0  # seconds for the last match against greedy
SHOW = 10.0  # seconds between two lines
FIGURES = ("entropy", "fate", "gains", "moved")
MEASURED = {"cuda": 4096, "cpu": 128}  # games against the older self


class Training:
    """A training in a folder. `tell` is given a line now and then."""

    def __init__(
        self,
        game: Game,
        recipe: Recipe,
        folder: Path,
        device: str,
        seed: int,
        decisions: int,
        every: int = 200,
        greedy: int = 0,
        threads: int = 1,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.game = game
        self.recipe = recipe
        self.folder = folder
        self.device = device
        self.seed = seed
        self.goal = decisions
        self.every = every
        self.tell = tell
        self.round = 0
        self.decisions = 0
        self.games = 0
        self.seconds = 0.0
        self.history: list[dict[str, Any]] = []
        self.ways = drills(game)
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(seed)
        self.network = network(game, recipe.wide, recipe.deep).to(device)
        self.older = network(game, recipe.wide, recipe.deep).to(device)
        self.older.load_state_dict(self.network.state_dict())
        self.batch = SelfPlayBatch(game, self.ways, recipe.games, device, threads)
        self.learner = Learner(self.network, self.batch, recipe)
        self.rival = Greedy(game, greedy, folder)
        self._luck = torch.Generator(device)
        self._stop = False

    def resume(self, content: dict[str, Any]) -> None:
        """Go on where a checkpoint ends."""
        self.network.load_state_dict(content["network"])
        self.older.load_state_dict(content["network"])
        self.learner.restore(content["optimiser"])
        self.seed = content["seed"]
        self.round, self.decisions, self.games = content["round"], content["decisions"], content["games"]
        self.seconds, self.history = content["seconds"], content["history"]

    def begin_with(self, kept: Network) -> None:
        """Begin with a network that was written for play, not with chance."""
        shape = self.network.first.in_features, self.network.moves.out_features
        self.network.load_state_dict(unfold(kept, *shape))
        self.older.load_state_dict(self.network.state_dict())

    def run(self, minutes: float | None = None) -> Path:
        """Train to the goal, or so long, or until Ctrl-C; returns the checkpoint.

        With a time to keep, what changes by the recipe changes with the clock if that is faster than the decisions.
        """
        began = shown = time.monotonic()
        before = self.seconds
        counted = 0
        self.tell(f"points a seat in self-play are of: {'; '.join(map(called, self.ways))}")
        self._begin()
        path = self.folder / checkpoints.NAME
        saved = -1
        with self._listening():
            while self.decisions < self.goal and not self._stop:
                self.learner.play()
                figures = self.learner.learn(self._progress(time.monotonic() - began, minutes), self._luck)
                self.round += 1
                self.decisions += self.batch.n * self.recipe.steps
                counted += self.batch.n * self.recipe.steps
                now = time.monotonic()
                self.seconds = before + now - began
                if minutes is not None and now - began > 60 * minutes:
                    self._stop = True
                due = self.round % self.every == 0
                last = self._stop or self.decisions >= self.goal
                if due or last or now - shown > SHOW:
                    self._row(figures, counted / max(1e-6, now - shown))
                    shown, counted = time.monotonic(), 0
                if due and not last:
                    self._measure()
                    path = self._save()
                    saved = self.round
                    self._begin()
                    shown = time.monotonic()
            if saved != self.round:
                self._measure()
                path = self._save()
        return path

    def _progress(self, spent: float, minutes: float | None) -> float:
        return max(self.decisions / self.goal, spent / (60 * minutes) if minutes else 0.0)

    def finish(self) -> None:
        """Wait for the last match against greedy and write it down, unless the training was stopped."""
        row = self.rival.look(None if self._stop else PATIENCE)
        self._said_greedy(row)
        self.rival.close()
        self._write_history()

    def content(self) -> dict[str, Any]:
        """All that a checkpoint holds."""
        return {
            "recipe": asdict(self.recipe),
            "setups": [[way.players, json.dumps(dict(way.options)), way.share] for way in self.ways],
            "seed": self.seed,
            "round": self.round,
            "goal": self.goal,
            "every": self.every,
            "decisions": self.decisions,
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "machine": self._machine(),
            "reach": self.learner.reach(),
            "history": self.history,
            "network": {name: value.cpu() for name, value in self.network.state_dict().items()},
            "optimiser": self.learner.optimiser.state_dict(),
        }

    def _begin(self) -> None:
        """New games and new luck, which follow from the seed and the round."""
        luck = int(np.random.SeedSequence((self.seed, self.round)).generate_state(1, np.uint64)[0] >> 1)
        torch.manual_seed(luck)
        self._luck.manual_seed(luck)
        self.learner.begin(self.seed, self.round)

    def _row(self, figures: torch.Tensor, pace: float) -> None:
        """A line of progress, kept and shown."""
        self.batch.check()
        counted = self.batch.counted.tolist()
        self.batch.counted.zero_()
        self.games += int(sum(ended for ended, *_ in counted))
        points = [
            total / ended / way.players if ended else None
            for way, (ended, total, _) in zip(self.ways, counted, strict=True)
        ]
        lost = [nobody / ended if ended else None for ended, _, nobody in counted]
        row: dict[str, Any] = {
            "decisions": self.decisions,
            "games": self.games,
            "seconds": round(self.seconds, 1),
            "pace": round(pace),
            "points": points,
            "nobody": lost,
            **dict(zip(FIGURES, figures.tolist(), strict=True)),
        }
        self.history.append(row)
        said = ", ".join("–" if one is None else f"{one:.1f}" for one in points)
        self.tell(
            f"{_clock(self.seconds)}  {self.decisions:,} decisions, {pace:,.0f} a second, {self.games:,} games; "
            f"points {said}; entropy {row['entropy']:.3f}, moved {row['moved']:.4f}"
        )
        self._said_greedy(self.rival.look())

    def _measure(self) -> None:
        """Against the older self at every checkpoint, which then becomes the present one."""
        if self.history and 2 in self.game.players:
            row = self.history[-1]
            games = MEASURED[self.device]
            won, lost = match(self.game, self.network, self.older, games, self.device, self.seed)
            row["older"] = {"won": won, "lost": lost, "games": games}
            self.tell(
                f"{_clock(self.seconds)}  against itself at the checkpoint before, of {games} games: "
                f"{won:.1%} won, {lost:.1%} lost"
            )
        self.older.load_state_dict(self.network.state_dict())

    def _said_greedy(self, row: dict[str, Any] | None) -> None:
        if row is not None:
            found = row["greedy"]
            self.tell(
                f"{_clock(self.seconds)}  against greedy after {row['decisions']:,} decisions: "
                f"{found['won']:.1%} of {found['games']} ({100 * found['low']:.1f} to {100 * found['high']:.1f}), "
                f"{found['points']:.1f} to {found['others']:.1f} points"
            )

    def _save(self) -> Path:
        content = self.content()
        path = checkpoints.save(self.folder, self.game, content)
        out = export(self.folder / "network.npz", self.game, content)
        if not self._stop:
            jobs = max(1, (os.cpu_count() or 1) - 2)
            self.rival.begin(out, self.history[-1] if self.history else {}, jobs)
        self._write_history()
        return path

    def _write_history(self) -> None:
        text = "".join(json.dumps(row) + "\n" for row in self.history)
        checkpoints.write(self.folder / "progress.jsonl", text.encode())
        picture = draw_learning(self.game.title, self.history, self.ways)
        checkpoints.write(self.folder / "learning.svg", picture.encode())

    def _machine(self) -> str:
        if self.device == "cuda":
            return f"{torch.cuda.get_device_name()}, PyTorch {torch.__version__}"
        return f"{platform.machine()}, PyTorch {torch.__version__}"

    @contextlib.contextmanager
    def _listening(self) -> Iterator[None]:
        """The first Ctrl-C ends after the round, with a checkpoint; the second at once."""

        def stop(number: int, frame: object) -> None:
            if self._stop:
                raise KeyboardInterrupt
            self._stop = True
            self.tell("stopping after this round, with a checkpoint; once more to stop at once")

        before = {}
        for one in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(ValueError):  # not in the main thread: then nobody sends signals either
                before[one] = signal.signal(one, stop)
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60:3d}:{int(seconds) % 60:02d}"
