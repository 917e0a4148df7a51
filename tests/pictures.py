"""The pictures of the README, made anew: ``python -m tests.pictures`` answers, runs, reports and photographs that."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from .command import sorites
from .conftest import CHROMIUM
from .house.test_playground import README, SOURCE, opened, served

ASSETS = Path(__file__).parent.parent / "docs" / "assets"


def main() -> None:
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        answer(browser)
        report(browser, Path(folder))
        browser.close()


def answer(browser: Browser) -> None:
    with served(SOURCE) as site:
        page = opened(browser, site, README)
        page.wait_for_selector(".head")
        page.set_viewport_size({"width": 1300, "height": 760})
        page.screenshot(path=ASSETS / "answer.png")


def report(browser: Browser, folder: Path) -> None:
    cells = ("--translator", "english", "--translator", "gold")
    for command in (("bench", "sample", "--limit", "60", *cells, "--check", "--out", "run"), ("report", "run")):
        ended = sorites(*command, folder=folder)
        assert ended.returncode == 0, ended.stderr
    page = browser.new_page(viewport={"width": 1300, "height": 760})
    page.goto(f"file://{folder / 'run' / 'report.html'}")
    page.wait_for_selector("body[data-ready]")
    page.screenshot(path=ASSETS / "report.png")


if __name__ == "__main__":
    main()
