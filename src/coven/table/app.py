"""The application: its routes, and what is answered when something goes wrong."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from coven import __version__
from coven.core.errors import CovenError
from coven.core.registry import playable
from coven.table import api, giving_up, live, pages, stand_ins
from coven.table.bot_driver import BotDriver
from coven.table.bot_service import BotsUnavailable
from coven.table.http_edge import Doorkeeper
from coven.table.incoming import Gate
from coven.table.logs import note, set_up
from coven.table.packed import PackedFiles
from coven.table.refusals import Refusal, refusal
from coven.table.server import Server
from coven.table.settings import Settings, from_environment

PACE = 0.0005  # seconds a thread that draws a page may keep the event loop waiting


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
            yield {"door": Doorkeeper(chosen.limits, make_way=server.limits.let_one_go)}
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
    app.mount("/static", PackedFiles(pages.STATIC, server.draw), name="static")
    _add_upkeep(app, server)
    _add_refusals(app)
    app.add_middleware(Gate, server=server, answer=answer)
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
