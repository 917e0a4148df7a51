"""An assistant's sentences as claims about a case, held against a rule book by proof.

A claim is a goal and never a premise: whatever a text says, the rules stay those of the book. Sentences are translated
with the words of the book alone, by Sorites English where it reads them and otherwise by a model; what can't be
translated is said to be untranslated, and nothing is passed over.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import Any, Final, Literal

from sorites.solvers import Reading, Verdict
from sorites.solvers.books import BookFault, Decision, RuleBook
from sorites.solvers.books.advising import facts_of
from sorites.solvers.books.facts import Facts, plain, value_at
from sorites.solvers.kernel.certificates import Countermodels
from sorites.solvers.logic.rewriting import simplified
from sorites.solvers.logic.symbols import BOOL, Constant, Predicate
from sorites.solvers.logic.syntax import (
    MAX_DIGITS,
    Atom,
    Eq,
    Exists,
    Fn,
    Forall,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    conjunction,
    negation,
)
from sorites.solvers.logic.walkers import free_variables, subformulas
from sorites.solvers.notation.printer import print_formula
from sorites.solvers.notation.sortlines import write_sort_lines
from sorites.solvers.notation.spelling import words
from sorites.translators import TRUE_FALSE_UNKNOWN, Problem, Translator, make_translator
from sorites.translators.in_words import of_text

from .asking import asked_otherwise
from .fitting import BookWords, Unfit, fitted, units
from .glossary import Glossary
from .stating import opened

Finding = Literal["valid", "invalid", "satisfiable", "impossible", "ambiguous", "untranslated", "undecided", "question",
                  "vacuous"]  # fmt: skip
"""What comes of a sentence: it follows; its opposite does; neither does; the facts contradict the rules; it may be
read in two ways that differ; the book's words can't say it; no prover could tell; it claims nothing, since it asks;
its condition is against the facts, so that it says nothing of the case."""
_FINDINGS: Final[dict[Verdict, Finding]] = {
    Verdict.ENTAILED: "valid",
    Verdict.REFUTED: "invalid",
    Verdict.UNKNOWN: "satisfiable",
    Verdict.INCONSISTENT: "impossible",
}
_MONEY: Final = "price"
_NOT_YET: Final = re.compile(
    r"\b(?:will|won['’]t|about to|going to|gonna)\b|['’]ll\b"
    r"|(?:\b(?:am|is|are|was|were|be|been|being|isn['’]t|aren['’]t|wasn['’]t|weren['’]t)|['’](?:s|re|m))"
    r"(?: not| \w+ly| now| still| already| just| currently)* (?P<doing>\w+ing)\b",
    re.IGNORECASE,
)
"""What tells of the future, or of what goes on: the grammar would read it as what is so."""
_BARE: Final = {"yes": True, "no": False}


@dataclass(frozen=True, slots=True)
class Claim:
    """What comes of a sentence of an assistant's.

    Attributes:
        sentence: the sentence.
        finding: what comes of it.
        formulas: it in the words of the book; several if it is ambiguous.
        decision: what the book says of it, with its certificate; ``None`` where it was not asked.
        scenarios: of a claim that is satisfiable, facts with which it holds, and such with which it does not.
    """

    sentence: str
    finding: Finding
    formulas: tuple[str, ...] = ()
    decision: Decision | None = None
    scenarios: tuple[Facts, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON, without its certificate."""
        found = {"sentence": self.sentence, "finding": self.finding, "formulas": [*self.formulas]}
        why = self.decision.to_json()["why"] if self.decision is not None else []
        return {**found, "why": why, "scenarios": [*self.scenarios]}


