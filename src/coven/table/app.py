"""The application: routes, what every answer carries, and what happens when something goes wrong."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coven import __version__
from coven.core.errors import CovenError
from coven.core.registry import playable
from coven.table import api, giving_up, live, pages, stand_ins
from coven.table.bodies import MOST_BYTES
from coven.table.bot_driver import BotDriver
from coven.table.bot_service import BotsUnavailable
from coven.table.drawing import asking
from coven.table.http_edge import Doorkeeper
from coven.table.incoming import address_of
from coven.table.logs import note, set_up
from coven.table.refusals import Refusal, refusal
from coven.table.server import Server
from coven.table.settings import Settings, from_environment

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
PACE = 0.0005  # seconds a thread that draws a page may keep the event loop waiting
LONGEST_CACHE = "public, max-age=31536000, immutable"  # static files are named with a hash of their content


def create_app(settings: Settings | None = None, **parts: Any) -> FastAPI:
    """A server. `parts` replace the server's chance, clock, secrets and bot service in tests."""
    chosen = settings or from_environment()
    server = Server(chosen, **parts)
    server.broadcast.on_change += [BotDriver(server).look, partial(stand_ins.count_down, server)]

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        sys.setswitchinterval(PACE)
        await server.open()
        try:
            yield {"door": Doorkeeper(chosen.limits)}
        finally:
            await server.close()

    app = FastAPI(
        title="Coven", version=__version__, lifespan=life, docs_url=None, redoc_url=None, redirect_slashes=False,
        description="Tables at which Coven's games are played. Refusals are {error, message}; codes never change.",
    )  # fmt: skip
    app.state.server = server
    app.include_router(api.router)
    app.include_router(live.router)
    app.include_router(pages.router)
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    _add_upkeep(app, server)
    _add_refusals(app)
    app.add_middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)
    app.add_middleware(_Upkeep, server=server)
    return app


def served() -> FastAPI:
    """The application of a server process, set up by its environment."""
    settings = from_environment()
    set_up(settings.log, settings.verbose)
    return create_app(settings)


def _add_upkeep(app: FastAPI, server: Server) -> None:
    @app.get("/health")
    async def health() -> dict[str, Any]:
        """Whether the server is well, and which games are compiled by now; all can be played at once."""
        await server.health.check()
        ready = {name: server.bot_service.ready(name) for name in playable()}
        return {"ok": True, "ready": ready, "version": __version__}

    @app.get("/metrics", response_class=PlainTextResponse)
    async def metrics() -> str:
        """The server's counters, for Prometheus."""
        bots = server.bot_service
        counts = {"bots_late": bots.late, "bot_restarts": bots.restarts}
        return server.metrics.text(counts, {"tables": len(server.matches), "crew_waiting": bots.waiting})


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refusal)
    async def refused(request: Request, no: Refusal) -> Response:
        return answer(request, no)

    @app.exception_handler(CovenError)
    async def rules(request: Request, problem: CovenError) -> Response:
        return answer(request, refusal(problem))

    @app.exception_handler(BotsUnavailable)
    async def bots(request: Request, problem: BotsUnavailable) -> Response:
        return answer(request, Refusal("unavailable", f"{problem}: ask again in a moment"))

    @app.exception_handler(SQLAlchemyError)
    async def store(request: Request, problem: SQLAlchemyError) -> Response:
        giving_up.look(problem)
        note("the database failed", 40, path=request.scope["path"], problem=type(problem).__name__)
        return answer(request, Refusal("unavailable", "the database is away: ask again in a moment"))

    @app.exception_handler(RequestValidationError)
    async def shape(request: Request, problem: RequestValidationError) -> Response:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"][1:])
        return answer(request, Refusal("bad_request", f"{where}: {first['msg'].lower()}"))

    @app.exception_handler(HTTPException)
    async def http(request: Request, problem: HTTPException) -> Response:
        code = {404: "not_found", 405: "method_not_allowed"}.get(problem.status_code, "bad_request")
        response = answer(
            request,
            Refusal(code, "there is nothing here by that name" if code == "not_found" else problem.detail),
        )
        response.headers.update(problem.headers or {})
        return response


def answer(request: Request, no: Refusal) -> Response:
    """A refusal as a program reads it, or as a page for people."""
    if request.scope["path"].startswith("/api/") or "text/html" not in request.headers.get("accept", ""):
        return JSONResponse(no.body(), no.status)
    return pages.error_page(request, no.status)


class _Upkeep:
    """What every answer gets: headers, a limit to what may be sent, a count, and silence about our own mistakes."""

    def __init__(self, app: ASGIApp, server: Server) -> None:
        self.app = app
        self.server = server
        self._called = ""  # the name it was last called by

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "websocket" and not self._knows(HTTPConnection(scope)):
                await send({"type": "websocket.close", "code": 4400})
                return
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        started = False

        async def sent(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started = True
                status = message["status"]
                found = {name.lower() for name, _ in message["headers"]}
                extra = {**HEADERS, "Cache-Control": _cache(scope, status)}
                message["headers"] = [
                    *message["headers"],
                    *(
                        (k.lower().encode(), v.encode())
                        for k, v in extra.items()
                        if k.lower().encode() not in found
                    ),
                ]
            await send(message)

        request = Request(scope)
        asking.set(address_of(request))
        try:
            self._check(request)
            await self.app(scope, _limited(receive), sent)
        except Refusal as no:
            if not started:
                await answer(request, no)(scope, receive, sent)
        except ClientDisconnect:
            status = 499  # gone before the request was whole
        except Exception as problem:
            giving_up.look(problem)
            note("request failed", 40, error=True, path=request.scope["path"])
            if not started:
                mistake = Refusal("internal", "something went wrong here; it has been noted")
                await answer(request, mistake)(scope, receive, sent)
        finally:
            self.server.metrics.request(request.method, status)
            note("request", 10, method=request.method, path=request.scope["path"], status=status,
                 ms=round(1000 * (time.perf_counter() - began), 1))  # fmt: skip

    def _knows(self, request: HTTPConnection) -> bool:
        host = request.headers.get("host", "")
        if host != self._called and self.server.hosts.know(host):
            self._called = host  # nearly always the same
        return host == self._called

    def _check(self, request: Request) -> None:
        path = request.scope["path"]
        if path not in ("/health", "/metrics"):
            if not self._knows(request):
                called = request.headers.get("host", "")[:80]
                raise Refusal("bad_request", f"this server is not called {called!r}: name it in COVEN_HOSTS")
            if not path.startswith("/static/"):
                self.server.limits.check("any", address_of(request))
        if request.method == "POST":
            # What a form of another site can't send without being asked first.
            kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind != "application/json":
                raise Refusal("bad_request", "send JSON, as Content-Type: application/json")
        length = request.headers.get("content-length", "0")
        # As a number only if it is short: Python reads none of thousands of digits.
        if not (length.isascii() and length.isdecimal()) or int(length.lstrip("0")[:12] or 0) > MOST_BYTES:
            raise Refusal("too_large", f"a request has at most {MOST_BYTES // 1024} KiB")


def _cache(scope: Scope, status: int) -> str:
    if not scope["path"].startswith("/static/") or status >= 400:
        return "no-store"
    return LONGEST_CACHE if b"v=" in scope["query_string"] else "no-cache"


def _limited(receive: Receive) -> Callable[[], Awaitable[Message]]:
    """Stops reading a body that is larger than it said."""
    read = 0

    async def limited() -> Message:
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BYTES:
            raise Refusal("too_large", f"a request has at most {MOST_BYTES // 1024} KiB")
        return message

    return limited
