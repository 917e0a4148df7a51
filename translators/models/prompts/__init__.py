"""Prompts, which are files with versions, and how a problem becomes messages."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal

from sorites.solvers import UserError, write_program

from ...options import ModelOptions
from ...problem import Problem, statements_of
from ..chat import Message
from ..program_text import TEXT, as_schema
from ..schema import OF_KIND
from .fences import fence, fenced, listed, neutral
from .labels import answers_to, shown_answer
from .shots import Demonstration, Drawn, Shots, chosen, kind_of, read_shown

__all__ = [
    "DEFAULT_SHOTS", "NAMES", "Form", "Prompt", "check_prompts", "fence", "fenced", "listed", "load_prompt", "neutral",
    "prompt_for_translation",
]  # fmt: skip

DEFAULT_SHOTS: Final = 2
"""Demonstrations of translations."""
NAMES: Final = ("translate", "direct", "cot")
"""The prompts that a file or a folder of the user's can replace, and that show demonstrations."""
_ANSWERS: Final = ("closed", "knowledge")
_PARTS: Final = {"translate": (*OF_KIND, "constraints"), "direct": _ANSWERS, "cot": _ANSWERS}
"""What the instructions say besides: of translations by kind of problem; of answers that the text is all there is to
know, or that knowledge of the world helps."""
_GAME: Final = re.compile(r"\brules of the game\b", re.I)
"""What BoardgameQA's texts say, which leave out a part of what is needed (Kazemi et al. 2023, section 4)."""
_VERSION: Final = re.compile(r"version: (\S+)\n+")
_USER: Final = re.compile(r"^=== user ===$\n*", re.M)
"""What stands in a prompt's file between the instructions and the form of a problem."""
_PLACE: Final = re.compile(r"\[\[(CONTEXT|QUESTION|OPTIONS|LABELS)\]\]")

