"""What is odd about a book, found without a model: each finding has its place, and a case or a proof behind it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Final

from ..errors import UserError
from ..kernel.certificates import Verdict
from ..knowledge.base import KnowledgeBase
from ..logic.diagnostics import Diagnostic, Level, Span
from ..logic.program import Program, Statement
from ..logic.symbols import BOOL, NUMBERS
from ..logic.syntax import And, Atom, Exists, Fn, Formula, Not, Num, Truth, Var, disjunction, numeral
from ..logic.walkers import walk
from ..outcome import Limits
from .advising import example
from .facts import BookCase, Facts, plain
from .reading import BookRule, Citation, Noun, concluded
from .rulebook import RuleBook

SECONDS: Final = 5.0
"""What one question about rules may take."""
_NUMERAL: Final = re.compile(r"(?<![\w.])\d+(?:,\d{3})*(?:\.\d+)?")
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'(])")
_BULLET: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s+")


def lint(book: RuleBook, folder: Path | None = None) -> list[Diagnostic]:
    """Return what is odd about a book.

    Args:
        book: the book.
        folder: where its document is; its sentences are then held against those that rules cite.
    """
    linter = _Linter(book)
    found = [*linter.contradictions(), *linter.idle(), *linter.undecided(), *linter.vocabulary(), *linter.numbers()]
    for one in uncovered(book, document_of(book, folder)):
        found.append(_warn("uncovered", f"no line cites: {one}", None, "Cite it, or list it under 'Not used:'."))
    return found


def document_of(book: RuleBook, folder: Path | None) -> str:
    """Return the text of a book's document; empty if it names none.

    Raises:
        UserError: it can't be read.
    """
    if folder is None or not book.parts.document:
        return ""
    try:
        return (folder / book.parts.document).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"the document of the book can't be read: {error}") from None


def sentences(document: str) -> list[Citation]:
    """Return the sentences of a document in plain text or Markdown, each with the heading above it."""
    found, heading, block = list[Citation](), "", list[str]()
    for line in [*document.splitlines(), ""]:
        bullet, headed = _BULLET.match(line), line.lstrip().startswith("#")
        if bullet or headed or not line.strip():
            parts = _SENTENCE.split(" ".join(" ".join(block).split()))
            found += [Citation(one, heading) for one in parts if re.search(r"\w", one)]
            block = []
        if headed:
            heading = line.strip("# \t")
        else:
            block.append(line[bullet.end() :] if bullet else line)
    return found


def uncovered(book: RuleBook, document: str) -> list[str]:
    """Return the sentences of the document that no rule, declaration or 'Not used:' cites."""
    parts = book.parts
    cited = [one.sentence for rule in parts.rules for one in rule.sources]
    cited += [one.sentence for one, _ in parts.unused]
    glosses = [noun.typed.gloss for noun in (*parts.facts, *parts.derived)] + [g for _, g in parts.actions.values()]
    cited += [one for gloss in glosses for one in re.findall(r'"([^"]+)"', gloss)]
    said = [_words(one) for one in cited if one]
    found = [one.sentence for one in sentences(document)]
    return [one for one in found if not any(s in _words(one) or _words(one) in s for s in said)]


def _words(sentence: str) -> str:
    return " ".join(re.findall(r"[\w$%.,]+", sentence.lower())).rstrip(".")


def _warn(code: str, message: str, span: Span | None, hint: str = "", level: Level = Level.WARNING) -> Diagnostic:
    return Diagnostic(code, level, message, span, hint)


class _Linter:
    def __init__(self, book: RuleBook) -> None:
        self.book, self.parts, self.compiled = book, book.parts, book.compiled
        # the words of the book alone: whatever facts there may be
        self.bare = RuleBook(
            replace(book.parts, rules=(), above=(), derived=tuple(replace(d, default="") for d in book.parts.derived)),
            "",
        )
        self.contradicted = set[frozenset[str]]()

    def contradictions(self) -> Iterator[Diagnostic]:
        """Yield the smallest sets of rules that make a case impossible, each with that case."""
        seen = self.contradicted
        for one, other in itertools.combinations(self.parts.rules, 2):
            tried = (example(self.bare, both, Verdict.UNKNOWN) for both in self._against(one, other))
            facts = next((found for found in tried if found is not None), None)
            decision = None if facts is None else self.book.decided(Truth(True), self.book.case(facts), "")
            if facts is None or decision is None or decision.verdict is not Verdict.INCONSISTENT:
                continue
            labels = [reason.label for reason in decision.why if reason.kind != "fact"]
            if frozenset(labels) not in seen:
                seen.add(frozenset(labels))
                hint = f"Let one win, as in {one.label} > {other.label}, or exclude the case. It is {_shown(facts)}."
                message = f"rules contradict each other in a case: {', '.join(labels)}"
                yield _warn("contradiction", message, one.span, hint, Level.ERROR)

    def _against(self, one: BookRule, other: BookRule) -> Iterator[Formula]:
        """Yield that two rules apply to the same things, of which they conclude different things."""
        heads = [concluded(self.compiled.head(rule)) for rule in (one, other)]
        for (left, said), (right, denied) in itertools.product(*heads):
            if left.name == right.name and repr(said) != repr(denied):
                sorts = self.parts.noun(left.name).typed.arguments
                args = tuple(Var(f"v{i}") for i in range(len(sorts)))
                both: Formula = And(
                    tuple(self.compiled.applies(r, n.args, args) for r, n in ((one, left), (other, right)))
                )
                for arg, sort in zip(args, sorts, strict=True):
                    both = Exists(arg.name, both, sort)
                yield both

    def idle(self) -> Iterator[Diagnostic]:
        """Yield rules that never apply, are always true, follow from others, or conclude what cases give."""
        facts = {one.name for one in self.parts.facts}
        for rule in self.parts.rules:
            condition, head = self.compiled.condition(rule, ()), self.compiled.head(rule)
            if not any(rule.label in labels for labels in self.contradicted) and self._follows(
                self.book, Not(condition)
            ):
                yield _warn("never-applies", f"'{rule.label}' never applies", rule.span, "Is its condition meant so?")
            if head is None:
                continue
            spoken = {node.name for node in walk(head) if isinstance(node, Atom | Fn)}
            if spoken & facts and not spoken - facts - self._members() and condition != Truth(True):
                message = f"'{rule.label}' concludes only what cases give: it can make cases impossible, and no more"
                yield _warn("concludes-facts", message, rule.span, "Is the implication the wrong way round?")
            if any(rule.label == upper for upper, _ in self.parts.above) and head == Truth(True):
                continue  # it says no more than that another rule does not apply
            if self._follows(self.bare, rule.formula):
                yield _warn(
                    "always-true", f"'{rule.label}' is always true", rule.span, "It says nothing; leave it out."
                )
            elif not any(rule.label in pair for pair in self.parts.above):
                rest = replace(self.parts, rules=tuple(one for one in self.parts.rules if one is not rule))
                if self._follows(RuleBook(rest, ""), rule.formula):
                    yield _warn("follows", f"'{rule.label}' follows from other rules", rule.span, "Leave it out.")

    def _follows(self, book: RuleBook, formula: Formula) -> bool:
        if all(sort.members for sort in book.parts.declared.sorts):
            return book.decide(formula, BookCase(()), SECONDS, checked=False).outcome.verdict is Verdict.ENTAILED
        premises = tuple(one.statement for one in book.compiled.premises)
        base = KnowledgeBase(Program(premises, Statement(Truth(True)), declared=book.parts.declared))
        return base.ask(formula, limits=Limits(seconds=SECONDS), check=False).verdict is Verdict.ENTAILED

    def undecided(self) -> Iterator[Diagnostic]:
        """Yield values of enumerations and numbers for which no rule decides what is derived."""
        for noun in self.parts.derived:
            concluding = [rule for rule, _ in self.compiled.concluding(noun)]
            if noun.default or noun.typed.arguments or not concluding:
                continue
            applies = disjunction(tuple(self.compiled.condition(rule, ()) for rule in concluding))
            spoken = {node.name for node in walk(applies) if isinstance(node, Atom | Fn)}
            for fact in self.parts.facts:
                if fact.name in spoken and not fact.typed.arguments and fact.kind != BOOL:
                    yield from self._undecided(noun, fact, applies)

    def _undecided(self, noun: Noun, fact: Noun, applies: Formula) -> Iterator[Diagnostic]:
        book, number = self.book, fact.typed.result in NUMBERS
        question = book.written(book.case({})).question(applies)
        tried = [plain(fact.kind, term) for term in question.values_of(Fn(fact.name), ())] if question else []
        verdicts = [
            book.settled(applies, book.case({fact.name: value}), checked=False)[0].outcome.verdict for value in tried
        ]
        holes = []
        for refuted, group in itertools.groupby(range(len(tried)), lambda i: verdicts[i] is Verdict.REFUTED):
            places = [*group]
            low, high = places[0], places[-1]
            if refuted and number:
                ends = "at most " * (low == 0), " or more" * (high == len(tried) - 1)
                shown = tried[high] if low == 0 else tried[low] if ends[1] else f"{tried[low]} to {tried[high]}"
                holes.append(f"{ends[0]}{shown}{ends[1]}" if low or not ends[1] else "any number")
            elif refuted:
                holes += [str(tried[i]) for i in places]
        if holes:
            message = f"no rule decides '{noun.name}' where {fact.name} is {', or '.join(holes)}"
            hint = "Add a rule, or 'default = …' behind its type."
            yield _warn("hole" if number else "undecided-case", message, noun.span, hint)

    def vocabulary(self) -> Iterator[Diagnostic]:
        """Yield names that nothing uses, or nothing concludes."""
        formulas = [rule.formula for rule in self.parts.rules]
        formulas += [self.book.question(action) for action in self.parts.actions]
        spoken = {node.name for formula in formulas for node in walk(formula) if isinstance(node, Atom | Fn)}
        for noun in (*self.parts.facts, *self.parts.derived):
            records = {sort.name for sort in self.parts.declared.sorts if not sort.members}
            if noun.name not in spoken and noun.typed.result not in records:
                yield _warn("unused", f"no rule speaks of '{noun.name}'", noun.span, "Use it, or leave it out.")
            elif noun in self.parts.derived and not [*self.compiled.concluding(noun)] and not noun.default:
                yield _warn("never-concluded", f"no rule concludes '{noun.name}'", noun.span, "Is it a fact?")
        for sort in self.parts.declared.sorts:
            used = {s for n in (*self.parts.facts, *self.parts.derived) for s in (*n.typed.arguments, n.typed.result)}
            if sort.name not in used:
                yield _warn("unused", f"nothing is of the type '{sort.name}'", None, "Use it, or leave it out.")

    def numbers(self) -> Iterator[Diagnostic]:
        """Yield rules with a number that none of the sentences has which they cite."""
        for rule in self.parts.rules:
            found = [one.replace(",", "") for s in rule.sources for one in _NUMERAL.findall(s.sentence)]
            said = {numeral(Decimal(one).normalize() if "." in one else int(one)) for one in found}
            if said:
                own = {numeral(node.value) for node in walk(rule.formula) if isinstance(node, Num)}
                for one in sorted(own - said - {"0", "1"}):
                    message = f"'{rule.label}' says {one}, which its sentence does not"
                    yield _warn("other-number", message, rule.span, "Is the number right?")

    def _members(self) -> set[str]:
        return {member for sort in self.parts.declared.sorts for member in sort.members}


def _shown(facts: Facts) -> str:
    return ", ".join(f"{name} = {value}" for name, value in facts.items())


__all__ = ["lint", "sentences", "uncovered"]
