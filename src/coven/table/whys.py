"""Questions about what is seen: why something can't be chosen now."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from coven.core.language import words
from coven.core.why import why_untouched
from coven.table.incoming import Here, address_of

Thing = Annotated[str, Query(min_length=1, max_length=64)]  # of the picture: its data-key, or its data-thing

router = APIRouter()


@router.get("/{table}/why")
async def why(
    request: Request, here: Here, thing: Thing, after: Annotated[str, Query(max_length=300)] = ""
) -> dict[str, Any]:
    """Why a thing of the picture can't be chosen now; `after` are those picked before it, with commas between."""
    here.server.limits.check("why", address_of(request))
    match, say = here.match, words(here.lang)
    if not match.full and not match.position.over:
        message = say("The game begins when every seat is taken.")
        return {"why": {"kind": "waiting", "message": message}}
    view = match.view(here.seat)
    reason = why_untouched(view, thing, [one for one in after.split(",") if one])
    return {"why": reason and {**reason.pack(), "message": reason.label(here.lang, view.names)}}