Form = Literal["json", "text"]
"""What is asked for: a filled schema, or text: a program in sections, or a plain answer."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with its demonstrations.

    Attributes:
        version: the version that its first line names.
        hash: the first digits of a hash of all that a model is told besides the problem.
        system: the instructions.
        shots: which demonstrations are shown.
        name: what it is for, one of ``NAMES``, or another of ours.
        form: what is asked for.
        parts: what the instructions say besides, by kind of problem.
        user: how a problem is put, with ``[[CONTEXT]]``, ``[[QUESTION]]``, ``[[OPTIONS]]`` and ``[[LABELS]]`` for its
            parts; then nothing else is said beside it. Empty for data between marks.
        explained: whether answers have an explanation behind them, in demonstrations too.
    """

    version: str
    hash: str
    system: str
    shots: Shots | Drawn = field(hash=False)
    name: str = "translate"
    form: Form = "json"
    parts: Mapping[str, str] = field(default_factory=dict, hash=False)
    user: str = ""
    explained: bool = False

    @property
    def label(self) -> str:
        """Version and hash, as they stand in records."""
        return f"{self.version}:{self.hash}"

    def messages(self, problem: Problem) -> list[Message]:
        """Return the messages that put a problem to a model.

        What is the same for many problems comes first, so that endpoints can keep it: the
        instructions, then the demonstrations, then the problem.

        Args:
            problem: the problem.

        Raises:
            UserError: a demonstration can't be shown for such a problem.
        """
        told = self._instructions(problem)
        found = [Message("system", told)] if told else []
        for number, shown in enumerate(self.shots.of(problem), 1):
            reply, options = self._reply(shown, problem, f"demonstration {number}")
            found.append(Message("user", self._put(shown.context, shown.question, options, problem)))
            found.append(Message("assistant", reply, shows=self.form == "json"))
        found.append(Message("user", self._put(problem.context, problem.question, problem.options, problem)))
        return found

    def fields(self, problem: Problem) -> frozenset[str]:
        """Return the fields of programs that a problem of its kind needs, and those that demonstrations fill in.

        Args:
            problem: the problem.
        """
        kinds = (
            OF_KIND if "general" in self.parts else (kind_of(problem, answered=False),)
        )  # a kind that the user named
        chosen = ("options",) if any(statements_of(problem.options)) else ()
        needed = frozenset(chosen).union(*(OF_KIND.get(kind, ()) for kind in kinds))
        return needed.union(*(filled_fields(shown.program) for shown in self.shots.of(problem)))

    def constrains(self, problem: Problem) -> bool:
        """Return whether a problem is a puzzle with options, for which constraints are asked.

        Args:
            problem: the problem.
        """
        ours = "constraints" in self.parts and isinstance(self.shots, Shots) and "constraints" in self.shots.pools
        return ours and kind_of(problem, answered=False) == "constraints"

    def _put(self, context: str, question: str, options: tuple[str, ...], problem: Problem) -> str:
        """Return a problem, or a demonstration, as a model is shown it."""
        if not self.user:
            return fenced(context, question, options)
        told = "\n".join(options) or "\n".join(answers_to(problem).labels)
        return _filled_in(self.user, problem, CONTEXT=context, QUESTION=question, OPTIONS=told)

    def _instructions(self, problem: Problem) -> str:
        if self.user:
            return _filled_in(self.system, problem)
        if self.name in {"direct", "cot"}:
            part = self.parts.get("knowledge" if _GAME.search(problem.context) else "closed", "")
            end = "" if self.form == "json" else f"\n\n{_LAST_LINE[self.name]}"
            return "\n\n".join(filter(None, (self.system, part, answers_to(problem).told))) + end
        if self.constrains(problem):
            more = _ours("constraints_text")[1] if self.form == "text" else ""
            return f"{self.parts['constraints']}\n\n{more}".strip()
        part = self.parts.get(kind_of(problem, answered=False), "")
        return f"{self.system}\n\n{part}" if part else self.system

    def _reply(self, shown: Demonstration, problem: Problem, whose: str) -> tuple[str, tuple[str, ...]]:
        """Return what a demonstration answers, and the options that it is shown with."""
        if self.name not in {"direct", "cot"}:
            if self.constrains(problem):
                filled = json.dumps(shown.filled, ensure_ascii=False)
                return shown.program if self.form == "text" else filled, shown.options
            options = shown.options or (() if answers_to(problem).statements else problem.options)
            if self.form == "text":
                return write_program(shown.translated).strip(), options
            return _filled(shown.program, shown.notes), options
        answer, options = shown_answer(shown.answer, shown.options, problem, whose)
        before, behind = self.name == "cot", self.name != "cot" and self.explained
        said = {"reasoning": shown.reasoning * before, "answer": answer, "explanation": shown.reasoning * behind}
        said = {name: text for name, text in said.items() if text}
        if self.form == "text":
            return "\n".join(f"Answer: {text}" if name == "answer" else text for name, text in said.items()), options
        return json.dumps(said, ensure_ascii=False), options


def _filled_in(text: str, problem: Problem, **parts: str) -> str:
    """Return a text with what belongs in its places, in which nothing looks like a sign of a chat template."""
    known = {"LABELS": ", ".join(answers_to(problem).labels), **parts}
    return _PLACE.sub(lambda place: neutral(known.get(place.group(1), place.group())), text)


_LAST_LINE: Final = {
    "direct": "Write one line, with the answer behind 'Answer: '.",
    "cot": "Write the steps, and on a last line the answer behind 'Answer: '.",
}


@lru_cache(256)
def _filled(program: str, notes: str) -> str:
    """Return a demonstration's program as a filled schema; the same for many problems."""
    found = as_schema(read_shown(program)).model_dump(exclude_defaults=True)
    return json.dumps({**({"notes": notes} if notes else {}), **found}, ensure_ascii=False)


@lru_cache(256)
def filled_fields(program: str) -> frozenset[str]:
    """Return the fields of a demonstration's program that not every problem needs."""
    return frozenset(json.loads(_filled(program, ""))) & frozenset().union(*OF_KIND.values())


