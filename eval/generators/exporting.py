"""Problems in other forms: those that fine-tuning takes, and ProverQA's own."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any, Final

from sorites.solvers import UserError, read_program
from sorites.solvers.logic.rewriting import rewrite
from sorites.solvers.logic.syntax import Atom, Fn, Formula, Term
from sorites.solvers.notation.printer import print_formula

from .augmentation import Task, added_tasks, own_task
from .problem import ProblemRecord

TRAINING: Final = ("openai", "alpaca")
"""The forms that fine-tuning takes."""
PROVERQA: Final = "proverqa"
"""The form of ProverQA's files: a list of problems with letters for the options, and formulas."""
PROVERQA_TRAIN: Final = "proverqa-train"
"""The form of ProverQA's training split: a list of tasks, each text in one piece, with their answers as JSON."""
LISTS: Final = (PROVERQA, PROVERQA_TRAIN)
"""The forms that are one list."""
PUZZLES: Final = ("logic-lm", "zebralogic")
"""The forms of puzzles: Logic-LM's list of problems with options and programs, and ZebraLogic's of grids."""
TABLES: Final = ("hf", "parquet")
"""The forms that are a folder with a card and a table for each split."""
FORMS: Final = ("jsonl", *TRAINING, *TABLES, *LISTS, *PUZZLES)
TRAINS: Final = (*TRAINING, *TABLES, PROVERQA_TRAIN)
"""The forms whose split is ``train`` unless another one is named."""
ASKING: Final = (*TRAINING, *LISTS)
"""The forms that have a line for each question, so that there can be more than one for a problem."""
_JSON: Final = "Answer a question about a text, as JSON with the keys: reasoning, answer."
_TOLD: Final = "Reason step by step from {}, then give the answer: {}."
_FROM: Final[Mapping[str, str]] = {"boardgameqa": "the context and what everybody knows"}
"""What is reasoned from, by generator, where it is not the context alone."""


@dataclass(slots=True)
class Export:
    """How problems are written.

    Attributes:
        to: one of ``FORMS``.
        augment: ask for each step of the reasoning too (ProverGen, appendix F).
        draw: how many of all questions are drawn, each answer as often as the others; 0 for all of them.
        labels: the answers that were written.
    """

    to: str = "jsonl"
    augment: bool = False
    draw: int = 0
    labels: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        if self.to not in FORMS:
            raise UserError(f"there is no form '{self.to}'; there are {', '.join(FORMS)}")
        if (self.augment or self.draw) and self.to not in ASKING:
            raise UserError(f"questions about steps are written in the forms {', '.join(ASKING)}")

    def lines(self, record: ProblemRecord) -> Iterator[tuple[str, str]]:
        """Yield what a problem is written as: each answer, and its line.

        Raises:
            UserError: it has no steps to ask for, or can't be had in this form.
        """
        if self.to == "jsonl":
            yield record.label, record.model_dump_json()
            return
        if self.to in PUZZLES:
            from .puzzles import as_benchmark

            yield record.label, as_benchmark(record, grid=self.to == "zebralogic")
            return
        if self.to in TABLES:
            yield record.label, json.dumps(row_of(record), ensure_ascii=False)
            return
        if (self.augment or self.to in LISTS) and not record.steps:
            raise UserError(f"only ProverGen's problems have the steps that this asks for, not {record.generator}'s")
        if (self.augment or self.to in TRAINING) and "removed" in record.tags:
            raise UserError("what trains needs the rules that universal=false takes out: its reasoning goes by them")
        if not record.steps:
            yield record.label, self._plain(record)
            return
        tasks = [own_task(record), *(added_tasks(record) if self.augment else ())]
        for number, task in enumerate(tasks):
            name = record.id if number == 0 else f"{record.id}-{number}"
            match self.to:
                case "proverqa":
                    yield task.label, as_proverqa(record, task, name)
                case "proverqa-train":
                    yield task.label, as_training(task)
                case _:
                    yield task.label, self._trained(record, task)

    def _plain(self, record: ProblemRecord) -> str:
        options = list(dict.fromkeys(record.options))
        return self._turn(record, options, _numbered(record), record.question, record.chain, record.label)

    def _trained(self, record: ProblemRecord, task: Task) -> str:
        told = [*_lines(task), task.closing]
        return self._turn(record, [*task.options], task.context, task.question, told, task.label)

    def _turn(
        self, record: ProblemRecord, options: list[str], context: str, question: str, reasoning: list[str], label: str
    ) -> str:
        instruction = _TOLD.format(_FROM.get(record.generator, "the context alone"), ", ".join(options))
        asked = f"Context: {context}\nQuestion: {question}"
        answer = "\n".join([*reasoning, f"Answer: {label}"])
        if self.to == "openai":
            roles = (("system", instruction), ("user", asked), ("assistant", answer))
            return json.dumps({"messages": [{"role": r, "content": c} for r, c in roles]}, ensure_ascii=False)
        return json.dumps({"instruction": instruction, "input": asked, "output": answer}, ensure_ascii=False)


def row_of(record: ProblemRecord) -> dict[str, Any]:
    """Return a problem as a row of a table: what is nested, with names of its own in each problem, is JSON as text."""
    data = record.model_dump(mode="json")
    nested = ("tags", "certificate", "steps", "subject")
    return {name: json.dumps(v, ensure_ascii=False) if name in nested else v for name, v in data.items()}


