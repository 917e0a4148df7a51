"""Demonstrations: problems with their translations and answers, ours by kind of problem, or a file of the user's."""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from sorites.solvers import Program, Reading, UserError, read_program
from sorites.solvers.logic.diagnostics import has_errors

from ...files import checked, rows_of
from ...options import AUTO, TRAIN
from ...problem import Problem, statements_of
from ..constraints import ConstraintProgram
from ..feedback import for_model
from ..schema import FOLProgram
from ..structure import UNCHECKED
from .labels import answers_to

KINDS: Final = {
    "general": "relations, either … or, only, unless, any, some, years, compound and negated goals",
    "numbers": "amounts and years that are compared",
    "inference": "single steps and fallacies, as LogicAsker asks for",
    "defaults": "what normally holds, exceptions, who is more reliable",
    "preferences": "games with rules of which some are preferred over others, as BoardgameQA has them",
    "constraints": "seats, days and teams with options, as AR-LSAT has them; for translations only",
    "choices": "which of several statements is right; for baselines only, since they have no programs",
}
"""Our own demonstrations by kind of problem, and what each kind shows."""
_PREFERENCES: Final = re.compile(r"\bpreferred (?:over|to)\b|\brule ?\d+ (?:is preferred|overrides)\b", re.I)
_DEFAULTS: Final = re.compile(r"\b(?:normally|usually|typically|generally|by default|possibly an exception)\b", re.I)
_CONSTRAINTS: Final = re.compile(
    r"\b(?:arranged|fixed order|in a row|from left to right|(?:left|right)most|to the (?:left|right) of|scheduled?"
    r"|assign(?:s|ed)|seated|finished|consecutive(?:ly)?|adjacent|next to|exactly|at (?:least|most) \w+|no two"
    r"|no more than|earlier|later|before|after|the same|each of|must|cannot)\b",
    re.I,
)
"""Words of puzzles about seats, days and teams."""


TRAPS: Final = {
    name: re.compile(rf"\b(?:{words})\b", re.I)
    for name, words in {
        "some": "some",
        "any": "any|whoever",
        "if any": "if (?:any|some|a|an)(?:one|body|thing)?",
        "no": "no",
        "nobody": "no ?body|no one|none",
        "not true": "not (?:true|the case)|false that|doesn't|don't",
        "not every": "not (?:every|all)\\w*",
        "either": "either",
        "neither": "neither",
        "or": "or",
        "or both": "or both|but not both",
        "both": "both",
        "only": "(?<!and )(?<!the )only(?! if)",
        "the only": "the only",
        "unless": "unless|except",
        "all and": r"all \w+ and \w+s|every \w+ and (?:every )?\w+",
        "than": r"\w+er than|more \w+ than|less \w+ than",
        "years": r"(?:1[0-9]|20)\d\d",
        "amounts": r"(?:more|less|fewer|older|younger|at least|at most)(?: than)? \d+|\d+ (?:years|hours|dollars)",
    }.items()
}
"""Words that models often render wrongly, by the names of what our demonstrations show of them."""


