"""The conformance checks and the doubles that ship: on ours, and on deliberately wrong ones."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from sorites.eval.tasks.datasets import load_dataset
from sorites.eval.tasks.sample import Sample
from sorites.solvers import Reading, Verdict, prove
from sorites.testing import ScriptedChat, ScriptedTranslator, check_dataset, check_translator
from sorites.translators import YES_NO, LabelScheme, Problem, Translation, make_translator
from sorites.translators.models.language_model import ModelTranslator
from sorites.translators.models.prompts import load_prompt

from ..replies import GOOD

TEXT = "Premises:\nKind(anne)\nConclusion:\nNice(anne)"
SCRIPTED = ScriptedTranslator({"Is Anne nice?": TEXT})


def by_model(*answers: Any) -> ModelTranslator:
    return ModelTranslator(ScriptedChat(answers), load_prompt(), samples=2)


def test_our_translators_conform() -> None:
    for translator in (make_translator("english"), SCRIPTED, by_model(GOOD), by_model("no program")):
        check_translator(translator)


@dataclass
class Wrong:
    """A translator that is wrong in one way."""

    how: str
    name: str = "wrong"

    def translations(self, problem: Problem) -> Any:
        [right] = SCRIPTED.translations(problem)
        right = replace(right, translator=self.name)
        return {
            "none": [],
            "text": [TEXT],
            "other": [replace(right, translator="other")],
            "silent": [replace(right, reading=Reading(None, (), TEXT, 0, 2))],
        }[self.how]


@pytest.mark.parametrize(
    ("how", "said"), [("none", "no list"), ("text", "no Translation"), ("other", "'other'"), ("silent", "says why")]
)
def test_wrong_translators_are_told_what_is_wrong(how: str, said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        check_translator(Wrong(how))


class Locked(Wrong):
    """One that can't be sent to another process."""

    def __init__(self) -> None:
        super().__init__("none")
        self.lock = threading.Lock()


def test_what_can_not_cross_processes_is_found() -> None:
    with pytest.raises(AssertionError, match="can't cross"):
        check_translator(Locked())
    with pytest.raises(AssertionError, match="name problems"):
        check_translator(ScriptedTranslator({}))


@dataclass
class Few:
    """A dataset of a few samples."""

    samples: list[Sample]
    length: int = 2
    name: str = "few"
    scheme: LabelScheme = YES_NO

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Sample]:
        return iter(self.samples)


def sample(name: str, gold: str = "yes", tags: Any = None) -> Sample:
    return Sample(Problem(name, "Anne is kind.", "Is Anne kind?", YES_NO), gold, "here", tags or {})


def test_datasets() -> None:
    check_dataset(load_dataset("sample"))
    check_dataset(Few([sample("a"), sample("b")]))
    for wrong, said in (
        (Few([sample("a")]), "its length"),
        (Few([sample("a"), sample("a")]), "same id"),
        (Few([sample("a"), sample("b", "perhaps")]), "none of"),
        (Few([sample("a"), sample("b", tags={"depth": 3})]), "no text"),
    ):
        with pytest.raises(AssertionError, match=said):
            check_dataset(wrong)


def test_a_scripted_model_counts_what_it_is_asked() -> None:
    chat = ScriptedChat(lambda messages, schema: GOOD if len(messages) > 1 else "?")
    found: Translation = ModelTranslator(chat, load_prompt()).translations(
        Problem("p", "Kind people are nice. Anne is kind.", "Is Anne nice?", YES_NO)
    )[0]
    assert found.reading.program is not None
    assert prove(found.reading.program).verdict is Verdict.ENTAILED
    assert len(chat.asked) == 1
