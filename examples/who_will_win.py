"""How well a judgement and a network say who will win, and in which mixture best: what a search's `network_share` is
chosen by.

    python examples/who_will_win.py witchstone --players 4 --games 60
    python examples/who_will_win.py witches --net tw/network.npz

Half the seats are played by the network alone, half by greedy. At the beginning of every turn both are asked for
everyone's chances; when the game is over they are measured by their log-loss, the lower the better.
"""

from __future__ import annotations

import argparse

import numpy as np

import coven
from coven.bots import bot, network
from coven.bots.compiled import compiled_doors
from coven.bots.policy_bot import ask
from coven.core.seats import SEATS

SHARES = (0.0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.85, 1.0)
LEAST = 1e-4  # nobody is quite sure


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="such as witchstone")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--net", help="a network's file (default: the game's own)")
    args = parser.parse_args()
    game = coven.load(args.game).compile()
    made, net = compiled_doors(game), network.load(game, args.net)
    by_judgement, by_network, results = [], [], []
    for number in range(args.games):
        position = game.new(args.players, seed=number)
        policy = "policy" if args.net is None else f"policy:net={args.net}"
        bots = [bot(policy if (number + seat) % 2 else "greedy", seed=number) for seat in range(args.players)]
        for one in bots:
            one.prepare(game)
        last, turns = None, 0
        while not position.over:
            seat = position.actor
            view = position.view(seat)
            if len(view.legal) > 1 and seat != last:
                last = seat
                turns += 1
                said = np.zeros(SEATS)
                made.judge(position._states, game.tables, 0, said)
                by_judgement.append(said[: args.players])
                fates = ask(net, view).fates  # counted from the seat that is asked
                by_network.append([fates[(other - seat) % args.players] for other in range(args.players)])
            position.play(bots[seat].choose(view), seat=seat)
        won = np.zeros(args.players)
        won[list(position.winners)] = 1 / max(1, len(position.winners))
        results += [won] * turns
    print(f"{game.title}, {args.players} players, {len(results)} turns of {args.games} games")
    for share in SHARES:
        chances = share * np.array(by_network) + (1 - share) * np.array(by_judgement)
        chances = np.clip(chances / chances.sum(axis=1, keepdims=True), LEAST, 1.0)
        loss = -(np.array(results) * np.log(chances)).sum(axis=1).mean()
        print(f"{share:4.0%} network: {loss:.4f}")


if __name__ == "__main__":
    main()
