"""Problems in the forms that fine-tuning takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from sorites.solvers import Statement, Verdict, prove, read_program
from sorites.solvers.language.syntax import Atom, Fn

from .problem import ProblemRecord

TRAINING: Final = ("openai", "alpaca")
"""The forms that fine-tuning takes."""
FORMS: Final = ("jsonl", *TRAINING, "hf")
_TOLD: Final = "Reason step by step from the context alone, then give the answer: {}."


def rendered(record: ProblemRecord, to: str, *, augment: bool = False) -> Iterator[str]:
    """Yield the lines of a problem in a form.

    Args:
        record: the problem.
        to: one of ``FORMS``.
        augment: ask for each step of the reasoning too, with what leads to it (ProverGen, section 5).
    """
    if to in {"jsonl", "hf"}:
        yield record.model_dump_json()
        return
    options = list(dict.fromkeys(record.options))
    for question, reasoning, label in _tasks(record, augment):
        instruction = _TOLD.format(", ".join(options))
        asked = f"Context: {record.context}\nQuestion: {question}"
        answer = "\n".join([*reasoning, f"Answer: {label}"])
        if to == "openai":
            roles = (("system", instruction), ("user", asked), ("assistant", answer))
            yield json.dumps({"messages": [{"role": r, "content": c} for r, c in roles]}, ensure_ascii=False)
        else:
            yield json.dumps({"instruction": instruction, "input": asked, "output": answer}, ensure_ascii=False)


def _tasks(record: ProblemRecord, augment: bool) -> Iterator[tuple[str, list[str], str]]:
    """Yield questions with the reasoning and the answer: the problem's own and, augmented, those of its steps.

    One that stays open is added, with the conclusion replaced (ProverGen, section 5).
    """
    yield record.question, record.chain, record.label
    if not augment or record.verdict is Verdict.UNKNOWN:
        return
    lead = record.question.split("? ")[0] + "? " if "? " in record.question else "Is the following true? "
    for number, step in enumerate(record.chain[:-1]):
        _, mark, conclusion = step.rpartition("Therefore: ")
        if mark:
            yield lead + conclusion, record.chain[: number + 1], record.options[0]
    if (left_open := _uncertain(record)) is not None:
        yield lead + left_open, ["Neither it nor its opposite follows from the context."], record.options[-1]


def _uncertain(record: ProblemRecord) -> str | None:
    """Return a statement in the problem's words that the engine can neither prove nor refute."""
    program = read_program(record.program).program
    if program is None or program.defeasible or program.defaults or len(set(record.options)) < 3:
        return None
    for who in program.signature.constants:
        for predicate in program.predicates:
            goal = Statement(Atom(predicate.name, (Fn(who),)))
            asked = replace(program, goal=goal)
            if predicate.arity == 1 and prove(asked, "z3").verdict is Verdict.UNKNOWN:
                return f"{who[0].upper()}{who[1:]} {predicate.gloss.removeprefix('x ')}."
    return None