def _numbered(record: ProblemRecord) -> str:
    """Return the text of a problem; where its reasoning names premises by number, with a line for each."""
    program = read_program(record.program).program if record.generator == "logicasker" else None
    if program is None:
        return record.context
    glosses = [premise.gloss for premise in program.premises]
    if " ".join(glosses) != record.context:  # a model told it anew
        return record.context
    return "\n" + "\n".join(f"{number}. {gloss}" for number, gloss in enumerate(glosses, 1))


def _lines(task: Task) -> list[str]:
    """Return the steps, a line for each."""
    return [" ".join(part for part in (*s.facts, s.rule, s.conclusion) if part) for s in task.steps]


def _letters(task: Task) -> dict[str, str]:
    """Return the letter of each option."""
    return {label: "ABC"[i] for i, label in enumerate(task.options)}


def as_training(task: Task) -> str:
    """Return a question as an entry of ProverQA's training split, with the reasoning as in the chain of thought of
    appendix E: sentence after sentence."""
    letter = _letters(task)[task.label]
    options = "\n".join(f"{one}) {label}" for label, one in _letters(task).items())
    reasoning = " ".join([*_lines(task), task.closing, f"The correct option is: {letter}."])
    found = {
        "system": _JSON,
        "instruction": f"Context:\n{task.context}\n\nQuestion: {task.question}\n\nOptions:\n{options}\n",
        "input": "The correct option is:",
        "output": json.dumps({"reasoning": reasoning, "answer": letter}, ensure_ascii=False),
    }
    return json.dumps(found, ensure_ascii=False)


def as_proverqa(record: ProblemRecord, task: Task, name: str) -> str:
    """Return a question as an entry of ProverQA's files: context, question and reasoning in the authors' layout."""
    letters = _letters(task)
    found: dict[str, Any] = {
        "id": name,
        "options": [f"{letter}) {label}" for label, letter in letters.items()],
        "answer": letters[task.label],
        "question": task.question,
        "reasoning": f"{_steps(task)}{task.closing} The correct option is: {letters[task.label]}.",
        "context": task.context,
        "nl2fol": {premise.gloss: in_snakes(premise.formula) for premise in task.program.premises},
        "conclusion_fol": in_snakes(task.program.goal.formula),
        "background_story": "",
        "name": record.subject["name"],
        "keyword": record.subject["keyword"],
        "subject_category": record.subject["category"],
    }
    return json.dumps(found, ensure_ascii=False)


def _steps(task: Task) -> str:
    """Return the steps in the authors' layout; one that gives nothing is not among theirs, but its facts are known."""
    blocks = []
    for step in task.steps:
        lines = [f"fact{i}: {fact}" for i, fact in enumerate(step.facts, 1)]
        lines += [f"rule: {step.rule}"] if step.rule else []
        lines += [f"conclusion: {step.conclusion}"] if step.conclusion else []
        blocks.append("\n".join(lines) + "\n\n")
    return "".join(blocks)


def in_snakes(formula: Formula) -> str:
    """Return a formula in ProverQA's spelling: ``plays_chess(Ada)``."""

    def atom(part: Formula) -> Formula:
        if not isinstance(part, Atom):
            return part
        return Atom(re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z])", "_", part.name).lower(), part.args)

    def term(part: Term) -> Term:
        return Fn(part.name[0].upper() + part.name[1:]) if isinstance(part, Fn) and not part.args else part

    return print_formula(rewrite(formula, atom, term))


class Written:
    """A file that problems are written to, as they come or, drawn, at the end; ``empty`` until something is."""

    def __init__(self, file: IO[str], export: Export, seed: int) -> None:
        self.file, self.export = file, export
        self.rng = random.Random(f"draw/{seed}")  # noqa: S311  # reproducible, nothing secret
        self._kept: dict[str, list[str]] = {}
        self._seen: Counter[str] = Counter()
        self.empty = True

    def add(self, record: ProblemRecord) -> None:
        """Write a problem, or keep what may be drawn of it (reservoirs, one for each answer)."""
        for label, line in self.export.lines(record):
            if not self.export.draw:
                self._write(label, line)
                continue
            share, kept = -(-self.export.draw // len(record.options)), self._kept.setdefault(label, [])
            self._seen[label] += 1
            if len(kept) < share:
                kept.append(line)
            elif (place := self.rng.randrange(self._seen[label])) < share:
                kept[place] = line
        self.file.flush()

    def close(self, *, complete: bool) -> None:
        """Write what was drawn, each answer as often as the others, if all problems were made, and end a list.

        Raises:
            UserError: there are not so many questions.
        """
        if self.export.draw and complete:
            # One of each answer in turn, until there are enough.
            turns = [(place, label) for label, lines in sorted(self._kept.items()) for place in range(len(lines))]
            taken = [(label, self._kept[label][place]) for place, label in sorted(turns)[: self.export.draw]]
            if len(taken) < self.export.draw:
                told = ", ".join(f"{label} {count}" for label, count in sorted(self._seen.items()))
                raise UserError(
                    f"{self.export.draw} questions can't be drawn with as many of each answer: {told}; raise --n"
                )
            self.rng.shuffle(taken)
            for label, line in taken:
                self._write(label, line)
        if self.export.to in (*LISTS, *PUZZLES) and not self.empty:
            self.file.write("\n]\n")

    def _write(self, label: str, line: str) -> None:
        self.export.labels[label] += 1
        if self.export.to in (*LISTS, *PUZZLES):
            self.file.write(("[\n" if self.empty else ",\n") + line)
        else:
            self.file.write(line + "\n")
        self.empty = False
