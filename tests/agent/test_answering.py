"""The one path from a problem to an answer, whoever asks."""

from __future__ import annotations

import ast
import asyncio
import importlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

import sorites
from sorites import Options, Problem, Semantics, SolverAgent, UserError, Verdict, aanswer, answer, solve
from sorites.agent.answering import aevents, events
from sorites.solvers import read_program
from sorites.translators import TRUE_FALSE, TRUE_FALSE_UNCERTAIN, Translation

KIND = (
    "Premises:\n∀x (Kind(x) → Nice(x)) ::: Kind people are nice.\n{fact}\nConclusion:\nNice(anne) ::: Anne is nice.\n"
)
PROVED = KIND.format(fact="Kind(anne) ::: Anne is kind.")
OPEN = KIND.format(fact="Tall(anne) ::: Anne is tall.")
TORN = KIND.format(fact="Kind(anne) ∧ ¬Nice(anne) ::: Anne is kind and not nice.")
BROKEN = "Premises:\nKind(anne\nConclusion:\n→\n"
PROBLEM = Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", TRUE_FALSE_UNCERTAIN)


@dataclass(frozen=True)
class Written:
    """A translator that gives programs as they are written here, and mends them one after the other."""

    texts: tuple[str, ...]
    mended: tuple[str, ...] = ()
    name: str = "written"

    @property
    def samples(self) -> int:
        return len(self.texts)

    def translations(self, problem: Problem) -> list[Translation]:
        return [Translation(read_program(text), self.name, 0.0) for text in self.texts]

    async def atranslations(self, problem: Problem) -> list[Translation]:
        return self.translations(problem)

    def repair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        last = [*self.texts, *self.mended]
        following = last[last.index(translation.reading.text) + 1 :]  # at the end, it stands by what it wrote
        return Translation(read_program(following[0]), self.name, 0.0) if following else translation

    async def arepair(self, problem: Problem, translation: Translation, feedback: str) -> Translation:
        return self.repair(problem, translation, feedback)


def test_everybody_takes_the_same_path() -> None:
    translator = Written((PROVED,))
    options = Options.of(translator, check=True)
    found = [
        answer(PROBLEM, options),
        asyncio.run(aanswer(PROBLEM, options)),
        solve(PROBLEM.context, PROBLEM.question, translator=translator, check=True),
        SolverAgent(translator, check=True).invoke(PROBLEM),
    ]
    assert {s.answer for s in found} == {"True"}
    assert {s.explanation for s in found} == {("Kind people are nice.", "Anne is kind.", "Therefore: Anne is nice.")}
    assert all(s.certificate is not None and s.checked for s in found)
    assert len({s.program for s in found}) == 1


def test_what_happens_on_the_way() -> None:
    options = Options.of(Written((BROKEN,), (TORN, PROVED)))

    async def awaited() -> list[str]:
        return [event["stage"] async for event in aevents(PROBLEM, options)]

    stages = [*["translated", "proved", "repairing"] * 2, "translated", "proved", "answered"]
    assert [event["stage"] for event in events(PROBLEM, options)] == asyncio.run(awaited()) == stages
    solution = answer(PROBLEM, options)
    assert [a.verdict for a in solution.attempts] == [None, Verdict.INCONSISTENT, Verdict.ENTAILED]
    assert [a.sample for a in solution.attempts] == [0, 0, 0]
    assert "contradict" in solution.attempts[2].feedback
    assert answer(PROBLEM, replace(options, max_repairs=1)).answer is None
    assert len(answer(PROBLEM, replace(options, max_repairs=0)).attempts) == 1


def test_the_meaning_of_a_problem_is_in_its_program() -> None:
    backwards = "Premises:\n∀x (P(x) → Q(x))\n¬Q(a)\nConclusion:\nP(a)\n"
    options = Options.of(Written((backwards,)))
    assert answer(PROBLEM, options).answer == "False"
    solution = answer(replace(PROBLEM, semantics=Semantics.RULES), options)
    assert solution.answer == "Uncertain"
    assert solution.program is not None
    assert solution.program.semantics is Semantics.RULES
    assert solve("c", "q", translator=Written((backwards,)), semantics="rules").answer == "Uncertain"
    agent = SolverAgent(Written((backwards,)), scheme=TRUE_FALSE, semantics="rules")
    assert agent.invoke({"context": "c", "question": "q"}).answer == "False"


def test_what_nobody_has() -> None:
    with pytest.raises(UserError, match="there is no rule 'dice'"):
        Options.of(rule="dice")  # type: ignore[arg-type]
    with pytest.raises(UserError, match="there is no question"):
        solve("Anne is kind.", "  ")
    with pytest.raises(UserError, match="mapping"):
        SolverAgent().invoke("Is Anne kind?")


def test_the_facade_says_the_same_to_people_and_to_type_checkers() -> None:
    tree = ast.parse(Path(sorites.__file__).read_text("utf-8"))
    [typed] = [n for n in tree.body if isinstance(n, ast.If)]
    told = {
        alias.asname or alias.name: f".{node.module}"
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert sorted(sorites.__all__) == sorted(told) == dir(sorites)
    for name, module in told.items():
        assert getattr(sorites, name) is getattr(importlib.import_module(module, "sorites"), name)
    assert sorites.__version__[0].isdigit()
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sorites.nothing


def test_a_fallback_that_nobody_has_is_refused_before_it_is_needed() -> None:
    with pytest.raises(UserError, match="the fallback 'cot' asks the translator's model, and 'english' has none"):
        Options.of(fallback="cot")
    with pytest.raises(UserError, match="no fallback 'bogus'"):
        SolverAgent(fallback="bogus")  # type: ignore[arg-type]


def test_who_derives_from_the_agent_is_told_of_the_runnable() -> None:
    with pytest.raises(TypeError, match="RunnableAgent"):
        type("Mine", (SolverAgent,), {})()
    assert isinstance(SolverAgent(), SolverAgent)


@pytest.mark.parametrize(("name", "answer"), [("Anne", "Yes"), ("Bob", "No"), ("Cy", "Uncertain")])
def test_choices_that_are_labels_are_the_words_of_the_answer(name: str, answer: str) -> None:
    assert solve("Anne is nice. Bob is not nice.", f"Is {name} nice?", ("A) Yes", "B) No")).answer == answer


@pytest.mark.parametrize("choices", [("Anne is nice.", " "), "Anne is nice.", ("Anne is nice.", 3)])
def test_choices_are_texts(choices: Any) -> None:
    with pytest.raises(UserError, match="none of which is empty"):
        solve("Anne is nice.", "Which is true?", choices)
