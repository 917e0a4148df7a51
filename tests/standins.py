"""Models that stand in for real ones where the docs compare two: they translate by our grammar, one of them with slips.

What they answer depends on the request alone, so that a page that is run again shows the same figures.
"""

from __future__ import annotations

import re
import zlib
from functools import cache
from typing import Any

from sorites import Verdict, prove
from sorites.solvers import Program
from sorites.solvers.notation.printer import print_formula
from sorites.testing import Reply, program
from sorites.translators import TRUE_FALSE_UNCERTAIN, Problem
from sorites.translators.english import EnglishTranslator

STAND_INS = ("large", "small")
_ASKED = re.compile(r"<context>\n(.*?)\n</context>\n<question>\n(.*?)\n</question>", re.S)


def stand_in(request: dict[str, Any]) -> Reply:
    """Return what the model of this name answers."""
    careless = request["model"] == "small"
    asked = [found for m in request["messages"] if (found := _ASKED.search(m["content"] or ""))][-1]
    context, question = asked.groups()
    kind = request["tools"][0]["function"]["name"] if "tools" in request else "ReasonedAnswer"
    chance = zlib.crc32(f"{kind} {context} {question}".encode()) % 6
    read = _read(context, question)
    if kind == "FOLProgram":
        again = "does not fit" in request["messages"][-1]["content"]
        return Reply(_written(read, chance if careless else 5, again=again))
    wrong = chance < (3 if careless else 1)
    label = "yes" if (prove(read).verdict is Verdict.ENTAILED) != wrong else "no"
    return Reply({"answer": label} if kind == "DirectAnswer" else f"{context} So the answer is {label}.")


@cache
def _read(context: str, question: str) -> Program:
    """Read a problem once for all models that are asked about it."""
    problem = Problem("asked", context, question, TRUE_FALSE_UNCERTAIN)
    read = EnglishTranslator().translations(problem)[0].reading.first
    assert read is not None
    return read


def _written(read: Program, slip: int, *, again: bool) -> dict[str, Any]:
    """Return a program as a model writes it; slip 0 and 1 are a sign too few, until it is told; 2 is a wrong goal."""
    pairs = [(p.gloss, print_formula(p.formula)) for p in read.premises]
    goal = print_formula(read.goal.formula)
    if slip < 2 and not again:
        pairs[0] = (pairs[0][0], f"({pairs[0][1]}")
    return program(*pairs, goal=(read.goal.gloss, f"¬({goal})" if slip == 2 else goal))
