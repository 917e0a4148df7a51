"""Prompts, which are files with versions, and how a problem becomes messages."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from solvers import UserError

from ..chat import Message
from ..problem import Problem

_MARK: Final = re.compile(r"<(/?)(context|question|options|vocabulary|sentence|pairs)>")
_VERSION: Final = re.compile(r"version: (\S+)\n+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with its demonstrations.

    Attributes:
        version: the version that its first line names.
        hash: the first digits of a hash of all that a model is told besides the problem.
        system: the instructions.
        demonstrations: examples, each with ``context``, ``question`` and ``program``.
    """

    version: str
    hash: str
    system: str
    demonstrations: tuple[dict[str, Any], ...]

    @property
    def label(self) -> str:
        """Version and hash, as they stand in records."""
        return f"{self.version}:{self.hash}"

    def messages(self, problem: Problem) -> list[Message]:
        """Return the messages that ask for a translation of the problem."""
        found = [Message("system", self.system)]
        for shown in self.demonstrations:
            found.append(Message("user", fenced(shown["context"], shown["question"], ())))
            found.append(Message("assistant", json.dumps(shown["program"], ensure_ascii=False)))
        found.append(Message("user", fenced(problem.context, problem.question, problem.options)))
        return found


@cache
def load_prompt(path: Path | None = None, shots: int = 2, name: str = "translate") -> Prompt:
    """Return a prompt.

    Args:
        path: a file of the user's that replaces the instructions.
        shots: how many demonstrations to show, at most as many as there are; for translations only.
        name: the prompt: ``translate``, ``direct`` or ``cot``.

    Raises:
        UserError: the file can't be read.
    """
    here = files(__package__)
    try:
        text = path.read_text("utf-8") if path else (here / f"{name}.md").read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"can't read the prompt {path}: {error}") from error
    version = _VERSION.match(text)
    system = text[version.end() :] if version else text
    shown = json.loads((here / "demonstrations.json").read_text("utf-8")) if name == "translate" else []
    demonstrations = tuple(shown[:shots])
    digest = hashlib.sha256(f"{system}\0{json.dumps(demonstrations)}".encode()).hexdigest()[:12]
    return Prompt(version.group(1) if version else "user", digest, system.strip(), demonstrations)


def fenced(context: str, question: str, options: tuple[str, ...]) -> str:
    """Return a problem as data between marks that its text can't close."""
    parts = {"context": context, "question": question}
    if options:
        parts["options"] = "\n".join(options)
    return fence(**parts)


def fence(**parts: str) -> str:
    """Return texts between marks of their names, which no text can close."""
    safe = {name: _MARK.sub(r"‹\1\2›", text) for name, text in parts.items()}
    return "\n".join(f"<{name}>\n{text}\n</{name}>" for name, text in safe.items())
