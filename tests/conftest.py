"""What all tests share: the network is off but for loopback, and public data may be absent."""

from __future__ import annotations

import gc
import os
import shutil
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# Without bytecode each worker rewrites all tests anew, and a process that a test starts takes twice as long.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Neither the clock nor chance decides; random tests have a budget, and --hypothesis-profile=thorough has more.
patient = settings(deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("sorites", patient, max_examples=50, derandomize=True)
settings.register_profile("thorough", patient, max_examples=2000)
settings.load_profile("sorites")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SHARED = Path(__file__).parent.parent.parent / "shared" / "data"


def pytest_xdist_auto_num_workers() -> int:
    """Take one worker more than there are cores, since some tests wait for processes."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if SHARED.is_dir():
        return
    skip = pytest.mark.skip(reason=f"the public data is not at {SHARED}")
    for item in items:
        if "shared_data" in item.keywords:
            item.add_marker(skip)


def pytest_collection_finish() -> None:
    """Have what was imported and collected, which stays to the end, no more looked through for garbage."""
    gc.freeze()


PATIENCE = {
    "books.answers.MISSING_SECONDS": 60.0,
    "certifying.proving.MAX_SECONDS": 60.0,
    "certifying.proving.MODEL_SECONDS": 3.0,
    "certifying.preferring.MAX_SECONDS": 60.0,
}
"""The seconds in which a certificate, or what a case hangs on, is looked for: few are not enough beside other work."""


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, seconds in PATIENCE.items():
            patch.setattr(f"sorites.solvers.{name}", seconds)
        yield


@pytest.fixture(autouse=True)
def loopback_only(monkeypatch: pytest.MonkeyPatch) -> None:
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] not in {"127.0.0.1", "::1", "localhost"}:
            raise OSError(f"tests reach no network, and asked for {address[0]}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        alone = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"  # pages must do without other hosts
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", alone])
        yield browser
        browser.close()


@pytest.fixture
def shared() -> Path:
    return SHARED
