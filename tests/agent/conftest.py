"""What tests of the agent share: the key of a model that a server on loopback stands in for."""

from __future__ import annotations

import pytest

SECRET = "sk-very-secret-0123456789"


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", SECRET)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
