"""The edge: by which name, in which form, from where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coven.table.hosts import Hosts
from coven.table.incoming import neighbourhood
from tests.table.inside import Closed, Inside
from tests.table.sitting import HUMAN, OPEN, Sitting

# -- names of the server -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("given", "host", "known"), [
    ("", "localhost:8631", True),
    ("", "127.0.0.1:8631", True),
    ("", "[::1]:8631", True),
    ("", "192.168.0.7", True),
    ("", "evil.example", False),
    ("", "127.0.0.1.evil.example", False),
    ("", "", False),
    ("coven.example.org", "coven.example.org", True),
    ("coven.example.org, b.example", "B.EXAMPLE:443", True),
    ("coven.example.org", "evil.coven.example.org", False),
    (".example.org", "coven.example.org", True),
    (".example.org", "evilexample.org", False),
    ("*", "anything.at.all", True),
])  # fmt: skip
def test_names_of_the_server(given: str, host: str, known: bool) -> None:
    assert Hosts(given).know(host) is known


def test_a_server_answers_to_its_own_names_only(room: Inside, table: Sitting) -> None:
    """Another site's name that leads here is another site's page that asks."""
    other = {"host": "evil.example"}
    for path in ("/", "/api/tables", table.path(), "/static/site.js"):
        assert room.get(path, headers=other).status == 400
        assert room.get(path).status == 200
    assert room.get("/health", headers=other).status == 200  # for whoever watches over it

    async def come() -> None:
        with pytest.raises(Closed):
            await room.connect(table.path("/live"), origin="http://evil.example", host="evil.example")

    room.run(come())


def test_nobody_is_sent_where_the_host_says(room: Inside) -> None:
    for path in ("/about/", "/api/tables/", "/static"):
        answer = room.get(path, headers={"host": "6.6.6.6"})
        assert answer.status == 404
        assert not answer.header("location")


# -- only JSON -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_form_of_another_site_is_no_request(room: Inside, kind: str) -> None:
    """A browser asks first before it sends JSON to another site, and is told no."""
    waiting = Sitting(room, seats=[HUMAN, OPEN])
    asked = {"game": "witchstone", "seats": [HUMAN] * 2}
    assert room.post("/api/tables", asked, headers={"content-type": kind}).refused == (400, "bad_request")
    assert waiting.post("/join", {}, headers={"content-type": kind}).refused == (400, "bad_request")
    assert (
        waiting.post("/join", {}, headers={"content-type": "application/json; charset=utf-8"}).status == 200
    )


# -- where it comes from -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "other", "same"), [
    ("2001:db8:1:2::7", "2001:db8:1:2:ffff::1", True),
    ("2001:db8:1:2::7", "2001:db8:1:3::7", False),
    ("::ffff:192.0.2.1", "192.0.2.1", True),
    ("::ffff:192.0.2.1", "::ffff:192.0.2.2", False),
    ("192.0.2.1", "192.0.2.2", False),
    ("fe80::1%eth0", "fe80::2", True),
    ("testclient", "testclient", True),
])  # fmt: skip
def test_limits_are_counted_by_household(one: str, other: str, same: bool) -> None:
    assert (neighbourhood(one) == neighbourhood(other)) is same


def test_who_has_a_whole_network_has_one_share(inside) -> None:  # type: ignore[no-untyped-def]
    room = inside(limits=True)
    asked = {"game": "witchstone", "seats": [HUMAN, OPEN]}
    answers = [room.post("/api/tables", asked, client=f"2001:db8::{n:x}") for n in range(1, 40)]
    assert answers[0].status == 201
    assert answers[-1].refused == (429, "too_many")
    assert room.post("/api/tables", asked, client="2001:db8:0:1::1").status == 201


def test_a_request_by_no_name_is_refused_from_the_first_on(inside: Callable[..., Inside]) -> None:
    room = inside()
    assert room.get("/", headers={"host": ""}).status == 400
    assert room.get("/").status == 200
    assert room.get("/", headers={"host": ""}).status == 400
