"""Questions about what is seen: what something is, and why it can't be chosen now."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from coven.core.about import about, lines
from coven.core.language import words
from coven.core.rule_texts import rule_in_short
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
    view, lang = match.view(here.seat), here.lang

    def told() -> dict[str, Any] | None:
        reason = why_untouched(view, thing, [one for one in after.split(",") if one])
        return None if reason is None else {**reason.pack(), "message": reason.label(lang, view.names)}

    return {"why": await here.server.draw(told)}


@router.get("/{table}/about")
async def explained(request: Request, here: Here, thing: Thing) -> dict[str, Any]:
    """What a thing of the picture is: the rule that tells of it, and how the seat stands with it."""
    here.server.limits.check("why", address_of(request))
    position, lang = here.match.position, here.lang

    def told() -> dict[str, Any]:
        view = position.view(here.seat)
        found = about(view, thing, lang, position.told(here.seat))
        return {
            "name": found.name,
            "rule": found.rule,
            "text": rule_in_short(position.game, found.rule, lang) if found.rule else "",
            "stands": lines(found, view, lang),
            "large": found.large,
        }

    return await here.server.draw(told)
