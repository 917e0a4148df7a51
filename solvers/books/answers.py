"""What a book answers about a case, and why."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from ..clock import HIT, within
from ..logic.program import Program
from ..outcome import Certificate, Outcome, Verdict
from .facts import BookCase
from .reading import Citation

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
        outcome: the verdict with its certificate, which was checked.
        why: the rules and facts that it needs; of an open question none.
        version: of the book.
        program: the premises and the goal, with which the certificate can be checked again.
        case: the facts as they were read.
        book: the book.
        unknown: facts that are not given, and on whose things an open answer hangs: what lists hold, what is the same.
    """

    question: str
    outcome: Outcome
    why: tuple[Reason, ...]
    version: str
    program: Program = field(repr=False)
    case: BookCase = field(repr=False)
    book: RuleBook = field(repr=False, compare=False)
    unknown: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What the book and the facts say of the question."""
        return self.outcome.verdict

    @property
    def answer(self) -> str:
        """``yes``, ``no``, ``open`` or, where facts contradict the rules, ``impossible``."""
        return ANSWER.get(self.verdict, "open")

    @property
    def status(self) -> Status:
        """Whether an action is allowed; facts that contradict the rules allow nothing."""
        if self.verdict is Verdict.ENTAILED:
            return Status.ALLOWED
        return Status.REFUSED if self.verdict in (Verdict.REFUTED, Verdict.INCONSISTENT) else Status.OPEN

    @property
    def allowed(self) -> bool:
        """Whether it is allowed: it follows, and the kernel has checked why."""
        return self.status is Status.ALLOWED and self.outcome.checked is not None

    @property
    def certificate(self) -> Certificate | None:
        """What shows it."""
        return self.outcome.certificate

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
