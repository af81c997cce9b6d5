"""The documentation's site: every page is there, and no link is dead."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import ROOT, site


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    site.build(folder)
    return folder


def test_no_link_is_dead(built: Path) -> None:
    assert site.dead_links(built) == []


def test_every_page_of_the_checkout_is_there(built: Path) -> None:
    sources = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    for source in sources:
        assert (built / site.address_of(source.relative_to(ROOT).as_posix())).is_file(), source
    for rules in (ROOT / "src/coven/games").glob("*/rules.md"):
        for lang in ("en", "de", "fr", "hu", "pt"):
            assert (built / "rules" / f"{rules.parent.name}.{lang}.html").is_file()


def test_every_page_is_reached_from_the_start(built: Path) -> None:
    start = (built / "index.html").read_text(encoding="utf-8")
    for page in site.documents(set()):
        assert f'href="{page.address}"' in start


def test_links_between_files_become_links_between_pages() -> None:
    assets: set[str] = set()
    text = "# T\n\n[a](../README.md#play) [b](coven.service) ![c](witches.svg) [d](#t) [e](https://e.test/)\n"
    html = site.written("docs/play.md", text, "Play", assets).html
    for href in ("../index.html#play", "../docs/coven.service", "#t", "https://e.test/"):
        assert f'href="{href}"' in html
    assert 'src="../docs/witches.svg"' in html
    assert assets == {"docs/coven.service", "docs/witches.svg"}


def test_headings_can_be_pointed_at() -> None:
    page = site.written(
        "docs/play.md", "# T\n\n## What `a` is, here\n\n## Again\n\n## Again\n", "Play", set()
    )
    assert [anchor for anchor, _ in page.contents] == ["what-a-is-here", "again", "again-1"]


def test_dead_links_are_found(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(
        '<p id="x"><a href="b.html#y">b</a><a href="#x">x</a><a href="no.html">n</a></p>'
    )
    (tmp_path / "b.html").write_text(
        '<img src="no.svg"><a href="a.html#x">a</a><a href="http://e.test/">e</a>'
    )
    assert sorted(site.dead_links(tmp_path)) == ["a.html: b.html#y", "a.html: no.html", "b.html: no.svg"]
