"""The bots: the same moves as the bots make here, whatever becomes of a process."""

from __future__ import annotations

import asyncio
import json
import os
import random
import select
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import coven
from coven.bots import bot
from coven.coach import analyse
from coven.core.view import View
from coven.lab import batch
from coven.table.bot_service import BotService, BotsUnavailable, Busy, Failed, check_spec
from coven.table.shares import Share

TABLES = [
    pytest.param("witchstone", 3, {}, id="witchstone"),
    pytest.param("witches", 3, {}, id="witches"),
    pytest.param("witches", 2, {"mode": "coop"}, id="witches-coop"),
]
seeds = st.integers(0, 2**63 - 1)
SEARCH = "search:iters=200"


def midway(name: str, players: int = 3, seed: int = 5, **options: Any) -> coven.Position:
    """A position with a choice, somewhere in a random game."""
    record = batch.replay(coven.load(name), players, seed, 0, **options).record()
    luck = random.Random(seed)
    while True:
        position = record.position(at=luck.randrange(len(record)))
        if position.actor not in (None, coven.CHANCE) and len(position.legal) > 1:
            return position


def seen(name: str, **more: Any) -> View:
    """What the one to act may know there."""
    position = midway(name, **more)
    return position.view(position.actor)


# -- a view that travels -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
@settings(max_examples=6)
@given(seed=seeds)
def test_a_view_arrives_as_it_left(name, players, options, seed):
    position = midway(name, players, seed, **options).named([f"<{i}>" for i in range(players)])
    for seat in (None, *range(players)):
        view = position.view(seat)
        there = View.unpack(coven.load(name), json.loads(json.dumps(view.pack())))
        assert there == view
        assert bytes(there) == bytes(view)
        assert list(there.legal) == list(view.legal)
        assert there.log == view.log
        assert vars(there).keys() == vars(view).keys()
        for fact in ("seat", "actor", "over", "scores", "winners", "names", "players"):
            assert getattr(there, fact) == getattr(view, fact), fact
        assert there.svg() == view.svg()
        assert there.prompt("de") == view.prompt("de")
        assert bytes(there.sample(seed)) == bytes(view.sample(seed))
        if view.legal:
            for spec in ("random", "light", "greedy", "search:iters=50"):
                assert bot(spec, seed).choose(there) == bot(spec, seed).choose(view)


@pytest.mark.parametrize("name", coven.games())
def test_a_finished_game_travels_too(name):
    position = batch.replay(coven.load(name), 2, 3, 0)
    view = position.view(1)
    there = View.unpack(coven.load(name), view.pack())
    assert there.over
    assert (there.scores, there.winners, len(there.legal)) == (view.scores, view.winners, 0)


@settings(max_examples=6)
@given(seed=seeds)
def test_a_packed_view_tells_no_more_than_the_view(seed):
    """Positions a seat can't tell apart are packed alike."""
    position = midway("witches", 3, seed)
    view = position.view(position.actor)
    assert view.sample(seed).view(view.seat).pack() == view.pack()


def test_what_is_no_packed_view_is_refused():
    game = coven.load("witches")
    packed = game.new(2, seed=1).view(0).pack()
    for spoiled in (
        {},
        {**packed, "state": "?"},
        {**packed, "state": packed["state"][:-8]},
        {**packed, "log": [1]},
        {**packed, "log": None},
    ):
        with pytest.raises(coven.BadBytes):
            View.unpack(game, spoiled)
    with pytest.raises(coven.BadBytes, match="witches"):
        View.unpack(coven.load("witchstone"), packed)


# -- the bots ------------------------------------------------------------------------------------------------------


def with_bots(work: Callable[[BotService], Awaitable[None]], **options: Any) -> None:
    """Have a bots do some work, then see that none of its processes is left."""

    async def all_of_it() -> None:
        bots = BotService(**{"grace": 20.0, **options})  # the machine may be busy
        await bots.start()
        try:
            async with asyncio.timeout(300):
                await work(bots)
        finally:
            pids = bots.pids
            await bots.stop()
        assert bots.pids == []
        for pid in pids:
            with pytest.raises(ProcessLookupError):
                os.kill(pid, 0)

    asyncio.run(all_of_it())


