"""The shapes of what clients send."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

MOST_BYTES = 512 * 1024  # of a request: a record or a component set fits many times
Seat = Annotated[int, Field(ge=0, le=3, strict=True)]
Seq = Annotated[int, Field(ge=0, le=1_000_000, strict=True)]
Name = Annotated[StrictStr, Field(max_length=200)]  # what remains after cleaning is checked again
Hash = Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]
Spec = Annotated[StrictStr, Field(max_length=64)]


class Body(BaseModel):
    """A JSON object with known keys only."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"additionalProperties": False})


class SeatWish(Body):
    """A seat of a new table."""

    kind: Literal["human", "bot", "open"]
    bot: Spec | None = None
    name: Name | None = None
    promise: Hash | None = None


class TableOptions(BaseModel):
    """The table's own options; the others are the game's, such as mode or handicap."""

    model_config = ConfigDict(extra="allow", strict=True)
    listed: bool = True
    private: bool = False
    clock: Annotated[float, Field(gt=0, le=600)] | None = None
    components: Annotated[StrictStr, Field(max_length=64 * 1024)] | None = None
    hints: bool | None = None
    rated: bool = False
    stand_in: Spec | None = None


class NewTable(Body):
    game: Annotated[StrictStr, Field(max_length=32)] | None = None
    seats: Annotated[list[SeatWish], Field(max_length=4)] = []
    options: TableOptions = TableOptions()
    record: Annotated[StrictStr, Field(max_length=400_000)] | None = None
    guide: bool = False


class Action(Body):
    seq: Seq
    move: Annotated[StrictStr, Field(max_length=80)] | Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
    link: Hash | None = None  # what it adds to the luck of a game


class Undo(Body):
    seq: Seq


class JoinSeat(Body):
    seat: Seat | None = None
    name: Name | None = None
    promise: Hash | None = None


class Rename(Body):
    name: Name


class ChatMessage(Body):
    text: Annotated[StrictStr, Field(max_length=2000)]


class ReadLesson(Body):
    lesson: Annotated[StrictStr, Field(max_length=64)]


class StandIn(Body):
    seat: Seat
    bot: Spec | None = None


class PageHello(BaseModel):
    """What a page that looks on has already, so that it is told only the rest."""

    model_config = ConfigDict(strict=True)
    theme: Literal["dark", "light"]
    have: Annotated[StrictStr, Field(max_length=2000)] = ""  # id=version,… of its parts
    log: Seq = 0  # lines


class Hello(BaseModel):
    """The first message on a live line."""

    model_config = ConfigDict(strict=True)
    type: Literal["hello"]
    token: StrictStr | None = None
    also: Annotated[list[StrictStr], Field(max_length=3)] = []  # other seats at the same screen
    page: PageHello | None = None


class Luck(Body):
    """What a seat adds to the luck of its game: first the hash of a number, then the number."""

    promise: Hash | None = None
    nonce: Hash | None = None


class EmptyBody(Body):
    """No more than the request itself."""


def documented(kind: type[Body]) -> dict[str, Any]:
    """The OpenAPI description of a body that a route reads by itself."""
    schema = kind.model_json_schema(ref_template="#/components/schemas/{model}")
    definitions = schema.pop("$defs", {})
    return {"requestBody": {"content": {"application/json": {"schema": _inlined(schema, definitions)}}}}


def _inlined(schema: Any, definitions: dict[str, Any]) -> Any:
    """A schema without references, which a route's own description can't hold."""
    if isinstance(schema, dict):
        reference = schema.get("$ref", "")
        if reference:
            return _inlined(definitions[reference.rpartition("/")[2]], definitions)
        return {key: _inlined(value, definitions) for key, value in schema.items() if key != "default"}
    return [_inlined(value, definitions) for value in schema] if isinstance(schema, list) else schema
