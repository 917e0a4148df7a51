"""How problems are answered: who translates, who proves, and how."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from sorites.solvers import Limits, Solver, UserError, make_solver
from sorites.translators import Translator
from sorites.translators.registry import DEFAULT

from .voting import RULES, Rule

if TYPE_CHECKING:
    from .answerers import Answerer


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
            question, so the same each time), or a model by itself.
    """

    translator: Translator
    solver: Solver
    limits: Limits = Limits()
    max_repairs: int = 3
    check: bool = True
    rule: Rule = "vote"
    fallback: Answerer | Literal["random"] | None = None

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise UserError(f"there is no rule '{self.rule}' for several samples; there are {', '.join(RULES)}")
        if isinstance(self.fallback, str) and self.fallback != "random":
            raise UserError(f"there is no fallback '{self.fallback}'; give an answerer, 'random' or None")

    @classmethod
    def of(
        cls,
        translator: Translator | str = DEFAULT,
        solver: Solver | str = "portfolio",
        limits: Limits = Limits(),
        max_repairs: int = 3,
        check: bool = True,
        rule: Rule = "vote",
        fallback: Answerer | Literal["random"] | None = None,
    ) -> Options:
        """Return options whose translator and solver may be given by name.

        Args:
            translator: a translator or its name, such as ``openai:MODEL``.
            solver: a solver or its name.
            limits: see ``Options``, as for the arguments that follow.
            max_repairs: see there.
            check: see there.
            rule: see there.
            fallback: see there.

        Returns:
            The options, their translator and solver made.

        Raises:
            UserError: there is no translator, solver or rule of this name.
        """
        from sorites.translators import make_translator

        return cls(
            make_translator(translator) if isinstance(translator, str) else translator,
            make_solver(solver) if isinstance(solver, str) else solver,
            limits,
            max_repairs,
            check,
            rule,
            fallback,
        )