def stand_in(tmp_path: Path, answer: str) -> tuple[str, ...]:
    """A command that stands in for a worker: it loads games as one, then answers moves its own way."""
    script = tmp_path / "worker.py"
    script.write_text(
        f"""
import json, os, sys, time
for line in sys.stdin:
    request = json.loads(line)
    if request["do"] in ("prepare", "ping"):
        print(json.dumps({{"id": request["id"], "result": True}}), flush=True)
        continue
    {answer}
""",
        encoding="utf-8",
    )
    return (sys.executable, str(script))


def gone(pid: int, within: float = 60.0) -> bool:
    """Whether a process ends in time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], within)[0])
    finally:
        os.close(handle)


def test_bots_move_as_they_do_here_and_hints_say_what_the_coach_says():
    async def work(bots: BotService) -> None:
        assert bots.pids == []  # nobody is started before there is need
        for name in coven.games():
            view = seen(name)
            for spec in ("random", "light", "greedy", SEARCH):
                assert await bots.choose(view, spec, seed=7) == bot(spec, 7).choose(view).id
            told = await bots.hint(view, "de", "iters=300")
            assert told["seat"] == view.seat
            assert told["iterations"] >= 300
            best = told["choices"][0]
            assert best["id"] in view.legal
            assert best["label"] == view.legal.by_id(best["id"]).label("de")
            assert best["loss"] == 0
            assert set(best) == {"move", "id", "label", "share", "chance", "points", "loss"}
            here = {choice.move.id for choice in analyse(view, "iters=300").choices}
            assert here & {choice["id"] for choice in told["choices"]}
        assert len(bots.pids) == 1  # one after another needs no second
        assert (bots.late, bots.restarts) == (0, 0)

    with_bots(work, workers=2)


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> coven.Game:
    """A game with components of its own."""
    path = tmp_path_factory.mktemp("components") / "mine.toml"
    text = coven.load("witches").components.text
    path.write_text(text.replace('name = "standard"', 'name = "mine"', 1), encoding="utf-8")
    game = coven.load("witches", path)
    assert game.components.digest != coven.load("witches").components.digest
    return game


def test_a_review_tells_how_far_it_is_and_leaves_room_for_moves(edited):
    record = str(batch.replay(coven.load("witches"), 2, 3, 0).record())
    view = seen("witches")
    finished = batch.replay(edited, 2, 3, 0).record()
    position = finished.position(at=-4)
    other = position.view(position.actor)

    async def work(bots: BotService) -> None:
        steps: list[tuple[int, int]] = []
        midst = asyncio.Event()

        def progress(done: int, of: int) -> None:
            steps.append((done, of))
            midst.set()

        review = asyncio.create_task(bots.review(record, None, "fr", progress, "iters=200"))
        second = asyncio.create_task(bots.review(str(finished), edited.components.text, budget="iters=1"))
        await midst.wait()
        assert await bots.choose(view, SEARCH, seed=1) == bot(SEARCH, 1).choose(view).id
        assert await bots.choose(other, SEARCH, seed=1) == bot(SEARCH, 1).choose(other).id
        assert bots.waiting == 1  # the other review comes after the first
        told = await review
        assert steps == [(i, steps[0][1]) for i in range(steps[0][1] + 1)]
        assert len(told["review"]["decisions"]) == steps[0][1]
        assert set(told["curve"]) == {"dark", "light"}
        assert all(svg.startswith("<svg") for svg in told["curve"].values())
        assert (await second)["review"]["scores"] == list(finished.position().scores)
        for bad, why in (
            (str(finished), "component"),
            (str(midway("witches").record()), "not over"),
            ("no record", "no game"),
        ):
            with pytest.raises(coven.CovenError, match=why):
                await bots.review(bad)
        assert (bots.late, bots.restarts) == (0, 0)

    with_bots(work)


def test_a_cancelled_review_ends_at_once_and_leaves_nobody_stuck():
    record = str(batch.replay(coven.load("witches"), 2, 3, 0).record())
    view = seen("witches")

    async def work(bots: BotService) -> None:
        midst = asyncio.Event()
        review = asyncio.create_task(
            bots.review(record, on_progress=lambda done, of: midst.set(), budget="30s")
        )
        await midst.wait()
        review.cancel()
        with pytest.raises(asyncio.CancelledError):
            await review
        assert await bots.choose(view, "light", seed=1) == bot("light", 1).choose(view).id
        done = asyncio.create_task(bots.review(record, budget="iters=1"))
        unwanted = asyncio.create_task(bots.choose(view, "search:200ms"))
        never = asyncio.create_task(bots.review(record))
        await asyncio.sleep(0)
        for task in (unwanted, never):
            task.cancel()
        assert (await done)["review"]["game"] == "witches"
        early = asyncio.create_task(bots.review(record, budget="30s"))
        await asyncio.sleep(0)
        assert bots.running  # given to a process that has not been told yet
        early.cancel()
        assert (await bots.review(record, budget="iters=1"))["review"]["game"] == "witches"
        assert await bots.choose(view, SEARCH, seed=1) == bot(SEARCH, 1).choose(view).id
        assert bots.restarts == 0

    with_bots(work)


SLOWLY = "time.sleep(0.1); print(json.dumps({'id': request['id'], 'result': int(sys.argv[1])}), flush=True)"
ODD = {
    "stalls": "time.sleep(60)",
    "dies": "os._exit(3)",
    "babbles": "print('hello', flush=True)",
    "answers another": "print(json.dumps({'id': 0, 'result': 1}), flush=True)",
    "cheats": "print(json.dumps({'id': request['id'], 'result': 10**30}), flush=True)",
    "says a word": "print(json.dumps({'id': request['id'], 'result': 'roll'}), flush=True)",
    "goes on and on": "print(json.dumps({'id': request['id'], 'done': 1, 'of': 'x'}), flush=True)",
}


@pytest.mark.parametrize("manner", ODD)
def test_whatever_a_process_does_a_legal_move_comes_in_time(manner, tmp_path):
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare(view.game)
        first = bots.pids
        loop = asyncio.get_running_loop()
        began = loop.time()
        assert await bots.choose(view, "search:10ms") in view.legal
        assert loop.time() - began < 20  # none waits for the 60 s of one that stalls
        assert bots.late == 1
        assert bots.restarts >= 1
        await bots.prepare(view.game)  # another has taken its place
        assert bots.pids != first
        assert await asyncio.to_thread(gone, first[0])
        with pytest.raises(Failed):
            await bots.hint(view, budget="10ms")

    with_bots(work, command=stand_in(tmp_path, ODD[manner]), grace=0.2)


def test_a_process_that_can_not_be_started_stops_no_table():
    view = seen("witches")

    async def work(bots: BotService) -> None:
        assert await bots.choose(view, "search") in view.legal
        assert await bots.choose(view, "greedy") in view.legal
        assert bots.late == 2

    with_bots(work, command=("/nowhere/python",))
    with_bots(work, command=(sys.executable, "-c", "import nothing_of_this_name"))


def test_a_killed_process_loses_nothing():
    view = seen("witches")
    long = "search:iters=20000"
    expected = bot(SEARCH, 1).choose(view).id

    async def work(bots: BotService) -> None:
        assert await bots.choose(view, SEARCH, seed=1) == expected
        os.kill(bots.pids[0], signal.SIGKILL)  # while it has nothing to do
        assert await bots.choose(view, SEARCH, seed=1) == expected
        thought = asyncio.create_task(bots.choose(view, long, seed=1))
        while not bots.running:
            await asyncio.sleep(0)
        os.kill(bots.pids[0], signal.SIGKILL)  # while it thinks: another begins anew
        assert await thought == bot(long, 1).choose(view).id
        assert (bots.late, bots.restarts) == (0, 2)

    with_bots(work)


@pytest.mark.alone
def test_too_many_are_refused_and_moves_made_quickly(tmp_path, monkeypatch):
    monkeypatch.setattr("coven.table.worker_pool.MOST_WAITING", 3)
    monkeypatch.setattr("coven.table.worker_pool.TOGETHER", 1)
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        moves = [asyncio.create_task(bots.choose(view, "greedy")) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await bots.hint(view)
        assert await bots.choose(view, "greedy") in view.legal
        assert bots.late == 1
        assert await asyncio.gather(*moves) == [view.legal[0].id] * 4

    with_bots(work, command=(*stand_in(tmp_path, SLOWLY), str(view.legal[0].id)))


@pytest.mark.alone
def test_who_waits_too_long_in_line_moves_quickly(tmp_path, monkeypatch):
    monkeypatch.setattr("coven.table.bot_service.IN_LINE", 0.5)
    monkeypatch.setattr("coven.table.bot_service.QUICK", 1.0)
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        moves = await asyncio.gather(*(bots.choose(view, "greedy") for _ in range(40)))
        assert all(move in view.legal for move in moves)
        assert 10 < bots.late < 40  # one takes a tenth of a second
        assert bots.restarts == 0

    with_bots(work, command=(*stand_in(tmp_path, SLOWLY), str(view.legal[0].id)))


@pytest.mark.alone
def test_long_thoughts_keep_nobody_waiting():
    """Four tables of one address think for half a minute each; another's bot takes the time it always takes."""
    view = seen("witches")
    others = [Share("192.0.2.1", f"table {n}") for n in range(4)]

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        long = [asyncio.create_task(bots.choose(view, "search:30s", share=share)) for share in others]
        loop = asyncio.get_running_loop()
        await asyncio.sleep(0.5)
        for _ in range(3):
            began = loop.time()
            assert await bots.choose(view, "search:500ms", share=Share("192.0.2.2", "mine")) in view.legal
            assert loop.time() - began < 3.0
        assert (await bots.hint(view, budget="300ms", share=Share("192.0.2.2", "mine")))["choices"]
        assert bots.late == 0
        assert not any(task.done() for task in long)
        for task in long:
            task.cancel()
        await asyncio.gather(*long, return_exceptions=True)

    with_bots(work)


