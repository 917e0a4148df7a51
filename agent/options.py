"""How problems are answered: who translates, who proves, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict, cast

from sorites.solvers import Limits, Semantics, Solver, UserError, make_solver
from sorites.translators import EnglishOptions, ModelOptions, Translator, make_translator
from sorites.translators.registry import DEFAULT, make_model_translator

from .voting import RULES, Rule

if TYPE_CHECKING:
    from .answerers import Answerer

MOST = 10_000
"""The most samples of a problem, and the most repairs; more would never end."""
BASELINES = ("direct", "cot")
"""The fallbacks that ask the translator's own model."""


GUESSES = ("random", "first")
"""The fallbacks that ask nobody: chance, and of options the first that fits."""


class Making(TypedDict, total=False):
    """What may be said by keyword of how problems are answered: the arguments of ``Options.of`` but two."""

    limits: Limits
    max_repairs: int
    check: bool
    rule: Rule
    fallback: Answerer | Literal["random", "first", "direct", "cot"] | None
    model: Any
    model_name: str
    samples: int
    strict: bool
    options: ModelOptions
    english: EnglishOptions


@dataclass(frozen=True, slots=True)
class Options:
    """How problems are answered.

    Attributes:
        translator: makes programs of problems.
        solver: answers programs.
        limits: the limits of each program.
        max_repairs: how often the translator is told what is wrong; 0 for never.
        check: check the certificate of every program that was answered.
        rule: how several translations of a problem decide on one answer.
        fallback: who answers if no program gives a label: nobody, chance (seeded by the
            question, so the same each time), of options of which several fit the first, or a model by itself.
        given: whether a person gave the premises, which nobody judges then.
        advise: say of one program that nobody repairs what only advises, too, and not just what its answer hangs on.
    """

    translator: Translator
    solver: Solver
    limits: Limits = Limits()
    max_repairs: int = 3
    check: bool = True
    rule: Rule = "vote"
    fallback: Answerer | Literal["random", "first"] | None = None
    advise: bool = field(default=True, compare=False)
    given: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise UserError(f"there is no rule '{self.rule}' for several samples; there are {', '.join(RULES)}")
        if isinstance(self.fallback, str) and self.fallback not in GUESSES:
            raise UserError(f"there is no fallback '{self.fallback}'; give an answerer, 'random', 'first' or None")

    @classmethod
    def of(  # noqa: PLR0913  # a keyword for each option
        cls,
        translator: Translator | str | Any = None,
        solver: Solver | str = "portfolio",
        limits: Limits = Limits(),
        max_repairs: int = 3,
        check: bool = True,
        rule: Rule = "vote",
        fallback: Answerer | Literal["random", "first", "direct", "cot"] | None = None,
        *,
        model: Any = None,
        model_name: str = "",
        samples: int = 0,
        strict: bool = False,
        options: ModelOptions = ModelOptions(),
        english: EnglishOptions = EnglishOptions(),
    ) -> Options:
        """Return options whose parts may be given by name.

        Args:
            translator: a translator or its name, such as ``openai:MODEL``; ``None`` for our grammar of English,
                which needs no key.
            solver: a solver or its name.
            limits: the seconds and megabytes of each program.
            max_repairs: how often the translator is told what is wrong.
            check: check the certificate of every program that was answered.
            rule: how several translations decide on one answer: ``vote`` or ``majority``.
            fallback: who answers if no program gives a label: an answerer, ``random``, ``first`` (of several
                options that fit), or the translator's own model, at once (``direct``) or step by step (``cot``).
            model: the model that translates, in place of a translator: a chat model of LangChain, a client of
                ``openai`` or of ``instructor``, or a name such as ``openai:gpt-5.2``.
            model_name: the model's name, which a client of ``openai`` does not know.
            samples: how many translations of each problem; 0 for one from a model, all that are recorded.
            strict: mend nothing in what the translator writes.
            options: how a model is reached and asked.
            english: how the grammar reads.

        Returns:
            The options, their translator and solver made.

        Raises:
            UserError: there is no translator, model, solver or rule of this name, or they do not fit together.
            MissingExtra: a part needs an extra that is not installed.
        """
        if model is not None and translator is not None:
            raise UserError("give a translator or a model, not both")
        if not isinstance(options, ModelOptions):
            raise UserError("'options' are ModelOptions; what a question chooses from is called 'choices'")
        for name, count in (("samples", samples), ("max_repairs", max_repairs)):
            if type(count) is not int or not 0 <= count <= MOST:
                raise UserError(f"{name}: a whole number from 0 to {MOST} is expected, not {count!r}")
        found: Translator
        if model is None and isinstance(translator, str | None):
            found = make_translator(
                translator or DEFAULT, samples=samples, strict=strict, options=options, english=english
            )
        elif hasattr(translator, "translations"):
            if samples or strict:
                raise UserError("the translator is made: say how many samples, and how strict, where you make it")
            found = cast("Translator", translator)
        else:
            given = translator if model is None else model
            found = make_model_translator(given, model_name, samples=samples, strict=strict, options=options)
        last = _baseline(fallback, found, translator, options) if fallback in BASELINES else fallback
        engine = make_solver(solver) if isinstance(solver, str) else solver
        guess = cast("Answerer | Literal['random', 'first'] | None", last)
        return cls(found, engine, limits, max_repairs, check, rule, guess)


def _baseline(method: Any, translator: Translator, given: Any, options: ModelOptions) -> Answerer:
    """Return the translator's model as one that answers by itself, asked as what was given says."""
    from sorites.translators.models.endpoints import resolved
    from sorites.translators.models.prompts import check_prompts

    from .answerers import make_answerer

    chat = getattr(translator, "chat", None)
    if chat is None:
        raise UserError(f"the fallback '{method}' asks the translator's model, and '{translator.name}' has none")
    check_prompts(options.prompt, ("translate", method))
    return make_answerer(method, chat, resolved(given, options)[1] if isinstance(given, str) else options)


def meant(semantics: Semantics | str | None) -> Semantics | None:
    """Return a semantics that may be given by name.

    Args:
        semantics: it, or its name; ``None`` for what the translator says.

    Raises:
        UserError: there is none of this name.
    """
    if semantics is None or semantics in set(Semantics):
        return Semantics(semantics) if semantics is not None else None
    raise UserError(f"there is no semantics '{semantics}'; there are {', '.join(Semantics)}")