@dataclass(frozen=True, slots=True)
class CheckedText:
    """What comes of a text.

    Attributes:
        claims: of each of its sentences.
        facts: the facts of the case, with those that the question states.
        untaken: sentences of the question that state something else than a fact of the book, or another value of one.
        version: of the book.
    """

    claims: tuple[Claim, ...]
    facts: Facts
    untaken: tuple[str, ...]
    version: str

    @property
    def proved(self) -> bool:
        """Whether it claims something, and all that it claims follows."""
        found = {claim.finding for claim in self.claims} - {"question"}
        return found == {"valid"}

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON, without certificates."""
        claims = [claim.to_json() for claim in self.claims]
        return {"proved": self.proved, "claims": claims, "facts": self.facts, "untaken": [*self.untaken],
                "version": self.version}  # fmt: skip


class ClaimChecker:
    """Holds an assistant's sentences against a book.

    Examples:
        >>> from sorites.agent.claims import ClaimChecker
        >>> from sorites.solvers.books import RuleBook
        >>> book = RuleBook.read('''
        ... Facts:
        ... amount: Money ::: the amount of the refund
        ... Derived:
        ... fine: Bool, default = false ::: the refund may be paid
        ... Rules:
        ... small: amount ≤ 100 → fine ::: "Refunds of $100 or less may be paid."
        ... ''')
        >>> text = "The refund may be paid. The amount of the refund is $80. Have a nice day!"
        >>> [claim.finding for claim in ClaimChecker(book).check(text, facts={"amount": 80}).claims]
        ['valid', 'valid', 'untranslated']

    Args:
        book: the book.
        translator: who translates what Sorites English does not read, or its name; by default nobody.
        seconds: what each claim may take.
    """

    def __init__(self, book: RuleBook, translator: Translator | str | None = None, *, seconds: float = 2.0) -> None:
        self.book, self.seconds = book, seconds
        self._model = make_translator(translator) if isinstance(translator, str) else translator
        self._english = make_translator("english")
        self._words, self._units = BookWords(book), units(book.text)
        nouns = [*book.parts.facts, *book.parts.derived]
        told = [*(f"{one.name} {one.typed.gloss}" for one in nouns)]
        told += [member for some in book.parts.declared.enumerations.values() for member in some]
        self._own_words = {word.casefold() for text in told for word in words(text)}
        if any("age" in words(one.name) for one in book.parts.facts):
            self._units.setdefault("months", {}).setdefault("year", 12.0)  # in which an age is told

    def check(
        self, text: str, question: str = "", facts: Facts | None = None, *, within: float = math.inf
    ) -> CheckedText:
        """Return what comes of each sentence of a text.

        Args:
            text: what an assistant says.
            question: what it was asked. Facts of the book that it states are facts of the case; a bare *yes* or *no*
                answers it.
            facts: the facts of the case.
            within: the seconds after which no further sentence is begun.

        Raises:
            TimeoutError: not all was checked in this time.
            MisfitFacts: the facts do not fit the types of the book.
            UserError: the model's endpoint refuses.
            ModelUnavailable: it does not answer.
        """
        end = time.monotonic() + within
        known, untaken, asked = self._of_question(question, dict(facts or {}), end)
        claims = tuple(self._claim(*said, asked, known) for said in _until(end, opened(text)))
        return CheckedText(claims, known, tuple(untaken), self.book.version)

    async def acheck(self, text: str, question: str = "", facts: Facts | None = None) -> CheckedText:
        """Do as ``check`` does, without blocking."""
        return await asyncio.to_thread(self.check, text, question, facts)

    def _claim(self, sentence: str, opening: str, asked: str, facts: Facts) -> Claim:
        if sentence.endswith("?"):
            return Claim(sentence, "question")
        bare = _BARE.get(sentence.strip(" .!").casefold())
        formulas = self._formulas(sentence if bare is None else asked)
        conditions = [one for formula in formulas[:1] for one in _conditions(formula)]
        if opening == "no" and not all(isinstance(one, Not) for one in formulas):
            return Claim(sentence, "untranslated")  # it denies and affirms
        if bare is False:
            formulas = [negation(one) for one in formulas]
        texts = tuple(map(print_formula, formulas))
        if not formulas:
            return Claim(sentence, "untranslated")
        if not all(self._same(one, other) for one, other in combinations(formulas, 2)):
            return Claim(sentence, "ambiguous", texts)
        case = self.book.case(facts)
        decision = self.book.decided(formulas[0], case, texts[0], self.seconds)
        finding = _FINDINGS.get(decision.verdict, "undecided")
        if finding in ("valid", "invalid") and decision.outcome.checked is None:
            finding = "undecided"
        if finding in ("valid", "invalid"):  # what has a condition that does not hold says nothing of the case
            verdicts = {self.book.decide(one, case, self.seconds).outcome.verdict for one in conditions}
            if Verdict.REFUTED in verdicts:
                finding = "vacuous"
            elif not verdicts <= {Verdict.ENTAILED, Verdict.UNKNOWN}:
                finding = "undecided"
        return Claim(sentence, finding, texts[:1], decision, self._scenarios(formulas[0], decision))

    def _same(self, one: Formula, other: Formula) -> bool:
        """Return whether it is proved that two formulas say the same in all cases."""
        return (
            self.book.settled(Iff(one, other), self.book.case({}), self.seconds)[0].outcome.verdict is Verdict.ENTAILED
        )

    def _scenarios(self, formula: Formula, decision: Decision) -> tuple[Facts, ...]:
        certificate, case = decision.certificate, decision.case
        if decision.verdict is not Verdict.UNKNOWN or not isinstance(certificate, Countermodels):
            return ()
        question = self.book.written(case).question(formula)
        spoken = question.speaks_of if question is not None else lambda _: True
        models = certificate.goal_holds, certificate.goal_fails
        return tuple(facts_of(self.book, case, model, spoken) for model in models)

    def _formulas(self, sentence: str) -> list[Formula]:
        """Return the ways in which a sentence can be said in the words of the book."""
        if not sentence or sum(map(str.isdigit, sentence)) > MAX_DIGITS:
            return []
        asks = sentence.endswith("?")
        problem = Problem("claim", "" if asks else sentence, sentence if asks else "", TRUE_FALSE_UNKNOWN)
        found: dict[Formula, None] = {}
        doing = {one["doing"] for one in _NOT_YET.finditer(sentence)}
        if not {one and one.casefold() for one in doing} <= self._own_words:
            return []
        said = units(sentence)  # numbers are in the units of the book, and in no others
        if not said.keys() <= self._units.keys():
            return []
        if any(self._differ(name, one) for name, one in said.items()):
            return [*self._by_model(sentence)]
        if not asks and (found := dict.fromkeys(self._words.described(sentence))):
            return [*found]
        for one in self._english.translations(problem):
            reading = one.reading
            for program in filter(None, (reading.first, *(other.program for other in reading.others))):
                if program.asked or program.open_variables:
                    continue
                premises = conjunction(tuple(p.formula for p in program.premises))
                asked = Implies(premises, program.goal.formula) if program.premises else program.goal.formula
                try:
                    found |= dict.fromkeys(fitted(asked if asks else premises, self._words.named))
                except Unfit:
                    continue
        return [*found] or [*self._by_model(sentence)]

    def _differ(self, dimension: str, said: Mapping[str, float]) -> bool:
        """Return whether units may be others than the book's; its amounts of money are in whole ones of a currency."""
        if dimension.startswith(_MONEY):
            return {*said.values()} != {1.0} or sum(name.startswith(_MONEY) for name in self._units) > 1
        return len(said) > 1 or said.keys() != self._units[dimension].keys()

    def _by_model(self, sentence: str) -> Iterator[Formula]:
        if self._model is None or not hasattr(self._model, "in_words"):
            return
        found: dict[Formula, None] = {}
        context = " ".join(source.sentence for rule in self.book.parts.rules for source in rule.sources)
        problem = Problem("claim", context, sentence, TRUE_FALSE_UNKNOWN)
        several = replace(self._model.in_words(self._base, {}), samples=getattr(self._model, "samples", 1))
        for one in several.translations(problem):
            program = one.reading.first
            if program is None or program.asked:
                continue
            program = replace(program, predicates=self._declared[0], constants=self._declared[1])
            if any(asked_otherwise(problem, replace(one.reading, first=program), Glossary(program))):
                continue  # a proof of something else is no proof of the sentence
            try:  # read anew, strictly, so that it has no word that the book does not declare
                formula = self.book.question(print_formula(program.goal.formula))
            except BookFault:
                continue
            found[simplified(formula)] = None
        yield from found

    @cached_property
    def _base(self) -> Reading:
        """The book as a program in whose words a model may speak."""
        parts = self.book.parts
        lines = [f"{line} ::: {gloss}" if gloss else line for line, gloss in write_sort_lines(parts.declared)]
        rules = [print_formula(rule.formula) for rule in parts.rules if not rule.bare]
        reading = of_text("\n".join(["Sorts:", *lines, "Premises:", *rules, ""]))
        assert reading.first is not None, reading.diagnostics
        predicates, constants = self._declared  # those that no rule has may be spoken of, too
        return replace(reading, first=replace(reading.first, predicates=predicates, constants=constants))

    @cached_property
    def _declared(self) -> tuple[tuple[Predicate, ...], tuple[Constant, ...]]:
        """What the book declares, with descriptions by which a formula is held against its sentence."""
        nouns = [one.typed for one in (*self.book.parts.facts, *self.book.parts.derived)]
        predicates = [
            Predicate(one.name, tuple(f"x{i}" for i in range(len(one.arguments))), one.gloss)
            for one in nouns
            if one.result == BOOL
        ]
        constants = [Constant(one.name, one.gloss) for one in nouns if one.result != BOOL and not one.arguments]
        return tuple(predicates), tuple(constants)

    def _of_question(self, question: str, facts: dict[str, Any], end: float) -> tuple[Facts, list[str], str]:
        """Return the facts with those that a question states, its other statements, and what it asks."""
        untaken, asked, known = list[str](), "", facts
        for sentence, opening in _until(end, opened(question)):
            if sentence.endswith("?"):
                asked = sentence
                continue
            formulas = self._formulas(sentence)
            denies = opening == "no" and not isinstance(formulas[0] if formulas else None, Not)
            taken = self._with_fact(known, formulas[0]) if len(formulas) == 1 and not denies else None
            untaken += [] if taken else [sentence]
            known = taken or known
        return known, untaken, asked

    def _with_fact(self, facts: dict[str, Any], formula: Formula) -> dict[str, Any] | None:
        """Return facts with what a formula says; ``None`` if it says no fact, or another value of one."""
        value: Any
        match formula:
            case Atom(name, args):
                value = True
            case Not(Atom(name, args)):
                value = False
            case Eq(Fn(name, args), Num() | Fn(args=()) as term):
                value = term
            case _:
                return None
        noun = next((one for one in self.book.parts.facts if one.name == name), None)
        if noun is None or len(args) > 1:
            return None
        if isinstance(value, Num | Fn):
            value = plain(noun.kind, value)
        owner = args[0].name if args and isinstance(args[0], Fn) else ""
        before = value_at(facts, f"{owner}.{name}" if owner else name)
        if before is not None and before != value:
            return None
        record = facts.get(owner)
        inner = {**(record if isinstance(record, Mapping) else {}), name: value}
        return {**facts, owner: inner} if owner else {**facts, name: value}


def _until(end: float, sentences: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Yield sentences until it is too late."""
    for one in sentences:
        if time.monotonic() > end:
            raise TimeoutError("not all sentences were checked in time")
        yield one


def _conditions(formula: Formula, bound: Mapping[str, Forall | Exists] = MappingProxyType({})) -> Iterator[Formula]:
    """Yield the conditions on which a formula says something; of those about any things, that there are such."""
    match formula:
        case Forall(name) | Exists(name):
            bound = {**bound, name: formula}
        case Implies(left) | Iff(left):
            condition = left
            for name in free_variables(left):
                condition = Exists(name, condition, bound[name].sort)
            yield condition
    for part in subformulas(formula):
        yield from _conditions(part, bound)


__all__ = ["CheckedText", "Claim", "ClaimChecker", "Finding"]
