"""What a book answers about a case, and why."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ..clock import HIT, within
from ..logic.program import Program
from ..notation.printer import print_formula
from ..outcome import Certificate, Outcome, Proof, Verdict
from .deciding import ENGINE
from .facts import BookCase, value_at
from .reading import Citation
from .written import Answered

if TYPE_CHECKING:
    from .rulebook import RuleBook


MISSING_SECONDS: Final = 1.0
"""How long is looked for what an open question misses."""


class Status(StrEnum):
    """What comes of an action."""

    ALLOWED = "allowed"
    REFUSED = "refused"
    OPEN = "open"
    """Facts are missing, or no rule decides it: who asks whether it is allowed takes it as refused."""
    UNDECIDED = "undecided"
    """No answer was found and checked in time, whatever the facts: it is taken as refused, too."""


ANSWER = {Verdict.ENTAILED: "yes", Verdict.REFUTED: "no", Verdict.INCONSISTENT: "impossible"}
"""What verdicts say in a word; all others are ``open``."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule, or a fact, that an answer needs.

    Attributes:
        kind: ``rule``, ``default`` (nothing else is derived) or ``fact``.
        label: of the rule; of what has the default; the path of the fact.
        text: what it says, as formula.
        sources: the sentences of the document that the rule renders.
        blocked: labels of the rules that would win over it, and do not apply.
    """

    kind: str
    label: str
    text: str
    sources: tuple[Citation, ...] = ()
    blocked: tuple[str, ...] = ()


@dataclass(frozen=True)
class Decision:
    """The answer to a question about a case.

    Attributes:
        question: what was asked.
        found: what the book says, and of which premises.
        case: the facts as they were read.
        book: the book.
        unknown: facts that are not given, and on whose things an open answer hangs: what lists hold, what is the same.
    """

    question: str
    found: Answered = field(repr=False)
    case: BookCase = field(repr=False)
    book: RuleBook = field(repr=False, compare=False)
    unknown: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The verdict with its certificate, which was checked."""
        return self.found.outcome

    @property
    def program(self) -> Program:
        """The premises and the goal, with which the certificate can be checked again."""
        return self.found.program

    @property
    def version(self) -> str:
        """The version of the book."""
        return self.book.version

    @property
    def verdict(self) -> Verdict:
        """What the book and the facts say of the question."""
        return self.outcome.verdict

    @property
    def answer(self) -> str:
        """``yes``, ``no``, ``open``; ``impossible`` where facts contradict the rules; ``undecided`` in this time."""
        return "undecided" if self.status is Status.UNDECIDED else ANSWER.get(self.verdict, "open")

    @property
    def status(self) -> Status:
        """Whether an action is allowed; facts that contradict the rules allow nothing."""
        if self.outcome.checked is None and not self.unknown:
            return Status.UNDECIDED
        if self.verdict is Verdict.ENTAILED:
            return Status.ALLOWED
        return Status.REFUSED if self.verdict in (Verdict.REFUTED, Verdict.INCONSISTENT) else Status.OPEN

    @property
    def allowed(self) -> bool:
        """Whether it is allowed: it follows, and the kernel has checked why."""
        return self.status is Status.ALLOWED

    @property
    def certificate(self) -> Certificate | None:
        """What shows it."""
        return self.outcome.certificate

    @cached_property
    def why(self) -> tuple[Reason, ...]:
        """The rules and facts that it needs, none of which can be left out; of an open question none.

        Where the time around it is up, or an engine has found the answer, those that its proof uses.
        """
        found, proof = self.found, self.certificate
        if not isinstance(proof, Proof):
            return ()
        used, rules, reasons = proof.premises_used, self.book.compiled.rules, list[Reason]()
        if proof.engine == ENGINE and found.asked is not None:
            with suppress(*HIT), within(MISSING_SECONDS):
                used = found.asked.needed([one.formula for one in found.facts], proof)
        for i in used:
            if i >= len(found.origins):
                one = found.facts[i - len(found.origins)]
                value = value_at(self.case.facts, one.path)
                said = print_formula(one.formula) if value is None else f"{one.path} = {json.dumps(value, default=str)}"
                reasons.append(Reason("default" if one.default else "fact", one.path, said))
                continue
            premise = self.book.compiled.premises[found.origins[i]]
            rule = rules.get(premise.label)
            if rule is None:
                text = print_formula(premise.statement.formula)
                reasons.append(Reason("default", premise.label, text, (), premise.blockers))
            else:
                reasons.append(Reason("rule", rule.label, rule.text, rule.sources, premise.blockers))
        return tuple(dict.fromkeys(reasons))

    @cached_property
    def missing(self) -> tuple[tuple[str, ...], ...]:
        """Of an open question the smallest sets of unknown facts that can settle it, by their paths.

        Where none is found in a second, or in what is left of the time around it, all that it speaks of.
        """
        if self.answer != "open":
            return ()
        if self.unknown:
            return (self.unknown,)
        try:
            with within(MISSING_SECONDS):
                return self.book.missing(self.question, self.case)
        except HIT:
            question = None
            with suppress(*HIT), within(MISSING_SECONDS):
                question = self.book.written(self.case).question(self.book.question(self.question))
            return (tuple(p for p, fact in self.case.open.items() if question is None or question.speaks_of(fact)),)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON, without its certificate."""
        why = [
            {
                "kind": one.kind,
                "label": one.label,
                "text": one.text,
                "sources": [{"sentence": s.sentence, "place": s.place} for s in one.sources],
                "blocked": [*one.blocked],
            }
            for one in self.why
        ]
        return {
            "question": self.question,
            "answer": self.answer,
            "status": self.status.value,
            "checked": self.outcome.checked is not None,
            "why": why,
            "missing": [[*one] for one in self.missing],
            "version": self.version,
        }
