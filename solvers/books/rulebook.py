"""A rule book: read and compiled once, and asked of many cases."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

from ..errors import UserError
from ..knowledge.base import KnowledgeBase
from ..logic.program import Program, Statement
from ..logic.syntax import Formula, Truth
from ..notation.printer import print_formula
from ..outcome import Limits, Outcome, Proof, Verdict
from .answers import Decision, Reason
from .compiling import Compiled
from .facts import Case, Facts, case_of, parse_facts
from .reading import Parts, read_parts, read_question

SECONDS = 2.0
"""What one question may take."""


class RuleBook:
    """A book of rules. It never changes, and may be shared by threads.

    Examples:
        >>> from sorites.solvers.books import RuleBook
        >>> book = RuleBook.read('''
        ... Facts:
        ... amount: Money ::: the amount of the expense
        ... Derived:
        ... approved: Bool ::: the expense is paid without asking
        ... Rules:
        ... small: amount ≤ 100 → approved ::: "Expenses of $100 or less are approved." (2)
        ... ''')
        >>> book.allows("approved", {"amount": 50}).status.value
        'allowed'
        >>> book.allows("approved", {}).status.value, book.allows("approved", {}).missing
        ('open', (('amount',),))

    Attributes:
        parts: what it says.
        text: its text.
        version: a hash of its text.
        name: its file's name; may be empty.
    """

    def __init__(self, parts: Parts, text: str, name: str = "") -> None:
        self.parts, self.text, self.name = parts, text, name
        self.version = hashlib.sha256(text.encode()).hexdigest()[:16]
        self.compiled = Compiled(parts, text, name)
        self._sources = {rule.label: rule.sources for rule in parts.rules}
        self._read = lru_cache(maxsize=1024)(lambda question: read_question(question, parts.declared))
        self._base = lru_cache(maxsize=64)(self._knowledge)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> RuleBook:
        """Return the book of a file.

        Raises:
            UserError: there is no such file.
            BookFault: it is no rule book; with all that is wrong and where.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"the rule book {path} can't be read: {error}") from None
        return cls.read(text, Path(path).name)

    @classmethod
    def read(cls, text: str, name: str = "") -> RuleBook:
        """Return the book of a text.

        Raises:
            BookFault: it is no rule book; with all that is wrong and where.
        """
        return cls(read_parts(text, name), text, name)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return RuleBook.read, (self.text, self.name)

    def question(self, text: str) -> Formula:
        """Return the formula of a question, or of what must hold for an action.

        Raises:
            BookFault: it is none in the words of the book.
        """
        return self._read(self.parts.actions.get(text, (text,))[0])

    def case(self, facts: Facts | str | bytes | Case) -> Case:
        """Return a case of facts: values by their names, or JSON.

        Raises:
            MisfitFacts: they do not fit the types of the book.
        """
        if isinstance(facts, Case):
            return facts
        return case_of(parse_facts(facts) if isinstance(facts, str | bytes) else facts, self.parts)

    def ask(self, question: str, facts: Facts | str | bytes | Case, *, seconds: float = SECONDS) -> Decision:
        """Return what the book says of a question about a case.

        Args:
            question: a formula in the words of the book, or the name of one of its actions.
            facts: the facts of the case: values by their names, JSON, or a model of pydantic.
            seconds: the time that it may take.

        Raises:
            BookFault: the question is none in the words of the book.
            MisfitFacts: the facts do not fit the types of the book.
        """
        case, goal = self.case(facts), self.question(question)
        outcome, program = self.decide(goal, case, seconds)

        def missing() -> tuple[tuple[str, ...], ...]:
            return self.missing(question, case)

        return Decision(question, outcome, self._why(outcome, case), self.version, program, case, missing)

    def allows(self, action: str, facts: Facts | str | bytes | Case, *, seconds: float = SECONDS) -> Decision:
        """Return whether the book allows an action in a case: see ``ask``.

        Args:
            action: the name of one of its actions, or what must hold for it, as a formula.
            facts: the facts of the case.
            seconds: the time that it may take.

        Returns:
            What it says: ``allowed`` and ``status`` for who asks, ``why``, ``missing``, ``certificate``.
        """
        return self.ask(action, facts, seconds=seconds)

    def decide(self, goal: Formula, case: Case, seconds: float = SECONDS) -> tuple[Outcome, Program]:
        """Return what the book says of a formula about a case, and the program by which that can be checked."""
        base = self._base(case.members)
        facts = [one.formula for one in case.given]
        return base.ask(goal, facts, limits=Limits(seconds=seconds)), base.program(goal, facts)

    def missing(self, question: str, facts: Facts | str | bytes | Case) -> tuple[tuple[str, ...], ...]:
        """Return the smallest sets of unknown facts that can settle a question, by their paths."""
        case = self.case(facts)
        return tuple((path,) for path in case.open)

    def _knowledge(self, members: tuple[tuple[str, tuple[str, ...]], ...]) -> KnowledgeBase:
        declared = Case((), {}, members).declared(self.parts.declared)
        premises = tuple(one.statement for one in self.compiled.premises)
        return KnowledgeBase(Program(premises, Statement(Truth(True)), declared=declared))

    def _why(self, outcome: Outcome, case: Case) -> tuple[Reason, ...]:
        if not isinstance(outcome.certificate, Proof) or outcome.verdict is Verdict.UNKNOWN:
            return ()
        found = []
        rules, premises = self.compiled.rules, self.compiled.premises
        for i in outcome.certificate.premises_used:
            if i >= len(premises):
                one = case.given[i - len(premises)]
                found.append(Reason("default" if one.default else "fact", one.path, print_formula(one.formula)))
                continue
            premise = premises[i]
            rule = rules.get(premise.label)
            if rule is None:
                text = print_formula(premise.statement.formula)
                found.append(Reason("default", premise.label, text, (), premise.blockers))
            else:
                found.append(Reason("rule", rule.label, rule.text, rule.sources, premise.blockers))
        return tuple(found)


__all__ = ["RuleBook"]
