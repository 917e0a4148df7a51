"""EXACT: rule books of universities, in words and in formulas, each with questions and the premises that these need.

The questions have no formulas: the translator ``gold`` reads them by the grammar of English, in the words of the
formulas, or as the formulas that some of them are. What that can't say has no goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from sorites.solvers import Reading
from sorites.solvers.notation.printer import print_formula
from sorites.translators import TRUE_FALSE_UNKNOWN, Problem
from sorites.translators.files import checked, json_of, text_of
from sorites.translators.in_words import asking, of_text, with_options
from sorites.translators.problem import statements_of

from .formats import Entry, files_in

_OPTION: Final = re.compile(r"(?m)^\s*\(?([A-E])[).]\s*(.*?)\s*$")
_AROUND: Final = re.compile(
    r"(?is).*\b(?:statement|rule):\s*|,? ?\(?(?:according to|based on) the (?:above )?premises\)?(?: above)?,? ?"
)
_FOLLOWS: Final = re.compile(r"If (.+), does it follow that (.+)\?")
"""Words around a question that say nothing of it."""


def read_exact(path: Path) -> Iterator[Entry]:
    """Read the files of EXACT; the label of a question with options may be that none of them follows."""
    for file in files_in(path, ".json"):
        for number, found in enumerate(json_of(text_of(file), str(file))):
            one = checked(_Book, found, f"{file}, entry {number + 1}")
            premises, formulas = one.premises, one.formulas
            said = premises if len(formulas) == len(premises) else [""] * len(formulas)
            rows = [f"{formula} ::: {gloss}\n" for formula, gloss in zip(formulas, said, strict=True)]
            program = "".join(["Premises:\n", *rows])
            for place, (question, label) in enumerate(zip(one.questions, one.answers, strict=True), 1):
                options = tuple(f"{letter}. {text}" for letter, text in _OPTION.findall(question))
                asked = _FOLLOWS.sub(r"If \1, then \2.", _AROUND.sub("", _OPTION.sub("", question)).strip(" '\n"))
                needed = one.needed[place - 1] if place <= len(one.needed) else []
                proof = "\n".join(premises[i - 1] for i in needed if 0 < i <= len(premises))
                why = one.explanation[place - 1] if place <= len(one.explanation) else ""
                yield Entry(
                    f"{number}/{place}", " ".join(premises), asked, label, options, {}, proof, program,
                    story=str(number), place=f"entry {number + 1}", reasoning=why,
                )  # fmt: skip


def goals_in(text: str, problem: Problem) -> Reading:
    """Return the reading of a program that asks nothing, with what a problem asks of it.

    Args:
        text: the program.
        problem: the problem; its question, or each of its options.
    """
    base = of_text(text)
    if base.first is None:
        return base
    if options := statements_of(problem.options):
        return with_options(problem, base, [_said(base, option) for option in options])
    return _said(base, problem.question)


def _said(base: Reading, sentence: str) -> Reading:
    """Return the reading of a sentence in the words of a program: as a formula, or in English."""
    from sorites.agent.fitting import ProgramWords, Unfit, fitted
    from sorites.translators.english.translator import EnglishTranslator

    as_it_is = asking(base, sentence.rstrip("."), sentence)
    assert base.first is not None
    if as_it_is.first is not None and not as_it_is.first.open_variables:
        return as_it_is
    signature = base.first.signature
    named = ProgramWords(tuple(signature.predicates), tuple(signature.constants)).named
    problem = Problem("goal", "", sentence, TRUE_FALSE_UNKNOWN)
    for one in EnglishTranslator().translations(problem):
        read = one.reading.first
        if read is None or read.asked:
            return one.reading if read is None else as_it_is
        try:
            ways = fitted(read.goal.formula, named)
        except Unfit:
            return as_it_is
        return asking(base, print_formula(ways[0]), sentence) if len(ways) == 1 else as_it_is
    return as_it_is


def _texts(found: Any) -> Any:
    return [found] if isinstance(found, str) else found


_Texts = Annotated[list[str], BeforeValidator(_texts)]


class _Book(BaseModel):
    model_config = ConfigDict(extra="ignore")

    premises: Annotated[_Texts, Field(alias="premises-NL")]
    formulas: Annotated[_Texts, Field(alias="premises-FOL")] = []
    questions: _Texts
    answers: _Texts
    needed: Annotated[list[list[int]], Field(alias="idx")] = []
    explanation: _Texts = []


__all__ = ["goals_in", "read_exact"]