@pytest.mark.alone
def test_who_has_had_little_comes_first(tmp_path, monkeypatch):
    """One address asks twenty times, another once: it does not wait for all twenty."""
    monkeypatch.setattr("coven.table.worker_pool.TOGETHER", 1)
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        order: list[str] = []

        async def asked(address: str, table: str) -> None:
            await bots.choose(view, "greedy", share=Share(address, table))
            order.append(f"{address} {table}")

        many = [asyncio.create_task(asked("many", str(n))) for n in range(20)]
        await asyncio.sleep(0.15)
        await asked("one", "a")
        assert len(order) <= 4
        await asyncio.gather(*many)

    with_bots(work, command=(*stand_in(tmp_path, SLOWLY), str(view.legal[0].id)))


@pytest.mark.alone
def test_nobody_has_the_whole_line(tmp_path, monkeypatch):
    monkeypatch.setattr("coven.table.worker_pool.MOST_OF_ONE", 3)
    monkeypatch.setattr("coven.table.worker_pool.TOGETHER", 1)
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        many = [
            asyncio.create_task(bots.choose(view, "greedy", share=Share("many", str(n)))) for n in range(4)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await bots.hint(view, share=Share("many", "x"))
        assert await bots.choose(view, "greedy", share=Share("other", "y")) in view.legal
        assert bots.late == 0
        await asyncio.gather(*many)

    with_bots(work, command=(*stand_in(tmp_path, SLOWLY), str(view.legal[0].id)))


@pytest.mark.alone
def test_a_thought_that_had_to_wait_is_shorter(tmp_path, monkeypatch):
    monkeypatch.setattr("coven.table.worker_pool.TOGETHER", 1)
    view = seen("witches")
    answer = "time.sleep(0.2); print(json.dumps({'id': request['id'], 'refused': str(request['budget'])}), flush=True)"

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        told: list[str] = []
        monkeypatch.setattr("coven.table.bot_service.note", lambda *_, problem, **more: told.append(problem))
        await asyncio.gather(*(bots.choose(view, "search:1s") for _ in range(3)))
        assert told[0] == "None"  # all of its second
        assert 0.4 < float(told[1].removesuffix("ms")) / 1000 < 0.85
        assert 0.25 < float(told[2].removesuffix("ms")) / 1000 < 0.65

    with_bots(work, command=stand_in(tmp_path, answer))


def test_only_one_alone_takes_every_core(tmp_path, caplog):
    view = seen("witches")
    answer = (
        "time.sleep(0.1); print(json.dumps({'id': request['id'], 'refused': request['bot']}), flush=True)"
    )

    async def work(bots: BotService) -> None:
        async def asked(times: int) -> list[str]:
            caplog.clear()
            await asyncio.gather(*(bots.choose(view, "search:50ms") for _ in range(times)))
            return [record.facts["problem"] for record in caplog.records]

        while await asked(2) != ["search:50ms:threads=1"] * 2:
            pass  # until the second process has been started
        assert await asked(1) == ["search:50ms"]

    with_bots(work, workers=2, command=stand_in(tmp_path, answer))


def test_processes_with_nothing_to_do_are_ended_but_one(tmp_path):
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await asyncio.gather(*(bots.choose(view, "search:300ms") for _ in range(9)))
        started = bots.pids
        assert len(started) == 3
        ends = asyncio.as_completed([asyncio.to_thread(gone, pid) for pid in started])
        assert await next(ends)
        assert await next(ends)
        assert len(bots.pids) == 1
        await bots.stop()
        assert await next(ends)

    command = (*stand_in(tmp_path, SLOWLY), str(view.legal[0].id))
    with_bots(work, workers=3, idle=2, command=command)


def test_stopping_tells_whoever_waits(tmp_path):
    view = seen("witches")

    async def work(bots: BotService) -> None:
        await bots.prepare("witches")
        hints = [asyncio.create_task(bots.hint(view, budget="20s")) for _ in range(3)]
        while not bots.running:
            await asyncio.sleep(0)
        await bots.stop()
        for told in await asyncio.gather(*hints, return_exceptions=True):
            assert isinstance(told, BotsUnavailable)
        with pytest.raises(BotsUnavailable):
            await bots.choose(view, "greedy")

    with_bots(work, command=stand_in(tmp_path, ODD["stalls"]))


def test_processes_end_with_the_server():
    server = """
import asyncio, coven
from coven.table.bot_service import BotService

async def serve():
    bots = BotService()
    await bots.start()
    await bots.prepare("witches")
    print(*bots.pids, flush=True)
    position = coven.load("witches").new(2, seed=1)
    await bots.choose(position.view(position.actor), "search:30s")

asyncio.run(serve())
"""
    process = subprocess.Popen([sys.executable, "-c", server], stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        pids = [int(pid) for pid in process.stdout.readline().split()]
        process.kill()
    assert pids
    assert all([gone(pid) for pid in pids])


def test_specs_a_table_can_wait_for():
    for spec in ("random", "greedy:seed=7", "search", "search:2s", "search:iters=2000"):
        assert check_spec(spec) == spec
    for spec in ("search:3600s", "search:iters=100000000", "search:1s:threads=64", "clever"):
        with pytest.raises(coven.BadOption):
            check_spec(spec)
