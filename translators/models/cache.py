"""Answers of models on disk, in SQLite, which is safe under concurrent processes.

A key covers everything that matters for an answer, and no secret.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sorites.solvers import UserError

from .chat import Reply, Request, Usage

if TYPE_CHECKING:
    import sqlite3


def cache_folder() -> Path:
    """Return the folder for all that is kept between runs and can be had again."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sorites"


def default_path() -> Path:
    """Return where answers are kept if the user says nothing else."""
    return cache_folder() / "replies.sqlite"


def cache_at(where: Path | str | bool | None) -> ReplyCache | None:
    """Return the cache that options ask for: at a path, at the default one for ``True``, or none."""
    if not where:
        return None
    return ReplyCache(default_path() if where is True else Path(where))


def key_of(**parts: Any) -> str:
    """Return the key for everything that an answer depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReplyCache:
    """A file of answers.

    Attributes:
        path: the file; it is made when the first answer is put.
    """

    path: Path

    def get(self, key: str) -> Reply | None:
        """Return the answer of a key as one that costs nothing, or ``None``."""
        if not self.path.exists():
            return None
        with closing(self._open()) as connection:
            row = connection.execute("SELECT reply FROM replies WHERE key = ?", (key,)).fetchone()
        if row is None:
            return None
        found = json.loads(row[0])
        replayed = (Request("cache", Usage(replayed=1), found.get("mode", "")),)
        return Reply(found["raw"], found["valid"], replayed, found["finish"], found.get("thoughts", ""))

    def put(self, key: str, reply: Reply) -> None:
        """Keep an answer."""
        with closing(self._open()) as connection, connection:
            mode = reply.requests[-1].mode if reply.requests else ""
            kept = {"raw": reply.raw, "valid": reply.valid, "finish": reply.finish, "thoughts": reply.thoughts}
            text = json.dumps({**kept, "mode": mode}, ensure_ascii=False)
            connection.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (key, text))

    def _open(self) -> sqlite3.Connection:
        import sqlite3  # only who asks a model keeps answers

        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=30)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("CREATE TABLE IF NOT EXISTS replies (key TEXT PRIMARY KEY, reply TEXT NOT NULL)")
        except (sqlite3.Error, OSError) as fault:
            raise UserError(f"answers can't be kept in {self.path}: {fault}; move it away, or say --no-cache") from None
        return connection
