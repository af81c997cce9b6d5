"""Behind nginx with TLS, by the configuration that the documentation gives: pages, names and addresses."""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from coven.lab.server_bench import _times as times
from tests.survival.account import Findings, check
from tests.survival.load import Load, Where
from tests.table.postgres import free_port
from tests.table.server import Server

DOCUMENTED = Path(__file__).parents[2] / "docs" / "nginx.conf"
NAME = "coven.example.org"
UP_WITHIN = 30.0  # seconds
LONGEST = 300.0  # seconds that one game may take
TABLES = 3
PAUSE = (0.1, 0.3)  # seconds that people think; limits are on
MANY = 60  # tables that somebody tries to set up who is refused after twenty
SPOOFED = 12  # of them with an address of another's
BODY = {"game": "witchstone", "seats": [{"kind": "human"}] * 2}
AROUND = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/nginx.log;
events {{ worker_connections 512; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/coven.conf;
}}
"""


class NoProxy(Exception):
    """Why there is none here."""


def configured(port: int, server: int, folder: Path) -> str:
    """The documented configuration with our ports and certificate, and nothing else changed."""
    text = DOCUMENTED.read_text(encoding="utf-8")
    for old, new in (
        ("listen 443 ssl", f"listen 127.0.0.1:{port} ssl"),
        ("/etc/ssl/coven/fullchain.pem", f"{folder}/certificate.pem"),
        ("/etc/ssl/coven/privkey.pem", f"{folder}/key.pem"),
        ("http://127.0.0.1:8631", f"http://127.0.0.1:{server}"),
    ):
        if text.count(old) != 1:
            raise NoProxy(f"{DOCUMENTED.name} should say {old!r} once")
        text = text.replace(old, new)
    return text


@contextmanager
def nginx(folder: Path, server: int) -> Iterator[tuple[int, ssl.SSLContext]]:
    """nginx before a server; its port, and whom to trust."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    openssl = shutil.which("openssl")
    if program is None or openssl is None:
        raise NoProxy("there is no nginx or no openssl (apt-get install nginx-light openssl)")
    port = free_port()
    folder.chmod(0o755)  # its workers are another user
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME},IP:127.0.0.1"]
    command += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "certificate.pem")]
    subprocess.run(command, check=True, capture_output=True)
    (folder / "coven.conf").write_text(configured(port, server, folder), encoding="utf-8")
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder), encoding="utf-8")
    trusted = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
    said = (folder / "nginx.said").open("wb")
    running = subprocess.Popen(
        [program, "-p", str(folder), "-e", str(folder / "nginx.log"), "-c", str(folder / "nginx.conf")],
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=said,
    )
    try:
        until = time.monotonic() + UP_WITHIN
        while True:
            try:
                httpx.get(
                    f"https://127.0.0.1:{port}/health", verify=trusted, trust_env=False, timeout=UP_WITHIN
                )
                break
            except httpx.TransportError:
                if running.poll() is not None or time.monotonic() > until:
                    raise NoProxy(
                        f"nginx does not start: {(folder / 'nginx.said').read_text()[-500:]}"
                    ) from None
                time.sleep(0.05)  # nothing tells a client that a port is about to open
        yield port, trusted
    finally:
        running.terminate()
        running.wait(UP_WITHIN)
        said.close()


def run(folder: Path, luck: random.Random, say: Callable[[str], None]) -> tuple[dict[str, Any], Findings]:
    """Play a game through it, then ask as one should not."""
    began = time.monotonic()
    database = f"sqlite:///{folder / 'table.db'}"
    with (
        Server(database, folder, limits=True, COVEN_HOSTS=NAME, FORWARDED_ALLOW_IPS="127.0.0.1") as server,
        nginx(folder, server.port) as (port, trusted),
    ):
        load = asyncio.run(_play(Where(f"https://127.0.0.1:{port}", trusted, NAME), luck, say))
        findings = load.findings
        findings += check(database, load.accounts)
        asked = asyncio.run(_ask(port, server.port, trusted, load.accounts[0].id))
    for what, right in asked.items():
        say(f"{what}: {'yes' if right else 'NO'}")
        if not right:
            findings.other.append(f"not so: {what}")
    figures = {
        "seconds": round(time.monotonic() - began, 1),
        "acknowledged": sum(len(account.acked) for account in load.accounts),
        "games": len(load.accounts),
        "games_over": sum(account.over for account in load.accounts),
        "page_updates": load.updates,
        "pages_compared": load.compared,
        "acknowledged_ms": times([wait for _, wait in load.answered]),
        "refused": dict(load.refused),
        "holds": asked,
        **findings.counts(),
    }
    return figures, findings


async def _play(where: Where, luck: random.Random, say: Callable[[str], None]) -> Load:
    """Until a game is over."""
    async with asyncio.timeout(LONGEST), Load([where], luck, tables=TABLES, pause=PAUSE) as load:
        while not any(account.over for account in load.accounts):
            await load.acknowledged(20)
            say(f"{len(load.answered)} actions")
    return load


async def _ask(port: int, direct: int, trusted: ssl.SSLContext, table: str) -> dict[str, bool]:
    """What must hold of names and addresses, each with whether it does."""

    def guest(address: str, url: str, **headers: str) -> httpx.AsyncClient:
        way = httpx.AsyncHTTPTransport(local_address=address, verify=trusted)
        return httpx.AsyncClient(base_url=url, transport=way, timeout=60, headers={"Host": NAME, **headers})

    async def refused(http: httpx.AsyncClient, many: int, **more: Any) -> bool:
        """Whether somebody who sets up so many tables is refused one."""
        for k in range(many):
            spoofed = {"X-Forwarded-For": f"198.51.100.{k}"} if more else {}
            if (await http.post("/api/tables", json=BODY, headers=spoofed)).status_code == 429:
                return True
        return False

    outside, inside = f"https://127.0.0.1:{port}", f"http://127.0.0.1:{direct}"
    async with (
        guest("127.0.0.2", outside) as greedy,
        guest("127.0.0.3", outside) as modest,
        guest("127.0.0.4", inside) as stranger,
        guest("127.0.0.1", inside) as operator,
    ):
        other_name = await modest.get("/", headers={"Host": "evil.example.net"})
        return {
            "the page comes over TLS": (await modest.get("/")).status_code == 200,
            "another name is refused": other_name.status_code == 400,
            "metrics are for the machine alone": (
                (await modest.get("/metrics")).status_code,
                (await operator.get("/metrics")).status_code,
            )
            == (404, 200),
            "who asks too often through the proxy is refused": await refused(greedy, MANY),
            "and not by naming another address": await refused(greedy, SPOOFED, spoofed=True),
            "others of the same proxy are not": not await refused(modest, 3),
            "only the proxy is believed whose request it is": await refused(stranger, MANY, spoofed=True),
            "a page of another site gets no live connection": await _foreign(port, trusted, table),
        }


async def _foreign(port: int, trusted: ssl.SSLContext, table: str) -> bool:
    """Whether a WebSocket from a page of another site is refused."""
    address = f"wss://{NAME}/api/tables/{table}/live"
    async with connect(
        address, ssl=trusted, host="127.0.0.1", port=port, origin=Origin("https://evil.example.net")
    ) as socket:
        try:
            told = json.loads(await asyncio.wait_for(socket.recv(), 30))
        except ConnectionClosed:
            return True
        return bool(told.get("error") == "forbidden")