class Demonstration(BaseModel):
    """A problem with what should be answered to it.

    Attributes:
        context: its text.
        question: what is asked.
        options: the choices, if it is one of multiple choice.
        program: its translation, as text in sections; in a file also the lines of the text, or the object that models
            fill in.
        reasoning: the steps to the answer.
        answer: a verdict (``entailed``, ``refuted``, ``unknown``), a label, a letter of the options or an option.
        id: its name, if it has one.
        traps: what of ``TRAPS`` its translation shows.
        notes: what a model should note before the program.
        filled: the program of a puzzle, as models fill it in.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    context: Annotated[str, Field(min_length=1)]
    question: Annotated[str, Field(min_length=1)]
    options: tuple[str, ...] = ()
    program: str = ""
    reasoning: str = ""
    answer: str = ""
    id: Annotated[str, Field(coerce_numbers_to_str=True)] = ""
    traps: tuple[str, ...] = ()
    notes: str = ""
    filled: Annotated[dict[str, Any], Field(exclude=True)] = {}

    @model_validator(mode="before")
    @classmethod
    def _puzzle(cls, given: Any) -> Any:
        program = given.get("program") if isinstance(given, dict) else None
        if not isinstance(program, dict) or "constraints" not in program:
            return given
        text = ConstraintProgram.model_validate(program).text(given.get("question", ""))
        return {**given, "program": text, "filled": program}

    @field_validator("program", mode="before")
    @classmethod
    def _one_text(cls, given: Any) -> Any:
        if isinstance(given, list):
            return "\n".join(map(str, given))
        if isinstance(given, dict):
            return FOLProgram.model_validate(given, context={UNCHECKED: True}).text()
        return given

    @field_validator("program")
    @classmethod
    def _readable(cls, text: str) -> str:
        if text:
            found = read_program(text).diagnostics
            if has_errors(found):
                raise ValueError(f"the program can't be read:\n{for_model(found, text)}")
        return text

    @property
    def translated(self) -> Program:
        """What its program is read as; it has one, and that can be read."""
        return read_shown(self.program)


def read_shown(text: str) -> Program:
    """Return the program of a demonstration, which can be read.

    Args:
        text: its text.
    """
    reading: Reading = read_program(text)
    assert reading.first is not None
    return reading.first


_FEW: Final = ("choices", "constraints")
"""The kinds beside whose demonstrations no general ones are shown."""


def kind_of(problem: Problem, *, answered: bool) -> str:
    """Return the kind of our demonstrations that a problem looks like, by the words of its text.

    Args:
        problem: the problem.
        answered: whether an answer is asked for, not a program.
    """
    if answered and answers_to(problem).statements:
        return "choices"
    if not answered and statements_of(problem.options) and _CONSTRAINTS.search(problem.context):
        return "constraints"
    text = f"{problem.context} {problem.question}"
    if _PREFERENCES.search(text):
        return "preferences"
    return "defaults" if _DEFAULTS.search(text) else "general"


def traps_of(text: str) -> frozenset[str]:
    """Return what of ``TRAPS`` a text has."""
    return frozenset(name for name, words in TRAPS.items() if words.search(text))


@dataclass(frozen=True, slots=True, eq=False)
class Shots:
    """Which demonstrations are shown.

    Attributes:
        count: how many of them.
        pools: those there are, by kind of problem; under the one name ``""`` if they are for all problems.
        balanced: pick them so that the traps of the problem's text are shown, and the labels are as many of each; else
            the first ones are taken.
        answered: whether they show answers, not programs.
    """

    count: int
    pools: Mapping[str, Sequence[Demonstration]]
    balanced: bool = True
    answered: bool = False

    @lru_cache(256)  # noqa: B019  # asked for the messages and for the schema, and again for repairs
    def of(self, problem: Problem) -> tuple[Demonstration, ...]:
        """Return the demonstrations that are shown for a problem.

        Args:
            problem: the problem.

        Raises:
            UserError: there are not so many of its kind.
        """
        kind = "" if "" in self.pools else kind_of(problem, answered=self.answered)
        kind = kind if kind in self.pools else "general"
        pool = self.pools[kind]
        _enough(self.count, len(pool), f"of the kind '{kind}' there are")  # of 'choices' there are fewer
        if not self.balanced:
            return tuple(pool[: self.count])
        traps = frozenset[str]() if self.answered else traps_of(f"{problem.context} {problem.question}")
        return tuple(_balanced(pool, self.count, lambda shown: _label(shown, problem), traps))


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """Demonstrations that were drawn from the training part of a dataset.

    Attributes:
        count: how many are shown for a problem.
        pools: sets of so many, by the name of the problems that they are for, with their number behind it.
        names: what problems are called in ``pools``, by their ids; empty if it is one name for all.
        source: where they are from.
    """

    count: int
    pools: Mapping[str, Sequence[Demonstration]]
    names: Mapping[str, str]
    source: str

    def of(self, problem: Problem) -> tuple[Demonstration, ...]:
        """Return a set of demonstrations, always the same for a problem, and none of them the problem itself.

        Args:
            problem: the problem.

        Raises:
            UserError: every set has the problem itself in it.
        """
        name = self.names.get(problem.id, "")
        sets = [one for key, one in self.pools.items() if key.rpartition(" ")[0] == name]
        first = zlib.crc32(problem.id.encode()) % len(sets)
        for one in (*sets[first:], *sets[:first]):
            if all((shown.context, shown.question) != (problem.context, problem.question) for shown in one):
                return tuple(one)
        raise UserError(f"'{problem.id}' stands in {self.source}, too, so it would be its own demonstration")


def _label(shown: Demonstration, problem: Problem) -> str:
    found = next((label for verdict, label in problem.scheme.labels.items() if verdict == shown.answer), None)
    if found is None and shown.options:  # a letter, which shall not always be the same
        found = next((option[:1] for option in shown.options if shown.answer in option), None)
    return found or shown.answer


def _balanced(
    pool: Sequence[Demonstration], count: int, label: Callable[[Demonstration], str], traps: frozenset[str]
) -> Iterator[Demonstration]:
    """Yield so many of a pool: at each step one that shows most traps that were not shown, then one whose label was
    yielded least, in their order otherwise."""
    left, told = [(one, label(one), frozenset(one.traps)) for one in pool], Counter[str]()
    for _ in range(count):
        best = min(range(len(left)), key=lambda i: (-len(traps & left[i][2]), told[left[i][1]]))
        found, labelled, shown = left.pop(best)
        told[labelled] += 1
        traps -= shown
        yield found


def chosen(which: object, count: int | None, prompt: str, default: int) -> Shots | Drawn:
    """Return the demonstrations that a prompt shows.

    Args:
        which: one of ``KINDS``, ``auto`` or ``None`` for the kind that each problem looks like, a file, or what was
            drawn from a dataset.
        count: how many; ``None`` for all of a file, and the default of ours.
        prompt: what they are shown for.
        default: how many of ours are shown unless something is said.

    Raises:
        UserError: there are not so many, the file can't be read, or one lacks what the prompt shows.
    """
    if isinstance(which, Drawn):
        return which
    if str(which) == TRAIN:
        raise UserError(f"demonstrations={TRAIN} is for runs over a dataset (sorites bench), which draw from it")
    answered = prompt in {"direct", "cot"}
    default = default or (2 if which is not None else 0)  # who names some wants to see some
    number = default if count is None else count
    if which is None or str(which) == AUTO:
        kinds = ("general", "defaults", "preferences", "choices" if answered else "constraints")
        pools = {kind: _pool(kind, answered=answered) for kind in kinds}
        _enough(number, min(len(pool) for kind, pool in pools.items() if kind not in _FEW), "ours are")
        return Shots(number, pools, answered=answered)
    own, who = str(which) not in KINDS, f"of the kind '{which}' there are"
    pool = read_demonstrations(Path(str(which))) if own else built_in(str(which))
    if own:
        if count == 0:
            raise UserError(f"shots=0 shows none of {which}; leave one of them out")
        number, who = len(pool) if count is None else count, f"{which} has"
    _enough(number, len(pool), who)
    shots = Shots(number, {"": pool}, balanced=not own, answered=answered)
    needs = {"direct": ("answer",), "cot": ("reasoning", "answer")}.get(prompt, ("program",))
    for number, one in enumerate(pool[: shots.count] if not shots.balanced else pool, 1):
        for part in needs:
            if shots.count and not getattr(one, part):
                raise UserError(
                    f"{which}, demonstration {number}: it has no '{part}', which the prompt '{prompt}' shows"
                )
    return shots


def _enough(count: int, most: int, who: str) -> None:
    if count > most:
        raise UserError(f"shots={count} can't be met: {who} {most}; give a file with more (demonstrations=FILE)")


def _pool(kind: str, *, answered: bool) -> tuple[Demonstration, ...]:
    """Return the demonstrations for a kind of problem: first its own, then the general ones."""
    own = built_in(kind)
    if kind == "general":
        return own if answered else (*own, *built_in("numbers"))
    return own if kind in _FEW else (*own, *built_in("general"))


@cache
def built_in(kind: str) -> tuple[Demonstration, ...]:
    """Return our own demonstrations of a kind.

    Args:
        kind: one of ``KINDS``.
    """
    text = (files(__package__) / "demonstrations" / f"{kind}.json").read_text("utf-8")
    return tuple(Demonstration.model_validate(one) for one in json.loads(text))


def read_demonstrations(path: Path) -> tuple[Demonstration, ...]:
    """Return the demonstrations of a file: a JSON list, or JSONL, one in each line.

    Args:
        path: the file.

    Raises:
        UserError: it can't be read, or one does not fit; it says which and why.
    """
    if not path.exists():
        raise UserError(f"can't read the demonstrations {path}: no such file; ours have the names {', '.join(KINDS)}")
    found = tuple(checked(Demonstration, row.found, f"{path}, {row.place}") for row in rows_of(path))
    if not found:
        raise UserError(f"{path} holds no demonstrations")
    return found
