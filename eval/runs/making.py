"""Cells by the names of translators, models and baselines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from sorites.agent.book import Shelf
from sorites.agent.options import BASELINES, Options
from sorites.agent.voting import Rule
from sorites.solvers import Limits, Solver, UserError, make_solver
from sorites.solvers.notation.readings import Readings
from sorites.translators import EnglishOptions, ModelOptions, Translator, make_chat, make_translator
from sorites.translators.models.prices import Price, price_of
from sorites.translators.options import TRAIN
from sorites.translators.recorded import RecordedTranslator
from sorites.translators.registry import is_model

from ..presets import PRESET, preset_of
from ..tasks.datasets import FAMILIES
from ..tasks.sample import Dataset, GoldTranslator
from ..tasks.selection import Selection
from .cells import AnswerCell, Cell, ProgramCell

if TYPE_CHECKING:  # prompts take a while to load, and who asks no model needs none
    from sorites.agent.answerers import Answerer
    from sorites.translators.models.prompts.shots import Drawn

    from .demonstrating import Training
    from .plans import CellIn

FALLBACKS: Final = ("wrong", "random", "first", *BASELINES)
"""Who answers where no program gives a label: nobody, so that it is wrong; chance; of several options
that fit the first; or the translator's model by itself.
Beside these a file of recorded answers: ``answers:FILE`` (Logic-LM, section 3.3 and table 2)."""


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
        readings: what becomes of a text with several readings; see ``sorites.solvers.prove``.
        keep: write programs and explanations into the records.
        by_story: let models read each text once, and translate only the question of all others about it.
        fallback: one of ``FALLBACKS``, or ``answers:FILE``.
        model: how models are reached and asked.
        english: how the grammar reads.
        prices: what models' tokens cost, by their names.
        rule: how several programs of a problem decide.
        models: those that answer for ``direct`` and ``cot``; none for those among the translators.
        say: is told where demonstrations are from.
    """

    dataset: Dataset
    solver: Solver | str = "portfolio"
    limits: Limits = Limits()
    samples: int = 0
    max_repairs: int = 3
    check: bool = False
    strict: bool = False
    readings: Readings = "agree"
    keep: bool = True
    by_story: bool = False
    fallback: str = "wrong"
    model: ModelOptions = ModelOptions()
    english: EnglishOptions = EnglishOptions()
    prices: Mapping[str, Price] = field(default_factory=dict)
    rule: Rule = "vote"
    models: tuple[str, ...] = ()
    say: Callable[[str], None] = lambda _: None

    def __post_init__(self) -> None:
        """Refuse counts that are none.

        Raises:
            UserError: one is less than 0.
        """
        for name, count in (("samples", self.samples), ("max_repairs", self.max_repairs)):
            if count < 0:
                raise UserError(f"'{name}' is {count}; it counts from 0")

    def cells(
        self,
        translators: Sequence[Translator | str],
        answerers: Sequence[Answerer | str],
        planned: Mapping[str, Mapping[str, Any] | CellIn] = MappingProxyType({}),
    ) -> list[Cell]:
        """Return the cells of a run.

        Args:
            translators: translators or their names, ``gold`` for the dataset's own programs.
            answerers: baselines or their names: ``direct``, ``cot``, ``preset:NAME``, ``answers:FILE``.
            planned: cells with names and options of their own.

        Raises:
            UserError: there is no such name, or one is there twice.
        """
        baselines = [one for one in answerers if one in BASELINES]
        fallbacks = [self.fallback] if self.fallback in BASELINES else []
        if baselines or fallbacks:
            from sorites.translators.models.prompts import check_prompts

            translating = ["translate"] if self._named(translators) else []
            check_prompts(self.model.prompt, tuple(dict.fromkeys((*translating, *map(str, baselines), *fallbacks))))
        found: list[Cell] = [self.program(one) for one in translators]
        for one in answerers:
            found += self.answers(one, self.models or self._named(translators))
        found += [self.planned(name, said) for name, said in planned.items()]
        names = [cell.name for cell in found]
        if doubled := {name for name in names if names.count(name) > 1}:
            raise UserError(f"{', '.join(sorted(doubled))} is there twice; give one of them a name of its own")
        return found

    def planned(self, name: str, plan: Mapping[str, Any] | CellIn) -> Cell:
        """Return a cell with options of its own.

        Args:
            name: what it is called.
            plan: who answers, and how, as far as that differs from the rest of the run.

        Raises:
            UserError: there is no such translator or method, or it is not said which model.
        """
        from .plans import CellIn, keywords

        where, said = f"cell '{name}'", CellIn.of(plan, name)
        how = keywords(said, where, {"model": self.model, "english": self.english, "limits": self.limits})
        own = replace(self, **how, models=(said.model,) if said.model is not None else self.models)
        if said.answerer is None:
            return own.program(said.translator, name)
        [cell, *others] = own.answers(said.answerer, own.models, name)
        if others:
            raise UserError(f'{where}: say which model answers: model = "openai:MODEL"')
        return cell

    def _named(self, translators: Iterable[Translator | str]) -> list[str]:
        """Return the models among translators that are named."""
        return [one for one in translators if isinstance(one, str) and is_model(one)]

    def program(self, translator: Translator | str, called: str = "") -> Cell:
        """Return the cell of a translator.

        Args:
            translator: the translator or its name.
            called: what the cell is called; as the translator if nothing is said.

        Raises:
            UserError: there is none of this name.
        """
        name = translator if isinstance(translator, str) else translator.name
        made = self._translator(translator)
        solver = self.solver
        if isinstance(solver, str):  # a repair is asked for by what a certificate says was used
            solver = make_solver(solver, certify=self.check or self.keep or hasattr(made, "repair"))
        last = self._fallback(name)
        options = Options(
            made,
            solver,
            self.limits,
            self.max_repairs,
            self.check,
            self.rule,
            last,
            advise=self.keep and name != "gold",
        )  # what only advises is for who sees it, and no dataset takes advice
        shelf = Shelf(options, len(self.dataset)) if self.by_story else None
        if shelf is not None:
            shelf.expect(sample.problem for sample in self.dataset)
        price = price_of(name, self.prices)
        return ProgramCell(self.dataset.name, options, self.keep, price, called, self.readings, shelf)

    def answers(self, answerer: Answerer | str, models: Sequence[str], called: str = "") -> Iterator[Cell]:
        """Yield the cells of a baseline, one for each model.

        Args:
            answerer: the baseline or its name.
            models: who answers for ``direct`` and ``cot``.
            called: what the cell is called; as the baseline and its model if nothing is said.

        Raises:
            UserError: no model is named, or there is no such method.
        """
        if not isinstance(answerer, str):
            yield AnswerCell(self.dataset.name, answerer, called=called)
        elif answerer.startswith("answers:"):
            yield AnswerCell(self.dataset.name, self._recorded(answerer, self.samples), remote=False, called=called)
        elif answerer not in BASELINES and not answerer.startswith(PRESET):
            raise UserError(
                f"there is no baseline '{answerer}'; there are {', '.join(BASELINES)}, answers:FILE and {PRESET}NAME "
                "(who translates for the provers is said by --translator)"
            )
        elif not models:
            raise UserError(f"say which model answers for the baseline '{answerer}': --model openai:MODEL")
        elif answerer.startswith(PRESET):
            from sorites.translators.models.endpoints import called as called_model

            preset = preset_of(answerer.removeprefix(PRESET))
            own = replace(self, model=preset.asked(self.model, self.dataset.name))
            for name in dict.fromkeys(models):
                asked = own._answerer(preset.method, name)
                title = called or f"{preset.name}, {called_model(name)}"
                yield AnswerCell(
                    self.dataset.name, asked, price_of(name, self.prices), called=title, preset=preset.name
                )
        else:
            for name in dict.fromkeys(models):
                yield AnswerCell(
                    self.dataset.name, self._answerer(answerer, name), price_of(name, self.prices), called=called
                )

    def _translator(self, translator: Translator | str) -> Translator:
        if not isinstance(translator, str):
            return translator
        if translator == "gold":
            if not any(sample.program for sample in islice(self.dataset, 1)):
                raise UserError(f"{self.dataset.name} comes with no programs, so there is no translator 'gold' for it")
            return GoldTranslator(strict=self.strict)
        how = self.model
        if how.demonstrations == TRAIN and is_model(translator):
            from sorites.translators.models.prompts import DEFAULT_SHOTS

            how = self._drawn("translate", how, DEFAULT_SHOTS)
        made = make_translator(translator, samples=self.samples, strict=self.strict, options=how, english=self.english)
        if isinstance(made, RecordedTranslator):
            self._of_this(translator, made.programs)
        return made

    def _recorded(self, name: str, samples: int) -> Answerer:
        """Return the answers of ``answers:FILE``."""
        from sorites.agent.answerers import RecordedAnswerer

        made = RecordedAnswerer.from_file(Path(name.removeprefix("answers:")), samples)
        self._of_this(name, made.said)
        return made

    def _of_this(self, name: str, recorded: Mapping[str, object]) -> None:
        """Refuse what was recorded for another dataset.

        Raises:
            UserError: it has nothing for any of the problems.
        """
        whole = self.dataset.whole if isinstance(self.dataset, Selection) else self.dataset
        if not any(sample.problem.id in recorded for sample in whole):
            asked = next(iter(whole)).problem.id
            raise UserError(
                f"{name} is of another dataset: it has problems such as '{next(iter(recorded), '')}', and "
                f"{self.dataset.name} such as '{asked}'; the same file by --data has both"
            )

    def _answerer(self, method: str, name: str, samples: int | None = None) -> Answerer:
        from sorites.agent.answerers import make_answerer
        from sorites.translators.models.endpoints import resolved
        from sorites.translators.models.program_text import TEXT

        asked = self.samples if samples is None else samples
        how = resolved(name, self.model)[1]
        if method == "cot" and how.mode == self.model.mode == "auto":  # as the papers ask
            free = replace(self, model=replace(self.model, mode=TEXT))
            return free._answerer(method, name, samples)
        return make_answerer(method, make_chat(name, self.model), self._shown(method, how), asked)

    def _shown(self, method: str, how: ModelOptions) -> ModelOptions:
        """Return how a baseline is asked: with demonstrations from the dataset, as many as the user or the paper says.

        Ours are shown, and it is said, where the dataset has none.
        """
        family = FAMILIES.get(self.dataset.name)
        paper = family.shots if family is not None else 0
        if how.demonstrations == TRAIN:
            from sorites.translators.models.prompts import DEFAULT_SHOTS

            return self._drawn(method, how, paper or DEFAULT_SHOTS)
        count = paper if how.shots is None else how.shots
        if how.demonstrations is not None or not count:
            return how
        if (found := self._training(how).drawn(method, count)) is not None:
            return self._with(found, method, how)
        self.say(
            f"{self.dataset.name} has no training part with what '{method}' shows; demonstrations of ours are shown"
        )
        return replace(how, shots=count, demonstrations=family.demonstrations if family is not None else None)

    def _drawn(self, prompt: str, how: ModelOptions, default: int) -> ModelOptions:
        found = self._training(how).drawn(prompt, default if how.shots is None else how.shots)
        if found is None:
            raise UserError(
                f"{self.dataset.name} has no training part with what '{prompt}' shows: no training split, no problems "
                "that are not evaluated (--draw or --limit leaves some), no generator; or, where no preset says what "
                "is shown, say demonstrations=FILE, or auto for ours"
            )
        return self._with(found, prompt, how)

    def _with(self, found: Drawn, prompt: str, how: ModelOptions) -> ModelOptions:
        self.say(f"{found.count} demonstrations for '{prompt}' are from {found.source}")
        return replace(how, shots=found.count, demonstrations=found)

    def _training(self, how: ModelOptions) -> Training:
        from .demonstrating import Training

        part = self.dataset if isinstance(self.dataset, Selection) else Selection(self.dataset)
        return Training(part, how.seed or 0)

    def _fallback(self, name: str) -> Answerer | Literal["random", "first"] | None:
        """Return who answers where the programs of a translator of this name do not."""
        if self.fallback.startswith("answers:"):
            return self._recorded(self.fallback, 1)
        if self.fallback not in FALLBACKS:
            raise UserError(f"there is no fallback '{self.fallback}'; there are {', '.join(FALLBACKS)}, answers:FILE")
        if self.fallback == "wrong":
            return None
        if self.fallback in ("random", "first"):
            return "random" if self.fallback == "random" else "first"
        if not is_model(name):
            if len(self.models) != 1:
                raise UserError(f"say which model the fallback '{self.fallback}' asks for {name}: --model openai:MODEL")
            name = self.models[0]
        return self._answerer(self.fallback, name, 1)
