"""The site of the docs: it is whole, and asks nothing of other hosts; and the notebook on it."""

from __future__ import annotations

import copy
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Browser

from ..conftest import needs_browser
from ..notebooks import NOTEBOOK, PAGE, page, run, shown
from .test_playground import SOURCE, served

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site in strict mode, in which a warning or a broken link or anchor is an error."""
    clone = tmp_path_factory.mktemp("clone")
    for name in ("docs", "agent", "eval", "solvers", "translators"):
        shutil.copytree(ROOT / name, clone / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "src", clone / "src", symlinks=True)
    shutil.copy(ROOT / "mkdocs.yml", clone)
    command = [sys.executable, "-m", "zensical", "build", "--strict"]
    built = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return clone / "site"


def test_the_site_asks_nothing_of_other_hosts(site: Path) -> None:
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 15
    loads = re.compile(
        r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"']?(?:https?:)?//|<link\b[^>]*href=[\"']?(?:https?:)?//"
    )
    for found in pages:
        assert not loads.search(found.read_text(encoding="utf-8")), found
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import)\s*[\"']?(https?:)?//", style.read_text(encoding="utf-8")), style


def test_the_reference_has_all_that_is_public(site: Path) -> None:
    import sorites

    text = "".join(p.read_text(encoding="utf-8") for p in (site / "reference").rglob("*.html"))
    there = set(re.findall(r'id="sorites\.[\w.]*?(\w+)"', text))
    assert set(sorites.__all__) - there <= {"__version__"}
    assert '<span class="gp">&gt;&gt;&gt; </span>' in text, "examples are not shown as code"
    assert "<blockquote>" not in text, "an example is shown as a quotation"
    assert not re.search(r":(class|func|meth|mod|data):", text), "a role is shown as text"


@needs_browser
def test_examples_are_live(site: Path, browser: Browser) -> None:
    """Each has a button, which opens the playground on it; what the docs say of it stands there."""
    shutil.copytree(SOURCE, site / "playground", dirs_exist_ok=True)
    with served(site) as here:
        shown = browser.new_page(color_scheme="dark")
        shown.on("pageerror", lambda error: pytest.fail(str(error)))
        shown.goto(f"{here.address}guides/one-problem/index.html")
        buttons = shown.locator("button.live")
        many = buttons.count()
        assert many > 4
        for number in range(many):
            buttons.first.click()
            answer = shown.locator("sorites-playground").nth(number).locator(".head")
            answer.wait_for()
            assert answer.get_attribute("data-kind") != "fault" or "two ways" in answer.inner_text()
        assert shown.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_notebook_shows_what_it_says() -> None:
    kept = nbformat.read(NOTEBOOK, as_version=4)
    assert page(kept) == PAGE.read_text(encoding="utf-8")
    assert shown(run(copy.deepcopy(kept))) == shown(kept)