@cache
def load_prompt(
    path: Path | None = None,
    shots: int | None = None,
    name: str = "translate",
    demonstrations: object = None,
    form: Form = "json",
) -> Prompt:
    """Return a prompt.

    Args:
        path: a file of the user's that replaces the instructions, or a folder with files such as ``translate.md``,
            which replace those of the same name.
        shots: how many demonstrations to show; ``None`` for all of a file of the user's, or else for
            two of translations, and none of anything else.
        name: the prompt: one of ``NAMES``, or another of ours.
        demonstrations: a file, one of ``shots.KINDS``, what was drawn from a dataset, or ``None`` for ours of the kind
            that a problem looks like.
        form: what is asked for: a filled schema or text.

    Raises:
        UserError: a file can't be read, or there are not so many demonstrations.
    """
    version, system, own = _read(path, name, form)
    parts = {kind: _ours(kind)[1] for kind in _PARTS.get(name, ()) if not own}
    if name == "translate" and str(demonstrations) in OF_KIND and not own:
        # Of a kind that the user named, what is said of it holds for all problems.
        parts = dict.fromkeys(("general", *OF_KIND), parts[str(demonstrations)])
    system, user = _split(system)
    shown: Shots | Drawn = Shots(0, {"": ()})
    if name in NAMES:
        shown = chosen(demonstrations, shots, name, DEFAULT_SHOTS if name == "translate" else 0)
    told = [
        system,
        user,
        form,
        parts,
        shown.count,
        {k: [d.model_dump() for d in pool] for k, pool in shown.pools.items()},
    ]
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]
    return Prompt(version, digest, system, shown, name, form, parts, user)


def _split(text: str) -> tuple[str, str]:
    """Return the instructions of a file, and how it puts a problem; nothing if it does not say that."""
    system, *user = _USER.split(text, 1)
    return system.strip(), user[0].strip() if user else ""


def _read(path: Path | None, name: str, form: Form) -> tuple[str, str, bool]:
    """Return a prompt's version and text, and whether it is the user's."""
    if path is not None and (not path.is_dir() or (path / f"{name}.md").exists()):
        file = path / f"{name}.md" if path.is_dir() else path
        try:
            return (*_parted(file.read_text("utf-8"), "user"), True)
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"can't read the prompt {file}: {error}") from error
    version, text = _ours(name)
    if name == "translate" and form == "text":
        text = f"{text}\n\n{_ours('program_text')[1]}"
    return version, text, False


def _ours(name: str) -> tuple[str, str]:
    return _parted((files(__package__) / f"{name}.md").read_text("utf-8"), "user")


def _parted(text: str, version: str) -> tuple[str, str]:
    found = _VERSION.match(text)
    return (found.group(1), text[found.end() :].strip()) if found else (version, text.strip())


def prompt_for_translation(how: ModelOptions) -> Prompt:
    """Return the prompt of a translation.

    Args:
        how: how the model is asked.

    Raises:
        UserError: a file can't be read, there are not so many demonstrations, or something would be without effect.
    """
    check_prompts(how.prompt, ("translate",))
    form: Form = "text" if how.mode == TEXT else "json"
    return load_prompt(how.prompt, how.shots, "translate", how.demonstrations, form)


def check_prompts(path: Path | None, names: Collection[str]) -> None:
    """Say what of a file or folder of the user's prompts would be without effect.

    Args:
        path: the file or folder.
        names: the prompts that are used.

    Raises:
        UserError: a file would have to replace several prompts; a folder holds none of these, or unknown ones.
    """
    if path is None:
        return
    listed = ", ".join(f"{name}.md" for name in names)
    if not path.is_dir():
        if len(names) > 1:
            raise UserError(f"{path} would replace one prompt, and {len(names)} are used; give a folder with {listed}")
        return
    found = {file.stem for file in path.glob("*.md")}
    if unknown := sorted(found - set(NAMES)):
        raise UserError(f"{path}: there is no prompt '{unknown[0]}'; there are {', '.join(NAMES)}")
    if not found & set(names):
        raise UserError(f"{path} holds none of the prompts that are used: {listed}")
