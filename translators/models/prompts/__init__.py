"""Prompts, which are files with versions, and how a problem becomes messages."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from sorites.solvers import UserError

from ...problem import Problem
from ..chat import Message

DEFAULT_SHOTS: Final = 2
"""Demonstrations of translations."""
_MARK: Final = re.compile(r"<(/?)(context|question|options|vocabulary|sentences?|premises|pairs)>")
MAX_LISTED: Final = 12
"""The most texts that are listed; a model mends a few at a time."""
_WIDTH: Final = 600
"""The most characters of one of them."""
_LISTED: Final = re.compile(r"^<(sentences|premises)>\n(.*?)\n</\1>$", re.M | re.S)
_VERSION: Final = re.compile(r"version: (\S+)\n+")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with its demonstrations.

    Attributes:
        version: the version that its first line names.
        hash: the first digits of a hash of all that a model is told besides the problem.
        system: the instructions.
        demonstrations: examples, each with ``context``, ``question`` and ``reply``; the
            ``answer`` in a baseline's reply is a verdict, which becomes a label of the problem's.
    """

    version: str
    hash: str
    system: str
    demonstrations: tuple[dict[str, Any], ...] = field(hash=False)

    @property
    def label(self) -> str:
        """Version and hash, as they stand in records."""
        return f"{self.version}:{self.hash}"

    def messages(self, problem: Problem) -> list[Message]:
        """Return the messages that put the problem to a model."""
        found = [Message("system", self.system)]
        for shown in self.demonstrations:
            found.append(Message("user", fenced(shown["context"], shown["question"], ())))
            reply = json.dumps(shown["reply"], ensure_ascii=False)
            found.append(Message("assistant", reply, shows=True))
        found.append(Message("user", fenced(problem.context, problem.question, problem.options)))
        return found


@cache
def load_prompt(path: Path | None = None, shots: int | None = None, name: str = "translate") -> Prompt:
    """Return a prompt.

    Args:
        path: a file of the user's that replaces the instructions.
        shots: how many demonstrations to show, at most as many as there are; ``None`` for
            two of translations, and none of anything else.
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
    if shots is None:
        shots = DEFAULT_SHOTS if name == "translate" else 0
    shown = json.loads((here / "demonstrations.json").read_text("utf-8"))
    demonstrations = tuple(_demonstration(d, name) for d in shown[:shots])
    digest = hashlib.sha256(f"{system}\0{json.dumps(demonstrations)}".encode()).hexdigest()[:12]
    return Prompt(version.group(1) if version else "user", digest, system.strip(), demonstrations)


def _demonstration(shown: dict[str, Any], name: str) -> dict[str, Any]:
    """Return what a demonstration shows for a prompt."""
    replies = {
        "translate": shown["program"],
        "direct": {"answer": shown["verdict"]},
        "cot": {"reasoning": shown["reasoning"], "answer": shown["verdict"]},
    }
    return {"context": shown["context"], "question": shown["question"], "reply": replies[name]}


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


def listed(mark: str, texts: Iterable[tuple[int, str]]) -> str:
    """Return texts as data between marks, one in a line, with their numbers where these are not 0."""
    lines = [f"{number}. {_line(text)}" if number else f"- {_line(text)}" for number, text in texts]
    more = len(lines) - MAX_LISTED
    return fence(**{mark: "\n".join(lines[:MAX_LISTED])}) + (f"\n… and {more} more." if more > 0 else "")


def numbers_listed(text: str) -> list[int]:
    """Return the numbers of the texts that ``listed`` wrote into a text, in order."""
    return sorted({int(n) for _, block in _LISTED.findall(text) for n in re.findall(r"^(\d+)\. ", block, re.M)})


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[:_WIDTH] + "…"
