"""Cells by the names of translators, models and baselines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Final, Literal, TypeVar

from pydantic import BaseModel

from sorites.agent.answerers import METHODS, Answerer, RecordedAnswerer, make_answerer
from sorites.agent.options import Options
from sorites.agent.voting import Rule
from sorites.solvers import Limits, Solver, UserError, make_solver
from sorites.translators import EnglishOptions, ModelOptions, Translator, make_chat, make_translator
from sorites.translators.models.endpoints import resolved
from sorites.translators.models.prices import Price, price_of
from sorites.translators.models.prompts import check_prompts
from sorites.translators.registry import is_model

from ..tasks.datasets import FAMILIES
from ..tasks.sample import Dataset, GoldTranslator
from .cells import AnswerCell, Cell, GoldCell, ProgramCell

T = TypeVar("T", bound=BaseModel)
FALLBACKS: Final = ("none", "random", "direct", "cot")
"""Who answers where no program gives a label: nobody, chance, or the translator's model by itself."""


@dataclass(frozen=True, slots=True)
class Making:
    """How cells are made of names.

    Attributes:
        dataset: whose samples they answer.
        solver: a solver or its name.
        limits: the limits of each program.
        samples: how many programs or answers of each problem; 0 for one of a model, all that are recorded.
        max_repairs: how often a model is told what is wrong with its program.
        check: check every certificate.
        strict: mend nothing in programs.
        keep: write programs and explanations into the records.
        against_gold: compare programs with the gold ones.
        fallback: one of ``FALLBACKS``.
        model: how models are reached and asked.
        english: how the grammar reads.
        prices: what models' tokens cost, by their names.
        rule: how several programs of a problem decide; ``mixed`` makes and proves a program of their best readings.
    """

    dataset: Dataset
    solver: Solver | str = "portfolio"
    limits: Limits = Limits()
    samples: int = 0
    max_repairs: int = 3
    check: bool = False
    strict: bool = False
    keep: bool = True
    against_gold: bool = False
    fallback: str = "none"
    model: ModelOptions = ModelOptions()
    english: EnglishOptions = EnglishOptions()
    prices: Mapping[str, Price] = field(default_factory=dict)
    rule: Rule = "vote"

    def cells(
        self, translators: Sequence[Translator | str], answerers: Sequence[Answerer | str], models: Sequence[str]
    ) -> list[Cell]:
        """Return the cells of a run.

        Args:
            translators: translators or their names, ``gold`` for the dataset's own programs.
            answerers: baselines or their names: ``direct``, ``cot``, ``answers:FILE``.
            models: those that answer for ``direct`` and ``cot``.

        Raises:
            UserError: there is no such name, or one is there twice.
        """
        baselines = [one for one in answerers if one in METHODS]
        fallbacks = [self.fallback] if self.fallback in METHODS else []
        if baselines or fallbacks:
            named = [one for one in translators if isinstance(one, str) and is_model(one, self.model)]
            translating = ["translate"] if named else []
            check_prompts(self.model.prompt, tuple(dict.fromkeys((*translating, *map(str, baselines), *fallbacks))))
        found = [self.program(one) for one in translators]
        for one in answerers:
            found += self.answers(one, models)
        names = [cell.name for cell in found]
        if doubled := {name for name in names if names.count(name) > 1}:
            raise UserError(f"{', '.join(sorted(doubled))} is there twice")
        return found

    def program(self, translator: Translator | str) -> Cell:
        """Return the cell of a translator.

        Raises:
            UserError: there is none of this name.
        """
        solver = self.solver
        if isinstance(solver, str):
            solver = make_solver(solver, certify=self.check or self.keep)
        name = translator if isinstance(translator, str) else translator.name
        made = self._translator(translator)
        last = self._fallback(name)
        options = Options(made, solver, self.limits, self.max_repairs, self.check, rule=self.rule, fallback=last)
        shared = (self.dataset.name, options, self.keep, self._price(name), self.against_gold)
        return GoldCell(*shared, self.strict) if isinstance(made, GoldTranslator) else ProgramCell(*shared)

    def answers(self, answerer: Answerer | str, models: Sequence[str]) -> Iterator[Cell]:
        """Yield the cells of a baseline, one for each model.

        Raises:
            UserError: no model is named, or there is no such method.
        """
        if not isinstance(answerer, str):
            yield AnswerCell(self.dataset.name, answerer)
        elif answerer.startswith("answers:"):
            recorded = RecordedAnswerer.from_file(Path(answerer.removeprefix("answers:")), self.samples)
            yield AnswerCell(self.dataset.name, recorded, remote=False)
        elif not models:
            raise UserError(f"say which model answers for the baseline '{answerer}': --model openai:MODEL")
        else:
            for name in dict.fromkeys(models):
                yield AnswerCell(self.dataset.name, self._answerer(answerer, name), self._price(name))

    def _translator(self, translator: Translator | str) -> Translator:
        if not isinstance(translator, str):
            return translator
        if translator == "gold":
            if not any(sample.program for sample in islice(self.dataset, 1)):
                raise UserError(f"{self.dataset.name} comes with no programs, so there is no translator 'gold' for it")
            return GoldTranslator("", strict=self.strict)
        return make_translator(
            translator, samples=self.samples, strict=self.strict, options=self.model, english=self.english
        )

    def _answerer(self, method: str, name: str) -> Answerer:
        return make_answerer(method, make_chat(name, self.model), resolved(name, self._shown())[1], self.samples)

    def _shown(self) -> ModelOptions:
        """Return how a baseline is asked: unless the user says it, with as many demonstrations as the paper shows."""
        how, family = self.model, FAMILIES.get(self.dataset.name)
        if family is None or how.shots is not None or how.demonstrations is not None:
            return how
        return replace(how, shots=family.shots, demonstrations=family.demonstrations)

    def _fallback(self, name: str) -> Answerer | Literal["random"] | None:
        if self.fallback not in FALLBACKS:
            raise UserError(f"there is no fallback '{self.fallback}'; there are {', '.join(FALLBACKS)}")
        if self.fallback == "none":
            return None
        return "random" if self.fallback == "random" else self._answerer(self.fallback, name)

    def _price(self, name: str) -> Price | None:
        return price_of(name, self.prices)
